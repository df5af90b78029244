"""3.4, 6.0: drawing activation chits, and the actions of an activated formation."""

from __future__ import annotations

from collections.abc import Mapping

from generator.table import EVERYONE, Choose, Draw, Note, Procedure, Stand

from ..battle import Formation, opposing_side
from ..settings import DRAWN
from ..victory import must_ask_minus
from . import actions
from .attack import resolve_attack
from .state import ACTED, AWAY, HERE, LED, PASSED, VOID, WAITING, State

PASS, DONE, HOLD, SINGLY = "pass", "done", "hold", "singly"
FIGHTS = ("attack", "barrage", "fire")
#: 3.4, 6.0, 9.0: what a formation does with its movement, and so never after it has fought. Leaving the map
#: is not among it: tracked units go on after an overrun (9.4).
MOVES = ("clear", "mount", "dismount")
#: 18.4: what a formation that stays off the map cannot do.
ON_MAP_ACTIONS = ("attack", "occupy", "exit", "fire", "fire_foe", "spend", "eliminate", *MOVES)


def fill_cup(state: State) -> State:
    """3.4, 3.5: fill the cup with the chits of formations in play or due, without eliminated ones."""
    cup = tuple(
        name for name in state.battle.formations if state.is_due(name) and not state.is_wiped_out(name)
    )
    return state.change(cup=cup, acted={}, drawn=(), active=None)


def pick_chits(state: State) -> Procedure[State]:
    """18.1-21.1: on the first turn one side picks chits face up, in any order."""
    rule = state.battle.document["picks"]
    for _ in range(rule["chits"]):
        mine = tuple(name for name in state.cup if state.battle.formations[name].side == rule["side"])
        if not mine:
            break
        name = yield Choose("6.0", "pick", state.seat_of(rule["side"]), "formation", mine)
        state = yield from resolve_chit(state, name)
    return state


def draw_chits(state: State) -> Procedure[State]:
    """3.4: draw chits until the cup is empty."""
    while state.cup:
        if state.settings.chits == DRAWN:
            name = yield Draw("3.4", "activation", EVERYONE, state.cup)
        else:
            name = yield Choose("3.4", "activation", EVERYONE, "formation", state.cup)
        state = yield from resolve_chit(state, name)
    return state


def resolve_chit(state: State, name: str) -> Procedure[State]:
    """6.0: resolve a drawn chit: its formation acts; a division's chit activates any formation."""
    formation = state.battle.formations[name]
    state = state.change(cup=tuple(chit for chit in state.cup if chit != name), drawn=(*state.drawn, name))
    yield Stand(state)
    if formation.division and _can_command(state, formation):
        return (yield from _activate_by_division(state, formation))
    if state.acted.get(name) == ACTED:
        yield Note("6.0", "gd_already_acted", {"formation": name})
        return state
    if state.is_wiped_out(name):
        yield Note("3.5", "gd_nothing_left", {"formation": name})
        return state.change(acted={**state.acted, name: VOID})
    if not state.has_hq(name):
        yield Note("2.4", "gd_one_stack", {"formation": name})
    return (yield from activate(state, name, formation.side))


def _can_command(state: State, formation: Formation) -> bool:
    """6.0: tell whether the division's HQ can activate others: it must be on the map."""
    return any(unit.hq and state.units[unit.key] == HERE for unit in formation.units)


def _activate_by_division(state: State, formation: Formation) -> Procedure[State]:
    """3.4, 6.0: let the division's HQ activate any formation that has not acted, even one without its HQ."""
    open_ = tuple(
        candidate.key
        for candidate in state.battle.formations_of(formation.side)
        if state.acted.get(candidate.key) != ACTED
        and state.is_due(candidate.key)
        and not state.is_wiped_out(candidate.key)
    )
    options = (*open_, PASS)
    name = yield Choose("6.0", "division", state.seat_of(formation.side), "formation", options)
    if name == PASS:
        yield Note("6.0", "gd_passed", {"formation": formation.key})
        return state.change(acted={**state.acted, formation.key: PASSED})
    if name != formation.key:
        yield Note("6.0", "gd_by_division", {"formation": name})
        state = state.change(acted={**state.acted, formation.key: LED})
    return (yield from activate(state, name, formation.side))


def list_actions(state: State, side: str, *, first: bool, done: int, bridge: bool) -> tuple[str, ...]:
    """Return the actions that the rules and the weather allow now."""
    if done >= state.catalog.figures["most_actions"]:
        return (DONE,)
    foe, sky = opposing_side(side), state.catalog.weather[state.weather or ""]
    engineers = state.engineers(side, state.active)
    scoring = state.battle.victory["side"]
    offers: Mapping[str, bool] = {
        DONE: True,
        PASS: first,
        "attack": True,
        "occupy": bool(actions.list_not_held(state, side)),
        "occupy_foe": bool(actions.list_not_held(state, foe)),
        "exit": bool(state.battle.victory["exit"]) and side == scoring and bool(state.units_on_map(side)),
        "barrage": bool(actions.list_ready_guns(state, state.active)),
        "fire": actions.is_fire_allowed(state),
        "fire_foe": actions.is_fire_allowed(state),
        "spend": bool(state.units_on_map(side)),
        "spend_foe": bool(state.units_on_map(foe)),
        "eliminate": bool(state.units_on_map(side)),
        "eliminate_foe": bool(state.units_on_map(foe)),
        "demolish": not bridge and bool(state.engineers(side)),
        "pontoon": sky.pontoons and bool(engineers),
        "stop_pontoon": bool(actions.list_building(state)),
        "minus": must_ask_minus(state.battle),
        "clear": any(unit not in state.worked for unit in engineers),
        "mount": bool(actions.list_mountable(state, side)),
        "dismount": any(state.unit(unit).side == side for unit in state.riders),
    }
    closed = (*(MOVES if state.fought else ()), *(ON_MAP_ACTIONS if _is_off_map(state) else ()))
    return tuple(name for name, offered in offers.items() if offered and name not in closed)


def _is_off_map(state: State) -> bool:
    return state.active is not None and state.battle.formations[state.active].off_map


def activate(state: State, name: str, side: str) -> Procedure[State]:
    """6.0: let the formation move and fight; ask for actions to note until it is done."""
    state = state.change(active=name, worked=frozenset(), fought=False)
    yield Stand(state)
    state = yield from _enter_map(state, name)
    if all(state.units[unit.key] not in (HERE, AWAY) for unit in state.battle.formations[name].units):
        return state.change(active=None, acted={**state.acted, name: PASSED})
    done, bridge = 0, False
    while True:
        yield Stand(state)
        options = list_actions(state, side, first=done == 0, done=done, bridge=bridge)
        context = {"formation": name, "off_map": state.battle.formations[name].off_map}
        what = yield Choose("6.0", "act", state.seat_of(side), "act", options, context=context)
        if what == PASS:
            yield Note("6.0", "gd_passed", {"formation": name})
            return state.change(active=None, acted={**state.acted, name: PASSED})
        if what == DONE:
            return state.change(active=None, acted={**state.acted, name: ACTED})
        state = yield from _do_action(state, side, what)
        bridge = bridge or what == "demolish"
        state = state.change(fought=state.fought or what in FIGHTS)
        done += 1


def _enter_map(state: State, name: str) -> Procedure[State]:
    """4.0: bring a reinforcement in by one of its letters, or hold it back; its chit stays in play."""
    formation = state.battle.formations[name]
    waiting = [unit.key for unit in formation.units if state.units[unit.key] == WAITING]
    if not waiting or not formation.entries:
        return state
    singly = (SINGLY,) if len(waiting) > 1 else ()
    options = (*formation.entries, *singly, HOLD)
    letter = yield Choose(
        "4.0", "entry", state.seat_of(formation.side), "entry", options, context={"formation": name}
    )
    letters: dict[str, str]
    if letter == SINGLY:
        letters = yield from _choose_entries(state, formation, waiting)
    else:
        letters = {} if letter == HOLD else dict.fromkeys(waiting, str(letter))
    if not letters:
        yield Note("4.0", "gd_held_back", {"formation": name})
        return state
    used = tuple(dict.fromkeys(letters.values()))
    for entry in used:
        count = sum(chosen == entry for chosen in letters.values())
        yield Note("4.0", "gd_arrived", {"formation": name, "letter": entry, "count": count})
    return state.change(
        units={**state.units, **dict.fromkeys(letters, HERE)},
        entries={**state.entries, name: ", ".join(used)},
    )


def _choose_entries(state: State, formation: Formation, waiting: list[str]) -> Procedure[dict[str, str]]:
    """4.0: let each unit enter by itself, by a letter printed for it, or wait."""
    letters: dict[str, str] = {}
    for unit in waiting:
        options = (*state.unit(unit).placement["entry"], HOLD)
        context = {"unit": unit}
        letter = yield Choose(
            "4.0", "unit_entry", state.seat_of(formation.side), "entry", options, context=context
        )
        if letter != HOLD:
            letters[unit] = letter
    return letters


def _do_action(state: State, side: str, what: str) -> Procedure[State]:
    foe = opposing_side(side)
    deeds = {
        "attack": lambda: resolve_attack(state, side),
        "occupy": lambda: actions.occupy(state, side, side),
        "occupy_foe": lambda: actions.occupy(state, foe, side),
        "exit": lambda: actions.exit_map(state, side),
        "barrage": lambda: actions.fire_barrage(state, side),
        "fire": lambda: actions.fire_direct(state, side),
        "fire_foe": lambda: actions.fire_direct(state, foe),
        "spend": lambda: actions.record_losses(state, side, side, "spend"),
        "spend_foe": lambda: actions.record_losses(state, foe, side, "spend"),
        "eliminate": lambda: actions.record_losses(state, side, side, "eliminate"),
        "eliminate_foe": lambda: actions.record_losses(state, foe, side, "eliminate"),
        "demolish": lambda: actions.demolish(state, side),
        "pontoon": lambda: actions.begin_pontoon(state, side),
        "stop_pontoon": lambda: actions.stop_pontoon(state, side),
        "minus": lambda: actions.ask_minus(state, side),
        "clear": lambda: actions.clear_fortifications(state, side),
        "mount": lambda: actions.mount(state, side),
        "dismount": lambda: actions.dismount(state, side),
    }
    return (yield from deeds[what]())
