"""Summary of a document: what lists show, and the text that searches match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_SEARCH_TEXT_LENGTH = 4000


@dataclass(frozen=True, slots=True)
class Summary:
    """``shown`` is what a list shows; ``marks`` match whole, as ``year:1944``, ``text`` by any part."""

    shown: Mapping[str, Any]
    marks: tuple[str, ...] = ()
    text: str = ""

    @property
    def search_text(self) -> str:
        """Return the stored search text: marks between bars, then the text."""
        marks = "|".join(mark.replace("|", " ") for mark in self.marks)
        return f"|{marks}|{self.text.casefold()}"[:MAX_SEARCH_TEXT_LENGTH]
