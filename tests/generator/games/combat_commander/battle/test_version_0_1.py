"""Battles that version 0.1 made: their answers still fit, by the maps they were asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalogs.checks import check
from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make, remake
from generator.games.combat_commander.battle.procedure import EARLIER, NAME
from generator.games.combat_commander.battle.settings import Settings
from generator.table import Departed
from schemas.errors import HorahError

CATALOG = load()
FILES = sorted((Path(__file__).parent / "version_0_1").glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_there_is_one_on_each_mended_map_with_either_placement() -> None:
    names = {path.stem for path in FILES}
    assert names == {f"battle-map{n}-{how}" for n in (1, 17) for how in ("objectives", "hexes")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_battle_is_made_again(path: Path) -> None:
    """Its attacker holds what battle/1 said lay in his zone: N5 was its objective 5 of map 1."""
    old = read(path)
    again = remake(CATALOG, old).card()
    assert again["transcript"]["procedure"] == old["transcript"]["procedure"] == "battle/1"
    assert (again["map"], again["objectives"]) == (old["map"], old["objectives"])


def test_by_the_maps_of_now_its_answers_would_not_fit() -> None:
    """The reason for a name of its own: the same answers under the new name depart."""
    old = read(next(path for path in FILES if path.stem == "battle-map1-objectives"))
    old["transcript"]["procedure"] = NAME
    with pytest.raises(Departed):
        remake(CATALOG, old)


def test_an_edited_one_is_still_found_out() -> None:
    old = read(FILES[0])
    old["sides"]["axis"]["counters"].popitem()
    with pytest.raises(HorahError, match="sides"):
        remake(CATALOG, old)


def test_new_battles_are_of_the_new_procedure_and_others_are_refused() -> None:
    made = make(CATALOG, Settings(), "1").card()
    assert made["transcript"]["procedure"] == NAME == "battle/4"
    made["transcript"]["procedure"] = "battle/5"
    with pytest.raises(HorahError, match=r"battle/3.*battle/2.*battle/1.*battle/4"):
        remake(CATALOG, made)


@pytest.mark.parametrize("folder", [folder for folder in EARLIER.values() if folder])
def test_the_earlier_rows_are_sound(folder: str) -> None:
    assert check(CATALOG.earlier(folder).store).faults == ()
