"""Schwerpunkt's scribe: workings of sums, and answers that the log tells in its own lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from exports.kit import scribe as kit
from generator.games.schwerpunkt.pace import Pace

UNKNOWN = "?"
#: Counters by ids: a note tells them by name.
TOLD = ("turn", "train", "left_map", "hq_lost", "first", "weather_now")


@dataclass(frozen=True)
class Scribe(kit.Scribe):
    """Schwerpunkt's words."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        """What a thing of a kind is called; a line of a working is its reason, its value and its owner."""
        if kind == "working":
            return self.step(str(value))
        if kind in ("passed", "losses", "eliminated", "emptied"):
            return self.term(f"yes_no.{value}")
        if kind in ("effect", "fire_effect"):
            return self.term(f"effect.{value}") if self.knows(f"effect.{value}") else str(value)
        if kind == "cohesion_effect":
            return self.term(f"result.{value}")
        return super().name(kind, value)

    def said(self, text: str) -> str:
        """A text of our own battle in the reader's language; an author's stays as he wrote it."""
        return self.catalog.own_words.get(text, {}).get(self.lang, text)

    def own(self, text: str) -> str:
        return self.said(text)

    def pace(self, found: Pace) -> dict[str, object]:
        """The figures of a pace as a sentence takes them."""
        contests, stride = self.decimal(found.contests, 1), self.decimal(found.stride, 2)
        return {"boxes": found.boxes, "contests": contests, "stride": stride}

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        return super().sentence(key, self.spoken(facts))

    def step(self, value: str) -> str:
        why, _, rest = value.partition(":")
        much, _, who = rest.partition(":")
        number = much.replace("-", "−")
        return f"{self.term(f'why.{why}')} {number}" + (f" ({who})" if who else "")

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Reports and choices of counters are told by the notes that follow them."""
        given = entry["answer"]
        if isinstance(given, Mapping) and given.get("hidden"):
            return self.term("answer.hidden")
        if entry["kind"] == "report" or entry["ask"] in TOLD:
            return ""
        return super().answer(entry)
