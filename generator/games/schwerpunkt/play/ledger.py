"""7.0-14.0: may an action be done, and what does it cost? Every refusal says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schemas.errors import HorahError

from ..checks.counters import Counter, stack_fault
from ..combat import DIRECT
from ..state import GOOD, ROUT, State, Turn
from ..supply import full_trains
from .forms import cost, late_of, not_indirect

Given = Mapping[str, Any]
Fault = HorahError | None
UNITED = ("move", "fire", "cease", "reform", "build", "supply")  # actions of units


def price(state: State, turn: Turn, given: Given) -> int | None:
    """7.2, 7.3, 8.1: the cost of an action; None where no table tells and nobody has typed it."""
    action = given["action"]
    if action in ("enter", "mission", "done") or (action == "move" and given.get("free")):
        return 0
    if action == "note":
        return int(given.get("cost", 0))
    each = _each(state, given)
    if each is None:
        return None
    row, units = state.catalog.actions[action], given.get("units", ())
    if given.get("beyond"):
        each *= state.figures["beyond_range"]
    many = len(units) if row.per == "unit" and action != "build" else 1
    guests = any(not _organic(state, turn, name) for name in units)
    return each * many + (row.extra if guests else 0)


def _each(state: State, given: Given) -> int | None:
    if "cost" in given:
        return int(given["cost"])
    work = state.battle.works.get(given.get("work", ""))
    if given["action"] == "build" and work is not None and work["cost"] is not None:
        return int(work["cost"])
    return cost(state, given["action"])


def _organic(state: State, turn: Turn, name: str) -> bool:
    unit = state.battle.units.get(name)
    return unit is None or unit.hq == turn.hq


def fault(state: State, turn: Turn, given: Given) -> Fault:
    """The first thing that is wrong with an action; None if it may be done."""
    action = given["action"]
    if action == "done":
        return None
    if action == "enter":
        return None if given.get("arrival") in late_of(state, turn) else HorahError("ACT.no_arrival")
    if action == "mission":
        return _mission(state, turn, given)
    found = _units(state, turn, given) if action in UNITED else None
    if found is None and action in RULES:
        found = RULES[action](state, turn, given)
    if found is not None:
        return found
    due = price(state, turn, given)
    if due is None:
        return HorahError("ACT.cost", action=action)
    return HorahError("ACT.points", cost=due, left=turn.left) if due > turn.left else None


def _mission(state: State, turn: Turn, given: Given) -> Fault:
    """19.2: a mission that was kept, and what it is for."""
    if turn.turned or not state.missions[turn.side]:
        return HorahError("ACT.no_mission")
    if aimed_from_the_air({"use": "interdict", **given}) in turn.shelled:
        return HorahError("ACT.air_twice", hex=given.get("hex"))
    return mission(state, turn.side, {"use": "interdict", **given})


def aimed_from_the_air(given: Given) -> str | None:
    """19.4: a hex is attacked by one mission only."""
    return f"air {given['hex']}" if given.get("use") == "attack" and given.get("hex") else None


def mission(state: State, side: str, given: Given) -> Fault:
    """19.3-19.5: an attack on an installation names it; an interdiction has a hex, and no guns in it.

    How far guns reach is measured on the map.
    """
    use, hex_ = given.get("use"), given.get("hex")
    if use == "installation" and "installation" not in given:
        return HorahError("ACT.bombard")
    if use != "interdict":
        return None
    if not hex_:
        return HorahError("ACT.interdict")
    guns = {each["hex"] for each in state.battle.document["defences"] if each["side"] != side}
    return HorahError("ACT.interdict_guns", hex=hex_) if hex_ in guns else None


def _units(state: State, turn: Turn, given: Given) -> Fault:
    """5.6, 7.3, 7.4, 10.1: one action each; out of range only what is organic; engaged ones only cease."""
    units: Sequence[str] = given.get("units", ())
    if not units:
        return HorahError("ACT.no_units")
    for name in units:
        piece, action = state.pieces[name], given["action"]
        if name in turn.acted:
            return _wrong("acted", state, name)
        if given.get("beyond") and not _organic(state, turn, name):
            return _wrong("beyond", state, name)
        if piece.engaged and action != "cease":
            return _wrong("engaged", state, name)
        if piece.mode == ROUT and action != "reform":
            return _wrong("rout", state, name)
    return None


def _wrong(what: str, state: State, name: str) -> HorahError:
    return HorahError(f"ACT.{what}", unit=state.battle.name(name))


def _move(state: State, turn: Turn, given: Given) -> Fault:
    """3.12.D, 5.4, 8.2, 8.10, 15.5.B, 16.5."""
    units: Sequence[str] = given["units"]
    if given.get("free") and not turn.paid:
        return HorahError("ACT.not_paid")
    if turn.turned and "formation" in given:
        return HorahError("ACT.turned_formation")
    for name in units:
        if not state.catalog.modes[state.pieces[name].mode].moves:
            return _wrong("neutralised", state, name)
        wrong = formed(state, name, given.get("formation"))
        if wrong or (given.get("assault") and not _assaults(state, name, given)):
            return wrong or _wrong("no_assault", state, name)
    burning = [*turn.moved, *burns(state, units, given.get("formation"))]
    few = state.figures["units_without_check"]
    if len(burning) > few and not full_trains(state, turn.hq, "fuel"):
        return HorahError("ACT.fuel", hq=state.battle.name(turn.hq))
    return _stack(state, units, given)


def burns(state: State, units: Sequence[str], formation: str | None) -> tuple[str, ...]:
    """15.5.B: those of the movers that need fuel."""
    found = ((name, state.battle.units.get(name)) for name in units)
    return tuple(
        name for name, unit in found if unit and unit.burns_fuel(formation or state.pieces[name].formation)
    )


def formed(state: State, name: str, formation: str | None) -> Fault:
    """3.6-3.11: formations of its kind; of infantry those of its army."""
    if formation is None:
        return None
    unit = state.battle.units.get(name)
    kind = unit.type if unit else "hq" if name in state.battle.hqs else "train"
    allowed = kind != "infantry" or formation in state.battle.side(state.side_of(name))["formations"]
    if (kind, formation) in state.catalog.formations and allowed:
        return None
    return HorahError("ACT.formation", unit=state.battle.name(name), formation=formation)


def _assaults(state: State, name: str, given: Given) -> bool:
    """8.10: infantry, cavalry and vehicles."""
    unit = state.battle.units.get(name)
    formation = given.get("formation") or state.pieces[name].formation
    return unit is not None and state.catalog.formations[(unit.type, formation)].assault


def _stack(state: State, units: Sequence[str], given: Given) -> Fault:
    """2.1: where hexes are kept, those who end together may stand together."""
    where = given.get("to")
    if where is None or given.get("assault"):
        return None
    side = state.side_of(units[0])
    there = [name for name in state.here(side) if state.pieces[name].hex == where and name not in units]
    moved = [_counter(state, name, where, given.get("formation")) for name in units]
    found = stack_fault(state.catalog, [_counter(state, name, where, None) for name in there] + moved)
    return HorahError(f"STACK.{found[0]}", who=found[1].name, hex=where) if found else None


def _counter(state: State, name: str, where: str, formation: str | None) -> Counter:
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


def _fire(state: State, turn: Turn, given: Given) -> Fault:
    """3.6-3.12, 9.2.C, 9.2.E-F, 15.5.A."""
    units: Sequence[str] = given["units"]
    for name in units:
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or not state.catalog.formations[(unit.type, piece.formation)].fire:
            return _wrong("no_fire", state, name)
        if not state.catalog.modes[piece.mode].fires:
            return _wrong("neutralised", state, name)
    how = given.get("how", DIRECT)
    if aim(given) in turn.shelled:
        return HorahError("ACT.shelled")
    if len({state.pieces[name].hex for name in units} - {None}) > 1:
        return HorahError("ACT.apart")
    if how == "bombard":
        gun = state.battle.units[units[0]]
        if len(units) != 1 or gun.type != "artillery" or "installation" not in given:
            return HorahError("ACT.bombard")
    elif (wrong := not_indirect(state, how, units)) is not None:
        return wrong
    firing = [*turn.fired, *(name for name in units if state.battle.units[name].indirect)]
    if len(firing) > state.figures["units_without_check"] and not full_trains(state, turn.hq, "ammunition"):
        return HorahError("ACT.ammunition", hq=state.battle.name(turn.hq))
    needed = state.battle.document["barrage"]["units"]
    if how == "barrage" and needed is not None and len(units) < needed:
        return HorahError("ACT.barrage", needed=needed)
    return None


def aim(given: Given) -> str | None:
    """9.2.E, 19.4.B: what a shot is aimed at, where it is told: it can be fired on once in an activation."""
    if given.get("how") == "bombard":
        return f"installation {given.get('installation')}"
    found: str | None = given.get("hex")
    return found


def _cease(state: State, _: Turn, given: Given) -> Fault:
    idle = next((name for name in given["units"] if not state.pieces[name].engaged), None)
    return _wrong("not_engaged", state, idle) if idle else None


def _reform(state: State, _: Turn, given: Given) -> Fault:
    """11.4: a disorganised unit does not reform in an enemy zone; 11.1: there must be something to mend."""
    for name in given["units"]:
        piece = state.pieces[name]
        if piece.mode == "disorganised" and name in given.get("in_zone", ()):
            return _wrong("in_zone", state, name)
        if piece.mode == GOOD and not (piece.supply or piece.mechanical):
            return _wrong("sound", state, name)
    return None


def _build(state: State, _: Turn, given: Given) -> Fault:
    """12.2, 12.4: a work of the battle, by units that neither march nor ride."""
    for name in given["units"]:
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or state.catalog.formations[(unit.type, piece.formation)].march:
            return _wrong("no_build", state, name)
        if any(each.unit == name for each in state.works):
            return _wrong("building", state, name)
    work = state.battle.works.get(given.get("work", ""))
    return None if work is not None and work["boxes"] is not None else HorahError("ACT.work")


def _reserve(state: State, turn: Turn, _: Given) -> Fault:
    """13.2, 13.4: a marker that is off the map and not used today; 5.4: no such thing for the enemy."""
    if turn.turned or not state.pool[turn.side]:
        return HorahError("ACT.no_reserve", spent=state.spent[turn.side])
    return None if state.pieces[turn.hq].here else HorahError("ACT.no_reserve", spent=state.spent[turn.side])


def _supply(state: State, turn: Turn, given: Given) -> Fault:
    """14.1, 14.3: empty trains, while there are supply points; units that lack supply."""
    trains = [name for name in given["units"] if name in state.battle.trains]
    for name in given["units"]:
        piece = state.pieces[name]
        if not piece.supply and not (name in trains and not piece.full):
            return _wrong("supplied", state, name)
    points = state.supply_points[state.side_of(turn.hq)]
    if points is not None and len(trains) > points:
        return HorahError("ACT.supply_points", left=points)
    return None


RULES: Mapping[str, Callable[[State, Turn, Given], Fault]] = {
    "move": _move,
    "fire": _fire,
    "cease": _cease,
    "reform": _reform,
    "build": _build,
    "reserve": _reserve,
    "supply": _supply,
}
