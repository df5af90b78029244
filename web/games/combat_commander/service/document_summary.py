"""Summaries of scenarios for lists and search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.library import Query, collect_text
from web.storage.document_summary import Summary

KIND = "scenario"
MAX_TEXT_LENGTH = 2000
MAX_LINKS = 20


def summarize_card(card: Mapping[str, Any]) -> Summary:
    """Return the part of a card that lists show, with its search marks and words."""
    links = [str(link) for link in card.get("links", ())][:MAX_LINKS]
    fields = {
        "id": card.get("id"),
        "title": card.get("title"),
        "year": card["year"],
        "map": {"number": card["map"]["number"]},
        "sides": {
            side: {name: card["sides"][side].get(name) for name in ("faction", "size")} for side in SIDES
        },
        "links": links,
    }
    forces = [card["sides"][side] for side in SIDES]
    marks = [f"year:{card['year']}", f"map:{card['map']['number']}", *(f"link:{link}" for link in links)]
    marks += [f"{name}:{force[name]}" for force in forces for name in ("faction", "size") if force[name]]
    return Summary(fields, tuple(dict.fromkeys(marks)), collect_text(dict(card))[:MAX_TEXT_LENGTH])


def list_marks(query: Query) -> tuple[str, ...]:
    """Return the marks of a query that must match exactly."""
    asked = {"year": query.year, "map": query.map, "faction": query.faction, "size": query.size}
    return tuple(f"{name}:{value}" for name, value in asked.items() if value is not None)
