"""House rule: generate random battlefields that resemble the printed maps.

A map is built in this order: hills, water, villages, roads (cheapest routes between villages, with bridges
over water), woods and fields on the free hexes, then walls and hedges. The result is compared with the
printed maps and checked for playability. A rejected map is drawn again from the same seed, so a seed always
gives the same map.
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
from schemas.messages import Message, say

from ..hexes import all_hexes, distance, edge_hexes, neighbours
from .los_map import get_leading_terrain
from .map_figures import MapFigures, build_hex_graph, get_printed_range, measure_ground
from .movement_cost import get_move_cost

if TYPE_CHECKING:
    import networkx as nx

MAX_ATTEMPTS = 40
WATER_COST, CLIMB_COST, EXISTING_ROAD_COST = 9.0, 2.5, 0.35
OPPOSITE_EDGES: tuple[tuple[Edge, Edge], ...] = (("left", "right"), ("top", "bottom"))


@dataclass(frozen=True, slots=True)
class Battlefield:
    """A generated map with its seed, kind, ground and figures."""

    seed: int
    kind: str
    ground: Ground
    figures: MapFigures


@dataclass(slots=True)
class Land:
    """A map under construction."""

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

    def list_free_hexes(self) -> list[str]:
        """Return the hexes without terrain, including hexes with a road."""
        return [hex_id for hex_id in self.graph if hex_id not in self.types]

    def list_road_hexes(self) -> set[str]:
        return {hex_id for ends in self.roads for hex_id in ends} | {out.hex for out in self.exits}


def choose_kind(catalog: Catalog, seed: int) -> str:
    """Return the kind of battlefield that a seed gives; each kind is equally likely."""
    return Random(f"kind {seed}").choice(list(catalog.battlefields))


def generate_battlefield(catalog: Catalog, seed: int, kind: str | None = None) -> Battlefield:
    """Generate the battlefield of a seed; without a kind the seed chooses one."""
    kind = choose_kind(catalog, seed) if kind is None else kind
    if kind not in catalog.battlefields:
        raise HorahError("BATTLEFIELD.kind", given=kind, known=list(catalog.battlefields))
    for attempt in range(MAX_ATTEMPTS):
        ground = draw_ground(catalog, catalog.battlefields[kind], Random(f"{kind} {seed} {attempt}"))
        ground = replace(ground, id=f"{kind}-{seed}")
        if not any(find_play_problems(catalog, ground)):
            map_figures = measure_ground(catalog, ground)
            if not get_printed_range(catalog).list_outside(map_figures):
                return Battlefield(seed, kind, ground, map_figures)
    raise HorahError("BATTLEFIELD.seed", kind=kind, seed=seed)


def draw_ground(catalog: Catalog, recipe: Recipe, chance: Random) -> Ground:
    """Draw a map of a kind, without any check."""
    board = catalog.board
    land = Land(board, build_hex_graph(board), chance, {}, {}, set(), [], {}, set(), [], [], [])
    raise_hills(land, recipe)
    add_water(land, recipe)
    place_villages(land, recipe)
    build_roads(land, recipe)
    build_houses(land, recipe)
    for kind, span in (
        ("woods", recipe.woods),
        ("field", recipe.fields),
        ("brush", recipe.brush),
        ("orchard", recipe.orchards),
    ):
        grow_terrain(land, kind, span)
    add_enclosures(land, recipe)
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
        objectives=Frozen(place_objectives(land)),
        provenance="house",
    )


def _draw_from_span(chance: Random, span: Span) -> int:
    return chance.randint(*span)


def grow_patch(land: Land, start: str, size: int, allowed: Collection[str]) -> set[str]:
    """Grow a patch from a hex: prefer neighbours with many sides inside, and fill enclosed hexes."""
    grown = {start}
    while len(grown) < size:
        rim = {hex_id for inner in grown for hex_id in land.graph[inner] if hex_id in allowed} - grown
        if not rim:
            break
        ordered = sorted(rim)
        weights = [sum(beside in grown for beside in land.graph[hex_id]) ** 2 for hex_id in ordered]
        grown.add(land.chance.choices(ordered, weights)[0])
    return grown | {hex_id for hex_id in allowed if hex_id not in grown and set(land.graph[hex_id]) <= grown}


def raise_hills(land: Land, recipe: Recipe) -> None:
    """T88: place hills as nested levels, each level inside the one below."""
    for _ in range(_draw_from_span(land.chance, recipe.hills)):
        top = _draw_from_span(land.chance, recipe.levels)
        ground = grow_patch(
            land,
            land.chance.choice(list(land.graph)),
            _draw_from_span(land.chance, recipe.hill_size),
            land.graph,
        )
        for level in range(1, top + 1):
            for hex_id in ground:
                land.levels[hex_id] = max(level, land.levels.get(hex_id, 0))
            inner = sorted(
                hex_id
                for hex_id in ground
                if all(land.levels.get(beside, 0) >= level for beside in neighbours(hex_id, land.board))
            )
            if not inner:
                break
            ground = grow_patch(land, land.chance.choice(inner), max(1, len(inner) * 2 // 3), inner)


def add_water(land: Land, recipe: Recipe) -> None:
    """T86, T89, T95, T98: place a river or stream from edge to edge, a gully, a pond and marshes."""
    rolls = {kind: land.chance.randrange(100) < percent for kind, percent in recipe.water.items()}
    if rolls["river"] or rolls["stream"]:
        kind = "water_barrier" if rolls["river"] else "stream"
        course = _find_water_course(land, *land.chance.choice(OPPOSITE_EDGES))
        for hex_id in course:
            land.types[hex_id] = (kind,)
            land.levels.pop(hex_id, None)
        _limit_slopes(land)
        if kind == "stream":
            land.course |= {side(hex_id, other) for hex_id, other in pairwise(course)}
            land.stream_ends += [Exit(course[0], ()), Exit(course[-1], ())]
        for hex_id in _pick_marshes(land, course):
            land.types[hex_id] = ("marsh",)
    if rolls["gully"]:
        low = [hex_id for hex_id in land.list_free_hexes() if hex_id not in land.levels]
        if low:
            start = land.chance.choice(low)
            ditch = _find_gully(land, start, land.chance.randint(4, 8))
            land.types.update(dict.fromkeys(ditch, ("gully",)))
    if rolls["pond"]:
        low = [hex_id for hex_id in land.list_free_hexes() if hex_id not in land.levels]
        if low:
            for hex_id in grow_patch(land, land.chance.choice(low), land.chance.randint(1, 3), low):
                land.types[hex_id] = ("water_barrier",)


def _limit_slopes(land: Land) -> None:
    """Lower hexes that are more than two levels above a neighbour."""
    for hex_id in sorted(land.levels):
        beside = [land.levels.get(other, 0) for other in land.graph[hex_id]]
        land.levels[hex_id] = min(land.levels[hex_id], min(beside) + 2)
    land.levels = {hex_id: level for hex_id, level in land.levels.items() if level}


def _find_water_course(land: Land, first: Edge, second: Edge) -> list[str]:
    """Return a winding route over low ground from one edge to the other."""
    import networkx as nx  # here: most battles draw no map

    weights = {hex_id: 1 + 3 * land.levels.get(hex_id, 0) + land.chance.random() * 2 for hex_id in land.graph}
    start, end = (land.chance.choice(sorted(edge_hexes(land.board, edge))) for edge in (first, second))
    route: list[str] = nx.shortest_path(land.graph, start, end, lambda _, there, __: weights[there])
    return route


def _find_gully(land: Land, start: str, length: int) -> list[str]:
    """Return the hexes of a gully that never touches itself."""
    gully = [start]
    while len(gully) < length:
        ahead = [
            hex_id
            for hex_id in land.graph[gully[-1]]
            if hex_id not in land.types
            and sum(beside in gully for beside in land.graph[hex_id]) == 1
            and hex_id not in gully
        ]
        if not ahead:
            break
        gully.append(land.chance.choice(sorted(ahead)))
    return gully


def _pick_marshes(land: Land, way: list[str]) -> list[str]:
    """Pick a few dry low hexes beside the water for marshes."""
    shores = sorted({hex_id for wet in way for hex_id in land.graph[wet] if hex_id not in land.types})
    return [hex_id for hex_id in shores if hex_id not in land.levels and land.chance.random() < 0.08]


def place_villages(land: Land, recipe: Recipe) -> None:
    """Place villages on dry hexes, at least five hexes apart and away from the edges."""
    rim = {hex_id for edge in land.board.opposite.values() for hex_id in edge_hexes(land.board, edge)}
    for _ in range(_draw_from_span(land.chance, recipe.villages)):
        places = [
            hex_id
            for hex_id in land.list_free_hexes()
            if hex_id not in rim and all(distance(hex_id, other) >= 5 for other in land.villages)
        ]
        if places:
            land.villages.append(land.chance.choice(places))


def build_roads(land: Land, recipe: Recipe) -> None:
    """T93, T80: lay the cheapest roads from edge to edge through the villages, with bridges over water."""
    noise = {hex_id: land.chance.random() for hex_id in land.graph}
    stops = list(land.villages)
    land.chance.shuffle(stops)
    for number in range(_draw_from_span(land.chance, recipe.roads)):
        first, second = (
            OPPOSITE_EDGES[(number + land.chance.randrange(2)) % 2]
            if number
            else land.chance.choice(OPPOSITE_EDGES)
        )
        ends = [_pick_road_entry(land, edge) for edge in (first, second)]
        via = [stops.pop()] if stops else ([land.chance.choice(land.villages)] if land.villages else [])
        points = [ends[0], *via, ends[1]]
        route = [points[0]]
        for start, end in pairwise(points):
            route += _find_cheapest_route(land, start, end, noise)[1:]
        _lay_road(land, route, (first, second))
    for village in stops:
        road = sorted(land.list_road_hexes())
        if road:
            near = min(road, key=lambda hex_id: (distance(hex_id, village), hex_id))
            _lay_road(land, _find_cheapest_route(land, village, near, noise), ())


def _pick_road_entry(land: Land, edge: Edge) -> str:
    """Pick a dry edge hex for a road, not next to another road's entry."""
    taken = {out.hex for out in land.exits}
    hexes = [hex_id for hex_id in sorted(edge_hexes(land.board, edge)) if hex_id not in land.types]
    apart = [hex_id for hex_id in hexes if all(distance(hex_id, other) > 2 for other in taken)]
    return land.chance.choice(apart or hexes or sorted(edge_hexes(land.board, edge)))


def _find_cheapest_route(land: Land, start: str, end: str, noise: dict[str, float]) -> list[str]:
    """Return the cheapest road route between two hexes; old roads cost little, water and slopes much."""
    import networkx as nx  # here: most battles draw no map

    roads = land.list_road_hexes()

    def weight(hex_id: str, other: str, _: dict[str, Any]) -> float:
        if side(hex_id, other) in land.roads:
            return EXISTING_ROAD_COST
        wet = any(kind != "gully" for kind in land.types.get(other, ()))
        climb = abs(land.levels.get(hex_id, 0) - land.levels.get(other, 0)) * CLIMB_COST
        beside = 1.5 if other not in roads and any(near in roads for near in land.graph[other]) else 0.0
        return 1 + noise[other] + climb + beside + (WATER_COST if wet else 0.0)

    route: list[str] = nx.shortest_path(land.graph, start, end, weight)
    return route


def _lay_road(land: Land, route: list[str], edges: Iterable[Edge]) -> None:
    """Lay a road along a route: bridge the water and remove other terrain."""
    land.roads |= {side(hex_id, other) for hex_id, other in pairwise(route) if hex_id != other}
    for hex_id in route:
        wet = land.types.get(hex_id)
        if wet is None or "bridge" in wet[0]:
            continue
        bridge = {"water_barrier": "major_bridge", "stream": "minor_bridge", "gully": "minor_bridge"}.get(
            wet[0]
        )
        if bridge is None:
            del land.types[hex_id]
        else:
            land.types[hex_id] = (bridge, wet[0])
    for hex_id, edge in zip((route[0], route[-1]), edges, strict=False):
        compass = {"top": (1,), "bottom": (4,), "left": (5, 6), "right": (2, 3)}[edge]
        out = next(number for number in compass if leaves(land.board, hex_id, number))
        if Exit(hex_id, (out,)) not in land.exits:
            land.exits.append(Exit(hex_id, (out,)))


def build_houses(land: Land, recipe: Recipe) -> None:
    """T82: build houses along the roads of a village and join some into large buildings."""
    for village in land.villages:
        roads = land.list_road_hexes()
        near = [hex_id for hex_id in land.list_free_hexes() if distance(hex_id, village) <= 2]
        wanted = _draw_from_span(land.chance, recipe.buildings)
        lots = sorted(near, key=lambda hex_id: (_rate_lot(land, hex_id, village, roads), hex_id))
        houses = lots[:wanted]
        land.types.update(dict.fromkeys(houses, ("building",)))
        for hex_id, other in pairwise(sorted(houses)):
            apart = all({hex_id, other}.isdisjoint(group) for group in land.buildings)
            if other in land.graph[hex_id] and apart and land.chance.random() < 0.3:
                land.buildings.append(frozenset((hex_id, other)))


def _rate_lot(land: Land, hex_id: str, village: str, roads: set[str]) -> float:
    """Return the cost of a building lot: lower beside a road, off the road and near the centre."""
    road_cost = 0.0 if any(other in roads for other in land.graph[hex_id]) else 2.0
    return (
        distance(hex_id, village) + road_cost + (1.8 if hex_id in roads else 0.0) + land.chance.random() * 1.6
    )


def grow_terrain(land: Land, kind: str, span: Span) -> None:
    """T81, T85, T91, T99: place terrain in patches on free hexes; fields and orchards stay below level 2."""
    wanted = _draw_from_span(land.chance, span)
    while wanted > 0:
        roads = land.list_road_hexes()
        free = {
            hex_id
            for hex_id in land.list_free_hexes()
            if hex_id not in roads or (kind == "woods" and land.chance.random() < 0.2)
        }
        if kind in ("field", "orchard"):
            free -= {hex_id for hex_id in free if land.levels.get(hex_id, 0) > 1}
        if not free:
            return
        size = min(wanted, max(2, round(land.chance.triangular(2, max(3, wanted), 6))))
        start = land.chance.choice(_pick_patch_starts(land, kind, sorted(free)))
        grown = grow_patch(land, start, size, free)
        land.types.update(dict.fromkeys(sorted(grown), (kind,)))
        wanted -= len(grown)


def _pick_patch_starts(land: Land, kind: str, free: list[str]) -> list[str]:
    """Return start hexes: orchards near villages, woods away from them, other terrain anywhere."""
    if not land.villages or kind not in ("orchard", "woods"):
        return free
    far = {hex_id: min(distance(hex_id, village) for village in land.villages) for hex_id in free}
    wanted = [hex_id for hex_id in free if (far[hex_id] <= 3) is (kind == "orchard")]
    return wanted or free


def add_enclosures(land: Land, recipe: Recipe) -> None:
    """T84, T87, T97: place hedges, walls and fences along fields, orchards and gardens."""
    for ends, kind in sorted(_find_enclosure_sides(land).items()):
        if ends not in land.roads and land.chance.random() * 100 < recipe.enclosed * 0.5:
            land.sides[ends] = kind
    for ends in sorted(_find_enclosure_sides(land)):
        drawn = [land.sides[hex_id] for hex_id in _get_touching_sides(land, ends) if hex_id in land.sides]
        bare = ends not in land.sides and ends not in land.roads
        if drawn and bare and land.chance.random() * 100 < recipe.enclosed:  # continue a line that has begun
            land.sides[ends] = drawn[0]


def _find_enclosure_sides(land: Land) -> dict[Side, str]:
    """Return the sides between cultivated and other ground, each with its type of enclosure."""
    line = {"field": "fence", "orchard": "hedge", "building": "wall"}
    enclosures: dict[Side, str] = {}
    for hex_id, other in land.graph.edges:
        kinds = {land.types.get(end, ("",))[0] for end in (hex_id, other)}
        worked = sorted(kinds & line.keys())
        if (
            len(kinds) == 2
            and worked
            and not kinds & {"water_barrier", "stream", "major_bridge", "minor_bridge"}
        ):
            enclosures[side(hex_id, other)] = line[worked[0]]
    return enclosures


def _get_touching_sides(land: Land, ends: Side) -> list[Side]:
    """Return the sides that share a corner with a side."""
    hex_id, other = ends
    common = sorted(set(land.graph[hex_id]) & set(land.graph[other]))
    return [side(end, corner) for corner in common for end in ends]


def place_objectives(land: Land) -> dict[int, str]:
    """2.3: place the five objectives on valuable hexes spread over the map."""
    dry = [
        hex_id
        for hex_id in sorted(land.graph)
        if land.types.get(hex_id, ("",))[0] not in ("water_barrier", "stream", "marsh")
    ]
    worth = {hex_id: _rate_objective(land, hex_id) + land.chance.random() for hex_id in dry}
    chosen: list[str] = []
    while len(chosen) < len(land.board.objectives):
        left = [hex_id for hex_id in dry if hex_id not in chosen]
        far = {hex_id: min((distance(hex_id, other) for other in chosen), default=4) for hex_id in left}
        chosen.append(max(left, key=lambda hex_id: (min(far[hex_id], 5) * 1.2 + worth[hex_id], hex_id)))
    land.chance.shuffle(chosen)
    return dict(zip(land.board.objectives, chosen, strict=True))


def _rate_objective(land: Land, hex_id: str) -> float:
    kinds = land.types.get(hex_id, ("",))
    crossing = sum(hex_id in ends for ends in land.roads) >= 3
    top = land.levels.get(hex_id, 0) and all(
        land.levels.get(x, 0) <= land.levels[hex_id] for x in land.graph[hex_id]
    )
    rim = len(land.graph[hex_id]) < 6
    return (
        3.0 * ("building" in kinds)
        + 3.0 * ("bridge" in kinds[0])
        + 2.0 * crossing
        + 2.0 * bool(top)
        - 2.0 * rim
    )


def find_play_problems(catalog: Catalog, ground: Ground) -> Iterator[Message]:
    """Yield a message for each reason why a map cannot be played: unreachable objectives, edges of water."""
    import networkx as nx  # here: most battles draw no map

    walk: nx.DiGraph[str] = nx.DiGraph()
    walk.add_nodes_from(all_hexes(catalog.board))
    for hex_id in all_hexes(catalog.board):
        walk.add_edges_from(
            (hex_id, other)
            for other in neighbours(hex_id, catalog.board)
            if get_move_cost(catalog, ground, hex_id, other) is not None
        )
    goals = set((ground.objectives or {}).values())
    if len(goals) < len(catalog.board.objectives):
        missing = [n for n in catalog.board.objectives if n not in (ground.objectives or {})]
        yield say("battlefield_finding.objectives", missing=missing)
    reached = [{goal, *nx.ancestors(walk, goal)} for goal in sorted(goals)]
    for edge in catalog.board.opposite.values():
        edge_row = edge_hexes(catalog.board, edge)
        dry_hexes = {hex_id for hex_id in edge_row if is_enterable(catalog, ground, hex_id)}
        if len(dry_hexes) * 2 < len(edge_row):
            yield say("battlefield_finding.water", edge=edge)
        if not all(dry_hexes <= reachable for reachable in reached):
            yield say("battlefield_finding.cut_off", edge=edge)


def is_enterable(catalog: Catalog, ground: Ground, hex_id: str) -> bool:
    """T98: return whether units can enter a hex."""
    kind = get_leading_terrain(catalog, ground, hex_id)
    return kind is None or catalog.terrain[kind].move["rule"] != "impassable"


def to_catalog_row(ground: Ground, number: int) -> dict[str, Any]:
    """Return a ground as a row of the table ``ground`` with the given number, for use in an overlay."""
    types: dict[str, list[str]] = {}
    for hex_id, kinds in ground.terrain.items():
        for kind in kinds:
            types.setdefault(kind, []).append(hex_id)
    levels: dict[str, list[str]] = {}
    for hex_id, level in ground.levels.items():
        levels.setdefault(str(level), []).append(hex_id)
    sides: dict[str, list[str]] = {}
    for ends, kind in sorted(ground.sides.items()):
        sides.setdefault(kind, []).append("-".join(ends))
    row: dict[str, Any] = {
        "id": str(number),
        "terrain": types,
        "levels": levels,
        "ways": {
            way: sorted("-".join(ends) for ends in items) for way, items in ground.ways.items() if items
        },
        "exits": {
            way: [{"hex": out.hex, **({"sides": list(out.sides)} if out.sides else {})} for out in items]
            for way, items in ground.exits.items()
        },
        "course": sorted("-".join(ends) for ends in ground.course),
        "sides": sides,
        "buildings": [sorted(group) for group in ground.buildings],
        "provenance": "house",
    }
    if ground.objectives:
        row["objectives"] = {str(number): hex_id for number, hex_id in ground.objectives.items()}
    return {name: value for name, value in row.items() if value or name in ("terrain", "ways")}
