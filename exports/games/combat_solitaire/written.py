"""Sheets as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from .parts import Boxes, Cell, Facts, Head, Line, Part, Sheet, Words

WIDE = 100


def as_text(sheets: Sequence[Sheet]) -> str:
    return "\n".join(chain.from_iterable(_text_sheet(each) for each in sheets))


def _text_sheet(sheet: Sheet) -> list[str]:
    lines = [sheet.title, "=" * len(sheet.title), ""]
    for part in sheet.parts:
        lines += [*_text_part(part), ""]
    return lines


def _text_part(part: Part) -> list[str]:
    if isinstance(part, Head):
        return [part.text, "-" * len(part.text)]
    if isinstance(part, Words):
        return [f"** {part.text} **" if part.loud else part.text]
    if isinstance(part, Facts):
        wide = max((len(name) for name, _ in part.rows), default=0)
        return [f"{name:<{wide}}  {value}" for name, value in part.rows]
    rows = [part.head, *(tuple(_cell(each) for each in row) for row in part.rows)]
    wides = [max(len(row[place]) for row in rows) for place in range(len(part.head))]
    return [
        "  ".join(f"{cell:<{wide}}" for cell, wide in zip(row, wides, strict=True)).rstrip() for row in rows
    ]


def _cell(cell: Cell) -> str:
    if isinstance(cell, Boxes):
        words = cell.words or ("",) * cell.count
        return " ".join(f"{word}[ ]" for word in words)
    return "____" if isinstance(cell, Line) else cell


def as_markdown(sheets: Sequence[Sheet]) -> str:
    lines: list[str] = []
    for sheet in sheets:
        lines += [f"# {_safe(sheet.title)}", ""]
        for part in sheet.parts:
            lines += [*_markdown(part), ""]
    return "\n".join(lines)


def _markdown(part: Part) -> list[str]:
    if isinstance(part, Head):
        return [f"## {_safe(part.text)}"]
    if isinstance(part, Words):
        return [f"> **{_safe(part.text)}**" if part.loud else _safe(part.text)]
    if isinstance(part, Facts):
        return [f"- **{_safe(name)}:** {_safe(value)}" for name, value in part.rows]
    rule = "|" + "---|" * len(part.head)
    return [_row(part.head), rule, *(_row(tuple(_cell(each) for each in row)) for row in part.rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_safe(each) for each in cells) + " |"


def _safe(text: str) -> str:
    """What people wrote is text, not marks or tags."""
    for sign in "\\`*_{}[]<>#|":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
