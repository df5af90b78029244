"""What lists show of a document, whatever game it is for: its title, its columns, and how it is found."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from web.game import games
from web.storage.summary import Summary

LONGEST_TEXT = 2000


def summary_of(game: str, kind: str, document: Mapping[str, Any]) -> Summary:
    """A game may say itself what a list shows; else its declaration of the document does."""
    own = games()[game].summaries.get(kind) if game in games() else None
    if own:
        found: Summary = resolve_name(own)(document)
        return found
    from generator.authoring import summary
    from generator.game import authored

    shown = summary(authored(game, kind), document)
    return Summary(shown, _marks(shown), _text(shown))


def _marks(shown: Mapping[str, Any]) -> tuple[str, ...]:
    """Words and numbers by which a list can be narrowed down."""
    return tuple(
        f"{name}:{value}" for name, value in shown.items() if isinstance(value, str | int) and value != ""
    )


def _text(shown: Mapping[str, Any]) -> str:
    parts = [
        " ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)
        for value in shown.values()
        if value is not None
    ]
    return " ".join(parts)[:LONGEST_TEXT]
