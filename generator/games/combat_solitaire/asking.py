"""How a game asks: dice from 0 to 9, yes or no, and numbers that only the owner's components tell.

What he has typed once is remembered for the whole game; what stands in the catalogues is never asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Draw, Report, Roll
from generator.table import Procedure as Steps

from .state import PLAYER, Soldier, State

LEAST, MOST = -15, 15  # of any modifier that somebody types
D10, D6 = 10, 6
YES, NO = "yes", "no"
Context = Mapping[str, Any]


def d10(rule: str, ask: str) -> Steps[int]:
    """2.0: a ten-sided die from 0 to 9; what the die of the house calls 10 is the 0."""
    (die,) = yield Roll(rule, ask, PLAYER, dice=(D10,))
    return int(die) % D10


def d6(rule: str, ask: str) -> Steps[int]:
    (die,) = yield Roll(rule, ask, PLAYER, dice=(D6,))
    return int(die)


def rolled(rule: str, ask: str, dice: str) -> Steps[int]:
    """A number like 1D6+2, 2D10 or 3."""
    count, faces, plus = parts(dice)
    if not count:
        return plus
    rolls = yield Roll(rule, ask, PLAYER, dice=(faces,) * count)
    return sum(int(one) % D10 if faces == D10 else int(one) for one in rolls) + plus


def parts(dice: str) -> tuple[int, int, int]:
    """How many dice of how many faces, and what is added; a plain number has no dice."""
    body, sign, rest = dice.replace("-", "+-").partition("+")
    plus = int(rest) if sign else 0
    count, die, faces = body.upper().partition("D")
    return (int(count or 1), int(faces), plus) if die else (0, 0, int(body or 0) + plus)


def yes(rule: str, ask: str, **context: Any) -> Steps[bool]:
    answer = yield Choose(rule, ask, PLAYER, "yes_no", (YES, NO), context=context)
    return bool(answer == YES)


def one_of(rule: str, ask: str, of: str, options: Sequence[str], **context: Any) -> Steps[str]:
    """One of some things; where there is but one, nothing is asked."""
    if len(options) == 1:
        return options[0]
    return str((yield Choose(rule, ask, PLAYER, of, tuple(options), context=context)))


def some_of(rule: str, ask: str, of: str, options: Sequence[str], **context: Any) -> Steps[tuple[str, ...]]:
    """Any number of some things, or none."""
    if not options:
        return ()
    chosen = yield Choose(rule, ask, PLAYER, of, tuple(options), 0, len(options), context)
    return tuple(chosen)


def by_chance(rule: str, ask: str, options: Sequence[str]) -> Steps[str]:
    """By lot."""
    if len(options) == 1:
        return options[0]
    return str((yield Draw(rule, ask, PLAYER, tuple(options))))


def number(rule: str, ask: str, least: int = LEAST, most: int = MOST, **context: Any) -> Steps[int]:
    value = {"type": "integer", "minimum": least, "maximum": most}
    form = {
        "type": "object",
        "additionalProperties": False,
        "required": ["value"],
        "properties": {"value": value},
    }
    return int((yield Report(rule, ask, PLAYER, form, context=context))["value"])


def remembered(
    s: State, key: str, known: int | None, rule: str, ask: str, least: int, most: int, **context: Any
) -> Steps[tuple[State, int]]:
    """What the catalogues have, or what was typed before, or what is typed now and kept."""
    if known is not None:
        return s, known
    if key not in s.typed:
        value = yield from number(rule, ask, least, most, **context)
        s = replace(s, typed={**s.typed, key: value})
    return s, int(s.typed[key])


def ground(s: State, hex_: str) -> Steps[tuple[State, str]]:
    """11.0: the terrain of a hex, asked once in a game."""
    if hex_ not in s.terrain:
        kinds = tuple(s.catalog.terrain)
        found = yield Choose("11.0", "terrain", PLAYER, "terrain", kinds, context={"hex": hex_})
        s = replace(s, terrain={**s.terrain, hex_: str(found)})
    return s, s.terrain[hex_]


def cover(s: State, hex_: str) -> Steps[tuple[State, bool]]:
    """11.0: cover is what its terrain says, and any hex with smoke."""
    if s.smoky(hex_):
        return s, True
    s, terrain = yield from ground(s, hex_)
    return s, s.catalog.terrain[terrain].cover


def seen_by(s: State, one: Soldier, others: Sequence[Soldier], ask: str, of: str) -> Steps[tuple[str, ...]]:
    """12.0: whom a man sees of some; the player looks along the line. At night only what is near or lit."""
    there = [each for each in others if s.in_view(one.hex, each.hex)]
    chosen = yield from some_of("12.0", ask, of, [each.id for each in there], who=one.called, hex=one.hex)
    return chosen
