"""Whether a card can be rehearsed is told without a fight, and a fight can be built where it says so."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.scenario import new as new_card
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal import begin
from generator.games.combat_commander.rehearsal.check import check, why_not
from generator.games.combat_commander.rehearsal.fight import new
from schemas.errors import HorahError
from tests.generator.games.combat_commander.authoring.cards import changed
from tests.words import sentence

CATALOG = load()
ROLLED = 100


def built(card: Any) -> str:
    """Build the fight of a card; return the code of the refusal, or nothing."""
    try:
        new(card, CATALOG)
    except HorahError as refused:
        return refused.code
    return ""


def test_the_check_agrees_with_building_the_fight() -> None:
    cards = [dict(card) for card in CATALOG.scenarios.values()]
    cards += [make(CATALOG, Settings(), f"check-{n}").card() for n in range(ROLLED)]
    codes = []
    for card in cards:
        refused = why_not(card, CATALOG)
        codes.append(refused.code if refused else "")
        assert codes[-1] == built(card), card["map"]
    assert set(codes) == {"", "NOT_REHEARSED"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, ""),
        ({"/sides/axis/counters/martian:tripod": 1}, "NOT_REHEARSED"),
        ({"/rules/special": ["no-such-rule"]}, "NOT_REHEARSED"),
        ({"/rules/modules": ["pacific"]}, "NOT_REHEARSED"),
        ({"/sides/axis/faction": "japanese"}, "NOT_REHEARSED"),
        ({"/sides/axis/posture": "invader"}, "NOT_REHEARSED"),
        ({"/marker": None}, "NOT_REHEARSED"),
        ({"/first_turn": None}, "NOT_REHEARSED"),
        ({"/map/number": 999}, "NO_FIGHTING_GROUND"),
        ({"/map/objectives": None}, "NO_FIGHTING_GROUND"),
    ],
)
def test_what_cannot_be_rehearsed_is_told_in_a_sentence(changes: dict[str, Any], code: str) -> None:
    card = changed(new_card(CATALOG, "german", "russian", 1943, 1), changes)
    refused = why_not(card, CATALOG)
    assert (refused.code if refused else "") == code
    if refused is None:
        assert built(card) == ""
    else:
        assert sentence(refused)
        with pytest.raises(HorahError):
            check(card, CATALOG)


def test_no_fight_is_built_to_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(begin, "Fight", None)
    assert why_not(make(CATALOG, Settings(map=1), "1").card(), CATALOG) is None
