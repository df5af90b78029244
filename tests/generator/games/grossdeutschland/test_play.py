"""Complete random plays: invariants for any answers."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs import Catalogs
from catalogs.games.grossdeutschland import Catalog, load
from generator.chance import commitment, open_part
from generator.games.grossdeutschland.play.state import ACTED, State, get_colour
from generator.session import Session, resume
from generator.table import EVERYONE, REFEREE, read_entry, view_entry
from generator.verify import verify

from .playing import play_random

CATALOG = load()
WISHES = st.fixed_dictionaries(
    {
        "battle": st.sampled_from(sorted(CATALOG.battles)),
        "players": st.sampled_from(["two", "one"]),
        "dice": st.sampled_from(["rolled", "typed"]),
        "chits": st.sampled_from(["drawn", "typed"]),
        "supply": st.booleans(),
        "odds": st.sampled_from(["up", "down"]),
        "bridge": st.sampled_from(["plus_one", "three_dice"]),
        "hexes": st.sampled_from(["any", "each"]),
        "roads": st.sampled_from(["exit", "end"]),
    }
)
SEEDS = st.integers(0, 10**6).map(lambda number: f"open{number}.secret{number}")


@settings(max_examples=25)
@given(seed=SEEDS, wish=WISHES)
def test_random_play_keeps_invariants(seed: str, wish: dict[str, Any]) -> None:
    session = play_random(CATALOG, seed, **wish)
    assert session.finished
    states = [shown.state for shown in session.table.stands]
    chits_are_conserved(states)
    nothing_acts_twice(session)
    points_are_those_of_the_log(session)
    no_sealed_draw_leaks(session)
    it_replays(session, seed)


def chits_are_conserved(states: list[State]) -> None:
    """10.3: every chit is in the cup, discarded, in hand or used up, and none is created."""
    for side in ("german", "soviet"):
        cup = states[0].battle.document["cups"][side]
        wanted = {"blue": cup["blue"], "red": cup["red"], "black": cup["random"] + len(cup["assigned"])}
        for state in states:
            result = state.events[side]
            there = Counter(
                get_colour(state.catalog, chit)
                for chit in (*result.cup, *result.discard, *result.hand, *result.used)
            )
            assert {colour: there[colour] for colour in wanted} == wanted
            assert "black" not in {get_colour(state.catalog, chit) for chit in result.discard}
    for state in states:
        drawn = Counter(state.drawn)
        assert all(count == 1 for count in drawn.values())
        assert not set(state.drawn) & set(state.cup)


def nothing_acts_twice(session: Session) -> None:
    """6.0: in a turn a formation acts at most once."""
    before: State | None = None
    for shown in session.table.stands:
        state = shown.state
        if before is not None and before.number == state.number:
            for name, how in before.acted.items():
                if how == ACTED and state.acted:
                    assert state.acted[name] == ACTED
                    assert state.active != name
        before = state


def points_are_those_of_the_log(session: Session) -> None:
    """18.3-21.3: the last VP in the log are the final ones."""
    answer = [line["facts"]["vp"] for line in session.log(EVERYONE) if line.get("what") == "gd_vp"]
    end = session.table.state
    assert isinstance(end, State)
    assert (answer[-1] if answer else 0) == end.score.total
    last = session.log(EVERYONE)[-1]
    assert last["what"] in ("gd_won", "gd_drawn")
    assert last["facts"]["vp"] == end.score.total


def no_sealed_draw_leaks(session: Session) -> None:
    """10.3: the name of a black chit in a cup appears nowhere."""
    out = {entry.answer for entry in session.table.entries if entry.ask in ("black_out", "chit_black")}
    given = {chit for cup in _cups(session).values() for chit in cup["assigned"]}
    hidden = [
        chit.id for chit in CATALOG.chits.values() if chit.colour == "black" and chit.id not in out | given
    ]
    for seat in ("german", "soviet", EVERYONE, REFEREE):
        standing, (document,) = session.standing(seat), session.documents(seat)
        text = json.dumps([standing, document, session.log(seat)])
        assert [chit for chit in hidden if f'"{chit}"' in text] == []


def _cups(session: Session) -> Any:
    return session.table.stands[0].state.battle.document["cups"]


def it_replays(session: Session, seed: str) -> None:
    entries = [read_entry(json.loads(json.dumps(entry.json()))) for entry in session.table.entries]
    again = resume(session.procedure, session.catalog, session.settings, seed, entries)
    assert again.documents(REFEREE) == session.documents(REFEREE)
    assert again.standing("german") == session.standing("german")


@pytest.mark.parametrize("number", range(4))
def test_black_chits_come_from_the_secret_part_alone(number: int) -> None:
    """The open part of the seed decides every colour but no black chit."""
    one, other = (play_random(CATALOG, f"open{number}.{secret}", battle="kursk", turns=5) for secret in "ab")
    blacks = [
        [entry.answer for entry in session.table.entries if entry.ask == "black_out"]
        for session in (one, other)
    ]
    assert blacks[0] and blacks[0] != blacks[1]
    first = next(entry.n for entry in one.table.entries if entry.ask == "black_out")
    assert one.table.entries[:first] == other.table.entries[:first]


@pytest.mark.parametrize("seat", ["german", EVERYONE, REFEREE])
@pytest.mark.parametrize("number", range(4))
def test_dice_can_be_verified_by_every_seat(number: int, seat: str) -> None:
    """A record of each seat verifies against the seed; with one die changed it does not."""
    seed = f"check{number}.secretsecretsecret"
    session = play_random(CATALOG, seed, battle="lutchessa", turns=6)
    shown = seed if seat == REFEREE else open_part(seed)
    record = {
        "format": "hora-h/table/1",
        "procedure": session.procedure.name,
        "catalog": CATALOG.version,
        "settings": session.procedure.write(session.settings),
        "seeds": [
            {
                "from": 0,
                "commitments": {"open": commitment(open_part(seed)), "whole": commitment(seed)},
                "seed": shown,
            }
        ],
        "finished": True,
        "entries": [view_entry(entry, seat).json() for entry in session.table.entries],
    }
    verdict = verify(Catalogs(), record)
    assert verdict.findings == []
    blacks = sum(entry.ask == "black_out" for entry in session.table.entries)
    assert verdict.sealed == (0 if seat == REFEREE else blacks)
    rolled = next(entry for entry in record["entries"] if entry["ask"] == "weather")
    rolled["answer"] = [rolled["answer"][0] % 6 + 1]
    assert verify(Catalogs(), record).findings


def test_undo_goes_back_and_forth() -> None:
    session = play_random(CATALOG, "u1", battle="lutchessa")
    whole = session.standing(REFEREE)
    entries = list(session.table.entries)
    session.undo(3)
    assert not session.finished
    session.table.replay(entries[len(session.table.entries) :])
    assert session.standing(REFEREE) == whole


@pytest.mark.soak
def test_ten_thousand_plays(catalog: Catalog) -> None:
    battles = sorted(catalog.battles)
    for number in range(10_000):
        wish = {
            "battle": battles[number % len(battles)],
            "dice": ("rolled", "typed")[number // 4 % 2],
            "chits": ("drawn", "typed")[number // 8 % 2],
            "supply": bool(number // 16 % 2),
            "players": ("two", "one")[number // 32 % 2],
            "roads": ("exit", "end")[number // 64 % 2],
        }
        session = play_random(catalog, f"soak{number}", **wish)
        assert session.finished
        points_are_those_of_the_log(session)
