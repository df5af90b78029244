"""Fuzzed forms of tables, seats, notifications, tournaments and diaries: never a server error.

The pages are the real ones; in each form some fields are unchanged, some hold nonsense, some are missing or
repeated.
"""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import quote

from flask.testing import FlaskClient

from tests.procedures import current
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.context import NotificationSettings

API = "/api/v1"
TIMES = 120
NONSENSE = [
    *("", "0", "-1", "9" * 30, "²", "٣", "１２", "1.5", "1e9", "NaN", " 3 ", "0x10", "1_000"),
    *("\0", "a" * 3000, "\ud800", "🙂" * 50, "\u202e", "é\u0301" * 40, "\t", "\r\nX: 1", "%00", "../.."),
    *("<script>alert(1)</script>", "' OR 1=1 --", "{}", "[[[[", "null", "true", "1,2,3", "{0}", "%(num)d"),
    *("2026-02-30", "99:99", "everyone", "together", "referee", "axis", "https://[", "a@b", "{title}"),
]


class Forms(HTMLParser):
    """Parser that collects every form of a page: its target, and its fields with their values."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str, bool]]]] = []
        self.inside = False
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in given}
        if tag == "form":
            self.inside = named.get("method") == "post"
            if self.inside:
                self.found.append((named.get("action", ""), []))
        elif self.inside and tag == "option":
            self.found[-1][1].append((self.select, named.get("value", ""), True))
        elif self.inside and named.get("name"):
            self.select = named["name"]
            chosen = tag == "button" or named.get("type") in ("radio", "checkbox")
            if tag != "select":
                self.found[-1][1].append((named["name"], named.get("value", ""), chosen))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


def pages(client: FlaskClient) -> list[str]:
    """Return a table with both players, a campaign, a running tournament and a diary."""
    table = client.post(f"{API}/tables", json={"mine": "axis", "referee": True}).json
    word = table["invitations"]["allied"]
    other = client.post(f"{API}/invitations/{word}", json={}).json["link"]
    campaign = client.post(f"{API}/campaigns", json={"procedure": current("stalingrad")}).json["links"][
        "axis"
    ]
    links = (table["links"]["axis"], other, campaign)
    found = [f"/tables/{link}{path}" for link in links for path in ("", "/seats", "/calls", "/recovery")]
    wish = {"game": "combat_commander", "players": ["Ana", "Bea", "Carl", "Dora"]}
    cup = client.post(f"{API}/tournaments", json=wish).json
    key = {"Authorization": f"Bearer {cup['link']}"}
    assert client.post(f"{API}/tournaments/{cup['id']}/rounds", json={}, headers=key).status_code < 300
    diary = client.post(f"{API}/diaries", json={"game": "combat_commander", "title": "Club"}).json
    found += [
        f"/tournaments/run/{cup['link']}",
        *(f"/tournaments/play/{link}" for link in cup["links"].values()),
    ]
    archive = client.post(f"{API}/archives", json={"game": "combat_commander", "title": "Club"}).json
    found += [f"/archives/keep/{archive['link']}", "/archives", "/ratings"]
    found += [f"/diaries/keep/{diary['link']}", "/tournaments", "/diaries", "/mine", "/settings"]
    return [*found, f"/invitations/{table['invitations']['referee']}", f"/tables/{table['id']}/seats"]


def filled(fields: list[tuple[str, str, bool]], chance: Random) -> str:
    """Return a form with fuzzed fields."""
    sent = []
    for name, value, chosen in fields:
        kind = chance.random()
        if chosen and kind < 0.5:
            sent.append((name, value if kind < 0.35 else chance.choice(NONSENSE)))
        elif not chosen and kind < 0.9:
            sent.append((name, value or "3" if kind < 0.4 else chance.choice(NONSENSE)))
        if chance.random() < 0.05:
            sent.append((name, chance.choice(NONSENSE)))
    return "&".join("=".join(quote(part, errors="surrogatepass") for part in pair) for pair in sent)


def test_fuzzed_forms_never_fail(tmp_path: Path) -> None:
    smtp = {"smtp": "smtp+plain://127.0.0.1:1", "sender": "Hora H <tables@example.org>"}
    config = Config(
        f"sqlite:///{tmp_path / 'horah.db'}",
        rate=0,
        public="https://x.org",
        post=NotificationSettings(**smtp),
    )
    app, chance = create_app(config), Random("forms")
    client = app.test_client()
    client.set_cookie("lang", "en")
    places, met = pages(client), set[int]()
    for _ in range(TIMES):
        place = chance.choice(places)
        forms = [form for form in Forms(client.get(place).text).found if not form[0].endswith("/language")]
        if not forms:
            continue
        action, fields = chance.choice(forms)
        action = action or place
        body = filled(fields, chance)
        answer = client.post(action, data=body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code < 500, (action, body)
        if answer.status_code == 303:
            assert client.get(answer.headers["Location"].partition("#")[0]).status_code < 500, (action, body)
        met.add(answer.status_code)
    assert {303, 422} <= met
    app.extensions[CONTEXT].repository.engine.dispose()
