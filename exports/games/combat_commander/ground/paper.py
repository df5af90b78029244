"""A map on paper: one page with its legend, or full size over several pages to be cut and glued."""

from __future__ import annotations

import math

from reportlab.graphics.shapes import Drawing

from catalogs.games.combat_commander.ground import Ground
from exports.kit.document import Document
from exports.kit.theme import HEAD, NARROW, SMALL_SIZE, SOFT, width

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .legend import legend
from .sheet import BAND, ground_map

MILLIMETRE = 72 / 25.4
FULL_SIZE = 22.5 * MILLIMETRE  # half the width of a hex, so that a stack of counters finds room
EDGE = 12 * MILLIMETRE  # what printers leave white, and room for the marks
GLUE = 8 * MILLIMETRE  # where two sheets lie on each other
HEADING = 34.0


def one_page(ground: Ground, title: str, line: str, scribe: Scribe, paper: str = "a4") -> bytes:
    """The map on one page with its title, what it is like, and its legend."""
    document = Document(paper, scribe.lang, title)
    _overview(document, ground, title, line, scribe)
    return document.finish()


def whole(ground: Ground, title: str, line: str, scribe: Scribe, paper: str = "a4") -> bytes:
    """Both in one file: the page with its legend, then the sheets in full size."""
    document = Document(paper, scribe.lang, title)
    _overview(document, ground, title, line, scribe)
    _sheets(document, ground, title, scribe, FULL_SIZE)
    return document.finish()


def _overview(document: Document, ground: Ground, title: str, line: str, scribe: Scribe) -> None:
    wide, tall = document.wide - 2 * EDGE, document.tall - 2 * EDGE - HEADING
    drawing = _fitted(ground, scribe, wide, tall)
    top = document.tall - EDGE
    with document.leaf("H1", (EDGE, top - 20, document.wide - EDGE, top)):
        document.text(EDGE, top - 16, title, HEAD, 18)
    with document.leaf("P", (EDGE, top - 32, document.wide - EDGE, top - 20)):
        document.text(EDGE, top - 28, line, NARROW, SMALL_SIZE, SOFT)
    x, y = EDGE + (wide - drawing.width) / 2, top - HEADING - drawing.height
    with document.leaf("Figure", (x, y, x + drawing.width, y + drawing.height), alt=f"{title}. {line}"):
        document.picture(drawing, x, y)
    document.new_page()


def _fitted(ground: Ground, scribe: Scribe, wide: float, tall: float) -> Drawing:
    """The larger of the two ways to lay the map on the page."""
    _, deep = legend(ground, scribe, wide)
    room = tall - deep - BAND - 2
    lying, upright = (HexGrid(scribe.catalog.board, 1.0, turned) for turned in (False, True))
    sizes = [min(wide / unit.wide, room / unit.tall) for unit in (lying, upright)]
    long, size = sizes[1] > sizes[0], max(sizes) * 0.985
    while (drawing := ground_map(ground, scribe, size, long=long)).height > tall or drawing.width > wide + 1:
        size *= 0.97
    return drawing


def full_size(
    ground: Ground, title: str, scribe: Scribe, paper: str = "a4", size: float = FULL_SIZE
) -> bytes:
    """The map cut into pages, with marks where to cut and strips where to glue."""
    document = Document(paper, scribe.lang, title)
    _sheets(document, ground, title, scribe, size)
    return document.finish()


def _sheets(document: Document, ground: Ground, title: str, scribe: Scribe, size: float) -> None:
    drawing = ground_map(ground, scribe, size, key=False)
    step = (document.wide - 2 * EDGE - GLUE, document.tall - 2 * EDGE - GLUE)
    columns = math.ceil((drawing.width - GLUE) / step[0])
    rows = math.ceil((drawing.height - GLUE) / step[1])
    for row in range(rows):
        for column in range(columns):
            left, top = column * step[0], drawing.height - row * step[1]
            last = (column == columns - 1, row == rows - 1)
            number = row * columns + column + 1
            label = scribe.said("ground.sheet", n=number, all=rows * columns, row=row + 1, column=column + 1)
            _tile(document, drawing, left, top, f"{title} · {label}", last, scribe)


def _tile(
    document: Document,
    drawing: Drawing,
    left: float,
    top: float,
    label: str,
    last: tuple[bool, bool],
    scribe: Scribe,
) -> None:
    """One sheet: its part of the map, corner marks, the strip that goes under its neighbours."""
    wide = min(document.wide - 2 * EDGE, drawing.width - left)
    tall = min(document.tall - 2 * EDGE, top)
    x, y = EDGE, document.tall - EDGE - tall
    canvas = document.canvas
    with document.leaf("Figure", (x, y, x + wide, y + tall), alt=label):
        canvas.saveState()
        frame = canvas.beginPath()
        frame.rect(x, y, wide, tall)
        canvas.clipPath(frame, stroke=0, fill=0)
        document.picture(drawing, x - left, y + tall - top)
        canvas.restoreState()
    with document.artifact():
        _marks(document, x, y, wide, tall)
        canvas.setDash(3, 3)
        if not last[0]:
            canvas.line(x + wide - GLUE, y, x + wide - GLUE, y + tall)
        if not last[1]:
            canvas.line(x, y + GLUE, x + wide, y + GLUE)
        canvas.setDash()
        document.text(x + 6, document.tall - EDGE + 6, label, NARROW, SMALL_SIZE, SOFT)
        if not all(last):
            said = scribe.term("ground.glue")
            at = x + wide - width(said, NARROW, SMALL_SIZE) - 6
            document.text(at, y - 10, said, NARROW, SMALL_SIZE, SOFT)
    document.new_page()


def _marks(document: Document, x: float, y: float, wide: float, tall: float) -> None:
    """Where to cut: short lines outside the four corners."""
    canvas = document.canvas
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    for across, out in ((x, -1), (x + wide, 1)):
        for up, away in ((y, -1), (y + tall, 1)):
            canvas.line(across + out * 3, up, across + out * 14, up)
            canvas.line(across, up + away * 3, across, up + away * 14)
