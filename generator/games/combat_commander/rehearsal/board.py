"""The board of a fight, precomputed: numbered hexes, movement costs, cover and sight between all hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import STEPS, Ground, place, side
from catalogs.games.combat_commander.model import Edge

from ..ground import line_geometry, line_of_sight, movement_cost
from ..ground.los_map import Marker, build_los_map, get_leading_terrain
from ..hexes import all_hexes, distance, edge_hexes, neighbour

UNSEEN = -1
BARRED = 99  # more movement points than any unit has
Hex = int
BUILDING_TERRAIN = ("building", "factory")


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A map without its markers; hexes are numbered in board order."""

    catalog: Catalog
    names: tuple[str, ...]
    numbers: Mapping[str, Hex]
    neighbours: tuple[tuple[Hex, ...], ...]  # neighbours of each hex
    compass: tuple[Mapping[int, Hex], ...]  # neighbours by compass side
    distances: tuple[bytes, ...]  # distance between two hexes
    view: tuple[tuple[int, ...], ...]  # hindrance between two hexes, UNSEEN if blocked
    cost: tuple[Mapping[Hex, int], ...]  # movement points to each reachable neighbour
    climb: tuple[frozenset[Hex], ...]  # T83: cliff neighbours that a unit without a weapon can advance to
    cover: tuple[int, ...]  # T78.3, without roads; BARRED if units cannot enter
    road: frozenset[Hex]  # T93: roads that reduce cover
    bonus_roads: frozenset[Hex]  # T93: roads that give a movement bonus
    level: tuple[int, ...]
    water: frozenset[Hex]  # T89, T95, T98: no smoke, fire or fortification
    building: tuple[frozenset[Hex], ...]  # buildings of several hexes (7.3.1.1)
    in_building: frozenset[Hex]
    tree_burst: tuple[int, ...]  # T99: attack modifier of shells in trees
    edge: Mapping[str, frozenset[Hex]]
    edge_distance: Mapping[str, bytes]  # edge -> distance of each hex from that edge
    crossing_cover: Mapping[tuple[Hex, Hex], int]  # T87, T97: cover against fire over a side
    visible_share: tuple[float, ...]  # share of the map that each hex sees
    line_cache: dict[tuple[Hex, Hex], tuple[Hex, ...]]  # cache of hexes between two hexes
    fire_area_cache: dict[tuple[Hex, int], tuple[Hex, ...]] = field(
        default_factory=dict
    )  # cache of fire areas
    distance_cache: dict[frozenset[Hex], bytes] = field(
        default_factory=dict
    )  # cache of distances to groups of hexes
    distance_area_cache: dict[tuple[Hex, int], tuple[Hex, ...]] = field(
        default_factory=dict
    )  # cache of hexes within a distance
    move_area_cache: dict[tuple[Hex, int], tuple[Hex, ...]] = field(
        default_factory=dict
    )  # cache of movement areas

    def get_hexes_between(self, start: Hex, end: Hex) -> tuple[Hex, ...]:
        """Return the hexes that a line between two hexes touches, including sides and corners."""
        if start == end:
            return ()
        key = (start, end) if start < end else (end, start)
        hexes = self.line_cache.get(key)
        if hexes is None:
            first = line_geometry.to_hex_number(self.names[key[0]])
            trace = line_of_sight.get_trace(first, line_geometry.to_hex_number(self.names[key[1]]))
            named = (line_geometry.to_hex_id(first + crossing.step) for crossing in trace.hexes)
            hexes = self.line_cache[key] = tuple(self.numbers[name] for name in named if name in self.numbers)
        return hexes

    def get_distances_to(self, hexes: frozenset[Hex]) -> bytes:
        """Return the distance of each hex from the nearest of some hexes."""
        if len(hexes) == 1:
            return self.distances[next(iter(hexes))]
        distances = self.distance_cache.get(hexes)
        if distances is None:
            distances = self.distance_cache[hexes] = bytes(
                min(row[hex_] for hex_ in hexes) for row in self.distances
            )
        return distances

    def get_fire_area(self, origin: Hex, reach: int) -> tuple[Hex, ...]:
        """Return the hexes in range and sight of a hex."""
        area = self.fire_area_cache.get((origin, reach))
        if area is None:
            far = self.distances[origin]
            hexes = range(len(far))
            area = tuple(h for h in hexes if far[h] <= reach and self.view[h][origin] != UNSEEN)
            self.fire_area_cache[origin, reach] = area
        return area

    def get_distance_area(self, origin: Hex, reach: int) -> tuple[Hex, ...]:
        """Return the hexes within a distance of a hex."""
        area = self.distance_area_cache.get((origin, reach))
        if area is None:
            far = self.distances[origin]
            area = self.distance_area_cache[origin, reach] = tuple(
                h for h in range(len(far)) if far[h] <= reach
            )
        return area

    def get_move_area(self, start: Hex, points: int) -> tuple[Hex, ...]:
        """O21.1: return the hexes within movement points without enemies, including the road bonus."""
        hexes = self.move_area_cache.get((start, points))
        if hexes is None:
            spent = {start: 0}
            edge = [start]
            while edge:
                here = edge.pop()
                for there, cost in self.cost[here].items():
                    total = spent[here] + cost
                    if total <= points + 1 and total < spent.get(there, BARRED):
                        spent[there] = total
                        edge.append(there)
            hexes = self.move_area_cache[start, points] = tuple(spent)
        return hexes

    def get_crossing_cover(self, target: Hex, origin: Hex) -> int:
        """T87, T97: return the hexside cover against fire from a hex that enters the target."""
        beside = self.compass[target]
        return min(
            self.crossing_cover.get((target, beside[compass]), 0) if compass in beside else 0
            for compass in self.get_exit_sides(target, origin)
        )

    def get_exit_sides(self, here: Hex, there: Hex) -> list[int]:
        """10.1: return the side by which a line to another hex leaves; two if it meets a corner."""
        (column, row), (column_there, row_there) = place(self.names[here]), place(self.names[there])
        across, down = column_there - column, row_there - row
        # A column is 1.5 radii wide, a half row sqrt(3/4) radii high.
        along = {compass: 3 * across * x + down * y for compass, (x, y) in STEPS.items()}
        most = max(along.values())
        return [compass for compass, length in along.items() if length == most]


@lru_cache(maxsize=32)
def build_board(catalog: Catalog, ground: Ground, rubble: frozenset[str] = frozenset()) -> Board:
    """Precompute a map for fights; rubble blocks sight (ST-T1.1)."""
    board = catalog.board
    names = all_hexes(board)
    numbers = {name: number for number, name in enumerate(names)}
    beside = [
        {compass: numbers[other] for compass in range(1, 7) if (other := neighbour(name, compass, board))}
        for name in names
    ]
    kinds = [get_leading_terrain(catalog, ground, name) for name in names]
    view = _build_views(catalog, ground, names, rubble)
    rows = [catalog.terrain[kind or movement_cost.OPEN_TERRAIN] for kind in kinds]
    return Board(
        catalog=catalog,
        names=names,
        numbers=numbers,
        neighbours=tuple(tuple(by_compass.values()) for by_compass in beside),
        compass=tuple(beside),
        distances=tuple(bytes(distance(start, other) for other in names) for start in names),
        view=view,
        cost=tuple(
            {
                other: cost
                for other in by_compass.values()
                if (cost := _get_int_cost(catalog, ground, name, names[other]))
            }
            for name, by_compass in zip(names, beside, strict=True)
        ),
        climb=tuple(
            frozenset(
                other
                for other in by_compass.values()
                if ground.sides.get(side(name, names[other])) == "cliff"
                and rows[other].cover["rule"] != "none"
            )
            for name, by_compass in zip(names, beside, strict=True)
        ),
        cover=tuple(BARRED if row.cover["rule"] == "none" else int(row.cover["value"]) for row in rows),
        road=frozenset(numbers[name] for name in movement_cost.get_way_hexes(ground, "road")),
        bonus_roads=frozenset(numbers[name] for name in movement_cost.get_way_hexes(ground, "road")),
        level=tuple(ground.levels.get(name, 0) for name in names),
        water=frozenset(number for number, row in enumerate(rows) if row.water),
        building=tuple(frozenset(numbers[name] for name in group) for group in ground.buildings),
        in_building=frozenset(number for number, kind in enumerate(kinds) if kind in BUILDING_TERRAIN),
        tree_burst=tuple(row.artillery_total for row in rows),
        edge={
            edge: frozenset(numbers[name] for name in edge_hexes(board, edge))
            for edge in board.opposite.values()
        },
        edge_distance={
            edge: bytes(_get_edge_distance(catalog, name, edge) for name in names)
            for edge in board.opposite.values()
        },
        crossing_cover=_collect_crossing_covers(catalog, ground, numbers),
        visible_share=tuple(sum(seen != UNSEEN for seen in row) / len(names) for row in view),
        line_cache={},
    )


def _build_views(
    catalog: Catalog, ground: Ground, names: tuple[str, ...], rubble: frozenset[str]
) -> tuple[tuple[int, ...], ...]:
    """10: return the estimated hindrance between all hexes, the same in both directions."""
    if rubble:
        table = line_of_sight.compute_sight_table(
            build_los_map(catalog, ground, dict.fromkeys(sorted(rubble), Marker("rubble")))
        )
    else:
        table = line_of_sight.get_sight_table(catalog, ground)
    views = [[0] * len(names) for _ in names]
    for first, name in enumerate(names):
        for second in range(first + 1, len(names)):
            result = table[name, names[second]]
            views[first][second] = views[second][first] = result.hindrance if result.seen else UNSEEN
    return tuple(map(tuple, views))


def _get_int_cost(catalog: Catalog, ground: Ground, here: str, there: str) -> int | None:
    points = movement_cost.get_move_cost(catalog, ground, here, there)
    return None if points is None else int(points)


def _get_edge_distance(catalog: Catalog, name: str, edge: Edge) -> int:
    """O23.3: return the distance of a hex from an edge."""
    return min(distance(name, other) for other in edge_hexes(catalog.board, edge))


def _collect_crossing_covers(
    catalog: Catalog, ground: Ground, numbers: Mapping[str, Hex]
) -> dict[tuple[Hex, Hex], int]:
    covers = {}
    for first, second in ground.sides:
        for target, before in ((first, second), (second, first)):
            value = movement_cost.get_crossing_cover(catalog, ground, target, before)
            if value:
                covers[numbers[target], numbers[before]] = value
    return covers
