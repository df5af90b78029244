"""Properties of hexes for set-up: which units can enter, water, cover and view."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground

from ..hexes import neighbours
from .battlefield import is_enterable
from .line_of_sight import compute_sight_table, get_sight_table
from .los_map import Marker, build_los_map, get_leading_terrain
from .movement_cost import get_cover

RUBBLE = "rubble"


def list_enterable_hexes(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """T98: return the hexes that units can enter."""
    return frozenset(hex_id for hex_id in hexes if is_enterable(catalog, ground, hex_id))


def get_objective_hexes(ground: Ground | None, hex_id: str) -> frozenset[str]:
    """7.3.1.1: return the hexes of the objective in a hex: the whole building if it has several hexes."""
    return ground.building(hex_id) if ground is not None else frozenset((hex_id,))


def list_water_hexes(catalog: Catalog, ground: Ground, hexes: Collection[str]) -> frozenset[str]:
    """F100.3, T89, T95, T98: return the water hexes, which cannot be fortified; T78.1: bridges excepted."""
    kinds = {hex_id: get_leading_terrain(catalog, ground, hex_id) for hex_id in hexes}
    return frozenset(
        hex_id for hex_id, kind in kinds.items() if kind is not None and catalog.terrain[kind].water
    )


def get_covers(
    catalog: Catalog, ground: Ground, hexes: Collection[str], rubble: Collection[str] = ()
) -> dict[str, int]:
    """T78.3: return the cover of each hex that units can enter; ST-T1.1: rubble has its own cover."""
    values = {hex_id: get_cover(catalog, ground, hex_id) for hex_id in sorted(hexes)}
    row = catalog.terrain[RUBBLE]
    for hex_id in set(rubble) & set(values):
        beside = sum(other in rubble for other in neighbours(hex_id, catalog.board))
        values[hex_id] = row.cover["value"] + row.figures["per_neighbour"] * beside
    return {hex_id: value for hex_id, value in values.items() if value is not None}


def get_views(
    catalog: Catalog, ground: Ground, hexes: Collection[str], rubble: Collection[str] = ()
) -> dict[str, int]:
    """10: return the percentage of other hexes that each hex sees, by best guess, with rubble considered."""
    shares = _compute_view_shares(catalog, ground, frozenset(rubble))
    return {hex_id: shares[hex_id] for hex_id in sorted(hexes)}


@lru_cache(maxsize=64)
def _compute_view_shares(catalog: Catalog, ground: Ground, rubble: frozenset[str]) -> dict[str, int]:
    markers = {hex_id: Marker(RUBBLE) for hex_id in sorted(rubble)}
    pairs = (
        compute_sight_table(build_los_map(catalog, ground, markers))
        if markers
        else get_sight_table(catalog, ground)
    )
    seen: dict[str, list[bool]] = {}
    for (hex_id, other), glimpse in pairs.items():
        seen.setdefault(hex_id, []).append(glimpse.seen)
        seen.setdefault(other, []).append(glimpse.seen)
    return {hex_id: round(100 * sum(results) / len(results)) for hex_id, results in seen.items()}
