"""Sheets as PDF: blocks of the kit, tables that go on over the page, the band of both sides at the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reportlab.graphics.shapes import Drawing

from catalogs import Catalog
from exports.kit.blocks import Block, figure, hairline, heading, paragraph, space
from exports.kit.document import Document
from exports.kit.grid import Grid, grid_block
from exports.kit.page import Running, draw_pages, paginate, room
from exports.kit.shapes import enlarged, rect
from exports.kit.theme import (
    BODY_SIZE,
    HEAD,
    INK,
    MARGIN,
    SMALL_SIZE,
    SOFT,
    TEXT,
    TITLE_SIZE,
    livery,
    wrap,
)

from .leaf import Figure, Part, Sheet, Steps, Title, Words

BAR = 5.0
LEAST, MOST = 4, 20  # empty lines of a table to be filled in


def pdf(sheets: Sequence[Sheet], catalog: Catalog, lang: str, paper: str, below: str) -> bytes:
    """All sheets in one file, each beginning on a page of its own."""
    document = Document(paper, lang, sheets[0].title)
    for sheet in sheets:
        document.bookmark(sheet.title, 0, document.tall)
        wide = document.wide - 2 * MARGIN
        running = Running(sheet.title, sheet.badge, below, lambda width: _bar(catalog, width))
        with document.section("Art", sheet.title):
            draw_pages(document, running, _pages(sheet, wide, room(document)))
    return document.finish()


def _pages(sheet: Sheet, wide: float, high: float) -> list[list[Block]]:
    """The sheet on as few pages as it can have, with as many empty lines to write on as they hold."""
    fewest = len(paginate(_blocks(_ruled(sheet, LEAST), wide), high))
    for lines in range(MOST, LEAST, -1):
        pages = paginate(_blocks(_ruled(sheet, lines), wide), high)
        if len(pages) == fewest:
            return pages
    return paginate(_blocks(_ruled(sheet, LEAST), wide), high)


def _ruled(sheet: Sheet, lines: int) -> Sheet:
    """The sheet with so many lines in each table that is there to be written on."""
    parts = [
        replace(part, rows=[part.rows[0]] * lines) if isinstance(part, Grid) and _empty(part) else part
        for part in sheet.parts
    ]
    return replace(sheet, parts=parts)


def _empty(grid: Grid) -> bool:
    return bool(grid.rows) and not any(cell for row in grid.rows for cell in row)


def _bar(catalog: Catalog, wide: float) -> Drawing:
    """Half of each side's colour."""
    drawing = Drawing(wide, BAR)
    drawing.add(rect(0, 0, wide / 2, BAR, livery(catalog, "german").deep))
    drawing.add(rect(wide / 2, 0, wide / 2, BAR, livery(catalog, "allied").deep))
    return drawing


def _blocks(sheet: Sheet, wide: float) -> list[Block]:
    found = [heading(sheet.title, wide, 1, TITLE_SIZE)]
    if sheet.subtitle:
        found.append(paragraph(sheet.subtitle, wide, size=BODY_SIZE + 1, fill=SOFT))
    found.append(hairline(wide, 6, 8))
    for part, following in zip(sheet.parts, [*sheet.parts[1:], None], strict=True):
        introduces = isinstance(part, Words) and isinstance(following, Grid | Figure | Steps)
        found += (
            [replace(block, keep=True) for block in _part(part, wide)] if introduces else _part(part, wide)
        )
    return found


def _part(part: Part, wide: float) -> list[Block]:
    if isinstance(part, Title):
        return [space(8), heading(part.words, wide), space(2)]
    if isinstance(part, Words):
        size, fill = (SMALL_SIZE, SOFT) if part.soft else (BODY_SIZE, INK)
        return [paragraph(part.words, wide, size=size, fill=fill), space(3)]
    if isinstance(part, Steps):
        return [_step(rule, words, wide) for rule, words in part.steps]
    if isinstance(part, Grid):
        return [grid_block(part, wide), space(4)]
    scale = min(1.0, wide / part.drawing.width)
    return [figure(enlarged(part.drawing, scale), part.words), space(4)]


def _step(rule: str, words: str, wide: float) -> Block:
    """A box to tick, the rule, what to do."""
    lead, indent = BODY_SIZE * 1.3, 66.0
    lines = wrap(words, TEXT, BODY_SIZE, wide - indent)
    high = lead * len(lines) + 3.5

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + BODY_SIZE * 0.72) / 2
        with document.artifact():
            document.box(left, base - 0.9, BODY_SIZE * 0.9, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + 15, base, rule, HEAD, SMALL_SIZE, SOFT)
            document.lines(left + indent, base, lines, TEXT, BODY_SIZE, lead)

    return Block(high, draw)
