"""Sheets as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .leaf import Figure, Grid, Part, Sheet, Steps, Title, Words


def text(sheets: Sequence[Sheet]) -> str:
    """For a terminal: everything that is written on the sheets."""
    return "\n".join("\n".join(_text(sheet)) for sheet in sheets)


def _text(sheet: Sheet) -> Iterator[str]:
    yield sheet.title.upper()
    yield from filter(None, (sheet.subtitle, sheet.badge))
    yield ""
    for part in sheet.parts:
        yield from _lines(part)


def _lines(part: Part) -> Iterator[str]:
    if isinstance(part, Title):
        yield from ("", part.words, "-" * len(part.words))
    elif isinstance(part, Words):
        yield part.words
    elif isinstance(part, Steps):
        yield from (f"[ ] {rule:<9} {words}" for rule, words in part.steps)
    elif isinstance(part, Grid):
        yield from _columns(part)
    else:
        yield part.words


def _columns(grid: Grid) -> Iterator[str]:
    rows = [list(grid.heads), *(list(row) for row in grid.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(grid.heads))]
    for number, row in enumerate(rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def markdown(sheets: Sequence[Sheet]) -> str:
    """For notes and forums."""
    return "\n".join("\n".join(_markdown(sheet)) for sheet in sheets)


def _markdown(sheet: Sheet) -> Iterator[str]:
    yield from (f"# {_safe(sheet.title)}", "")
    for words in filter(None, (sheet.subtitle, sheet.badge)):
        yield from (_safe(words), "")
    for part in sheet.parts:
        if isinstance(part, Title):
            yield f"## {_safe(part.words)}"
        elif isinstance(part, Words | Figure):
            yield _safe(part.words)
        elif isinstance(part, Steps):
            yield from (f"- [ ] **{rule}** {_safe(words)}" for rule, words in part.steps)
        else:
            yield from _table(part)
        yield ""


def _table(grid: Grid) -> Iterator[str]:
    yield "| " + " | ".join(map(_safe, grid.heads)) + " |"
    yield "|" + "---|" * len(grid.heads)
    yield from ("| " + " | ".join(map(_safe, row)) + " |" for row in grid.rows)


def _safe(words: str) -> str:
    """Nothing that a person typed is read as markup."""
    for mark in "\\`*_{}[]<>#|":
        words = words.replace(mark, f"\\{mark}")
    return words
