"""5.7, 6.2: advance the clock and resolve everything due in the boxes it enters or crosses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Stand
from generator.table import Procedure as Steps

from ..battle import SIDES
from ..clock import Mark
from ..state import State
from .air import count_missions, resolve_missions
from .notes import list_names, note_all, roll_die

ENTRY_OPTIONS = ("enter", "elsewhere", "wait")


def advance_clock(state: State, boxes: int) -> Steps[State]:
    """5.7: advance the clock, not beyond the last box."""
    clock, old = state.battle.clock, state.clock
    new = old + boxes if clock.last is None else min(old + boxes, clock.last)
    if new == old:
        yield Note("5.7", "clock_stands", {"box": clock.label(old)})
        return state
    yield Note("5.7", "clock", {"boxes": new - old, "before": clock.label(old), "after": clock.label(new)})
    waiting = state.late
    for box in clock.boxes_crossed(old, new):
        state = yield from _resolve_box(replace(state, clock=box), box)
    for name in waiting:
        state = yield from _ask_arrival(state, name)
    yield Stand(state)
    return state


def _resolve_box(state: State, box: int) -> Steps[State]:
    """Resolve everything due in one box, in the order of 6.2."""
    clock = state.battle.clock
    yield Stand(state)
    state = yield from _complete_works(state, box)
    for arrival in state.battle.arrivals:
        if arrival.box == box:
            state = yield from _ask_arrival(state, arrival.id)
            yield Stand(state)
    before, now = clock.period(box - 1), clock.period(box)
    if now != before and now is not None:
        yield Note("6.2.C", "period", {"period": now, "box": clock.label(box)})
    for mark in clock.marks_at(box):
        state = yield from _resolve_mark(state, mark)
        yield Stand(state)
    for hq, back in state.returns.items():
        if back == box:
            yield from note_all(state, [Note("6.2.E", "hq_may_return", {"hq": hq})])
    if clock.is_midnight(box):
        state = yield from _restore_reserves(state)
    return state


def _complete_works(state: State, box: int) -> Steps[State]:
    """6.2.A: complete works that are due."""
    for work in state.works:
        if work.box == box:
            facts = {"name": state.battle.works[work.work]["name"], "hex": work.hex or "-"}
            yield Note("6.2.A", "work_done", facts)
    return replace(state, works=tuple(work for work in state.works if work.box != box))


def _restore_reserves(state: State) -> Steps[State]:
    """13.4: make the reserves used today available again."""
    for side in SIDES:
        if state.spent[side]:
            yield Note("13.4", "reserves_back", {"who": side, "count": state.spent[side]})
    pool = {side: state.pool[side] + state.spent[side] for side in SIDES}
    return replace(state, pool=pool, spent=dict.fromkeys(SIDES, 0))


def _ask_arrival(state: State, name: str) -> Steps[State]:
    """6.2.B: ask whether reinforcements enter, enter at the nearest free hex, or wait."""
    arrival = next(candidate for candidate in state.battle.arrivals if candidate.id == name)
    context = {"hex": arrival.hex, "units": list(list_names(state, arrival.units))}
    seat = state.seat_of(arrival.side)
    how = yield Choose("6.2.B", "entry", seat, "entry", ENTRY_OPTIONS, context=context)
    if how == "wait":
        late = state.late if name in state.late else (*state.late, name)
        yield Note("6.2.B", "arrival_waits", {"who": arrival.side, "hex": arrival.hex or "-"})
        return replace(state, late=late)
    return (yield from enter_map(state, name, elsewhere=how == "elsewhere"))


def enter_map(state: State, name: str, *, elsewhere: bool = False) -> Steps[State]:
    """6.2.B: put reinforcements on the map, with a free activation to move."""
    arrival = next(candidate for candidate in state.battle.arrivals if candidate.id == name)
    for unit in arrival.units:
        state = state.with_piece(unit, waiting=False, hex=None if elsewhere else arrival.hex)
    yield Note("6.2.B", "arrival", {"who": arrival.side, "hex": "-" if elsewhere else arrival.hex or "-"})
    return replace(state, late=tuple(candidate for candidate in state.late if candidate != name))


def _resolve_mark(state: State, mark: Mark) -> Steps[State]:
    """6.2.C-D, 19.2: resolve a mark of the clock."""
    if mark.kind == "weather":
        return (yield from _roll_weather(state))
    if mark.kind == "air":
        sides = [side for side in SIDES if mark.side in (side, None) and state.battle.side(side)["air"]]
        for side in sides:
            state = yield from (count_missions if state.companion else resolve_missions)(state, side)
        return state
    if mark.kind == "random":
        yield from _roll_random_event(state)
    yield Note("6.2.D", f"mark_{mark.kind}", {"text": mark.text or "-", "who": mark.side or "everyone"})
    return state


def _roll_weather(state: State) -> Steps[State]:
    """6.2.C: roll on the author's weather table; without one, ask the players."""
    weather = state.battle.document["weather"]
    rolled = yield from roll_die(state, "6.2.C", "weather", "everyone")
    row = find_row(weather["table"], rolled)
    if row is not None:
        weather_id = row["state"]
    elif weather["states"]:
        states = {entry["id"]: entry["name"] for entry in weather["states"]}
        weather_id = yield Choose(
            "6.2.C", "weather_now", "everyone", "weather", tuple(states), context={"names": states}
        )
    else:
        yield Note("6.2.C", "weather_unknown", {"die": rolled})
        return state
    name = next((entry["name"] for entry in weather["states"] if entry["id"] == weather_id), weather_id)
    yield Note("6.2.C", "weather", {"die": rolled, "weather": name})
    return replace(state, weather=weather_id)


def _roll_random_event(state: State) -> Steps[None]:
    rolled = yield from roll_die(state, "6.2.D", "random", "everyone")
    row = find_row(state.battle.document["random"], rolled)
    yield Note("6.2.D", "random", {"die": rolled, "text": row["text"] if row else "-"})


def find_row(rows: Sequence[Mapping[str, Any]], rolled: int) -> Mapping[str, Any] | None:
    """Return the row of a die roll."""
    return next((row for row in rows if row["from"] <= rolled <= row["to"]), None)
