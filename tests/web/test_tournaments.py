"""Tournaments over the API, on pages and on the command line: permissions and secrets."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread
from typing import Any

from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.cli import main
from web.config import Config
from web.http.request_context import CONTEXT
from web.storage.backup import backup, restore
from web.storage.engine import engine_for
from web.storage.migrate import upgrade

API = "/api/v1/tournaments"
WON = {"winner": "first", "how": "surrender", "figures": {"time": 6, "casualties": 3}}


def bearer(link: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {link}"}


def begun(client: FlaskClient, count: int = 4, **wish: Any) -> tuple[str, dict[str, Any]]:
    players = [f"Player {number}" for number in range(1, count + 1)]
    answer = client.post(API, json={"game": "combat_commander", "players": players, **wish})
    assert answer.status_code == 201, answer.json
    return f"{API}/{answer.json['id']}", answer.json


def test_complete_tournament(app: Flask) -> None:
    """Drawn, reported by players and organiser, corrected by the organiser only. On both databases."""
    client = app.test_client()
    base, keys = begun(client, rounds=2)
    organiser = bearer(keys["link"])
    drawn = client.post(f"{base}/rounds", json={"kind": "own"}, headers=organiser).json
    first = drawn["tournament"]["rounds"][0]["pairings"][0]
    mine = bearer(keys["links"][str(first["first"])])
    table = f"{base}/rounds/1/tables/{first['table']}"
    assert client.put(table, json=WON).status_code == 403
    told = client.put(table, json={**WON, "note": "Over by ten."}, headers=mine)
    assert told.status_code == 200 and told.json["you"] == first["first"]
    again = client.put(table, json={**WON, "winner": "second"}, headers=mine)
    assert (again.status_code, again.json["code"]) == (422, "TOURNAMENT")
    assert client.delete(table, headers=mine).status_code == 403
    corrected = client.put(table, json={**WON, "winner": "second"}, headers=organiser).json
    report = corrected["tournament"]["rounds"][0]["pairings"][0]["report"]
    assert (report["winner"], report["by"], report["corrected"]) == ("second", 0, 1)
    assert client.post(f"{base}/rounds", json={}, headers=organiser).status_code == 422
    client.put(f"{base}/rounds/1/tables/2", json=WON, headers=organiser)
    assert client.post(f"{base}/rounds", json={}, headers=mine).status_code == 403
    client.post(f"{base}/rounds", json={}, headers=organiser)
    late = client.put(table, json=WON, headers=mine)
    assert late.status_code == 403
    for number in (1, 2):
        last = client.put(f"{base}/rounds/2/tables/{number}", json=WON, headers=organiser).json
    assert last["finished"] and sum(line["points"] for line in last["standings"]) == 12
    assert client.get(base).json["standings"] == last["standings"]


def test_secrets_are_visible_to_the_organiser_only(app: Flask) -> None:
    client = app.test_client()
    base, keys = begun(client)
    client.post(f"{base}/rounds", json={"kind": "each"}, headers=bearer(keys["link"]))
    whole = client.get(base, headers=bearer(keys["link"])).json
    seed = whole["tournament"]["seed"]
    for headers in ({}, bearer(keys["links"]["1"])):
        text = client.get(base, headers=headers).get_data(as_text=True)
        assert seed not in text and keys["link"] not in text
    assert client.get(base, headers=bearer("a" * 32)).status_code == 404
    other, _ = begun(client)
    assert client.get(other, headers=bearer(keys["link"])).status_code == 404
    assert client.get(API).json == {"items": [], "total": 0}
    client.put(base, json={"listed": True}, headers=bearer(keys["link"]))
    assert [each["id"] for each in client.get(API).json["items"]] == [keys["id"]]


def test_concurrent_reports(app: Flask) -> None:
    client = app.test_client()
    base, keys = begun(client, 16)
    client.post(f"{base}/rounds", json={}, headers=bearer(keys["link"]))

    def tell(table: int) -> None:
        with app.test_client() as own:
            own.put(f"{base}/rounds/1/tables/{table}", json=WON, headers=bearer(keys["link"]))

    threads = [Thread(target=tell, args=(table,)) for table in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [played] = client.get(base).json["tournament"]["rounds"]
    assert all(each["report"] for each in played["pairings"])


def test_removed_player_loses_the_link_and_the_number_is_not_reused(lite: Flask) -> None:
    client = lite.test_client()
    base, keys = begun(client)
    organiser = bearer(keys["link"])
    client.put(f"{base}/players/4", json={"plays": False}, headers=organiser)
    assert client.get(base, headers=bearer(keys["links"]["4"])).status_code == 404
    more = client.post(f"{base}/players", json={"name": "Zoe"}, headers=organiser).json
    assert [each["number"] for each in more["tournament"]["players"]] == [1, 2, 3, 5]


def test_backup_and_restore(lite: Flask, tmp_path: Path) -> None:
    client = lite.test_client()
    base, keys = begun(client)
    client.post(f"{base}/rounds", json={}, headers=bearer(keys["link"]))
    before = client.get(base, headers=bearer(keys["link"])).json
    backup(lite.extensions[CONTEXT].repository.engine, tmp_path / "kept.backup")
    other = engine_for(f"sqlite:///{tmp_path / 'other.db'}")
    upgrade(other)
    restore(other, tmp_path / "kept.backup")
    other.dispose()
    again = create_app(Config(f"sqlite:///{tmp_path / 'other.db'}", rate=0, pages=False))
    assert again.test_client().get(base, headers=bearer(keys["link"])).json == before
    again.extensions[CONTEXT].repository.engine.dispose()


def test_sheets_and_cards_by_role(site: Flask) -> None:
    client = site.test_client()
    base, keys = begun(client, 3)
    client.post(f"{base}/rounds", json={"kind": "each"}, headers=bearer(keys["link"]))
    for sheet in ("pairings", "slips", "standings"):
        for paper in ("a4", "letter"):
            found = client.get(f"/tournaments/{keys['id']}/{sheet}.pdf?paper={paper}&lang=es")
            assert found.mimetype == "application/pdf" and found.data.startswith(b"%PDF")
    assert client.get(f"/tournaments/{keys['id']}/passes.pdf").status_code == 404
    assert client.get(f"/tournaments/run/{keys['link']}/passes.pdf").status_code == 200
    assert client.get(f"/tournaments/play/{keys['link']}").status_code == 404
    assert client.get(f"/tournaments/run/{keys['links']['1']}").status_code == 404
    cards = {
        link: client.get(f"/tournaments/play/{link}/1/1/card.json").json["seat"]
        for link in keys["links"].values()
    }
    assert sorted(cards.values()) == ["allied", "axis", "everyone"]
    assert client.get(f"/tournaments/{keys['id']}/1/1/card.json").json["seat"] == "everyone"
    assert client.get(f"/tournaments/{keys['id']}/1/2/card.json").status_code == 404


def test_export_and_import(site: Flask) -> None:
    client = site.test_client()
    base, keys = begun(client)
    client.post(f"{base}/rounds", json={}, headers=bearer(keys["link"]))
    saved = client.get(f"/tournaments/run/{keys['link']}/tournament.json")
    assert saved.headers["Content-Disposition"].startswith("attachment")
    opened = client.post(API, json={"document": saved.json})
    assert opened.status_code == 201 and opened.json["id"] != keys["id"]
    found = client.get(f"{API}/{opened.json['id']}", headers=bearer(opened.json["link"])).json
    assert found["tournament"] == saved.json
    bad = client.post(API, json={"document": {**saved.json, "system": "ladder"}})
    assert bad.status_code == 422 and "/system" in bad.json["detail"]


def test_organiser_page_without_script(site: Flask) -> None:
    """A refused form keeps the typed values; a double click draws one round."""
    client = site.test_client()
    form = {"way": "new", "game": "combat_commander", "system": "swiss", "rounds": "3"}
    refused = client.post("/tournaments", data={**form, "players": "Ana\nana\n", "title": "Cup"})
    assert refused.status_code == 422
    assert "There is already a player called ana." in refused.get_data(as_text=True)
    assert 'value="Cup"' in refused.get_data(as_text=True)
    for names in ("", "Ana"):
        few = client.post("/tournaments", data={**form, "players": names, "title": "Cup"})
        assert few.status_code == 422 and "at least 2 players" in few.text
    begun = client.post("/tournaments", data={**form, "players": "Ana\n\nBerta\n", "title": "Cup"})
    run = begun.headers["Location"]
    draw = {"do": "draw", "kind": "own", "follows": "0"}
    for _ in range(2):
        assert client.post(run, data=draw).status_code == 303
    told = {"do": "report", "round": "1", "table": "1", "how": "vp", "winner": "first"}
    refused = client.post(run, data={**told, "figure-time": "3", "note": "A long night."})
    text = refused.get_data(as_text=True)
    assert refused.status_code == 422 and "own casualties: enter a whole number" in text
    assert 'value="A long night."' in text
    assert client.post(run, data={"do": "nothing"}).status_code == 404
    assert client.post(run, data={"do": "undraw"}).status_code == 303
    assert client.post(run, data={"do": "forget", "sure": "1"}).status_code == 303
    assert client.get(run).status_code == 404


def test_command(tmp_path: Path) -> None:
    file = str(tmp_path / "cup.json")

    def horah(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["tournament", *words])
        assert done.exit_code == code, done.output
        return done.output

    horah("new", file, "--game", "combat_commander", "--rounds", "1", "--player", "Ana", "--player", "Berta")
    horah("add", file, "Carlos")
    horah("rename", file, "carlos", "Carla")
    assert "Carla" in horah("show", file)
    horah("leave", file, "carla")
    assert "Round 1" in horah("draw", file, "--battles", "each", "--set", "years=[1944]")
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    assert document["rounds"][0]["plan"]["settings"] == {"years": [1944]}
    assert "There is no player called “Zoe”" in horah("report", file, "1", "--winner", "Zoe", code=2)
    told = ("--how", "surrender", "--figure", "time=6", "--figure", "casualties=3")
    assert "Ana won: By surrender" in horah("report", file, "1", "--winner", "ana", *told)
    lines = json.loads(horah("show", file, "--json"))
    assert [(line["place"], line["name"], line["points"]) for line in lines] == [
        (1, "Ana", 1.0),
        (2, "Berta", 0.0),
    ]
    assert "All rounds have been paired (1)." in horah("draw", file, code=2)
    horah("print", file, "--sheet", "standings", "--paper", "letter", "--out", str(tmp_path / "s.pdf"))
    horah("print", file, "--table", "1", "--seat", "axis", "--out", str(tmp_path / "card.pdf"))
    assert (tmp_path / "s.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
