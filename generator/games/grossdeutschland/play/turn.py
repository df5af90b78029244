"""3.1-3.5: a battle turn by turn: weather, supply, activations, end of turn; and who has won."""

from __future__ import annotations

from generator.table import EVERYONE, Choose, Note, Procedure, Report, Roll, Stand

from ..battle import SIDES, SLOTS, Turn
from ..rolls import rebuilds, weather_of
from ..settings import AT_END
from ..victory import asks_minus, scores_by_leaving
from .activation import activations, fill_cup, picks
from .acts import YES_NO, finish_pontoons, minus, scored
from .losses import spend
from .state import HERE, Rules, State, begin

NOBODY = "nobody"
ERSATZ = "Ersatz"


def battle(rules: Rules) -> Procedure[State]:
    """17.0: a whole battle."""
    first = rules.battle.first
    if first is None:  # 20.0: the text has lost it, the map has it
        slot = yield Choose("3.0", "first_slot", EVERYONE, "slot", SLOTS)
        first = Turn(1, SLOTS.index(slot))
    state = begin(rules, first)
    yield Note("17.0", "gd_begun", {"battle": _called(rules)})
    while not state.over:
        state = yield from turn(state)
    return (yield from finish(state))


def _called(rules: Rules) -> str:
    document = rules.battle.document
    return str(document.get("battle") or document["title"])


def turn(state: State) -> Procedure[State]:
    """3.1: the four phases of a turn."""
    yield Note("3.0", "gd_turn", state.turn.json())
    state = yield from arrivals(state)
    yield Stand(fill_cup(state))
    state = yield from weather(state)
    if state.settings.supply:
        state = yield from supply(state)
    state = fill_cup(state)
    yield Stand(state)
    if state.number == 0:
        state = yield from picks(state)
    state = yield from activations(state)
    return (yield from end(state))


def arrivals(state: State) -> Procedure[State]:
    """4.0, 21.4: who may come from this turn on; a condition is judged when its turn begins."""
    for rule in state.battle.document["conditions"]:
        at = Turn(rule["date"], SLOTS.index(rule["slot"]))
        if at == state.turn and state.scored and rule["side"] == state.battle.victory["side"]:
            state = state.change(met=state.met | {rule["id"]})
            yield Note("21.4", "gd_condition_met", {"side": rule["side"]})
        elif at == state.turn:
            yield Note("21.4", "gd_condition_missed", {"side": rule["side"]})
    for name, formation in state.battle.formations.items():
        if formation.arrives == state.turn and state.due(name):
            facts = {"formation": name, "letters": formation.entries, "count": len(formation.units)}
            yield Note("4.0", "gd_due", facts)
    return state


def weather(state: State) -> Procedure[State]:
    """14.0: one die and the modifier that is printed for the turn."""
    typed = state.battle.document["weather"]
    by = typed[state.number] if state.number < len(typed) else None
    if by is None:
        figures = state.catalog.figures
        form = {
            "type": "integer",
            "minimum": figures["least_modifier"],
            "maximum": figures["most_modifier"],
        }
        by = yield Report("14.0", "weather_modifier", EVERYONE, form, context=state.turn.json())
    (die,) = yield Roll("14.0", "weather", EVERYONE, dice=(6,))
    found = weather_of(state.catalog, die, by)
    sky = found if state.turn.slot in SLOTS[:2] or found != "sunny" else "clear"
    yield Note("14.0", "gd_weather", {"die": die, "by": by, "weather": sky})
    return state.change(weather=found)


def supply(state: State) -> Procedure[State]:
    """5.1, 5.2: counters without a path, phase after phase: low, out, and from the third on a step lost."""
    for side in SIDES:
        options = state.here(side)
        if not options:
            continue
        context = {"sources": sources(state, side)}
        cut_off = yield Choose(
            "5.1", "supply", state.seat(side), "unit", options, 0, len(options), context=context
        )
        failed = {unit: state.supply.get(unit, 0) + 1 for unit in cut_off}
        kept = {unit: count for unit, count in state.supply.items() if state.unit(unit).side != side}
        state = state.change(supply={**kept, **failed})
        low = [unit for unit, count in failed.items() if count == state.catalog.figures["low"]]
        out = [unit for unit, count in failed.items() if count >= state.catalog.figures["out"]]
        if low:
            yield Note("5.2", "gd_low", {"units": low})
        if out:
            yield Note("5.2", "gd_out", {"units": out})
        starved = [unit for unit, count in failed.items() if count > state.catalog.figures["out"]]
        state = yield from spend(state, starved)
    return state


def sources(state: State, side: str) -> dict[str, list[str]]:
    """5.1: the HQs to which the counters of each battalion must have a path; none: one stack is supplied."""
    found: dict[str, list[str]] = {}
    for formation in state.battle.of_side(side):
        if any(state.units[unit.key] == HERE for unit in formation.units):
            found[formation.key] = list(supply_sources(state, formation.key))
    return found


def supply_sources(state: State, formation: str) -> tuple[str, ...]:
    """5.1: its own HQ; a division's HQ serves any battalion."""
    side = state.battle.formations[formation].side
    division = [each.key for each in state.battle.of_side(side) if each.division]
    heads = dict.fromkeys([formation, *division])
    return tuple(
        unit.key
        for name in heads
        for unit in state.battle.formations[name].units
        if unit.hq and state.units[unit.key] == HERE
    )


def end(state: State) -> Procedure[State]:
    """3.5: pontoons, replacements after night, and the next turn or the end."""
    state = yield from finish_pontoons(state)
    if state.catalog.slots[state.turn.slot].replacements:
        for side in SIDES:
            if state.battle.document["replacements"][side]:
                state = yield from replacements(state, side)
    yield Stand(state)
    if (yield from is_last(state)):
        return state.change(over=True)
    return state.change(number=state.number + 1, weather=None, acted={}, drawn=(), active=None)


def replacements(state: State, side: str) -> Procedure[State]:
    """4.1: one die each; a spent foot unit is rebuilt. Beside the Feld Ersatz one is without the die."""
    (die,) = yield Roll("4.1", "replacement", state.seat(side), dice=(6,))
    worked = rebuilds(state.catalog, die, state.weather or "")
    yield Note("4.1", "gd_rebuilds" if worked else "gd_no_rebuild", {"side": side, "die": die})
    spent = tuple(
        unit
        for unit in state.here(side)
        if unit in state.spent and state.unit(unit).kind in (None, "foot") and _reached(state, unit)
    )
    ersatz = any(
        state.unit(unit).name.endswith(ERSATZ) and unit not in state.supply for unit in state.here(side)
    )
    if not spent or not (worked or ersatz):
        return state
    ask = "rebuild" if worked else "rebuild_ersatz"
    chosen = yield Choose("4.1", ask, state.seat(side), "unit", (*spent, NOBODY))
    if chosen == NOBODY:
        return state
    yield Note("4.1", "gd_rebuilt", {"units": [chosen]})
    return state.change(spent=state.spent - {chosen})


def _reached(state: State, unit: str) -> bool:
    """4.1: has it an HQ to which it could have a path? One that is marked as cut off has none."""
    return unit not in state.supply and bool(supply_sources(state, state.unit(unit).formation))


def is_last(state: State) -> Procedure[bool]:
    """3.0: the turn track says; where nobody has typed its end, the players do, once all have arrived."""
    last = state.battle.last
    if last is not None:
        return state.turn >= last
    if state.number + 1 >= state.catalog.figures["most_turns"]:
        return True
    latest = state.battle.latest_arrival
    if latest is not None and state.turn < latest:
        return False
    told = yield Choose("3.0", "last_turn", EVERYONE, "yes_no", YES_NO, context=state.turn.json())
    return bool(told == "yes")


def finish(state: State) -> Procedure[State]:
    """18.3-21.3: what is only counted at the end, and the winner."""
    rule = state.battle.victory["rule"]
    side = state.battle.victory["side"]
    if asks_minus(state.battle):
        state = yield from minus(state, side)
    count = [unit for unit in state.exits if scores_by_leaving(state.battle, unit)]
    if state.settings.roads == AT_END and count:
        clear = yield Choose(rule, "exit_path", EVERYONE, "yes_no", YES_NO)
        if clear == "yes":
            state = yield from scored(state.change(clear=frozenset(state.exits)), state)
    won = state.winner
    facts = {"vp": state.score.total, "side": side, "winner": won or ""}
    yield Note(rule, "gd_won" if won else "gd_drawn", facts)
    return state
