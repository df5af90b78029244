"""What lists show of a document, and the words by which it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Summary:
    """``shown`` is what a list shows; ``marks`` are found whole, as ``year:1944``, ``text`` by any part."""

    shown: Mapping[str, Any]
    marks: tuple[str, ...] = ()
    text: str = ""

    @property
    def words(self) -> str:
        """All of it as it is stored: marks between bars, then the text."""
        marks = "|".join(mark.replace("|", " ") for mark in self.marks)
        return f"|{marks}|{self.text.casefold()}"[:LONGEST]
