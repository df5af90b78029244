"""5.7, 6.2: the clock goes on, and everything falls due in the boxes that it enters or crosses, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Stand
from generator.table import Procedure as Steps

from ..battle import SIDES
from ..clock import Mark
from ..state import State
from .air import sortie
from .say import die, names, tell

ENTRY = ("enter", "elsewhere", "wait")


def go_on(state: State, boxes: int) -> Steps[State]:
    """5.7: so many boxes, not beyond the last."""
    clock, old = state.battle.clock, state.clock
    new = old + boxes if clock.last is None else min(old + boxes, clock.last)
    if new == old:
        yield Note("5.7", "clock_stands", {"box": clock.label(old)})
        return state
    yield Note("5.7", "clock", {"boxes": new - old, "before": clock.label(old), "after": clock.label(new)})
    waiting = state.late
    for box in clock.crossed(old, new):
        state = yield from _box(replace(state, clock=box), box)
    for name in waiting:
        state = yield from _arrives(state, name)
    yield Stand(state)
    return state


def _box(state: State, box: int) -> Steps[State]:
    """Everything of one box, in the order of 6.2."""
    clock = state.battle.clock
    yield Stand(state)
    state = yield from _works(state, box)
    for each in state.battle.arrivals:
        if each.box == box:
            state = yield from _arrives(state, each.id)
            yield Stand(state)
    before, now = clock.period(box - 1), clock.period(box)
    if now != before and now is not None:
        yield Note("6.2.C", "period", {"period": now, "box": clock.label(box)})
    for mark in clock.due(box):
        state = yield from _mark(state, mark)
        yield Stand(state)
    for hq, back in state.returns.items():
        if back == box:
            yield from tell(state, [Note("6.2.E", "hq_may_return", {"hq": hq})])
    if clock.midnight(box):
        state = yield from _midnight(state)
    return state


def _works(state: State, box: int) -> Steps[State]:
    """6.2.A: works that are done."""
    for each in state.works:
        if each.box == box:
            facts = {"name": state.battle.works[each.work]["name"], "hex": each.hex or "-"}
            yield Note("6.2.A", "work_done", facts)
    return replace(state, works=tuple(each for each in state.works if each.box != box))


def _midnight(state: State) -> Steps[State]:
    """13.4: reserves that were used today can be used again."""
    for side in SIDES:
        if state.spent[side]:
            yield Note("13.4", "reserves_back", {"who": side, "count": state.spent[side]})
    pool = {side: state.pool[side] + state.spent[side] for side in SIDES}
    return replace(state, pool=pool, spent=dict.fromkeys(SIDES, 0))


def _arrives(state: State, name: str) -> Steps[State]:
    """6.2.B: reinforcements enter, at the nearest free hex, or wait while their hex is barred."""
    arrival = next(each for each in state.battle.arrivals if each.id == name)
    context = {"hex": arrival.hex, "units": list(names(state, arrival.units))}
    how = yield Choose("6.2.B", "entry", arrival.side, "entry", ENTRY, context=context)
    if how == "wait":
        late = state.late if name in state.late else (*state.late, name)
        yield Note("6.2.B", "arrival_waits", {"who": arrival.side, "hex": arrival.hex or "-"})
        return replace(state, late=late)
    return (yield from enter(state, name, elsewhere=how == "elsewhere"))


def enter(state: State, name: str, *, elsewhere: bool = False) -> Steps[State]:
    """6.2.B: they are on the map, with a free activation to move."""
    arrival = next(each for each in state.battle.arrivals if each.id == name)
    for unit in arrival.units:
        state = state.put(unit, waiting=False, hex=None if elsewhere else arrival.hex)
    yield Note("6.2.B", "arrival", {"who": arrival.side, "hex": "-" if elsewhere else arrival.hex or "-"})
    return replace(state, late=tuple(each for each in state.late if each != name))


def _mark(state: State, mark: Mark) -> Steps[State]:
    """6.2.C-D, 19.2: what is marked on a box."""
    if mark.kind == "weather":
        return (yield from _weather(state))
    if mark.kind == "air":
        sides = [side for side in SIDES if mark.side in (side, None) and state.battle.side(side)["air"]]
        for side in sides:
            state = yield from sortie(state, side)
        return state
    if mark.kind == "random":
        yield from _random(state)
    yield Note("6.2.D", f"mark_{mark.kind}", {"text": mark.text or "-", "who": mark.side or "everyone"})
    return state


def _weather(state: State) -> Steps[State]:
    """6.2.C: the die on the author's table; without one the players say what it is."""
    weather = state.battle.document["weather"]
    rolled = yield from die(state, "6.2.C", "weather", "everyone")
    row = on_table(weather["table"], rolled)
    if row is not None:
        found = row["state"]
    elif weather["states"]:
        states = {each["id"]: each["name"] for each in weather["states"]}
        found = yield Choose(
            "6.2.C", "weather_now", "everyone", "weather", tuple(states), context={"names": states}
        )
    else:
        yield Note("6.2.C", "weather_unknown", {"die": rolled})
        return state
    name = next((each["name"] for each in weather["states"] if each["id"] == found), found)
    yield Note("6.2.C", "weather", {"die": rolled, "weather": name})
    return replace(state, weather=found)


def _random(state: State) -> Steps[None]:
    rolled = yield from die(state, "6.2.D", "random", "everyone")
    row = on_table(state.battle.document["random"], rolled)
    yield Note("6.2.D", "random", {"die": rolled, "text": row["text"] if row else "-"})


def on_table(rows: Sequence[Mapping[str, Any]], rolled: int) -> Mapping[str, Any] | None:
    """The row of a die."""
    return next((row for row in rows if row["from"] <= rolled <= row["to"]), None)
