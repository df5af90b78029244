"""House rule: battlefields of our own, drawn by chance, that could lie beside the printed maps.

A map is made the way land is: hills, then water, then villages, then roads that look for the cheapest way
between them and cross water on bridges, then woods and fields in what is left, then walls and hedges. What
comes out is held against the printed maps and against play; what does not hold is drawn anew from the same
seed, so that a seed always gives the same map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Exit, Ground, Recipe, Side, Span, leaves, side
from catalogs.games.combat_commander.model import Board, Edge
from schemas.errors import HorahError
from schemas.said import Said, say

from ..hexes import all_hexes, distance, edge_hexes, neighbours
from .los_map import leading
from .map_figures import Figures, figures, hexgraph, measured
from .movement_cost import cost

if TYPE_CHECKING:
    import networkx as nx

TRIES = 40
WATER_COST, CLIMB_COST, OLD_ROAD = 9.0, 2.5, 0.35
OPPOSITE: tuple[tuple[Edge, Edge], ...] = (("left", "right"), ("top", "bottom"))


@dataclass(frozen=True, slots=True)
class Battlefield:
    """A map of our own: the seed and kind it comes from, its ground, its figures."""

    seed: int
    kind: str
    ground: Ground
    figures: Figures


@dataclass(slots=True)
class Land:
    """A map in the making."""

    board: Board
    graph: nx.Graph[str]
    chance: Random
    types: dict[str, tuple[str, ...]]
    levels: dict[str, int]
    roads: set[Side]
    exits: list[Exit]
    sides: dict[Side, str]
    course: set[Side]
    stream_ends: list[Exit]
    villages: list[str]
    buildings: list[frozenset[str]]

    def free(self) -> list[str]:
        """Hexes with nothing in them yet, roads included."""
        return [one for one in self.graph if one not in self.types]

    def road_hexes(self) -> set[str]:
        return {one for ends in self.roads for one in ends} | {out.hex for out in self.exits}


def choose_kind(catalog: Catalog, seed: int) -> str:
    """Return the kind of battlefield that a seed gives; each kind is equally likely."""
    return Random(f"kind {seed}").choice(list(catalog.battlefields))


def battlefield(catalog: Catalog, seed: int, kind: str | None = None) -> Battlefield:
    """Draw the battlefield of a seed; without a kind the seed chooses one."""
    kind = choose_kind(catalog, seed) if kind is None else kind
    if kind not in catalog.battlefields:
        raise HorahError("BATTLEFIELD.kind", given=kind, known=list(catalog.battlefields))
    for attempt in range(TRIES):
        ground = draw(catalog, catalog.battlefields[kind], Random(f"{kind} {seed} {attempt}"))
        ground = replace(ground, id=f"{kind}-{seed}")
        if not any(unplayable(catalog, ground)):
            found = figures(catalog, ground)
            if not measured(catalog).outside(found):
                return Battlefield(seed, kind, ground, found)
    raise HorahError("BATTLEFIELD.seed", kind=kind, seed=seed)


def draw(catalog: Catalog, recipe: Recipe, chance: Random) -> Ground:
    """A map of a kind, not yet held against anything."""
    board = catalog.board
    land = Land(board, hexgraph(board), chance, {}, {}, set(), [], {}, set(), [], [], [])
    raise_hills(land, recipe)
    bring_water(land, recipe)
    found_villages(land, recipe)
    build_roads(land, recipe)
    build_houses(land, recipe)
    for kind, span in (
        ("woods", recipe.woods),
        ("field", recipe.fields),
        ("brush", recipe.brush),
        ("orchard", recipe.orchards),
    ):
        grow(land, kind, span)
    enclose(land, recipe)
    return Ground(
        id="0",
        terrain=Frozen(land.types),
        levels=Frozen(land.levels),
        ways=Frozen({"road": frozenset(land.roads)} if land.roads else {}),
        exits=Frozen(
            {way: tuple(out) for way, out in (("road", land.exits), ("stream", land.stream_ends)) if out}
        ),
        course=frozenset(land.course),
        sides=Frozen(land.sides),
        buildings=tuple(land.buildings),
        objectives=Frozen(objectives(land)),
        provenance="house",
    )


def _between(chance: Random, span: Span) -> int:
    return chance.randint(*span)


def patch(land: Land, start: str, size: int, allowed: Collection[str]) -> set[str]:
    """A patch grown from a hex: each step takes a neighbour, best one with many inside; no hole is left."""
    grown = {start}
    while len(grown) < size:
        rim = {one for here in grown for one in land.graph[here] if one in allowed} - grown
        if not rim:
            break
        ordered = sorted(rim)
        weights = [sum(beside in grown for beside in land.graph[one]) ** 2 for one in ordered]
        grown.add(land.chance.choices(ordered, weights)[0])
    return grown | {one for one in allowed if one not in grown and set(land.graph[one]) <= grown}


def raise_hills(land: Land, recipe: Recipe) -> None:
    """T88: hills as nested levels, each higher level inside the one below."""
    for _ in range(_between(land.chance, recipe.hills)):
        top = _between(land.chance, recipe.levels)
        ground = patch(
            land, land.chance.choice(list(land.graph)), _between(land.chance, recipe.hill_size), land.graph
        )
        for level in range(1, top + 1):
            for one in ground:
                land.levels[one] = max(level, land.levels.get(one, 0))
            inner = sorted(
                one
                for one in ground
                if all(land.levels.get(beside, 0) >= level for beside in neighbours(one, land.board))
            )
            if not inner:
                break
            ground = patch(land, land.chance.choice(inner), max(1, len(inner) * 2 // 3), inner)


def bring_water(land: Land, recipe: Recipe) -> None:
    """T86, T89, T95, T98: a river or stream from edge to edge where it is low, a gully, a pond, marshes."""
    rolls = {kind: land.chance.randrange(100) < percent for kind, percent in recipe.water.items()}
    if rolls["river"] or rolls["stream"]:
        kind = "water_barrier" if rolls["river"] else "stream"
        way = _run(land, *land.chance.choice(OPPOSITE))
        for one in way:
            land.types[one] = (kind,)
            land.levels.pop(one, None)
        _flatten(land)
        if kind == "stream":
            land.course |= {side(one, other) for one, other in pairwise(way)}
            land.stream_ends += [Exit(way[0], ()), Exit(way[-1], ())]
        for one in _shores(land, way):
            land.types[one] = ("marsh",)
    if rolls["gully"]:
        low = [one for one in land.free() if one not in land.levels]
        if low:
            start = land.chance.choice(low)
            ditch = _ditch(land, start, land.chance.randint(4, 8))
            land.types.update(dict.fromkeys(ditch, ("gully",)))
    if rolls["pond"]:
        low = [one for one in land.free() if one not in land.levels]
        if low:
            for one in patch(land, land.chance.choice(low), land.chance.randint(1, 3), low):
                land.types[one] = ("water_barrier",)


def _flatten(land: Land) -> None:
    """A level stands on the one below it: no hex is two levels above a neighbour it has beside water."""
    for one in sorted(land.levels):
        beside = [land.levels.get(other, 0) for other in land.graph[one]]
        land.levels[one] = min(land.levels[one], min(beside) + 2)
    land.levels = {one: level for one, level in land.levels.items() if level}


def _run(land: Land, first: Edge, second: Edge) -> list[str]:
    """A way for water from one edge to the other: where it is low, and never quite straight."""
    import networkx as nx  # here: most battles draw no map

    weights = {one: 1 + 3 * land.levels.get(one, 0) + land.chance.random() * 2 for one in land.graph}
    start, end = (land.chance.choice(sorted(edge_hexes(land.board, edge))) for edge in (first, second))
    found: list[str] = nx.shortest_path(land.graph, start, end, lambda _, there, __: weights[there])
    return found


def _ditch(land: Land, start: str, long: int) -> list[str]:
    """A gully that keeps its direction."""
    ditch = [start]
    while len(ditch) < long:
        ahead = [
            one
            for one in land.graph[ditch[-1]]
            if one not in land.types
            and sum(beside in ditch for beside in land.graph[one]) == 1
            and one not in ditch
        ]
        if not ahead:
            break
        ditch.append(land.chance.choice(sorted(ahead)))
    return ditch


def _shores(land: Land, way: list[str]) -> list[str]:
    """A few marshes beside water."""
    shores = sorted({one for wet in way for one in land.graph[wet] if one not in land.types})
    return [one for one in shores if one not in land.levels and land.chance.random() < 0.08]


def found_villages(land: Land, recipe: Recipe) -> None:
    """Places for houses: dry, apart from each other, not at the very edge."""
    rim = {one for edge in land.board.opposite.values() for one in edge_hexes(land.board, edge)}
    for _ in range(_between(land.chance, recipe.villages)):
        places = [
            one
            for one in land.free()
            if one not in rim and all(distance(one, other) >= 5 for other in land.villages)
        ]
        if places:
            land.villages.append(land.chance.choice(places))


def build_roads(land: Land, recipe: Recipe) -> None:
    """T93, T80: the cheapest ways from edge to edge by the villages; bridges where they cross water."""
    noise = {one: land.chance.random() for one in land.graph}
    stops = list(land.villages)
    land.chance.shuffle(stops)
    for number in range(_between(land.chance, recipe.roads)):
        first, second = (
            OPPOSITE[(number + land.chance.randrange(2)) % 2] if number else land.chance.choice(OPPOSITE)
        )
        ends = [_gate(land, edge) for edge in (first, second)]
        by = [stops.pop()] if stops else ([land.chance.choice(land.villages)] if land.villages else [])
        points = [ends[0], *by, ends[1]]
        way = [points[0]]
        for here, there in pairwise(points):
            way += _cheapest(land, here, there, noise)[1:]
        _lay(land, way, (first, second))
    for village in stops:
        road = sorted(land.road_hexes())
        if road:
            near = min(road, key=lambda one: (distance(one, village), one))
            _lay(land, _cheapest(land, village, near, noise), ())


def _gate(land: Land, edge: Edge) -> str:
    """Where a road comes in: a dry hex of the edge, not next to another road's."""
    taken = {out.hex for out in land.exits}
    hexes = [one for one in sorted(edge_hexes(land.board, edge)) if one not in land.types]
    apart = [one for one in hexes if all(distance(one, other) > 2 for other in taken)]
    return land.chance.choice(apart or hexes or sorted(edge_hexes(land.board, edge)))


def _cheapest(land: Land, here: str, there: str, noise: dict[str, float]) -> list[str]:
    import networkx as nx

    roads = land.road_hexes()

    def weight(one: str, other: str, _: dict[str, Any]) -> float:
        if side(one, other) in land.roads:
            return OLD_ROAD
        wet = any(kind != "gully" for kind in land.types.get(other, ()))
        climb = abs(land.levels.get(one, 0) - land.levels.get(other, 0)) * CLIMB_COST
        beside = 1.5 if other not in roads and any(near in roads for near in land.graph[other]) else 0.0
        return 1 + noise[other] + climb + beside + (WATER_COST if wet else 0.0)

    found: list[str] = nx.shortest_path(land.graph, here, there, weight)
    return found


def _lay(land: Land, way: list[str], edges: Iterable[Edge]) -> None:
    """A road along a way; water under it is bridged, the rest of what lay there goes."""
    land.roads |= {side(one, other) for one, other in pairwise(way) if one != other}
    for one in way:
        wet = land.types.get(one)
        if wet is None or "bridge" in wet[0]:
            continue
        bridge = {"water_barrier": "major_bridge", "stream": "minor_bridge", "gully": "minor_bridge"}.get(
            wet[0]
        )
        if bridge is None:
            del land.types[one]
        else:
            land.types[one] = (bridge, wet[0])
    for hex_id, edge in zip((way[0], way[-1]), edges, strict=False):
        compass = {"top": (1,), "bottom": (4,), "left": (5, 6), "right": (2, 3)}[edge]
        out = next(number for number in compass if leaves(land.board, hex_id, number))
        if Exit(hex_id, (out,)) not in land.exits:
            land.exits.append(Exit(hex_id, (out,)))


def build_houses(land: Land, recipe: Recipe) -> None:
    """T82: houses along the roads of a village, some of them large."""
    for village in land.villages:
        roads = land.road_hexes()
        near = [one for one in land.free() if distance(one, village) <= 2]
        wanted = _between(land.chance, recipe.buildings)
        lots = sorted(near, key=lambda one: (_lot(land, one, village, roads), one))
        houses = lots[:wanted]
        land.types.update(dict.fromkeys(houses, ("building",)))
        for one, other in pairwise(sorted(houses)):
            apart = all({one, other}.isdisjoint(group) for group in land.buildings)
            if other in land.graph[one] and apart and land.chance.random() < 0.3:
                land.buildings.append(frozenset((one, other)))


def _lot(land: Land, one: str, village: str, roads: set[str]) -> float:
    """How good a place for a house is: by the road, not on it, near the middle."""
    by = 0.0 if any(other in roads for other in land.graph[one]) else 2.0
    return distance(one, village) + by + (1.8 if one in roads else 0.0) + land.chance.random() * 1.6


def grow(land: Land, kind: str, span: Span) -> None:
    """T81, T85, T91, T99: terrain in patches on free ground; woods climb hills, fields keep off them."""
    wanted = _between(land.chance, span)
    while wanted > 0:
        roads = land.road_hexes()
        free = {
            one for one in land.free() if one not in roads or (kind == "woods" and land.chance.random() < 0.2)
        }
        if kind in ("field", "orchard"):
            free -= {one for one in free if land.levels.get(one, 0) > 1}
        if not free:
            return
        size = min(wanted, max(2, round(land.chance.triangular(2, max(3, wanted), 6))))
        start = land.chance.choice(_starts(land, kind, sorted(free)))
        found = patch(land, start, size, free)
        land.types.update(dict.fromkeys(sorted(found), (kind,)))
        wanted -= len(found)


def _starts(land: Land, kind: str, free: list[str]) -> list[str]:
    """Orchards begin by the villages, woods away from them, the rest anywhere."""
    if not land.villages or kind not in ("orchard", "woods"):
        return free
    far = {one: min(distance(one, village) for village in land.villages) for one in free}
    wanted = [one for one in free if (far[one] <= 3) is (kind == "orchard")]
    return wanted or free


def enclose(land: Land, recipe: Recipe) -> None:
    """T84, T87, T97: hedges, walls and fences along the edges of fields, orchards and gardens."""
    for ends, kind in sorted(_borders(land).items()):
        if ends not in land.roads and land.chance.random() * 100 < recipe.enclosed * 0.5:
            land.sides[ends] = kind
    for ends in sorted(_borders(land)):
        drawn = [land.sides[one] for one in _touching(land, ends) if one in land.sides]
        bare = ends not in land.sides and ends not in land.roads
        if drawn and bare and land.chance.random() * 100 < recipe.enclosed:  # a line once begun goes on
            land.sides[ends] = drawn[0]


def _borders(land: Land) -> dict[Side, str]:
    """Sides between worked ground and other ground, each with what one would put there."""
    line = {"field": "fence", "orchard": "hedge", "building": "wall"}
    found: dict[Side, str] = {}
    for one, other in land.graph.edges:
        kinds = {land.types.get(end, ("",))[0] for end in (one, other)}
        worked = sorted(kinds & line.keys())
        if (
            len(kinds) == 2
            and worked
            and not kinds & {"water_barrier", "stream", "major_bridge", "minor_bridge"}
        ):
            found[side(one, other)] = line[worked[0]]
    return found


def _touching(land: Land, ends: Side) -> list[Side]:
    """The sides that meet a side at its two corners."""
    one, other = ends
    both = sorted(set(land.graph[one]) & set(land.graph[other]))
    return [side(end, corner) for corner in both for end in ends]


def objectives(land: Land) -> dict[int, str]:
    """2.3: five places worth having, spread over the map."""
    dry = [
        one
        for one in sorted(land.graph)
        if land.types.get(one, ("",))[0] not in ("water_barrier", "stream", "marsh")
    ]
    worth = {one: _worth(land, one) + land.chance.random() for one in dry}
    chosen: list[str] = []
    while len(chosen) < len(land.board.objectives):
        left = [one for one in dry if one not in chosen]
        far = {one: min((distance(one, other) for other in chosen), default=4) for one in left}
        chosen.append(max(left, key=lambda one: (min(far[one], 5) * 1.2 + worth[one], one)))
    land.chance.shuffle(chosen)
    return dict(zip(land.board.objectives, chosen, strict=True))


def _worth(land: Land, one: str) -> float:
    kinds = land.types.get(one, ("",))
    crossing = sum(one in ends for ends in land.roads) >= 3
    top = land.levels.get(one, 0) and all(land.levels.get(x, 0) <= land.levels[one] for x in land.graph[one])
    rim = len(land.graph[one]) < 6
    return (
        3.0 * ("building" in kinds)
        + 3.0 * ("bridge" in kinds[0])
        + 2.0 * crossing
        + 2.0 * bool(top)
        - 2.0 * rim
    )


def unplayable(catalog: Catalog, ground: Ground) -> Iterator[Said]:
    """What would keep people from playing on a map: an objective out of reach, an edge all water."""
    import networkx as nx  # here: most battles draw no map

    walk: nx.DiGraph[str] = nx.DiGraph()
    walk.add_nodes_from(all_hexes(catalog.board))
    for one in all_hexes(catalog.board):
        walk.add_edges_from(
            (one, other)
            for other in neighbours(one, catalog.board)
            if cost(catalog, ground, one, other) is not None
        )
    goals = set((ground.objectives or {}).values())
    if len(goals) < len(catalog.board.objectives):
        missing = [n for n in catalog.board.objectives if n not in (ground.objectives or {})]
        yield say("battlefield_finding.objectives", missing=missing)
    reached = [{goal, *nx.ancestors(walk, goal)} for goal in sorted(goals)]
    for edge in catalog.board.opposite.values():
        whole = edge_hexes(catalog.board, edge)
        row = {one for one in whole if stands(catalog, ground, one)}
        if len(row) * 2 < len(whole):
            yield say("battlefield_finding.water", edge=edge)
        if not all(row <= around for around in reached):
            yield say("battlefield_finding.cut_off", edge=edge)


def stands(catalog: Catalog, ground: Ground, one: str) -> bool:
    """T98: units can stand there."""
    kind = leading(catalog, ground, one)
    return kind is None or catalog.terrain[kind].move["rule"] != "impassable"


def as_row(ground: Ground, number: int) -> dict[str, Any]:
    """A ground as a row of the table ``ground``, under a number of one's own, to be laid in an overlay."""
    types: dict[str, list[str]] = {}
    for one, kinds in ground.terrain.items():
        for kind in kinds:
            types.setdefault(kind, []).append(one)
    levels: dict[str, list[str]] = {}
    for one, level in ground.levels.items():
        levels.setdefault(str(level), []).append(one)
    sides: dict[str, list[str]] = {}
    for ends, kind in sorted(ground.sides.items()):
        sides.setdefault(kind, []).append("-".join(ends))
    row: dict[str, Any] = {
        "id": str(number),
        "terrain": types,
        "levels": levels,
        "ways": {
            way: sorted("-".join(ends) for ends in found) for way, found in ground.ways.items() if found
        },
        "exits": {
            way: [{"hex": out.hex, **({"sides": list(out.sides)} if out.sides else {})} for out in found]
            for way, found in ground.exits.items()
        },
        "course": sorted("-".join(ends) for ends in ground.course),
        "sides": sides,
        "buildings": [sorted(group) for group in ground.buildings],
        "provenance": "house",
    }
    if ground.objectives:
        row["objectives"] = {str(number): one for number, one in ground.objectives.items()}
    return {name: value for name, value in row.items() if value or name in ("terrain", "ways")}
