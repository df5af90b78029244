"""The tables as shipped, and with an owner's overlay."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from catalogs import CatalogError, load
from catalogs.checks import inspect
from catalogs.games.combat_solitaire import FRIENDLY, Catalog
from generator.games.combat_solitaire.setup import set_up
from tests.generator.games.combat_solitaire.playing import catalog, played, scenario, state


def test_tables_pass_all_checks() -> None:
    assert inspect("combat_solitaire", None).sound


def test_the_squad_table() -> None:
    """Every soldier is in three of the six rows; a sergeant in Able, a corporal in Charlie; Taylor on odd
    rolls."""
    squads = catalog().squads
    rows = {number: {man for team in FRIENDLY for man in squad[team]} for number, squad in squads.items()}
    assert all(len(men) == 12 for men in rows.values())
    assert all(sum(man in men for men in rows.values()) == 3 for man in catalog().men)
    assert [number for number, men in rows.items() if "taylor" in men] == ["1", "3", "5"]


def test_shipped_tables_have_only_values_of_the_rules() -> None:
    known = [man.id for man in catalog().men.values() if man.tq is not None]
    assert known == ["taylor"]
    assert list(catalog().germans) == ["red:14"]
    assert catalog().cell("order_terrain", "hide", "rocks") == -5
    assert all(marker.tq is None for marker in (*catalog().morale.values(), *catalog().wounds.values()))


def overlay(folder: Path, table: str, rows: list[dict[str, object]]) -> Path:
    home = folder / "combat_solitaire"
    home.mkdir(exist_ok=True)
    head = {"format": f"hora-h/catalog/{table}/1", "rule": "-", "provenance": "printed table", "rows": rows}
    (home / f"{table}.json").write_text(json.dumps(head))
    return folder


def owned(folder: Path) -> Catalog:
    result = load("combat_solitaire", folder)
    assert isinstance(result, Catalog)
    return result


def test_owner_rows_may_be_partial(tmp_path: Path) -> None:
    """Owner rows may be partial: missing fields stay blank."""
    overlay(tmp_path, "germans", [{"id": "red:3", "team": "red", "number": 3, "tq": 5}])
    overlay(tmp_path, "enemy_cards", [{"id": "11", "initiative": 9, "open_normal": "evade 6/5 C"}])
    overlay(tmp_path, "friendly_cards", [{"id": "7", "event": "none", "able": 2, "baker": 8, "charlie": 12}])
    overlay(tmp_path, "weapons", [{"id": "mg42", "kind": "small", "side": "enemy", "belt_fed": True}])
    result = owned(tmp_path)
    assert result.germans["red:3"].tq == 5
    assert result.germans["red:3"].weapon is None
    line = result.enemy_cards["11"].lines["open", "normal"]
    assert line is not None
    assert (line.order, line.directions, line.letters) == ("evade", (6, 5), "C")
    assert result.friendly_cards["7"].initiative["charlie"] == 12
    assert result.weapons["mg42"].bands is None


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("germans", {"id": "red:3", "team": "blue", "number": 3}),
        ("germans", {"id": "red:3", "team": "red", "number": 3, "weapon": "laser"}),
        ("enemy_cards", {"id": "11", "open_normal": "evade"}),
        ("enemy_cards", {"id": "11", "open_normal": "hide 3"}),
        ("squads", {"id": "1", "able": ["taylor"], "baker": [], "charlie": []}),
    ],
)
def test_invalid_overlay_is_refused(tmp_path: Path, table: str, row: dict[str, object]) -> None:
    with pytest.raises(CatalogError):
        owned(overlay(tmp_path, table, [row]))


def test_owner_can_mark_a_decoy(tmp_path: Path) -> None:
    tables = owned(overlay(tmp_path, "germans", [{"id": "red:4", "team": "red", "number": 4, "decoy": True}]))
    document = scenario(enemy_cup={"red": {"ids": [4]}}, enemy_setup_hexes=["20.10"], optional_rules=[])
    document["friendly_setup"] = {"text": ""}
    men = {who: "10.10" for team in catalog().squads["5"].values() for who in team}
    s = replace(state(scenario=document), catalog=tables)
    step = played(set_up(s), {"cup": ["red:decoy#4"], "squad": [5], "deploy": [men]})
    assert step.state.soldiers["e1"].decoy
