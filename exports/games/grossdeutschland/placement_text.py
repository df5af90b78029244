"""Starting places in words: the grammar of the set-up tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .messages import MessageFormatter

Data = Mapping[str, Any]
MAX_LISTED_HEXES = 4  # maximum hexes listed beside a place's name


def format_placement(formatter: MessageFormatter, document: Data, placed: Data) -> str:
    """Return a placement: in or near a place, in a region, off the map, or by an entry on a turn."""
    facts = {
        "place": format_spot(formatter, document, placed),
        "distance": placed.get("distance", 0),
        "letters": formatter.list(list(placed.get("entry", ())), "or"),
        "instead": formatter.list(list(placed.get("instead", ())), "or"),
        "region": placed.get("region", ""),
        "date": placed.get("date", ""),
        "slot": placed.get("slot", ""),
    }
    words = formatter.sentence(f"placing.{placed['kind']}", facts)
    if placed.get("instead"):
        words = formatter.sentence("placing.instead", {**facts, "words": words})
    return formatter.sentence("placing.condition", {"words": words}) if placed.get("condition") else words


def format_spot(formatter: MessageFormatter, document: Data, placed: Data) -> str:
    """Return the place, hex or entry that a placement names."""
    if "hex" in placed:
        return str(placed["hex"])
    if "place" in placed:
        return format_place(formatter, document, placed["place"])
    letters = formatter.list(list(placed.get("entry", ())), "or")
    return formatter.sentence("placing.entry_hex", {"letters": letters})


def format_place(formatter: MessageFormatter, document: Data, key: str) -> str:
    """Return a place with its hexes, if they are known and few."""
    row = next((candidate for candidate in document["places"] if candidate["id"] == key), None)
    known = formatter.knows(f"place.{key.replace(':', '.')}")
    name = formatter.place(key) if known or row is None else row["name"]
    hexes = row["hexes"] if row else []
    if not 0 < len(hexes) <= MAX_LISTED_HEXES:
        return name
    return formatter.sentence("target.hex", {"place": name, "hex": ", ".join(hexes)})
