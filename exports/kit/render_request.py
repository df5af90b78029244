"""Request for a file, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from catalogs import Language

Layout = Literal["landscape", "portrait"]


class Odds(TypedDict):
    """How often each side wins, in points of 100, and how this is known."""

    shares: Mapping[str, int]
    margin: int
    known: Literal["measured", "fought", "estimated"]  # by enough fights, by some, without a fight


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Language, paper, sheets by name (empty: all), an address to print, layout and odds of a card."""

    lang: Language = "en"
    paper: str = "a4"
    sheets: tuple[str, ...] = ()
    url: str | None = None
    layout: Layout = "landscape"
    odds: Odds | None = None  # None: not known, so not printed

    def wants(self, sheet: str) -> bool:
        return not self.sheets or sheet in self.sheets
