"""Access control: a link or id of one kind of document opens nothing at the URLs of another kind.

Documents of all games share one table, diaries and tournaments another. Every link and id is tried at every
URL.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from generator.game import games
from tests.procedures import current
from tests.web.apps import served
from web.config import Config
from web.http.request_context import CONTEXT

API = "/api/v1"
PLACE = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>")
# Places in an address that an address or a link of ours may stand in, and whose it may be there.
DOORS = {
    "document_id": {"document", "battlefield", "scenario"},
    "scenario_id": {"scenario"},
    "diary_id": {"diary"},
    "tournament_id": {"tournament"},
    "archive_id": {"archive"},
    "table_id": {"table", "campaign"},
    "battle_id": {"battle"},
    "job_id": set[str](),
    "subscription_id": set[str](),
    "call": set[str](),
    "word": set[str](),
}
LINKS = {  # by what the address begins with
    "/tables": {"table", "campaign"},
    "/tournaments": {"tournament"},
    "/diaries": {"diary"},
    "/archives": {"archive"},
    "/scenarios": {"scenario"},
    "/documents": {"document", "battlefield", "scenario"},
    "/battlefields": {"battlefield"},
    "/boxes": {"box"},
}
ASKED = {
    "/support": "?side=axis&roll=7&rule=A35.4",
    "/changes": "?before=0&after=0",
}  # else refused at once
OTHERWISE = {"number": "1", "table": "1", "name": "card.pdf", "file": "document.pdf", "ending": "pdf"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(Config(f"sqlite:///{tmp_path_factory.mktemp('doors') / 'horah.db'}", rate=0)) as app:
        yield app


@pytest.fixture(scope="module")
def things(site: Flask) -> list[tuple[str, str, str]]:
    """Return one of each kind: its name, its id, its secret link."""
    client = site.test_client()

    def made(path: str, **body: Any) -> Any:
        answer = client.post(f"{API}{path}", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json

    table, campaign = made("/tables"), made("/campaigns", procedure=current("stalingrad"))
    cup = made("/tournaments", game="combat_commander", players=["Ana", "Bea"])
    diary = made("/diaries", game="combat_commander", title="Club")
    archive = made("/archives", game="combat_commander", title="Club")
    battle, scenario = made("/battles"), made("/scenarios", copy="castle-hill")
    found = [
        ("table", table["id"], table["links"]["axis"]),
        ("campaign", campaign["id"], campaign["links"]["axis"]),
        ("tournament", cup["id"], cup["link"]),
        ("diary", diary["id"], diary["link"]),
        ("archive", archive["id"], archive["link"]),
        ("battle", battle["public"], battle["id"]),
        ("scenario", scenario["id"], scenario["link"]),
    ]
    for game in games().values():
        for about in game.authored:
            kept = made("/documents", game=game.id, kind=about.kind, document=_whole(site, game.id, about))
            own = game.id == "combat_commander"  # its documents have addresses of their own besides
            found.append((about.kind if own else "document", kept["id"], kept["link"]))
    return found


def _whole(site: Flask, game: str, about: Any) -> Any:
    catalog = site.extensions[CONTEXT].catalogs[game]
    document = next(iter(about.shelf(catalog).values()), None) or about.blank(catalog)
    return json.loads(json.dumps(document))


def _filled(place: re.Match[str]) -> str:
    return "{}" if place[1] in DOORS or place[1] == "link" else OTHERWISE.get(place[1], "x")


def places(site: Flask) -> list[tuple[str, str]]:
    """Return every URL with one placeholder for an id or link, and that placeholder."""
    found = []
    for rule in site.url_map.iter_rules():
        names = [name for name in PLACE.findall(rule.rule) if name in DOORS or name == "link"]
        if "GET" in (rule.methods or ()) and len(names) == 1:
            filled = PLACE.sub(_filled, rule.rule)
            asked = next((words for end, words in ASKED.items() if filled.endswith(end)), "")
            found.append((filled + asked, names[0]))
    return sorted(found)


def test_foreign_ids_are_not_found(site: Flask, things: list[tuple[str, str, str]]) -> None:
    client, doors = site.test_client(), places(site)
    assert len(doors) > 100
    for path, name in doors:
        begins = f"/{path.split('/')[1]}"
        theirs = LINKS.get(begins, set()) if name == "link" else DOORS[name]
        for kind, address, link in things:
            if kind in theirs:
                continue
            for word in (address, link):
                for headers in ({}, {"Authorization": f"Bearer {link}"}):
                    answer = client.get(path.format(word), headers=headers)
                    assert answer.status_code in (301, 404), (answer.status_code, kind, path, bool(headers))


def test_foreign_links_cannot_write_or_delete(site: Flask, things: list[tuple[str, str, str]]) -> None:
    client = site.test_client()
    card = client.get(f"{API}/scenarios/castle-hill").json["card"]
    for kind, address, link in things:
        key = {"Authorization": f"Bearer {link}"}
        sent: list[tuple[str, str, Any]] = []
        if kind != "scenario":
            sent.append(("PUT", f"/scenarios/{address}", {"card": card, "follows": 0}))
            sent.append(("DELETE", f"/scenarios/{address}", None))
        if kind not in ("document", "battlefield", "scenario"):
            sent.append(("PUT", f"/documents/{address}", {"document": {"format": "x"}, "follows": 0}))
            sent.append(("DELETE", f"/documents/{address}", None))
        for other, path in {"tournament": "tournaments", "diary": "diaries", "archive": "archives"}.items():
            if other != kind:
                sent.append(("DELETE", f"/{path}/{address}", None))
        for method, path, body in sent:
            answer = client.open(f"{API}{path}", method=method, json=body, headers=key)
            assert answer.status_code in (404, 422), (answer.status_code, kind, method, path, answer.text)
    there = {"document": "documents", "battlefield": "documents", "table": "tables", "campaign": "campaigns"}
    for kind, address, _ in things:
        where = there.get(kind, {"diary": "diaries"}.get(kind, f"{kind}s"))
        status = client.get(f"{API}/{where}/{address}").status_code
        assert status in ((200, 404) if kind in ("diary", "archive") else (200,)), (kind, status)


def test_foreign_urls_reveal_no_secrets(site: Flask, things: list[tuple[str, str, str]]) -> None:
    """The referee's part was visible when a document was requested as a scenario of another game."""
    client: FlaskClient = site.test_client()
    for kind, address, _ in things:
        if kind == "document":
            for path in ("", "/card.json", "/versions", "/changes?before=0&after=0"):
                assert client.get(f"{API}/scenarios/{address}{path}").status_code == 404
