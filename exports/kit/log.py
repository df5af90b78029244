"""Lines of a log in words: every answer and every consequence, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs import Catalog, Language
from exports.kit.scribe import Scribe


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: who, under which rule, what was asked or happened, and the answer."""

    rule: str
    seat: str | None  # None for what follows by rule
    text: str
    answer: str | None


def line(found: Mapping[str, Any], catalog: Catalog, lang: Language) -> LogLine:
    """An answer, or a note of what followed by rule, as any game may say it."""
    scribe = Scribe(catalog, lang)
    if "what" in found:
        return LogLine(found["rule"], None, scribe.sentence(f"note.{found['what']}", found["facts"]), None)
    seat, ask = scribe.term(f"seat.{found['seat']}"), scribe.term(f"ask.{found['ask']}")
    return LogLine(found["rule"], seat, ask, answer(found, scribe))


def answer(found: Mapping[str, Any], scribe: Scribe) -> str:
    """An answer in words; things are called by what was asked for."""
    given = found["answer"]
    if isinstance(given, Mapping) and given.get("hidden"):
        return scribe.term("answer.hidden")
    if found["kind"] == "roll":
        return " + ".join(map(str, given))
    kind = found["ask"]
    if isinstance(given, Mapping):
        return ", ".join(f"{count} × {scribe.name(kind, one)}" for one, count in given.items())
    several = given if isinstance(given, list) else [given]
    return ", ".join(scribe.name(kind, one) for one in several) or scribe.term("answer.nothing")
