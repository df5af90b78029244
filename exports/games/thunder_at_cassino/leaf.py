"""What a sheet consists of, whatever it is written on: titles, texts, lists, tables, the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing

from exports.kit.grid import Grid as Grid


@dataclass(frozen=True, slots=True)
class Title:
    words: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; a soft one is a remark."""

    words: str
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Steps:
    """Things to do in their order, each with its rule."""

    steps: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with the words that stand for it."""

    drawing: Drawing
    words: str


Part = Title | Words | Steps | Grid | Figure


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with its name for files, its titles, what it is based on, and its parts."""

    name: str
    title: str
    subtitle: str
    badge: str
    parts: Sequence[Part]
