"""Tests of ``horah scenario``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from web.cli import main


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HORAH_LANG", "en")
    monkeypatch.delenv("HORAH_OVERLAY", raising=False)
    monkeypatch.chdir(tmp_path)


def scenario(*words: str) -> Result:
    return CliRunner().invoke(main, ["scenario", *words])


def card(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path(name).read_text(encoding="utf-8"))
    return document


def change(name: str, **fields: Any) -> None:
    Path(name).write_text(json.dumps(card(name) | fields), encoding="utf-8")


def test_from_nothing_to_a_sound_card() -> None:
    begun = scenario(
        "new", "first.json", "--axis", "italian", "--allied", "british", "--year", "1942", "--map", "5"
    )
    assert begun.exit_code == 0
    assert card("first.json")["id"] == "first"
    checked = scenario("check", "first.json")
    assert (checked.exit_code, checked.stdout.strip()) == (0, "Errors: 0, warnings: 0, notes: 0.")


def test_new_overwrites_nothing() -> None:
    scenario("new", "first.json")
    before = card("first.json")
    again = scenario("new", "first.json", "--axis", "italian")
    assert (again.exit_code, again.stderr) == (
        2,
        "first.json already exists; choose another name or move it first.\n",
    )
    assert card("first.json") == before


def test_check_names_place_rule_and_fix() -> None:
    scenario("new", "first.json")
    change("first.json", initiative=None)
    found = scenario("check", "first.json")
    assert found.exit_code == 2
    assert "ERROR    C20  /initiative" in found.stdout
    assert "→ Initiative:" in found.stdout
    assert "Errors: 1" in found.stdout


def test_check_for_machines() -> None:
    found = json.loads(scenario("check", "castle-hill", "--json").stdout)
    assert {entry["id"] for entry in found} == {"C24", "C26", "C41"}
    assert all(set(entry["text"]) == {"en", "es", "fr"} for entry in found)


def test_in_spanish() -> None:
    found = CliRunner().invoke(main, ["--lang", "es", "scenario", "check", "castle-hill"])
    assert found.stdout.startswith("AVISO    C24  /marker")
    assert "Errores: 0, avisos: 5, notas: 2." in found.stdout


def test_price_shows_its_working() -> None:
    found = scenario("price", "castle-hill")
    assert "Axis: 3495" in found.stdout
    assert "1 × Captain Wehling: 1 × 448 = 448 (space 3: 597 × (12 - 3) / 12 = 448)" in found.stdout
    assert "Sudden Death: 2 + leaders, Axis 4 + Allies 6 = 12" in found.stdout
    machine = json.loads(scenario("price", "castle-hill", "--json").stdout)
    assert machine["prices"]["allied"]["total"] == 3152
    assert len(machine["meter"]) == 7


def test_fix_mends_the_file() -> None:
    scenario("new", "first.json")
    change("first.json", initiative=None, mine_strength=8)
    mended = scenario("fix", "first.json")
    assert mended.exit_code == 0
    assert "C20" in mended.stdout
    assert "C34" in mended.stdout
    assert scenario("check", "first.json").exit_code == 0
    assert scenario("fix", "first.json").stdout == "Nothing to fix.\n"


def test_a_card_of_the_library_is_not_changed_but_copied() -> None:
    assert scenario("fix", "castle-hill", "--all").exit_code == 0
    assert card("castle-hill.json")["marker"] != 14
    assert scenario("diff", "castle-hill", "castle-hill").exit_code == 0


def test_handicap_says_what_was_added() -> None:
    given = scenario("handicap", "castle-hill", "--side", "axis", "--out", "easy.json")
    assert given.exit_code == 0
    assert "VP marker: 14 → 17" in given.stdout
    assert card("easy.json")["base"]["id"] == "castle-hill"
    changes = scenario("diff", "castle-hill", "easy.json")
    assert "VP marker: 14 → 17" in changes.stdout.splitlines()


def test_from_a_battle() -> None:
    taken = scenario("from-battle", "--seed", "12", "--axis", "german", "--title", "Mine")
    assert taken.exit_code == 0
    found = card("battle-12.json")
    assert (found["title"], found["transcript"], found["sides"]["axis"]["faction"]) == (
        "Mine",
        None,
        "german",
    )
    assert scenario("check", "battle-12.json").exit_code == 0


def test_fill_in_the_rest() -> None:
    part = {"year": 1944, "sides": {"axis": {"faction": "german", "counters": {"german:squad_ss": 3}}}}
    Path("part.json").write_text(json.dumps(part), encoding="utf-8")
    assert scenario("fill", "part.json", "--seed", "1", "--out", "whole.json").exit_code == 0
    assert card("whole.json")["sides"]["axis"]["counters"] == {"german:squad_ss": 3}
    assert scenario("check", "whole.json").exit_code == 0


@pytest.mark.parametrize(
    ("words", "ids"),
    [((), 2), (("--faction", "german"), 1), (("--map", "11"), 1), (("--year", "1941"), 0)],
)
def test_list(words: tuple[str, ...], ids: int) -> None:
    assert len(scenario("list", *words).stdout.splitlines()) == ids


def test_print_writes_the_sheets() -> None:
    printed = scenario("print", "castle-hill", "--out", "paper")
    assert printed.exit_code == 0, printed.output
    assert Path("paper/card.pdf").read_bytes().startswith(b"%PDF")
    assert "Castle Hill" in Path("paper/card.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("x" * 5_000_000, "too large: 192 KB at most"),
        ('{"format": "hora-h/campaign/1"}', "This file is not a Hora H card."),
        ("not json", "not valid JSON"),
    ],
)
@pytest.mark.parametrize("command", ["check", "price", "fix", "print"])
def test_bad_files_are_refused_with_a_sentence(content: str, sentence: str, command: str) -> None:
    Path("bad.json").write_text(content, encoding="utf-8")
    found = scenario(command, "bad.json")
    assert (found.exit_code, found.stdout) == (2, "")
    assert sentence in found.stderr
    assert Path("bad.json").read_text(encoding="utf-8") == content


def test_unknown_ids_are_named() -> None:
    scenario("new", "first.json")
    found = card("first.json")
    found["sides"]["axis"]["counters"]["german:squad_martian"] = 2
    Path("first.json").write_text(json.dumps(found), encoding="utf-8")
    assert "There is no counter “german:squad_martian”." in scenario("check", "first.json").stdout


def test_a_card_linked_to_itself_is_refused() -> None:
    scenario("new", "first.json")
    change("first.json", links=["first"])
    found = scenario("check", "first.json")
    assert (found.exit_code, "The scenario is linked to itself." in found.stdout) == (2, True)


def test_a_script_in_the_title_is_harmless() -> None:
    scenario("new", "first.json")
    change("first.json", title="<script>alert(1)</script>")
    assert scenario("check", "first.json").exit_code == 0
    assert scenario("print", "first.json", "--out", "paper").exit_code == 0
    assert "<script>" not in Path("paper/map.svg").read_text(encoding="utf-8")


def test_a_file_that_is_not_there() -> None:
    found = scenario("check", "nowhere.json")
    assert (found.exit_code, found.stderr) == (2, "Cannot read nowhere.json: No such file or directory.\n")


@pytest.mark.parametrize("word", ["check", "price", "print"])
@pytest.mark.parametrize("field", ["time", "sudden_death", "marker"])
def test_a_track_without_end_is_refused_at_once(word: str, field: str) -> None:
    scenario("new", "first.json")
    change("first.json", **{field: 10**30})
    found = scenario(word, "first.json")
    assert found.exit_code == 2
    assert f"/{field}" in found.output and "at most" in found.output
    assert not Path("out").exists()
