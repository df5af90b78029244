"""Every file there is of the game's documents: PDF, SVG of the board, text, Markdown, log, JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.files import as_json
from exports.kit.sheet import Band, Sheet, Style
from exports.kit.sheet_file import render_sheets
from exports.kit.wish import Wish

from .scribe import Scribe

PLAY = "hora-h/cassino-play/"
BANDS = (Band("german", solid=False), Band("allied", solid=True))
#: As many empty lines to write on as the pages hold.
STYLES = tuple(Style(blank_rows=rows) for rows in range(4, 21))


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, wish: Wish) -> bytes:
    """A document that a seat may see, as a file."""
    scribe = Scribe(catalog, wish.lang)
    if kind == "json":
        return as_json(document).encode()
    if kind == "log":
        return _log(document, scribe)
    if kind == "svg":
        return _board(document, scribe)
    found = [sheet for sheet in made(document, scribe) if wish.wants(sheet.name)]
    return rendered(found, kind, scribe, wish.paper, wish.url)


def made(document: Mapping[str, Any], scribe: Scribe) -> list[Sheet]:
    """The sheets of a play or of a scenario."""
    from .record import record_sheets
    from .setup_sheet import setup_sheet

    is_play = str(document.get("format", "")).startswith(PLAY)
    return record_sheets(document, scribe) if is_play else [setup_sheet(document, scribe)]


def rendered(sheets: Sequence[Sheet], kind: str, scribe: Scribe, paper: str, url: str | None = None) -> bytes:
    """Return sheets as a file of a kind."""
    printed = [replace(sheet, bands=BANDS) for sheet in sheets]
    wish = Wish(lang=scribe.lang, paper=paper, url=url)
    return render_sheets(printed, kind, wish, scribe.catalog, file_title=sheets[0].title, styles=STYLES)


def _log(document: Mapping[str, Any], scribe: Scribe) -> bytes:
    from .record import log_lines

    lines = log_lines(document, scribe) if "log" in document else []
    return ("\n".join(lines) + "\n").encode()


def _board(document: Mapping[str, Any], scribe: Scribe) -> bytes:
    from exports.kit.vector import vector

    from .board import board, in_words, tiles
    from .scheme import start_of

    if "play" in document:
        shown = tiles(scribe.catalog, document["play"], document["settings"].get("own"))
    else:
        shown = tiles(scribe.catalog, start_of(document, scribe.catalog), document)
    return vector(board(scribe, shown), in_words(scribe, shown)).encode()
