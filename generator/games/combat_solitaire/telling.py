"""Ground as people write it: ``24.10=trees`` or, with its level, ``24.10=trees/2``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from catalogs.games.combat_solitaire import Catalog
from schemas.errors import HorahError

from .sight import Ground

GROUND = re.compile(r"([0-9]{2}\.[0-9]{2})=([a-z_]+)(?:/([0-9]))?")
MOST = 200  # hexes that anybody tells


def ground_of(catalog: Catalog, words: Iterable[str]) -> dict[str, Ground]:
    """12.1: terrain and level by hex."""
    found: dict[str, Ground] = {}
    for word, _ in zip(words, range(MOST), strict=False):
        told = GROUND.fullmatch(word)
        level = int(told[3] or 0) if told else 0
        if told is None or told[2] not in catalog.terrain or level > catalog.figures["level_most"]:
            raise HorahError("BAD_GROUND", given=word)
        found[told[1]] = Ground(told[2], level)
    return found
