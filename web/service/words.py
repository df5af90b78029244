"""Lines of a log in words."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.model import Language
from exports.games.combat_commander.log import LogLine, entry_line, event_line

from .context import Context
from .procedures import Document


def line(context: Context, found: Document, language: Language) -> LogLine:
    """One line of a log: an answer, or a note of what followed by rule."""
    speak = event_line if "what" in found else entry_line
    return speak(found, context.catalog, language)


def in_words(context: Context, log: Sequence[Document], language: Language) -> list[Document]:
    """The log with each line's sentence as ``text``."""
    lines = []
    for found in log:
        said = line(context, found, language)
        parts = [f"{said.seat}: {said.text}" if said.seat else said.text, said.answer]
        lines.append({**found, "text": " → ".join(part for part in parts if part)})
    return lines
