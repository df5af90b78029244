"""Everything people read comes from terms and page texts.

Every game is played through its pages, every link followed and every sheet printed in a made-up language,
English in Greek letters. Words in Latin letters bypassed the catalogues, or their term is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import pytest
from flask import Flask
from pypdfium2 import PdfDocument

from catalogs import load
from catalogs.terms import locale_for
from tests.games import toy
from tests.languages import MADE_UP, speak_everywhere
from web.app import create_app
from web.config import Config
from web.games.registry import default_game, games
from web.games.whole_game import MAX_ANSWERS, Page, WholeGame
from web.http.downloads import offered_files
from web.http.request_context import CONTEXT

ANSWERS = 4  # at each table; the soak plays on
LATIN = re.compile(r"[A-Za-zÁ-ÿ]{3,}")
READ_ATTRIBUTES = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')
#: The same in every language: this program, formats, paper, other languages by name.
SAME = {
    "Hora",
    "HORA",
    "SHA",
    "JSON",
    "PDF",
    "CSV",
    "Letter",
    "UTC",
    "EO",
    "Markdown",
    "Discord",
    "https",
    "Schwerpunkt",
}
SAME |= {"LDR"}  # printed on a counter

SAME |= set(load(default_game().id).terms["language.name"].values())
ZONES = {word for zone in available_timezones() for word in LATIN.findall(zone)}
SURNAMES = {row.data["surname"] for row in load(default_game().id).store.table("leaders").values()}
#: Rule numbers, chapters cited as rules, forum codes, hexes, addresses, seeds and other signs; quoted input.
SIGNS = re.compile(
    r"https?://\S+|\[/?\w+(?:=[^\]]*)?\]|(?:Tips|Gastadores): [\w -]+|hora-h/\S+"
    r"|[\w.-]*\d[\w./:-]*|/[\w/<>:-]+|[“«][^”»]*[”»]"
)


#: Rows of the catalogues as their files have them, with field names of the schemas; forms for spreadsheets.
UNREAD = re.compile(r"/catalogs/\w|/owner-data/.*\.csv")


def every_game() -> list[str]:
    toy.install()
    try:
        return list(games())
    finally:
        toy.remove()


class Reader(WholeGame):
    """A check in the made-up language that records every word in Latin letters."""

    known: frozenset[str] = frozenset()

    def get(self, url: str, lang: str = MADE_UP) -> Page | None:
        plain = re.sub(r"\blang=\w\w", f"lang={MADE_UP}", url.partition("#")[0])
        if plain in self.files or UNREAD.match(plain):
            return None
        answer = self.client.get(plain, headers={"Accept-Language": MADE_UP}, follow_redirects=True)
        if answer.status_code != 200:
            self.faults.append(f"{plain}: {answer.status_code}")
            return None
        if answer.mimetype == "text/html":
            self.pages.add(plain)
            page = Page(answer.text)
            self._read(plain, [*page.words, *map(unescape, READ_ATTRIBUTES.findall(answer.text))])
            return page
        self.files.add(plain)
        if answer.mimetype == "application/pdf":
            self._read(
                plain, [leaf.get_textpage().get_text_range() for leaf in PdfDocument(BytesIO(answer.data))]
            )
        elif answer.mimetype.startswith("text/") and "javascript" not in answer.mimetype:
            self._read(plain, answer.text.splitlines())
        return None

    def _read(self, url: str, texts: list[str]) -> None:
        for text in texts:
            words = set(LATIN.findall(SIGNS.sub(" ", text))) - SAME - ZONES - self.known
            self.faults += [f"{url}: {' '.join(sorted(words))} | {text[:80]}"] if words else []


PROPER_NAMES = (
    "surname",
    "name",
    "id",
    "title",
)  # a title is a name as printed; a translated one has languages


def names_in(value: Any) -> Iterator[str]:
    """Yield the words of all names in a part of a catalogue: proper names are the same in every language."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in PROPER_NAMES and isinstance(inner, str):
                yield from LATIN.findall(inner)
            else:
                yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


@pytest.fixture(scope="module")
def overlay(toy_game: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return speak_everywhere(tmp_path_factory.mktemp("language"))


def read_game(game: str, overlay: Path, folder: Path, answers: int) -> list[str]:
    """Return everything in a game that is not in the made-up language."""
    app = create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0, overlay=overlay))
    reader = make_reader(app, game, answers)
    reader.run()
    app.extensions[CONTEXT].repository.engine.dispose()
    assert reader.pages and reader.files
    return list(dict.fromkeys(reader.faults))


def make_reader(app: Flask, game: str, answers: int) -> Reader:
    """Return a reader that knows the proper names of a game."""
    reader = Reader(app.test_client(), game, answers)
    rows = [
        row.data
        for store in (load(name).store for name in games())
        for table in store.tables
        if table != "terms"
        for row in store.table(table).values()
    ]
    rows += [{"surname": leader} for leader in SURNAMES]
    months = locale_for(MADE_UP).months["format"]
    dates = {word for names in months.values() for name in names.values() for word in LATIN.findall(name)}
    written = json.dumps(
        [load(name).store.documents for name in games()], ensure_ascii=False
    )  # by their authors
    names = {word for row in rows for word in names_in(dict(row))}
    reader.known = frozenset(dates | names | set(LATIN.findall(written)))
    return reader


@pytest.mark.parametrize("game", every_game())
def test_everything_is_said_in_the_made_up_language(game: str, overlay: Path, tmp_path: Path) -> None:
    assert read_game(game, overlay, tmp_path, ANSWERS) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", every_game())
def test_whole_games_in_the_made_up_language(game: str, overlay: Path, tmp_path: Path) -> None:
    assert read_game(game, overlay, tmp_path, MAX_ANSWERS) == []


def test_every_page_of_the_site(overlay: Path, tmp_path: Path) -> None:
    """Follow every link from the home page, to a battle and its sheets too."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, overlay=overlay))
    reader = make_reader(app, default_game().id, 0)
    battle = reader.client.post("/battles", data={"seed": "1"}).headers["Location"]
    for name in offered_files(default_game().id):
        reader.get(f"{battle}/{name}")
    for start in ("/", battle, "/battles/new", "/settings", "/mine"):
        reader.follow(start, lambda url: not re.match(r"/(static|api|catalogs|tables/new|guide)", url))
    app.extensions[CONTEXT].repository.engine.dispose()
    assert len(reader.pages) > 30 and reader.files
    assert list(dict.fromkeys(reader.faults)) == []
