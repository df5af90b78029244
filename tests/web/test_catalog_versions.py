"""Changed catalogues: battles stay as they were made, and tables take no answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

import catalogs
from tests.catalogs.games.combat_commander.overlays import lay
from tests.web.apps import served
from web.cli import main
from web.config import Config
from web.games.combat_commander.service import battles
from web.http.request_context import CONTEXT

from .playing import Company, open_table, play

POSTURES = Path(catalogs.__file__).parent / "data" / "combat_commander" / "postures.json"


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """Return an overlay that gives every side one more card: answers still fit, but battles differ."""
    rows = json.loads(POSTURES.read_text(encoding="utf-8"))["rows"]
    return lay(tmp_path / "overlay", "postures", [{**row, "hand": row["hand"] + 1} for row in rows])


@pytest.fixture
def elsewhere(app: Flask, database: str, overlay: Path) -> Iterator[Flask]:
    """Return another service on the same database, with other catalogues."""
    with served(Config(database, overlay, rate=0)) as found:
        yield found


def test_battle_is_shown_as_made(app: Flask, elsewhere: Flask) -> None:
    here, there = app.test_client(), elsewhere.test_client()
    for _ in range(5):
        battle = here.post("/api/v1/battles").json["id"]
        for seat in ("everyone", "axis", "referee"):
            address = f"/api/v1/battles/{battle}?seat={seat}"
            assert there.get(address).json == here.get(address).json
        assert battles.verify_battle(elsewhere.extensions[CONTEXT], battle).sound


def test_reroll_from_a_step_is_refused(app: Flask, elsewhere: Flask) -> None:
    battle = app.test_client().post("/api/v1/battles").json["id"]
    wish = {"again": {"battle": battle, "step": 3}}
    refused = elsewhere.test_client().post("/api/v1/battles", json=wish)
    assert (refused.status_code, refused.json["code"]) == (409, "OTHER_TABLES")
    assert app.test_client().post("/api/v1/battles", json=wish).status_code == 201


def test_table_takes_no_answers(app: Flask, elsewhere: Flask) -> None:
    company = open_table(app.test_client())
    play(company, Random(1).randrange, until="order_of_battle")
    before = app.extensions[CONTEXT].repository.version(company.axis.table)
    there = _moved(company, elsewhere).axis
    state = there.state()
    assert (state["playable"], company.axis.state()["playable"]) == (False, True)
    for wish, body in (
        ("/answers", {"number": state["number"], "answer": 0}),
        ("/undo", {}),
        ("/reveal", {}),
    ):
        refused = there.post(wish, body)
        assert (refused.status_code, refused.json["code"]) == (409, "OTHER_TABLES"), wish
        assert "horah migrate --tables" in refused.json["detail"]
    assert app.extensions[CONTEXT].repository.version(company.axis.table) == before
    assert 'id="other-tables"' in elsewhere.test_client().get(f"/tables/{company.axis.link}").text
    play(company, Random(1).randrange)  # and those it belongs to go on
    assert company.watcher.get("/verification").json["sound"]


def test_operator_can_adopt_other_catalogues(
    app: Flask, elsewhere: Flask, database: str, overlay: Path
) -> None:
    company = open_table(app.test_client())
    play(company, Random(1).randrange, until="order_of_battle")
    words = ["--overlay", str(overlay), "migrate", "--tables", "--database", database]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("1 ")
    refused = company.axis.post("/undo", {})  # now the others are the strangers
    assert (refused.status_code, refused.json["code"]) == (409, "OTHER_TABLES")
    theirs = _moved(company, elsewhere)
    play(theirs, Random(1).randrange)
    assert theirs.watcher.get("/verification").json["sound"]
    assert theirs.axis.state()["adopted"]
    assert 'id="other-tables"' in elsewhere.test_client().get(f"/tables/{company.axis.link}").text


def test_record_that_does_not_fit_is_explained(app: Flask, elsewhere: Flask) -> None:
    card: dict[str, Any] = app.test_client().post("/api/v1/battles").json
    whole = app.test_client().get(f"/api/v1/battles/{card['id']}?seat=referee").json["card"]
    whole["transcript"]["entries"][1]["rule"] = "RS.99"
    told = elsewhere.test_client().post("/api/v1/verifications", json=whole).json
    version = app.extensions[CONTEXT].catalogs["combat_commander"].version
    assert not told["sound"]
    assert version in json.dumps(told["findings"])


def _moved(company: Company, app: Flask) -> Company:
    """Return the same players at another service."""
    client = app.test_client()
    seats = (company.axis, company.allied, company.referee, company.watcher)
    return Company(*(replace(each, client=client) for each in seats))
