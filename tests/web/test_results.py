"""Results in the application: entered once, found in diary, plays, files; who may see them; commands."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from web.cli import main
from web.http.request_context import CONTEXT
from web.service import plays

API = "/api/v1"
SCENARIO = "castle-hill"


def begin_diary(client: FlaskClient) -> tuple[str, dict[str, str], str]:
    begun = client.post(f"{API}/diaries", json={"game": "combat_commander", "title": "Thursdays"}).json
    return begun["id"], {"Authorization": f"Bearer {begun['link']}"}, begun["link"]


def log_result(client: FlaskClient, link: str, address: str, **more: str) -> None:
    fields = {"do": "add", "first-name": "Ana", "second-name": "Berta", "winner": "second", "odds": "0.6"}
    fields |= {"day": "2026-11-14", "title": "=Our battle", "address": f"http://localhost{address}", **more}
    assert client.post(f"/diaries/keep/{link}", data=fields).status_code == 303


def get_plays(client: FlaskClient, path: str) -> Any:
    return client.get(f"{API}/plays", query_string={"of": path}).json


def test_listed_plays_are_found_on_both_databases(app: Flask) -> None:
    client = app.test_client()
    diary, keeper, _ = begin_diary(client)
    fought = {"first": {"name": "Ana"}, "second": {"name": "Berta"}, "winner": "first", "title": 'Ñ %_ "x"'}
    battle = client.post(f"{API}/battles", json={}).json["public"]
    for address in (f"http://localhost/battles/{battle}", "http://localhost/battles/other"):
        told = {**fought, "address": address}
        assert client.post(f"{API}/diaries/{diary}/battles", json=told, headers=keeper).status_code == 200
    assert get_plays(client, f"/battles/{battle}")["played"] == 0
    client.put(f"{API}/diaries/{diary}", json={"listed": True}, headers=keeper)
    assert get_plays(client, f"/battles/{battle}")["played"] == 1
    context = app.extensions[CONTEXT]
    assert len(plays.find_plays(context, "combat_commander", "/none", ('ñ %_ "X"',)).plays) == 0
    assert len(plays.find_plays(context, "combat_commander", "/none", ('Ñ %_ "x"',)).plays) == 2


def test_a_result_entered_once_is_found_everywhere(site: Flask) -> None:
    """In the diary, on the page of plays, in the ratings and in the files."""
    client = site.test_client()
    battle = client.post(f"{API}/battles", json={}).json["public"]
    diary, keeper, link = begin_diary(client)
    log_result(client, link, f"/battles/{battle}")
    log_result(client, link, f"/battles/{battle}", private="1")
    assert get_plays(client, f"/battles/{battle}")["played"] == 0  # nobody listed it
    client.put(f"{API}/diaries/{diary}", json={"listed": True}, headers=keeper)
    assert "Berta won" in client.get(f"/diaries/{diary}").text
    found = get_plays(client, f"/battles/{battle}")
    assert [found[name] for name in ("played", "first", "second", "nobody")] == [1, 0, 1, 0]
    assert (found["odds"], found["last_played"]) == (0.6, "2026-11-14")
    assert found["plays"][0]["listed_in"] == f"/diaries/{diary}"
    page = client.get("/plays", query_string={"of": f"/battles/{battle}"}).text
    assert "Played 1 time" in page and "14 Nov 2026" in page and f'href="/diaries/{diary}"' in page
    assert f"/plays?of=/battles/{battle}" in client.get(f"/battles/{battle}").text
    rated = client.get(f"{API}/diaries/{diary}/ratings").json
    assert [(each["name"], each["games"], each["points"]) for each in rated["players"]] == [
        ("Berta", 1, 1.0),
        ("Ana", 1, 0.0),
    ]
    assert rated["calibration"]["brier"] == 0.6**2 and rated["sides"][0]["title"] == "=Our battle"
    assert client.get(f"{API}/diaries/{diary}/ratings", headers=keeper).json["games"] == 2
    page = client.get(f"/diaries/{diary}/ratings").text
    assert "From 1 game." in page and "that may be chance" in page
    assert "From 2 games." in client.get(f"/diaries/keep/{link}/ratings").text
    assert f'href="/diaries/{diary}/ratings"' in client.get("/ratings").text
    sheet = client.get(f"/diaries/{diary}/results.csv")
    assert sheet.mimetype == "text/csv" and sheet.text.count("\r\n") == 2  # the private battle is not there
    assert "'=Our battle" in sheet.text
    assert client.get(f"/diaries/keep/{link}/results.csv").text.count("\r\n") == 3
    assert len(client.get(f"{API}/diaries/{diary}/results.json", headers=keeper).json["results"]) == 2


def test_plays_of_a_scenario_by_link_and_by_title(site: Flask) -> None:
    client = site.test_client()
    title = client.get(f"{API}/scenarios/{SCENARIO}").json["card"]["title"]
    title = title["en"] if isinstance(title, dict) else title
    diary, keeper, link = begin_diary(client)
    log_result(client, link, f"/scenarios/{SCENARIO}")
    log_result(client, link, "/elsewhere", title=title.upper(), winner="first", day="2026-11-15")
    log_result(client, link, "/scenarios/other")
    client.put(f"{API}/diaries/{diary}", json={"listed": True}, headers=keeper)
    found = get_plays(client, f"/scenarios/{SCENARIO}")
    assert (found["played"], found["first"], found["second"]) == (2, 1, 1)
    names = {"game": "combat_commander", "system": "swiss", "rounds": 1, "players": ["Ana", "Clara"]}
    cup = client.post(f"{API}/tournaments", json={**names, "title": "Cup"}).json
    base, organiser = f"{API}/tournaments/{cup['id']}", {"Authorization": f"Bearer {cup['link']}"}
    client.post(f"{base}/rounds", json={"kind": "named", "names": [title]}, headers=organiser)
    told = {"winner": "first", "how": "surrender", "figures": {"time": 5, "casualties": 2}}
    assert client.put(f"{base}/rounds/1/tables/1", json=told, headers=organiser).status_code == 200
    client.put(base, json={"listed": True}, headers=organiser)
    assert get_plays(client, f"/scenarios/{SCENARIO}")["played"] == 3
    client.post(f"{API}/diaries/{diary}/results", json={"tournament": cup["id"]}, headers=keeper)
    assert get_plays(client, f"/scenarios/{SCENARIO}")["played"] == 3  # the same battle in the diary too
    for nowhere in ("/scenarios/no-such", "nonsense", "/battles/0000"):
        assert client.get("/plays", query_string={"of": nowhere}).status_code == 404
    assert client.get("/plays?of=/battles/1&game=chess").status_code == 404


def test_results_files_on_the_pages(site: Flask) -> None:
    """A file is imported by its owner; a wrong one is refused with the row."""
    client = site.test_client()
    diary, keeper, link = begin_diary(client)

    def send(text: str, where: str) -> Any:
        data = {"do": "results_file", "file": (BytesIO(text.encode()), "r.csv")}
        return client.post(where, data=data, content_type="multipart/form-data")

    assert send("first,second,winner\nAna,Berta,first", f"/diaries/keep/{link}").status_code == 303
    refused = send("first,second,vp\nAna,Berta,x", f"/diaries/keep/{link}")
    assert refused.status_code == 422 and "Row 1, column vp" in refused.text
    document = client.get(f"{API}/diaries/{diary}/results.json", headers=keeper).json
    assert [row["first"] for row in document["results"]] == ["Ana"]
    again = client.post(f"{API}/diaries/{diary}/results", json={"results": document}, headers=keeper)
    assert len(again.json["diary"]["battles"]) == 1
    assert client.post(f"{API}/diaries/{diary}/results", json={"results": document}).status_code == 404

    names = {"game": "combat_commander", "system": "swiss", "rounds": 1, "players": ["Ana", "Clara"]}
    cup = client.post(f"{API}/tournaments", json=names).json
    base, organiser = f"{API}/tournaments/{cup['id']}", {"Authorization": f"Bearer {cup['link']}"}
    pairing = client.post(f"{base}/rounds", json={"kind": "own"}, headers=organiser).json["tournament"]
    first = pairing["rounds"][0]["pairings"][0]["first"]
    order = ["Ana", "Clara"] if first == 1 else ["Clara", "Ana"]
    text = f"first,second,winner,how,figures\n{','.join(order)},first,surrender,time=5;casualties=2"
    assert send(text, f"/tournaments/run/{cup['link']}").status_code == 303
    assert "surrender" in client.get(f"/tournaments/{cup['id']}/results.csv").text
    assert client.get(f"{base}/results.trf").text.startswith("012 ")
    assert "From 1 game." in client.get(f"/tournaments/{cup['id']}/ratings").text
    assert len(client.get(f"{base}/ratings").json["players"]) == 2
    assert "From 1 game." in send(text, "/ratings").text  # a file that is not kept
    refused = send("first\nAna", "/ratings")
    assert refused.status_code == 422 and "Columns are missing: second" in refused.text
    reports = client.get(f"{base}/results.json").json
    assert reports["results"][0]["figures"] == {"casualties": 2, "time": 5}
    assert client.post(f"{base}/results", json={"results": reports}, headers=organiser).status_code == 200
    assert client.post(f"{base}/results", json={"results": reports}).status_code == 403
    knockout = client.post(f"{API}/tournaments", json={**names, "system": "knockout"}).json["id"]
    assert client.get(f"/tournaments/{knockout}/results.trf").status_code == 422
    assert client.get(f"/tournaments/{cup['id']}/results.xls").status_code == 404


def test_export_and_import_on_the_command_line(tmp_path: Path) -> None:
    def run(*words: object) -> str:
        outcome = CliRunner().invoke(main, ["--lang", "en", *map(str, words)])
        assert outcome.exit_code == 0, outcome.output
        return outcome.output

    diary, copy = tmp_path / "diary.json", tmp_path / "copy.json"
    run("diary", "new", diary, "--game", "combat_commander")
    run("diary", "new", copy, "--game", "combat_commander")
    run("diary", "add", diary, "--first", "Ana", "--second", "=Berta", "--winner", "second")
    for ending in ("csv", "json"):
        run("diary", "export", diary, "--out", tmp_path / f"results.{ending}")
        run("diary", "import", copy, tmp_path / f"results.{ending}")
    assert run("diary", "show", copy) == run("diary", "show", diary)
    wrong = CliRunner().invoke(main, ["diary", "export", str(diary), "--out", str(tmp_path / "r.xls")])
    assert wrong.exit_code == 2 and ".csv" in wrong.output
    for file in (diary, tmp_path / "results.csv"):
        assert "=Berta is" in run("ratings", file)
    cup = tmp_path / "cup.json"
    run("tournament", "new", cup, "--game", "combat_commander", "--player", "Ana", "--player", "Berta")
    run("tournament", "draw", cup)
    run("tournament", "report", cup, 1, "--winner", "Ana", "--how", "no_show")
    assert '"players": []' in run("ratings", cup, "--json")  # a no-show is no game
    for ending in ("csv", "trf"):
        run("tournament", "export", cup, "--out", tmp_path / f"cup.{ending}")
    assert "Ana won" in run("tournament", "import", cup, tmp_path / "cup.csv")
    assert (tmp_path / "cup.trf").read_text().count("\n001 ") == 2
