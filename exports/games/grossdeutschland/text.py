"""Sheets as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from .parts import Grid, Section, Sheet

WIDE = 100
BOX = "[ ]"
NARROWEST = 8  # a column


def text(title: str, sheets: Sequence[Sheet], label: str) -> str:
    lines = [title, "=" * len(title), label, ""]
    for sheet in sheets:
        lines += [sheet.title.upper(), ""]
        for section in sheet.sections:
            lines += [*_section(section), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _section(section: Section) -> Iterator[str]:
    yield section.title
    yield "-" * len(section.title)
    for line in section.lines:
        yield from wrap(line, WIDE)
    for point in section.points:
        yield from wrap(point, WIDE, initial_indent="- ", subsequent_indent="  ")
    if section.grid:
        yield from _grid(section.grid)
    for line in section.after:
        yield from wrap(line, WIDE)


def _grid(grid: Grid) -> Iterator[str]:
    """Columns as wide as what stands in them; where that is too wide, shared out as on paper and wrapped."""
    rows = [grid.head, *[_ticked(grid, row) for row in grid.rows]]
    widths = [max(len(row[place]) for row in rows) for place in range(len(grid.head))]
    if sum(widths) + 2 * len(widths) > WIDE:
        most = [max(NARROWEST, round(WIDE * share)) for share in grid.widths]
        widths = [min(wide, limit) for wide, limit in zip(widths, most, strict=True)]
    for row in rows:
        cells = [wrap(cell, wide) if wide else [] for cell, wide in zip(row, widths, strict=True)]
        for line in range(max(1, *(len(cell) for cell in cells))):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            yield "  ".join(part.ljust(wide) for part, wide in zip(parts, widths, strict=True))


def _ticked(grid: Grid, row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(BOX if place in grid.boxes else cell for place, cell in enumerate(row))


def markdown(title: str, sheets: Sequence[Sheet], label: str) -> str:
    lines = [f"# {_plain(title)}", "", f"*{_plain(label)}*", ""]
    for sheet in sheets:
        lines += [f"## {_plain(sheet.title)}", ""]
        for section in sheet.sections:
            lines += [f"### {_plain(section.title)}", ""]
            lines += [part for line in section.lines for part in (_plain(line), "")]
            if section.points:
                lines += [*(f"- {_plain(point)}" for point in section.points), ""]
            if section.grid:
                lines += [*_pipes(section.grid), ""]
            lines += [part for line in section.after for part in (_plain(line), "")]
    return "\n".join(lines).rstrip() + "\n"


def _pipes(grid: Grid) -> Iterator[str]:
    yield "| " + " | ".join(_cell(cell) for cell in grid.head) + " |"
    yield "|" + "---|" * len(grid.head)
    for row in grid.rows:
        yield "| " + " | ".join(_cell(cell) for cell in _ticked(grid, row)) + " |"


def _cell(words: str) -> str:
    return _plain(words).replace("|", "\\|") or " "


def _plain(words: str) -> str:
    """What an author typed does not become markup."""
    return "".join(f"\\{letter}" if letter in "\\`*_<>#" else letter for letter in words)
