"""The log of a battle in words: every roll, choice and consequence in order, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exports.kit.log import LogLine, format_log_line
from generator.table.visibility import merge_notes

from .messages import MessageFormatter


def format_log(card: Mapping[str, Any], formatter: MessageFormatter) -> Iterator[LogLine]:
    """Yield answers of the transcript and events of the card in order."""
    transcript = card.get("transcript")
    if transcript:
        for entry in merge_notes(transcript["entries"], card.get("events", ())):
            yield format_log_line(entry, formatter)
