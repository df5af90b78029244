"""What befalls a counter, and what follows from it by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.table import Note

from .state import DISORGANISED, GOOD, NEUTRALISED, ROUT, State

Told = tuple[State, list[Note]]


def befall(state: State, name: str, effect: str, hexes: int | None = None) -> Told:
    """9.2.I, 3.12: what a result of the tables does to a unit."""
    if effect == "disorganised":
        return disorganise(state, name)
    if effect == "neutralised":
        return neutralise(state, name)
    if effect == "rout":
        return rout(state, name)
    if effect == "retreat":
        state = state.put(name, engaged=False)
        return state, [Note("9.2.A", "retreats", {"unit": name, "hexes": "?" if hexes is None else hexes})]
    if effect == "losses":
        return lose(state, name)
    if effect == "eliminated":
        return eliminate(state, name)
    return state, []


def disorganise(state: State, name: str) -> Told:
    """3.12.C; a worse mode stays."""
    if state.pieces[name].mode != GOOD:
        return state, []
    return _silent(state.put(name, mode=DISORGANISED), name), [Note("3.12.C", "disorganised", {"unit": name})]


def neutralise(state: State, name: str) -> Told:
    """3.12.D: a mounted unit dismounts; 9.2.A: it is engaged no more."""
    piece = state.pieces[name]
    if piece.mode == ROUT:
        return state, []
    formation = "dismounted" if piece.formation == "mounted" else piece.formation
    state = state.put(name, mode=NEUTRALISED, engaged=False, formation=formation)
    return _silent(state, name), [Note("3.12.D", "neutralised", {"unit": name})]


def rout(state: State, name: str) -> Told:
    """3.12.E: it loses other markers and runs at once; what can fire indirectly is eliminated instead."""
    unit = state.battle.units.get(name)
    if unit is not None and unit.indirect:
        return eliminate(state, name)
    state = _silent(state.put(name, mode=ROUT, engaged=False), name)
    return state, [Note("3.12.E", "routed", {"unit": name, "hexes": run(state, name)})]


def run(state: State, name: str) -> int:
    """3.12.E: how many hexes a routed unit runs."""
    unit = state.battle.units.get(name)
    fast = unit is not None and unit.type in ("vehicles", "cavalry")
    return state.figures["rout_fast" if fast else "rout_personnel"]


def lose(state: State, name: str) -> Told:
    """4.1: losses; the second ones eliminate."""
    piece = state.pieces[name]
    if piece.strength or piece.mechanical:
        return eliminate(state, name)
    return state.put(name, strength=True), [Note("4.1", "losses", {"unit": name})]


def eliminate(state: State, name: str) -> Told:
    """A counter leaves the map. A headquarters goes into the clock (2.3.A.v, 6.2.E)."""
    state = _silent(state.put(name, out=True, engaged=False), name)
    state = replace(state, works=tuple(each for each in state.works if each.unit != name))
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


def just_activated(state: State, hq: str) -> State:
    """5.5, 5.10: a headquarters gets the marker; the other side's headquarters lose theirs."""
    side = state.side_of(hq)
    kept = frozenset(name for name in state.just if state.side_of(name) == side)
    return replace(state, just=kept | {hq})


def shake(state: State, hq: str) -> Told:
    """2.3.A.iv: mark a headquarters that loses an assault as if it had been activated."""
    notes = [Note("2.3.A.iv", "hq_shaken", {"hq": hq})]
    after = just_activated(state, hq)
    off = tuple(state.battle.name(name) for name in state.battle.hqs if name in state.just - after.just)
    return after, [*notes, *([Note("5.10", "markers_off", {"hqs": off})] if off else ())]


def cease(state: State, name: str) -> State:
    """10.2: no longer engaged; its barrage is lifted."""
    return _silent(state.put(name, engaged=False), name)


def _silent(state: State, name: str) -> State:
    """9.4.B: a barrage ends when one who fires it is eliminated, disorganised, neutralised or runs."""
    return replace(state, barrages=tuple(each for each in state.barrages if name not in each.units))


def leaves(state: State, name: str) -> Told:
    """12.4: a unit that moves away, mounts or marches gives up what it was building."""
    given_up = [each for each in state.works if each.unit == name]
    if not given_up:
        return state, []
    left = tuple(each for each in state.works if each.unit != name)
    return replace(state, works=left), [Note("12.4", "work_given_up", {"unit": name})]


def shift(state: State, hq: str, steps: int) -> Told:
    """17.3: a morale marker moves; it stays on the track."""
    box = state.morale[hq]
    if box is None or steps == 0:
        return state, []
    after = max(1, box + steps)
    note = Note("17.3", "morale", {"hq": hq, "before": box, "after": after})
    return replace(state, morale={**state.morale, hq: after}), [note]


def reported(state: State, side: str, given: Mapping[str, Any]) -> Iterator[Told]:
    """What a side says became of its own counters: one change after the other."""
    for change in given.get("changes", ()):
        name = change["unit"]
        plain = {
            field: change[field]
            for field in ("formation", "strength", "mechanical", "supply", "engaged", "full", "hex")
            if field in change
        }
        state = state.put(name, **plain) if plain else state
        notes: list[Note] = []
        if change.get("out"):
            state, notes = eliminate(state, name)
        elif "mode" in change and change["mode"] != state.pieces[name].mode:
            state, notes = _mode(state, name, change["mode"])
        if state.pieces[name].mode == ROUT or not state.pieces[name].here:
            state = state.put(name, engaged=False)  # 9.2.A
        yield state, notes
    for each in given.get("morale", ()):
        state, notes = shift(state, each["hq"], each["steps"])
        yield state, notes


def _mode(state: State, name: str, mode: str) -> Told:
    """A mode that a side reports: a better one is put there as it is."""
    if mode == ROUT:
        return rout(state, name)
    if mode == NEUTRALISED:
        return neutralise(state.put(name, mode=GOOD), name)[0], []
    state = state.put(name, mode=mode)
    return state if mode == GOOD else _silent(state, name), []
