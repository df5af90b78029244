"""Render the game's documents: PDF, SVG of the board, text, Markdown, log, JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.files import as_json
from exports.kit.log import format_log
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Band, Sheet, Style, grow_style
from exports.kit.sheet_file import render_sheets

from .messages import MessageFormatter

RULE_WIDTH = 9  # characters of the rule in a log
PLAY_FORMAT = "hora-h/cassino-play/"
BANDS = (Band("german", solid=False), Band("allied", solid=True))
#: Empty lines to write on, and their height; the pages take as many and as high as they hold.
LINE_STYLES = tuple(Style(blank_rows=rows, room=(rows - 4) * 0.35) for rows in range(4, 21))
STYLES = (*LINE_STYLES, *grow_style(LINE_STYLES[-1])[1:])


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Return a file of a document that a seat may see."""
    formatter = MessageFormatter(catalog, request.lang)
    if kind == "json":
        return as_json(document).encode()
    if kind == "log":
        return format_log(document.get("log", ()), formatter, RULE_WIDTH).encode()
    if kind == "svg":
        return _render_board(document, formatter)
    sheets = [sheet for sheet in make_sheets(document, formatter) if request.wants(sheet.name)]
    return render_as(sheets, kind, formatter, request.paper, request.url)


def make_sheets(document: Mapping[str, Any], formatter: MessageFormatter) -> list[Sheet]:
    """Return the sheets of a play or of a scenario."""
    from .record import make_record_sheets
    from .setup_sheet import make_setup_sheet

    is_play = str(document.get("format", "")).startswith(PLAY_FORMAT)
    return make_record_sheets(document, formatter) if is_play else [make_setup_sheet(document, formatter)]


def render_as(
    sheets: Sequence[Sheet], kind: str, formatter: MessageFormatter, paper: str, url: str | None = None
) -> bytes:
    """Return sheets as a file of a kind."""
    printed = [replace(sheet, bands=BANDS) for sheet in sheets]
    wish = RenderRequest(lang=formatter.lang, paper=paper, url=url)
    return render_sheets(printed, kind, wish, formatter.catalog, file_title=sheets[0].title, styles=STYLES)


def _render_board(document: Mapping[str, Any], formatter: MessageFormatter) -> bytes:
    from exports.kit.svg import to_svg

    from .board import describe_board, draw_board, make_tiles
    from .initial_state import starting_state

    if "play" in document:
        shown = make_tiles(formatter.catalog, document["play"], document["settings"].get("own"))
    else:
        shown = make_tiles(formatter.catalog, starting_state(document, formatter.catalog), document)
    return to_svg(draw_board(formatter, shown), describe_board(formatter, shown)).encode()
