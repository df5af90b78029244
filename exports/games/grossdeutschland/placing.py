"""Where counters begin, in words: the grammar of the set-up tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .scribe import Scribe

Data = Mapping[str, Any]
FEW = 4  # hexes of a place that stand beside its name


def placement(scribe: Scribe, document: Data, found: Data) -> str:
    """In a place, on any hex of it, within a distance, in a region, off the map, or by an entry on a turn."""
    facts = {
        "place": spot(scribe, document, found),
        "distance": found.get("distance", 0),
        "letters": scribe.list(list(found.get("entry", ())), "or"),
        "instead": scribe.list(list(found.get("instead", ())), "or"),
        "region": found.get("region", ""),
        "date": found.get("date", ""),
        "slot": found.get("slot", ""),
    }
    words = scribe.sentence(f"placing.{found['kind']}", facts)
    if found.get("instead"):
        words = scribe.sentence("placing.instead", {**facts, "words": words})
    return scribe.sentence("placing.condition", {"words": words}) if found.get("condition") else words


def spot(scribe: Scribe, document: Data, found: Data) -> str:
    """The place, hex or entry that a placement names."""
    if "hex" in found:
        return str(found["hex"])
    if "place" in found:
        return place(scribe, document, found["place"])
    letters = scribe.list(list(found.get("entry", ())), "or")
    return scribe.sentence("placing.entry_hex", {"letters": letters})


def place(scribe: Scribe, document: Data, key: str) -> str:
    """A place with its hexes, where they are known and few."""
    row = next((each for each in document["places"] if each["id"] == key), None)
    known = scribe.knows(f"place.{key.replace(':', '.')}")
    name = scribe.place(key) if known or row is None else row["name"]
    hexes = row["hexes"] if row else []
    if not 0 < len(hexes) <= FEW:
        return name
    return scribe.sentence("target.hex", {"place": name, "hex": ", ".join(hexes)})
