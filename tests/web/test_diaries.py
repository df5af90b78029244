"""Diaries over the API, on pages and at the terminal: who reads what, and what they add up to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from generator.games.combat_commander.rehearsal.outcome import Outcome
from web.app import create_app
from web.cli import main
from web.config import Config
from web.current import CONTEXT
from web.games.combat_commander.service import rehearsals
from web.service.context import Context
from web.service.jobs import id_of
from web.storage import jobs
from web.storage.jobs import StoredJob

from .playing import open_table, play

API = "/api/v1/diaries"
WON: dict[str, Any] = {
    "first": {"name": "Ana", "nation": "german", "posture": "attack"},
    "second": {"name": "Berta", "nation": "russian", "posture": "defend"},
    "winner": "first",
    "how": "surrender",
    "map": "13",
    "day": "2026-11-14",
}

FOUGHT = asdict(Outcome("axis", "points", 5, 7, 60, {"axis": 1, "allied": 3}, {}, {}, {}, 0, 0))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    found = create_app(Config(f"sqlite:///{tmp_path / 'pages.db'}", rate=0))
    yield found
    found.extensions[CONTEXT].repository.engine.dispose()


def begun(client: FlaskClient) -> tuple[str, dict[str, str]]:
    answer = client.post(API, json={"game": "combat_commander", "title": "Thursdays"}).json
    return f"{API}/{answer['id']}", {"Authorization": f"Bearer {answer['link']}"}


def test_nobody_reads_a_diary_that_is_not_listed(app: Flask) -> None:
    """On both databases: the keeper writes, others read what is listed and not private."""
    client = app.test_client()
    base, keeper = begun(client)
    client.post(f"{base}/battles", json=WON, headers=keeper)
    secret = {**WON, "private": True, "story": "Nobody is to know."}
    assert client.post(f"{base}/battles", json=secret, headers=keeper).status_code == 200
    assert client.get(base).status_code == client.get(f"{base}/figures").status_code == 404
    assert client.get(API).json["total"] == 0
    client.put(base, json={"listed": True}, headers=keeper)
    assert [each["number"] for each in client.get(base).json["diary"]["battles"]] == [1]
    assert "Nobody is to know" not in client.get(base).get_data(as_text=True)
    assert client.get(f"{base}/figures").json["whole"]["fought"] == 1
    assert client.get(f"{base}/figures", headers=keeper).json["whole"]["fought"] == 2
    assert client.post(f"{base}/battles", json=WON).status_code == 403
    client.put(base, json={"listed": False}, headers=keeper)
    assert client.get(base).status_code == 404


def test_a_battle_is_corrected_fought_again_and_struck_out(lite: Flask) -> None:
    client = lite.test_client()
    base, keeper = begun(client)
    client.post(f"{base}/battles", json=WON, headers=keeper)
    again = client.post(f"{base}/battles/1/rematch", headers=keeper).json["diary"]["battles"][1]
    assert (again["first"]["name"], again["first"]["nation"], again["winner"]) == ("Berta", "german", "")
    told = client.put(f"{base}/battles/2", json={**WON, "winner": "second"}, headers=keeper)
    assert told.json["diary"]["battles"][1]["again"] == 1
    ana = client.get(f"{base}/figures?player=ana", headers=keeper).json
    assert (ana["whole"]["fought"], ana["whole"]["won"]) == (2, 1)
    assert client.delete(f"{base}/battles/1", headers=keeper).status_code == 200
    assert client.delete(f"{base}/battles/1", headers=keeper).status_code == 422
    bad = client.post(f"{base}/battles", json={**WON, "photo": "javascript:1"}, headers=keeper)
    assert bad.status_code == 422 and "is no address" in bad.json["detail"]


def test_a_rolled_up_battle_fills_the_form_and_its_key_stays_out_of_it(site: Flask) -> None:
    """With the odds of its rehearsal, where somebody had it rehearsed."""
    client = site.test_client()
    context = site.extensions[CONTEXT]
    battle = client.post("/api/v1/battles", json={}).json
    rehearsed(context, battle["card"], ["axis", "allied", "axis", "axis"])
    page = client.get("/diaries").get_data(as_text=True)
    csrf = re.search(r'name="csrf" value="([^"]+)"', page)
    assert csrf
    form = {"csrf": csrf[1], "way": "new", "game": "combat_commander", "battle": f"/battles/{battle['id']}"}
    begun = client.post("/diaries", data=form)
    text = client.get(begun.headers["Location"]).get_data(as_text=True)
    assert f"/battles/{battle['public']}" in text
    assert battle["id"] not in re.sub(r"\?battle=[^\"]+", "", text)
    nation = battle["card"]["sides"]["axis"]["faction"]
    assert re.search(rf'name="first-nation".*?value="{nation}" selected', text, re.DOTALL)
    assert 'name="odds" value="0.75"' in text
    record = client.get(f"/diaries/record?battle=/battles/{battle['public']}")
    assert "/diaries/keep/" in record.headers["Location"]


def test_a_battle_of_a_campaign_fills_the_form(site: Flask) -> None:
    """By the table's public address, whatever link the page was looked at with."""
    client = site.test_client()
    wish = {"procedure": "stalingrad/1", "title": "Our winter"}
    company = open_table(client, "/api/v1/campaigns", **wish)
    play(company, Random(3).randrange, until="battle_result")
    link = client.post(API, json={"game": "combat_commander"}).json["link"]
    for battle, fills in (
        (f"https://club.example/tables/{company.axis.link}", True),
        ("/tables/x?battle=9", False),
    ):
        text = client.get(f"/diaries/keep/{link}", query_string={"battle": battle}).get_data(as_text=True)
        assert ('value="Our winter"' in text) is fills
        assert (f'value="http://localhost/tables/{company.axis.table}"' in text) is fills
        assert bool(re.search(r'name="first-nation".*?value="german" selected', text, re.DOTALL)) is fills


def rehearsed(context: Context, card: dict[str, Any], winners: list[str]) -> None:
    """A rehearsal of a card that has been done, with these winners."""
    body = {"card": rehearsals.body_of(card), "seed": rehearsals.SEED}
    outcomes = [{**FOUGHT, "winner": winner} for winner in winners]
    name = id_of("combat_commander", rehearsals.KIND, body)
    count = len(winners)
    job = StoredJob(
        name, "combat_commander", rehearsals.KIND, body, "done", count, count, {"outcomes": outcomes}, "", ""
    )
    jobs.add(context.repository, job)


def test_the_keepers_page_without_script(site: Flask) -> None:
    client = site.test_client()
    csrf = re.search(r'name="csrf" value="([^"]+)"', client.get("/diaries").get_data(as_text=True))
    assert csrf
    form = {"csrf": csrf[1], "way": "new", "game": "combat_commander", "title": "Thursdays"}
    keep = client.post("/diaries", data=form).headers["Location"]
    battle = {"csrf": csrf[1], "do": "add", "first-name": "Ana", "second-name": "Ana", "winner": "first"}
    refused = client.post(keep, data={**battle, "story": "A long night."})
    assert refused.status_code == 422
    assert "Ana cannot fight himself" in refused.get_data(as_text=True)
    assert 'value="A long night."' in refused.get_data(as_text=True)
    assert client.post(keep, data={**battle, "second-name": "Berta"}).status_code == 303
    assert client.post(keep, data={"csrf": csrf[1], "do": "rematch", "number": "1"}).status_code == 303
    saved = client.get(f"{keep}/diary.json").json
    assert [each["first"]["name"] for each in saved["battles"]] == ["Ana", "Berta"]
    opened = client.post(API, json={"document": saved})
    assert opened.status_code == 201
    assert "Figures of Ana" in client.get(f"{keep}?player=ana").get_data(as_text=True)
    assert client.post(keep, data={"csrf": csrf[1], "do": "forget", "sure": "1"}).status_code == 303
    assert client.get(keep).status_code == 404


def test_the_same_at_the_terminal(tmp_path: Path) -> None:
    file = str(tmp_path / "diary.json")

    def horah(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["diary", *words])
        assert done.exit_code == code, done.output
        return done.output

    horah("new", file, "--game", "combat_commander")
    sides = ("--first", "Ana,german,attack", "--second", "Berta,russian,defend")
    horah("add", file, *sides, "--winner", "first", "--how", "surrender", "--odds", "0.4", "--map", "13")
    horah("rematch", file, "1")
    assert "Berta (Germany, Attack) – Ana (Russia, Defend). To be fought" in horah("show", file)
    assert "There is no player called «Zoe»" in horah("figures", file, "--player", "Zoe", code=2)
    assert "1 of 1, 0.4 expected" in horah("figures", file, "--player", "ana")
    assert json.loads(horah("figures", file, "--json"))["sides"]["first"]["won"] == 1
    horah("strike", file, "2")
    assert "To be fought" not in horah("show", file)
