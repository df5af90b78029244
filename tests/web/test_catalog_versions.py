"""Changed catalogues: battles stay as they were made, and tables take no answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from pypdf import PdfReader

import catalogs
from tests.catalogs.games.combat_commander.overlays import lay
from tests.web.apps import served
from web.cli import main
from web.config import Config
from web.games.combat_commander.service import battles
from web.http.request_context import CONTEXT

from .playing import Company, Player, open_table, play

ORDERS = Path(catalogs.__file__).parent / "data" / "combat_commander" / "orders_of_battle"
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


@pytest.fixture
def departing(app: Flask, database: str, tmp_path: Path) -> Iterator[Flask]:
    """Return a service whose orders of battle cost and bring something else: answers may not fit."""
    files = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(ORDERS.glob("*.json"))]
    rows = [row for file in files for row in file["rows"]]
    changed = [{**row, "point_value": row["point_value"] + 7, "leaders": row["leaders"] + 1} for row in rows]
    with served(Config(database, lay(tmp_path / "departing", "orders_of_battle", changed), rate=0)) as found:
        yield found


@pytest.mark.parametrize("name", ["elsewhere", "departing"])
def test_finished_table_keeps_its_card(app: Flask, name: str, request: pytest.FixtureRequest) -> None:
    other: Flask = request.getfixturevalue(name)
    for seed in range(3):
        company = open_table(app.test_client())
        play(company, Random(seed).randrange)
        moved = _moved(company, other)
        for here, there in ((company.axis, moved.axis), (company.watcher, moved.watcher)):
            for path in ("/card.json", "/log"):
                assert there.get(path).json == here.get(path).json, path
            text, note = body(here, "/card.txt"), body(there, "/card.txt").splitlines()[-1]
            assert body(there, "/card.txt") == f"{text}\n{note}\n"
            assert here.state()["catalog"] in note and "since then" in note
        state = moved.watcher.state()
        assert (state["playable"], state["finished"], bool(state["changes"])) == (False, True, True)


def test_pdf_says_that_tables_have_changed(app: Flask, elsewhere: Flask) -> None:
    company = open_table(app.test_client())
    play(company, Random(1).randrange)
    pages = [
        PdfReader(BytesIO(file(player, "/card.pdf"))).pages[0].extract_text()
        for player in (company.watcher, _moved(company, elsewhere).watcher)
    ]
    assert ["Changed since then" in " ".join(page.split()) for page in pages] == [False, True]


def test_table_under_way_says_what_has_changed(app: Flask, elsewhere: Flask, overlay: Path) -> None:
    company = open_table(app.test_client())
    play(company, Random(1).randrange, until="order_of_battle")
    rows = [row["id"] for row in json.loads(POSTURES.read_text(encoding="utf-8"))["rows"]]
    there = _moved(company, elsewhere).axis
    assert there.state()["changes"] == {"postures": rows}
    assert company.axis.state()["changes"] == {}
    page = elsewhere.test_client().get(f"/tables/{company.axis.link}").text
    assert "Changed tables:" in page and rows[0] in page


def test_operator_can_adopt_other_catalogues(
    app: Flask, elsewhere: Flask, database: str, overlay: Path
) -> None:
    company = open_table(app.test_client())
    play(company, Random(1).randrange, until="order_of_battle")
    words = ["--overlay", str(overlay), "migrate", "--tables", "--database", database]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Games moved to the current rule tables: 1.")
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


def file(player: Player, path: str) -> bytes:
    answer: Any = player.get(path)
    assert answer.status_code == 200, path
    found: bytes = answer.data
    return found


def body(player: Player, path: str) -> str:
    return file(player, path).decode()


def _moved(company: Company, app: Flask) -> Company:
    """Return the same players at another service."""
    client = app.test_client()
    seats = (company.axis, company.allied, company.referee, company.watcher)
    return Company(*(replace(each, client=client) for each in seats))
