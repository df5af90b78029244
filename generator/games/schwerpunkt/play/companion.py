"""The companion: contest, clock, activity points and supply; the players move and fight on their map.

Everything is asked of everyone, so that one device at the table is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.table import EVERYONE, Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..battle import SIDES
from ..contest import Bid
from ..state import Building, State, Turn
from ..supply import list_full_trains
from . import forms
from .actions import check_exhaustion
from .notes import ask_number, map_names, note_all

DONE = "done"
# What is paid: the action of the table of costs, and what it uses up.
SPENDINGS: Mapping[str, tuple[str, str]] = {
    "move": ("move", ""),
    "move_vehicles": ("move", "fuel"),
    "move_guests": ("move", ""),
    "fire": ("fire", ""),
    "fire_indirect": ("fire", "ammunition"),
    "cease": ("cease", ""),
    "reform": ("reform", ""),
    "build": ("build", ""),
    "reserve": ("reserve", ""),
    "supply": ("supply", ""),
}


def ask_bids(state: State, able: tuple[str, ...]) -> Steps[tuple[dict[str, Bid], bool]]:
    """5.1, 5.2: ask for both headquarters and their stakes; return True if the battle ends."""
    properties: dict[str, Any] = {"end": forms.BOOLEAN_FORM}
    for side in able:
        ready = state.ready_hqs(side)
        properties[f"{side}_hq"] = forms.make_choice(ready)
        stakes = forms.make_stake_fields(state, ready)
        properties |= {f"{side}_{name}": form for name, form in stakes.items()}
    form = forms.make_object(properties, *(f"{side}_hq" for side in able))
    context = {
        "sides": {side: [forms.describe_hq(state, hq) for hq in state.ready_hqs(side)] for side in able}
    }
    answer = yield Report("5.1", "contest", EVERYONE, form, lambda given: _check_bids(state, given), context)
    return {side: _make_bid(side, answer) for side in able}, bool(answer.get("end"))


def _make_bid(side: str, answer: Mapping[str, Any]) -> Bid:
    trains = tuple(answer.get(f"{side}_trains", ()))
    return Bid(answer[f"{side}_hq"], answer.get(f"{side}_reserves", 0), trains)


def _check_bids(state: State, answer: Mapping[str, Any]) -> HorahError | None:
    for side in SIDES:
        if f"{side}_hq" in answer:
            bid = _make_bid(side, answer)
            own = {"reserves": bid.reserves, "trains": bid.trains}
            if (fault := forms.make_stake_check(state, bid.hq)(own)) is not None:
                return fault
    return None


def spend_points(state: State, turn: Turn) -> Steps[State]:
    """7.1-7.4: count the points down, tap by tap; then test the trains (15.5.A-B)."""
    state = replace(state, turn=turn)
    yield Stand(state)
    used = {"fuel": 0, "ammunition": 0}
    while turn.left > 0:
        costs = {name: _get_cost(state, name) for name in SPENDINGS}
        payable = tuple(name for name, cost in costs.items() if _may_pay(state, turn, name, cost))
        context = {"left": turn.left, "points": turn.points, "hq": state.battle.name(turn.hq), "costs": costs}
        what = str((yield Choose("7.2", "spend", EVERYONE, "spend", (*payable, DONE), context=context)))
        if what == DONE:
            break
        cost = costs[what]
        if cost is None:
            cost = yield from ask_number("7.2", "spend_cost", EVERYONE, 0, turn.left)
        turn = replace(turn, left=turn.left - cost)
        yield Note("7.2", "spent", {"who": turn.side, "spend": what, "cost": cost, "left": turn.left})
        state = yield from _apply(replace(state, turn=turn), turn, what)
        if SPENDINGS[what][1]:
            used[SPENDINGS[what][1]] += 1
        yield Stand(state)
    for kind, count in used.items():
        state = yield from _test_train(state, turn, kind, count)
    return replace(state, turn=None)


def _get_cost(state: State, name: str) -> int | None:
    """7.2, 8.1: return the cost; a stack with units of no headquarters costs more."""
    action = SPENDINGS[name][0]
    cost = forms.get_cost(state, action)
    extra = state.catalog.actions[action].extra if name == "move_guests" else 0
    return None if cost is None else cost + extra


def _may_pay(state: State, turn: Turn, name: str, cost: int | None) -> bool:
    if cost is not None and cost > turn.left:
        return False
    if name == "reserve":
        return not turn.turned and bool(state.pool[turn.side])
    return name != "build" or bool(state.battle.works)


def _apply(state: State, turn: Turn, what: str) -> Steps[State]:
    """12.3, 13.2, 14.3: begin a work, take a reserve, fill a train."""
    if what == "build":
        works = tuple(state.battle.works)
        names = {work: state.battle.works[work]["name"] for work in works}
        work = works[0]
        if len(works) > 1:
            work = yield Choose("12.2", "work", EVERYONE, "work", works, context={"names": names})
        box = state.clock + (state.battle.works[work]["boxes"] or 0)
        yield Note("12.3", "work_begun", {"name": names[work], "box": state.battle.clock.label(box)})
        return replace(state, works=(*state.works, Building(turn.hq, work, None, box)))
    if what == "reserve":
        yield from note_all(state, [Note("13.2", "reserve_ready", {"hq": turn.hq})])
        pool = {**state.pool, turn.side: state.pool[turn.side] - 1}
        return replace(state, pool=pool, reserves={**state.reserves, turn.hq: state.reserves[turn.hq] + 1})
    empty = tuple(train.id for train in state.battle.trains_of(turn.hq) if not state.pieces[train.id].full)
    if what == "supply" and empty:
        name = empty[0]
        if len(empty) > 1:
            name = yield Choose(
                "14.3", "fill", EVERYONE, "train", empty, context={"names": map_names(state, empty)}
            )
        side, points = turn.side, state.supply_points[turn.side]
        left = None if points is None else max(0, points - 1)
        return replace(state.with_piece(name, full=True), supply_points={**state.supply_points, side: left})
    return state


def _test_train(state: State, turn: Turn, kind: str, count: int) -> Steps[State]:
    """15.5.A-B: test a train if more than one unit used it."""
    trains = tuple(train.id for train in list_full_trains(state, turn.hq, kind, (turn.hq,)))
    if count <= state.figures["units_without_check"] or not trains:
        return state
    name = trains[0]
    if len(trains) > 1:
        context = {"names": map_names(state, trains)}
        name = yield Choose("15.5.D", "train", EVERYONE, "train", trains, context=context)
    return (yield from check_exhaustion(state, name, "15.5.A" if kind == "ammunition" else "15.5.B"))
