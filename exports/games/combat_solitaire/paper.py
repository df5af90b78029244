"""Sheets as PDF: each begins on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exports.kit.blocks import GUTTER, Block, beside, column, columns, heading, paragraph, space, stack
from exports.kit.document import Document
from exports.kit.page import Running, draw_pages, paginate, room
from exports.kit.theme import (
    FAINT,
    HEAD,
    INK,
    MARGIN,
    NARROW,
    RULE,
    SMALL_SIZE,
    SOFT,
    STRONG,
    TEXT,
    fit,
    width,
    wrap,
)

from .parts import Cell, Facts, Grid, Head, Line, Part, Sheet, Words

SIZE, LEAD, PAD = 9.5, 12.5, 4.0
TITLE = 20.0
LONG = 4  # rows of a table that may stand in two halves
GAP = 6.0  # between parts
TOGETHER = 240.0  # what is no higher stays on one page
MANY, SHORT = 8, 70  # facts that go into two columns, and how long each may be


def as_pdf(sheets: Sequence[Sheet], lang: str, paper: str, title: str, below: str) -> bytes:
    document = Document(paper, lang, title)
    wide = document.wide - 2 * MARGIN
    for sheet in sheets:
        blocks = [heading(sheet.title, wide, level=1, size=TITLE), space(6)]
        blocks += _laid(sheet.parts, wide)
        running = Running(sheet.above, title if title != sheet.above else "", below)
        document.bookmark(sheet.title, 0, document.tall)
        with document.section("Art", sheet.title):
            draw_pages(document, running, paginate(_let_go(blocks), room(document)))
    return document.finish()


def _laid(parts: Sequence[Part], wide: float) -> list[Block]:
    """What each heading heads, one below the other; those that may stand beside the next one do."""
    groups: list[list[Part]] = [[]]
    for part in parts:
        if isinstance(part, Head):
            groups.append([])
        groups[-1].append(part)
    found: list[Block] = []
    groups = [group for group in groups if group]
    while groups:
        first = groups.pop(0)
        found += [space(GAP)] if found else []
        if groups and isinstance(first[0], Head) and first[0].beside:
            right = groups.pop(0)
            while groups and isinstance(groups[0][0], Head) and groups[0][0].joins:
                right += groups.pop(0)
            left = (wide - GUTTER) * first[0].beside
            pair = [(0.0, _below(first, left)), (left + GUTTER, _below(right, wide - GUTTER - left))]
            whole = beside([(at, stack(blocks)) for at, blocks in pair])
            found.append(whole if whole.high < TOGETHER else columns(pair))
        else:
            found += _below(first, wide)
    return found


def _below(parts: Sequence[Part], wide: float) -> list[Block]:
    """Parts with the room between them; none after the last."""
    found: list[Block] = []
    for part in parts:
        found += [*_blocks(part, wide), space(2.0 if isinstance(part, Head) else GAP)]
    return found[:-1]


def _let_go(blocks: list[Block]) -> list[Block]:
    """The last block waits for no other."""
    return [*blocks[:-1], Block(blocks[-1].high, blocks[-1].draw)]


def _blocks(part: Part, wide: float) -> list[Block]:
    if isinstance(part, Head):
        return [heading(part.text, wide, level=2, size=12.5)]
    if isinstance(part, Words):
        return [_framed(part.text, wide)] if part.loud else [paragraph(part.text, wide, size=SIZE)]
    if isinstance(part, Facts):
        return _facts(part, wide)
    return _grid(part, wide)


def _framed(words: str, wide: float) -> Block:
    inner = paragraph(words, wide - 16, font=STRONG, size=SIZE)
    high = inner.high + 10

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.canvas.setStrokeColor(SOFT)
            document.canvas.setLineWidth(0.8)
            document.canvas.rect(left, top - high, wide, high)
        inner.draw(document, left + 8, top - 5)

    return Block(high, draw)


def _facts(part: Facts, wide: float) -> list[Block]:
    """Many short facts stand in two columns."""
    if len(part.rows) < MANY or any(len(value) > SHORT for _, value in part.rows):
        return _listed(part.rows, wide)
    half = column(wide, 2)
    middle = _middle([block.high for block in _listed(part.rows, half)])
    left, right = (stack(_listed(rows, half)) for rows in (part.rows[:middle], part.rows[middle:]))
    return [beside([(0.0, left), (half + GUTTER, right)])]


def _middle(heights: Sequence[float]) -> int:
    """Where a list is cut so that its two halves are as low as can be."""
    return min(range(1, len(heights)), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))


def _listed(rows: Sequence[tuple[str, str]], wide: float) -> list[Block]:
    """Facts one below the other, their values as far to the left as the longest name allows."""
    longest = max((width(name, HEAD, SIZE) for name, _ in rows), default=0.0)
    own = min(wide * 0.4, 130.0, longest + 8)
    return [_fact(name, value, wide, own) for name, value in rows]


def _fact(name: str, value: str, wide: float, own: float) -> Block:
    lines = wrap(value or "—", TEXT, SIZE, wide - own - 8)
    name, size = fit(name, HEAD, SIZE, own)
    high = LEAD * max(1, len(lines))

    def draw(document: Document, left: float, top: float) -> None:
        base = top - LEAD * 0.78
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, base, name, HEAD, size, SOFT)
            document.lines(left + own + 8, base, lines, TEXT, SIZE, LEAD)

    return Block(high, draw)


def _grid(part: Grid, wide: float) -> list[Block]:
    if part.halves and len(part.rows) >= LONG:
        middle, half = (len(part.rows) + 1) // 2, column(wide, 2)
        parts = (replace(part, rows=rows, halves=False) for rows in (part.rows[:middle], part.rows[middle:]))
        left, right = (_grid(each, half) for each in parts)
        return [columns([(0.0, left), (half + GUTTER, right)])]
    shares = part.wide or (1.0,) * len(part.head)
    wides = [wide * share / sum(shares) for share in shares]
    head = _row(part.head, wides, 1.0, top=True)
    rows = [_row(row, wides, part.tall, top=False) for row in part.rows]
    if not rows:
        return [head]
    return [stack([head, rows[0]]), *rows[1:]]


def _row(cells: Sequence[Cell], wides: Sequence[float], tall: float, *, top: bool) -> Block:
    font = HEAD if top else TEXT
    texts = [
        wrap(cell, font, SIZE, wide - 2 * PAD) if isinstance(cell, str) else [""]
        for cell, wide in zip(cells, wides, strict=True)
    ]
    high = max(LEAD * tall, LEAD * max((len(lines) for lines in texts), default=1)) + PAD

    def draw(document: Document, left: float, at: float) -> None:
        with document.artifact():
            if top:
                document.canvas.setFillColor(FAINT)
                document.canvas.rect(left, at - high, sum(wides), high, stroke=0, fill=1)
                document._dress = None
            document.rule(left, left + sum(wides), at - high, SOFT if top else RULE)
        x = left
        for cell, lines, wide in zip(cells, texts, wides, strict=True):
            if isinstance(cell, Line) and x > left:
                with document.artifact():
                    document.upright(x, at, at - high, RULE)
            with document.leaf("TH" if top else "TD", (x, at - high, x + wide, at)):
                _drawn(document, cell, lines, x + PAD, at - LEAD * 0.92, font, wide - 2 * PAD)
            x += wide

    return Block(high, draw, keep=top)


def _drawn(
    document: Document, cell: Cell, lines: list[str], x: float, base: float, font: str, wide: float
) -> None:
    if isinstance(cell, str):
        document.lines(x, base, lines, font, SIZE, LEAD, INK)
        return
    if isinstance(cell, Line):
        return  # room to write, between the rules of the row and of its cell
    side = SIZE * 0.9
    step = min(wide / max(cell.count, len(cell.words), 1), side * (4.0 if cell.words else 1.4))
    for place in range(cell.count or len(cell.words)):
        word = cell.words[place] if cell.words else ""
        at = x + place * step
        if word:
            text, size = fit(word, NARROW, SMALL_SIZE, step - side - 6)
            document.text(at, base, text, NARROW, size, SOFT)
            at += width(text, NARROW, size) + 3
        document.box(at, base - 1, side, SOFT)
