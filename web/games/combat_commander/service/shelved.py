"""What lists show of a scenario, and the words by which it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.library import Query, words
from web.storage.summary import Summary

KIND = "scenario"
LONGEST = 2000
MOST_LINKS = 20


def summary(card: Mapping[str, Any]) -> Summary:
    """The part of a card that a list needs, in the shape of a card."""
    links = [str(link) for link in card.get("links", ())][:MOST_LINKS]
    shown = {
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
    found = [f"year:{card['year']}", f"map:{card['map']['number']}", *(f"link:{link}" for link in links)]
    found += [f"{name}:{force[name]}" for force in forces for name in ("faction", "size") if force[name]]
    return Summary(shown, tuple(dict.fromkeys(found)), words(dict(card))[:LONGEST])


def marks(query: Query) -> tuple[str, ...]:
    """What a query asks for that is found whole."""
    asked = {"year": query.year, "map": query.map, "faction": query.faction, "size": query.size}
    return tuple(f"{name}:{value}" for name, value in asked.items() if value is not None)
