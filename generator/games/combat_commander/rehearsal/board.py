"""The ground of a fight worked out once: hexes by number, ways, cover and sight between every two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import STEPS, Ground, place, side
from catalogs.games.combat_commander.model import Edge

from ..ground import movement_cost, line_geometry, line_of_sight
from ..ground.los_map import Marker, leading
from ..ground.los_map import field as laid
from ..hexes import all_hexes, distance, edge_hexes, neighbour

UNSEEN = -1
BARRED = 99  # more than anybody has to spend
Hex = int
BUILT = ("building", "factory")


@dataclass(frozen=True, slots=True, eq=False)
class Theatre:
    """Everything about a map that no marker changes; hexes are numbers in the order of the board."""

    catalog: Catalog
    names: tuple[str, ...]
    numbers: Mapping[str, Hex]
    around: tuple[tuple[Hex, ...], ...]  # the neighbours of each hex
    compass: tuple[Mapping[int, Hex], ...]  # and by compass side
    far: tuple[bytes, ...]  # distance between two hexes
    view: tuple[tuple[int, ...], ...]  # the hindrance between two hexes, UNSEEN where sight is blocked
    cost: tuple[Mapping[Hex, int], ...]  # movement points to a neighbour; missing where the way is barred
    climb: tuple[frozenset[Hex], ...]  # neighbours that an advance without a weapon reaches besides (T83)
    cover: tuple[int, ...]  # T78.3, without the road; BARRED where nobody stands
    road: frozenset[Hex]  # T93: it takes cover off
    quick: frozenset[Hex]  # T93: who enters on a Move gains a point
    level: tuple[int, ...]
    water: frozenset[Hex]  # no smoke, fire or fortification (T89, T95, T98)
    building: tuple[frozenset[Hex], ...]  # buildings of several hexes (7.3.1.1)
    in_building: frozenset[Hex]
    burst: tuple[int, ...]  # T99: what shells add that burst in the trees
    edge: Mapping[str, frozenset[Hex]]
    rank: Mapping[str, bytes]  # edge -> how many hexes lie between a hex and the edge
    cross: Mapping[tuple[Hex, Hex], int]  # T87, T97: cover against fire that comes in over a side
    outlook: tuple[float, ...]  # the share of the map that a hex sees
    under: dict[tuple[Hex, Hex], tuple[Hex, ...]]  # the hexes under a string, where somebody asked
    covers: dict[tuple[Hex, int], tuple[Hex, ...]] = field(default_factory=dict)  # what fire reaches
    nearest: dict[frozenset[Hex], bytes] = field(default_factory=dict)  # how far groups of hexes are
    areas: dict[tuple[Hex, int], tuple[Hex, ...]] = field(default_factory=dict)  # as far as points go

    def between(self, one: Hex, other: Hex) -> tuple[Hex, ...]:
        """The hexes a string touches between two others, sides and corners included; none to itself."""
        if one == other:
            return ()
        key = (one, other) if one < other else (other, one)
        found = self.under.get(key)
        if found is None:
            start = line_geometry.at(self.names[key[0]])
            way = line_of_sight.course_between(start, line_geometry.at(self.names[key[1]]))
            named = (line_geometry.named(start + met.step) for met in way.hexes)
            found = self.under[key] = tuple(self.numbers[name] for name in named if name in self.numbers)
        return found

    def near(self, hexes: frozenset[Hex]) -> bytes:
        """How far each hex lies from the nearest of some others."""
        if len(hexes) == 1:
            return self.far[next(iter(hexes))]
        found = self.nearest.get(hexes)
        if found is None:
            found = self.nearest[hexes] = bytes(min(row[each] for each in hexes) for row in self.far)
        return found

    def swept(self, origin: Hex, reach: int) -> tuple[Hex, ...]:
        """The hexes that fire from one of them may come to."""
        found = self.covers.get((origin, reach))
        if found is None:
            far = self.far[origin]
            hexes = range(len(far))
            found = tuple(h for h in hexes if far[h] <= reach and self.view[h][origin] != UNSEEN)
            self.covers[origin, reach] = found
        return found

    def area(self, start: Hex, points: int) -> tuple[Hex, ...]:
        """O21.1: the hexes that points may bring somebody to if nobody is in the way, a road's point too."""
        found = self.areas.get((start, points))
        if found is None:
            spent = {start: 0}
            edge = [start]
            while edge:
                here = edge.pop()
                for there, cost in self.cost[here].items():
                    total = spent[here] + cost
                    if total <= points + 1 and total < spent.get(there, BARRED):
                        spent[there] = total
                        edge.append(there)
            found = self.areas[start, points] = tuple(spent)
        return found

    def crossing(self, target: Hex, origin: Hex) -> int:
        """T87, T97: what hexside cover fire from a hex meets when it enters its target."""
        beside = self.compass[target]
        return min(
            self.cross.get((target, beside[compass]), 0) if compass in beside else 0
            for compass in self.towards(target, origin)
        )

    def towards(self, here: Hex, there: Hex) -> list[int]:
        """10.1: the side by which a string to another hex leaves this one; both where it meets a corner."""
        (column, row), (column_there, row_there) = place(self.names[here]), place(self.names[there])
        across, down = column_there - column, row_there - row
        # A column is one and a half radii wide, a half row the root of three quarters of a radius high.
        along = {compass: 3 * across * x + down * y for compass, (x, y) in STEPS.items()}
        most = max(along.values())
        return [compass for compass, length in along.items() if length == most]


@lru_cache(maxsize=32)
def theatre(catalog: Catalog, ground: Ground, rubble: frozenset[str] = frozenset()) -> Theatre:
    """A map made ready for fights; rubble stands in the way of sight (ST-T1.1)."""
    board = catalog.board
    names = all_hexes(board)
    numbers = {name: number for number, name in enumerate(names)}
    beside = [
        {compass: numbers[other] for compass in range(1, 7) if (other := neighbour(name, compass, board))}
        for name in names
    ]
    kinds = [leading(catalog, ground, name) for name in names]
    view = _views(catalog, ground, names, rubble)
    rows = [catalog.terrain[kind or movement_cost.OPEN] for kind in kinds]
    return Theatre(
        catalog=catalog,
        names=names,
        numbers=numbers,
        around=tuple(tuple(found.values()) for found in beside),
        compass=tuple(beside),
        far=tuple(bytes(distance(one, other) for other in names) for one in names),
        view=view,
        cost=tuple(
            {other: cost for other in found.values() if (cost := _cost(catalog, ground, name, names[other]))}
            for name, found in zip(names, beside, strict=True)
        ),
        climb=tuple(
            frozenset(
                other
                for other in found.values()
                if ground.sides.get(side(name, names[other])) == "cliff"
                and rows[other].cover["rule"] != "none"
            )
            for name, found in zip(names, beside, strict=True)
        ),
        cover=tuple(BARRED if row.cover["rule"] == "none" else int(row.cover["value"]) for row in rows),
        road=frozenset(numbers[name] for name in movement_cost.on(ground, "road")),
        quick=frozenset(numbers[name] for name in movement_cost.on(ground, "road")),
        level=tuple(ground.levels.get(name, 0) for name in names),
        water=frozenset(number for number, row in enumerate(rows) if row.water),
        building=tuple(frozenset(numbers[name] for name in group) for group in ground.buildings),
        in_building=frozenset(number for number, kind in enumerate(kinds) if kind in BUILT),
        burst=tuple(row.artillery_total for row in rows),
        edge={
            edge: frozenset(numbers[name] for name in edge_hexes(board, edge))
            for edge in board.opposite.values()
        },
        rank={edge: bytes(_rank(catalog, name, edge) for name in names) for edge in board.opposite.values()},
        cross=_crossings(catalog, ground, numbers),
        outlook=tuple(sum(seen != UNSEEN for seen in row) / len(names) for row in view),
        under={},
    )


def _views(
    catalog: Catalog, ground: Ground, names: tuple[str, ...], rubble: frozenset[str]
) -> tuple[tuple[int, ...], ...]:
    """10: the best guess for every two hexes, the same both ways."""
    if rubble:
        table = line_of_sight.table(laid(catalog, ground, dict.fromkeys(sorted(rubble), Marker("rubble"))))
    else:
        table = line_of_sight.kept(catalog, ground)
    views = [[0] * len(names) for _ in names]
    for first, one in enumerate(names):
        for second in range(first + 1, len(names)):
            glimpse = table[one, names[second]]
            views[first][second] = views[second][first] = glimpse.hindrance if glimpse.seen else UNSEEN
    return tuple(map(tuple, views))


def _cost(catalog: Catalog, ground: Ground, here: str, there: str) -> int | None:
    points = movement_cost.cost(catalog, ground, here, there)
    return None if points is None else int(points)


def _rank(catalog: Catalog, name: str, edge: Edge) -> int:
    """O23.3: the hexes between a hex and an edge."""
    return min(distance(name, other) for other in edge_hexes(catalog.board, edge))


def _crossings(catalog: Catalog, ground: Ground, numbers: Mapping[str, Hex]) -> dict[tuple[Hex, Hex], int]:
    found = {}
    for one, other in ground.sides:
        for target, before in ((one, other), (other, one)):
            value = movement_cost.crossing_cover(catalog, ground, target, before)
            if value:
                found[numbers[target], numbers[before]] = value
    return found
