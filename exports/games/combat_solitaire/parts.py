"""What a sheet is made of, whatever it is written on: sentences, facts, grids with boxes to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Boxes:
    """So many boxes to tick, with a word before each if it has one."""

    count: int = 1
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Room to write."""


Cell = str | Boxes | Line


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; what must not be overlooked stands in a frame."""

    text: str
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; ``wide`` are the shares of its columns, ``tall`` the least height of its rows in lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    wide: tuple[float, ...] = ()
    tall: float = 1.0
    halves: bool = False  # on paper a long one stands in two halves beside each other


@dataclass(frozen=True, slots=True)
class Head:
    """A heading inside a sheet; on paper what it heads may stand beside what the next one heads."""

    text: str
    beside: float = 0.0  # the share of the line that it has then; 0 where it stands alone
    joins: bool = False  # it stays in the column of the one before it


Part = Words | Facts | Grid | Head


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed on pages of its own."""

    title: str
    above: str
    parts: Sequence[Part] = field(default_factory=tuple)
