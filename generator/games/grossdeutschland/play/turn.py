"""3.1-3.5: the turns of a battle: weather, supply, activations, end of turn; and the winner."""

from __future__ import annotations

from generator.table import EVERYONE, Choose, Note, Procedure, Report, Roll, Stand

from ..battle import SIDES, SLOTS, Turn, name_sky
from ..rolls import find_weather, is_rebuilt
from ..settings import AT_END
from ..victory import must_ask_minus, scores_by_exit
from .actions import YES_NO, ask_minus, finish_pontoons, update_score
from .activation import draw_chits, fill_cup, pick_chits
from .losses import spend
from .state import HERE, Rules, State, make_initial_state

NOBODY = "nobody"
ERSATZ = "Ersatz"


def play_battle(rules: Rules) -> Procedure[State]:
    """17.0: play a whole battle, with the program as referee."""
    state = yield from begin_battle(rules)
    while not state.over:
        state = yield from play_turn(state)
    return (yield from finish_battle(state))


def begin_battle(rules: Rules) -> Procedure[State]:
    """17.0: ask for the first turn if the text lacks it, and make the initial state."""
    first = rules.battle.first
    if first is None:  # 20.0: missing in the rules text; it is on the map
        slot = yield Choose("3.0", "first_slot", EVERYONE, "slot", SLOTS)
        first = Turn(1, SLOTS.index(slot))
    document = rules.battle.document
    yield Note("17.0", "gd_begun", {"battle": str(document.get("battle") or document["title"])})
    return make_initial_state(rules, first)


def play_turn(state: State) -> Procedure[State]:
    """3.1: play the four phases of a turn."""
    yield Note("3.0", "gd_turn", state.turn.json())
    state = yield from announce_arrivals(state)
    yield Stand(fill_cup(state))
    state = yield from roll_weather(state)
    if state.settings.supply:
        state = yield from check_supply(state)
    state = fill_cup(state)
    yield Stand(state)
    if state.number == 0:
        state = yield from pick_chits(state)
    state = yield from draw_chits(state)
    return (yield from end_turn(state))


def announce_arrivals(state: State) -> Procedure[State]:
    """4.0, 21.4: judge conditional arrivals and announce formations that may arrive."""
    for rule in state.battle.document["conditions"]:
        at = Turn(rule["date"], SLOTS.index(rule["slot"]))
        if at == state.turn and state.scored and rule["side"] == state.battle.victory["side"]:
            state = state.change(met=state.met | {rule["id"]})
            yield Note("21.4", "gd_condition_met", {"side": rule["side"]})
        elif at == state.turn:
            yield Note("21.4", "gd_condition_missed", {"side": rule["side"]})
    for name, formation in state.battle.formations.items():
        if formation.arrives == state.turn and state.is_due(name):
            facts = {"formation": name, "letters": formation.entries, "count": len(formation.units)}
            yield Note("4.0", "gd_due", facts)
    return state


def roll_weather(state: State) -> Procedure[State]:
    """14.0: roll one die plus the modifier printed for the turn."""
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
    rolled = find_weather(state.catalog, die, by)
    yield Note("14.0", "gd_weather", {"die": die, "by": by, "weather": name_sky(rolled, state.turn)})
    return state.change(weather=rolled)


def check_supply(state: State) -> Procedure[State]:
    """5.1, 5.2: ask for units without supply: low, then out, then a step lost from the third phase on."""
    for side in SIDES:
        options = state.units_on_map(side)
        if not options:
            continue
        context = {"sources": list_sources(state, side)}
        cut_off = yield Choose(
            "5.1", "supply", state.seat_of(side), "unit", options, 0, len(options), context=context
        )
        failed = {unit: state.supply.get(unit, 0) + 1 for unit in cut_off}
        others = {unit: count for unit, count in state.supply.items() if state.unit(unit).side != side}
        state = state.change(supply={**others, **failed})
        low = [unit for unit, count in failed.items() if count == state.catalog.figures["low"]]
        out = [unit for unit, count in failed.items() if count >= state.catalog.figures["out"]]
        if low:
            yield Note("5.2", "gd_low", {"units": low})
        if out:
            yield Note("5.2", "gd_out", {"units": out})
        starved = [unit for unit, count in failed.items() if count > state.catalog.figures["out"]]
        state = yield from spend(state, starved)
    return state


def list_sources(state: State, side: str) -> dict[str, list[str]]:
    """5.1: return the HQs that supply the units of each formation; without one, one stack is supplied."""
    sources_by_formation: dict[str, list[str]] = {}
    for formation in state.battle.formations_of(side):
        if any(state.units[unit.key] == HERE for unit in formation.units):
            sources_by_formation[formation.key] = list(list_supply_sources(state, formation.key))
    return sources_by_formation


def list_supply_sources(state: State, formation: str) -> tuple[str, ...]:
    """5.1: return the formation's own HQ and the division's HQ."""
    side = state.battle.formations[formation].side
    division = [formation_.key for formation_ in state.battle.formations_of(side) if formation_.division]
    heads = dict.fromkeys([formation, *division])
    return tuple(
        unit.key
        for name in heads
        for unit in state.battle.formations[name].units
        if unit.hq and state.units[unit.key] == HERE
    )


def end_turn(state: State) -> Procedure[State]:
    """3.5: finish pontoons, replace after night, go to the next turn or end."""
    state = yield from finish_pontoons(state)
    if state.catalog.slots[state.turn.slot].replacements:
        for side in SIDES:
            if state.battle.document["replacements"][side]:
                state = yield from roll_replacements(state, side)
    yield Stand(state)
    if (yield from ask_is_last(state)):
        return state.change(over=True)
    return state.change(
        number=state.number + 1, weather=None, acted={}, drawn=(), active=None, fired=frozenset()
    )


def roll_replacements(state: State, side: str) -> Procedure[State]:
    """4.1: roll for replacements; a spent foot unit is rebuilt, without the roll near the Feld Ersatz."""
    (die,) = yield Roll("4.1", "replacement", state.seat_of(side), dice=(6,))
    worked = is_rebuilt(state.catalog, die, state.weather or "")
    yield Note("4.1", "gd_rebuilds" if worked else "gd_no_rebuild", {"side": side, "die": die})
    spent = tuple(
        unit
        for unit in state.units_on_map(side)
        if unit in state.spent and state.unit(unit).kind in (None, "foot") and _is_in_reach(state, unit)
    )
    ersatz = any(
        state.unit(unit).name.endswith(ERSATZ) and unit not in state.supply
        for unit in state.units_on_map(side)
    )
    if not spent or not (worked or ersatz):
        return state
    ask = "rebuild" if worked else "rebuild_ersatz"
    chosen = yield Choose("4.1", ask, state.seat_of(side), "unit", (*spent, NOBODY))
    if chosen == NOBODY:
        return state
    yield Note("4.1", "gd_rebuilt", {"units": [chosen]})
    return state.change(spent=state.spent - {chosen})


def _is_in_reach(state: State, unit: str) -> bool:
    """4.1: tell whether the unit may have a path to an HQ; a unit marked as cut off has none."""
    return unit not in state.supply and bool(list_supply_sources(state, state.unit(unit).formation))


def ask_is_last(state: State) -> Procedure[bool]:
    """3.0: tell whether this is the last turn; ask if the track's end is unknown and all have arrived."""
    last = state.battle.last
    if last is not None:
        return state.turn >= last
    if state.number + 1 >= state.catalog.figures["most_turns"]:
        return True
    latest = state.battle.latest_arrival
    if latest is not None and state.turn < latest:
        return False
    answer = yield Choose("3.0", "last_turn", EVERYONE, "yes_no", YES_NO, context=state.turn.json())
    return bool(answer == "yes")


def finish_battle(state: State) -> Procedure[State]:
    """18.3-21.3: count what scores only at the end, and announce the winner."""
    rule = state.battle.victory["rule"]
    side = state.battle.victory["side"]
    if must_ask_minus(state.battle):
        state = yield from ask_minus(state, side)
    count = [unit for unit in state.exits if scores_by_exit(state.battle, unit)]
    if state.settings.roads == AT_END and count:
        clear = yield Choose(rule, "exit_path", EVERYONE, "yes_no", YES_NO)
        if clear == "yes":
            state = yield from update_score(state.change(clear=frozenset(state.exits)), state)
    yield from announce_winner(state)
    return state


def announce_winner(state: State) -> Procedure[None]:
    """18.3-21.3: announce the winner by VP."""
    won = state.winner
    facts = {"vp": state.score.total, "side": state.battle.victory["side"], "winner": won or ""}
    yield Note(state.battle.victory["rule"], "gd_won" if won else "gd_drawn", facts)
