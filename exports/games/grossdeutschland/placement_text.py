"""Starting places in words: the grammar of the set-up tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .messages import Scribe

Data = Mapping[str, Any]
MAX_LISTED_HEXES = 4  # maximum hexes listed beside a place's name


def format_placement(scribe: Scribe, document: Data, placed: Data) -> str:
    """Return a placement: in or near a place, in a region, off the map, or by an entry on a turn."""
    facts = {
        "place": format_spot(scribe, document, placed),
        "distance": placed.get("distance", 0),
        "letters": scribe.list(list(placed.get("entry", ())), "or"),
        "instead": scribe.list(list(placed.get("instead", ())), "or"),
        "region": placed.get("region", ""),
        "date": placed.get("date", ""),
        "slot": placed.get("slot", ""),
    }
    words = scribe.sentence(f"placing.{placed['kind']}", facts)
    if placed.get("instead"):
        words = scribe.sentence("placing.instead", {**facts, "words": words})
    return scribe.sentence("placing.condition", {"words": words}) if placed.get("condition") else words


def format_spot(scribe: Scribe, document: Data, placed: Data) -> str:
    """Return the place, hex or entry that a placement names."""
    if "hex" in placed:
        return str(placed["hex"])
    if "place" in placed:
        return format_place(scribe, document, placed["place"])
    letters = scribe.list(list(placed.get("entry", ())), "or")
    return scribe.sentence("placing.entry_hex", {"letters": letters})


def format_place(scribe: Scribe, document: Data, key: str) -> str:
    """Return a place with its hexes, if they are known and few."""
    row = next((candidate for candidate in document["places"] if candidate["id"] == key), None)
    known = scribe.knows(f"place.{key.replace(':', '.')}")
    name = scribe.place(key) if known or row is None else row["name"]
    hexes = row["hexes"] if row else []
    if not 0 < len(hexes) <= MAX_LISTED_HEXES:
        return name
    return scribe.sentence("target.hex", {"place": name, "hex": ", ".join(hexes)})
