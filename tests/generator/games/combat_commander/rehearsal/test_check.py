"""The rehearsal check agrees with building a fight, without building one."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.scenario import new as new_card
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal import fight_builder
from generator.games.combat_commander.rehearsal.check import check_rehearsable, find_rehearsal_error
from generator.games.combat_commander.rehearsal.fight import new_fight
from schemas.errors import HorahError
from tests.generator.games.combat_commander.authoring.cards import changed
from tests.words import sentence

CATALOG = load()
ROLLED = 100


def try_to_build(card: Any) -> str:
    """Build the fight of a card; return the error code, or an empty string."""
    try:
        new_fight(card, CATALOG)
    except HorahError as error:
        return error.code
    return ""


def test_the_check_agrees_with_building_the_fight() -> None:
    cards = [dict(card) for card in CATALOG.scenarios.values()]
    cards += [make(CATALOG, Settings(), f"check-{n}").card() for n in range(ROLLED)]
    codes = []
    for card in cards:
        error = find_rehearsal_error(card, CATALOG)
        codes.append(error.code if error else "")
        assert codes[-1] == try_to_build(card), card["map"]
    assert set(codes) == {"", "NOT_REHEARSED"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, ""),
        ({"/sides/axis/counters/martian:tripod": 1}, "IMPOSSIBLE"),
        ({"/rules/special": ["no-such-rule"]}, "IMPOSSIBLE"),
        ({"/rules/modules": ["pacific"]}, "NOT_REHEARSED"),
        ({"/sides/axis/faction": "japanese"}, "NOT_REHEARSED"),
        ({"/sides/axis/posture": "invader"}, "NOT_REHEARSED"),
        ({"/marker": None}, "NOT_REHEARSED"),
        ({"/first_turn": None}, "NOT_REHEARSED"),
        ({"/map/number": 999}, "IMPOSSIBLE"),
        ({"/marker": -500}, "IMPOSSIBLE"),
        ({"/map/objectives": None}, "NO_FIGHTING_GROUND"),
        ({"/map/objectives/1": "Z99"}, "NO_HEX"),
        ({"/markers": [{"type": "smoke", "hex": "Z99"}]}, "NO_HEX"),
        ({"/objectives/open": ["?"]}, "NOT_REHEARSED"),
        ({"/fortifications": [{"side": "axis", "type": "cave", "count": 1}]}, "NOT_REHEARSED"),
        ({"/rules/text": ["It snows."]}, ""),
    ],
)
def test_unsupported_cards_are_explained(changes: dict[str, Any], code: str) -> None:
    card = changed(new_card(CATALOG, "german", "russian", 1943, 1), changes)
    error = find_rehearsal_error(card, CATALOG)
    assert (error.code if error else "") == code
    if error is None:
        assert try_to_build(card) == ""
    else:
        assert sentence(error)
        with pytest.raises(HorahError):
            check_rehearsable(card, CATALOG)


def test_the_check_builds_no_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight_builder, "Fight", None)
    assert find_rehearsal_error(make(CATALOG, Settings(map=1), "1").card(), CATALOG) is None
