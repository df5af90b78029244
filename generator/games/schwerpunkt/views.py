"""2.2: views by seat: the own side, and what is visible of the enemy on map, clock and tracks."""

from __future__ import annotations

from typing import Any

from generator.game import Document
from generator.table import REFEREE, Seat

from .authored import view_battle as battle_view
from .battle import SIDES
from .play.forms import describe_unit
from .state import State

FORMAT = "hora-h/schwerpunkt-play/1"


def make_document(state: State) -> Document:
    """Return the whole state as a document, secrets included: show only a view of it."""
    battle, clock = state.battle, state.battle.clock
    return {
        "format": FORMAT,
        "battle": dict(battle.document),
        "clock": {
            "box": state.clock,
            "label": clock.label(state.clock),
            "last": clock.last,
            "end": None if clock.last is None else clock.label(clock.last),
            "period": state.period,
            "night": state.night,
        },
        "cycle": state.cycle,
        "companion": state.companion,
        "weather": _get_weather_name(state),
        "turn": _describe_turn(state),
        "due": list_due(state),
        "sides": {side: _describe_side(state, side) for side in SIDES},
        "counters": [
            {**describe_unit(state, name, False, ""), "side": state.side_of(name), "hq": _get_hq(state, name)}
            for name, piece in state.pieces.items()
            if piece.on_map
        ],
        "tops": sorted(state.tops),
        "score": dict(state.score),
        # 9.4.B, 19.3: markers that everyone sees on the map
        "interdictions": [{"side": marker.side, "hex": marker.hex} for marker in state.interdictions],
        "barrages": [{"side": marker.side, "hex": marker.hex} for marker in state.barrages],
    }


def _get_weather_name(state: State) -> str | None:
    states = state.battle.document["weather"]["states"]
    return next((entry["name"] for entry in states if entry["id"] == state.weather), None)


def _describe_turn(state: State) -> dict[str, Any] | None:
    turn = state.turn
    if turn is None:
        return None
    return {
        "side": turn.side,
        "hq": state.battle.name(turn.hq),
        "points": turn.points,
        "left": turn.left,
        "turned": turn.turned,
        "late": turn.late,
    }


def _get_hq(state: State, name: str) -> str | None:
    unit, train = state.battle.units.get(name), state.battle.trains.get(name)
    return name if name in state.battle.hqs else unit.hq if unit else train.hq if train else None


def _describe_side(state: State, side: str) -> dict[str, Any]:
    """Describe what is public about a side: headquarters, markers, tracks."""
    battle = state.battle
    return {
        "name": battle.side(side)["name"],
        "hqs": [
            {
                "id": hq.id,
                "name": hq.name,
                "command": hq.command,
                "bonus": hq.bonus,
                "range": hq.range,
                "here": state.pieces[hq.id].on_map,
                "just_activated": hq.id in state.just,
                "returns": battle.clock.label(state.returns[hq.id]) if hq.id in state.returns else None,
                "reserves": state.reserves[hq.id],
                "morale": state.morale[hq.id],
            }
            for hq in battle.hqs.values()
            if hq.side == side
        ],
        "reserves": {"ready": state.pool[side], "spent": state.spent[side]},
        "supply_points": state.supply_points[side],
        "activations": state.activations[side],
        "missions": state.missions[side],
    }


def list_due(state: State) -> list[dict[str, Any]]:
    """6.2: list everything still due, box by box."""
    battle, clock = state.battle, state.battle.clock
    events: list[tuple[int, dict[str, Any]]] = []
    for mark in clock.marks:
        events.append((mark.box, {"kind": mark.kind, "side": mark.side, "text": mark.text}))
    for arrival in battle.arrivals:
        events.append((arrival.box, {"kind": "reinforcement", "side": arrival.side, "text": arrival.hex}))
    for work in state.works:
        name = battle.works[work.work]["name"]
        events.append((work.box, {"kind": "work", "side": state.side_of(work.unit), "text": name}))
    for hq, box in state.returns.items():
        events.append((box, {"kind": "hq", "side": state.side_of(hq), "text": battle.name(hq)}))
    ahead = sorted((event for event in events if event[0] > state.clock), key=lambda event: event[0])
    return [{"box": box, "label": clock.label(box), **event} for box, event in ahead]


def view_document(document_: Document, seat: Seat) -> Document:
    """Return a document as a seat may see it."""
    if document_.get("format") != FORMAT:
        return battle_view(document_, seat)
    if seat == REFEREE:
        return {**document_, "seat": seat}
    open_ = set(document_["tops"])
    shown = [
        counter
        for counter in document_["counters"]
        if counter["side"] == seat or counter["id"] in open_ or counter["type"] == "hq"
    ]
    return {
        **document_,
        "seat": seat,
        "battle": battle_view(document_["battle"], seat),
        "counters": shown,
        "tops": [
            counter
            for counter in document_["tops"]
            if any(counter == shown_counter["id"] for shown_counter in shown)
        ],
    }
