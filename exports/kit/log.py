"""Log lines in words: every answer and every consequence, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def format_log(entries: Iterable[Mapping[str, Any]], formatter: MessageFormatter, rule_width: int) -> str:
    """Return a log as text, a line for each entry, with the rules in a column."""
    lines = []
    for entry in entries:
        line = format_log_line(entry, formatter)
        who = f"{line.seat}: " if line.seat else ""
        answer = f": {line.answer}" if line.answer else ""
        lines.append(f"{line.rule:<{rule_width}}{who}{line.text}{answer}")
    return "\n".join(lines) + "\n"
