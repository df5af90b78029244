"""3.4, 6.0: chits drawn one by one; what each formation does when it acts."""

from __future__ import annotations

from collections.abc import Mapping

from generator.table import EVERYONE, Choose, Draw, Note, Procedure, Stand

from ..battle import Formation, other
from ..settings import DRAWN
from ..victory import asks_minus
from . import acts
from .attack import attack
from .state import ACTED, AWAY, HERE, LED, PASSED, VOID, WAITING, State

PASS, DONE, HOLD = "pass", "done", "hold"


def fill_cup(state: State) -> State:
    """3.4, 3.5: every chit whose formation is in play or may come now; nothing of what is wiped out."""
    cup = tuple(name for name in state.battle.formations if state.due(name) and not state.wiped_out(name))
    return state.change(cup=cup, acted={}, drawn=(), active=None)


def picks(state: State) -> Procedure[State]:
    """18.1-21.1: on the first turn a side takes chits face up, in the order it likes."""
    rule = state.battle.document["picks"]
    for _ in range(rule["chits"]):
        mine = tuple(name for name in state.cup if state.battle.formations[name].side == rule["side"])
        if not mine:
            break
        name = yield Choose("6.0", "pick", state.seat(rule["side"]), "formation", mine)
        state = yield from drawn(state, name)
    return state


def activations(state: State) -> Procedure[State]:
    """3.4: one chit after the other until the cup is empty."""
    while state.cup:
        if state.settings.chits == DRAWN:
            name = yield Draw("3.4", "activation", EVERYONE, state.cup)
        else:
            name = yield Choose("3.4", "activation", EVERYONE, "formation", state.cup)
        state = yield from drawn(state, name)
    return state


def drawn(state: State, name: str) -> Procedure[State]:
    """6.0: a chit out of the cup: its battalion acts, or any one that has not, if it is a division's."""
    formation = state.battle.formations[name]
    state = state.change(cup=tuple(each for each in state.cup if each != name), drawn=(*state.drawn, name))
    yield Stand(state)
    if formation.division and _commands(state, formation):
        return (yield from _division(state, formation))
    if state.acted.get(name) == ACTED:
        yield Note("6.0", "gd_already_acted", {"formation": name})
        return state
    if state.wiped_out(name):
        yield Note("3.5", "gd_nothing_left", {"formation": name})
        return state.change(acted={**state.acted, name: VOID})
    if not state.hq_alive(name):
        yield Note("2.4", "gd_one_stack", {"formation": name})
    return (yield from act(state, name, formation.side))


def _commands(state: State, formation: Formation) -> bool:
    """6.0: may the division's HQ activate others? Not before it is on the map, with a range."""
    return any(unit.hq and state.units[unit.key] == HERE for unit in formation.units)


def _division(state: State, formation: Formation) -> Procedure[State]:
    """3.4, 6.0: the division's HQ lets any one battalion act that has not yet, whole even without its HQ."""
    open_ = tuple(
        each.key
        for each in state.battle.of_side(formation.side)
        if state.acted.get(each.key) != ACTED and state.due(each.key) and not state.wiped_out(each.key)
    )
    options = (*open_, PASS)
    name = yield Choose("6.0", "division", state.seat(formation.side), "formation", options)
    if name == PASS:
        yield Note("6.0", "gd_passed", {"formation": formation.key})
        return state.change(acted={**state.acted, formation.key: PASSED})
    if name != formation.key:
        yield Note("6.0", "gd_by_division", {"formation": name})
        state = state.change(acted={**state.acted, formation.key: LED})
    return (yield from act(state, name, formation.side))


def options_for(state: State, side: str, *, first: bool, done: int, bridge: bool) -> tuple[str, ...]:
    """What can be noted now: nothing that the rules or the weather forbid."""
    if done >= state.catalog.figures["most_actions"]:
        return (DONE,)
    foe, sky = other(side), state.catalog.weather[state.weather or ""]
    engineers = state.engineers(side, state.active)
    scoring = state.battle.victory["side"]
    offers: Mapping[str, bool] = {
        DONE: True,
        PASS: first,
        "attack": True,
        "occupy": bool(acts.not_held(state, side)),
        "occupy_foe": bool(acts.not_held(state, foe)),
        "exit": bool(state.battle.victory["exit"]) and side == scoring and bool(state.here(side)),
        "barrage": True,
        "fire": acts.may_fire(state),
        "fire_foe": acts.may_fire(state),
        "spend": bool(state.here(side)),
        "spend_foe": bool(state.here(foe)),
        "eliminate": bool(state.here(side)),
        "eliminate_foe": bool(state.here(foe)),
        "demolish": not bridge and bool(state.engineers(side)),
        "pontoon": sky.pontoons and bool(engineers),
        "stop_pontoon": bool(acts.building(state)),
        "minus": asks_minus(state.battle),
        "clear": not state.fought and any(unit not in state.worked for unit in engineers),
        "mount": bool(acts.may_mount(state, side)),
        "dismount": any(state.unit(unit).side == side for unit in state.riders),
    }
    return tuple(name for name, offered in offers.items() if offered)


def act(state: State, name: str, side: str) -> Procedure[State]:
    """6.0: the formation moves and fights; whatever has to be noted is chosen until it is done."""
    state = state.change(active=name, worked=frozenset(), fought=False)
    yield Stand(state)
    state = yield from _enter(state, name)
    if all(state.units[unit.key] not in (HERE, AWAY) for unit in state.battle.formations[name].units):
        return state.change(active=None, acted={**state.acted, name: PASSED})
    done, bridge = 0, False
    while True:
        yield Stand(state)
        options = options_for(state, side, first=done == 0, done=done, bridge=bridge)
        what = yield Choose("6.0", "act", state.seat(side), "act", options, context={"formation": name})
        if what == PASS:
            yield Note("6.0", "gd_passed", {"formation": name})
            return state.change(active=None, acted={**state.acted, name: PASSED})
        if what == DONE:
            return state.change(active=None, acted={**state.acted, name: ACTED})
        state = yield from _does(state, side, what)
        bridge = bridge or what == "demolish"
        state = state.change(fought=state.fought or what == "attack")
        done += 1


def _enter(state: State, name: str) -> Procedure[State]:
    """4.0: a reinforcement comes by one of its letters, or is held back; its chit stays in play."""
    formation = state.battle.formations[name]
    waiting = [unit.key for unit in formation.units if state.units[unit.key] == WAITING]
    if not waiting or not formation.entries:
        return state
    options = (*formation.entries, HOLD)
    letter = yield Choose(
        "4.0", "entry", state.seat(formation.side), "entry", options, context={"formation": name}
    )
    if letter == HOLD:
        yield Note("4.0", "gd_held_back", {"formation": name})
        return state
    yield Note("4.0", "gd_arrived", {"formation": name, "letter": letter, "count": len(waiting)})
    return state.change(
        units={**state.units, **dict.fromkeys(waiting, HERE)}, entries={**state.entries, name: letter}
    )


def _does(state: State, side: str, what: str) -> Procedure[State]:
    foe = other(side)
    deeds = {
        "attack": lambda: attack(state, side),
        "occupy": lambda: acts.occupy(state, side, side),
        "occupy_foe": lambda: acts.occupy(state, foe, side),
        "exit": lambda: acts.leave(state, side),
        "barrage": lambda: acts.shell(state, side),
        "fire": lambda: acts.fire(state, side),
        "fire_foe": lambda: acts.fire(state, foe),
        "spend": lambda: acts.lose(state, side, side, "spend"),
        "spend_foe": lambda: acts.lose(state, foe, side, "spend"),
        "eliminate": lambda: acts.lose(state, side, side, "eliminate"),
        "eliminate_foe": lambda: acts.lose(state, foe, side, "eliminate"),
        "demolish": lambda: acts.demolish(state, side),
        "pontoon": lambda: acts.pontoon(state, side),
        "stop_pontoon": lambda: acts.stop_pontoon(state, side),
        "minus": lambda: acts.minus(state, side),
        "clear": lambda: acts.clear(state, side),
        "mount": lambda: acts.mount(state, side),
        "dismount": lambda: acts.dismount(state, side),
    }
    return (yield from deeds[what]())
