"""Archives on pages, in the API and on the command line; the links of the static site."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

from click.testing import CliRunner
from flask import Flask

from tests.web.apps import served
from web.cli import main
from web.config import Config

API = "/api/v1/archives"
GAME = "combat_commander"


def run(*words: object) -> str:
    outcome = CliRunner().invoke(main, ["--lang", "en", *map(str, words)])
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


def check_links(root: Path) -> int:
    """Follow every link and picture of every page; return how many there are."""
    number = 0
    for page in root.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#]+)', page.read_text(encoding="utf-8")):
            parts = urlsplit(link)
            assert not parts.scheme and not link.startswith("/"), (page, link)
            assert (page.parent / unquote(parts.path)).resolve().is_file(), (page, link)
            number += 1
    for link in re.findall(r'url\("?([^")]+)', (root / "style.css").read_text(encoding="utf-8")):
        assert link.startswith("data:") or (root / link).is_file(), link
    return number


def test_a_shelf_on_the_pages(site: Flask) -> None:
    client = site.test_client()
    battle = client.post("/api/v1/battles", json={}).json
    begun = client.post("/archives", data={"game": GAME, "title": "Our <shelf>"})
    keep = begun.headers["Location"]
    assert client.get("/archives/record?battle=/battles/1").headers["Location"].startswith(keep)
    for address in (f"http://localhost/battles/{battle['id']}", "/scenarios/castle-hill"):
        assert client.post(keep, data={"do": "add", "battle": address}).status_code == 303
    for wrong in ("/battles/none", "https://example.com", ""):
        refused = client.post(keep, data={"do": "add", "battle": wrong})
        assert refused.status_code == 422 and "not the link of a battle" in refused.text
    text = client.get(keep).text
    assert "Our &lt;shelf&gt;" in text and "2 of 2" in text and battle["id"] not in text
    assert f"/battles/{battle['public']}" in text
    found = client.get(keep, query_string={"q": "castle", "year": "1944"}).text
    assert "1 of 2" in found and "Castle Hill" in found
    assert "0 of 2" in client.get(keep, query_string={"year": "1066"}).text
    picture, card = (re.search(rf'"([^"]+/{name})"', found) for name in (r"map\.svg", r"card\.pdf"))
    assert picture and client.get(picture[1]).mimetype == "image/svg+xml"
    assert card and client.get(card[1]).data.startswith(b"%PDF")
    diary = client.post("/api/v1/diaries", json={"game": GAME}).json
    key = {"Authorization": f"Bearer {diary['link']}"}
    fought = {"first": {"name": "Ana"}, "second": {"name": "Berta"}, "winner": "first"}
    fought["address"] = "http://localhost/scenarios/castle-hill"
    client.post(f"/api/v1/diaries/{diary['id']}/battles", json=fought, headers=key)
    client.put(f"/api/v1/diaries/{diary['id']}", json={"listed": True}, headers=key)
    assert "Played 1 time" in client.get(keep).text
    link = keep.rpartition("/")[2]
    archive = re.search(r"/archives/(\w+)", client.get("/archives").text.replace("/archives/keep", ""))
    assert archive is None  # not public yet
    client.post(keep, data={"do": "list"})
    public = re.search(r'href="/archives/(\w{32})"', client.get("/archives").text)
    assert public and "Castle Hill" in client.get(f"/archives/{public[1]}").text
    assert link not in client.get(f"/archives/{public[1]}").text
    packed = client.get(f"{keep}/archive.zip").data
    assert packed == client.get(f"{keep}/archive.zip").data
    names = ZipFile(BytesIO(packed)).namelist()
    assert [name.partition("/")[0] for name in names] == ["archive.json", "battles", "battles", "results"]
    entry = names[1].removeprefix("battles/").removesuffix(".json")
    client.post(keep, data={"do": "remove", "entry": entry})
    assert "1 of 1" in client.get(keep).text
    assert client.post(keep, data={"do": "forget", "sure": "1"}).status_code == 303
    assert client.get(keep).status_code == 404


def test_an_archive_over_the_api(app: Flask) -> None:
    """Only the keeper writes; others read it once it is listed. On both databases."""
    client = app.test_client()
    begun = client.post(API, json={"game": GAME, "title": "Shelf"}).json
    base, keeper = f"{API}/{begun['id']}", {"Authorization": f"Bearer {begun['link']}"}
    added = client.post(f"{base}/entries", json={"battle": "/scenarios/castle-hill"}, headers=keeper).json
    [entry] = added["archive"]["entries"]
    assert client.post(f"{base}/entries", json={"battle": "/x"}, headers=keeper).status_code == 422
    assert client.get(base).status_code == 404 and client.get(API).json["total"] == 0
    client.put(base, json={"listed": True}, headers=keeper)
    assert client.get(base).json["archive"] == added["archive"]
    assert client.post(f"{base}/entries", json={"battle": "/scenarios/hill-236"}).status_code == 403
    copy = client.post(API, json={"document": added["archive"]})
    assert copy.status_code == 201
    assert client.delete(f"{base}/entries/{entry['id']}", headers=keeper).json["archive"]["entries"] == []
    assert client.delete(base).status_code == 403
    assert client.delete(base, headers=keeper).status_code == 204


def test_folder_service_and_site(tmp_path: Path) -> None:
    """From the service to a folder and back; the pages of the folder have no dead link."""
    database = f"sqlite:///{tmp_path / 'horah.db'}"
    with served(Config(database, rate=0)) as app:
        client = app.test_client()
        begun = client.post(API, json={"game": GAME, "title": "Club & friends"}).json
        keeper = {"Authorization": f"Bearer {begun['link']}"}
        for number in range(2):
            battle = client.post("/api/v1/battles", json={"seed": str(number)}).json["public"]
            client.post(f"{API}/{begun['id']}/entries", json={"battle": f"/battles/{battle}"}, headers=keeper)
    one, two, out = tmp_path / "one", tmp_path / "two", tmp_path / "site"
    run("archive", "export", one, "--archive", begun["id"], "--database", database)
    told = run("archive", "import", one, "--database", database)
    found = re.search(r"id (\w+)\.", told)
    assert found
    run("archive", "export", two, "--archive", found[1], "--database", database)
    files = {path.relative_to(one): path.read_bytes() for path in one.rglob("*.json")}
    assert files == {path.relative_to(two): path.read_bytes() for path in two.rglob("*.json")}
    diary = tmp_path / "diary.json"
    run("diary", "new", diary, "--game", GAME)
    run(
        "diary",
        "add",
        diary,
        "--first",
        "<i>Ana",
        "--second",
        "Berta",
        "--winner",
        "first",
        "--title",
        "Hill",
    )
    run("diary", "add", diary, "--first", "Secret", "--second", "Berta", "--winner", "first", "--private")
    scenario = tmp_path / "hill.json"
    scenario.write_text(_card(), encoding="utf-8")
    run("archive", "add", two, scenario, diary)
    run("archive", "site", two, "--out", out, "--language", "en", "--language", "es")
    assert check_links(out) > 60
    assert "Secret" not in "".join(path.read_text("utf-8") for path in out.rglob("*.json"))
    page = next(out.glob("battles/hill-??????.html"))
    assert "&lt;i&gt;Ana won" in page.read_text(encoding="utf-8")
    assert "Ganó &lt;i&gt;Ana" in next(out.glob("battles/hill-*.es.html")).read_text(encoding="utf-8")
    assert (out / "results.csv").read_text(encoding="utf-8").count("\n") == 2
    broken = CliRunner().invoke(main, ["archive", "site", str(tmp_path), "--out", str(out)])
    assert broken.exit_code == 2 and "archive.json" in broken.output


def _card() -> str:
    from catalogs.games.combat_commander import load

    return json.dumps({**load().scenarios["castle-hill"], "title": "Hill"})
