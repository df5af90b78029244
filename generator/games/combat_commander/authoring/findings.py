"""What a check says about a card: where, what, and the one action that would mend it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from schemas.said import Said

from .card import Card
from .pointer import drop, put

Severity = Literal["E", "W", "I"]  # reject, warn, inform


@dataclass(frozen=True, slots=True)
class Fix:
    """One action that removes a finding."""

    title: Said
    change: Callable[[Card], None] = field(compare=False)  # works on a copy, in place
    entry: bool = False  # takes an entry of a list away, whatever becomes of the others like it

    def apply(self, card: Card) -> Card:
        """The mended card; the one given stays as it is."""
        mended = copy.deepcopy(card)
        self.change(mended)
        return mended


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to say about a place of a card."""

    id: str
    severity: Severity
    place: str  # JSON pointer
    text: Said
    rule: str
    fix: Fix | None = None


def set_to(place: str, value: Any, title: Said) -> Fix:
    """A fix that sets one field."""

    def change(card: Card) -> None:
        put(card, place, copy.deepcopy(value))

    return Fix(title, change)


def take_away(place: str, title: Said, *, entry: bool = False) -> Fix:
    """A fix that removes one field or entry."""

    def change(card: Card) -> None:
        drop(card, place)

    return Fix(title, change, entry)
