"""Companion of a battle on the map: weather, chits, arrivals, attacks by odds and VP, one answer for each.

The players move, draw event chits and take losses on the map; the companion asks for none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.table import EVERYONE, Choose, Draw, Note, Procedure, Report, Roll, Stand

from ..battle import SIDES, opposing_side
from ..combat import Attack, count_dice, list_modifiers, look_up_result, look_up_suspect
from ..rolls import is_rebuilt
from ..settings import DRAWN
from ..victory import list_targets, must_ask_minus
from .actions import update_score
from .activation import fill_cup
from .state import ACTED, HERE, OUT, WAITING, Rules, State
from .turn import announce_arrivals, announce_winner, begin_battle, roll_weather

NEXT, LAST, EXIT, MORE_MINUS, LESS_MINUS = "next", "last", "exit", "minus_more", "minus_less"
ATTACK, TAKE, GONE = "attack", "take", "gone"  # followed by a column, a place or a formation
SEPARATOR = "="
SHOWN_MODIFIERS = 3  # results shown to each side of the modifier, in case a chit was forgotten


def play_companion(rules: Rules) -> Procedure[State]:
    """17.0: accompany a whole battle."""
    state = yield from begin_battle(rules)
    while not state.over:
        state = yield from play_companion_turn(state)
    yield from announce_winner(state)
    return state


def play_companion_turn(state: State) -> Procedure[State]:
    """3.1: weather, then chits and whatever happens until the cup is empty and the turn ends."""
    yield Note("3.0", "gd_turn", state.turn.json())
    state = yield from announce_arrivals(state)
    yield Stand(fill_cup(state))
    state = fill_cup((yield from roll_weather(state)))
    picks = state.battle.document["picks"]["chits"] if state.number == 0 else 0
    last = False
    while True:
        yield Stand(state)
        answer = yield make_companion_prompt(state, picks)
        what, _, of = answer["do"].partition(SEPARATOR)
        if what == NEXT and not state.cup:
            return (yield from _end_turn(state, last=last))
        if what == NEXT:
            state = yield from _draw_chit(state, picking=picks > 0)
            picks -= 1
        elif what == ATTACK:
            yield from _resolve_attack(state, of, answer.get("modifier", 0))
        elif what == TAKE:
            state = yield from _take_place(state, of)
        elif what == GONE:
            state = yield from _remove_formation(state, of)
        elif what == LAST:
            last = True
            yield Note("3.0", "gd_last_turn", {})
        else:
            state = yield from _count(state, what)


def make_companion_prompt(state: State, picks: int) -> Report:
    """Make the prompt for the next thing that happens; ``modifier`` is that of chits and terrain."""
    most = 2 * state.catalog.figures["most_chit"]
    form = {
        "type": "object",
        "additionalProperties": False,
        "required": ["do"],
        "properties": {
            "do": {"enum": list(list_doings(state))},
            "modifier": {"type": "integer", "minimum": -most, "maximum": most},
        },
    }
    context = {"formation": state.active, "left": len(state.cup), "picks": max(picks, 0)}
    return Report("6.0", "companion", EVERYONE, form, context=context)


def list_doings(state: State) -> Iterator[str]:
    """Yield what may happen now."""
    yield NEXT
    yield from (f"{ATTACK}{SEPARATOR}{column}" for column in state.catalog.columns)
    yield from (f"{TAKE}{SEPARATOR}{target}" for target in list_targets(state.battle))
    if state.battle.victory["exit"]:
        yield EXIT
    if must_ask_minus(state.battle):
        yield MORE_MINUS
        if state.minus:
            yield LESS_MINUS
    yield from (
        f"{GONE}{SEPARATOR}{name}"
        for name, formation in state.battle.formations.items()
        if any(state.units[unit.key] == HERE for unit in formation.units)
    )
    if state.battle.last is None:
        yield LAST


def _draw_chit(state: State, *, picking: bool) -> Procedure[State]:
    """3.4, 18.1: draw the next chit; on the first turn one side picks some instead."""
    picker = state.battle.document["picks"]["side"]
    mine = tuple(name for name in state.cup if state.battle.formations[name].side == picker)
    if picking and mine:
        name = yield Choose("6.0", "pick", EVERYONE, "formation", mine)
    elif state.settings.chits == DRAWN:
        name = yield Draw("3.4", "activation", EVERYONE, state.cup)
    else:
        name = yield Choose("3.4", "activation", EVERYONE, "formation", state.cup)
    formation = state.battle.formations[name]
    waiting = [unit.key for unit in formation.units if state.units[unit.key] == WAITING]
    if waiting and formation.entries:
        facts = {"formation": name, "letters": formation.entries, "count": len(waiting)}
        yield Note("4.0", "gd_enters", facts)
    if formation.division:
        yield Note("6.0", "gd_division_chit", {"formation": name})
    return state.change(
        cup=tuple(chit for chit in state.cup if chit != name),
        drawn=(*state.drawn, name),
        active=name,
        acted={**state.acted, name: ACTED},
        units={**state.units, **dict.fromkeys(waiting, HERE)},
    )


def _resolve_attack(state: State, column: str, modifier: int) -> Procedure[None]:
    """10.1: roll an attack at its odds, with what weather and time of day add to the modifier."""
    catalog = state.catalog
    attack = Attack(column, state.turn.slot, state.weather or "", (modifier,))
    changes = list_modifiers(catalog, attack)
    by = sum(change.by for change in changes)
    tokens = tuple(f"{change.cause}:{change.of or change.cause}:{change.by}" for change in changes)
    yield Note("10.1", "gd_modifiers", {"column": column, "changes": tokens, "by": by})
    dice = yield Roll("10.1", "attack_dice", EVERYONE, dice=(6,) * count_dice(catalog, attack))
    total = sum(dice)
    code = look_up_result(catalog, column, total, by)
    yield Note("10.1", "gd_result", {"total": total, "by": by, "result": code})
    doubt = look_up_suspect(catalog, column, total, by)
    if doubt is not None:
        yield Note("10.1", "gd_suspect", {"printed": code, "pattern": doubt})
    others = {
        shift: look_up_result(catalog, column, total, by + shift)
        for shift in range(-SHOWN_MODIFIERS, SHOWN_MODIFIERS + 1)
        if shift
    }
    facts: Mapping[str, Any] = {"others": tuple(f"{by + shift}:{other}" for shift, other in others.items())}
    yield Note("10.1", "gd_other_results", facts)


def _take_place(state: State, target: str) -> Procedure[State]:
    """18.3-21.3: note that the other side has occupied a place; the scoring side takes it first."""
    scoring = state.battle.victory["side"]
    side = opposing_side(scoring) if state.holders.get(target) == scoring else scoring
    rule = state.battle.victory["rule"]
    yield Note(rule, "gd_occupied", {"side": side, "targets": [target]})
    return (yield from update_score(state.change(holders={**state.holders, target: side}), state))


def _remove_formation(state: State, name: str) -> Procedure[State]:
    """3.5: take the chit of a formation that is wiped out out of the cup."""
    yield Note("3.5", "gd_wiped_out", {"formation": name})
    gone = {unit.key: OUT for unit in state.battle.formations[name].units}
    cup = tuple(chit for chit in state.cup if chit != name)
    return state.change(units={**state.units, **gone}, cup=cup)


def _count(state: State, what: str) -> Procedure[State]:
    """18.3-20.3: count a unit that left by a clear road, or a thing that costs VP."""
    if what == EXIT:
        after = state.change(exits_counted=state.exits_counted + 1)
    else:
        after = state.change(minus=max(0, state.minus + (1 if what == MORE_MINUS else -1)))
    return (yield from update_score(after, state))


def _end_turn(state: State, *, last: bool) -> Procedure[State]:
    """3.5, 4.1: roll for replacements after a night and go to the next turn."""
    if state.catalog.slots[state.turn.slot].replacements:
        for side in SIDES:
            if state.battle.document["replacements"][side]:
                (die,) = yield Roll("4.1", "replacement", EVERYONE, dice=(6,))
                rebuilt = is_rebuilt(state.catalog, die, state.weather or "")
                yield Note("4.1", "gd_rebuilds" if rebuilt else "gd_no_rebuild", {"side": side, "die": die})
    ends = state.battle.last is not None and state.turn >= state.battle.last
    if last or ends or state.number + 1 >= state.catalog.figures["most_turns"]:
        return state.change(over=True, active=None)
    return state.change(number=state.number + 1, weather=None, acted={}, drawn=(), active=None)
