"""No seat reads another's secrets: a crawler fetches, as the Axis, every URL and format it can reach.

Two methods: secrets of the Allies are planted as unmistakable words and searched for in every response; and
two services that differ only in a secret must give the same responses.
"""

from __future__ import annotations

import json
import re
from base64 import b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdfium2 import PdfDocument

from catalogs.games.combat_commander import load
from exports.kit.vassal_format import read_piece, reveal, split_commands
from tests.catalogs.games.combat_commander.overlays import lay
from tests.procedures import current
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.tables import Sitting, cards
from web.service.tokens import link_hash

from .playing import Company, open_table, play

FILES = (
    "card.pdf",
    "card.txt",
    "card.md",
    "card.json",
    "log.txt",
    "map.svg",
    "pack.pdf",
    "setup.txt",
    "battle.vsav",
    "axis.pdf",
    "allied.pdf",
    "referee.json",
)
QUERIES = ("?lang=es&paper=letter", "?seat=allied", "?seat=referee&lang=es&sheets=side")
MOST = 2000  # addresses; a crawl that needs more has lost its way
COMMON = re.compile(
    r"/(api/v1/)?(battlefields|catalogs|docs|fonts|lookup|maps|odds|offline|openapi|scenarios|static|studies)"
    r"|.*/hora-h\.vmod"
)  # the same for everyone
OTHER_GAMES = re.compile(
    r"/((documents|owner-data)/)?(cassino|combat|combat_solitaire|grossdeutschland|schwerpunkt|thunder_at_cassino)\b"
)
VARYING = ("Date", "Expires", "Last-Modified", "Set-Cookie")


@dataclass(frozen=True)
class Seen:
    """A response of a URL."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def words(self) -> str:
        """Return all readable text, including a PDF's compressed pages and metadata."""
        text = self.body.decode("utf-8", "replace") + json.dumps(self.headers)
        if self.body.startswith(b"%PDF"):
            document = PdfDocument(self.body)
            pages = [page.get_textpage().get_text_range() for page in document]
            text += "\n".join([*pages, str(document.get_metadata_dict())])
        if self.body.startswith(b"PK") and b"savedGame" in self.body:
            text += read_saved_game(self.body)
        return unescape(text)


def read_saved_game(body: bytes) -> str:
    """Return the text of a saved game without the decks, which hold all chits but those that are seen."""
    with ZipFile(BytesIO(body)) as archive:
        commands = split_commands(reveal(archive.read("savedGame")))
    decks = "Fate;"  # the state of a piece begins with its window
    return "\n".join(
        command
        for command in commands
        if not (command.startswith("+/") and read_piece(command)[1][-1].state.startswith(decks))
    )


class Crawler:
    """A client with the Axis's link, in URLs and in the header of API requests."""

    def __init__(self, app: Flask, company: Company) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.company = company
        self.seen: dict[str, Seen] = {}
        self.routes = frozenset(self._addresses())

    def crawl(self) -> dict[str, Seen]:
        waiting = [*self.routes, "/"]
        while waiting:
            address = waiting.pop()
            if address in self.seen or len(self.seen) > MOST:
                continue
            answer = self.client.get(address, headers=self.company.axis.headers)
            self.seen[address] = _seen(answer)
            waiting += self._links(address, answer)
            if address in self.routes and answer.status_code != 404:
                waiting += [address + query for query in QUERIES]
        self._knock()
        assert len(self.seen) <= MOST
        return self.seen

    def _addresses(self) -> Iterator[str]:
        """Yield every route, filled with everything that the Axis knows."""
        axis, table = self.company.axis.link, self.company.axis.table
        ids = [axis, table]
        for rule in self.app.url_map.iter_rules():
            names = set(rule.arguments)
            if "GET" not in (rule.methods or ()) or COMMON.match(rule.rule):
                continue
            files = FILES if names & {"name", "filename"} else ("",)
            for one in ids if names else ("",):
                for file in files:
                    filled = re.sub(r"<(?:path:)?(name|filename)>", file, rule.rule)
                    filled = re.sub(r"<[^>]+>", str(one), filled)
                    if not self._of_another_game(filled):
                        yield filled

    def _links(self, address: str, answer: Any) -> list[str]:
        if answer.mimetype != "text/html":
            return [answer.headers["Location"]] if "Location" in answer.headers else []
        found = re.findall(r'(?:href|src|action|data-[a-z-]+)="([^"#]+)', answer.text)
        inside = [urlsplit(urljoin(f"http://localhost{address}", unescape(link))) for link in found]
        paths = [f"{link.path}?{link.query}".rstrip("?") for link in inside if link.netloc == "localhost"]
        return [path for path in paths if not COMMON.match(path) and not self._of_another_game(path)]

    def _of_another_game(self, path: str) -> bool:
        """Tell whether a path belongs to another game and names nothing of this table."""
        mine = (self.company.axis.link or "", self.company.axis.table)
        return bool(OTHER_GAMES.match(path)) and not any(each in path for each in mine)

    def _knock(self) -> None:
        """Send everything that the Axis might send wrongly: error messages must not leak either."""
        number = self.company.watcher.state()["number"]
        sent: list[tuple[str, Any]] = [
            ("/answers", {"number": number, "answer": answer})
            for answer in ("?", None, 7, ["?"], {"?": 1}, [1, 1, 1])
        ]
        sent += [
            ("/answers", {"number": 0, "answer": "?"}),
            ("/undo", {"answers": 99}),
            ("/undo", {"answers": -1}),
        ]
        for place, (path, body) in enumerate(sent):
            self.seen[f"POST {place} {path}"] = _seen(self.company.axis.post(path, body))


def _seen(answer: Any) -> Seen:
    headers = sorted((name, value) for name, value in answer.headers if name not in VARYING)
    return Seen(answer.status_code, tuple(headers), answer.data)


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """Return an overlay in which every chit and formation has a unique word."""
    rows = [
        {"id": key, "es": f"PLANTED {key} ES", "en": f"PLANTED {key} EN"}
        for key in load().terms
        if key.startswith(("chit.", "formation.", "formation_short."))
    ]
    return lay(tmp_path / "overlay", "terms/planted", rows, rule="-")


@pytest.fixture
def world(planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Return a service without randomness, so that two runs can be compared."""
    yield _world(tmp_path / "one.db", planted, monkeypatch, "secretone")


def _world(path: Path, overlay: Path, monkeypatch: pytest.MonkeyPatch, secret: str) -> Flask:
    numbers = count()

    def name() -> str:
        return b32encode(f"{next(numbers):020}".encode()).decode().lower()

    monkeypatch.setattr("web.service.tables.new_id", name)
    for place in ("web.service.tables", "web.games.combat_commander.service.battles", "web.pages.tables"):
        monkeypatch.setattr(f"{place}.new_link", name)
    monkeypatch.setattr("web.service.tables.new_table_seed", lambda: f"openpart.{secret}")
    for place in ("tables.now", "tables.live.now"):
        monkeypatch.setattr(f"web.service.{place}", lambda: "2026-01-01T00:00:00.000000Z")
    monkeypatch.setattr("web.pages.browser_cookie.token_urlsafe", lambda _: "key")
    monkeypatch.setattr("web.service.notifications.web_push.new_key", lambda: "A" * 42 + "E")
    return create_app(Config(f"sqlite:///{path}", overlay=overlay, rate=0))


def at(moment: str, app: Flask, sealed: int = 0) -> Company:
    """Return a table at a moment when the Allies have a secret."""
    if moment.startswith("campaign"):
        company = open_table(app.test_client(), "/api/v1/campaigns", procedure=current("stalingrad"))
        play(company, until="commitment")
        if moment == "campaign, sealed":
            company.allied.answer(lambda options: min(1 + sealed, options - 1))
        else:
            play(company, until="battle_result")
        return company
    company = open_table(app.test_client())
    if moment == "sealed":
        play(company, until="order_of_battle")
        company.allied.answer(lambda options: min(sealed, options - 1))
    elif moment == "under way":
        play(company, until="support")
    else:
        play(company)
    return company


MOMENTS = ("sealed", "under way", "finished", "campaign, sealed", "campaign, battle ready")


@pytest.mark.parametrize("moment", MOMENTS)
def test_planted_secrets_are_found_nowhere(world: Flask, moment: str) -> None:
    company = at(moment, world)
    secrets = _secrets(world, company, moment)
    seen = Crawler(world, company).crawl()
    assert len(seen) > 80
    words = {address: page.words() for address, page in seen.items()}
    for address, page in seen.items():
        assert page.status < 500, address
        for secret in secrets:
            assert secret not in words[address], f"{address} tells {secret}"
    if moment == "finished":
        _finds_what_may_be_seen(words, company)


def _secrets(app: Flask, company: Company, moment: str) -> list[str]:
    """Return the texts that the Axis must not read."""
    others = (company.allied.link or "", company.referee.link or "")
    found = ["secretone", *others, *(link_hash(link) for link in others)]
    log = company.referee.get("/log").json
    drawn = [line for line in log if line.get("ask") == "secret_chit" and line["seat"] == "allied"]
    assert drawn or moment == "campaign, sealed"
    hidden = [line["answer"] for line in drawn if line.get("secret")]
    found += [f"PLANTED chit.{chit} {lang}" for chit in hidden for lang in ("ES", "EN")]
    if moment != "finished":
        found.append("openpart")  # it tells the dice to come
    if moment == "sealed":
        (chosen,) = [line["answer"] for line in log if line.get("ask") == "order_of_battle"]
        faction, chit, _ = chosen.split(":")
        found += [chosen, f"PLANTED formation.{faction}.{chit} EN", f"PLANTED formation.{faction}.{chit} ES"]
    return found


def _finds_what_may_be_seen(words: dict[str, str], company: Company) -> None:
    """Check that the crawler finds what the Axis may see, in every format."""
    log = company.axis.get("/log").json
    (own,) = [line for line in log if line.get("ask") == "secret_chit" and line["seat"] == "axis"]
    found = [address for address, text in words.items() if f"PLANTED chit.{own['answer']} " in text]
    for part in ("card.pdf", "card.txt", f"/tables/{company.axis.link}"):
        assert any(part in address for address in found), part


def _two_secrets(app: Flask, moment: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Return two secret parts of a seed with equal views of the Axis and different chits of the Allies."""
    found: dict[
        str, tuple[list[Any], str]
    ] = {}  # by what the Axis sees: what the Allies hide, and the secret
    for secret in map("secret{:04}".format, count()):
        monkeypatch.setattr("web.service.tables.new_table_seed", lambda secret=secret: f"openpart.{secret}")
        company = at(moment, app)
        seen = company.axis.get("/log").text
        hidden = [line["answer"] for line in company.referee.get("/log").json if line.get("secret")]
        if found.setdefault(seen, (hidden, secret))[0] != hidden:
            return found[seen][1], secret
    raise AssertionError


@pytest.mark.parametrize("moment", MOMENTS)
def test_responses_do_not_depend_on_secrets(
    planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Any leak through URLs, formats, headers, errors or numbers would differ."""
    for place in (
        "web.service.tokens",
        "generator.verify",
        "generator.games.combat_commander.battle.card",
    ):
        monkeypatch.setattr(f"{place}.commitment", lambda seed: "0" * 64)  # it must differ, and tells nothing
    monkeypatch.setattr("web.api.health.free_bytes", lambda *_: 1_000_000_000)  # a disk changes by itself
    scratch = _world(tmp_path / "scratch.db", planted, monkeypatch, "")
    pictures, hidden = [], []
    for number, secret in enumerate(_two_secrets(scratch, moment, monkeypatch)):
        app = _world(tmp_path / f"{number}.db", planted, monkeypatch, secret)
        company = at(moment, app, sealed=number)
        hidden.append(_hidden(app, company))
        pictures.append(Crawler(app, company).crawl())
        app.extensions[CONTEXT].repository.engine.dispose()
    assert hidden[0] != hidden[1], "the two worlds must differ, or this says nothing"
    assert pictures[0].keys() == pictures[1].keys()
    for address, page in pictures[0].items():
        assert page == pictures[1][address], f"{address} differs"


def _hidden(app: Flask, company: Company) -> list[Any]:
    context = app.extensions[CONTEXT]
    log = company.referee.get("/log").json
    sealed = [line["answer"] for line in log if line.get("secret") and line["seat"] == "allied"]
    ready = cards(context, Sitting(company.axis.table, "referee"))
    return [sealed, *(card["objectives"]["secret"]["allied"] for card in ready)]
