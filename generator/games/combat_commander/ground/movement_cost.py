"""T78.2, T78.3: movement cost of a hex and the cover it gives."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, side

from .los_map import get_leading_terrain

OPEN_TERRAIN = "open"
BRIDGED_WAYS = ("road", "railway")  # T80: ways that a bridge carries


def get_cover(catalog: Catalog, ground: Ground, hex_id: str) -> int | None:
    """T78.3, T93: return the cover of a hex, reduced by a road; None if units cannot enter it."""
    row = catalog.terrain[get_leading_terrain(catalog, ground, hex_id) or OPEN_TERRAIN]
    if row.cover["rule"] == "none":
        return None
    change = catalog.terrain["road"].cover["value"] if hex_id in get_way_hexes(ground, "road") else 0
    return int(row.cover["value"]) + int(change)


def get_crossing_cover(catalog: Catalog, ground: Ground, target: str, before: str) -> int:
    """T87, T97: return the cover against direct fire that enters the target's hex from the hex before it."""
    kind = ground.sides.get(side(target, before))
    row = None if kind is None else catalog.terrain[kind]
    return int(row.cover["value"]) if row is not None and row.cover["rule"] == "crossing" else 0


def get_move_cost(catalog: Catalog, ground: Ground, here: str, there: str) -> float | None:
    """T78.2: return the movement points from a hex to its neighbour; None if the move is impossible."""
    crossed = side(here, there)
    along = _get_way_cost(ground, crossed, there, catalog)
    if get_leading_terrain(catalog, ground, here) == "major_bridge" and not _is_on_bridge_way(
        ground, crossed
    ):
        return None
    points = along if along is not None else _get_entry_cost(catalog, ground, there)
    kind = ground.sides.get(crossed)
    if points is None or (kind is not None and catalog.terrain[kind].move["rule"] == "impassable"):
        return None
    if kind is not None:
        points += catalog.terrain[kind].move.get("points", 0)
    if ground.levels.get(there, 0) > ground.levels.get(here, 0):
        points += catalog.terrain["hill"].move["points"]
    return points


def get_way_hexes(ground: Ground, way: str) -> frozenset[str]:
    """Return the hexes that a road, trail or railway runs through, including its ends."""
    crossed = {hex_id for ends in ground.ways.get(way, ()) for hex_id in ends}
    return frozenset(crossed | {out.hex for out in ground.exits.get(way, ())})


def _is_on_bridge_way(ground: Ground, crossed: tuple[str, str]) -> bool:
    return any(crossed in ground.ways.get(way, ()) for way in BRIDGED_WAYS)


def _get_way_cost(ground: Ground, crossed: tuple[str, str], there: str, catalog: Catalog) -> float | None:
    """T80, T92, T93, T96: return the cost over a side that a way crosses; None without a way."""
    costs = [
        float(catalog.terrain[way].move["points"]) for way, sides in ground.ways.items() if crossed in sides
    ]
    if get_leading_terrain(catalog, ground, there) == "major_bridge" and not _is_on_bridge_way(
        ground, crossed
    ):
        return None
    return min(costs, default=None)


def _get_entry_cost(catalog: Catalog, ground: Ground, there: str) -> float | None:
    """Return the cost of the leading terrain; a minor bridge off its road leaves the terrain beneath it."""
    types = sorted(
        ground.terrain.get(there, (OPEN_TERRAIN,)), key=lambda kind: catalog.terrain[kind].precedence or 0
    )
    for kind in types:
        move = catalog.terrain[kind].move
        if move["rule"] == "enter":
            return float(move["points"])
        if move["rule"] == "impassable" or move.get("otherwise") == "impassable":
            return None
    return float(catalog.terrain[OPEN_TERRAIN].move["points"])
