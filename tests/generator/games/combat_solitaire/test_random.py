"""Any game with random answers ends, and its invariants hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.combat_solitaire import scenario_generator
from generator.games.combat_solitaire.hexes import is_hex
from generator.games.combat_solitaire.procedure import PLAY
from generator.session import Session, begin, resume

from .playing import catalog


def short(name: str, turns: int) -> dict[str, Any]:
    """Return a shipped or generated scenario with few turns."""
    result = catalog().scenarios.get(name) or scenario_generator.fill_template(
        catalog(), catalog().templates[name], name
    )
    return {**result, "length_turns": turns}


def game(seed: int, turns: int = 1) -> Session:
    names = ("crossroads", "lantern", "sweep", "line")
    chosen = {
        "commander": True,
        "scenario": short(names[seed % 4], turns),
        "mode": ("strict", "companion")[seed % 3 == 1],
        "cup": ("sealed", "real")[seed // 4 % 2],
        "sealed_tq": ("look", "4")[seed // 8 % 2],
        "flare": ("drift", "radius")[seed // 16 % 2],
        "neighbour_sight": bool(seed // 32 % 2),
        "sighting_alerts": bool(seed // 64 % 2),
    }
    result = begin(PLAY, catalog(), PLAY.read(catalog(), chosen), f"{seed}.s{seed}")
    result.fill()
    return result


def holds(found: Session) -> None:
    """Check the invariants at the end of a game."""
    assert found.finished
    (document,) = found.documents("referee")
    assert len(document["men"]) == 12
    for each in (*document["men"], *document["enemies"]):
        assert is_hex(each["hex"])
        assert each["morale"] in catalog().morale
        assert set(each["wounds"]) <= set(catalog().wounds)
        assert not (each["fate"] and each["order"] == "melee")
    who = [enemy["who"] for enemy in document["enemies"] if enemy["who"] and ":" in enemy["who"]]
    drawn = [one for one in who if not one.endswith("assistant")]
    assert len(drawn) == len(set(drawn)) or document["cup"] == "real"
    assert document["ended"]
    assert document["turn"] <= document["scenario"]["length_turns"]
    assert 0 <= document["hand"] <= 5


@given(st.integers(0, 10**6))
@settings(max_examples=12)
def test_random_games_keep_invariants(seed: int) -> None:
    holds(game(seed))


@given(st.integers(0, 10**6))
@settings(max_examples=3)
def test_transcript_replays_to_the_same_game(seed: int) -> None:
    first = game(seed)
    again = resume(PLAY, catalog(), first.settings, first.seed, first.table.entries)
    assert again.documents("referee") == first.documents("referee")
    assert again.log("referee") == first.log("referee")


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
def test_ten_thousand_games(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * (hundred + 1)):
        holds(game(seed, turns=2 if seed % 10 == 0 else 1))
