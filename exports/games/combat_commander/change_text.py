"""Differences between two versions of a card, in words."""

from __future__ import annotations

from typing import Any

from generator.diff import Change
from generator.games.combat_commander.authoring.force import SIDES, piece
from schemas.json_pointer import split_pointer

from .messages import Scribe

#: Fields whose term has another name.
LABELS = {"marker": "card.vp_marker", "friendly_edge": "card.edge", "special": "card.special_rules"}
#: Groups of terms that may name a value.
GROUPS = ("side", "quality", "posture", "size", "faction", "orientation", "edge", "fortification")


def change_text(change: Change, scribe: Scribe) -> str:
    """Return one difference: place, old value and new value."""
    return scribe.sentence(
        f"change.{change.kind}",
        {
            "where": _format_path(change.place, scribe),
            "before": _format_value(change.before, scribe),
            "after": _format_value(change.after, scribe),
        },
    )


def _format_path(place: str, scribe: Scribe) -> str:
    """Return the path in words: side, field, piece."""
    words = [_format_step(step, scribe) for step in split_pointer(place) if step != "sides"]
    return " · ".join(word for word in words if word)


def _format_step(step: str, scribe: Scribe) -> str:
    if piece(scribe.catalog, step) is not None:
        return scribe.name("piece", step)
    for key in (
        f"side.{step}" if step in SIDES else LABELS.get(step, ""),
        f"card.{step}",
        f"fortification.{step}",
    ):
        if scribe.knows(key):
            return scribe.term(key)
    return str(int(step) + 1) if step.isdecimal() else step


def _format_value(value: Any, scribe: Scribe) -> str:
    if value is None:
        return scribe.term("card.none")
    if isinstance(value, bool):
        return scribe.term("card.yes" if value else "card.no")
    if isinstance(value, dict):
        if set(value) == {"es", "en"}:
            return scribe.text(value)
        return ", ".join(
            f"{_format_step(str(key), scribe)} {_format_value(entry, scribe)}" for key, entry in value.items()
        )
    if isinstance(value, list):
        return ", ".join(_format_value(entry, scribe) for entry in value)
    return _name_of_id(value, scribe) if isinstance(value, str) else str(value)


def _name_of_id(value: str, scribe: Scribe) -> str:
    if piece(scribe.catalog, value) is not None:
        return scribe.name("piece", value)
    if value in scribe.catalog.support:
        return scribe.thing(value)
    keys = (f"{group}.{value}" for group in GROUPS)
    return next((scribe.term(key) for key in keys if scribe.knows(key)), value)
