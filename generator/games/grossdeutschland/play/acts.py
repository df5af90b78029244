"""What is noted while a formation acts, beside attacks: ground taken, exits, fire, bridges, losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.table import Choose, Note, Procedure, Report, Roll
from schemas.errors import HorahError

from ..battle import other
from ..movement import FOOT, TRACKED, rounded_up
from ..rolls import Barrage, barrage, blown, direct_fire, direct_modifier
from ..settings import AT_EXIT
from ..victory import scores_by_leaving, targets
from .losses import eliminate, listed, spend, targets_of
from .state import BLOWN, BUILDING, LEFT, READY, State

HEX = re.compile(r"[0-9]{4}")
SPOT = re.compile(r"[0-9]{4}(-[0-9]{4})?")
YES_NO = ("yes", "no")
PLACE_FORM = {"type": "string", "maxLength": 9}


def _spot(told: Any) -> HorahError | None:
    """A bridge is named by a hex, or by the two hexes of a hexside."""
    return None if SPOT.fullmatch(told) else HorahError("GD_BAD_SPOT", given=told)


def spot_of(state: State, told: str) -> str:
    """A hexside by its two hexes, whichever was named first: as it is noted already, if it is."""
    turned = "-".join(reversed(told.split("-")))
    return turned if told not in state.bridges and turned in state.bridges else told


def _free(state: State, *taken: str) -> Callable[[Any], HorahError | None]:
    """12.0, 12.1: a bridge that is blown is not blown again, and no pontoon laid where one is."""

    def check(told: Any) -> HorahError | None:
        if wrong := _spot(told):
            return wrong
        place = spot_of(state, told)
        how = state.bridges.get(place)
        return HorahError(f"GD_BRIDGE.{how}", place=place) if how in taken else None

    return check


def _hex(told: Any) -> HorahError | None:
    return None if HEX.fullmatch(told) else HorahError("GD_BAD_HEX", given=told)


def scored(state: State, before: State) -> Procedure[State]:
    """18.3-21.3: the VP of now, where they have changed."""
    points = state.score.total
    if points != before.score.total:
        yield Note(
            state.battle.victory["rule"], "gd_vp", {"side": state.battle.victory["side"], "vp": points}
        )
    return state.change(scored=state.scored or points > 0)


def not_held(state: State, side: str) -> tuple[str, ...]:
    """Places worth VP that a side has not been the last to occupy."""
    return tuple(each for each in targets(state.battle) if state.holders.get(each) != side)


def occupy(state: State, side: str, by: str) -> Procedure[State]:
    """18.3-21.3: the last occupier of places that count."""
    options = not_held(state, side)
    rule = state.battle.victory["rule"]
    taken = yield Choose(
        rule, "occupy", state.seat(by), "target", options, 0, len(options), context={"side": side}
    )
    if taken:
        yield Note(rule, "gd_occupied", {"side": side, "targets": taken})
    after = state.change(holders={**state.holders, **dict.fromkeys(taken, side)})
    return (yield from scored(after, state))


def leave(state: State, side: str) -> Procedure[State]:
    """18.3-20.3: units leave the map; those that are not recon score, if their road is clear."""
    rule = state.battle.victory["rule"]
    options = state.here(side)
    gone = yield Choose(rule, "exit", state.seat(side), "unit", options, 0, len(options))
    if not gone:
        return state
    yield Note(rule, "gd_left", {"side": side, "units": gone})
    riders = {unit: under for unit, under in state.riders.items() if not {unit, under} & set(gone)}
    after = state.change(
        units={**state.units, **dict.fromkeys(gone, LEFT)}, exits=(*state.exits, *gone), riders=riders
    )
    count = any(scores_by_leaving(state.battle, unit) for unit in gone)
    if count and state.settings.roads == AT_EXIT:
        clear = yield Choose(rule, "exit_path", state.seat(other(side)), "yes_no", YES_NO)
        if clear == "yes":
            after = after.change(clear=after.clear.union(gone))
    return (yield from scored(after, state))


def minus(state: State, by: str) -> Procedure[State]:
    """19.3, 20.3: what costs VP, counted on the map."""
    rule = state.battle.victory["rule"]
    most = state.catalog.figures["most_strength"]
    form = {"type": "integer", "minimum": 0, "maximum": most}
    count = yield Report(rule, "minus", state.seat(by), form)
    return (yield from scored(state.change(minus=count), state))


def lose(state: State, side: str, by: str, how: str) -> Procedure[State]:
    """2.3, 11.2, 11.3: steps or counters lost to anything but an attack."""
    options = state.here(side)
    chosen = yield Choose(
        "2.3", how, state.seat(by), "unit", options, 0, len(options), context={"side": side}
    )
    return (yield from (spend if how == "spend" else eliminate)(state, chosen))


def distance_form(state: State, **more: Mapping[str, Any]) -> Mapping[str, Any]:
    far = {"type": "integer", "minimum": 1, "maximum": state.catalog.figures["most_distance"]}
    fields: dict[str, Any] = {"distance": far, **more}
    return {"type": "object", "additionalProperties": False, "required": list(fields), "properties": fields}


def shell(state: State, side: str) -> Procedure[State]:
    """11.2: a barrage by one gun; never with event chits."""
    figures = state.catalog.figures
    reach = state.catalog.slots[state.turn.slot].barrage_reach

    def near(told: Any) -> HorahError | None:
        far = reach is not None and told["distance"] > reach
        return HorahError("GD_TOO_FAR", most=reach, given=told["distance"]) if far else None

    told = yield Report("11.2", "barrage", state.seat(side), distance_form(state), check=near)
    dice = yield Roll("11.2", "barrage_dice", state.seat(side), dice=(6,) * figures["barrage_dice"])
    found = barrage(dice, told["distance"])
    what = "gd_barrage_miss" if not found.hit else f"gd_barrage_{found.steps}"
    yield Note("11.2", what, {"total": sum(dice), "distance": told["distance"]})
    if not found.steps:
        return state
    return (yield from _shelled(state, other(side), found))


def _shelled(state: State, side: str, found: Barrage) -> Procedure[State]:
    """11.2: a pair costs one unit a step, three alike two units; the only one in the hex is eliminated then.

    Never a tracked one, nor one with a bunker or a trench: those lose a step and no more.
    """
    options = targets_of(state, side)
    if not options:
        return state
    most = min(found.steps, len(options))
    context = {"side": side, "steps": found.steps}
    chosen = listed(
        (yield Choose("11.2", "shelled", state.seat(side), "unit", options, 1, most, context=context))
    )
    if found.triple and len(chosen) == 1 and not (yield from _sheltered(state, side, chosen[0])):
        return (yield from eliminate(state, chosen))
    return (yield from spend(state, chosen))


def _sheltered(state: State, side: str, unit: str) -> Procedure[bool]:
    """11.2: is the only unit of a hex one that a single barrage does not eliminate?"""
    if state.unit(unit).kind == TRACKED:
        return True
    told = yield Choose("11.2", "sheltered", state.seat(side), "yes_no", YES_NO, context={"unit": unit})
    return bool(told == "yes")


def may_fire(state: State) -> bool:
    """11.3: direct fire is forbidden at night, in mist and in storm."""
    return direct_modifier(state.catalog, state.weather or "", state.turn.slot, blocking=False) is not None


def fire(state: State, side: str) -> Procedure[State]:
    """11.3, 11.4: direct fire, in one's own activation or as opportunity fire."""
    figures = state.catalog.figures
    form = distance_form(
        state,
        defence={"type": "integer", "minimum": 0, "maximum": figures["most_strength"]},
        blocking={"type": "boolean"},
    )
    told = yield Report("11.3", "fire", state.seat(side), form, context={"side": side})
    by = direct_modifier(state.catalog, state.weather or "", state.turn.slot, blocking=told["blocking"])
    assert by is not None  # it is only offered where it is allowed
    dice = yield Roll("11.3", "fire_dice", state.seat(side), dice=(6,) * figures["direct_dice"])
    shot = direct_fire(dice, by, told["distance"], told["defence"])
    what = "gd_fire_loss" if shot.loss else "gd_fire_pin" if shot.hit else "gd_fire_miss"
    yield Note("11.3", what, {"dice": dice, "by": by, "distance": told["distance"]})
    if not shot.loss:
        return state
    options = targets_of(state, other(side))
    if not options:
        return state
    hit = yield Choose("11.4", "fire_hit", state.seat(side), "unit", options, context={"side": other(side)})
    return (yield from spend(state, [hit]))


def demolish(state: State, side: str) -> Procedure[State]:
    """12.0: a bridge or a pontoon beside an engineer; one die."""
    place = yield Report("12.0", "demolish", state.seat(side), PLACE_FORM, check=_free(state, BLOWN))
    place = spot_of(state, place)
    (die,) = yield Roll("12.0", "demolish_die", state.seat(side), dice=(6,))
    if not blown(state.catalog, die):
        yield Note("12.0", "gd_bridge_stands", {"place": place})
        return state
    yield Note("12.0", "gd_bridge_blown", {"place": place})
    builders = {spot: who for spot, who in state.builders.items() if spot != place}
    return state.change(bridges={**state.bridges, place: BLOWN}, builders=builders)


def pontoon(state: State, side: str) -> Procedure[State]:
    """12.1: a pontoon is begun; it is ready at the end of the turn unless an enemy comes beside it."""
    place = yield Report("12.1", "pontoon", state.seat(side), PLACE_FORM, check=_free(state, READY, BUILDING))
    place = spot_of(state, place)
    yield Note("12.1", "gd_pontoon_begun", {"place": place, "side": side})
    ruins = state.ruins | {place} if state.bridges.get(place) == BLOWN else state.ruins - {place}
    return state.change(
        bridges={**state.bridges, place: BUILDING}, builders={**state.builders, place: side}, ruins=ruins
    )


def clear(state: State, side: str) -> Procedure[State]:
    """16.1: an engineer takes every fortification counter off a hex, for half of its printed movement.

    No enemy stands in the hex or has it in his zone, and the engineer neither is pinned nor fights this turn:
    that the players see on the map.
    """
    options = tuple(unit for unit in state.engineers(side, state.active) if unit not in state.worked)
    unit = yield Choose("16.1", "clear_by", state.seat(side), "unit", options)
    place = yield Report("16.1", "clear", state.seat(side), PLACE_FORM, check=_hex, context={"unit": unit})
    known = state.catalog.counters.get(unit)
    spent = rounded_up(known.move) if known and known.move is not None else None
    key = "gd_cleared" if spent is None else "gd_cleared_for"
    yield Note("16.1", key, {"unit": unit, "place": place, "points": spent})
    return state.change(cleared=(*state.cleared, place), worked=state.worked | {unit})


def carriers(state: State, side: str) -> tuple[str, ...]:
    """9.5: tracked units that carry nobody; those whose class nobody has typed may be."""
    return tuple(
        unit
        for unit in state.here(side)
        if state.unit(unit).kind in (None, TRACKED) and unit not in (*state.riders, *state.riders.values())
    )


def foot(state: State, side: str) -> tuple[str, ...]:
    """9.5: units on foot that do not ride yet."""
    return tuple(
        unit
        for unit in state.here(side)
        if state.unit(unit).kind in (None, FOOT) and unit not in (*state.riders, *state.riders.values())
    )


def may_mount(state: State, side: str) -> tuple[str, ...]:
    """Units on foot for which there is a tracked one."""
    tracked = carriers(state, side)
    return tuple(unit for unit in foot(state, side) if any(other != unit for other in tracked))


def mount(state: State, side: str) -> Procedure[State]:
    """9.5: a foot unit climbs on a tracked one that begins in its hex; each spends a point for it."""
    unit = yield Choose("9.5", "mount", state.seat(side), "unit", may_mount(state, side))
    options = tuple(each for each in carriers(state, side) if each != unit)
    under = yield Choose("9.5", "mount_on", state.seat(side), "unit", options, context={"unit": unit})
    yield Note("9.5", "gd_mounted", {"unit": unit, "under": under})
    return state.change(riders={**state.riders, unit: under})


def dismount(state: State, side: str) -> Procedure[State]:
    """9.5: it climbs down, for a point of each; whoever is pinned is down at once."""
    options = tuple(unit for unit in state.riders if state.unit(unit).side == side)
    unit = yield Choose("9.5", "dismount", state.seat(side), "unit", options)
    yield Note("9.5", "gd_dismounted", {"unit": unit})
    return state.change(riders={each: under for each, under in state.riders.items() if each != unit})


def building(state: State) -> tuple[str, ...]:
    return tuple(place for place, how in state.bridges.items() if how == BUILDING)


def stop_pontoon(state: State, side: str) -> Procedure[State]:
    """12.1: an enemy beside it takes a pontoon under construction off the map."""
    options = building(state)
    place = yield Choose("12.1", "stop_pontoon", state.seat(side), "spot", options)
    yield Note("12.1", "gd_pontoon_gone", {"place": place})
    left = {spot: how for spot, how in state.bridges.items() if spot != place}
    blown_before = place in state.ruins  # what lay under it lies there still
    return state.change(
        bridges={**left, place: BLOWN} if blown_before else left,
        builders={spot: who for spot, who in state.builders.items() if spot != place},
    )


def finish_pontoons(state: State) -> Procedure[State]:
    """3.5, 12.1: what is under construction is ready."""
    for place in building(state):
        yield Note("12.1", "gd_pontoon_ready", {"place": place})
    done = dict.fromkeys(building(state), READY)
    return state.change(bridges={**state.bridges, **done})
