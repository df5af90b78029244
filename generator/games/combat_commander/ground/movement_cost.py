"""T78.2, T78.3: what a hex costs to enter and how it covers whoever stands in it."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, side

from .los_map import leading

OPEN = "open"
HARD_WAYS = ("road", "railway")  # what a bridge carries (T80)


def cover(catalog: Catalog, ground: Ground, hex_id: str) -> int | None:
    """T78.3, T93: the cover of the type that counts, less where a road runs; None where nobody can stand."""
    row = catalog.terrain[leading(catalog, ground, hex_id) or OPEN]
    if row.cover["rule"] == "none":
        return None
    change = catalog.terrain["road"].cover["value"] if hex_id in on(ground, "road") else 0
    return int(row.cover["value"]) + int(change)


def crossing_cover(catalog: Catalog, ground: Ground, target: str, before: str) -> int:
    """T87, T97: cover against direct fire that enters the target's hex from the hex before it."""
    kind = ground.sides.get(side(target, before))
    row = None if kind is None else catalog.terrain[kind]
    return int(row.cover["value"]) if row is not None and row.cover["rule"] == "crossing" else 0


def cost(catalog: Catalog, ground: Ground, here: str, there: str) -> float | None:
    """T78.2: movement points from a hex to its neighbour; None where the way is barred."""
    crossed = side(here, there)
    along = _along(ground, crossed, there, catalog)
    if leading(catalog, ground, here) == "major_bridge" and not _carried(ground, crossed):
        return None
    points = along if along is not None else _enter(catalog, ground, there)
    kind = ground.sides.get(crossed)
    if points is None or (kind is not None and catalog.terrain[kind].move["rule"] == "impassable"):
        return None
    if kind is not None:
        points += catalog.terrain[kind].move.get("points", 0)
    if ground.levels.get(there, 0) > ground.levels.get(here, 0):
        points += catalog.terrain["hill"].move["points"]
    return points


def on(ground: Ground, way: str) -> frozenset[str]:
    """The hexes that a road, trail or railway runs through, ends included."""
    crossed = {one for ends in ground.ways.get(way, ()) for one in ends}
    return frozenset(crossed | {out.hex for out in ground.exits.get(way, ())})


def _carried(ground: Ground, crossed: tuple[str, str]) -> bool:
    return any(crossed in ground.ways.get(way, ()) for way in HARD_WAYS)


def _along(ground: Ground, crossed: tuple[str, str], there: str, catalog: Catalog) -> float | None:
    """T80, T92, T93, T96: the cost over a side that a way crosses, None where none does."""
    found = [
        float(catalog.terrain[way].move["points"]) for way, sides in ground.ways.items() if crossed in sides
    ]
    if leading(catalog, ground, there) == "major_bridge" and not _carried(ground, crossed):
        return None
    return min(found, default=None)


def _enter(catalog: Catalog, ground: Ground, there: str) -> float | None:
    """The cost of the type that counts; a minor bridge off its road leaves the type beneath it."""
    types = sorted(ground.terrain.get(there, (OPEN,)), key=lambda kind: catalog.terrain[kind].precedence or 0)
    for kind in types:
        move = catalog.terrain[kind].move
        if move["rule"] == "enter":
            return float(move["points"])
        if move["rule"] == "impassable" or move.get("otherwise") == "impassable":
            return None
    return float(catalog.terrain[OPEN].move["points"])
