"""Small actions made from a battle (house rule): valid, balanced by steps, the same for a seed, playable."""

from __future__ import annotations

import pytest

from catalogs.games.grossdeutschland import Catalog
from generator.authoring import check_document
from generator.games.grossdeutschland.authoring.checks import SCENARIO
from generator.games.grossdeutschland.authoring.generators import (
    ACTION_STRENGTH,
    ACTION_TURNS,
    count_steps,
    make_action,
)
from generator.games.grossdeutschland.battle import make_battle
from generator.games.grossdeutschland.document import make_printed

from .playing import play_random

BATTLES = ("kursk", "akhtyrka", "mischurin_rog", "lutchessa")
MAX_GAP_STEPS = 2  # how far the attacker may be from the wanted strength


@pytest.mark.parametrize("name", BATTLES)
def test_an_action_is_valid_and_balanced(catalog: Catalog, name: str) -> None:
    for seed in ("1", "7", "griva"):
        action = make_action(catalog, make_printed(catalog, name), seed)
        worst = [
            finding.message
            for finding in check_document(catalog, SCENARIO, action)
            if finding.severity != "note"
        ]
        assert worst == []
        battle = make_battle(action, catalog)
        attacker = action["victory"]["side"]
        steps = {side: sum(map(count_steps, battle.formations_of(side))) for side in ("german", "soviet")}
        defender = "soviet" if attacker == "german" else "german"
        assert abs(steps[attacker] - ACTION_STRENGTH * steps[defender]) <= MAX_GAP_STEPS
        assert battle.first is not None
        assert battle.first.plus_turns(ACTION_TURNS - 1).json() == action["last_turn"]
        assert all(formation.arrives in (None, battle.first) for formation in battle.formations.values())
        total = sum(row["vp"] for row in action["victory"]["locations"])
        assert action["victory"]["win"] > 0 and total > 0
        assert action == make_action(catalog, make_printed(catalog, name), seed)


@pytest.mark.parametrize("mode", ["strict", "companion"])
def test_an_action_is_played_to_its_end(catalog: Catalog, mode: str) -> None:
    action = make_action(catalog, make_printed(catalog, "lutchessa"), "7")
    session = play_random(catalog, "action", scenario=action, mode=mode)
    assert session.finished
    assert session.documents("referee")[0]["scenario"]["source"] == "action"
