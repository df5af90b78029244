"""Terrain notation: ``24.10=trees`` or, with a level, ``24.10=trees/2``."""

from __future__ import annotations

import re
from collections.abc import Callable

from catalogs.games.combat_solitaire import Catalog
from schemas.errors import HorahError

from .sight import Ground

TERRAIN_PATTERN = re.compile(r"([0-9]{2}\.[0-9]{2})=([^=/]*[^=/\s])(?:/([0-9]))?(?=\s|$)\s*(?=[0-9]{2}\.|$)")
MAX_HEXES = 200  # maximum number of hexes in one text


def parse_terrain(catalog: Catalog, text: str, terrain: Callable[[str], str | None]) -> dict[str, Ground]:
    """12.1: parse terrain and level by hex; ``terrain`` maps a word to a terrain id."""
    field: dict[str, Ground] = {}
    position, text = 0, text.strip()
    while position < len(text) and len(field) < MAX_HEXES:
        match = TERRAIN_PATTERN.match(text, position)
        level = int(match[3] or 0) if match else 0
        name = terrain(match[2]) if match else None
        if match is None or name is None or level > catalog.figures["level_most"]:
            raise HorahError("BAD_GROUND", given=text[position:], known=tuple(catalog.terrain))
        field[match[1]] = Ground(name, level)
        position = match.end()
    return field
