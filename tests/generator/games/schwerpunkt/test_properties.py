"""Invariants of any play: nothing is lost, nothing leaks, everything replays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.schwerpunkt.battle import SIDES
from generator.games.schwerpunkt.procedure import PLAY
from generator.games.schwerpunkt.state import State
from generator.session import Session, begin, resume
from generator.table.visibility import outline_prompt

from .battles import catalog, example, make_complete
from .playing import play

PLAYS = 10_000


def begun(seed: int) -> tuple[Session, Random]:
    """Start a battle with settings and the dice of its players."""
    dice = Random(seed)
    values = {
        "battle": make_complete() if seed % 3 else example(),
        "mode": "companion" if seed % 4 == 1 else "strict",
        "stakes": dice.choice(("after", "sealed")),
        "resolve": dice.random() < 0.8,
        "dice": dice.choice(("seeded", "typed")),
    }
    return begin(PLAY, catalog(), PLAY.read(catalog(), values), f"seed-{seed}"), dice


def played(seed: int) -> Session:
    session, dice = begun(seed)
    play(session, dice, end_after=None if seed % 3 else 60)
    assert session.finished
    return session


def sound(state: State) -> None:
    battle, turn = state.battle, state.turn
    for side in SIDES:
        own = [hq for hq in battle.hqs if state.side_of(hq) == side]
        markers = sum(state.reserves[hq] for hq in own) + state.pool[side] + state.spent[side]
        assert markers == (battle.side(side)["reserves"] or 0), "13.3: no marker is lost or won"
        assert min(state.pool[side], state.spent[side], state.missions[side]) >= 0
        assert (state.supply_points[side] or 0) >= 0
    assert battle.clock.last is None or 0 <= state.clock <= battle.clock.last
    assert turn is None or 0 <= turn.left <= turn.points
    for piece in state.pieces.values():
        if piece.engaged:
            assert piece.on_map and piece.mode != "rout", "9.2.A"
    for barrage in state.barrages:
        modes = {state.pieces[name].mode for name in barrage.units if state.pieces[name].on_map}
        assert modes <= {"good", "disorganised"}, "9.4.B"
        assert all(state.pieces[name].on_map for name in barrage.units)
    assert {hq for hq in battle.hqs if state.pieces[hq].out} == set(state.returns), "6.2.E"
    assert all(work.box >= state.clock and state.pieces[work.unit].on_map for work in state.works), "12.3"


def always(session: Session) -> None:
    """Every state is valid, the clock never goes back, and the log can be formatted."""
    states = [shown.state for shown in session.table.stands]
    for state in states:
        sound(state)
    clocks = [state.clock for state in states]
    assert clocks == sorted(clocks), "6.1"
    cycles = [
        line[0].facts["number"] for line in session.table.log if line[1] is None and line[0].what == "cycle"
    ]  # type: ignore[union-attr]
    assert cycles == list(range(1, len(cycles) + 1))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_random_plays_keep_invariants(seed: int) -> None:
    always(played(seed))


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_a_transcript_played_again_leads_to_the_same(seed: int) -> None:
    session = played(seed)
    entries = session.table.entries
    again = resume(PLAY, catalog(), session.settings, session.seed, entries)
    for eye in (*SIDES, "everyone", "referee"):
        assert again.log(eye) == session.log(eye)
        assert again.standing(eye) == session.standing(eye)
    keep = len(entries) // 2
    shorter = resume(PLAY, catalog(), session.settings, session.seed, entries[:keep])
    again.back_to(keep)
    assert again.standing("referee") == shorter.standing("referee")


def seen(session: Session, eye: str) -> Any:
    """Return everything that can be seen."""
    asked = [outline_prompt(prompt) for prompt in session.table.pending]
    return session.log(eye), session.standing(eye), session.documents(eye), asked, session.table.sealed


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6))
def test_a_sealed_choice_tells_the_others_nothing(seed: int) -> None:
    """Two tables that differ only in Blue's sealed choice look the same to everybody else."""
    dice = Random(seed)
    values = {"battle": make_complete(), "stakes": "sealed", "mode": "strict"}
    tables = [begin(PLAY, catalog(), PLAY.read(catalog(), values), "one-seed") for _ in range(2)]
    sealed = [
        {"hq": "b1", "trains": ["b-fuel"] if dice.random() < 0.5 else []},
        {
            "hq": "b2",
            "changes": [{"unit": "b-inf-2", "mode": dice.choice(("rout", "neutralised")), "hex": "0909"}],
        },
    ]
    for table, answer in zip(tables, sealed, strict=True):
        table.answer("blue", answer)
        table.fill()
    for eye in ("red", "everyone"):
        assert seen(tables[0], eye) == seen(tables[1], eye)
    assert seen(tables[0], "blue") != seen(tables[1], "blue")


HIDDEN = (
    {"unit": "b-inf-2", "mode": "neutralised"},
    {"unit": "b-inf-2", "supply": True, "strength": True},
    {"unit": "b-ammo", "full": False},
    {"unit": "b-open", "formation": "closed"},
)


@pytest.mark.parametrize("change", HIDDEN, ids=lambda change: "-".join(change))
@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6))
def test_covered_counters_are_never_seen(change: dict[str, Any], seed: int) -> None:
    """2.2: two tables that differ only in a covered counter look the same to the enemy."""
    dice = Random(seed)
    rolls = [dice.randint(1, 10) for _ in range(200)]
    views: list[list[Any]] = []
    for changes in ([], [change]):
        table = begin(
            PLAY,
            catalog(),
            PLAY.read(catalog(), {"battle": make_complete(), "dice": "typed", "mode": "strict"}),
            "seed",
        )
        views.append(_quietly(table, changes, list(rolls)))
    assert views[0] == views[1]


def _quietly(session: Session, changes: list[Any], rolls: list[int]) -> list[Any]:
    """Play three activations without that counter; return what Red and a watcher saw."""
    views: list[Any] = []
    given = 0
    while session.table.pending and given < 60 and (now := session.standing("referee")) and now["cycle"] <= 3:
        prompt = session.table.pending[0]
        if prompt.ask == "choose":
            hq = f"{prompt.seat[0]}1"
            answer: Any = {"hq": hq, "changes": changes if prompt.seat == "blue" and not given else []}
        else:
            answer = {
                "roll": [rolls[given]],
                "report": {"reserves": 0, "trains": []} if prompt.ask == "stake" else {"action": "done"},
            }.get(prompt.kind)
        if prompt.kind == "choose":
            answer = [] if prompt.ask == "left_map" else prompt.options[0]  # type: ignore[union-attr]
        if prompt.ask == "mission":
            answer = {"use": "none"}
        session.table.answer(prompt.seat, answer, prompt.seat)
        given += 1
        views.append([seen(session, eye) for eye in ("red", "everyone")])
    return views


@pytest.mark.soak
def test_ten_thousand_battles() -> None:
    for seed in range(PLAYS):
        always(played(seed))
