"""Write sheets as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import assert_never

from exports.kit.sheet import (
    Blank,
    Boxes,
    Bullets,
    Cell,
    Cut,
    Facts,
    Figure,
    FlatPart,
    Grid,
    Heading,
    Lines,
    Paragraph,
    Sheet,
    Steps,
    Track,
)

LINE_WIDTH = 100
GAP = "  "  # between two columns of a table
MIN_COLUMN_WIDTH = 8
BOX = "[ ]"
WRITING_SPACE = "____"
CUT = "- " * 30


def write_text(sheets: Sequence[Sheet], title: str = "", note: str = "") -> str:
    """Return the sheets as text, below the title of the file if there is one."""
    lines = [title, "=" * min(LINE_WIDTH, len(title))] if title else []
    lines += [note] if note else []
    for sheet in sheets:
        lines += ["", *_sheet(sheet, sheet.title.upper() if title else sheet.title)]
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def _sheet(sheet: Sheet, title: str) -> Iterator[str]:
    yield from (title, "=" * min(LINE_WIDTH, len(title)))
    yield from filter(None, (sheet.subtitle, sheet.badge))
    for part in sheet.flat_parts:
        yield from ("", *_part(part))


def _part(part: FlatPart) -> Iterator[str]:
    match part:
        case Heading():
            yield part.text
            if part.level == 2:
                yield "-" * min(LINE_WIDTH, len(part.text))
        case Paragraph():
            yield from wrap(f"** {part.text} **" if part.loud else part.text, LINE_WIDTH)
        case Facts():
            widest = max((len(name) for name, _ in part.rows), default=0)
            for name, value in part.rows:
                yield from _hang(f"{name:<{widest}}{GAP}", value)
        case Bullets():
            for item in part.items:
                yield from _hang(f"{BOX} " if part.ticked else "- ", item)
        case Steps():
            widest = max((len(mark) for mark, _ in part.rows), default=0)
            for mark, words in part.rows:
                yield from _hang(f"{BOX} {mark:<{widest}}{GAP}", words)
        case Lines():
            yield from (f"{label}: {WRITING_SPACE * 5}" for label in part.labels)
        case Grid():
            yield from grid_lines(part)
        case Track():
            yield from wrap(track_text(part), LINE_WIDTH)
        case Figure():
            for line in part.lines:
                yield from wrap(line, LINE_WIDTH)
        case Cut():
            yield CUT
        case _:
            assert_never(part)


def _hang(head: str, words: str) -> list[str]:
    """Return words after a head, further lines below the words; a long head leaves them half the line."""
    indent = " " * min(len(head), LINE_WIDTH // 2)
    return wrap(words, LINE_WIDTH, initial_indent=head, subsequent_indent=indent) or [head]


def grid_lines(grid: Grid) -> Iterator[str]:
    """Return a table in columns as wide as their words; the widest are wrapped where a line is too long."""
    headed = any(grid.head)
    rows = [[cell_text(cell) for cell in row] for row in ((grid.head, *grid.rows) if headed else grid.rows)]
    natural = [max(len(row[place]) for row in rows) for place in range(len(grid.head))]
    widest = _widest_column(natural)
    widths = [min(column, widest) for column in natural]
    for number, row in enumerate(rows):
        cells = [wrap(cell, width) if width else [] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(1, *(len(cell) for cell in cells))):
            words = (cell[line] if line < len(cell) else "" for cell in cells)
            yield GAP.join(map(str.ljust, words, widths)).rstrip()
        if headed and number == 0:
            yield GAP.join("-" * width for width in widths)


def _widest_column(natural: Sequence[int]) -> int:
    """Return how wide a column may be so that all of them fit the line."""
    room = LINE_WIDTH - len(GAP) * (len(natural) - 1)
    fitting = (
        limit for limit in range(max(natural), MIN_COLUMN_WIDTH, -1) if _total_width(natural, limit) <= room
    )
    return next(fitting, MIN_COLUMN_WIDTH)


def _total_width(natural: Sequence[int], limit: int) -> int:
    return sum(min(column, limit) for column in natural)


def cell_text(cell: Cell) -> str:
    """Return a cell of a table as text."""
    if isinstance(cell, Boxes):
        return " ".join(f"{word}{BOX}" for word in cell.words or ("",) * cell.count)
    return WRITING_SPACE if isinstance(cell, Blank) else cell


def track_text(track: Track) -> str:
    """Return a track as text: boxes in brackets, the marked one in parentheses."""
    boxes = (
        f"({label})" if number == track.marked else f"[{label}]"
        for number, label in enumerate(track.boxes, start=1)
    )
    return f"{track.label}: {' '.join(boxes)}"
