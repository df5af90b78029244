"""The clock of a battle as a drawing and as text: a box for every time step, several in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from exports.kit.sheet import Figure

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

ROW_HEIGHT = 27.0  # points: height of a row
LABEL_WIDTH = 46.0  # points: width of the label before a row
DOT_RADIUS = 2.0
MAX_ROWS_TOGETHER = 12  # maximum rows kept on one page


@dataclass(frozen=True, slots=True)
class Hour:
    """A box of the clock: its hour, events due, whether it is night, whether it is past."""

    label: str
    due: tuple[str, ...] = ()
    night: bool = False
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The boxes of some hours of a day; a box without a label is left out."""

    day: str
    hours: Sequence[Hour]


def make_clock_figure(rows: Sequence[Row]) -> Figure:
    """Return the clock: night is grey, past hours are crossed out, events due are dots."""

    def draw(wide: float) -> Iterator[tuple[Drawing, str]]:
        step = (wide - LABEL_WIDTH) / max(len(row.hours) for row in rows)
        return ((_draw_row(row, wide, step), _describe_row(row)) for row in rows)

    return Figure(draw, [_format_row(row) for row in rows], together=len(rows) <= MAX_ROWS_TOGETHER)


def _describe_row(row: Row) -> str:
    hours = (
        hour.label + (f" ({'; '.join(hour.due)})" if hour.due else "") for hour in row.hours if hour.label
    )
    return f"{row.day}: {', '.join(hours)}"


def _format_row(row: Row) -> str:
    """Return a row as text: a star for events due, a hash for night."""
    hours = (
        f"{hour.label}{'*' if hour.due else ''}{'#' if hour.night else ''}"
        for hour in row.hours
        if hour.label
    )
    return f"{row.day}: {' '.join(hours)}"


def _draw_row(row: Row, wide: float, step: float) -> Drawing:
    from reportlab.graphics.shapes import Drawing

    from exports.kit.shapes import text
    from exports.kit.theme import HEAD, SOFT, fit

    drawing = Drawing(wide, ROW_HEIGHT)
    words, size = fit(row.day, HEAD, 9.0, LABEL_WIDTH - 4)
    drawing.add(text(0, ROW_HEIGHT * 0.4, words, size, HEAD, SOFT))
    for number, hour in enumerate(row.hours):
        if hour.label:
            _draw_hour(drawing, hour, LABEL_WIDTH + number * step, step)
    return drawing


def _draw_hour(drawing: Drawing, hour: Hour, x: float, step: float) -> None:
    from exports.kit.shapes import centred_text, disc, rect
    from exports.kit.theme import FAINT, HEAD, INK, PAPER, SOFT, fit

    drawing.add(rect(x, 1, step - 1, ROW_HEIGHT - 2, fill=FAINT if hour.night else PAPER, stroke=SOFT))
    words, size = fit(hour.label, HEAD, 8.0, step - 2)
    drawing.add(
        centred_text(x + step / 2, ROW_HEIGHT - 10.5, words, size, HEAD, SOFT if hour.passed else INK)
    )
    for number in range(len(hour.due)):
        drawing.add(
            disc(
                x + step / 2 + (number - (len(hour.due) - 1) / 2) * DOT_RADIUS * 3, 6.5, DOT_RADIUS, fill=INK
            )
        )
    if hour.passed:
        drawing.add(rect(x + 2, ROW_HEIGHT - 8.6, step - 5, 0.5, fill=SOFT, stroke=None))
