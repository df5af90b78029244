"""Sheets on paper: each in the roomiest setting in which it needs no page more."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import (
    GUTTER,
    Block,
    column,
    grouped,
    heading,
    in_columns,
    label,
    paragraph,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.page import BAR, Bar, Part, Running, draw_pages, flow, room
from exports.kit.setting import Setting
from exports.kit.shapes import side_bar
from exports.kit.theme import FAINT, HEAD, INK, MARGIN, RULE, SOFT, STRONG, TEXT, livery, wrap
from generator.games.grossdeutschland.battle import SIDES

from .parts import Grid, Section, Sheet
from .scribe import Scribe

PAD = 3.0  # beside what stands in a cell


def pdf(title: str, sheets: Sequence[Sheet], scribe: Scribe, paper: str, note: str, url: str | None) -> bytes:
    """One file; every sheet begins a page of its own and wears the colours of its side."""
    document = Document(paper, scribe.lang, title)
    below = f"{note}  {url}" if url else note
    above = f"{scribe.term('game.grossdeutschland')} · {title}"
    wide = document.wide - 2 * MARGIN
    for sheet in sheets:
        running = Running(above, sheet.title, below, _bar(scribe, sheet.side))
        document.bookmark(sheet.title, 0, document.tall)
        with document.section("Art", sheet.title):
            draw_pages(document, running, flow(_parts(sheet, title, wide), room(document)))
    return document.finish()


def _bar(scribe: Scribe, side: str | None) -> Bar:
    """A side's own colours; both, half and half, where a sheet is for both."""
    sides = (side,) if side else SIDES

    def bar(wide: float) -> Drawing:
        drawing = Drawing(wide, BAR)
        part = (wide - (len(sides) - 1) * GUTTER) / len(sides)
        for place, each in enumerate(sides):
            deep = livery(scribe.catalog, each).deep
            for shape in side_bar(place * (part + GUTTER), 0, part, BAR, deep, each == SIDES[0]):
                drawing.add(shape)
        return drawing

    return bar


def _parts(sheet: Sheet, title: str, wide: float) -> list[Part]:
    def head(_: Setting) -> list[Block]:
        return [heading(title, wide, 1, 22.0), heading(sheet.title, wide, 2, 13.0)]

    def part(section: Section) -> Part:
        return lambda setting: _section(section, wide, setting)

    return [head, *(part(section) for section in sheet.sections)]


def _type(setting: Setting) -> float:
    """What is read beside the map."""
    return 9.2 + 2.6 * setting.ease


def _section(section: Section, wide: float, setting: Setting) -> list[Block]:
    size = _type(setting)
    blocks: list[Block] = [label(section.title, wide, size=size), space(2)]
    lines = [paragraph(line, wide, size=size, leading=size * setting.lead) for line in section.lines]
    blocks += [*lines[:-1], *(stack([line, space(4)], keep=True) for line in lines[-1:])]
    if section.points:
        items = [_point(point, column(wide, 2), size) for point in section.points]
        blocks.append(in_columns(space(1), items, wide, 2, 2.0 + setting.gap / 4, "L"))
    if section.grid:
        blocks.append(_grid(section.grid, wide, setting))
    for number, line in enumerate(filter(None, section.after)):
        found = paragraph(line, wide, size=size, leading=size * setting.lead)
        blocks.append(stack([space(4), found]) if number == 0 else found)
    return blocks


def _point(words: str, wide: float, size: float) -> Block:
    lead = size * 1.25
    lines = wrap(words, TEXT, size, wide - size)
    high = lead * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left, top - size, "·", STRONG, size)
            document.lines(left + size, top - size, lines, TEXT, size, lead)

    return Block(high, draw)


def _grid(grid: Grid, wide: float, setting: Setting) -> Block:
    """A grid that may go on over the page; its head stands again at the top."""
    head = _row(grid, grid.head, wide, setting, top=True)
    return _pages(head, [_row(grid, row, wide, setting) for row in grid.rows])


def _pages(head: Block, rows: Sequence[Block]) -> Block:
    whole = grouped("Table", stack([head, *rows]))

    def split(high: float) -> tuple[Block, Block] | None:
        used, cut = head.high, 0
        for row in rows:
            if used + row.high > high:
                break
            used, cut = used + row.high, cut + 1
        if cut in (0, len(rows)):
            return None
        return grouped("Table", stack([head, *rows[:cut]])), _pages(head, rows[cut:])

    return Block(whole.high, whole.draw, split=split)


def _row(grid: Grid, cells: Sequence[str], wide: float, setting: Setting, *, top: bool = False) -> Block:
    size = _type(setting)
    lead, air = size * 1.22, 1.5 + 3.5 * setting.ease
    edges = [sum(grid.widths[:place]) * wide for place in range(len(cells) + 1)]
    fonts = [HEAD if top else STRONG if place in grid.strong else TEXT for place in range(len(cells))]
    lines = [
        wrap(cell, font, size, edges[place + 1] - edges[place] - 2 * PAD)
        for place, (cell, font) in enumerate(zip(cells, fonts, strict=True))
    ]
    writing = 10.0 * setting.ease if grid.tall and not top else 0.0
    high = lead * max(1, *(len(cell) for cell in lines)) + 2 * air + writing

    def draw(document: Document, left: float, above: float) -> None:
        base = above - air - writing / 2 - size
        with document.artifact():
            document.rule(left, left + wide, above - high, INK if top else RULE, 0.8 if top else 0.4)
            if grid.tall and not top:
                document.canvas.setStrokeColor(FAINT)
                for edge in edges[1:-1]:
                    document.canvas.line(left + edge, above, left + edge, above - high)
            for place in () if top else grid.boxes:
                document.box(left + edges[place] + PAD, base - 1, size * 0.85, SOFT)
        with document.section("TR"):
            for place, words in enumerate(lines):
                if words:
                    box = (left + edges[place], above - high, left + edges[place + 1], above)
                    with document.leaf("TH" if top else "TD", box):
                        x = left + edges[place] + PAD
                        document.lines(x, base, words, fonts[place], size, lead, SOFT if top else INK)

    return Block(high, draw)
