"""Log lines in words: every answer and every consequence, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from exports.kit.messages import MessageFormatter


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: rule, seat, what it did, and the answer; or rule and consequence."""

    rule: str
    seat: str | None  # None for a consequence of a rule
    text: str
    answer: str | None
    told: bool = False  # whether the text goes on from the seat ("chose the map") and is not the question


def format_log_line(entry: Mapping[str, Any], formatter: MessageFormatter) -> LogLine:
    """Format a log entry: an answer, or a note of a consequence."""
    if "what" in entry:
        return LogLine(entry["rule"], None, formatter.sentence(f"note.{entry['what']}", entry["facts"]), None)
    ask = entry["ask"]
    told = formatter.knows(f"did.{ask}")
    seat = formatter.form("seat", entry["seat"], "The") if told else formatter.name("seat", entry["seat"])
    text = formatter.name("did" if told else "ask", ask)
    return LogLine(entry["rule"], seat, text, formatter.answer(entry), told)


def join_log_line(line: LogLine, formatter: MessageFormatter) -> str:
    """Return a line as one sentence: "Red player chose the lane: road"."""
    words = line.text
    if line.seat:
        words = f"{line.seat} {words}" if line.told else formatter.labelled(line.seat, words)
    return formatter.labelled(words, line.answer) if line.answer else words


def format_log(entries: Iterable[Mapping[str, Any]], formatter: MessageFormatter, rule_width: int) -> str:
    """Return a log as text, a line for each entry, with the rules in a column."""
    lines = []
    for entry in entries:
        line = format_log_line(entry, formatter)
        lines.append(f"{line.rule:<{rule_width}}{join_log_line(line, formatter)}")
    return "\n".join(lines) + "\n"
