"""Message formatter of Schwerpunkt: calculation steps, and answers that notes repeat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from exports.kit import messages as kit
from generator.games.schwerpunkt.pace import Pace

#: Questions answered by counter ids, which a note tells by name.
ASKS_TOLD_BY_NOTES = ("turn", "train", "left_map", "hq_lost", "first", "weather_now")


@dataclass(frozen=True)
class MessageFormatter(kit.MessageFormatter):
    """Schwerpunkt's message formatter."""

    catalog: Catalog

    def name(self, kind: str, value: object) -> str:
        """Return the name of a thing of a kind; a calculation step is its reason, value and owner."""
        if kind == "working":
            return self.step(str(value))
        if kind in ("passed", "losses", "eliminated", "emptied"):
            return self.term(f"yes_no.{value}")
        if kind in ("effect", "fire_effect"):
            return self.term(f"effect.{value}") if self.knows(f"effect.{value}") else str(value)
        if kind == "cohesion_effect":
            return self.term(f"result.{value}")
        return super().name(kind, value)

    def translate(self, text: str) -> str:
        """Return a text of our own battle in the reader's language; an author's text unchanged."""
        return self.catalog.own_words.get(text, {}).get(self.lang, text)

    def pace(self, pace: Pace) -> dict[str, object]:
        """Return the figures of a pace as a sentence takes them."""
        contests, stride = self.decimal(pace.contests, 1), self.decimal(pace.stride, 2)
        return {"boxes": pace.boxes, "contests": contests, "stride": stride}

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        return super().sentence(key, self.translate_all(facts))

    def step(self, value: str) -> str:
        why, _, rest = value.partition(":")
        much, _, who = rest.partition(":")
        number = much.replace("-", "−")
        return f"{self.term(f'why.{why}')} {number}" + (f" ({who})" if who else "")

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Return an answer, or nothing for reports and choices of counters, which notes repeat."""
        given = entry["answer"]
        if isinstance(given, Mapping) and given.get("hidden"):
            return self.term("answer.hidden")
        if entry["kind"] == "report" or entry["ask"] in ASKS_TOLD_BY_NOTES:
            return ""
        return super().answer(entry)
