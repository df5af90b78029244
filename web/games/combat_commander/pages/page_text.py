"""Text helpers of Combat Commander's pages: terms, names, counts of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask

from web.http.request_context import language

from ..request_context import formatter


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to choose, with its label."""

    value: str
    label: str


def register(app: Flask) -> None:
    """Register the text helpers for the game's templates."""
    app.jinja_env.globals.update(
        marker_text=lambda marker: formatter().marker(marker),
        in_fight=lambda key, **facts: formatter().format(key, **facts),
        side_class=side_class,
        thing=thing,
    )


def term(key: str) -> str:
    """Return the word for a key such as ``faction.german``."""
    return formatter().term(key)


def thing(name: str) -> str:
    """Return the name of an order of battle, offer, leader, counter or package."""
    return formatter().thing(name)


def format_count(count: int, name: str) -> str:
    """Return a count such as "3 × Rifle squad", with non-breaking spaces."""
    return f"{count}\u00a0×\u00a0{name}"


def format_counts(pieces: Mapping[str, int]) -> tuple[str, ...]:
    """Return pieces with their counts."""
    return tuple(format_count(count, thing(ref)) for ref, count in pieces.items())


def in_language(words: Mapping[Any, str]) -> str:
    """Return a bilingual text in the current language."""
    return words.get(language()) or words.get("en") or ""


def side_class(card: Mapping[str, Any] | None, side: str) -> str:
    """Return the CSS classes that colour an element for a side."""
    faction = card["sides"][side]["faction"] if card else "plain"
    return f"of-{side} dress-{faction}"
