"""5 set-up: markers, artillery, rubble, first casualties; Allied removal in the Last Days (card)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from catalogs.games.thunder_at_cassino.model import SIDES, Place, Side
from generator.table import Buy, Choose, Note, Roll, Stand, Ware
from generator.table import Procedure as Steps

from ..rules.bombardment import count_casualty_dice, list_casualties, list_rubble_levels
from .state import OPPOSING_SIDE, Battery, Hit, State

MAX_GUNS_PER_KIND = 12  # maximum of one kind; no box holds more
MAX_OBSERVERS = 6


def set_up(state: State) -> Steps[State]:
    """Set up everything before the first turn, in the order of the scenario."""
    state = yield from place_markers(state)
    for side in SIDES:
        state = yield from set_up_artillery(state, side)
    return (yield from place_units(state))


def place_markers(state: State) -> Steps[State]:
    """5.1: place the markers of turn, points, advantage, control and smoke."""
    setup, own = state.setup, state.settings.own or {}
    state = replace(
        state,
        turn=setup.first_turn,
        advantage=setup.advantage,
        vp=setup.vp,
        control=frozenset(setup.control),
        smoke=dict(setup.smoke),
        nights=tuple(own.get("nights", ())),
        fifth=frozenset(own.get("fifth_column", ())),
    )
    facts = {
        "scenario": own.get("title", setup.id),
        "turn": state.turn,
        "side": setup.advantage,
        "vp": setup.vp,
    }
    yield Note("5.1", "begins", facts)
    yield Stand(state)
    return state


def place_units(state: State) -> Steps[State]:
    """5.3-5.6: let both sides set up, then roll rubble and first casualties."""
    setup = state.setup
    alone = setup.victory == "bands"  # 5.4: in the campaign the Allies have nobody on the board
    facts = {"first": setup.first, "second": OPPOSING_SIDE[setup.first]}
    yield Note("5.3", "sets_up_alone" if alone else "sets_up", facts)
    yield from note_card_rules(state)
    stacks: Mapping[Place, int] = {}
    if setup.casualties:
        stacks = yield make_stacks_prompt(state)
    elif setup.rubble_roll:
        yield Choose("5.3", "placed", state.seats["german"], "placed", ("placed",))
    state = yield from set_up_rubble(state)
    yield Stand(state)
    if stacks:
        state = yield from roll_first_casualties(state, stacks)
    if setup.removal:
        state = yield from remove_rubble(state)
    yield Stand(state)
    return state


def note_card_rules(state: State) -> Steps[None]:
    """Card: note fixed units, committed units, and areas closed to retreats."""
    for unit, place in state.setup.fixed:
        yield Note("S.2", "fixed", {"unit": unit, "place": place})
    for name in state.setup.committed:
        kind = "unit" if name in state.catalog.units else "area"
        yield Note("S.3", f"committed_{kind}", {kind: name})
    for side, areas in state.setup.retreat_bans.items():
        if areas:
            yield Note("S.3", "retreat_ban", {"side": side, "areas": list(areas)})


def set_up_artillery(state: State, side: Side) -> Steps[State]:
    """5.2: return a side's artillery: the owner's counters, or as many of each kind as reported."""
    catalog = state.catalog
    typed = [unit for unit in catalog.units_in(state.setup.id, side) if unit.gun]
    kinds = [gun for gun in catalog.artillery.values() if gun.side == side and not gun.air]
    batteries = [Battery(unit.id, unit.gun or "", unit=unit.id) for unit in typed]
    if not any(not catalog.artillery[battery.gun].air for battery in batteries):
        shelf = tuple(Ware(gun.id, 0, {gun.id: 1}) for gun in kinds)
        stock = {gun.id: MAX_GUNS_PER_KIND for gun in kinds}
        counted = yield Buy("5.2", "guns", state.seats[side], "gun", shelf, stock, context={"side": side})
        for gun in kinds:
            batteries += [Battery(f"{gun.id}_{n}", gun.id, n) for n in range(1, counted.get(gun.id, 0) + 1)]
    if state.setup.extension and not any(catalog.artillery[battery.gun].air for battery in batteries):
        batteries += [
            Battery(gun.id, gun.id) for gun in catalog.artillery.values() if gun.air and gun.side == side
        ]
    return replace(state, batteries=(*state.batteries, *batteries))


def set_up_rubble(state: State) -> Steps[State]:
    """5.5: roll one die for each of the twenty areas; 66 and zone E have fixed rubble."""
    catalog, setup = state.catalog, state.setup
    if not setup.rubble_roll:
        return replace(state, rubble=dict(setup.rubble))
    areas = catalog.rubble_areas
    dice = yield Roll("5.5", "rubble", state.seats["allied"], dice=(6,) * len(areas))
    thrown = dict(zip(areas, dice, strict=True))
    levels = {
        area: _get_common_level(list_rubble_levels(catalog, die, catalog.terrain(area)))
        for area, die in thrown.items()
    }
    zones = {zone.id: zone.rubble_fixed for zone in catalog.zones.values() if zone.rubble_fixed}
    fixed = {area.id: area.rubble_fixed for area in catalog.areas.values() if area.rubble_fixed}
    rubble_levels_ = {
        **{area: level for area, level in levels.items() if level != 0},
        **setup.rubble,
        **fixed,
        **zones,
    }
    for level in sorted(catalog.rubble, reverse=True):
        lying = [place for place, have in rubble_levels_.items() if have == level]
        yield Note("5.5", "rubble", {"level": level, "places": lying})
    unknown = [area for area, level in levels.items() if level is None]
    if unknown:
        yield Note("5.5", "rubble_open", {"places": unknown})
    return replace(state, rubble=rubble_levels_, rubble_dice=thrown)


def _get_common_level(levels: Mapping[int, int]) -> int | None:
    """Return the level if all possible terrains give the same."""
    unique = set(levels.values())
    return unique.pop() if len(unique) == 1 else None


def make_stacks_prompt(state: State) -> Buy:
    """5.3: ask for the German units of each town area, before the rubble is rolled."""
    areas, max_units = state.catalog.casualty_areas, state.catalog.figures["setup_units"]
    shelf = tuple(Ware(area, 0, {area: 1}) for area in areas)
    stock = dict.fromkeys(areas, max_units)
    return Buy("5.3", "stacks", state.seats["german"], "area", shelf, stock, context={"most": max_units})


def roll_first_casualties(state: State, stacks: Mapping[Place, int]) -> Steps[State]:
    """5.6: roll a die for every two Germans of a town area, minus its terrain, area by area."""
    catalog, seat = state.catalog, state.seats["german"]
    reading = state.settings.reading("casualty_terrain")
    for area in catalog.casualty_areas:
        if not stacks.get(area):
            continue
        count = count_casualty_dice(catalog, stacks[area])
        dice = yield Roll("5.6", "casualties", state.seats["allied"], dice=(6,) * count)
        points = list_casualties(catalog, dice, catalog.terrain(area), reading)
        yield make_casualty_note(area, points)
        state = replace(state, hits=(*state.hits, Hit(area, stacks[area], tuple(dice))))
        yield Stand(state)
    if not state.hits:
        return state
    numbers = tuple(str(n) for n in range(MAX_OBSERVERS + 1))
    lost = yield Choose("14.3.4", "observers_lost", seat, "number", numbers)
    back = catalog.figures["casualty_observers_turn"]
    return replace(state, observers=(("german", back),) * int(lost))


def make_casualty_note(area: Place, points: Mapping[int, int]) -> Note:
    """Make the note of an area's points; one for each possible terrain if it is unknown."""
    if len(points) == 1:
        return Note("5.6", "casualties", {"area": area, "points": next(iter(points.values()))})
    several = ", ".join(f"+{terrain}: {number}" for terrain, number in points.items())
    return Note("5.6", "casualties_open", {"area": area, "points": several})


def remove_rubble(state: State) -> Steps[State]:
    """Card: let the Allied player remove levels where no Germans are, at least one at the edge."""
    lying = tuple(sorted(state.rubble, key=lambda place: state.catalog.places.index(place)))
    held = yield Choose("S.1", "german_rubble", state.seats["german"], "place", lying, 0, len(lying))
    free = tuple(place for place in lying if place not in held)
    if not free:
        return state
    taken: Mapping[Place, int] = yield make_removal_prompt(state, free)
    if not taken:
        return state
    edge = [p for p in taken if p in state.catalog.areas and state.catalog.areas[p].edge is not False]
    known = [p for p in edge if state.catalog.areas[p].edge]
    if not known and edge:
        yield Note("S.1", "edge_unknown", {"places": edge})
    yield Note("S.1", "removed", {"places": list(taken), "levels": sum(taken.values())})
    left = {
        **state.rubble,
        **{place: _get_remaining_level(state, place, levels) for place, levels in taken.items()},
    }
    cut = {place: levels for place, levels in taken.items() if left[place] is None}
    if cut:
        yield Note("S.1", "removed_open", {"places": list(cut)})
    return replace(state, rubble={p: level for p, level in left.items() if level != 0}, rubble_cut=cut)


def _get_remaining_level(state: State, place: Place, levels: int) -> int | None:
    """Return the remaining rubble of a place; None if it depends on an unknown terrain."""
    have = state.rubble[place]
    if have is not None:
        return max(0, have - levels)
    return _get_common_level(
        {terrain: max(0, level - levels) for terrain, level in _list_possible_levels(state, place).items()}
    )


def _list_possible_levels(state: State, place: Place) -> Mapping[int, int]:
    """5.5: return the levels of a place for each possible terrain."""
    return list_rubble_levels(state.catalog, state.rubble_dice[place], None)


def _get_max_level(state: State, place: Place) -> int:
    """Return the maximum number of levels in a place."""
    have = state.rubble[place]
    return max(_list_possible_levels(state, place).values()) if have is None else have


def make_removal_prompt(state: State, free: tuple[Place, ...]) -> Buy:
    """Make the prompt for five levels, at least one from the edge: inner ones have a smaller stock."""
    catalog, setup = state.catalog, state.setup
    inner = setup.removal - setup.removal_edge

    def ware(place: Place) -> Ware:
        area = catalog.areas.get(place)
        at_edge = area is not None and area.edge is not False
        return Ware(place, 0, {place: 1} if at_edge else {place: 1, "inner": 1})

    stock: dict[str, int | None] = {place: _get_max_level(state, place) for place in free}
    shelf = tuple(ware(place) for place in free)
    context = {"levels": setup.removal, "edge": setup.removal_edge}
    return Buy(
        "S.1", "remove_rubble", state.seats["allied"], "place", shelf, {**stock, "inner": inner},
        most=setup.removal, context=context,
    )  # fmt: skip
