"""7.0-15.0: spending the points of an activated headquarters, then checking its trains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from ..battle import opposing_side
from ..combat import BARRAGE, DIRECT, Shot
from ..effects import abandon_works, disengage, disorganise, get_rout_hexes, mark_lost_assault
from ..hexes import is_surely_beyond, is_surely_within
from ..state import DISORGANISED, GOOD, NEUTRALISED, ROUT, Building, State, Turn
from ..supply import is_used_up, list_full_trains
from . import fight, forms
from .action_checks import check_action, compute_cost, get_air_target, get_target, is_organic, list_burning
from .air import fly_mission
from .clock_events import enter_map
from .cohesion import ask_passed, roll_checks, roll_or_ask, worsen_mode
from .notes import list_names, map_names, note_all, roll_die

Given = dict[str, Any]
MAX_ACTIONS = 300  # maximum number of actions in one activation
PRESSED_ACTIONS = (
    "cease",
    "reform",
    "build",
    "supply",
)  # 3.6.D: actions that need the check under fire, besides moving and firing


def spend_points(state: State, turn: Turn, resolve: bool) -> Steps[State]:
    """7.1-7.4: ask for actions until the points are spent or the side is done; then 15.5.A-B."""
    state = replace(state, turn=turn)
    yield Stand(state)
    for _ in range(MAX_ACTIONS):
        turn = _get_turn(state)
        if turn.left <= 0 and not turn.paid and not _has_free_actions(state, turn):
            break
        given = yield from _ask_action(state, turn, resolve)
        if given["action"] == "done":
            break
        state = yield from do_action(state, given, resolve)
        yield Stand(state)
    state = yield from _check_trains(state, "ammunition", _get_turn(state).fired)
    yield Stand(state)
    state = yield from _check_trains(state, "fuel", _get_turn(state).moved)
    return replace(state, turn=None)


def _has_free_actions(state: State, turn: Turn) -> bool:
    """Tell whether any action without cost is possible."""
    return bool(forms.list_late(state, turn) or (not turn.turned and state.missions[turn.side]))


def _get_turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _ask_action(state: State, turn: Turn, resolve: bool) -> Steps[Given]:
    form, context = forms.make_action_form(state, turn, resolve)
    answer = yield Report(
        "7.2", "act", turn.side, form, lambda given: check_action(state, turn, given), context, secret=True
    )
    return dict(answer)


def do_action(state: State, given: Given, resolve: bool) -> Steps[State]:
    """Pay, announce and do one action."""
    turn, action = _get_turn(state), given["action"]
    due = compute_cost(state, turn, given) or 0
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
    yield Note(_get_rule(state, action), _get_note_key(action, units), facts)
    moves = action == "move"
    again = moves and bool(given.get("free"))
    guests = any(not is_organic(state, turn, name) for name in units)
    hexes = {state.pieces[name].hex for name in units}
    after = replace(
        turn,
        left=turn.left - due,
        acted=turn.acted | set(units),
        paid=moves,
        stack_hex=turn.stack_hex if again else next(iter(hexes), None) if moves else None,
        guests_paid=moves and (guests or (again and turn.guests_paid)),
        retreated=frozenset(),
    )
    state = replace(state, turn=after)
    if action in PRESSED_ACTIONS:
        able = yield from _check_pressed(state, given)
        if not able:
            return state
        given = {**given, "units": list(able)}
    if action in ACTIONS:
        state = yield from ACTIONS[action](state, given, resolve)
    return state


def _get_rule(state: State, action: str) -> str:
    return state.catalog.actions[action].rule if action in state.catalog.actions else "7.2"


def _get_note_key(action: str, units: tuple[str, ...]) -> str:
    """2.2: return the public note's key: the enemy does not see what is in the stack."""
    if action in ("note", "enter", "mission"):
        return f"act_{action}"
    return "act_units" if units else "act"


# 8.0, 16.0, 18.2


def _move(state: State, given: Given, resolve: bool) -> Steps[State]:
    units = yield from _check_pressed(state, given)
    state, units = yield from _check_night_moves(state, units, given)
    if not units:
        return state
    turn = _get_turn(state)
    started = {name: state.pieces[name].hex for name in units}
    moved = (*turn.moved, *list_burning(state, units, given.get("formation")))
    state = replace(state, turn=replace(turn, moved=moved))
    for name in units:
        state, notes = abandon_works(state, name)
        yield from note_all(state, notes, quiet=True)
        if "formation" in given:
            state = state.with_piece(name, formation=given["formation"])
        if "to" in given:
            state = state.with_piece(name, hex=given["to"])
    yield from _note_routed_neighbours(state, units, given.get("to"))
    went = units
    state, units = yield from _apply_barrages(state, given, units, resolve)
    if units:
        state, units = yield from _apply_interdictions(state, given, units, resolve)
    withdrawn: tuple[str, ...] = ()
    if units and resolve and (given.get("zone") or given.get("assault")):
        seat = opposing_side(state.side_of(units[0]))
        state, withdrawn = yield from fight.offer_reactions(state, seat, units, given.get("to"))
        units = tuple(name for name in units if state.pieces[name].on_map)
    able = tuple(name for name in units if _can_assault(state, name))
    if given.get("assault") and able and resolve:
        lead = given.get("lead") if given.get("lead") in able else able[0]
        state = yield from fight.resolve_assault(
            state, turn.side, {**given, "units": list(able), "lead": lead}, withdrawn
        )
        state = yield from fight.mark_unsupplied(state, given.get("unsupplied", ()), able)
    elif given.get("assault"):
        for name in able:
            state, notes = disorganise(state, name)
            yield from note_all(state, notes)
        state = yield from _ask_lost_hqs(state, able)
    reach = state.figures["reliable_hexes"]
    far = [name for name in went if is_surely_beyond(started[name], given.get("to"), reach)]
    return (yield from _check_reliability(state, (*given.get("far", ()), *far), went))


def _note_routed_neighbours(state: State, units: tuple[str, ...], hex_: str | None) -> Steps[None]:
    """3.12.E: a routed unit runs at once when an enemy comes next to it."""
    for name in state.routed(opposing_side(state.side_of(units[0]))):
        if is_surely_within(hex_, state.pieces[name].hex, 1):
            note = Note("3.12.E", "runs", {"unit": name, "hexes": get_rout_hexes(state, name)})
            yield from note_all(state, [note])


def _ask_lost_hqs(state: State, stormed: tuple[str, ...]) -> Steps[State]:
    """2.3.A.iv: for an assault fought off the table, ask the defender which headquarters lost it."""
    if not stormed:
        return state
    seat = opposing_side(state.side_of(stormed[0]))
    hqs = tuple(name for name in state.counters_on_map(seat) if name in state.battle.hqs)
    if not hqs:
        return state
    context = {"names": map_names(state, hqs)}
    lost = yield Choose("2.3.A.iv", "hq_lost", seat, "hq", hqs, 0, len(hqs), context)
    for name in lost:
        state, notes = mark_lost_assault(state, name)
        yield from note_all(state, notes)
    return state


def _apply_barrages(
    state: State, given: Given, units: tuple[str, ...], resolve: bool
) -> Steps[tuple[State, tuple[str, ...]]]:
    """9.4.B: a barrage strikes all unarmoured units that enter its hex, friend or foe."""
    markers = [marker_ for marker_ in state.barrages if marker_.hex]
    if not (resolve and markers):
        return state, units
    here = next((marker_ for marker_ in markers if marker_.hex == given.get("to")), None)
    there = units if here else tuple(given.get("barraged", ()))
    known = state.battle.units
    struck = tuple(name for name in units if name in there and name in known and not known[name].armoured)
    if not struck:
        return state, units
    marker = here or markers[0]
    shot = Shot(marker.side, (), BARRAGE, marker.hex, given.get("terrain", "clear"))
    yield Note("9.4.B", "barrage_strikes", {"hex": marker.hex, "count": len(struck)})
    state = yield from fight.shoot(state, shot, state.side_of(units[0]), struck, moving=True)
    return state, tuple(name for name in units if state.pieces[name].on_map)


def _apply_interdictions(
    state: State, given: Given, units: tuple[str, ...], resolve: bool
) -> Steps[tuple[State, tuple[str, ...]]]:
    """19.3.B: units that enter the hex of an enemy mission check at once, as if fired at while moving."""
    hexes = state.interdicted(state.side_of(units[0]))
    there = units if given.get("to") in hexes else tuple(given.get("interdicted", ()) if hexes else ())
    entered = [name for name in units if name in there and name in state.battle.units]
    if not entered:
        return state, units
    yield from note_all(state, [Note("19.3.B", "interdicted", {"unit": name}) for name in entered])
    if resolve:
        state = yield from roll_checks(state, entered, 0, moving=True)
    return state, tuple(name for name in units if state.pieces[name].on_map)


def _can_assault(state: State, name: str) -> bool:
    """9.3.A: a unit that had to retreat under fire does not assault."""
    piece = state.pieces[name]
    retreated = name in _get_turn(state).retreated
    return piece.on_map and piece.mode in (GOOD, DISORGANISED) and not retreated


def _check_pressed(state: State, given: Given) -> Steps[tuple[str, ...]]:
    """3.6.D, 3.7.C: units in open order under fire in weak cover must pass a check to act."""
    able = list(given["units"])
    for name in given.get("pressed", ()):
        unit = state.battle.units.get(name)
        if name not in able or unit is None or not _must_check(state, name):
            continue
        passed = yield from roll_or_ask(state, name, "3.6.D")
        if not passed:
            able.remove(name)
    return tuple(able)


def _must_check(state: State, name: str) -> bool:
    """Tell whether the unit is in open order; cavalry of an army with squads is not."""
    unit, piece = state.battle.units[name], state.pieces[name]
    if piece.formation == "dismounted" and state.battle.side(unit.side)["dismounted"] == "squads":
        return False
    return state.catalog.formations[(unit.type, piece.formation)].checks


def _check_night_moves(
    state: State, units: tuple[str, ...], given: Given
) -> Steps[tuple[State, tuple[str, ...]]]:
    """18.2: units that leave the roads at night check first; units that fail do not move."""
    able = list(units)
    for name in given.get("offroad", ()):
        if not state.night or name not in able or name not in state.battle.units:
            continue
        passed = yield from roll_or_ask(state, name, "18.2")
        if not passed:
            state = yield from worsen_mode(state, name)
            able.remove(name)
    return state, tuple(able)


def _check_reliability(state: State, far: tuple[str, ...], went: tuple[str, ...]) -> Steps[State]:
    """16.1: check vehicles that went far against their printed cohesion; nothing is destroyed."""
    for name in dict.fromkeys(far):
        unit, piece = state.battle.units.get(name), state.pieces[name]
        if unit is None or not unit.vehicle or not piece.on_map or name not in went:
            continue
        lost = piece.strength or piece.mechanical
        if piece.mode == DISORGANISED and lost:
            continue
        formation = unit.hq or _get_turn(state).hq  # 17.2
        printed = unit.cohesion if unit.cohesion is not None else state.morale.get(formation)
        rolled = yield from roll_die(state, "16.1", "reliability", state.side_of(name))
        failed = printed is not None and rolled > printed
        key = "unreliable" if failed else "reliable"
        facts = {"unit": name, "die": rolled, "value": printed}
        yield from note_all(
            state,
            [Note("16.1", key if printed is not None else "check_open", {**facts, "sum": rolled})],
            quiet=True,
        )
        if printed is None:
            failed = not (yield from ask_passed(state, name, "16.1"))
        if failed and piece.mode == DISORGANISED:
            state = state.with_piece(name, mechanical=True)
        elif failed:
            state, notes = disorganise(state, name)
            yield from note_all(state, notes, quiet=True)
    return state


# 9.0


def _fire(state: State, given: Given, resolve: bool) -> Steps[State]:
    units = yield from _check_pressed(state, given)
    if not units:
        return state
    given = {**given, "units": list(units)}
    turn, side = _get_turn(state), state.side_of(units[0])
    indirect = [name for name in units if state.battle.units[name].indirect]
    shelled = turn.shelled | {target for target in (get_target(given),) if target}
    state = replace(state, turn=replace(turn, fired=(*turn.fired, *indirect), shelled=shelled))
    yield Note("9.2", "fires", {"who": side, "units": list_names(state, units)})
    how = given.get("how", DIRECT)
    if how == "bombard":
        state = yield from fight.bombard(state, turn.side, given)
    elif how == BARRAGE:
        state = yield from fight.place_barrage(state, turn.side, given)
    elif resolve:
        shot = forms.make_shot(side, given)
        whose = (
            side if given.get("friends") else opposing_side(side)
        )  # 5.4, 9.2: made to fire at its own side
        state = yield from fight.shoot(state, shot, whose, None, moving=False)
        state = yield from fight.offer_return_fire(state, shot)
    else:
        for name in units:
            state = state.with_piece(name, engaged=True)
    return (yield from fight.mark_unsupplied(state, given.get("unsupplied", ()), units))


# 10.0-14.0


def _cease(state: State, given: Given, _: bool) -> Steps[State]:
    yield from ()
    for name in given["units"]:
        state = disengage(state, name)
    return state


def _reform(state: State, given: Given, _: bool) -> Steps[State]:
    """11.0, 16.8: recover one step for each unit."""
    for name in given["units"]:
        piece, zone = state.pieces[name], name in given.get("in_zone", ())
        if piece.mode == ROUT:
            passed = yield from _check_or_ask(state, name, "11.2")
            if passed:
                state = state.with_piece(name, mode=NEUTRALISED)
            else:
                yield from note_all(
                    state, [Note("11.2", "runs", {"unit": name, "hexes": get_rout_hexes(state, name)})]
                )
        elif piece.mode == NEUTRALISED and zone:
            if (yield from _check_or_ask(state, name, "11.3")):
                state = state.with_piece(name, mode=DISORGANISED)
        elif piece.mode != GOOD:
            state = state.with_piece(name, mode=GOOD)
        elif piece.mechanical and not piece.supply:
            state = state.with_piece(name, mechanical=False)
        if name in given.get("supplied", ()):
            state = state.with_piece(name, supply=False)
    return state


def _check_or_ask(state: State, name: str, rule: str) -> Steps[bool]:
    """Check a unit; ask the owner about a train or a headquarters."""
    rolled = name in state.battle.units
    return (yield from (roll_or_ask if rolled else ask_passed)(state, name, rule))


def _build(state: State, given: Given, _: bool) -> Steps[State]:
    """12.1-12.3: begin a work, which is done when the clock reaches its box."""
    work = state.battle.works[given["work"]]
    box = state.clock + (work["boxes"] or 0)
    begun = tuple(
        Building(name, work["id"], given.get("hex") or state.pieces[name].hex, box)
        for name in given["units"][:1]
    )
    facts = {"name": work["name"], "box": state.battle.clock.label(box)}
    yield Note("12.3", "work_begun", facts)
    if box == state.clock:  # some works take no time
        yield Note("6.2.A", "work_done", {"name": work["name"], "hex": begun[0].hex or "-"})
        return state
    return replace(state, works=(*state.works, *begun))


def _reserve(state: State, _: Given, __: bool) -> Steps[State]:
    """13.2: give the active headquarters a reserve marker."""
    turn = _get_turn(state)
    yield from note_all(state, [Note("13.2", "reserve_ready", {"hq": turn.hq})])
    return replace(
        state,
        pool={**state.pool, turn.side: state.pool[turn.side] - 1},
        reserves={**state.reserves, turn.hq: state.reserves[turn.hq] + 1},
    )


def _supply(state: State, given: Given, _: bool) -> Steps[State]:
    """14.3, 14.4: fill empty trains for a supply point each; units lose their marker."""
    side = state.side_of(_get_turn(state).hq)
    for name in given["units"]:
        if name not in state.battle.trains:
            state = state.with_piece(name, supply=False)
            continue
        points = state.supply_points[side]
        state = replace(
            state.with_piece(name, full=True),
            supply_points={**state.supply_points, side: None if points is None else points - 1},
        )
        yield from note_all(state, [Note("14.3", "train_filled", {"unit": name})])
    return state


def _mission(state: State, given: Given, _: bool) -> Steps[State]:
    """19.2: fly a kept mission."""
    turn = _get_turn(state)
    side, over = turn.side, get_air_target(given)
    state = replace(state, missions={**state.missions, side: state.missions[side] - 1})
    if over:
        state = replace(state, turn=replace(turn, shelled=turn.shelled | {over}))
    return (yield from fly_mission(state, side, {"use": "interdict", **given}))


def _enter(state: State, given: Given, _: bool) -> Steps[State]:
    return (yield from enter_map(state, given["arrival"]))


ACTIONS: Mapping[str, Callable[[State, Given, bool], Steps[State]]] = {
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


def _check_trains(state: State, kind: str, users: tuple[str, ...]) -> Steps[State]:
    """15.5.A-B: check a train of the active headquarters if more than one unit used it, before the clock."""
    turn = _get_turn(state)
    if len(set(users)) <= state.figures["units_without_check"]:
        return state
    trains = tuple(train.id for train in list_full_trains(state, turn.hq, kind, users))
    if not trains:
        return state
    name = trains[0]
    if len(trains) > 1:
        context = {"names": map_names(state, trains)}
        name = yield Choose("15.5.D", "train", turn.side, "train", trains, context=context)
    return (yield from check_exhaustion(state, name, "15.5.A" if kind == "ammunition" else "15.5.B"))


def check_exhaustion(state: State, name: str, rule: str) -> Steps[State]:
    """15.5: roll against a train's exhaustion number; ask the owner if it is blank."""
    train = state.battle.trains[name]
    seat = state.seat_of(train.side)
    rolled = yield from roll_die(state, rule, "exhaustion", seat)
    empty = None if train.exhaustion is None else is_used_up(train.exhaustion, rolled)
    if empty is None:
        answer = yield Choose(
            rule, "emptied", seat, "yes_no", ("no", "yes"), context={"unit": train.name, "die": rolled}
        )
        empty = answer == "yes"
    facts = {"unit": name, "die": rolled, "number": train.exhaustion}
    yield from note_all(state, [Note(rule, "train_empty" if empty else "train_stays", facts)])
    return state.with_piece(name, full=False) if empty else state
