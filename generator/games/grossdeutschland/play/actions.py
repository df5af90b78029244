"""Actions of an active formation besides attacks: occupation, exits, fire, bridges, losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.table import Choose, Note, Procedure, Report, Roll
from schemas.errors import HorahError

from ..battle import opposing_side
from ..movement import FOOT, TRACKED, halve_up
from ..rolls import Barrage, get_direct_modifier, is_blown, resolve_barrage, resolve_direct_fire
from ..settings import AT_EXIT
from ..victory import list_targets, scores_by_exit
from .losses import as_list, choose_single_loss, eliminate, list_hittable, spend
from .state import AWAY, BLOWN, BUILDING, HERE, LEFT, READY, State

HEX_PATTERN = re.compile(r"[0-9]{4}")
BRIDGE_PATTERN = re.compile(r"[0-9]{4}(-[0-9]{4})?")
YES_NO = ("yes", "no")
PLACE_FORM = {"type": "string", "maxLength": 9}


def _check_spot(given: Any) -> HorahError | None:
    """Check that a bridge is named by a hex or by the two hexes of a hexside."""
    return None if BRIDGE_PATTERN.fullmatch(given) else HorahError("GD_BAD_SPOT", given=given)


def resolve_spot(state: State, given: str) -> str:
    """Return the hexside as already noted, whichever of its two hexes comes first."""
    turned = "-".join(reversed(given.split("-")))
    return turned if given not in state.bridges and turned in state.bridges else given


def _make_bridge_check(state: State, *taken: str) -> Callable[[Any], HorahError | None]:
    """12.0, 12.1: check that the bridge is not in one of the ``taken`` states."""

    def check(given: Any) -> HorahError | None:
        if wrong := _check_spot(given):
            return wrong
        place = resolve_spot(state, given)
        how = state.bridges.get(place)
        return HorahError(f"GD_BRIDGE.{how}", place=place) if how in taken else None

    return check


def _check_hex(given: Any) -> HorahError | None:
    return None if HEX_PATTERN.fullmatch(given) else HorahError("GD_BAD_HEX", given=given)


def update_score(state: State, before: State) -> Procedure[State]:
    """18.3-21.3: note the VP if they have changed."""
    points = state.score.total
    if points != before.score.total:
        yield Note(
            state.battle.victory["rule"], "gd_vp", {"side": state.battle.victory["side"], "vp": points}
        )
    return state.change(scored=state.scored or points > 0)


def list_not_held(state: State, side: str) -> tuple[str, ...]:
    """Return the scoring places that the side was not the last to occupy."""
    return tuple(target for target in list_targets(state.battle) if state.holders.get(target) != side)


def occupy(state: State, side: str, by: str) -> Procedure[State]:
    """18.3-21.3: record the last occupier of scoring places."""
    options = list_not_held(state, side)
    rule = state.battle.victory["rule"]
    taken = yield Choose(
        rule, "occupy", state.seat_of(by), "target", options, 0, len(options), context={"side": side}
    )
    if taken:
        yield Note(rule, "gd_occupied", {"side": side, "targets": taken})
    after = state.change(holders={**state.holders, **dict.fromkeys(taken, side)})
    return (yield from update_score(after, state))


def exit_map(state: State, side: str) -> Procedure[State]:
    """18.3-20.3: let units leave the map; units other than recon score if their road is clear."""
    rule = state.battle.victory["rule"]
    options = state.units_on_map(side)
    gone = yield Choose(rule, "exit", state.seat_of(side), "unit", options, 0, len(options))
    if not gone:
        return state
    yield Note(rule, "gd_left", {"side": side, "units": gone})
    riders = {unit: under for unit, under in state.riders.items() if not {unit, under} & set(gone)}
    after = state.change(
        units={**state.units, **dict.fromkeys(gone, LEFT)}, exits=(*state.exits, *gone), riders=riders
    )
    count = any(scores_by_exit(state.battle, unit) for unit in gone)
    if count and state.settings.roads == AT_EXIT:
        clear = yield Choose(rule, "exit_path", state.seat_of(opposing_side(side)), "yes_no", YES_NO)
        if clear == "yes":
            after = after.change(clear=after.clear.union(gone))
    return (yield from update_score(after, state))


def ask_minus(state: State, by: str) -> Procedure[State]:
    """19.3, 20.3: ask for the number of things that cost VP, counted on the map."""
    rule = state.battle.victory["rule"]
    max_count = state.catalog.figures["most_strength"]
    form = {"type": "integer", "minimum": 0, "maximum": max_count}
    count = yield Report(rule, "minus", state.seat_of(by), form)
    return (yield from update_score(state.change(minus=count), state))


def record_losses(state: State, side: str, by: str, how: str) -> Procedure[State]:
    """2.3, 11.2, 11.3: record steps or counters lost outside attacks."""
    options = state.units_on_map(side)
    chosen = yield Choose(
        "2.3", how, state.seat_of(by), "unit", options, 0, len(options), context={"side": side}
    )
    return (yield from (spend if how == "spend" else eliminate)(state, chosen))


def make_distance_form(state: State, **more: Mapping[str, Any]) -> Mapping[str, Any]:
    far = {"type": "integer", "minimum": 1, "maximum": state.catalog.figures["most_distance"]}
    fields: dict[str, Any] = {"distance": far, **more}
    return {"type": "object", "additionalProperties": False, "required": list(fields), "properties": fields}


def list_ready_guns(state: State, formation: str | None) -> tuple[str, ...]:
    """10.2, 11.2: return the artillery units of a formation that have not fired this turn."""
    units = state.battle.formations[formation].units if formation else ()
    return tuple(
        unit.key
        for unit in units
        if unit.artillery and state.units[unit.key] in (HERE, AWAY) and unit.key not in state.fired
    )


def fire_barrage(state: State, side: str) -> Procedure[State]:
    """11.2: resolve a barrage by one gun, which fires once a turn; event chits do not apply."""
    figures = state.catalog.figures
    guns = list_ready_guns(state, state.active)
    gun = guns[0]
    if len(guns) > 1:
        gun = yield Choose("11.2", "barrage_by", state.seat_of(side), "unit", guns)
    state = state.change(fired=state.fired | {gun})
    reach = state.catalog.slots[state.turn.slot].barrage_reach

    def near(answer: Any) -> HorahError | None:
        far = reach is not None and answer["distance"] > reach
        return HorahError("GD_TOO_FAR", most=reach, given=answer["distance"]) if far else None

    answer = yield Report("11.2", "barrage", state.seat_of(side), make_distance_form(state), check=near)
    dice = yield Roll("11.2", "barrage_dice", state.seat_of(side), dice=(6,) * figures["barrage_dice"])
    result = resolve_barrage(dice, answer["distance"])
    what = "gd_barrage_miss" if not result.hit else f"gd_barrage_{result.steps}"
    yield Note("11.2", what, {"total": sum(dice), "distance": answer["distance"]})
    if not result.steps:
        return state
    return (yield from _apply_barrage(state, opposing_side(side), result))


def _apply_barrage(state: State, side: str, result: Barrage) -> Procedure[State]:
    """11.2: a pair costs one unit a step, a triple two units; a triple eliminates a lone unit.

    A tracked unit, or one with a bunker or trench, loses only a step.
    """
    options = list_hittable(state, side)
    if not options:
        return state
    max_units = min(result.steps, len(options))
    context = {"side": side, "steps": result.steps}
    chosen = as_list(
        (yield Choose("11.2", "shelled", state.seat_of(side), "unit", options, 1, max_units, context=context))
    )
    if result.triple and len(chosen) == 1 and not (yield from _ask_sheltered(state, side, chosen[0])):
        return (yield from eliminate(state, chosen))
    return (yield from spend(state, chosen))


def _ask_sheltered(state: State, side: str, unit: str) -> Procedure[bool]:
    """11.2: tell whether a lone unit is protected from elimination by a barrage."""
    if state.unit(unit).kind == TRACKED:
        return True
    answer = yield Choose("11.2", "sheltered", state.seat_of(side), "yes_no", YES_NO, context={"unit": unit})
    return bool(answer == "yes")


def is_fire_allowed(state: State) -> bool:
    """11.3: direct fire is forbidden at night, in mist and in storm."""
    return (
        get_direct_modifier(state.catalog, state.weather or "", state.turn.slot, blocking=False) is not None
    )


def fire_direct(state: State, side: str) -> Procedure[State]:
    """11.3, 11.4: resolve direct fire, in the side's own activation or as opportunity fire."""
    figures = state.catalog.figures
    form = make_distance_form(
        state,
        defence={"type": "integer", "minimum": 0, "maximum": figures["most_strength"]},
        blocking={"type": "boolean"},
    )
    answer = yield Report("11.3", "fire", state.seat_of(side), form, context={"side": side})
    by = get_direct_modifier(state.catalog, state.weather or "", state.turn.slot, blocking=answer["blocking"])
    assert by is not None  # only offered where it is allowed
    dice = yield Roll("11.3", "fire_dice", state.seat_of(side), dice=(6,) * figures["direct_dice"])
    shot = resolve_direct_fire(dice, by, answer["distance"], answer["defence"])
    what = "gd_fire_loss" if shot.loss else "gd_fire_pin" if shot.hit else "gd_fire_miss"
    yield Note("11.3", what, {"dice": dice, "by": by, "distance": answer["distance"]})
    if not shot.loss:
        return state
    options = list_hittable(state, opposing_side(side))
    if not options:
        return state
    context = {"side": opposing_side(side)}
    hit = yield from choose_single_loss(state, "11.4", "fire_hit", side, options, context)
    return (yield from spend(state, [hit]))


def demolish(state: State, side: str) -> Procedure[State]:
    """12.0: try to blow a bridge or pontoon next to an engineer with one die."""
    place = yield Report(
        "12.0", "demolish", state.seat_of(side), PLACE_FORM, check=_make_bridge_check(state, BLOWN)
    )
    place = resolve_spot(state, place)
    (die,) = yield Roll("12.0", "demolish_die", state.seat_of(side), dice=(6,))
    if not is_blown(state.catalog, die):
        yield Note("12.0", "gd_bridge_stands", {"place": place})
        return state
    yield Note("12.0", "gd_bridge_blown", {"place": place})
    builders = {spot: who for spot, who in state.builders.items() if spot != place}
    return state.change(bridges={**state.bridges, place: BLOWN}, builders=builders)


def begin_pontoon(state: State, side: str) -> Procedure[State]:
    """12.1: begin a pontoon; it is ready at the end of the turn unless an enemy comes next to it."""
    place = yield Report(
        "12.1", "pontoon", state.seat_of(side), PLACE_FORM, check=_make_bridge_check(state, READY, BUILDING)
    )
    place = resolve_spot(state, place)
    yield Note("12.1", "gd_pontoon_begun", {"place": place, "side": side})
    ruins = state.ruins | {place} if state.bridges.get(place) == BLOWN else state.ruins - {place}
    return state.change(
        bridges={**state.bridges, place: BUILDING}, builders={**state.builders, place: side}, ruins=ruins
    )


def clear_fortifications(state: State, side: str) -> Procedure[State]:
    """16.1: let an engineer remove every fortification from a hex for half its printed movement.

    Players check on the map that no enemy is in or controls the hex, and that the engineer is not pinned and
    does not fight this turn.
    """
    options = tuple(unit for unit in state.engineers(side, state.active) if unit not in state.worked)
    unit = yield Choose("16.1", "clear_by", state.seat_of(side), "unit", options)
    place = yield Report(
        "16.1", "clear", state.seat_of(side), PLACE_FORM, check=_check_hex, context={"unit": unit}
    )
    known = state.catalog.counters.get(unit)
    spent = halve_up(known.move) if known and known.move is not None else None
    key = "gd_cleared" if spent is None else "gd_cleared_for"
    yield Note("16.1", key, {"unit": unit, "place": place, "points": spent})
    return state.change(cleared=(*state.cleared, place), worked=state.worked | {unit})


def list_carriers(state: State, side: str) -> tuple[str, ...]:
    """9.5: return tracked units that carry nobody; units of unknown class may be tracked."""
    return tuple(
        unit
        for unit in state.units_on_map(side)
        if state.unit(unit).kind in (None, TRACKED) and unit not in (*state.riders, *state.riders.values())
    )


def list_foot_units(state: State, side: str) -> tuple[str, ...]:
    """9.5: return units on foot that do not ride."""
    return tuple(
        unit
        for unit in state.units_on_map(side)
        if state.unit(unit).kind in (None, FOOT) and unit not in (*state.riders, *state.riders.values())
    )


def list_mountable(state: State, side: str) -> tuple[str, ...]:
    """Return units on foot for which a carrier exists."""
    tracked = list_carriers(state, side)
    return tuple(unit for unit in list_foot_units(state, side) if any(other != unit for other in tracked))


def mount(state: State, side: str) -> Procedure[State]:
    """9.5: mount a foot unit on a tracked one in the same hex; each spends a movement point."""
    unit = yield Choose("9.5", "mount", state.seat_of(side), "unit", list_mountable(state, side))
    options = tuple(carrier for carrier in list_carriers(state, side) if carrier != unit)
    under = yield Choose("9.5", "mount_on", state.seat_of(side), "unit", options, context={"unit": unit})
    yield Note("9.5", "gd_mounted", {"unit": unit, "under": under})
    return state.change(riders={**state.riders, unit: under})


def dismount(state: State, side: str) -> Procedure[State]:
    """9.5: dismount, for a movement point each; a pinned unit dismounts at once."""
    options = tuple(unit for unit in state.riders if state.unit(unit).side == side)
    unit = yield Choose("9.5", "dismount", state.seat_of(side), "unit", options)
    yield Note("9.5", "gd_dismounted", {"unit": unit})
    return state.change(riders={rider: under for rider, under in state.riders.items() if rider != unit})


def list_building(state: State) -> tuple[str, ...]:
    return tuple(place for place, how in state.bridges.items() if how == BUILDING)


def stop_pontoon(state: State, side: str) -> Procedure[State]:
    """12.1: an adjacent enemy removes a pontoon under construction."""
    options = list_building(state)
    place = yield Choose("12.1", "stop_pontoon", state.seat_of(side), "spot", options)
    yield Note("12.1", "gd_pontoon_gone", {"place": place})
    left = {spot: how for spot, how in state.bridges.items() if spot != place}
    blown_before = place in state.ruins  # the blown bridge under it remains
    return state.change(
        bridges={**left, place: BLOWN} if blown_before else left,
        builders={spot: who for spot, who in state.builders.items() if spot != place},
    )


def finish_pontoons(state: State) -> Procedure[State]:
    """3.5, 12.1: finish the pontoons under construction."""
    for place in list_building(state):
        yield Note("12.1", "gd_pontoon_ready", {"place": place})
    done = dict.fromkeys(list_building(state), READY)
    return state.change(bridges={**state.bridges, **done})
