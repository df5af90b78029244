"""Tests of overlays: owners correct rows, clubs add nations, faulty overlays are rejected whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.colors import HexColor

from catalogs import CatalogError
from catalogs.checks import checks_of, inspect
from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.model import QualityColumn
from exports.kit.theme import PLAIN, livery
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from tests.catalogs.games.combat_commander.overlays import lay
from tests.words import sentence

from .overlays import battle, nation

BASE = load()


def raw(table: str, name: str) -> dict[str, Any]:
    return dict(BASE.store.table(table)[name].data)


def test_a_row_of_the_same_id_replaces_the_printed_one(tmp_path: Path) -> None:
    """An owner of the printed campaign sheet enters its values."""
    row = {**raw("campaign_forces", "stalingrad:german:C"), "price": 7, "provenance": "printed table"}
    catalog = load(lay(tmp_path, "campaign_forces/sheet", [row]))
    force = catalog.campaigns["stalingrad"].forces["german:C"]
    assert force.price == 7
    assert catalog.campaigns["stalingrad"].forces.keys() == BASE.campaigns["stalingrad"].forces.keys()
    assert BASE.campaigns["stalingrad"].forces["german:C"].price == 9


def test_a_row_of_a_new_id_comes_after_the_others(tmp_path: Path) -> None:
    hexes = {"1": "A1", "2": "B2", "3": "C3", "4": "D4", "5": "E5"}
    catalog = load(lay(tmp_path, "maps", [{"id": "99", "set": "custom", "objectives": hexes}]))
    assert list(catalog.maps) == [*BASE.maps, 99]
    assert catalog.maps[99].objectives == {1: "A1", 2: "B2", 3: "C3", 4: "D4", 5: "E5"}


def test_the_objectives_of_a_map_can_be_entered(tmp_path: Path) -> None:
    row = {**raw("maps", "42"), "objectives": dict(zip("12345", ["A1", "B2", "C3", "D4", "E5"], strict=True))}
    catalog = load(lay(tmp_path, "maps", [row]))
    assert BASE.maps[42].objectives is None
    assert catalog.maps[42].objectives is not None


def test_rows_can_be_removed(tmp_path: Path) -> None:
    catalog = load(lay(tmp_path, "maps", [], remove=["28"]))
    assert set(BASE.maps) - set(catalog.maps) == {28}


def test_an_edition_of_ones_own_stands_on_another(tmp_path: Path) -> None:
    """Its rows replace the base's, errata included; the base is unchanged."""
    lay(tmp_path, "editions", [{"id": "home", "base": "corrected"}])
    lay(tmp_path, "packages", [{"id": "home:trench_line", "cost": 3, "contents": {"trench": 5}}])
    lay(tmp_path, "holes", [{**raw("holes", hole), "id": hole.replace("corrected", "home")}
                            for hole in ["corrected:italian:1944:russian:axis:green"]])  # fmt: skip
    lay(tmp_path, "terms", [{"id": "edition.home", "es": "De casa", "en": "At home"}])
    catalog = load(tmp_path)
    home, corrected = catalog.editions["home"], catalog.editions["corrected"]
    assert {each.id: dict(each.contents) for each in home.packages}["trench_line"] == {"trench": 5}
    assert {each.id: dict(each.contents) for each in corrected.packages}["trench_line"] == {"trench": 7}
    assert home.quality == corrected.quality
    assert home.year == corrected.year


def test_a_change_of_a_base_reaches_the_editions_above_it(tmp_path: Path) -> None:
    row = {**raw("packages", "compilation:trench_line"), "cost": 5}
    catalog = load(lay(tmp_path, "packages", [row]))
    for name, cost in (("compilation", 5), ("corrected", 5), ("anniversary", 2)):
        prices = {each.id: each.cost for each in catalog.editions[name].packages}
        assert prices["trench_line"] == cost


def test_a_club_adds_a_nation(tmp_path: Path) -> None:
    """With JSON files alone the catalogue loads, every check passes, and the dice roll the nation."""
    report = inspect("combat_commander", nation(tmp_path))
    assert report.faults == ()
    assert set(report.examined) == set(checks_of("combat_commander").names)
    catalog = load(tmp_path)
    assert catalog.factions["danish"].side == "allied"
    assert livery(catalog, "danish").deep == HexColor("#8C1C2B")
    assert catalog.guide.company_squads["danish"] == 9
    assert catalog.leaders["danish:sgt_a"].points == 300
    assert catalog.term("formation.danish.R", "es") == "Guardia de frontera"
    for seed in ("a", "b", "c"):
        card = make(catalog, Settings(edition="club", axis="german", years=(1939, 1940)), seed).card()
        allied = card["sides"]["allied"]
        assert allied["faction"] == "danish"
        assert any(piece.startswith("danish:squad_guard") for piece in json.dumps(allied).split('"'))


def test_a_nation_without_colours_is_printed_in_grey(tmp_path: Path) -> None:
    (nation(tmp_path) / "combat_commander" / "liveries.json").unlink()
    assert livery(load(tmp_path), "danish") is PLAIN
    assert livery(load(tmp_path), "german") is not PLAIN


def test_a_club_may_change_colours_alone(tmp_path: Path) -> None:
    """No rule reads colours, so the version is unchanged and open tables can continue."""
    grey = {"id": "german", "deep": "#222222", "mid": "#777777", "tint": "#dddddd"}
    catalog = load(lay(tmp_path, "liveries", [grey]))
    assert livery(catalog, "german").mid == HexColor("#777777")
    assert catalog.version == BASE.version


def test_a_column_of_quality_may_be_for_a_nation_of_the_club(tmp_path: Path) -> None:
    column = QualityColumn("1940", (1940,), "danish", {})
    assert [column.applies_against(opponent) for opponent in ("danish", "russian")] == [True, False]
    other = replace(column, versus="non_danish")
    assert [other.applies_against(opponent) for opponent in ("danish", "russian")] == [False, True]
    assert all(replace(column, versus=None).applies_against(opponent) for opponent in ("danish", "russian"))


def test_who_is_taken_where_nobody_is_named(tmp_path: Path) -> None:
    assert [BASE.get_default_faction(side) for side in ("axis", "allied")] == ["german", "russian"]
    row = {**raw("factions", "russian"), "usual": False}
    row["provenance_of"] = {"company_squads": "rulebook"}
    assert load(lay(tmp_path, "factions", [row])).get_default_faction("allied") == "american"


def test_the_environment_names_the_overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_OVERLAY", str(lay(tmp_path, "maps", [], remove=["28"])))
    assert 28 not in load().maps
    monkeypatch.delenv("HORAH_OVERLAY")
    assert load() is BASE


def test_the_version_is_that_of_the_content(tmp_path: Path) -> None:
    """The same files in any folder have one version; other content has another."""
    here, there = (
        lay(tmp_path / "a", "maps", [], remove=["28"]),
        lay(tmp_path / "b", "maps", [], remove=["28"]),
    )
    other = lay(tmp_path / "c", "maps", [], remove=["28"], note="a remark")
    assert load(here).version == load(there).version
    assert len({BASE.version, load(here).version, load(other).version}) == 3


def test_a_faulty_overlay_is_refused_whole(tmp_path: Path) -> None:
    """One fault in one file: nothing of the overlay is loaded, and the built-in tables stay usable."""
    nation(tmp_path)
    lay(tmp_path, "orders_of_battle/danish", [battle("danish:R:platoon", quality="bronze")])
    with pytest.raises(CatalogError) as refused:
        load(tmp_path)
    (fault,) = refused.value.faults
    assert (fault.check, fault.place) == ("schema", "/rows/0/quality")
    assert fault.file.endswith("orders_of_battle/danish.json")
    where = f"{fault.file}, /rows/0/quality: "
    expected = "elite, line, green (From best to worst)."
    assert sentence(refused.value) == f'{where}"bronze" is not allowed here; expected one of {expected}'
    assert (
        sentence(refused.value, "es")
        == f'{where}"bronze" no se admite aquí; se esperaba uno de estos: {expected}'
    )
    assert "danish" not in load().factions


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    rows = [battle("german:F:platoon", orders=9, surrender=0, extra=1)]
    with pytest.raises(CatalogError) as refused:
        load(lay(tmp_path, "orders_of_battle", rows))
    assert {fault.place for fault in refused.value.faults} == {
        "/rows/0",
        "/rows/0/orders",
        "/rows/0/surrender",
    }
    assert "(And 2 more: run horah catalog check.)" in sentence(refused.value)
