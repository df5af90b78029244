"""Owner data: stored under a link, used at tables, the same on pages, API and command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from catalogs import Catalogs, csv_forms, load
from catalogs.game import game, games
from exports.game import formatter
from exports.kit.fields import field_label
from exports.kit.messages import last_part
from generator.verify import verify
from tests.web.apps import served
from web.app import create_app
from web.cli import main
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.context import Limits
from web.storage.backup import backup, restore

from .playing import all_seats

pytestmark = pytest.mark.usefixtures("toy_game")
TOLLS = {"format": "hora-h/box/1", "game": "toy", "cells": {"lanes": {"wood": {"toll": 2}}}, "rows": {}}
API = "/api/v1"


@pytest.fixture
def site(database: str) -> Iterator[Flask]:
    with served(Config(database, rate=0)) as found:
        yield found


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


@pytest.fixture
def lite_client(tmp_path: Path) -> Iterator[FlaskClient]:
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0)) as found:
        yield found.test_client()


def test_every_owner_field_has_a_label() -> None:
    """Both for cells of our rows and for rows that the owner adds."""
    for name in games():
        words, found = formatter(load(name), "es"), set()
        for blank in game(name).blanks:
            found |= {blank.field} if blank.field else {*csv_forms.row_fields(name, blank.table)}
        unsaid = {each for each in found if field_label(each, words) == last_part(each).capitalize()}
        known = {each for each in unsaid if words.knows(f"field.{each.rpartition('.')[2]}")}
        assert unsaid == known, name


def bearer(link: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {link}"}


def played(client: FlaskClient, **wish: Any) -> tuple[str, dict[str, str]]:
    """Return a table at which Red held the road and Blue the wood."""
    answer = client.post(f"{API}/tables", json={"procedure": "toy/1", **wish})
    assert answer.status_code == 201, answer.json
    links = answer.json["links"]
    base = f"{API}/tables/{links['everyone']}"
    for who, lane in (("red", "road"), ("blue", "wood")):
        (asked,) = client.get(f"{base}/prompts", headers=bearer(links[who])).json
        told = client.post(
            f"{base}/answers", json={"number": asked["number"], "answer": lane}, headers=bearer(links[who])
        )
        assert told.status_code == 200, told.json
    return base, links


def points(client: FlaskClient, base: str) -> dict[str, int]:
    found: dict[str, int] = client.get(f"{base}/card.json").json["points"]
    return found


def test_create_change_and_delete_by_link(client: FlaskClient) -> None:
    begun = client.post(f"{API}/boxes", json={"game": "toy", "box": TOLLS})
    assert begun.status_code == 201
    link = begun.json["link"]
    assert [step["filled"] for step in begun.json["steps"]] == [1, 0]
    assert client.get(f"{API}/boxes", headers=bearer(link)).json["box"] == TOLLS
    more = {**TOLLS, "cells": {"lanes": {"wood": {"toll": 2}, "river": {"toll": 0}}}}
    assert client.put(f"{API}/boxes", json={"box": more}, headers=bearer(link)).json["steps"][0]["complete"]
    wrong = {**TOLLS, "cells": {"lanes": {"wood": {"toll": 9}}}}
    refused = client.put(f"{API}/boxes", json={"box": wrong}, headers=bearer(link))
    assert (refused.status_code, refused.json["code"]) == (422, "BAD_BOX")
    assert client.get(f"{API}/boxes", headers=bearer(link)).json["box"] == more
    assert client.get(f"{API}/boxes", headers=bearer("a" * 32)).status_code == 404
    assert client.delete(f"{API}/boxes", headers=bearer(link)).status_code == 204
    assert client.get(f"{API}/boxes", headers=bearer(link)).status_code == 404


def test_table_plays_with_a_copy(client: FlaskClient) -> None:
    link = client.post(f"{API}/boxes", json={"game": "toy", "box": TOLLS}).json["link"]
    base, links = played(client, box_link=link)
    assert points(client, base) == {"red": 3, "blue": 0}
    client.delete(f"{API}/boxes", headers=bearer(link))
    assert points(client, base) == {"red": 3, "blue": 0}
    plain, _ = played(client)
    assert points(client, plain) == {"red": 3, "blue": 2}
    assert client.get(base).json["catalog"] != client.get(plain).json["catalog"]
    assert client.get(f"{base}/card.pdf", headers=bearer(links["red"])).data.startswith(b"%PDF")


def test_record_with_owner_data_can_be_verified(client: FlaskClient) -> None:
    base, links = played(client, box=TOLLS)
    assert client.get(f"{base}/verification", headers=bearer(links["red"])).json["sound"]
    for who in ("red", "blue"):
        client.post(f"{base}/reveal", headers=bearer(links[who]))
    record = client.get(f"{base}/record", headers=bearer(links["red"])).json
    assert record["box"] == TOLLS
    assert verify(Catalogs(), record).sound
    assert client.post(f"{API}/verifications", json={"record": record}).status_code in (200, 422)


def test_other_workers_and_restores_load_the_same_table(site: Flask, database: str, tmp_path: Path) -> None:
    client = site.test_client()
    base, _ = played(client, box=TOLLS)
    other = create_app(Config(database, rate=0))
    assert points(other.test_client(), base) == {"red": 3, "blue": 0}
    assert other.test_client().get(base).json["playable"]
    engine = other.extensions[CONTEXT].repository.engine
    backup(engine, tmp_path / "all.backup")
    restore(engine, tmp_path / "all.backup", replace=True)
    assert points(other.test_client(), base) == {"red": 3, "blue": 0}
    engine.dispose()


def test_invalid_owner_data_opens_no_table(client: FlaskClient) -> None:
    for box in ({**TOLLS, "game": "chess"}, {"format": "hora-h/box/1"}, {**TOLLS, "cells": {"lanes": 3}}):
        answer = client.post(f"{API}/tables", json={"procedure": "toy/1", "box": box})
        assert answer.status_code == 422, box
    answer = client.post(f"{API}/tables", json={"procedure": "toy/1", "box_link": "b" * 32})
    assert answer.status_code == 404


def test_progress_is_reported(client: FlaskClient) -> None:
    told = client.get(f"{API}/boxes/blanks/toy").json
    assert [table["table"] for table in told["tables"]] == ["lanes", "ferries"]
    assert told["tables"][0]["rows"] == ["wood", "river"]
    assert told["tables"][0]["columns"][0]["label"] == {
        "es": "Peaje",
        "en": "Toll",
        "fr": "Toll",  # English stands in for a text that is not translated
    }
    assert told["steps"][0]["unlocks"]["es"] == "los puntos justos de cada camino"
    assert client.get(f"{API}/boxes/blanks/chess").status_code == 404


def test_quota_per_address(tmp_path: Path) -> None:
    limits = Limits(bytes=1200)
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, limits=limits))
    client = app.test_client()
    rows = {"ferries": [{"id": f"Ferry {n}", "lane": "road", "fee": 1} for n in range(15)]}
    wish = {"game": "toy", "box": {**TOLLS, "rows": rows}}
    assert client.post(f"{API}/boxes", json=wish).status_code == 201
    refused = client.post(f"{API}/boxes", json=wish)
    assert (refused.status_code, refused.json["code"]) == (413, "QUOTA")
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.post(f"{API}/boxes", json=wish, environ_overrides=elsewhere).status_code == 201
    app.extensions[CONTEXT].repository.engine.dispose()


# ------------------------------------------------------------------------------------------ the pages


def test_pages_without_script(lite_client: FlaskClient) -> None:
    """Type, save, remember, move to another device, use at a table."""
    client = lite_client
    page = client.get("/owner-data/toy").text
    assert "0 of 2" in page and "exact points for every lane" in page
    sent = {"cell|lanes|toll|wood": "2", "cell|lanes|toll|river": ""}
    assert client.post("/owner-data/toy/1", data=sent).status_code == 303
    page = client.get("/owner-data/toy?lang=es").text
    assert "1 de 2" in page
    link = re.search(r'id="link-box" value="[^"]*(/boxes/[a-z0-9]{32})"', page)
    assert link is not None
    other = client.application.test_client()
    assert other.get(link[1]).status_code == 200 and "box-toy" not in str(other.get(link[1]).headers)
    assert other.post(link[1]).status_code == 303
    assert 'value="2"' in other.get("/owner-data/toy/1").text
    form = other.get("/tables/new?procedure=toy/1").text
    assert 'name="box"' in form
    sent = {"procedure": "toy/1", "has-rounds": "1", "rounds": "1", "box": "1"}
    links = all_seats(other, other.post("/tables", data=sent))
    record = f"/api/v1/tables/{links['everyone']}/record"
    assert other.get(record).json["box"] is None  # only players get them
    assert other.get(record, headers=bearer(links["red"])).json["box"]["cells"]


def test_invalid_form_keeps_the_typed_values(lite_client: FlaskClient) -> None:
    sent = {"cell|lanes|toll|wood": "many", "cell|lanes|toll|river": "1"}
    answer = lite_client.post("/owner-data/toy/1?lang=en", data=sent)
    assert answer.status_code == 422
    assert 'value="many"' in answer.text and "is the wrong kind of value" in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert "0 of 2" in lite_client.get("/owner-data/toy").text


def test_add_remove_and_import_rows(lite_client: FlaskClient) -> None:
    client = lite_client
    row = {"row|ferries|id": "Old Meg", "row|ferries|lane": "river", "row|ferries|fee": "2"}
    assert client.post("/owner-data/toy/2", data={"do": "add|ferries", **row}).status_code == 303
    assert "Old Meg" in client.get("/owner-data/toy/2").text
    assert client.get("/owner-data/toy/ferries.csv").text == "id,lane,fee\nOld Meg,river,2\n"
    file = (BytesIO(b"id;lane;fee\nSwift;road;1\n"), "ferries.csv")
    sent = {"do": "csv|ferries", "file|ferries": file}
    answer = client.post("/owner-data/toy/2", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert "Swift" in client.get("/owner-data/toy/2").text
    gone = {"do": "remove|ferries|Old Meg"}
    assert client.post("/owner-data/toy/2", data=gone).status_code == 303
    assert client.get("/owner-data/toy/ferries.csv").text == "id,lane,fee\nSwift,road,1\n"
    wrong = client.post("/owner-data/toy/2", data={"do": "csv|ferries", "csv|ferries": "a,b\n1,2"})
    assert wrong.status_code == 422 and "This table has no columns" in wrong.text
    other = client.post("/owner-data/toy/2", data={"do": "add|lanes"})
    assert other.status_code == 404


def test_forget_or_delete(lite_client: FlaskClient) -> None:
    client = lite_client
    client.post("/owner-data/toy/1", data={"cell|lanes|toll|wood": "2"})
    page = client.get("/owner-data/toy").text
    link = re.search(r'id="link-box" value="[^"]*(/boxes/[a-z0-9]{32})"', page)
    assert link is not None
    client.post("/owner-data/toy/forget", data={"do": "forget"})
    assert "link-box" not in client.get("/owner-data/toy").text
    client.post(link[1])
    client.post("/owner-data/toy/forget", data={"do": "delete"})
    assert client.get(link[1]).status_code == 404


@pytest.mark.parametrize(
    "address", ["/owner-data/chess", "/owner-data/toy/0", "/owner-data/toy/3", "/boxes/nothing"]
)
def test_unknown_pages(lite_client: FlaskClient, address: str) -> None:
    assert lite_client.get(address).status_code == 404


# --------------------------------------------------------------------------------------- the terminal


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["--lang", "en", *words])


def test_command_writes_sheets_and_an_overlay(tmp_path: Path) -> None:
    told = run("owner-data", "toy", "--sheets", str(tmp_path))
    assert told.stdout == (
        "Lanes (Toll): 0 of 2; unlocks exact points for every lane\n"
        "Ferries: 0 rows; unlocks the list of ferries on the sheet\n"
    )
    sheet = tmp_path / "lanes.csv"
    sheet.write_text(sheet.read_text().replace("wood,", "wood,2"))
    told = run("owner-data", "toy", "--csv", str(sheet), "--out", str(tmp_path / "mine"))
    assert told.exit_code == 0 and "Lanes (Toll): 1 of 2" in told.stdout
    assert run("--overlay", str(tmp_path / "mine"), "catalog", "check", "--game", "toy").exit_code == 0
    again = run("owner-data", "toy", "--box", str(tmp_path / "mine" / "box.json"), "--json")
    assert json.loads(again.stdout)["cells"] == TOLLS["cells"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("owner-data", "chess"), "There is no game “chess”"),
        (("owner-data", "toy", "--csv", "sea.csv"), "There is nothing to fill in for “sea”"),
        (("owner-data", "toy", "--box", "nothing.json"), "nothing.json"),
    ],
)
def test_command_reports_invalid_values(words: tuple[str, ...], said: str) -> None:
    told = run(*words)
    assert told.exit_code == 2 and said in told.stderr and "Traceback" not in told.output
