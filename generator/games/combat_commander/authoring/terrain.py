"""What the ground of a card's map allows, where it is known; elsewhere the players see for themselves."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Terrain

from .. import hexes
from ..ground.los_map import get_leading_terrain
from .reading import Reading


def is_water(reading: Reading, hex_id: str) -> bool:
    """T89, T95, T98, PA-T97: no fortification and no marker of rubble, fire or smoke goes there."""
    row = _row(reading, hex_id)
    return row is not None and row.water


def _row(reading: Reading, hex_id: str) -> Terrain | None:
    """T78.1: the terrain that counts in a hex; None for open ground and where nothing is known."""
    kind = None if reading.ground is None else get_leading_terrain(reading.catalog, reading.ground, hex_id)
    return None if kind is None else reading.catalog.terrain[kind]


def enterable(reading: Reading, hex_id: str) -> bool:
    """8.1.5, T98: units can stand there: no blaze, no impassable terrain unless a module lets them in."""
    if hex_id in burning(reading):
        return False
    found = _row(reading, hex_id)
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
    if reading.ground is None:
        return True
    levels = reading.ground.levels
    around = hexes.neighbours(hex_id, reading.catalog.board)
    return any(levels.get(other, 0) < levels.get(hex_id, 0) for other in around)
