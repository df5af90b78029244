"""Prompts: dice from 0 to 9, yes or no, and numbers that only the owner's components show.

A typed number is remembered for the whole game; a number in the catalogues is never asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Draw, Report, Roll
from generator.table import Procedure as Steps

from .state import PLAYER, Soldier, State

MIN_MODIFIER, MAX_MODIFIER = -15, 15  # range of a typed modifier
D10, D6 = 10, 6
YES, NO = "yes", "no"
HEX_FORM = {"type": "string", "pattern": r"^[0-9]{2}\.[0-9]{2}$", "maxLength": 5, "examples": ["12.10"]}


def roll_d10(rule: str, ask: str) -> Steps[int]:
    """2.0: roll a ten-sided die from 0 to 9; a rolled 10 is the 0."""
    (die,) = yield Roll(rule, ask, PLAYER, dice=(D10,))
    return int(die) % D10


def roll_d6(rule: str, ask: str) -> Steps[int]:
    (die,) = yield Roll(rule, ask, PLAYER, dice=(D6,))
    return int(die)


def roll_dice(rule: str, ask: str, dice: str) -> Steps[int]:
    """Roll dice written like 1D6+2, 2D10 or 3."""
    count, faces, plus = parse_dice(dice)
    if not count:
        return plus
    rolls = yield Roll(rule, ask, PLAYER, dice=(faces,) * count)
    return sum(int(roll) % D10 if faces == D10 else int(roll) for roll in rolls) + plus


def parse_dice(dice: str) -> tuple[int, int, int]:
    """Return number of dice, faces and bonus; a plain number has no dice."""
    body, sign, rest = dice.replace("-", "+-").partition("+")
    plus = int(rest) if sign else 0
    count, die, faces = body.upper().partition("D")
    return (int(count or 1), int(faces), plus) if die else (0, 0, int(body or 0) + plus)


def ask_yes_no(rule: str, ask: str, **context: Any) -> Steps[bool]:
    answer = yield Choose(rule, ask, PLAYER, "yes_no", (YES, NO), context=context)
    return bool(answer == YES)


def choose_one(rule: str, ask: str, of: str, options: Sequence[str], **context: Any) -> Steps[str]:
    """Ask for one option; with a single option, return it without asking."""
    if len(options) == 1:
        return options[0]
    return str((yield Choose(rule, ask, PLAYER, of, tuple(options), context=context)))


def choose_some(
    rule: str, ask: str, of: str, options: Sequence[str], **context: Any
) -> Steps[tuple[str, ...]]:
    """Ask for any number of options, including none."""
    if not options:
        return ()
    chosen = yield Choose(rule, ask, PLAYER, of, tuple(options), 0, len(options), context)
    return tuple(chosen)


def draw_lot(rule: str, ask: str, options: Sequence[str]) -> Steps[str]:
    """Draw an option by lot."""
    if len(options) == 1:
        return options[0]
    return str((yield Draw(rule, ask, PLAYER, tuple(options))))


def make_form(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the JSON Schema of a report."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": dict(properties),
    }


def make_hex_form(*names: str) -> dict[str, Any]:
    return make_form(dict.fromkeys(names, HEX_FORM), *names)


def label_soldiers(soldiers: Iterable[Soldier]) -> dict[str, str]:
    """Return the label of each soldier by id, as the context of a choice shows it."""
    return {soldier.id: soldier.label for soldier in soldiers}


def ask_number(
    rule: str, ask: str, least: int = MIN_MODIFIER, most: int = MAX_MODIFIER, **context: Any
) -> Steps[int]:
    form = make_form({"value": {"type": "integer", "minimum": least, "maximum": most}}, "value")
    return int((yield Report(rule, ask, PLAYER, form, context=context))["value"])


def get_or_ask(
    s: State, key: str, known: int | None, rule: str, ask: str, least: int, most: int, **context: Any
) -> Steps[tuple[State, int]]:
    """Return the catalogue's value or the typed one; ask for it once if neither exists."""
    if known is not None:
        return s, known
    if key not in s.typed:
        value = yield from ask_number(rule, ask, least, most, **context)
        s = replace(s, typed={**s.typed, key: value})
    return s, int(s.typed[key])


def get_terrain(s: State, hex_: str) -> Steps[tuple[State, str]]:
    """11.0: return the terrain of a hex, asked once in a game."""
    if hex_ not in s.terrain:
        kinds = tuple(s.catalog.terrain)
        terrain = yield Choose("11.0", "terrain", PLAYER, "terrain", kinds, context={"hex": hex_})
        s = replace(s, terrain={**s.terrain, hex_: str(terrain)})
    return s, s.terrain[hex_]


def get_target_order(s: State, who: str) -> Steps[tuple[State, str | None]]:
    """13.0: return the order that counts for a target; the companion asks once a turn for a Friendly's."""
    man = s.soldiers[who]
    if s.companion and man.friendly and man.order is None:
        orders = tuple(name for name, order in s.catalog.orders.items() if order.side != "enemy")
        order = yield Choose("7.0", "target_order", PLAYER, "order", orders, context={"who": man.label})
        s = s.change(who, order=str(order))
    return s, s.effective_order(s.soldiers[who])


def is_cover(s: State, hex_: str) -> Steps[tuple[State, bool]]:
    """11.0: tell whether a hex is cover by its terrain or by smoke."""
    if s.has_smoke(hex_):
        return s, True
    s, terrain = yield from get_terrain(s, hex_)
    return s, s.catalog.terrain[terrain].cover


def ask_seen(s: State, man: Soldier, others: Sequence[Soldier], ask: str, of: str) -> Steps[tuple[str, ...]]:
    """12.0: ask whom a soldier sees. At night only near or lit soldiers can be seen."""
    if s.quiet:
        return ()
    visible = [soldier for soldier in others if s.in_view(man.hex, soldier.hex)]
    ids = [soldier.id for soldier in visible]
    return (yield from choose_some("12.0", ask, of, ids, who=man.label, hex=man.hex))
