"""Write sheets as Markdown; user input is escaped and never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
from exports.kit.text import BOX, WRITING_SPACE, cell_text, track_text

SPACES = re.compile(r"[^\S\u00a0]+")  # hard spaces stay
#: Punctuation with a meaning inside a line of CommonMark or of GitHub's dialect.
MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&$@]")
#: Text that some renderers turn into links without markup.
BARE_LINK = re.compile(r":(?=//)|(?<=\bwww)\.|:(?=\S*\\@)", re.IGNORECASE)
#: Text that begins a list, a rule or an underlined heading at the start of a line.
LINE_START = re.compile(r"^(?:[-+](?=[\s-]|$)|=|(\d{1,9})(?=[.)](?:\s|$)))")


def escape(text: str) -> str:
    """Escape text for any position after the start of a line."""
    text = SPACES.sub(" ", text).strip()
    return BARE_LINK.sub(r"\\\g<0>", MARKUP.sub(r"\\\g<0>", text))


def escape_line(text: str) -> str:
    """Escape text for the start of a line, too."""
    return LINE_START.sub(lambda match: f"{match[0]}\\" if match[1] else f"\\{match[0]}", escape(text))


def write_markdown(sheets: Sequence[Sheet], title: str = "", note: str = "") -> str:
    """Return the sheets as Markdown, below the title of the file if there is one."""
    blocks = [f"# {escape(title)}"] if title else []
    blocks += [_emphasize(note, "*")] if note else []
    for sheet in sheets:
        blocks += _sheet(sheet, 2 if title else 1)
    return "\n\n".join(filter(None, blocks)) + "\n"


def _sheet(sheet: Sheet, level: int) -> Iterator[str]:
    yield f"{'#' * level} {escape(sheet.title)}"
    yield from (escape_line(words) for words in (sheet.subtitle, sheet.badge))
    for part in sheet.flat_parts:
        yield _part(part, level)


def _part(part: FlatPart, level: int) -> str:
    match part:
        case Heading():
            return f"{'#' * (level + part.level - 1)} {escape(part.text)}"
        case Paragraph():
            if part.loud:
                return f"> {_emphasize(part.text, '**')}"
            return _emphasize(part.text, "*") if part.soft else escape_line(part.text)
        case Facts():
            return _join_lines(f"- **{escape(name)}:** {escape(value)}" for name, value in part.rows)
        case Bullets():
            mark = f"- {BOX}" if part.ticked else "-"
            return _join_lines(f"{mark} {escape_line(item)}" for item in part.items)
        case Steps():
            return _join_lines(
                f"- {BOX} {_emphasize(mark, '**')} {escape(words)}" for mark, words in part.rows
            )
        case Lines():
            return _join_lines(
                f"- {escape_line(label)}: {escape(WRITING_SPACE * 5)}" for label in part.labels
            )
        case Grid():
            return markdown_table(part)
        case Track():
            return escape_line(track_text(part))
        case Figure():
            return _figure(part)
        case Cut():
            return "---"
        case _:
            assert_never(part)


def _emphasize(text: str, mark: str) -> str:
    """Return text between emphasis marks, or nothing if it is empty."""
    words = escape(text)
    return f"{mark}{words}{mark}" if words else ""


def _join_lines(lines: Iterator[str]) -> str:
    return "\n".join(lines)


def _figure(figure: Figure) -> str:
    if figure.source:
        return f"![{escape(' '.join(figure.lines))}]({figure.source})"
    if len(figure.lines) == 1:
        return escape_line(figure.lines[0])
    return _join_lines(f"- {escape_line(line)}" for line in figure.lines)


def markdown_table(grid: Grid) -> str:
    """Return a table with pipes."""
    rows = [_row(grid.head), "|" + "---|" * len(grid.head), *map(_row, grid.rows)]
    return "\n".join(rows)


def _row(cells: Sequence[Cell]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Boxes):
        return " ".join(f"{escape(word)}{BOX}" for word in cell.words or ("",) * cell.count)
    return escape(cell_text(cell)) if isinstance(cell, Blank) else escape(cell)
