"""The log of a battle in words: every roll, choice and consequence in order, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exports.kit.log import LogLine, line
from generator.table.seen import woven

from .scribe import Scribe


def log_lines(card: Mapping[str, Any], scribe: Scribe) -> Iterator[LogLine]:
    """Answers of the transcript and events of the card, as they happened."""
    transcript = card.get("transcript")
    if transcript:
        for found in woven(transcript["entries"], card.get("events", ())):
            yield line(found, scribe)
