"""Write an archive as a static site: plain HTML with pictures and PDFs that opens from the file system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from babel.dates import format_date
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader

from catalogs import Catalog
from exports.archive.facts import FIELDS, Facts, describe_entry, list_options
from exports.diary.text import format_result, format_sides
from exports.game import formatter as formatter_of
from exports.game import load_game, render
from exports.kit.messages import MessageFormatter
from generator.archive import Archive, Entry, find_plays, write_folder
from generator.diary.plays import Plays
from generator.results import Results, write_csv
from generator.tournament.cards import find_match

WEB = Path(__file__).parents[1]
STATIC = WEB / "static"
ASSETS = {"style.css": "style.css", "dark.css": "dark.css", "favicon.svg": "favicon.svg"}
FONT_PATH = "/static/fonts/"  # as the style sheet names it


@dataclass(frozen=True, slots=True)
class Card:
    """An entry as a page shows it; paths are relative to the root of the site."""

    facts: Facts
    plays: Plays
    page: str
    picture: str
    pdf: str
    json: str
    rows: Sequence[tuple[str, tuple[str, str], str]]


def write_site(
    archive: Archive, played: Mapping[str, Results], catalog: Catalog, languages: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every file; pages of the first language have no language in their name."""
    yield from _list_assets()
    for name, text in write_folder(archive, played).items():
        yield name, text.encode()
    rows = tuple(row for each in played.values() for row in each.rows)
    if rows:
        yield "results.csv", write_csv(Results(archive.game, archive.title, rows)).encode()
    for lang in languages:
        yield from _write_language(archive, tuple(played.values()), catalog, languages, lang)


def _list_assets() -> Iterator[tuple[str, bytes]]:
    for name, source in ASSETS.items():
        text = (STATIC / source).read_text(encoding="utf-8")
        yield name, text.replace(FONT_PATH, "fonts/").encode()
    yield "search.js", (STATIC / "archive_search.js").read_bytes()
    for font in sorted((STATIC / "fonts").iterdir()):
        yield f"fonts/{font.name}", font.read_bytes()


def _write_language(
    archive: Archive, played: Sequence[Results], catalog: Catalog, languages: Sequence[str], lang: str
) -> Iterator[tuple[str, bytes]]:
    words = formatter_of(catalog, lang)
    suffix = "" if lang == languages[0] else f".{lang}"
    kinds = load_game(catalog.game).kinds
    cards = []
    for entry in archive.entries:
        card = _make_card(entry, played, words, suffix, kinds)
        for path, kind in ((card.picture, "svg"), (card.pdf, "pdf")):
            if path:
                yield path, render(entry.document, kind, catalog=catalog, lang=lang, paper="a4", url=None)
        cards.append(card)
    environment = _make_environment(lang)
    shared: dict[str, Any] = {
        "lang": lang,
        "archive_title": archive.title or words.term("archive.title"),
        "home": f"index{suffix}.html",
        "sides": [words.name("seat", side) for side in find_match(archive.game).sides],
    }
    index = environment.get_template("archive_site/index.html").render(
        **shared,
        root="",
        cards=cards,
        fields=FIELDS,
        options=list_options(card.facts for card in cards),
        wanted={},
        has_results=any(each.rows for each in played),
        tongues=_list_tongues("index", languages),
    )
    yield f"index{suffix}.html", index.encode()
    template = environment.get_template("archive_site/battle.html")
    for entry, card in zip(archive.entries, cards, strict=True):
        page = template.render(**shared, root="../", card=card, tongues=_list_tongues(entry.id, languages))
        yield card.page, page.encode()


def _list_tongues(name: str, languages: Sequence[str]) -> list[tuple[str, str]]:
    return [(lang, f"{name}{'' if lang == languages[0] else f'.{lang}'}.html") for lang in languages]


def _make_card(
    entry: Entry, played: Sequence[Results], words: MessageFormatter, suffix: str, kinds: Sequence[str]
) -> Card:
    plays, match = find_plays(entry, played), find_match(words.catalog.game)
    rows = [
        (
            _format_day(play.battle.day, words.lang),
            format_sides(play.battle, match, words),
            format_result(play.battle, words),
        )
        for play in plays.plays
    ]
    return Card(
        describe_entry(entry, words),
        plays,
        f"battles/{entry.id}{suffix}.html",
        f"pictures/{entry.id}{suffix}.svg" if "svg" in kinds else "",
        f"cards/{entry.id}{suffix}.pdf" if "pdf" in kinds else "",
        f"battles/{entry.id}.json",
        rows,
    )


def _format_day(day: str, lang: str) -> str:
    try:
        return format_date(date.fromisoformat(day), "d MMM y", locale=lang)
    except ValueError:
        return day


def _make_environment(lang: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    known = Translations.load(WEB / "translations", [lang]) if lang != "en" else NullTranslations()
    environment.install_gettext_translations(known, newstyle=True)  # type: ignore[attr-defined]
    return environment
