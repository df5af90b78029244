"""What a sheet is made of, before it is text, Markdown or a page: headings, lines, lists and grids."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its head, its lines, and how its width is shared out; ``boxes`` are columns to tick."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    boxes: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset({0})
    tall: bool = False  # room to write in


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with lines, points and a grid under it; each may be missing."""

    title: str
    lines: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    grid: Grid | None = None
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper: its name, its title, and whose colours it wears."""

    id: str
    title: str
    side: str | None = None
    sections: tuple[Section, ...] = field(default=())
