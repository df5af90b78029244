"""Diaries over the API, on pages and on the command line: access and statistics."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pdfplumber
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from generator.games.combat_commander.rehearsal.outcome import Outcome
from generator.games.grossdeutschland.procedure import PLAY
from tests.procedures import current
from web.cli import main
from web.games.combat_commander.service import rehearsals
from web.http.request_context import CONTEXT
from web.service.context import Context
from web.service.jobs import digest_job
from web.storage import jobs
from web.storage.jobs import StoredJob

from .playing import confirm, open_table, play

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


def begun(client: FlaskClient) -> tuple[str, dict[str, str]]:
    answer = client.post(API, json={"game": "combat_commander", "title": "Thursdays"}).json
    return f"{API}/{answer['id']}", {"Authorization": f"Bearer {answer['link']}"}


def test_unlisted_diary_is_private(app: Flask) -> None:
    """The owner writes; others read only listed diaries and public entries. On both databases."""
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


def test_correct_repeat_and_delete_a_battle(lite: Flask) -> None:
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
    assert bad.status_code == 422 and "is not a web address" in bad.json["detail"]


def test_form_from_a_generated_battle_without_its_key(site: Flask) -> None:
    """With the odds of its rehearsal, if there are enough fights for a verdict."""
    client = site.test_client()
    context = site.extensions[CONTEXT]
    battle = client.post("/api/v1/battles", json={}).json
    rehearsed(context, battle["card"], ["axis", "allied", "axis", "axis"] * 100)
    form = {"way": "new", "game": "combat_commander", "battle": f"/battles/{battle['id']}"}
    begun = client.post("/diaries", data=form)
    text = client.get(begun.headers["Location"]).get_data(as_text=True)
    assert f"/battles/{battle['public']}" in text
    assert battle["id"] not in re.sub(r"\?battle=[^\"]+", "", text)
    nation = battle["card"]["sides"]["axis"]["faction"]
    assert re.search(rf'name="first-nation".*?value="{nation}" selected', text, re.DOTALL)
    assert 'name="odds" value="0.75"' in text
    record = client.get(f"/diaries/record?battle=/battles/{battle['public']}")
    assert "/diaries/keep/" in record.headers["Location"]


def test_form_from_a_campaign_battle(site: Flask) -> None:
    """By the table's public URL, from any link."""
    client = site.test_client()
    wish = {"procedure": current("stalingrad"), "title": "Our winter"}
    company = open_table(client, "/api/v1/campaigns", **wish)
    play(company, Random(3).randrange, until="battle_result")
    link = client.post(API, json={"game": "combat_commander"}).json["link"]
    for battle, fills in (
        (f"https://club.example/tables/{company.axis.link}", True),
        ("/tables/x?battle=9", False),
    ):
        text = client.get(f"/diaries/keep/{link}", query_string={"battle": battle}).get_data(as_text=True)
        assert ('value="Our winter"' in text) is fills
        assert (f'value="http://localhost/tables/{company.axis.table}/battles/1"' in text) is fills
        assert bool(re.search(r'name="first-nation".*?value="german" selected', text, re.DOTALL)) is fills
        assert 'name="how"' in text and not re.search(r'value="surrender" selected', text)
    company.axis.answer(Random(3).randrange)
    confirm(company.allied, company.axis.state())
    path = f"/tables/{company.axis.table}/battles/1"
    won = company.axis.state()["state"]["history"][0]["winner"]
    text = client.get(f"/diaries/keep/{link}", query_string={"battle": path}).get_data(as_text=True)
    place = "first" if won == "axis" else "second"
    assert re.search(rf'name="winner" value="{place}" checked', text)
    assert re.search(r'value="surrender" selected', text)


def rehearsed(context: Context, card: dict[str, Any], winners: list[str]) -> None:
    """Store a finished rehearsal of a card with these winners."""
    body = rehearsals.make_request(card, {"axis": "regular", "allied": "regular"})
    outcomes = [{**FOUGHT, "winner": winner} for winner in winners]
    name = digest_job("combat_commander", rehearsals.KIND, body)
    count = len(winners)
    job = StoredJob(
        name, "combat_commander", rehearsals.KIND, body, "done", count, count, {"outcomes": outcomes}, "", ""
    )
    jobs.add(context.repository, job)


def test_owner_page_without_script(site: Flask) -> None:
    client = site.test_client()
    form = {"way": "new", "game": "combat_commander", "title": "Thursdays"}
    keep = client.post("/diaries", data=form).headers["Location"]
    battle = {"do": "add", "first-name": "Ana", "second-name": "Ana", "winner": "first"}
    refused = client.post(keep, data={**battle, "story": "A long night."})
    assert refused.status_code == 422
    assert "Ana is on both sides." in refused.get_data(as_text=True)
    assert 'value="A long night."' in refused.get_data(as_text=True)
    assert client.post(keep, data={**battle, "second-name": "Berta"}).status_code == 303
    assert client.post(keep, data={"do": "rematch", "number": "1"}).status_code == 303
    saved = client.get(f"{keep}/diary.json").json
    assert [each["first"]["name"] for each in saved["battles"]] == ["Ana", "Berta"]
    opened = client.post(API, json={"document": saved})
    assert opened.status_code == 201
    assert "Statistics: Ana" in client.get(f"{keep}?player=ana").get_data(as_text=True)
    assert client.post(keep, data={"do": "forget", "sure": "1"}).status_code == 303
    assert client.get(keep).status_code == 404


def test_command(tmp_path: Path) -> None:
    file = str(tmp_path / "diary.json")

    def horah(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["diary", *words])
        assert done.exit_code == code, done.output
        return done.output

    horah("new", file, "--game", "combat_commander")
    sides = ("--first", "Ana,german,attack", "--second", "Berta,russian,defend")
    horah("add", file, *sides, "--winner", "first", "--how", "surrender", "--odds", "0.4", "--map", "13")
    horah("rematch", file, "1")
    assert "Berta (Germany, Attack) – Ana (Russia, Defend). Not played yet" in horah("show", file)
    assert "There is no player called “Zoe”" in horah("figures", file, "--player", "Zoe", code=2)
    assert "won 1 of 1 (0.4 expected)" in horah("figures", file, "--player", "ana")
    assert json.loads(horah("figures", file, "--json"))["sides"]["first"]["won"] == 1
    horah("strike", file, "2")
    assert "Not played yet" not in horah("show", file)


def test_form_from_a_table_fills_in_the_players(site: Flask) -> None:
    client = site.test_client()
    text = client.get(f"/tables/new?procedure={PLAY.name}").get_data(as_text=True)
    kind = re.search(r'name="procedure" value="([^"]+)"', text)
    assert kind
    form = {"procedure": kind[1], "title": "Sunday", "name": "Ana"}
    seats = client.post("/tables", data=form).headers["Location"]
    link = client.post(API, json={"game": "grossdeutschland"}).json["link"]
    text = client.get(f"/diaries/keep/{link}", query_string={"battle": seats}).get_data(as_text=True)
    assert 'value="Sunday"' in text and 'name="first-name"' in text and 'value="Ana"' in text
    other = client.post(API, json={"game": "combat_commander"}).json["link"]
    text = client.get(f"/diaries/keep/{other}", query_string={"battle": seats}).get_data(as_text=True)
    assert 'value="Sunday"' not in text  # a diary is of one game


def test_tournament_results_are_imported_once(site: Flask) -> None:
    """A second import updates corrections and keeps the written texts."""
    client = site.test_client()
    form = {"game": "combat_commander", "title": "Cup", "system": "swiss", "rounds": "2"}
    form["players"] = "A\nB\nC\nD"
    run = client.post("/tournaments", data=form).headers["Location"]
    assert "Settings for generated battles" in client.get(run).get_data(as_text=True)
    settled = {"has-axis": "1", "axis": "italian", "has-years": "1", "years": "1942"}
    draw = {"do": "draw", "kind": "each", "follows": "0", **settled}
    refused = client.post(run, data={**draw, "has-allied": "1", "allied": "german"})
    assert refused.status_code == 422 and 'id="refusal"' in refused.get_data(as_text=True)
    assert client.post(run, data=draw).status_code == 303
    text = client.get(run).get_data(as_text=True)
    assert "Italy" in text and "1942" in text
    readers = re.search(r'id="readers-link" value="([^"]+)"', text)
    assert readers
    told = {"do": "report", "round": "1", "winner": "first", "how": "vp", "figure-vp": "7"}
    for table in ("1", "2"):
        figures = {"figure-time": "6", "figure-casualties": "2", "note": "By a hair."}
        assert client.post(run, data={**told, **figures, "table": table}).status_code == 303

    begin = {"way": "new", "game": "combat_commander", "tournament": readers[1]}
    there = client.post("/diaries", data=begin).headers["Location"]
    assert readers[1] in client.get(there).get_data(as_text=True)
    keep = there.partition("?")[0]
    take = {"do": "results", "tournament": readers[1]}
    assert client.post(keep, data=take).status_code == 303
    found = client.get(f"{keep}/diary.json").json["battles"]
    assert [each["winner"] for each in found] == ["first", "first"]
    assert {each["first"]["nation"] for each in found} == {"italian"}
    assert all(each["map"] and each["vp"] == 7 and each["evening"] == "Cup" for each in found)

    words = {
        "do": "correct",
        "number": "1",
        "first-name": "A",
        "second-name": "B",
        "winner": "first",
    }
    client.post(keep, data={**words, "story": "Told by the fire.", "address": found[0]["address"]})
    other = {**told, "table": "1", "winner": "second", "how": "surrender", "figure-vp": ""}
    assert client.post(run, data={**other, "figure-time": "6", "figure-casualties": "2"}).status_code == 303
    client.post(keep, data=take)
    first, second = client.get(f"{keep}/diary.json").json["battles"]
    assert (first["winner"], first["how"], first["story"]) == ("second", "surrender", "Told by the fire.")
    assert second == found[1]
    base, keeper = begun(client)
    body = {"tournament": readers[1].rpartition("/")[2]}
    assert client.post(f"{base}/results", json=body).status_code == 404  # it is not listed
    taken = client.post(f"{base}/results", json=body, headers=keeper).json["diary"]["battles"]
    assert [each["address"] for each in taken] == [first["address"], second["address"]]
    wrong = client.post(keep, data={**take, "tournament": "elsewhere"})
    assert wrong.status_code == 422 and "not the link of a tournament" in wrong.get_data(as_text=True)


def test_tournament_import_by_command(tmp_path: Path) -> None:
    """From a file; the tournament is recognised by its title or by a given URL."""
    cup, diary = str(tmp_path / "cup.json"), str(tmp_path / "diary.json")

    def horah(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, list(words))
        assert done.exit_code == code, done.output
        return done.output

    game = ("--game", "combat_commander")
    players = [word for name in "ABCD" for word in ("--player", name)]
    horah("tournament", "new", cup, *game, "--title", "Cup", "--rounds", "2", "--seed", "9.x", *players)
    horah("diary", "new", diary, *game)
    assert "no results yet" in horah("diary", "results", diary, cup, code=2)
    horah("tournament", "draw", cup, "--battles", "each", "--set", "axis=italian", "--set", "years=1942")
    pairs = [each["first"] for each in json.loads(Path(cup).read_text())["rounds"][0]["pairings"]]
    names = {each["number"]: each["name"] for each in json.loads(Path(cup).read_text())["players"]}
    told = ("--how", "surrender", "--figure", "time=6", "--figure", "casualties=2", "--note", "By a hair.")
    for table, first in enumerate(pairs, 1):
        horah("tournament", "report", cup, str(table), "--winner", names[first], *told)
    for _ in range(2):
        horah("diary", "results", diary, cup)
        found = json.loads(Path(diary).read_text())["battles"]
        assert [each["winner"] for each in found] == ["first", "first"]
    assert {each["first"]["nation"] for each in found} == {"italian"}
    assert json.loads(Path(cup).read_text())["rounds"][0]["plan"]["settings"]["years"] == [1942]
    assert all(each["map"] and each["title"] and each["evening"] == "Cup" for each in found)
    horah("tournament", "report", cup, "1", "--winner", found[0]["second"]["name"], *told)
    horah("diary", "results", diary, cup)
    again = json.loads(Path(diary).read_text())["battles"]
    assert [each["winner"] for each in again] == ["second", "first"] and again[1] == found[1]
    horah("diary", "results", diary, cup, "--address", "https://club.example.org/tournaments/x")
    apart = json.loads(Path(diary).read_text())["battles"]
    assert [each["address"].rpartition("/")[2] for each in apart] == ["", "", "x#1.1", "x#1.2"]
    Path(cup).write_text(Path(cup).read_text().replace('"Cup"', '""'))
    assert "--address" in horah("diary", "results", diary, cup, code=2)


def test_printed_diary(site: Flask, tmp_path: Path) -> None:
    """Private entries are on the owner's printout only; the command prints the same."""
    client = site.test_client()
    base, keeper = begun(client)
    client.post(f"{base}/battles", json=WON, headers=keeper)
    client.post(
        f"{base}/battles", json={**WON, "private": True, "story": "Nobody is to know."}, headers=keeper
    )
    link, name = keeper["Authorization"].partition(" ")[2], base.rpartition("/")[2]
    assert client.get(f"/diaries/{name}/diary.pdf").status_code == 404
    client.put(base, json={"listed": True}, headers=keeper)
    assert _read(client.get(f"{base}/diary.pdf", headers=keeper).data).count("Ana won") == 2
    own = _read(client.get(f"/diaries/keep/{link}/diary.pdf?lang=es").data)
    read = _read(client.get(f"/diaries/{name}/diary.pdf").data)
    assert "Nobody is to know." in own and "Ganó Ana" in own and "DIARIO" in own
    assert "Nobody is to know." not in read and "Ana won" in read and "By nation" in read
    file, out = tmp_path / "d.json", tmp_path / "d.pdf"
    file.write_bytes(client.get(f"/diaries/keep/{link}/diary.json").data)
    done = CliRunner().invoke(main, ["diary", "print", str(file), "--out", str(out), "--player", "Berta"])
    assert done.exit_code == 0, done.output
    assert "By opponent" in _read(out.read_bytes())


def _read(body: bytes) -> str:
    with pdfplumber.open(BytesIO(body)) as found:
        return "\n".join(page.extract_text() for page in found.pages)


def test_a_link_alone_does_not_replace_the_diary_of_a_device(site: Flask) -> None:
    """Another site may lead to a keeper's page; only a button on it changes what the device remembers."""
    client = site.test_client()
    mine, other = (
        client.post("/api/v1/diaries", json={"game": "combat_commander", "title": title}).json["link"]
        for title in ("Mine", "Other")
    )
    client.post(f"/diaries/keep/{mine}", data={"do": "remember"})
    page = client.get(f"/diaries/keep/{other}", headers={"Sec-Fetch-Site": "cross-site"})
    assert page.status_code == 200 and 'id="remember"' in page.text and "Set-Cookie" not in page.headers
    assert mine in client.get("/diaries/record?battle=/x").headers["Location"]
    refused = client.post(
        f"/diaries/keep/{other}", data={"do": "remember"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert refused.status_code == 403
    assert client.post(f"/diaries/keep/{other}", data={"do": "remember"}).status_code == 303
    assert other in client.get("/diaries/record?battle=/x").headers["Location"]
