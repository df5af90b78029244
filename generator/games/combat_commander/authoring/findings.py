"""What a check says about a card: where, what, and the one action that would mend it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from generator.games.combat_commander.authoring.pointer import drop, put
from generator.games.combat_commander.authoring.text import Card, Text

Severity = Literal["E", "W", "I"]  # reject, warn, inform


@dataclass(frozen=True, slots=True)
class Fix:
    """One action that removes a finding."""

    title: Text
    change: Callable[[Card], None] = field(compare=False)  # works on a copy, in place

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
    text: Text
    rule: str
    fix: Fix | None = None

    def json(self) -> dict[str, Any]:
        """For the API: the fix by its title, to be asked for by id and place."""
        fix = {"es": self.fix.title.es, "en": self.fix.title.en} if self.fix else None
        return {
            "id": self.id,
            "severity": self.severity,
            "place": self.place,
            "text": {"es": self.text.es, "en": self.text.en},
            "rule": self.rule,
            "fix": fix,
        }


def set_to(place: str, value: Any, es: str, en: str) -> Fix:
    """A fix that sets one field."""

    def change(card: Card) -> None:
        put(card, place, copy.deepcopy(value))

    return Fix(Text(es, en), change)


def take_away(place: str, es: str, en: str) -> Fix:
    """A fix that removes one field or entry."""

    def change(card: Card) -> None:
        drop(card, place)

    return Fix(Text(es, en), change)
