"""Search for a battle with near-even odds."""

import json
from pathlib import Path
from typing import Any

import pytest

from catalogs.games.combat_commander import Catalog, load
from generator.games.combat_commander.battle.make import find_seed, iterate_seeds, make_from_seed
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.balance_search import RULE, EvaluatedBattle, evaluate_battle
from schemas.errors import HorahError
from tests.words import sentence

WISH = Settings(map=1, sizes=("platoon",), balance="rehearsed")


def banded(folder: Path, **figures: int) -> Catalog:
    """Return a catalogue with a smaller search."""
    small = {"low": 40, "high": 60, "first": 1, "more": 2, "all": 3, "battles": 2}
    row = {"id": RULE, "kind": "rule", "rule": "RS.8", "provenance": "house", "figures": {**small, **figures}}
    table = {"format": "hora-h/catalog/fight/1", "rule": "RS.8", "provenance": "house", "rows": [row]}
    (folder / "combat_commander").mkdir()
    (folder / "combat_commander" / "fight.json").write_text(json.dumps(table), encoding="utf-8")
    return load(folder)


def card(catalog: Catalog, **changes: Any) -> dict[str, Any]:
    return {**make_from_seed(catalog, WISH, "3").card(), **changes}


def test_a_battle_in_the_band_is_found(tmp_path: Path) -> None:
    catalog = banded(tmp_path, low=0, high=100)
    told: list[EvaluatedBattle] = []
    assert find_seed(catalog, WISH, "3", told.append) == "3"
    assert [(each.fights, each.fair) for each in told] == [(3, True)]


def test_uneven_battles_are_given_up_early(tmp_path: Path) -> None:
    catalog = banded(tmp_path, first=6, more=9, all=50)
    sides = card(catalog)["sides"]
    for side, losses in (("axis", 1), ("allied", 90)):  # the axis gives up after one, the allies never
        sides[side]["surrender"] = losses
    far = evaluate_battle(catalog, card(catalog, marker=-90, sudden_death=2, sides=sides), "3")
    assert (far.wins, far.fights, far.fair) == (0, 6, False)


def test_a_search_that_finds_nothing_names_the_nearest(tmp_path: Path) -> None:
    catalog = banded(tmp_path, low=49, high=51, battles=1, all=3)
    with pytest.raises(HorahError) as refused:
        find_seed(catalog, WISH, "3.secret")
    assert refused.value.code == "NO_REHEARSED_BALANCE"
    assert "49 to 51" in sentence(refused.value)
    assert "secret" not in sentence(refused.value)


def test_unsupported_battles_are_not_fair(tmp_path: Path) -> None:
    catalog = banded(tmp_path)
    sides = card(catalog)["sides"]
    sides["axis"]["posture"] = "banzai"  # PA-17
    unfought = evaluate_battle(catalog, card(catalog, sides=sides), "3")
    assert (unfought.fights, unfought.fair) == (0, False)


def test_the_seeds_of_a_search_keep_their_secret_part() -> None:
    assert list(iterate_seeds("3.x", 3)) == ["3.x", "3~1.x", "3~2.x"]
