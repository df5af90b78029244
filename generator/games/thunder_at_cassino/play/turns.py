"""6: the phases of a turn; 11 points; 17, 18 reinforcements and withdrawals; 11.4 the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino.model import SIDES, Place, Side
from generator.table import EVERYONE, Choose, Note, Report, Roll, Stand
from generator.table import Procedure as Steps

from ..rules.close_combat import CloseAttack, compute_chance, is_eliminated
from ..rules.scoring import (
    DRAW,
    Held,
    are_bands_printed,
    decide_by_bands,
    decide_by_net,
    decide_by_threshold,
    decide_by_unit_majority,
    find_control_changes,
    find_fifth_column_gains,
    list_due_events,
)
from .combat import NO, make_reroll_prompt, pass_advantage
from .forms import MAX_FACTOR, make_boolean, make_choice, make_list, make_number, make_object
from .impulses import play_impulses
from .setup import MAX_OBSERVERS, set_up
from .state import LAST_DAYS, OPPOSING_SIDE, Result, State, Turn, list_victory_areas

MAX_AREA_POINTS = 20  # maximum points of an area
MAX_AREA_UNITS = 14  # maximum units of a side in an area
DONE = "done"


def play_game(state: State) -> Steps[State]:
    """Play from set-up to result."""
    state = yield from set_up(state)
    while state.result is None:
        state = yield from play_turn(state)
    return (yield from finish_game(state))


def finish_game(state: State) -> Steps[State]:
    """11.4: announce the winner."""
    assert state.result is not None
    yield Note("11.4", f"won_{state.result.winner}", {"vp": state.vp})
    state = replace(state, phase="over")
    yield Stand(state)
    return state


def play_turn(state: State) -> Steps[State]:
    """6.1-6.5: play a turn."""
    state = yield from play_reinforcements(state)
    state = yield from play_impulses(state)
    state = yield from play_close_combat(state)
    state = yield from play_scoring(state)
    return (yield from end_turn(state))


# 6.1


def play_reinforcements(state: State) -> Steps[State]:
    """6.1, 17, 18: apply the rules and cards for the start of a turn."""
    state = _refresh(state)
    yield Note("6.1", "turn", {"turn": state.turn, "side": state.advantage})
    if not state.setup.short:
        for event in list_due_events(state.catalog, _get_calendar_part(state), state.turn):
            if event.when == "start":
                yield Note(event.rule, "event", {"event": event.id})
    yield Stand(state)
    if state.setup.extension and state.turn == state.catalog.figures["variable_turn"]:
        yield from roll_variable_arrival(state)
    yield from note_arrivals(state)
    state = yield from return_observers(state)
    yield Stand(state)
    return state


def _get_calendar_part(state: State) -> str:
    """Return the part of the calendar that applies: campaign or Last Days."""
    return LAST_DAYS if state.extended or state.setup.victory == "threshold" else "campaign"


def _refresh(state: State) -> State:
    """9.1, 14.2: make all units ready again; on turn 1 guns are spent by rule 19."""
    spent = state.first_turn_rules and state.settings.reading("allied_guns") == "spent"
    guns = state.catalog.artillery
    batteries = tuple(
        replace(b, used=state.first_turn_rules and (spent or guns[b.gun].side == "german"))
        for b in state.batteries
    )
    return replace(
        state, phase="reinforcements", side=None, batteries=batteries, smoke_used={}, bombed=(), impulse=0
    )


def roll_variable_arrival(state: State) -> Steps[None]:
    """17.3: roll the Allied die of turn 9."""
    (die,) = yield Roll("17.3", "variable", state.seats["allied"], dice=(6,))
    arrives = state.catalog.variable[str(die)]
    if arrives is None:
        yield Note("17.3", "variable_open", {"die": die})
    else:
        yield Note("17.3", "variable", {"die": die, "arrives": arrives})


def note_arrivals(state: State) -> Steps[None]:
    """17.1, 17.2: note this turn's units, a company by one zone; without data, a reminder."""
    if "no_reinforcements" in state.setup.special:
        return
    for side in SIDES:
        for (_, zones), names in group_arrivals(state, side).items():
            zone = zones[0] if zones else None
            if len(zones) > 1:
                context = {"units": names, "side": side}
                zone = yield Choose("17.2", "entry_zone", state.seats[side], "zone", zones, context=context)
            yield Note(
                "17.1", "arrives" if zone else "arrives_somewhere", _describe_arrival(side, names, zone)
            )
    if not list_later_units(state):
        yield Note("17.1", "arrivals_open", {"turn": state.turn})


def _describe_arrival(side: Side, names: list[str], zone: Place | None) -> dict[str, Any]:
    return {"side": side, "units": names} | ({"zone": zone} if zone else {})


LaterUnit = tuple[Side, str, str, int, tuple[Place, ...]]  # side, name, company, turn and zones of a unit


def list_later_units(state: State) -> list[LaterUnit]:
    """Return every known unit that arrives later."""
    if state.settings.own is not None and not state.extended:
        units = (unit for unit in state.settings.own["units"] if unit.get("turn") is not None)
        return [
            (u["side"], u["name"], u.get("company") or u["name"], u["turn"], tuple(u.get("zones", ())))
            for u in units
        ]
    starts = ((unit, unit.starts[state.part]) for unit in state.catalog.units_in(state.part))
    return [
        (unit.side, unit.id, unit.company or unit.id, start.turn, start.zones)
        for unit, start in starts
        if start.turn is not None
    ]


def group_arrivals(state: State, side: Side) -> dict[tuple[str, tuple[Place, ...]], list[str]]:
    """17.2: return a side's arrivals of this turn: companies with their zones and units."""
    arrivals_: dict[tuple[str, tuple[Place, ...]], list[str]] = {}
    for whose, name, company, turn, zones in list_later_units(state):
        if whose == side and turn == state.turn:
            arrivals_.setdefault((company, zones), []).append(name)
    return arrivals_


def return_observers(state: State) -> Steps[State]:
    """14.3.4: return lost observers in a zone of their side."""
    waiting: list[tuple[Side, int]] = []
    for side, when in state.observers:
        if when > state.turn:
            waiting.append((side, when))
            continue
        zones = tuple(zone.id for zone in state.catalog.zones.values() if zone.side == side)
        open_zones = tuple(zone for zone in zones if state.setup.is_in_play(zone))
        if not open_zones:
            continue
        context = {"side": side}
        zone = yield Choose("14.3.4", "observer_zone", state.seats[side], "zone", open_zones, context=context)
        yield Note("14.3.4", "observer_back", {"side": side, "zone": zone})
    return replace(state, observers=tuple(waiting))


# 6.3


def play_close_combat(state: State) -> Steps[State]:
    """9: fight area by area as the holder chooses; combats fought off the table are skipped."""
    state = replace(state, phase="close")
    yield Stand(state)
    areas = [place for place in state.catalog.areas if state.setup.is_in_play(place)]
    while areas:
        holder = state.advantage
        options = (DONE, *areas)
        context = {"side": holder}
        area = yield Choose("8.4.5", "close_area", state.seats[holder], "close", options, context=context)
        if area == DONE:
            break
        areas.remove(area)
        for side in (OPPOSING_SIDE[holder], holder):  # 9.4: the other side strikes first
            state = yield from play_close_attacks(state, side, area)
        yield Stand(state)
    return state


def play_close_attacks(state: State, side: Side, area: Place) -> Steps[State]:
    """9.2-9.7: ask for all attacks of a side before its first die; a unit is in one of them."""
    attacks: list[CloseAttack] = []
    while (free := MAX_AREA_UNITS - sum(close.units for close in attacks)) > 0:
        given = yield make_close_report(state, side, area, free, len(attacks))
        if given["units"] == 0:
            break
        attacks.append(_make_close(state, given))
    for place, close in enumerate(attacks, 1):
        facts = {"number": place, "units": close.units, "percent": _to_percent(state, close)}
        yield Note("9.7", "close_attack", facts)
        state = yield from roll_close_attack(state, side, area, close)
    return state


def _make_close(state: State, given: Mapping[str, Any]) -> CloseAttack:
    return CloseAttack(
        given["units"],
        given["attacker"],
        given["target"],
        given.get("armour", False),
        given.get("attack", 0),
        given.get("defence", 0),
        signed=state.settings.reading("armour_difference") == "signed",
    )


def _to_percent(state: State, close: CloseAttack) -> int:
    return round(100 * float(compute_chance(state.catalog, close)))


def make_close_report(state: State, side: Side, area: Place, most: int, designated: int) -> Report:
    """Ask for one attack; 0 units means none."""
    form = make_object(
        {
            "units": make_number(0, most),
            "attacker": make_number(0, MAX_FACTOR),
            "target": make_number(0, MAX_FACTOR),
        },
        {
            "armour": make_boolean(),
            "attack": make_number(0, MAX_FACTOR),
            "defence": make_number(0, MAX_FACTOR),
        },
    )
    example = {"units": 0, "attacker": 0, "target": 0}
    context = {"side": side, "area": area, "example": example, "designated": designated}
    return Report("9.4", "close", state.seats[side], form, None, context)


def roll_close_attack(state: State, side: Side, area: Place, close: CloseAttack) -> Steps[State]:
    """9.7: roll one die; the advantage may force one re-roll."""
    again = False
    while True:
        (die,) = yield Roll("9.7", "close_roll", state.seats[side], dice=(6,))
        hit = is_eliminated(state.catalog, close, die)
        facts = {"area": area, "side": side, "other": OPPOSING_SIDE[side]}
        yield Note("9.7", "close_hit" if hit else "close_missed", facts)
        if again or (yield make_reroll_prompt(state, hit=hit)) == NO:
            return state
        state = yield from pass_advantage(state, "reroll")
        again = True


# 6.4


def play_scoring(state: State) -> Steps[State]:
    """11.2, 11.3, 11.5: score areas held alone, record lost observers and the holder of the advantage."""
    state = replace(state, phase="points")
    yield Stand(state)
    given = yield make_scoring_report(state)
    if given.get("holder", state.advantage) != state.advantage:  # used in close combat off the table
        state = yield from pass_advantage(state, "reroll")
    held = {area: Held(1, 0) for area in given.get("allied", ())}
    held |= {area: Held(0, 1) for area in given.get("german", ())}
    turned = find_control_changes(state.control, held)
    won = find_fifth_column_gains(
        state.catalog, state.turn, state.fifth, {area: Held(1, 0) for area in given.get("fifth", ())}
    )
    state = yield from change_control(state, turned)
    points = state.catalog.figures["fifth_column_points"]
    for area in won:
        state = replace(state, fifth=state.fifth | {area}, vp=state.vp + points)
        yield Note("11.5", "fifth", {"area": area, "points": points, "vp": state.vp})
    back = state.turn + state.catalog.figures["observers_return"]
    lost = tuple((side, back) for side in SIDES for _ in range(given.get(f"observers_{side}", 0)))
    taken = tuple(area for area, way in turned.items() if way > 0)
    gone = tuple(area for area, way in turned.items() if way < 0)
    line = Turn(state.turn, state.vp, taken, gone, tuple(won), state.night, state.impulse)
    state = replace(state, observers=(*state.observers, *lost), record=(*state.record, line))
    yield Stand(state)
    return state


def make_scoring_report(state: State) -> Report:
    """Ask for areas that change hands and areas of the fifth column."""
    counted = state.setup.victory != "majority"
    areas = list_victory_areas(state) if counted else ()
    fifth: tuple[Place, ...] = ()
    if not state.setup.short and state.turn <= state.catalog.figures["fifth_column_last"]:
        fifth = tuple(area for area in state.catalog.fifth_column_areas if area not in state.fifth)
    options = {
        "allied": tuple(area for area in areas if area not in state.control),
        "german": tuple(area for area in areas if area in state.control),
        "fifth": fifth,
    }
    more: dict[str, Any] = {name: make_list(names) for name, names in options.items() if names}
    if "no_reinforcements" not in state.setup.special:  # card: nobody comes back
        more |= {f"observers_{side}": make_number(0, MAX_OBSERVERS) for side in SIDES}
    more["holder"] = make_choice(SIDES)
    counted_units = state.settings.reading("fifth_column_units") if fifth else ""
    context: dict[str, Any] = {
        "turn": state.turn,
        "holder": state.advantage,
        "fifth_units": counted_units,
        "example": {},
    }
    return Report("11.2", "points", EVERYONE, make_object({}, more), None, context)


def change_control(state: State, turned: Mapping[Place, int]) -> Steps[State]:
    """11.3: change control and points; ask once for points that no table has."""
    for area in sorted(turned, key=int):
        if state.points_of(area) is None:
            typed = yield make_value_report(area)
            state = replace(state, values={**state.values, area: typed})
        value = state.points_of(area)
        assert value is not None
        way = turned[area]
        control = state.control | {area} if way > 0 else state.control - {area}
        state = replace(state, control=control, vp=state.vp + way * value, swing=state.swing - way * value)
        yield Note("11.3", "taken" if way > 0 else "retaken", {"area": area, "points": value, "vp": state.vp})
    return state


def make_value_report(area: Place) -> Report:
    """3.2.5: ask for the points printed on the board."""
    context = {"area": area, "example": 1}
    return Report("3.2.5", "vp_value", EVERYONE, make_number(1, MAX_AREA_POINTS), None, context)


# 6.5


def end_turn(state: State) -> Steps[State]:
    """6.5, 11.4: remove units, pay the bid, and end the play if it is over."""
    if state.setup.extension and state.turn == state.catalog.figures["mataf_last"]:
        guns = state.catalog.artillery
        if any(guns[b.gun].air for b in state.batteries):
            yield Note("18.3", "air_gone", {})
        state = replace(state, batteries=tuple(b for b in state.batteries if not guns[b.gun].air))
    if state.turn < state.last_turn:
        return replace(state, turn=state.turn + 1)
    if state.setup.victory == "majority":
        return (yield from decide_by_majority(state))
    if state.setup.victory == "net":
        winner = decide_by_net(max(state.swing, 0), max(-state.swing, 0))
        return replace(state, result=Result(winner, "net"))
    if state.extended or state.setup.victory == "threshold":
        return replace(state, result=Result(decide_by_threshold(state.catalog, state.vp), "threshold"))
    return (yield from end_ninth_turn(state))


def decide_by_majority(state: State) -> Steps[State]:
    """Card: compare the combat units of both sides in Castle Hill."""
    form = make_object({"allied": make_number(0, MAX_AREA_UNITS), "german": make_number(0, MAX_AREA_UNITS)})
    context = {"example": {"allied": 0, "german": 0}}
    given = yield Report("S.4", "held", EVERYONE, form, None, context)
    winner = decide_by_unit_majority(Held(given["allied"], given["german"]))
    return replace(state, held=dict(given), result=Result(winner, "majority"))


def end_ninth_turn(state: State) -> Steps[State]:
    """11.4, 20.2: pay the bid and read the track; after a draw the Allied player may continue."""
    if state.bid:
        state = replace(state, vp=state.vp + state.bid)
        yield Note("20.2", "bid_paid", {"points": state.bid, "vp": state.vp})
    outcome = decide_by_bands(state.catalog, state.vp)
    inferred = not are_bands_printed(state.catalog)
    if outcome != DRAW or not state.setup.extension:
        return replace(state, result=Result(outcome, "bands", inferred))
    yield Note("11.4", "draw", {"vp": state.vp})
    yield Stand(state)
    options = ("accept", "continue")
    chosen = yield Choose("11.4", "go_on", state.seats["allied"], "go_on", options, context={"vp": state.vp})
    if chosen == "accept":
        return replace(state, result=Result(DRAW, "bands", inferred))
    yield Note("11.4", "goes_on", {"turn": state.turn + 1})
    return replace(state, extended=True, turn=state.turn + 1)
