"""Document summaries for lists, for documents of any game: title, columns and search text."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from web.games.registry import games
from web.storage.document_summary import Summary

MAX_TEXT_LENGTH = 2000


def summarize(game: str, kind: str, document: Mapping[str, Any]) -> Summary:
    """Return the summary of a document, by the game's function or by its declaration."""
    own = games()[game].summaries.get(kind) if game in games() else None
    if own:
        summary: Summary = resolve_name(own)(document)
        return summary
    from generator.authoring import summarize
    from generator.game import find_authored

    shown = summarize(find_authored(game, kind), document)
    return Summary(shown, _marks(shown), _text(shown))


def _marks(shown: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the marks by which a list can be filtered."""
    return tuple(
        f"{name}:{value}" for name, value in shown.items() if isinstance(value, str | int) and value != ""
    )


def _text(shown: Mapping[str, Any]) -> str:
    parts = [
        " ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)
        for value in shown.values()
        if value is not None
    ]
    return " ".join(parts)[:MAX_TEXT_LENGTH]
