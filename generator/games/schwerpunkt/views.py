"""2.2: what a seat may see: its own side whole, of the enemy what lies open on map, clock and tracks."""

from __future__ import annotations

from typing import Any

from generator.game import Document
from generator.table import REFEREE, Seat

from .authored import view as battle_view
from .battle import SIDES
from .play.forms import unit_line
from .state import State

FORMAT = "hora-h/schwerpunkt-play/1"


def document(state: State) -> Document:
    """Everything that stands, secrets included: the view takes them away."""
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
        "weather": _weather(state),
        "turn": _turn(state),
        "due": due(state),
        "sides": {side: _side(state, side) for side in SIDES},
        "counters": [
            {**unit_line(state, name, False, ""), "side": state.side_of(name), "hq": _hq(state, name)}
            for name, piece in state.pieces.items()
            if piece.here
        ],
        "tops": sorted(state.tops),
        "score": dict(state.score),
        # 9.4.B, 19.3: markers that lie on the map for everyone to see
        "interdictions": [{"side": each.side, "hex": each.hex} for each in state.interdictions],
        "barrages": [{"side": each.side, "hex": each.hex} for each in state.barrages],
    }


def _weather(state: State) -> str | None:
    states = state.battle.document["weather"]["states"]
    return next((each["name"] for each in states if each["id"] == state.weather), None)


def _turn(state: State) -> dict[str, Any] | None:
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


def _hq(state: State, name: str) -> str | None:
    unit, train = state.battle.units.get(name), state.battle.trains.get(name)
    return name if name in state.battle.hqs else unit.hq if unit else train.hq if train else None


def _side(state: State, side: str) -> dict[str, Any]:
    """What lies open of a side: headquarters, markers, tracks."""
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
                "here": state.pieces[hq.id].here,
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


def due(state: State) -> list[dict[str, Any]]:
    """6.2: what is still to come, box by box."""
    battle, clock = state.battle, state.battle.clock
    found: list[tuple[int, dict[str, Any]]] = []
    for mark in clock.marks:
        found.append((mark.box, {"kind": mark.kind, "side": mark.side, "text": mark.text}))
    for arrival in battle.arrivals:
        found.append((arrival.box, {"kind": "reinforcement", "side": arrival.side, "text": arrival.hex}))
    for work in state.works:
        name = battle.works[work.work]["name"]
        found.append((work.box, {"kind": "work", "side": state.side_of(work.unit), "text": name}))
    for hq, box in state.returns.items():
        found.append((box, {"kind": "hq", "side": state.side_of(hq), "text": battle.name(hq)}))
    ahead = sorted((each for each in found if each[0] > state.clock), key=lambda each: each[0])
    return [{"box": box, "label": clock.label(box), **each} for box, each in ahead]


def view(found: Document, seat: Seat) -> Document:
    """A document as a seat may see it."""
    if found.get("format") != FORMAT:
        return battle_view(found, seat)
    if seat == REFEREE:
        return {**found, "seat": seat}
    open_ = set(found["tops"])
    shown = [
        each
        for each in found["counters"]
        if each["side"] == seat or each["id"] in open_ or each["type"] == "hq"
    ]
    return {
        **found,
        "seat": seat,
        "battle": battle_view(found["battle"], seat),
        "counters": shown,
        "tops": [each for each in found["tops"] if any(each == one["id"] for one in shown)],
    }
