"""Set-up on a known ground: where units can stand, what is water, what covers, what sees far."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground

from .battlefield import stands
from .field import leading
from .going import cover
from .sight import kept


def standable(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """T98: the hexes that units can enter."""
    return frozenset(one for one in hexes if stands(catalog, ground, one))


def wet(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """F100.3, T89, T95, T98: the hexes of water, where no fortification lies; a bridge is none (T78.1)."""
    kinds = {one: leading(catalog, ground, one) for one in hexes}
    return frozenset(one for one, kind in kinds.items() if kind is not None and catalog.terrain[kind].water)


def covers(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> dict[str, int]:
    """T78.3: the cover of each hex where somebody can stand."""
    return {one: found for one in sorted(hexes) if (found := cover(catalog, ground, one)) is not None}


def views(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> dict[str, int]:
    """10: of a hundred other hexes, how many each hex sees by best guess."""
    shares = _shares(catalog, ground)
    return {one: shares[one] for one in sorted(hexes)}


@lru_cache(maxsize=64)
def _shares(catalog: Catalog, ground: Ground) -> dict[str, int]:
    seen: dict[str, list[bool]] = {}
    for (one, other), glimpse in kept(catalog, ground).items():
        seen.setdefault(one, []).append(glimpse.seen)
        seen.setdefault(other, []).append(glimpse.seen)
    return {one: round(100 * sum(found) / len(found)) for one, found in seen.items()}
