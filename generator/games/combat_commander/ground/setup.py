"""Set-up on a known ground: where units can stand, what is water, what covers, what sees far."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground

from ..hexes import neighbours
from .battlefield import stands
from .los_map import Marker, field, leading
from .movement_cost import cover
from .line_of_sight import kept, table

RUBBLE = "rubble"


def standable(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """T98: the hexes that units can enter."""
    return frozenset(one for one in hexes if stands(catalog, ground, one))


def objective_hexes(ground: Ground | None, hex_id: str) -> frozenset[str]:
    """7.3.1.1: the objective in a hex; in a building of several hexes it is the whole building."""
    return ground.building(hex_id) if ground is not None else frozenset((hex_id,))


def wet(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """F100.3, T89, T95, T98: the hexes of water, where no fortification lies; a bridge is none (T78.1)."""
    kinds = {one: leading(catalog, ground, one) for one in hexes}
    return frozenset(one for one, kind in kinds.items() if kind is not None and catalog.terrain[kind].water)


def covers(
    catalog: Catalog, ground: Ground, hexes: Collection[str], rubble: Collection[str] = ()
) -> dict[str, int]:
    """T78.3: the cover of each hex where somebody can stand; ST-T1.1: rubble has its own."""
    found = {one: cover(catalog, ground, one) for one in sorted(hexes)}
    row = catalog.terrain[RUBBLE]
    for one in set(rubble) & set(found):
        beside = sum(other in rubble for other in neighbours(one, catalog.board))
        found[one] = row.cover["value"] + row.figures["per_neighbour"] * beside
    return {one: value for one, value in found.items() if value is not None}


def views(
    catalog: Catalog, ground: Ground, hexes: Collection[str], rubble: Collection[str] = ()
) -> dict[str, int]:
    """10: of a hundred other hexes, how many each hex sees by best guess, over the rubble that lies there."""
    shares = _shares(catalog, ground, frozenset(rubble))
    return {one: shares[one] for one in sorted(hexes)}


@lru_cache(maxsize=64)
def _shares(catalog: Catalog, ground: Ground, rubble: frozenset[str]) -> dict[str, int]:
    markers = {one: Marker(RUBBLE) for one in sorted(rubble)}
    pairs = table(field(catalog, ground, markers)) if markers else kept(catalog, ground)
    seen: dict[str, list[bool]] = {}
    for (one, other), glimpse in pairs.items():
        seen.setdefault(one, []).append(glimpse.seen)
        seen.setdefault(other, []).append(glimpse.seen)
    return {one: round(100 * sum(found) / len(found)) for one, found in seen.items()}
