"""How whoever asks for a file wishes it; the same for the files of every game."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs import Language


@dataclass(frozen=True, slots=True)
class Wish:
    """Language, paper, some sheets by name (none: all of them), and an address to print."""

    lang: Language = "en"
    paper: str = "a4"
    sheets: tuple[str, ...] = ()
    url: str | None = None

    def wants(self, sheet: str) -> bool:
        return not self.sheets or sheet in self.sheets
