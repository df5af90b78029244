"""What the terrain of a custom map allows; the terrain of printed maps is on the map, not on the card."""

from __future__ import annotations

from .. import hexes
from .reading import Reading


def is_water(reading: Reading, hex_id: str) -> bool:
    """T89, T95, T98, PA-T97: no fortification and no marker of rubble, fire or smoke goes there."""
    row = reading.catalog.terrain.get(reading.terrain.get(hex_id, {}).get("terrain", ""))
    return row is not None and row.water


def enterable(reading: Reading, hex_id: str) -> bool:
    """8.1.5, T98: units can stand there: no blaze, no impassable terrain unless a module lets them in."""
    if hex_id in burning(reading):
        return False
    found = reading.catalog.terrain.get(reading.terrain.get(hex_id, {}).get("terrain", ""))
    if found is None or found.move["rule"] != "impassable":
        return True
    return any(
        row.replaces == found.id and row.module in reading.modules and row.move["rule"] != "impassable"
        for row in reading.catalog.terrain.values()
    )


def burning(reading: Reading) -> frozenset[str]:
    """T79: the hexes with a Blaze marker."""
    return frozenset(m["hex"] for m in reading.card.get("markers", ()) if m["type"] == "blaze")


def is_crest(reading: Reading, hex_id: str) -> bool:
    """PA-F102: a hill hex with a lower hex beside it; on a printed map the players see for themselves."""
    if not reading.terrain:
        return True
    level = reading.terrain.get(hex_id, {}).get("level", 0)
    around = hexes.neighbours(hex_id, reading.catalog.board)
    return any(reading.terrain.get(other, {}).get("level", 0) < level for other in around)
