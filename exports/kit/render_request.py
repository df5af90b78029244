"""Request for a file, the same for every game."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs import Language


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Language, paper, sheets by name (empty: all), and an address to print."""

    lang: Language = "en"
    paper: str = "a4"
    sheets: tuple[str, ...] = ()
    url: str | None = None

    def wants(self, sheet: str) -> bool:
        return not self.sheets or sheet in self.sheets
