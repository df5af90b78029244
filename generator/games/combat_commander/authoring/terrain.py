"""Terrain rules for the checks of a card; on maps with unknown terrain everything is allowed."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Terrain

from .. import hexes
from ..ground.los_map import get_leading_terrain
from .card_facts import Reading


def is_water(reading: Reading, hex_id: str) -> bool:
    """T89, T95, T98, PA-T97: tell whether fortifications and markers are barred because of water."""
    row = _find_terrain(reading, hex_id)
    return row is not None and row.water


def _find_terrain(reading: Reading, hex_id: str) -> Terrain | None:
    """T78.1: return the terrain that counts in a hex; None for open or unknown ground."""
    kind = None if reading.ground is None else get_leading_terrain(reading.catalog, reading.ground, hex_id)
    return None if kind is None else reading.catalog.terrain[kind]


def is_enterable(reading: Reading, hex_id: str) -> bool:
    """8.1.5, T98: tell whether units can stand there: no blaze, no impassable terrain unless a module allows
    it.
    """
    if hex_id in list_burning_hexes(reading):
        return False
    terrain = _find_terrain(reading, hex_id)
    if terrain is None or terrain.move["rule"] != "impassable":
        return True
    return any(
        row.replaces == terrain.id and row.module in reading.modules and row.move["rule"] != "impassable"
        for row in reading.catalog.terrain.values()
    )


def list_burning_hexes(reading: Reading) -> frozenset[str]:
    """T79: return the hexes with a Blaze marker."""
    return frozenset(m["hex"] for m in reading.card.get("markers", ()) if m["type"] == "blaze")


def is_crest(reading: Reading, hex_id: str) -> bool:
    """PA-F102: tell whether a hex has a lower neighbour; on unknown ground assume so."""
    if reading.ground is None:
        return True
    levels = reading.ground.levels
    around = hexes.neighbours(hex_id, reading.catalog.board)
    return any(levels.get(other, 0) < levels.get(hex_id, 0) for other in around)
