"""Ground as people write it: ``24.10=trees`` or, with its level, ``24.10=trees/2``."""

from __future__ import annotations

import re
from collections.abc import Callable

from catalogs.games.combat_solitaire import Catalog
from schemas.errors import HorahError

from .sight import Ground

GROUND = re.compile(r"([0-9]{2}\.[0-9]{2})=([^=/]*[^=/\s])(?:/([0-9]))?(?=\s|$)\s*(?=[0-9]{2}\.|$)")
MOST = 200  # hexes that anybody tells


def ground_of(catalog: Catalog, text: str, terrain: Callable[[str], str | None]) -> dict[str, Ground]:
    """12.1: terrain and level by hex; ``terrain`` says which one a word means."""
    found: dict[str, Ground] = {}
    at, text = 0, text.strip()
    while at < len(text) and len(found) < MOST:
        told = GROUND.match(text, at)
        level = int(told[3] or 0) if told else 0
        name = terrain(told[2]) if told else None
        if told is None or name is None or level > catalog.figures["level_most"]:
            raise HorahError("BAD_GROUND", given=text[at:], known=tuple(catalog.terrain))
        found[told[1]] = Ground(name, level)
        at = told.end()
    return found
