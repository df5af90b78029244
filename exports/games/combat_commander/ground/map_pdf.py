"""A map as PDF: one page with its legend, or full size over several pages to cut and glue."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing

from catalogs.games.combat_commander.ground import Ground
from exports.kit.document import Document
from exports.kit.theme import HEAD, NARROW, SMALL_SIZE, SOFT, fit, width

from ..drawings.hexgrid import HexGrid
from ..messages import MessageFormatter
from .legend import draw_legend
from .map_sheet import LEGEND_GAP, draw_ground_map

MILLIMETRE = 72 / 25.4
FULL_HEX_SIZE = 22.5 * MILLIMETRE  # half the width of a hex, large enough for a stack of counters
PAPER_MARGIN = 12 * MILLIMETRE  # unprintable margin, and room for the marks
GLUE_STRIP = 8 * MILLIMETRE  # overlap of two sheets
HEADING_HEIGHT = 34.0


def render_one_page(
    ground: Ground, title: str, line: str, formatter: MessageFormatter, paper: str = "a4"
) -> bytes:
    """Return the map on one page with its title, a description and its legend."""
    document = Document(paper, formatter.lang, title)
    _draw_overview(document, ground, title, line, formatter)
    return document.finish()


def render_whole_map(
    ground: Ground, title: str, line: str, formatter: MessageFormatter, paper: str = "a4"
) -> bytes:
    """Return both in one file: the page with its legend, then the full-size sheets."""
    document = Document(paper, formatter.lang, title)
    _draw_overview(document, ground, title, line, formatter)
    _draw_sheets(document, ground, title, formatter, FULL_HEX_SIZE)
    return document.finish()


def _draw_overview(
    document: Document, ground: Ground, title: str, line: str, formatter: MessageFormatter
) -> None:
    wide, tall = document.wide - 2 * PAPER_MARGIN, document.tall - 2 * PAPER_MARGIN - HEADING_HEIGHT
    drawing = _fit_map(ground, formatter, wide, tall)
    top = document.tall - PAPER_MARGIN
    with document.leaf("H1", (PAPER_MARGIN, top - 20, document.wide - PAPER_MARGIN, top)):
        document.text(PAPER_MARGIN, top - 16, title, HEAD, 18)
    with document.leaf("P", (PAPER_MARGIN, top - 32, document.wide - PAPER_MARGIN, top - 20)):
        words, size = fit(line, NARROW, SMALL_SIZE, wide)
        document.text(PAPER_MARGIN, top - 28, words, NARROW, size, SOFT)
    x, y = PAPER_MARGIN + (wide - drawing.width) / 2, top - HEADING_HEIGHT - drawing.height
    with document.leaf("Figure", (x, y, x + drawing.width, y + drawing.height), alt=f"{title}. {line}"):
        document.picture(drawing, x, y)
    document.new_page()


def _fit_map(ground: Ground, formatter: MessageFormatter, wide: float, tall: float) -> Drawing:
    """Return the map in the orientation that makes it larger on the page."""
    _, deep = draw_legend(ground, formatter, wide)
    room = tall - deep - LEGEND_GAP - 2
    lying, upright = (HexGrid(formatter.catalog.board, 1.0, turned) for turned in (False, True))
    sizes = [min(wide / unit.wide, room / unit.tall) for unit in (lying, upright)]
    long, size = sizes[1] > sizes[0], max(sizes) * 0.985
    while (
        drawing := draw_ground_map(ground, formatter, size, long=long)
    ).height > tall or drawing.width > wide + 1:
        size *= 0.97
    return drawing


def render_full_size(
    ground: Ground, title: str, formatter: MessageFormatter, paper: str = "a4", size: float = FULL_HEX_SIZE
) -> bytes:
    """Return the map cut into pages, with cut marks and glue strips."""
    document = Document(paper, formatter.lang, title)
    _draw_sheets(document, ground, title, formatter, size)
    return document.finish()


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a map is cut into sheets: the way the paper lies, and how many there are."""

    landscape: bool
    columns: int
    rows: int
    scale: float  # factor by which the map grows to fill the sheets


def choose_tiling(wide: float, tall: float, paper: tuple[float, float]) -> Tiling:
    """Return the tiling with the fewest sheets; of those, the one with the largest map."""
    tilings = []
    for landscape in (False, True):
        across, up = (side - 2 * PAPER_MARGIN - GLUE_STRIP for side in (paper[::-1] if landscape else paper))
        columns, rows = math.ceil((wide - GLUE_STRIP) / across), math.ceil((tall - GLUE_STRIP) / up)
        scale = min((columns * across + GLUE_STRIP) / wide, (rows * up + GLUE_STRIP) / tall)
        tilings.append(Tiling(landscape, columns, rows, scale))
    return min(tilings, key=lambda tiling: (tiling.columns * tiling.rows, -tiling.scale))


def _draw_sheets(
    document: Document, ground: Ground, title: str, formatter: MessageFormatter, size: float
) -> None:
    """Draw the map over sheets that all have an equal part of it."""
    grid = HexGrid(formatter.catalog.board, size)
    tiling = choose_tiling(grid.wide, grid.tall, (document.wide, document.tall))
    drawing = draw_ground_map(ground, formatter, size * tiling.scale * 0.995, key=False, to_play_on=True)
    step = (
        (drawing.width - GLUE_STRIP) / tiling.columns,
        (drawing.height - GLUE_STRIP) / tiling.rows,
    )
    sheets = tiling.columns * tiling.rows
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            number = row * tiling.columns + column + 1
            label = formatter.format("ground.sheet", n=number, all=sheets, row=row + 1, column=column + 1)
            box = (
                column * step[0],
                drawing.height - row * step[1],
                step[0] + GLUE_STRIP,
                step[1] + GLUE_STRIP,
            )
            last = (column == tiling.columns - 1, row == tiling.rows - 1)
            document.turn(landscape=tiling.landscape)
            _draw_tile(document, drawing, box, f"{title} · {label}", last, formatter)
    document.turn(landscape=False)


def _draw_tile(
    document: Document,
    drawing: Drawing,
    box: tuple[float, float, float, float],
    label: str,
    last: tuple[bool, bool],
    formatter: MessageFormatter,
) -> None:
    """Draw one sheet: its part of the map (left, top, width, height), marks, and the strip to glue."""
    left, top, wide, tall = box
    x, y = PAPER_MARGIN, document.tall - PAPER_MARGIN - tall
    canvas = document.canvas
    with document.leaf("Figure", (x, y, x + wide, y + tall), alt=label):
        canvas.saveState()
        frame = canvas.beginPath()
        frame.rect(x, y, wide, tall)
        canvas.clipPath(frame, stroke=0, fill=0)
        document.picture(drawing, x - left, y + tall - top)
        canvas.restoreState()
    with document.artifact():
        _draw_cut_marks(document, x, y, wide, tall)
        canvas.setDash(3, 3)
        if not last[0]:
            canvas.line(x + wide - GLUE_STRIP, y, x + wide - GLUE_STRIP, y + tall)
        if not last[1]:
            canvas.line(x, y + GLUE_STRIP, x + wide, y + GLUE_STRIP)
        canvas.setDash()
        document.text(x + 6, document.tall - PAPER_MARGIN + 6, label, NARROW, SMALL_SIZE, SOFT)
        if not all(last):
            note = formatter.term("ground.glue")
            at = x + wide - width(note, NARROW, SMALL_SIZE) - 6
            document.text(at, y - 10, note, NARROW, SMALL_SIZE, SOFT)
    document.new_page()


def _draw_cut_marks(document: Document, x: float, y: float, wide: float, tall: float) -> None:
    """Draw cut marks outside the four corners."""
    canvas = document.canvas
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    for across, out in ((x, -1), (x + wide, 1)):
        for up, away in ((y, -1), (y + tall, 1)):
            canvas.line(across + out * 3, up, across + out * 14, up)
            canvas.line(across, up + away * 3, across, up + away * 14)
