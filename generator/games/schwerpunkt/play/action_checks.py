"""7.0-14.0: legality and cost of actions. Every refusal has a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schemas.errors import HorahError

from ..battle import opposing_side
from ..checks.counters import Counter, find_stack_fault
from ..combat import DIRECT
from ..hexes import is_surely_beyond, is_surely_within
from ..state import GOOD, ROUT, State, Turn
from ..supply import list_full_trains
from .forms import check_indirect, get_cost, list_late

Given = Mapping[str, Any]
Fault = HorahError | None
UNIT_ACTIONS = ("move", "fire", "cease", "reform", "build", "supply")  # actions of units


def compute_cost(state: State, turn: Turn, given: Given) -> int | None:
    """7.2, 7.3, 8.1: return the cost of an action; None if no table has it and nobody typed it."""
    action = given["action"]
    if action in ("enter", "mission", "done"):
        return 0
    if action == "note":
        return int(given.get("cost", 0))
    row, units = state.catalog.actions[action], given.get("units", ())
    guests = any(not is_organic(state, turn, name) for name in units)
    if action == "move" and given.get("free"):
        return row.extra if guests and not turn.guests_paid else 0
    unit_cost = _get_unit_cost(state, given)
    if unit_cost is None:
        return None
    if any(is_beyond(state, turn, name, given) for name in units):
        unit_cost *= state.figures["beyond_range"]
    count = len(units) if row.per == "unit" and action != "build" else 1
    return unit_cost * count + (row.extra if guests else 0)


def _get_unit_cost(state: State, given: Given) -> int | None:
    if "cost" in given:
        return int(given["cost"])
    work = state.battle.works.get(given.get("work", ""))
    if given["action"] == "build" and work is not None and work["cost"] is not None:
        return int(work["cost"])
    return get_cost(state, given["action"])


def is_organic(state: State, turn: Turn, name: str) -> bool:
    unit = state.battle.units.get(name)
    return unit is None or unit.hq == turn.hq


def is_beyond(state: State, turn: Turn, name: str, given: Given) -> bool:
    """7.3, 3.11.B: tell whether a unit is beyond the range of the headquarters: told, or by known hexes."""
    hq, piece = state.battle.hqs[turn.hq], state.pieces[turn.hq]
    reach = hq.march_range if piece.formation == "march" else hq.range
    measured = reach is not None and is_surely_beyond(piece.hex, state.pieces[name].hex, reach)
    return bool(given.get("beyond")) or measured


def check_action(state: State, turn: Turn, given: Given) -> Fault:
    """Return the first error of an action; None if it is legal."""
    action = given["action"]
    if action == "done":
        return None
    if action == "enter":
        return None if given.get("arrival") in list_late(state, turn) else HorahError("ACT.no_arrival")
    if action == "mission":
        return _check_kept_mission(state, turn, given)
    error = _check_units(state, turn, given) if action in UNIT_ACTIONS else None
    if error is None and action in RULES:
        error = RULES[action](state, turn, given)
    if error is not None:
        return error
    due = compute_cost(state, turn, given)
    if due is None:
        return HorahError("ACT.cost", action=action)
    return HorahError("ACT.points", cost=due, left=turn.left) if due > turn.left else None


def _check_kept_mission(state: State, turn: Turn, given: Given) -> Fault:
    """19.2: check the use of a kept mission."""
    if turn.turned or not state.missions[turn.side]:
        return HorahError("ACT.no_mission")
    if get_air_target({"use": "interdict", **given}) in turn.shelled:
        return HorahError("ACT.air_twice", hex=given.get("hex"))
    return check_mission(state, turn.side, {"use": "interdict", **given})


def get_air_target(given: Given) -> str | None:
    """19.4: return the key of an attacked hex, which only one mission may attack."""
    return f"air {given['hex']}" if given.get("use") == "attack" and given.get("hex") else None


def check_mission(state: State, side: str, given: Given) -> Fault:
    """19.3-19.5: check that an installation is named, and that no guns reach an interdicted hex."""
    use, hex_ = given.get("use"), given.get("hex")
    if use == "installation" and "installation" not in given:
        return HorahError("ACT.bombard")
    if use != "interdict":
        return None
    if not hex_:
        return HorahError("ACT.interdict")
    guns = [row for row in state.battle.document["defences"] if row["side"] != side]
    covered = any(hex_ == row["hex"] or is_surely_within(hex_, row["hex"], row["range"] or 0) for row in guns)
    return HorahError("ACT.interdict_guns", hex=hex_) if covered else None


def _check_units(state: State, turn: Turn, given: Given) -> Fault:
    """5.6, 7.3, 7.4, 10.1: one action each; only organic units out of range; engaged units only cease."""
    units: Sequence[str] = given.get("units", ())
    if not units:
        return HorahError("ACT.no_units")
    for name in units:
        piece, action = state.pieces[name], given["action"]
        if name in turn.acted:
            return _make_error("acted", state, name)
        if is_beyond(state, turn, name, given) and not is_organic(state, turn, name):
            return _make_error("beyond", state, name)
        if piece.engaged and action != "cease":
            return _make_error("engaged", state, name)
        if piece.mode == ROUT and action != "reform":
            return _make_error("rout", state, name)
    return None


def _make_error(what: str, state: State, name: str) -> HorahError:
    return HorahError(f"ACT.{what}", unit=state.battle.name(name))


def _check_move(state: State, turn: Turn, given: Given) -> Fault:
    """3.12.D, 5.4, 8.2, 8.10, 15.5.B, 16.5: check a move."""
    units: Sequence[str] = given["units"]
    hexes = {state.pieces[name].hex for name in units} - {None}
    if len(hexes) > 1:
        return HorahError("ACT.apart_move")
    elsewhere = turn.stack_hex is not None and bool(hexes - {turn.stack_hex})
    if given.get("free") and (not turn.paid or elsewhere):
        return HorahError("ACT.not_paid")
    if turn.turned and "formation" in given:
        return HorahError("ACT.turned_formation")
    for name in units:
        if not state.catalog.modes[state.pieces[name].mode].moves:
            return _make_error("neutralised", state, name)
        wrong = check_formation(state, name, given.get("formation")) or _check_deployed(state, name, given)
        if wrong or (given.get("assault") and not _may_assault(state, name, given)):
            return wrong or _make_error("no_assault", state, name)
    burning = [*turn.moved, *list_burning(state, units, given.get("formation"))]
    few = state.figures["units_without_check"]
    if len(burning) > few and not list_full_trains(state, turn.hq, "fuel"):
        return HorahError("ACT.fuel", hq=state.battle.name(turn.hq))
    return _check_near_enemy(state, units, given) or _check_stack(state, units, given)


def _check_deployed(state: State, name: str, given: Given) -> Fault:
    """3.8.C, 3.11.C, 8.5: a deployed gun or headquarters does not move unless it takes up its march."""
    unit, piece, where = state.battle.units.get(name), state.pieces[name], given.get("to")
    kind = unit.type if unit else "hq" if name in state.battle.hqs else "train"
    paces = [
        state.catalog.formations[(kind, formation)].pace
        for formation in (piece.formation, given.get("formation") or piece.formation)
        if (kind, formation) in state.catalog.formations
    ]
    stays = where is None or where == piece.hex or (unit is not None and unit.deployed_mp is not None)
    return None if stays or any(paces) else _make_error("deployed", state, name)


def _check_near_enemy(state: State, units: Sequence[str], given: Given) -> Fault:
    """2.3.A.i: a headquarters never moves next to an enemy unit."""
    hqs = [name for name in units if name in state.battle.hqs]
    enemies = state.counters_on_map(opposing_side(state.side_of(units[0]))) if hqs else ()
    near = next(
        (name for name in enemies if is_surely_within(given.get("to"), state.pieces[name].hex, 1)), None
    )
    return HorahError("ACT.hq_near", unit=state.battle.name(hqs[0]), hex=given["to"]) if near else None


def list_burning(state: State, units: Sequence[str], formation: str | None) -> tuple[str, ...]:
    """15.5.B: return the moving units that need fuel."""
    movers = ((name, state.battle.units.get(name)) for name in units)
    return tuple(
        name for name, unit in movers if unit and unit.burns_fuel(formation or state.pieces[name].formation)
    )


def check_formation(state: State, name: str, formation: str | None) -> Fault:
    """3.6-3.11: check that the formation is legal for the unit type and, for infantry, its army."""
    if formation is None:
        return None
    unit = state.battle.units.get(name)
    kind = unit.type if unit else "hq" if name in state.battle.hqs else "train"
    allowed = kind != "infantry" or formation in state.battle.side(state.side_of(name))["formations"]
    if (kind, formation) in state.catalog.formations and allowed:
        return None
    return HorahError("ACT.formation", unit=state.battle.name(name), formation=formation)


def _may_assault(state: State, name: str, given: Given) -> bool:
    """8.10: tell whether the unit may assault: infantry, cavalry and vehicles."""
    unit = state.battle.units.get(name)
    formation = given.get("formation") or state.pieces[name].formation
    return unit is not None and state.catalog.formations[(unit.type, formation)].assault


def _check_stack(state: State, units: Sequence[str], given: Given) -> Fault:
    """2.1: check the stack in which the movers end, if hexes are tracked."""
    where = given.get("to")
    if where is None or given.get("assault"):
        return None
    side = state.side_of(units[0])
    there = [
        name for name in state.counters_on_map(side) if state.pieces[name].hex == where and name not in units
    ]
    moved = [_make_counter(state, name, where, given.get("formation")) for name in units]
    stack_error = find_stack_fault(
        state.catalog, [_make_counter(state, name, where, None) for name in there] + moved
    )
    return HorahError(f"STACK.{stack_error[0]}", who=stack_error[1].name, hex=where) if stack_error else None


def _make_counter(state: State, name: str, where: str, formation: str | None) -> Counter:
    battle, unit = state.battle, state.battle.units.get(name)
    kind = "hq" if name in battle.hqs else "train" if name in battle.trains else "unit"
    formed = formation or state.pieces[name].formation
    march = kind != "hq" and state.catalog.formations[(unit.type if unit else kind, formed)].march
    hq = name if kind == "hq" else unit.hq if unit else battle.trains[name].hq
    running = state.pieces[name].mode == ROUT
    sub = unit.sub if unit else None
    return Counter(
        (), name, battle.name(name), state.side_of(name), where, hq, sub, march and not running, kind
    )


def _check_fire(state: State, turn: Turn, given: Given) -> Fault:
    """3.6-3.12, 9.2.C, 9.2.E-F, 15.5.A: check a fire action."""
    units: Sequence[str] = given["units"]
    for name in units:
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or not state.catalog.formations[(unit.type, piece.formation)].fire:
            return _make_error("no_fire", state, name)
        if not state.catalog.modes[piece.mode].fires:
            return _make_error("neutralised", state, name)
    how = given.get("how", DIRECT)
    far = next(
        (name for name in units if how != "bombard" and not reaches(state, name, given.get("hex"))), None
    )
    if far is not None:
        return _make_error("range", state, far)
    if state.night and how == DIRECT:
        dark = state.figures["night_sight"]
        if any(is_surely_beyond(state.pieces[name].hex, given.get("hex"), dark) for name in units):
            return HorahError("ACT.dark", hexes=dark)
    if get_target(given) in turn.shelled:
        return HorahError("ACT.shelled")
    if len({state.pieces[name].hex for name in units} - {None}) > 1:
        return HorahError("ACT.apart")
    if how == "bombard":
        gun = state.battle.units[units[0]]
        if len(units) != 1 or gun.type != "artillery" or "installation" not in given:
            return HorahError("ACT.bombard")
    elif (wrong := check_indirect(state, how, units)) is not None:
        return wrong
    firing = [*turn.fired, *(name for name in units if state.battle.units[name].indirect)]
    if len(firing) > state.figures["units_without_check"] and not list_full_trains(
        state, turn.hq, "ammunition"
    ):
        return HorahError("ACT.ammunition", hq=state.battle.name(turn.hq))
    needed = state.battle.document["barrage"]["units"]
    if how == "barrage" and needed is not None and len(units) < needed:
        return HorahError("ACT.barrage", needed=needed)
    return None


def reaches(state: State, name: str, hex_: str | None) -> bool:
    """9.2.B.iv: tell whether a target may be in a unit's range; without a printed range only the next hex."""
    return not is_surely_beyond(state.pieces[name].hex, hex_, state.battle.units[name].range or 1)


def get_target(given: Given) -> str | None:
    """9.2.E, 19.4.B: return the target if it is named; it can be fired on once in an activation."""
    if given.get("how") == "bombard":
        return f"installation {given.get('installation')}"
    hex_: str | None = given.get("hex")
    return hex_


def _check_cease(state: State, _: Turn, given: Given) -> Fault:
    idle = next((name for name in given["units"] if not state.pieces[name].engaged), None)
    return _make_error("not_engaged", state, idle) if idle else None


def _check_reform(state: State, _: Turn, given: Given) -> Fault:
    """11.1, 11.4: check that there is something to recover; not while disorganised in an enemy zone."""
    for name in given["units"]:
        piece = state.pieces[name]
        if piece.mode == "disorganised" and name in given.get("in_zone", ()):
            return _make_error("in_zone", state, name)
        if piece.mode == GOOD and not (piece.supply or piece.mechanical):
            return _make_error("sound", state, name)
    return None


def _check_build(state: State, _: Turn, given: Given) -> Fault:
    """12.2, 12.4: check the work, and that its units neither march nor ride."""
    for name in given["units"]:
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or state.catalog.formations[(unit.type, piece.formation)].march:
            return _make_error("no_build", state, name)
        if any(building.unit == name for building in state.works):
            return _make_error("building", state, name)
    work = state.battle.works.get(given.get("work", ""))
    return None if work is not None and work["boxes"] is not None else HorahError("ACT.work")


def _check_reserve(state: State, turn: Turn, _: Given) -> Fault:
    """13.2, 13.4: check for a ready reserve marker. 5.4: not for an enemy headquarters."""
    if turn.turned or not state.pool[turn.side]:
        return HorahError("ACT.no_reserve", spent=state.spent[turn.side])
    return (
        None if state.pieces[turn.hq].on_map else HorahError("ACT.no_reserve", spent=state.spent[turn.side])
    )


def _check_supply(state: State, turn: Turn, given: Given) -> Fault:
    """14.1, 14.3: check for empty trains with supply points, or units that lack supply."""
    trains = [name for name in given["units"] if name in state.battle.trains]
    for name in given["units"]:
        piece = state.pieces[name]
        if not piece.supply and not (name in trains and not piece.full):
            return _make_error("supplied", state, name)
    points = state.supply_points[state.side_of(turn.hq)]
    if points is not None and len(trains) > points:
        return HorahError("ACT.supply_points", left=points)
    return None


RULES: Mapping[str, Callable[[State, Turn, Given], Fault]] = {
    "move": _check_move,
    "fire": _check_fire,
    "cease": _check_cease,
    "reform": _check_reform,
    "build": _check_build,
    "reserve": _check_reserve,
    "supply": _check_supply,
}
