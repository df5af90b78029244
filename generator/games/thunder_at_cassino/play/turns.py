"""6: a turn, phase by phase; 11 points; 17 and 18 what comes and goes; 11.4 the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino.model import SIDES, Place, Side
from generator.table import EVERYONE, Choose, Note, Report, Roll, Stand
from generator.table import Procedure as Steps

from ..rules.close import Close, chance, eliminates
from ..rules.scoring import (
    DRAW,
    Held,
    bands_are_printed,
    by_bands,
    by_majority,
    by_net,
    by_threshold,
    due,
    fifth_column,
    flips,
)
from .fights import NO, hand_over, reroll
from .forms import FACTOR, fields, number, one_of, several, yes_no
from .impulses import impulses
from .opening import MOST_OBSERVERS, opening
from .state import LAST_DAYS, OTHER, Result, State, Turn, victory_areas

MOST_POINTS = 20  # of an area
MOST_UNITS = 14  # of a side in an area
DONE = "done"


def play(state: State) -> Steps[State]:
    """The whole play, from its set-up to its result."""
    state = yield from opening(state)
    while state.result is None:
        state = yield from turn(state)
    yield Note("11.4", f"won_{state.result.winner}", {"vp": state.vp})
    state = replace(state, phase="over")
    yield Stand(state)
    return state


def turn(state: State) -> Steps[State]:
    """6.1 to 6.5."""
    state = yield from reinforcements(state)
    state = yield from impulses(state)
    state = yield from close_combat(state)
    state = yield from scoring(state)
    return (yield from end(state))


# 6.1


def reinforcements(state: State) -> Steps[State]:
    """6.1, 17, 18: what the rules and the cards bring at the start of a turn."""
    state = _refreshed(state)
    yield Note("6.1", "turn", {"turn": state.turn, "side": state.advantage})
    if not state.setup.short:
        for event in due(state.catalog, _calendar(state), state.turn):
            if event.when == "start":
                yield Note(event.rule, "event", {"event": event.id})
    yield Stand(state)
    if state.setup.extension and state.turn == state.catalog.figures["variable_turn"]:
        yield from variable(state)
    yield from arrivals(state)
    state = yield from observers_back(state)
    yield Stand(state)
    return state


def _calendar(state: State) -> str:
    """Which part of the calendar holds: that of the campaign, or that of the Last Days."""
    return LAST_DAYS if state.extended or state.setup.victory == "threshold" else "campaign"


def _refreshed(state: State) -> State:
    """9.1, 14.2: everything is ready again; on turn 1 guns are spent as rule 19 has it."""
    spent = state.first_turn_rules and state.settings.reading("allied_guns") == "spent"
    guns = state.catalog.artillery
    batteries = tuple(
        replace(b, used=state.first_turn_rules and (spent or guns[b.gun].side == "german"))
        for b in state.batteries
    )
    return replace(
        state, phase="reinforcements", side=None, batteries=batteries, smoke_used={}, bombed=(), impulse=0
    )


def variable(state: State) -> Steps[None]:
    """17.3: the Allied die of turn 9."""
    (die,) = yield Roll("17.3", "variable", state.seats["allied"], dice=(6,))
    arrives = state.catalog.variable[str(die)]
    if arrives is None:
        yield Note("17.3", "variable_open", {"die": die})
    else:
        yield Note("17.3", "variable", {"die": die, "arrives": arrives})


def arrivals(state: State) -> Steps[None]:
    """17.1, 17.2: the owner's units of this turn, a company by one zone; without them, a reminder."""
    if "no_reinforcements" in state.setup.special:
        return
    for side in SIDES:
        for (_, zones), names in companies(state, side).items():
            zone = zones[0] if zones else None
            if len(zones) > 1:
                context = {"units": names, "side": side}
                zone = yield Choose("17.2", "entry_zone", state.seats[side], "zone", zones, context=context)
            yield Note("17.1", "arrives" if zone else "arrives_somewhere", _arrival(side, names, zone))
    if not listed(state):
        yield Note("17.1", "arrivals_open", {"turn": state.turn})


def _arrival(side: Side, names: list[str], zone: Place | None) -> dict[str, Any]:
    return {"side": side, "units": names} | ({"zone": zone} if zone else {})


Later = tuple[Side, str, str, int, tuple[Place, ...]]  # side, name, company, turn and zones of a unit


def listed(state: State) -> list[Later]:
    """Every unit that comes later, as far as anybody typed it."""
    if state.settings.own is not None and not state.extended:
        units = (unit for unit in state.settings.own["units"] if unit.get("turn") is not None)
        return [
            (u["side"], u["name"], u.get("company") or u["name"], u["turn"], tuple(u.get("zones", ())))
            for u in units
        ]
    found = ((unit, unit.starts[state.part]) for unit in state.catalog.units_in(state.part))
    return [
        (unit.side, unit.id, unit.company or unit.id, start.turn, start.zones)
        for unit, start in found
        if start.turn is not None
    ]


def companies(state: State, side: Side) -> dict[tuple[str, tuple[Place, ...]], list[str]]:
    """17.2: what arrives for a side on this turn: the units of a company together, with their zones."""
    found: dict[tuple[str, tuple[Place, ...]], list[str]] = {}
    for whose, name, company, turn, zones in listed(state):
        if whose == side and turn == state.turn:
            found.setdefault((company, zones), []).append(name)
    return found


def observers_back(state: State) -> Steps[State]:
    """14.3.4: lost observers come back in a zone of their side."""
    waiting = []
    for side, when in state.observers:
        if when > state.turn:
            waiting.append((side, when))
            continue
        zones = tuple(zone.id for zone in state.catalog.zones.values() if zone.side == side)
        open_zones = tuple(zone for zone in zones if state.setup.in_play(zone))
        if not open_zones:
            continue
        context = {"side": side}
        zone = yield Choose("14.3.4", "observer_zone", state.seats[side], "zone", open_zones, context=context)
        yield Note("14.3.4", "observer_back", {"side": side, "zone": zone})
    return replace(state, observers=tuple(waiting))


# 6.3


def close_combat(state: State) -> Steps[State]:
    """9: area by area as the holder says; what is fought out on the table is left out here."""
    state = replace(state, phase="close")
    yield Stand(state)
    areas = [place for place in state.catalog.areas if state.setup.in_play(place)]
    while areas:
        holder = state.advantage
        options = (DONE, *areas)
        context = {"side": holder}
        area = yield Choose("8.4.5", "close_area", state.seats[holder], "close", options, context=context)
        if area == DONE:
            break
        areas.remove(area)
        for side in (OTHER[holder], holder):  # 9.4: the other strikes first
            state = yield from strikes(state, side, area)
        yield Stand(state)
    return state


def strikes(state: State, side: Side, area: Place) -> Steps[State]:
    """9.2-9.7: a side names all its attacks before the first of its dice falls; a unit is in one of them."""
    attacks: list[Close] = []
    while (free := MOST_UNITS - sum(close.units for close in attacks)) > 0:
        given = yield strike_report(state, side, area, free, len(attacks))
        if given["units"] == 0:
            break
        attacks.append(_close(given))
    for place, close in enumerate(attacks, 1):
        facts = {"number": place, "units": close.units, "percent": _percent(state, close)}
        yield Note("9.7", "close_attack", facts)
        state = yield from strike(state, side, area, close)
    return state


def _close(given: Mapping[str, Any]) -> Close:
    return Close(
        given["units"],
        given["attacker"],
        given["target"],
        given.get("armour", False),
        given.get("attack", 0),
        given.get("defence", 0),
    )


def _percent(state: State, close: Close) -> int:
    return round(100 * float(chance(state.catalog, close)))


def strike_report(state: State, side: Side, area: Place, most: int, designated: int) -> Report:
    """Ask for one attack; none where the number of units is 0."""
    form = fields(
        {"units": number(0, most), "attacker": number(0, FACTOR), "target": number(0, FACTOR)},
        {"armour": yes_no(), "attack": number(0, FACTOR), "defence": number(0, FACTOR)},
    )
    example = {"units": 0, "attacker": 0, "target": 0}
    context = {"side": side, "area": area, "example": example, "designated": designated}
    return Report("9.4", "close", state.seats[side], form, None, context)


def strike(state: State, side: Side, area: Place, close: Close) -> Steps[State]:
    """9.7: one die; the advantage may force it again once."""
    again = False
    while True:
        (die,) = yield Roll("9.7", "close_roll", state.seats[side], dice=(6,))
        hit = eliminates(state.catalog, close, die)
        facts = {"area": area, "side": side, "other": OTHER[side]}
        yield Note("9.7", "close_hit" if hit else "close_missed", facts)
        if again or (yield reroll(state, hit=hit)) == NO:
            return state
        state = yield from hand_over(state, "reroll")
        again = True


# 6.4


def scoring(state: State) -> Steps[State]:
    """11.2, 11.3, 11.5: who is alone in which area; which observers were lost; who holds the advantage."""
    state = replace(state, phase="points")
    yield Stand(state)
    given = yield scoring_report(state)
    if given.get("holder", state.advantage) != state.advantage:  # used in close combat on the table
        state = yield from hand_over(state, "reroll")
    held = {area: Held(1, 0) for area in given.get("allied", ())}
    held |= {area: Held(0, 1) for area in given.get("german", ())}
    turned = flips(state.control, held)
    won = fifth_column(
        state.catalog, state.turn, state.fifth, {area: Held(1, 0) for area in given.get("fifth", ())}
    )
    state = yield from turn_over(state, turned)
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


def scoring_report(state: State) -> Report:
    """The areas that may turn, and those of the fifth column; whoever is at hand tells it."""
    counted = state.setup.victory != "majority"
    areas = victory_areas(state) if counted else ()
    fifth: tuple[Place, ...] = ()
    if not state.setup.short and state.turn <= state.catalog.figures["fifth_column_last"]:
        fifth = tuple(area for area in state.catalog.fifth_column_areas if area not in state.fifth)
    options = {
        "allied": tuple(area for area in areas if area not in state.control),
        "german": tuple(area for area in areas if area in state.control),
        "fifth": fifth,
    }
    more: dict[str, Any] = {name: several(found) for name, found in options.items() if found}
    more |= {f"observers_{side}": number(0, MOST_OBSERVERS) for side in SIDES}
    more["holder"] = one_of(SIDES)
    counted_units = state.settings.reading("fifth_column_units") if fifth else ""
    context: dict[str, Any] = {
        "turn": state.turn,
        "holder": state.advantage,
        "fifth_units": counted_units,
        "example": {},
    }
    return Report("11.2", "points", EVERYONE, fields({}, more), None, context)


def turn_over(state: State, turned: Mapping[Place, int]) -> Steps[State]:
    """11.3: control and points; points that no table has are asked once."""
    for area in sorted(turned, key=int):
        if state.value(area) is None:
            typed = yield value_report(area)
            state = replace(state, values={**state.values, area: typed})
        value = state.value(area)
        assert value is not None
        way = turned[area]
        control = state.control | {area} if way > 0 else state.control - {area}
        state = replace(state, control=control, vp=state.vp + way * value, swing=state.swing - way * value)
        yield Note("11.3", "taken" if way > 0 else "retaken", {"area": area, "points": value, "vp": state.vp})
    return state


def value_report(area: Place) -> Report:
    """3.2.5: the points printed on the board."""
    context = {"area": area, "example": 1}
    return Report("3.2.5", "vp_value", EVERYONE, number(1, MOST_POINTS), None, context)


# 6.5


def end(state: State) -> Steps[State]:
    """6.5, 11.4: what leaves, what is paid, and whether it is over."""
    if state.setup.extension and state.turn == state.catalog.figures["mataf_last"]:
        guns = state.catalog.artillery
        if any(guns[b.gun].air for b in state.batteries):
            yield Note("18.3", "air_gone", {})
        state = replace(state, batteries=tuple(b for b in state.batteries if not guns[b.gun].air))
    if state.turn < state.last_turn:
        return replace(state, turn=state.turn + 1)
    if state.setup.victory == "majority":
        return (yield from majority(state))
    if state.setup.victory == "net":
        winner = by_net(max(state.swing, 0), max(-state.swing, 0))
        return replace(state, result=Result(winner, "net"))
    if state.extended or state.setup.victory == "threshold":
        return replace(state, result=Result(by_threshold(state.catalog, state.vp), "threshold"))
    return (yield from ninth_turn(state))


def majority(state: State) -> Steps[State]:
    """Card: combat units of both sides in Castle Hill."""
    form = fields({"allied": number(0, MOST_UNITS), "german": number(0, MOST_UNITS)})
    context = {"example": {"allied": 0, "german": 0}}
    given = yield Report("S.4", "held", EVERYONE, form, None, context)
    winner = by_majority(Held(given["allied"], given["german"]))
    return replace(state, held=dict(given), result=Result(winner, "majority"))


def ninth_turn(state: State) -> Steps[State]:
    """11.4, 20.2: the bid is paid, the track is read; on a draw the Allied player may go on."""
    if state.bid:
        state = replace(state, vp=state.vp + state.bid)
        yield Note("20.2", "bid_paid", {"points": state.bid, "vp": state.vp})
    found = by_bands(state.catalog, state.vp)
    inferred = not bands_are_printed(state.catalog)
    if found != DRAW or not state.setup.extension:
        return replace(state, result=Result(found, "bands", inferred))
    yield Note("11.4", "draw", {"vp": state.vp})
    yield Stand(state)
    options = ("accept", "continue")
    chosen = yield Choose("11.4", "go_on", state.seats["allied"], "go_on", options, context={"vp": state.vp})
    if chosen == "accept":
        return replace(state, result=Result(DRAW, "bands", inferred))
    yield Note("11.4", "goes_on", {"turn": state.turn + 1})
    return replace(state, extended=True, turn=state.turn + 1)
