"""The sheets on paper: blocks of the kit made from parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column,
    columns,
    figure,
    heading,
    paragraph,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.page import Running, draw_pages, paginate, room
from exports.kit.shapes import centred, disc, rect, text
from exports.kit.theme import (
    FAINT,
    HEAD,
    INK,
    MARGIN,
    NARROW,
    PAPER,
    RULE,
    SMALL_SIZE,
    SOFT,
    TEXT,
    fit,
    wrap,
)

from .content import Cell, Dial, Grid, Heading, Part, Track, Words
from .scribe import Scribe

CELL = 8.9  # size of type in a table
WORDS = 9.4
PAD = 3.0
BOX = 19.0  # a box of a track
HOUR_HIGH = 27.0
DOT = 2.0
LONG = 6  # rows of a table that may stand in two halves
TOGETHER = 12  # rows of the clock that stay on one page


def pdf(parts: Sequence[Part], title: str, scribe: Scribe, paper: str, url: str | None = None) -> bytes:
    """All parts on as many pages as they need; a part that begins a page does."""
    document = Document(paper, scribe.lang, title)
    wide = document.wide - 2 * MARGIN
    running = Running(title, scribe.term("game.schwerpunkt"), url or scribe.term("sheet.below"), None)
    pages: list[list[Block]] = []
    for group in _groups(parts):
        pages += paginate(_blocks(group, wide), room(document))
    document.bookmark(title, 0, document.tall)
    with document.section("Art", title):
        draw_pages(document, running, pages)
    return document.finish()


def _groups(parts: Sequence[Part]) -> list[list[Part]]:
    groups: list[list[Part]] = [[]]
    for part in parts:
        if isinstance(part, Heading) and part.fresh and groups[-1]:
            groups.append([])
        groups[-1].append(part)
    return groups


def _blocks(parts: Sequence[Part], wide: float) -> list[Block]:
    found: list[Block] = []
    waiting: Grid | None = None  # for the table beside which it stands
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        if isinstance(part, Grid) and part.beside:
            waiting = part
        elif isinstance(part, Grid) and waiting:
            half = column(wide, 2)
            left, right = (stack(_grid(each, half)) for each in (waiting, part))
            found += [beside([(0.0, left), (half + GUTTER, right)]), space(5.0)]
            waiting = None
        elif isinstance(part, Heading):
            found += [
                space(7.0 if part.level > 1 else 0.0),
                heading(part.words, wide, part.level, 20.0 if part.level == 1 else 13.0),
            ]
        elif isinstance(part, Words):
            size, fill = (SMALL_SIZE, SOFT) if part.soft else (WORDS, INK)
            introduces = part.soft and not isinstance(following, Heading | None)
            found += [paragraph(part.words, wide, size=size, fill=fill, keep=introduces), space(3.0)]
        elif isinstance(part, Grid) and part.halves and len(part.rows) >= LONG:
            found += [_halves(part, wide), space(5.0)]
        elif isinstance(part, Grid):
            found += [*_grid(part, wide), space(5.0)]
        elif isinstance(part, Track):
            found += [_track(part, wide), space(4.0)]
        else:
            dial = _dial(part, wide)
            found += [*([stack(dial)] if len(dial) <= TOGETHER else dial), space(5.0)]
    return found[:-1]  # what follows the last part needs no room


def _halves(grid: Grid, wide: float) -> Block:
    """A long table in two halves beside each other; it goes on over the page."""
    middle, half = (len(grid.rows) + 1) // 2, column(wide, 2)
    left, right = (_grid(replace(grid, rows=rows), half) for rows in (grid.rows[:middle], grid.rows[middle:]))
    return columns([(0.0, left), (half + GUTTER, right)])


def _grid(grid: Grid, wide: float) -> list[Block]:
    whole = sum(grid.widths)
    widths = [wide * share / whole for share in grid.widths]
    head = _row(grid.head, widths, HEAD, head=True)
    return [head, *(_row(row, widths, NARROW, head=False) for row in grid.rows)]


def _row(cells: Sequence[str], widths: Sequence[float], font: str, *, head: bool) -> Block:
    """A row of a table, as high as its highest cell."""
    lead = CELL * 1.28
    lines = [
        wrap(cell, font, CELL, width - PAD) if cell else [""]
        for cell, width in zip(cells, widths, strict=True)
    ]
    high = lead * max(len(cell) for cell in lines) + PAD
    wide = sum(widths)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.rule(left, left + wide, top - high, SOFT if head else RULE, 0.8 if head else 0.4)
        x = left
        for cell, width in zip(lines, widths, strict=True):
            with document.leaf("P", (x, top - high, x + width, top)):
                document.lines(x, top - lead * 0.85, cell, font, CELL, lead, SOFT if head else INK)
            x += width

    return Block(high, draw, keep=head)


def _track(track: Track, wide: float) -> Block:
    """A label and boxes; the marked one is dark."""
    label = wide * 0.34
    words, size = fit(track.label, TEXT, WORDS, label - 6)
    drawing = Drawing(wide, BOX)
    drawing.add(text(0, BOX * 0.32, words, size, TEXT))
    step = min(BOX, (wide - label) / max(1, len(track.boxes)))
    for number, box in enumerate(track.boxes, start=1):
        x, dark = label + (number - 1) * step, number == track.marked
        drawing.add(rect(x, 0.5, step - 2, BOX - 1.5, fill=INK if dark else PAPER, stroke=SOFT))
        drawing.add(centred(x + step / 2 - 1, BOX * 0.32, box, 8.0, HEAD, PAPER if dark else SOFT))
    marked = f" ({track.marked})" if track.marked else ""
    return figure(drawing, f"{track.label}: {len(track.boxes)}{marked}")


def _dial(dial: Dial, wide: float) -> list[Block]:
    """The clock: four hours in a row; night is grey, what is past is crossed, what falls due is numbered."""
    most = max(len(row) for row in dial.rows)
    label = 46.0
    step = (wide - label) / most
    found = []
    for day, row in zip(dial.day, dial.rows, strict=True):
        drawing = Drawing(wide, HOUR_HIGH)
        words, size = fit(day, HEAD, 9.0, label - 4)
        drawing.add(text(0, HOUR_HIGH * 0.4, words, size, HEAD, SOFT))
        for number, cell in enumerate(row):
            if not cell.label:
                continue
            _hour(drawing, cell, label + number * step, step)
        spoken = ", ".join(
            cell.label + (f" ({'; '.join(cell.due)})" if cell.due else "") for cell in row if cell.label
        )
        found.append(figure(drawing, f"{day}: {spoken}"))
    return found


def _hour(drawing: Drawing, cell: Cell, x: float, step: float) -> None:
    drawing.add(rect(x, 1, step - 1, HOUR_HIGH - 2, fill=FAINT if cell.night else PAPER, stroke=SOFT))
    words, size = fit(cell.label, HEAD, 8.0, step - 2)
    drawing.add(centred(x + step / 2, HOUR_HIGH - 10.5, words, size, HEAD, SOFT if cell.passed else INK))
    for number in range(len(cell.due)):
        drawing.add(disc(x + step / 2 + (number - (len(cell.due) - 1) / 2) * DOT * 3, 6.5, DOT, fill=INK))
    if cell.passed:
        drawing.add(rect(x + 2, HOUR_HIGH - 8.6, step - 5, 0.5, fill=SOFT, stroke=None))
