"""Log lines in words: every answer and every consequence, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.kit.messages import MessageFormatter


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: rule, seat, the question or event, and the answer."""

    rule: str
    seat: str | None  # None for a consequence of a rule
    text: str
    answer: str | None


def format_log_line(entry: Mapping[str, Any], formatter: MessageFormatter) -> LogLine:
    """Format a log entry: an answer, or a note of a consequence."""
    if "what" in entry:
        return LogLine(entry["rule"], None, formatter.sentence(f"note.{entry['what']}", entry["facts"]), None)
    seat, ask = formatter.name("seat", entry["seat"]), formatter.name("ask", entry["ask"])
    return LogLine(entry["rule"], seat, ask, formatter.answer(entry))
