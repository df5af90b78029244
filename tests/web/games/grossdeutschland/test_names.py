"""Tests that places have their authors' names on pages, over the API and in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from catalogs.games.grossdeutschland import load
from generator.games.grossdeutschland.document import make_printed
from web.cli import main

from .test_api import NAME, say
from .test_api import seated as seated_at

STRICT = {"mode": "strict", "supply": False}
ID, CALLED = "p7", "The Mill of Griva"


def table_of(scenario_: dict[str, Any]) -> dict[str, Any]:
    return {"procedure": NAME, "settings": {"scenario": scenario_, **STRICT}}


def scenario(*, twice: bool = False) -> dict[str, Any]:
    """Return Lutchessa with a mill that is worth a VP."""
    found = json.loads(json.dumps(make_printed(load(), "lutchessa")))
    worth = {**found["victory"]["locations"][0], "place": ID}
    found["places"].append({**found["places"][0], "id": ID, "name": CALLED, "hexes": ["4311"]})
    found["victory"]["locations"] += [worth] * (2 if twice else 1)
    return {**found, "source": "own", "battle": None, "title": "The mill"}


def kept(client: Any, document: dict[str, Any]) -> str:
    body = {"game": "grossdeutschland", "kind": "scenario", "document": document}
    found = client.post("/api/v1/documents", json=body)
    assert found.status_code == 201, found.json
    return str(found.json["id"])


def test_at_a_table(client: Any) -> None:
    seats = seated_at(client, scenario=kept(client, scenario()))
    say(seats["german"], 0)
    say(seats["soviet"], "soviet:Rcn")
    say(seats["soviet"], "A")
    say(seats["soviet"], "occupy")
    refused = say(seats["soviet"], ["nowhere"], 422)["detail"]
    assert CALLED in refused
    assert ID not in refused
    say(seats["soviet"], [ID])
    log = seats["soviet"].get("/log").json
    told = [line["text"] for line in log if line.get("what") == "gd_occupied" or line.get("ask") == "occupy"]
    assert len(told) == 2
    assert all(CALLED in line and ID not in line for line in told)
    page = client.get(f"/tables/{seats['soviet'].link}?lang=en").text
    assert f"The Soviets occupied {CALLED}" in page
    assert f">{ID}<" not in page and f": {ID}." not in page


def test_what_is_wrong_with_a_scenario(client: Any) -> None:
    wrong = scenario(twice=True)
    opened = client.post("/api/v1/tables", json=table_of(wrong))
    assert opened.status_code == 422
    assert f"{CALLED} scores VP twice" in opened.json["detail"]
    body = {"game": "grossdeutschland", "kind": "scenario", "document": wrong}
    findings = client.post("/api/v1/documents/check", json=body).json["findings"]
    assert [each["text"]["es"] for each in findings if each["code"] == "GD.11"] == [
        f"{CALLED} da PV dos veces."
    ]


@pytest.mark.parametrize(
    "places", [7, "x", {}, [1], [None], [{"id": [], "name": "A"}], [{"id": "a", "name": {}}]]
)
def test_places_that_are_none_are_findings(client: Any, places: Any, tmp_path: Path) -> None:
    """Any invalid list of places gives findings, not a crash."""
    wrong = {**scenario(), "places": places}
    body = {"game": "grossdeutschland", "kind": "scenario", "document": wrong}
    found = client.post("/api/v1/documents/check", json=body)
    assert found.status_code == 200 and not found.json["sound"]
    assert any("places" in each["place"] for each in found.json["findings"])
    opened = client.post("/api/v1/tables", json=table_of(wrong))
    assert opened.status_code == 422
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    told = CliRunner().invoke(main, ["document", "check", str(tmp_path / "wrong.json")])
    assert told.exit_code == 2 and "Traceback" not in told.stderr


def test_at_the_keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def horah(*words: str) -> str:
        found = CliRunner().invoke(main, ["--lang", "en", *words])
        return found.stdout + found.stderr

    for name, twice in (("own.json", False), ("twice.json", True)):
        Path(name).write_text(json.dumps(scenario(twice=twice)), encoding="utf-8")
    for words in (("grossdeutschland", "check"), ("document", "check")):
        assert f"{CALLED} scores VP twice" in horah(*words, "twice.json")
    strict = ("--mode", "strict", "--no-supply")
    horah("grossdeutschland", "new", "--scenario", "own.json", "--seed", "5", *strict)
    for answer in ("0", "soviet:Rcn", "A"):
        horah("grossdeutschland", "answer", answer)
    assert CALLED in horah("grossdeutschland", "answer", "occupy")
    refused = horah("grossdeutschland", "answer", '["nowhere"]')
    assert CALLED in refused
    assert ID not in refused
