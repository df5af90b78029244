"""Summaries of scenarios for lists and search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.library import Query, collect_text
from schemas.json_pointer import get
from web.storage.document_summary import Summary

KIND = "scenario"
Kind = TypeVar("Kind", str, int)
MAX_TEXT_LENGTH = 2000
MAX_LINKS = 20


def summarize_card(card: Mapping[str, Any]) -> Summary:
    """Return the part of a card that lists show, with its search marks and words.

    A draft may lack parts: they are None.
    """
    given = card.get("links")
    links = [str(link) for link in given][:MAX_LINKS] if isinstance(given, list) else []
    year, number = _value(card, "/year", int), _value(card, "/map/number", int)
    forces = [
        {name: _value(card, f"/sides/{side}/{name}", str) for name in ("faction", "size")} for side in SIDES
    ]
    fields = {
        "id": _value(card, "/id", str),
        "title": _title(card.get("title")),
        "year": year,
        "map": {"number": number},
        "sides": dict(zip(SIDES, forces, strict=True)),
        "links": links,
    }
    marks = [f"year:{year}", f"map:{number}", *(f"link:{link}" for link in links)]
    marks += [f"{name}:{force[name]}" for force in forces for name in ("faction", "size") if force[name]]
    return Summary(fields, tuple(dict.fromkeys(marks)), collect_text(dict(card))[:MAX_TEXT_LENGTH])


def _title(title: Any) -> Any:
    """Return a title in one or several languages; None if it is something else."""
    texts = title.values() if isinstance(title, dict) else [title]
    return title if all(isinstance(text, str) for text in texts) else None


def _value(card: Mapping[str, Any], place: str, kind: type[Kind]) -> Kind | None:
    """Return the value at a place if it is of the right type."""
    value = get(card, place)
    return value if isinstance(value, kind) else None


def list_marks(query: Query) -> tuple[str, ...]:
    """Return the marks of a query that must match exactly."""
    asked = {"year": query.year, "map": query.map, "faction": query.faction, "size": query.size}
    return tuple(f"{name}:{value}" for name, value in asked.items() if value is not None)
