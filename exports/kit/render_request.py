"""Request for a file, the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catalogs import Language

Layout = Literal["landscape", "portrait"]


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Language, paper, sheets by name (empty: all), an address to print, and the layout of a card."""

    lang: Language = "en"
    paper: str = "a4"
    sheets: tuple[str, ...] = ()
    url: str | None = None
    layout: Layout = "landscape"

    def wants(self, sheet: str) -> bool:
        return not self.sheets or sheet in self.sheets
