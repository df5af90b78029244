"""Effects on counters, and their consequences by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.table import Note

from .state import DISORGANISED, GOOD, NEUTRALISED, ROUT, State

Change = tuple[State, list[Note]]


def apply_effect(state: State, name: str, effect: str, hexes: int | None = None) -> Change:
    """9.2.I, 3.12: apply a table result to a unit."""
    if effect == "disorganised":
        return disorganise(state, name)
    if effect == "neutralised":
        return neutralise(state, name)
    if effect == "rout":
        return rout_unit(state, name)
    if effect == "retreat":
        state, notes = abandon_works(state.with_piece(name, engaged=False, hex=None), name)
        if state.turn is not None:
            state = replace(state, turn=replace(state.turn, retreated=state.turn.retreated | {name}))
        return state, [
            *notes,
            Note("9.2.A", "retreats", {"unit": name, "hexes": "?" if hexes is None else hexes}),
        ]
    if effect == "losses":
        return apply_losses(state, name)
    if effect == "eliminated":
        return eliminate(state, name)
    return state, []


def disorganise(state: State, name: str) -> Change:
    """3.12.C: disorganise a unit; a worse mode stays."""
    if state.pieces[name].mode != GOOD:
        return state, []
    return _lift_barrages(state.with_piece(name, mode=DISORGANISED), name), [
        Note("3.12.C", "disorganised", {"unit": name})
    ]


def neutralise(state: State, name: str) -> Change:
    """3.12.D: a mounted unit dismounts. 9.2.A: it is no longer engaged."""
    piece = state.pieces[name]
    if piece.mode == ROUT:
        return state, []
    formation = "dismounted" if piece.formation == "mounted" else piece.formation
    state = state.with_piece(name, mode=NEUTRALISED, engaged=False, formation=formation)
    return _lift_barrages(state, name), [Note("3.12.D", "neutralised", {"unit": name})]


def rout_unit(state: State, name: str) -> Change:
    """3.12.E: the unit loses other markers and runs at once; an indirect-fire unit is eliminated."""
    unit = state.battle.units.get(name)
    if unit is not None and unit.indirect:
        return eliminate(state, name)
    state = _lift_barrages(state.with_piece(name, mode=ROUT, engaged=False, hex=None), name)
    state, notes = abandon_works(state, name)  # 12.4: it does not stay in its hex
    return state, [*notes, Note("3.12.E", "routed", {"unit": name, "hexes": get_rout_hexes(state, name)})]


def get_rout_hexes(state: State, name: str) -> int:
    """3.12.E: return how many hexes a routed unit runs."""
    unit = state.battle.units.get(name)
    fast = unit is not None and unit.type in ("vehicles", "cavalry")
    return state.figures["rout_fast" if fast else "rout_personnel"]


def apply_losses(state: State, name: str) -> Change:
    """4.1: apply losses; the second ones eliminate."""
    piece = state.pieces[name]
    if piece.strength or piece.mechanical:
        return eliminate(state, name)
    return state.with_piece(name, strength=True), [Note("4.1", "losses", {"unit": name})]


def eliminate(state: State, name: str) -> Change:
    """2.3.A.v, 6.2.E: remove a counter from the map; a headquarters goes into the clock."""
    state = _lift_barrages(state.with_piece(name, out=True, engaged=False), name)
    state = replace(state, works=tuple(work for work in state.works if work.unit != name))
    if name not in state.battle.hqs:
        return state, [Note("0.I", "eliminated", {"unit": name})]
    back = state.clock + state.figures["hq_returns_after"]
    side = state.side_of(name)
    state = replace(
        state,
        returns={**state.returns, name: back},
        just=state.just - {name},
        pool={**state.pool, side: state.pool[side] + state.reserves[name]},
        reserves={**state.reserves, name: 0},
    )
    return state, [Note("2.3.A.v", "hq_eliminated", {"hq": name, "box": state.battle.clock.label(back)})]


def mark_just_activated(state: State, hq: str) -> State:
    """5.5, 5.10: give a headquarters the Just Activated marker; the other side's lose theirs."""
    side = state.side_of(hq)
    own = frozenset(name for name in state.just if state.side_of(name) == side)
    return replace(state, just=own | {hq})


def mark_lost_assault(state: State, hq: str) -> Change:
    """2.3.A.iv: mark a headquarters that loses an assault as Just Activated."""
    notes = [Note("2.3.A.iv", "hq_shaken", {"hq": hq})]
    after = mark_just_activated(state, hq)
    off = tuple(state.battle.name(name) for name in state.battle.hqs if name in state.just - after.just)
    return after, [*notes, *([Note("5.10", "markers_off", {"hqs": off})] if off else ())]


def disengage(state: State, name: str) -> State:
    """10.2: disengage a unit and lift its barrage."""
    return _lift_barrages(state.with_piece(name, engaged=False), name)


def _lift_barrages(state: State, name: str) -> State:
    """9.4.B: end a barrage when one of its units is eliminated, disorganised, neutralised or runs."""
    return replace(state, barrages=tuple(barrage for barrage in state.barrages if name not in barrage.units))


def abandon_works(state: State, name: str) -> Change:
    """12.4: a unit that moves away, mounts or marches abandons its works."""
    given_up = [work for work in state.works if work.unit == name]
    if not given_up:
        return state, []
    remaining = tuple(work for work in state.works if work.unit != name)
    return replace(state, works=remaining), [Note("12.4", "work_given_up", {"unit": name})]


def shift_morale(state: State, hq: str, steps: int) -> Change:
    """17.3: move a morale marker; it stays on the track."""
    box = state.morale[hq]
    if box is None or steps == 0:
        return state, []
    after = max(1, box + steps)
    note = Note("17.3", "morale", {"hq": hq, "before": box, "after": after})
    return replace(state, morale={**state.morale, hq: after}), [note]


def apply_reported(state: State, side: str, given: Mapping[str, Any]) -> Iterator[Change]:
    """Apply the changes that a side reports for its counters, one after the other."""
    for change in given.get("changes", ()):
        name = change["unit"]
        plain = {
            field: change[field]
            for field in ("formation", "strength", "mechanical", "supply", "engaged", "full", "hex")
            if field in change
        }
        state = state.with_piece(name, **plain) if plain else state
        notes: list[Note] = []
        if change.get("out"):
            state, notes = eliminate(state, name)
        elif "mode" in change and change["mode"] != state.pieces[name].mode:
            state, notes = _apply_mode(state, name, change["mode"])
        if state.pieces[name].mode == ROUT or not state.pieces[name].on_map:
            state = state.with_piece(name, engaged=False)  # 9.2.A
        yield state, notes
    for entry in given.get("morale", ()):
        state, notes = shift_morale(state, entry["hq"], entry["steps"])
        yield state, notes


def _apply_mode(state: State, name: str, mode: str) -> Change:
    """Apply a reported mode; a better one without further effects."""
    if mode == ROUT:
        return rout_unit(state, name)
    if mode == NEUTRALISED:
        return neutralise(state.with_piece(name, mode=GOOD), name)[0], []
    state = state.with_piece(name, mode=mode)
    return state if mode == GOOD else _lift_barrages(state, name), []
