"""Random plays: they end, keep invariants, replay, and sealed bids stay sealed."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.thunder_at_cassino import load
from generator.game import Procedure
from generator.games.thunder_at_cassino.procedures import BIDDING, PLAY
from generator.session import Session, begin, resume
from generator.table import EVERYONE

CATALOG = load()
SCENARIOS = tuple(CATALOG.setups)
READINGS = st.fixed_dictionaries(
    {name: st.sampled_from(sorted(reading.choices)) for name, reading in CATALOG.readings.items()}
)
#: Procedure, scenario and mode; bids go with the campaign alone (20.2).
PLAYS: list[tuple[Procedure, str, dict[str, str]]] = [
    *((PLAY, name, {"mode": mode}) for name in SCENARIOS for mode in ("strict", "companion")),
    (BIDDING, "campaign", {}),
]
FEW, MANY = 25, 10_000


def played(kind: Procedure, scenario: str, seed: str, **readings: str) -> Session:
    chosen = kind.read(CATALOG, {"scenario": scenario, "players": "chance", **readings})
    session = begin(kind, CATALOG, chosen, seed)
    session.fill()
    return session


def audit(session: Session) -> None:
    """Check the invariants of a finished play."""
    assert session.finished
    document: dict[str, Any] = session.documents(EVERYONE)[0]
    shown, log = document["play"], document["log"]
    notes = [(line["what"], line["facts"]) for line in log if "what" in line]
    setup = CATALOG.setups[shown["scenario"]]
    assert shown["vp"] == setup.vp + sum(_points(what, facts) for what, facts in notes)
    assert set(shown["control"]) == _control(set(setup.control), notes)
    assert set(shown["fifth"]) == {facts["area"] for what, facts in notes if what == "fifth"}
    assert shown["result"] is not None and shown["turn"] in (setup.last_turn, 15)
    nights = shown["nights"]
    assert all(after - before > 1 for before, after in pairwise(nights))
    assert all(0 <= left <= setup.smoke[side] for side, left in shown["smoke"].items())
    _nothing_twice(log)


def _points(what: str, facts: dict[str, Any]) -> int:
    if what == "retaken":
        return -int(facts["points"])
    return int(facts["points"]) if what in ("taken", "fifth", "bid_paid") else 0


def _control(control: set[str], notes: list[tuple[str, dict[str, Any]]]) -> set[str]:
    for what, facts in notes:
        if what == "taken":
            assert facts["area"] not in control
            control.add(facts["area"])
        elif what == "retaken":
            control.remove(facts["area"])
    return control


def _nothing_twice(log: list[dict[str, Any]]) -> None:
    """A battery fires once a turn, smoke or shells; a place is attacked once in an impulse."""
    fired: set[str] = set()
    attacked: list[str] = []
    for line in log:
        what = line.get("what")
        if what == "turn":
            fired.clear()
        elif what in ("bombards", "smoke_laid", "smoke_lost", "smoke_failed"):
            assert line["facts"]["battery"] not in fired
            fired.add(line["facts"]["battery"])
        elif line.get("ask") == "impulse":
            attacked.clear()
        elif line.get("ask") == "fire":
            assert line["answer"]["target"] not in attacked
            attacked.append(line["answer"]["target"])


@given(seed=st.integers(0, 10**9), readings=READINGS, chosen=st.sampled_from(PLAYS))
@settings(max_examples=FEW)
def test_random_play_ends_and_keeps_invariants(
    seed: int, readings: dict[str, str], chosen: tuple[Procedure, str, dict[str, str]]
) -> None:
    kind, scenario, mode = chosen
    session = played(kind, scenario, str(seed), **readings, **mode)
    audit(session)
    again = resume(session.procedure, CATALOG, session.settings, session.seed, session.table.entries)
    assert again.documents(EVERYONE) == session.documents(EVERYONE)
    assert again.table.entries == session.table.entries


@given(first=st.integers(-20, 20), second=st.integers(-20, 20), other=st.integers(-20, 20))
@settings(max_examples=FEW)
def test_sealed_bid_leaks_nothing(first: int, second: int, other: int) -> None:
    """For any first bid, the other seat, watchers and the record show the same."""

    def seen(bid: int) -> str:
        session = begin(BIDDING, CATALOG, BIDDING.read(CATALOG, {}), "1")
        session.answer("one", bid)
        eyes = [
            (session.log(eye), session.standing(eye), session.documents(eye)) for eye in ("two", EVERYONE)
        ]
        return json.dumps(eyes)

    assert seen(first) == seen(other)
    session = begin(BIDDING, CATALOG, BIDDING.read(CATALOG, {}), "1")
    session.answer("one", first)
    session.answer("two", second)
    session.fill()
    answers = [line["answer"] for line in session.log(EVERYONE) if line.get("ask") == "bid"]
    assert answers == [first, second]


@given(seed=st.integers(0, 10**9), back=st.integers(1, 40))
@settings(max_examples=10)
def test_undo_and_the_same_answers_lead_to_the_same_play(seed: int, back: int) -> None:
    session = played(PLAY, "round_house", str(seed))
    entries, document = list(session.table.entries), session.documents(EVERYONE)
    session.back_to(max(0, len(entries) - back))
    session.fill()
    assert session.table.entries == entries
    assert session.documents(EVERYONE) == document


@pytest.mark.soak
def test_ten_thousand_plays() -> None:
    for number in range(MANY):
        kind, scenario, mode = PLAYS[number % len(PLAYS)]
        audit(played(kind, scenario, f"soak-{number}", **mode))
