"""Searches for a balanced battle on pages and in the API."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from generator.games.combat_commander.balance import pool
from generator.games.combat_commander.rehearsal.balance_search import RULE
from tests.catalogs.games.combat_commander.overlays import lay
from tests.generator.games.combat_commander.balance.test_pool import lay_pool, make_rows
from web.app import create_app
from web.config import Config
from web.service import jobs

TIMEOUT_SECONDS = 600
WISH = {"map": 1, "sizes": ["platoon"], "balance": "rehearsed"}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """Return a client whose searches are small and accept every battle."""
    figures = {"low": 0, "high": 100, "first": 1, "more": 2, "all": 3, "battles": 2}
    folder = lay(tmp_path, "fight", [{"id": RULE, "kind": "rule", "rule": "RS.8", "figures": figures}])
    return create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, overlay=folder)).test_client()


def ended(client: FlaskClient, where: str) -> str:
    until = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < until:
        answer = client.get(where)
        if "Refresh" not in answer.headers:
            return answer.get_data(as_text=True)
        time.sleep(0.2)
    raise AssertionError("the search did not end")


def test_a_rehearsed_battle_from_the_form_to_its_page(client: FlaskClient) -> None:
    wish = {"map": "1", "sizes": "platoon", "balance": "rehearsed"}
    form = {"seed": "3", **wish, **{f"has-{name}": "1" for name in wish}}
    begun = client.post("/battles", data=form)
    assert begun.status_code == 303
    where = begun.headers["Location"]
    page = ended(client, where)
    assert "of 3 fights" in page
    made = client.post(where)
    assert made.status_code == 303
    battle = made.headers["Location"].rsplit("/", 1)[-1]
    card = client.get(f"/api/v1/battles/{battle}").get_json()["card"]
    assert card["settings"]["balance"] == "rehearsed"
    search = client.get(f"/api/v1/rehearsals/searches/{where.rsplit('/', 1)[-1]}").get_json()
    assert (search["state"], search["found"], search["refusal"]) == ("done", True, None)
    assert [each["fights"] for each in search["tried"]] == [3]


def test_over_the_api_it_is_asked_for_apart(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = client.post("/api/v1/battles", json={"settings": WISH})
    assert "/rehearsals/searches" in refused.get_json()["detail"]
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    like = client.post("/api/v1/battles", json={"settings": {**WISH, "balance": "any"}}).get_json()["id"]
    asked = client.post("/api/v1/rehearsals/searches", json={"battle": like, "seed": "3"})
    assert (asked.status_code, asked.get_json()["found"]) == (202, False)
    early = client.post(f"/api/v1/rehearsals/searches/{asked.get_json()['id']}/battle")
    assert early.status_code == 409
    assert client.get(f"/api/v1/rehearsals/{asked.get_json()['id']}").status_code == 404


def test_what_cannot_be_made_is_told_at_once(client: FlaskClient) -> None:
    wish = {"axis_commander": "person", "balance": "rehearsed"}
    form = {**wish, **{f"has-{name}": "1" for name in wish}}
    assert client.post("/battles", data=form).status_code == 422


@pytest.mark.parametrize("path", ["/battles/search/nothing", f"/battles/search/{'f' * 32}"])
def test_nothing_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_battle_of_the_pool_is_made_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page says what was measured between whom; another is drawn for the same wish."""
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    monkeypatch.setattr(pool, "MIN_FITTING_BATTLES", 1)
    rows = make_rows({"regular": (100, 50), "veteran": (40, 20)})
    folder = lay_pool(tmp_path, rows)
    client = create_app(Config(f"sqlite:///{tmp_path / 'pool.db'}", rate=0, overlay=folder)).test_client()
    wish = {"map": str(rows[0]["map"]), "balance": "rehearsed"}
    begun = client.post("/battles", data={**wish, **{f"has-{name}": "1" for name in wish}})
    assert "/battles/search/" not in begun.headers["Location"]
    page = client.get(f"{begun.headers['Location']}&lang=en").get_data(as_text=True)
    assert "Fair: about 50–50" in page
    assert "measured in 100 fights between regulars and 40 fights between veterans" in page
    address = begun.headers["Location"].partition("?")[0]
    again = client.post(f"{address}/again", data={"wish": json.dumps(wish | {"map": rows[0]["map"]})})
    battle = again.headers["Location"].partition("?")[0].rsplit("/", 1)[-1]
    found = client.get(f"/api/v1/battles/{battle}").get_json()
    assert found["card"]["map"]["number"] == rows[0]["map"]
    assert found["odds"]["levels"]["veteran"]["fights"] == 40
    made = client.post("/api/v1/battles", json={"settings": {"map": rows[0]["map"], "balance": "rehearsed"}})
    assert made.status_code == 201
    assert client.post(f"{address}/again", data={"wish": '{"map": "no'}).status_code == 303
