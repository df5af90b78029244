"""Tests of ``horah catalog``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catalogs.games.combat_commander import load
from tests.catalogs.games.combat_commander.overlays import battle, lay, nation
from web.cli import main


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "en")
    monkeypatch.delenv("HORAH_OVERLAY", raising=False)


def horah(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_check_of_the_built_in_catalogues() -> None:
    result = horah("catalog", "check")
    assert result.exit_code == 0
    assert "No faults found." in result.output
    assert "files match their schema" in result.output


def test_check_as_json() -> None:
    result = horah("catalog", "check", "--json")
    report = json.loads(result.output)
    assert result.exit_code == 0
    assert report["sound"] is True
    assert report["faults"] == []
    assert report["examined"]["total"] == 5


def test_check_of_a_faulty_overlay(tmp_path: Path) -> None:
    lay(tmp_path, "orders_of_battle", [battle("german:F:platoon", counters={"german:squad_rifle": 11})])
    result = horah("catalog", "check", "--overlay", tmp_path)
    assert result.exit_code == 2
    assert "FAULTY   forces that fit in the box" in result.output
    assert "needs 11 of german:squad_rifle; expected at most 10" in result.output
    assert result.output.rstrip().endswith("1 fault.")
    machine = json.loads(horah("catalog", "check", "--overlay", tmp_path, "--json").output)
    assert machine["sound"] is False
    assert machine["faults"][0]["place"] == "/rows/0/counters/german:squad_rifle"
    assert set(machine["faults"][0]["problem"]) == {"en", "es", "fr"}


def test_checks_that_could_not_run_are_said(tmp_path: Path) -> None:
    result = horah("catalog", "check", "--overlay", lay(tmp_path, "maps", [{"id": "99"}]))
    assert result.exit_code == 2
    assert "forces that fit in the box (skipped)" in result.output


def test_a_nation_of_a_club_passes(tmp_path: Path) -> None:
    result = horah("--overlay", nation(tmp_path), "catalog", "check")
    assert result.exit_code == 0, result.output


def test_in_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "es")
    assert "No hay fallos." in horah("catalog", "check").output
    assert "Fichas de Objetivo" in horah("catalog", "list").output
    missing = horah("catalog", "show", "tanks")
    assert (missing.exit_code, missing.stderr.startswith("No hay ninguna tabla")) == (2, True)


def test_list_names_every_table() -> None:
    rows = {row["table"]: row for row in json.loads(horah("catalog", "list", "--json").output)}
    assert set(rows) == {*load().store.tables, "scenarios"}
    assert (rows["orders_of_battle"]["rows"], rows["support"]["rows"]) == (162, 420)
    drawn = horah("catalog", "list").output
    assert all(name in drawn for name in rows)


@pytest.mark.parametrize("table", [*load().store.tables, "scenarios"])
def test_every_table_can_be_shown(table: str) -> None:
    result = horah("catalog", "show", table)
    assert result.exit_code == 0, result.output
    rows = load().scenarios if table == "scenarios" else load().store.table(table)
    assert next(iter(rows)).split(":")[0] in result.output


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("german:A:company", ["Pionier", "1940-1943", "6 Pionier squad"]),
        ("orders_of_battle/german", ["german:A:company", "german:J:platoon"]),
        ("leader_tables", ["Sergeant Esser"]),
        ("castle-hill", ["Castle Hill", "1944"]),
    ],
)
def test_show(name: str, words: list[str]) -> None:
    result = horah("catalog", "show", name)
    assert result.exit_code == 0
    assert all(word in result.output for word in words)


def test_show_as_json() -> None:
    (row,) = json.loads(horah("catalog", "show", "german:A:company", "--json").output)
    assert (row["point_value"], row["provenance"]) == (32, "printed table")
    assert len(json.loads(horah("catalog", "show", "support/german", "--json").output)) == 75


def test_an_error_is_one_sentence_without_traceback(tmp_path: Path) -> None:
    result = horah("--overlay", lay(tmp_path, "maps", [{"id": "99"}]), "catalog", "list")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "maps.json, /rows/0: it lacks set, objectives; expected all of" in result.stderr
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
