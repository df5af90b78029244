"""7.0-15.0: an activated headquarters spends its points, and its trains are tried at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from ..battle import other
from ..changes import cease, disorganise, leaves, run, shake
from ..combat import BARRAGE, DIRECT, Shot
from ..state import DISORGANISED, GOOD, NEUTRALISED, ROUT, Building, State, Turn
from ..supply import full_trains, used_up
from . import fight, forms
from .air import fly
from .cohesion import checks, passes, told, worsen
from .due import enter
from .ledger import aim, aimed_from_the_air, burns, fault, price
from .say import by_name, die, names, tell

Given = dict[str, Any]
MOST_ACTS = 300  # in one activation
PRESSED = ("cease", "reform", "build", "supply")  # 3.6.D, besides what moves and fires


def spend(state: State, turn: Turn, resolve: bool) -> Steps[State]:
    """7.1-7.4: one action after the other until the points are spent or left; then 15.5.A-B."""
    state = replace(state, turn=turn)
    yield Stand(state)
    for _ in range(MOST_ACTS):
        turn = _turn(state)
        if turn.left <= 0 and not turn.paid and not _free_things(state, turn):
            break
        given = yield from _ask(state, turn, resolve)
        if given["action"] == "done":
            break
        state = yield from act(state, given, resolve)
        yield Stand(state)
    state = yield from _tried(state, "ammunition", _turn(state).fired)
    yield Stand(state)
    state = yield from _tried(state, "fuel", _turn(state).moved)
    return replace(state, turn=None)


def _free_things(state: State, turn: Turn) -> bool:
    """Is there anything to do that costs nothing?"""
    return bool(forms.late_of(state, turn) or (not turn.turned and state.missions[turn.side]))


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _ask(state: State, turn: Turn, resolve: bool) -> Steps[Given]:
    form, context = forms.action(state, turn, resolve)
    answer = yield Report(
        "7.2", "act", turn.side, form, lambda given: fault(state, turn, given), context, secret=True
    )
    return dict(answer)


def act(state: State, given: Given, resolve: bool) -> Steps[State]:
    """One action: paid, told, done."""
    turn, action = _turn(state), given["action"]
    due = price(state, turn, given) or 0
    units = tuple(given.get("units", ()))
    facts = {
        "who": turn.side,
        "action": action,
        "cost": due,
        "left": turn.left - due,
        "count": len(units),
        "hex": given.get("to") or given.get("hex") or "-",
        "text": given.get("text", ""),
    }
    yield Note(_rule(state, action), _public(action, units), facts)
    after = replace(turn, left=turn.left - due, acted=turn.acted | set(units), paid=action == "move")
    state = replace(state, turn=after)
    if action in PRESSED:
        left = yield from _pressed(state, given)
        if not left:
            return state
        given = {**given, "units": list(left)}
    if action in DONE:
        state = yield from DONE[action](state, given, resolve)
    return state


def _rule(state: State, action: str) -> str:
    return state.catalog.actions[action].rule if action in state.catalog.actions else "7.2"


def _public(action: str, units: tuple[str, ...]) -> str:
    """2.2: the enemy sees that something is done, not what lies in the stack."""
    if action in ("note", "enter", "mission"):
        return f"act_{action}"
    return "act_units" if units else "act"


# 8.0, 16.0, 18.2


def _move(state: State, given: Given, resolve: bool) -> Steps[State]:
    units = yield from _pressed(state, given)
    state, units = yield from _in_the_dark(state, units, given)
    if not units:
        return state
    turn = _turn(state)
    moved = (*turn.moved, *burns(state, units, given.get("formation")))
    state = replace(state, turn=replace(turn, moved=moved))
    for name in units:
        state, notes = leaves(state, name)
        yield from tell(state, notes, quiet=True)
        if "formation" in given:
            state = state.put(name, formation=given["formation"])
        if "to" in given:
            state = state.put(name, hex=given["to"])
    went = units
    state, units = yield from _barraged(state, given, units, resolve)
    if units:
        state, units = yield from _interdicted(state, given, units, resolve)
    if units and resolve and (given.get("zone") or given.get("assault")):
        state, _ = yield from fight.reaction(state, other(state.side_of(units[0])), units)
        units = tuple(name for name in units if state.pieces[name].here)
    able = tuple(name for name in units if _can_storm(state, name))
    if given.get("assault") and able and resolve:
        lead = given.get("lead") if given.get("lead") in able else able[0]
        state = yield from fight.storm(state, turn.side, {**given, "units": list(able), "lead": lead})
        state = yield from fight.short(state, given.get("unsupplied", ()), able)
    elif given.get("assault"):
        for name in able:
            state, notes = disorganise(state, name)
            yield from tell(state, notes)
        state = yield from _told_of_hqs(state, able)
    return (yield from _reliable(state, given, went))


def _told_of_hqs(state: State, stormed: tuple[str, ...]) -> Steps[State]:
    """2.3.A.iv: of an assault fought beside the table its defender tells which headquarters lost it."""
    if not stormed:
        return state
    seat = other(state.side_of(stormed[0]))
    hqs = tuple(name for name in state.here(seat) if name in state.battle.hqs)
    if not hqs:
        return state
    context = {"names": by_name(state, hqs)}
    lost = yield Choose("2.3.A.iv", "hq_lost", seat, "hq", hqs, 0, len(hqs), context)
    for name in lost:
        state, notes = shake(state, name)
        yield from tell(state, notes)
    return state


def _barraged(
    state: State, given: Given, units: tuple[str, ...], resolve: bool
) -> Steps[tuple[State, tuple[str, ...]]]:
    """9.4.B: a barrage strikes whoever enters its hex, friend or foe, unless he is armoured."""
    markers = [each for each in state.barrages if each.hex]
    if not (resolve and markers):
        return state, units
    here = next((each for each in markers if each.hex == given.get("to")), None)
    there = units if here else tuple(given.get("barraged", ()))
    known = state.battle.units
    struck = tuple(name for name in units if name in there and name in known and not known[name].armoured)
    if not struck:
        return state, units
    marker = here or markers[0]
    shot = Shot(marker.side, (), BARRAGE, marker.hex, given.get("terrain", "clear"))
    yield Note("9.4.B", "barrage_strikes", {"hex": marker.hex, "count": len(struck)})
    state = yield from fight.shoot(state, shot, state.side_of(units[0]), struck, moving=True)
    return state, tuple(name for name in units if state.pieces[name].here)


def _interdicted(
    state: State, given: Given, units: tuple[str, ...], resolve: bool
) -> Steps[tuple[State, tuple[str, ...]]]:
    """19.3.B: who enters the hex of an enemy mission checks at once, as one fired at while it moves."""
    hexes = state.interdicted(state.side_of(units[0]))
    there = units if given.get("to") in hexes else tuple(given.get("interdicted", ()) if hexes else ())
    entered = [name for name in units if name in there and name in state.battle.units]
    if not entered:
        return state, units
    yield from tell(state, [Note("19.3.B", "interdicted", {"unit": name}) for name in entered])
    if resolve:
        state = yield from checks(state, entered, 0, moving=True)
    return state, tuple(name for name in units if state.pieces[name].here)


def _can_storm(state: State, name: str) -> bool:
    piece = state.pieces[name]
    return piece.here and piece.mode in (GOOD, DISORGANISED)


def _pressed(state: State, given: Given) -> Steps[tuple[str, ...]]:
    """3.6.D, 3.7.C: open order under fire in weak cover must pass a check to do anything."""
    left = list(given["units"])
    for name in given.get("pressed", ()):
        unit = state.battle.units.get(name)
        if name not in left or unit is None or not _checks(state, name):
            continue
        passed = yield from passes(state, name, "3.6.D")
        if not passed:
            left.remove(name)
    return tuple(left)


def _checks(state: State, name: str) -> bool:
    """Open order; dismounted cavalry, unless its army fights in squads by now."""
    unit, piece = state.battle.units[name], state.pieces[name]
    if piece.formation == "dismounted" and state.battle.side(unit.side)["dismounted"] == "squads":
        return False
    return state.catalog.formations[(unit.type, piece.formation)].checks


def _in_the_dark(state: State, units: tuple[str, ...], given: Given) -> Steps[tuple[State, tuple[str, ...]]]:
    """18.2: who leaves the roads at night checks first; who fails does not move."""
    left = list(units)
    for name in given.get("offroad", ()):
        if not state.night or name not in left or name not in state.battle.units:
            continue
        passed = yield from passes(state, name, "18.2")
        if not passed:
            state = yield from worsen(state, name)
            left.remove(name)
    return state, tuple(left)


def _reliable(state: State, given: Given, went: tuple[str, ...]) -> Steps[State]:
    """16.1: vehicles that went far are tried against their printed cohesion; nothing is destroyed by it."""
    for name in given.get("far", ()):
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or not unit.vehicle or not piece.here or name not in went:
            continue
        lost = piece.strength or piece.mechanical
        if piece.mode == DISORGANISED and lost:
            continue
        formation = unit.hq or _turn(state).hq  # 17.2
        printed = unit.cohesion if unit.cohesion is not None else state.morale.get(formation)
        rolled = yield from die(state, "16.1", "reliability", state.side_of(name))
        failed = printed is not None and rolled > printed
        key = "unreliable" if failed else "reliable"
        facts = {"unit": name, "die": rolled, "value": printed}
        yield from tell(
            state,
            [Note("16.1", key if printed is not None else "check_open", {**facts, "sum": rolled})],
            quiet=True,
        )
        if printed is None:
            failed = not (yield from told(state, name, "16.1"))
        if failed and piece.mode == DISORGANISED:
            state = state.put(name, mechanical=True)
        elif failed:
            state, notes = disorganise(state, name)
            yield from tell(state, notes, quiet=True)
    return state


# 9.0


def _fire(state: State, given: Given, resolve: bool) -> Steps[State]:
    units = yield from _pressed(state, given)
    if not units:
        return state
    given = {**given, "units": list(units)}
    turn, side = _turn(state), state.side_of(units[0])
    indirect = [name for name in units if state.battle.units[name].indirect]
    shelled = turn.shelled | {each for each in (aim(given),) if each}
    state = replace(state, turn=replace(turn, fired=(*turn.fired, *indirect), shelled=shelled))
    yield Note("9.2", "fires", {"who": side, "units": names(state, units)})
    how = given.get("how", DIRECT)
    if how == "bombard":
        state = yield from fight.bombard(state, turn.side, given)
    elif how == BARRAGE:
        state = yield from fight.barrage(state, turn.side, given)
    elif resolve:
        shot = forms.shot(side, given)
        whose = side if given.get("friends") else other(side)  # 5.4, 9.2: made to fire at its own
        state = yield from fight.shoot(state, shot, whose, None, moving=False)
        state = yield from fight.answered(state, shot)
    else:
        for name in units:
            state = state.put(name, engaged=True)
    return (yield from fight.short(state, given.get("unsupplied", ()), units))


# 10.0-14.0


def _cease(state: State, given: Given, _: bool) -> Steps[State]:
    for name in given["units"]:
        state = cease(state, name)
    return state
    yield  # a step that asks nothing


def _reform(state: State, given: Given, _: bool) -> Steps[State]:
    """11.0, 16.8: a step of mending for each."""
    for name in given["units"]:
        piece, zone = state.pieces[name], name in given.get("in_zone", ())
        if piece.mode == ROUT:
            passed = yield from _passes(state, name, "11.2")
            if passed:
                state = state.put(name, mode=NEUTRALISED)
            else:
                yield from tell(state, [Note("11.2", "runs", {"unit": name, "hexes": run(state, name)})])
        elif piece.mode == NEUTRALISED and zone:
            if (yield from _passes(state, name, "11.3")):
                state = state.put(name, mode=DISORGANISED)
        elif piece.mode != GOOD:
            state = state.put(name, mode=GOOD)
        elif piece.mechanical and not piece.supply:
            state = state.put(name, mechanical=False)
        if name in given.get("supplied", ()):
            state = state.put(name, supply=False)
    return state


def _passes(state: State, name: str, rule: str) -> Steps[bool]:
    """A check of a unit; of a train or a headquarters its owner says."""
    rolled = name in state.battle.units
    return (yield from (passes if rolled else told)(state, name, rule))


def _build(state: State, given: Given, _: bool) -> Steps[State]:
    """12.1-12.3: begun now, done when the clock comes to its box."""
    work = state.battle.works[given["work"]]
    box = state.clock + (work["boxes"] or 0)
    begun = tuple(
        Building(name, work["id"], given.get("hex") or state.pieces[name].hex, box)
        for name in given["units"][:1]
    )
    facts = {"name": work["name"], "box": state.battle.clock.label(box)}
    yield Note("12.3", "work_begun", facts)
    if box == state.clock:  # some take no time
        yield Note("6.2.A", "work_done", {"name": work["name"], "hex": begun[0].hex or "-"})
        return state
    return replace(state, works=(*state.works, *begun))


def _reserve(state: State, _: Given, __: bool) -> Steps[State]:
    """13.2: a marker goes to the active headquarters."""
    turn = _turn(state)
    yield from tell(state, [Note("13.2", "reserve_ready", {"hq": turn.hq})])
    return replace(
        state,
        pool={**state.pool, turn.side: state.pool[turn.side] - 1},
        reserves={**state.reserves, turn.hq: state.reserves[turn.hq] + 1},
    )


def _supply(state: State, given: Given, _: bool) -> Steps[State]:
    """14.3, 14.4: empty trains are filled for a supply point; units lose their marker."""
    side = state.side_of(_turn(state).hq)
    for name in given["units"]:
        if name not in state.battle.trains:
            state = state.put(name, supply=False)
            continue
        points = state.supply_points[side]
        state = replace(
            state.put(name, full=True),
            supply_points={**state.supply_points, side: None if points is None else points - 1},
        )
        yield from tell(state, [Note("14.3", "train_filled", {"unit": name})])
    return state


def _mission(state: State, given: Given, _: bool) -> Steps[State]:
    """19.2: a mission that was kept is flown."""
    turn = _turn(state)
    side, over = turn.side, aimed_from_the_air(given)
    state = replace(state, missions={**state.missions, side: state.missions[side] - 1})
    if over:
        state = replace(state, turn=replace(turn, shelled=turn.shelled | {over}))
    return (yield from fly(state, side, {"use": "interdict", **given}))


def _enter(state: State, given: Given, _: bool) -> Steps[State]:
    return (yield from enter(state, given["arrival"]))


DONE: Mapping[str, Callable[[State, Given, bool], Steps[State]]] = {
    "move": _move,
    "fire": _fire,
    "cease": _cease,
    "reform": _reform,
    "build": _build,
    "reserve": _reserve,
    "supply": _supply,
    "enter": _enter,
    "mission": _mission,
}


# 15.5


def _tried(state: State, kind: str, users: tuple[str, ...]) -> Steps[State]:
    """15.5.A-B: more than one user tries a train of the active headquarters, before the clock."""
    turn = _turn(state)
    if len(set(users)) <= state.figures["units_without_check"]:
        return state
    trains = tuple(train.id for train in full_trains(state, turn.hq, kind))
    if not trains:
        return state
    name = trains[0]
    if len(trains) > 1:
        context = {"names": by_name(state, trains)}
        name = yield Choose("15.5.D", "train", turn.side, "train", trains, context=context)
    return (yield from exhaust(state, name, "15.5.A" if kind == "ammunition" else "15.5.B"))


def exhaust(state: State, name: str, rule: str) -> Steps[State]:
    """15.5: the die against the number of a train; where it is blank its owner says."""
    train = state.battle.trains[name]
    rolled = yield from die(state, rule, "exhaustion", train.side)
    empty = None if train.exhaustion is None else used_up(train.exhaustion, rolled)
    if empty is None:
        answer = yield Choose(
            rule, "emptied", train.side, "yes_no", ("no", "yes"), context={"unit": train.name, "die": rolled}
        )
        empty = answer == "yes"
    facts = {"unit": name, "die": rolled, "number": train.exhaustion}
    yield from tell(state, [Note(rule, "train_empty" if empty else "train_stays", facts)])
    return state.put(name, full=False) if empty else state
