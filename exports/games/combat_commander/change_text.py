"""Differences between two versions of a card, in words."""

from __future__ import annotations

from typing import Any

from generator.diff import Change
from generator.games.combat_commander.authoring.force import SIDES, find_piece
from schemas.json_pointer import split_pointer

from .messages import MessageFormatter

#: Fields whose term has another name.
LABELS = {"marker": "card.vp_marker", "friendly_edge": "card.edge", "special": "card.special_rules"}
#: Groups of terms that may name a value.
GROUPS = ("side", "quality", "posture", "size", "faction", "orientation", "edge", "fortification")


def change_text(change: Change, formatter: MessageFormatter) -> str:
    """Return one difference: place, old value and new value."""
    return formatter.sentence(
        f"change.{change.kind}",
        {
            "where": _format_path(change.place, formatter),
            "before": _format_value(change.before, formatter),
            "after": _format_value(change.after, formatter),
        },
    )


def _format_path(place: str, formatter: MessageFormatter) -> str:
    """Return the path in words: side, field, piece."""
    words = [_format_step(step, formatter) for step in split_pointer(place) if step != "sides"]
    return " · ".join(word for word in words if word)


def _format_step(step: str, formatter: MessageFormatter) -> str:
    if find_piece(formatter.catalog, step) is not None:
        return formatter.name("piece", step)
    for key in (
        f"side.{step}" if step in SIDES else LABELS.get(step, ""),
        f"card.{step}",
        f"fortification.{step}",
    ):
        if formatter.knows(key):
            return formatter.term(key)
    return str(int(step) + 1) if step.isdecimal() else step


def _format_value(value: Any, formatter: MessageFormatter) -> str:
    if value is None:
        return formatter.term("card.none")
    if isinstance(value, bool):
        return formatter.term("card.yes" if value else "card.no")
    if isinstance(value, dict):
        if set(value) == {"es", "en"}:
            return formatter.text(value)
        return ", ".join(
            f"{_format_step(str(key), formatter)} {_format_value(entry, formatter)}"
            for key, entry in value.items()
        )
    if isinstance(value, list):
        return ", ".join(_format_value(entry, formatter) for entry in value)
    return _name_of_id(value, formatter) if isinstance(value, str) else str(value)


def _name_of_id(value: str, formatter: MessageFormatter) -> str:
    if find_piece(formatter.catalog, value) is not None:
        return formatter.name("piece", value)
    if value in formatter.catalog.support:
        return formatter.thing(value)
    keys = (f"{group}.{value}" for group in GROUPS)
    return next((formatter.term(key) for key in keys if formatter.knows(key)), value)
