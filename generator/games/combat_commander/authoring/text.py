"""A sentence in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander.model import Language

#: A card document as it stands in JSON (schemas/card.schema.json).
Card = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """What a person reads, in Spanish and in English."""

    es: str
    en: str

    def in_(self, language: Language) -> str:
        return self.es if language == "es" else self.en


def both(value: str) -> Text:
    """A text that reads the same in both languages: a name, a figure."""
    return Text(value, value)
