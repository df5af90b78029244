"""Words that Combat Commander's pages need: terms, things, numbers of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from web.current import language

from ..current import scribe


def register(app: Flask) -> None:
    """Give the game's templates their words."""
    app.jinja_env.globals.update(
        marker_text=lambda marker: scribe().marker(marker),
        in_fight=lambda key, **facts: scribe().said(key, **facts),
        side_class=side_class,
        thing=thing,
    )


def term(key: str) -> str:
    """The word for an id, ``faction.german``."""
    return scribe().term(key)


def thing(name: str) -> str:
    """An order of battle, an offer, a leader, a counter or a package in words."""
    return scribe().thing(name)


def times(count: int, name: str) -> str:
    """3 × Rifle squad, not to be broken after the number."""
    return f"{count}\u00a0×\u00a0{name}"


def counted(pieces: Mapping[str, int]) -> tuple[str, ...]:
    """Pieces with their numbers."""
    return tuple(times(count, thing(ref)) for ref, count in pieces.items())


def both(words: Mapping[Any, str]) -> str:
    """A text that stands in several languages."""
    return words.get(language()) or words.get("en") or ""


def side_class(card: Mapping[str, Any] | None, side: str) -> str:
    """The classes that dress something in the colours of a side."""
    faction = card["sides"][side]["faction"] if card else "plain"
    return f"of-{side} dress-{faction}"
