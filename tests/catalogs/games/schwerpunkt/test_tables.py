"""Schwerpunkt's tables: valid, with only the values of the examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from catalogs import load
from catalogs.checks import inspect
from catalogs.games.schwerpunkt import OWNER_FIELDS, Catalog
from catalogs.owner_fields import cells

CATALOG = load("schwerpunkt")
assert isinstance(CATALOG, Catalog)


def test_tables_pass_every_check() -> None:
    assert inspect("schwerpunkt", None).faults == ()


def test_only_values_of_the_examples_are_known() -> None:
    effects = {total: row.effect for total, row in CATALOG.fire_effects.items() if row.effect is not None}
    assert effects == {2: "none", 3: "none", 8: "C+1", 11: "C+2", 12: "C+3"}
    known = {key: row.effect for key, row in CATALOG.cohesion_effects.items() if row.effect is not None}
    assert known == {
        ("moving", 2): "disorganised",
        ("static_vehicles", 2): "retreat",
        ("others", 4): "neutralised",
    }
    assert {name for name, row in CATALOG.actions.items() if row.cost is None} == {
        "cease",
        "reform",
        "build",
        "reserve",
        "supply",
    }


def test_the_owner_is_asked_for_the_rest() -> None:
    count = {(blank.table, blank.field): len(list(cells(blank, CATALOG.store))) for blank in OWNER_FIELDS}
    assert count[("actions", "cost")] == 5
    assert count[("fire_effects", "effect")] == 31 - 5
    assert count[("cohesion_effects", "effect")] == 30 - 3


def test_shipped_battles_are_the_example_and_one_of_the_house() -> None:
    assert {name: battle["kind"] for name, battle in CATALOG.battles.items()} == {
        "example": "example",
        "quatre_vents": "house",
    }


@pytest.mark.parametrize("row", ["die", "reserve", "enemy_share"])
def test_required_figure_cannot_be_removed(tmp_path: Path, row: str) -> None:
    folder = tmp_path / "schwerpunkt"
    folder.mkdir()
    table = {"format": "hora-h/catalog/figures/1", "rule": "-", "rows": [], "remove": [row]}
    (folder / "figures.json").write_text(json.dumps(table), encoding="utf-8")
    assert [fault.check for fault in inspect("schwerpunkt", tmp_path).faults] == ["reference"]
