"""Lines of a log in words: every answer and every consequence, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.kit.scribe import Scribe


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: who, under which rule, what was asked or happened, and the answer."""

    rule: str
    seat: str | None  # None for what follows by rule
    text: str
    answer: str | None


def line(found: Mapping[str, Any], scribe: Scribe) -> LogLine:
    """An answer, or a note of what followed by rule."""
    if "what" in found:
        return LogLine(found["rule"], None, scribe.sentence(f"note.{found['what']}", found["facts"]), None)
    seat, ask = scribe.name("seat", found["seat"]), scribe.name("ask", found["ask"])
    return LogLine(found["rule"], seat, ask, scribe.answer(found))
