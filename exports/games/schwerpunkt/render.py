"""The sheets of a battle as files: PDF, text and Markdown from the same parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from exports.kit.wish import Wish
from generator.games.schwerpunkt.battle import SIDES

from .content import Dial, Grid, Heading, Part, Track, Words, sets
from .scribe import Scribe

WIDE = 92  # characters of a line of plain text


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, wish: Wish) -> bytes:
    """A document that a seat may see; the sheets that are wished for may be one side's."""
    scribe = Scribe(catalog, wish.lang)
    document = scribe.spoken(document)
    wanted = [side for side in SIDES if wish.wants(side)] or list(SIDES)
    parts = list(sets(document, scribe, wanted))
    battle = document.get("battle", document)
    if kind == "pdf":
        from .paper import pdf

        return pdf(parts, battle["title"], scribe, wish.paper, wish.url)
    title = battle["title"]
    if kind == "markdown":
        return ("\n".join((f"# {title}", "", *_markdown(parts))) + "\n").encode()
    return ("\n".join((title.upper(), "", *_text(parts))) + "\n").encode()


def _markdown(parts: Iterable[Part]) -> Iterable[str]:
    for part in parts:
        if isinstance(part, Heading):
            yield f"{'#' * (part.level + 1)} {part.words}"
        elif isinstance(part, Words):
            yield f"*{part.words}*" if part.soft else part.words
        elif isinstance(part, Grid):
            yield "| " + " | ".join(part.head) + " |"
            yield "|" + "---|" * len(part.head)
            yield from (
                "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in part.rows
            )
        elif isinstance(part, Track):
            yield f"{part.label}: " + " ".join(_boxes(part))
        else:
            yield from (f"- {line}" for line in _hours(part))
        yield ""


def _text(parts: Iterable[Part]) -> Iterable[str]:
    from textwrap import wrap

    for part in parts:
        if isinstance(part, Heading):
            yield part.words.upper() if part.level == 1 else part.words
            yield ("=" if part.level == 1 else "-") * min(WIDE, len(part.words))
        elif isinstance(part, Words):
            yield from wrap(part.words, WIDE) or [""]
        elif isinstance(part, Grid):
            yield from _columns(part)
        elif isinstance(part, Track):
            yield f"{part.label}: " + " ".join(_boxes(part))
        else:
            yield from _hours(part)
        yield ""


def _columns(grid: Grid) -> Iterable[str]:
    """Columns as wide as what stands in them."""
    lines = (grid.head, *grid.rows)
    wide = [max(len(row[place]) for row in lines) for place in range(len(grid.head))]
    for row in lines:
        yield "  ".join(cell.ljust(wide[place]) for place, cell in enumerate(row)).rstrip()


def _boxes(track: Track) -> Iterable[str]:
    for number, label in enumerate(track.boxes, start=1):
        yield f"({label})" if number == track.marked else f"[{label}]"


def _hours(dial: Dial) -> Iterable[str]:
    for day, row in zip(dial.day, dial.rows, strict=True):
        marks = (
            f"{cell.label}{'*' if cell.due else ''}{'#' if cell.night else ''}" for cell in row if cell.label
        )
        yield f"{day}: " + " ".join(marks)
