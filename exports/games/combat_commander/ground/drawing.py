"""Draw a map from its ground: areas in hexes first, then lines through them, then hexsides."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from reportlab.graphics.shapes import Shape
from reportlab.lib.colors import Color, HexColor

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import Point, outline, text
from exports.kit.theme import INK, NARROW, PAPER
from generator.games.combat_commander.hexes import neighbour, split

from ..drawings.hexgrid import HexGrid
from . import terrain_symbols
from .region import COMPASS, Run, chaikin, join_runs, outline_area, side_middle


@dataclass(frozen=True, slots=True)
class Look:
    """The look of an area: its tint, the colour of its sign, and how far it reaches in its hexes."""

    tint: Color
    sign: Color
    reach: float


#: Tints light enough for the hex numbers to be read on them.
TERRAIN_LOOKS = {
    "woods": Look(HexColor(0xC3D9B8), HexColor(0x3E6B3C), 0.86),
    "orchard": Look(HexColor(0xE3EDD3), HexColor(0x4F7A46), 0.9),
    "brush": Look(HexColor(0xEAECCB), HexColor(0x6B7030), 0.86),
    "field": Look(HexColor(0xF7EFC6), HexColor(0xB49A4A), 0.93),
    "marsh": Look(HexColor(0xDCEAE8), HexColor(0x3F7480), 0.86),
    "water_barrier": Look(HexColor(0xC2DCEE), HexColor(0x3B7298), 0.93),
    "gully": Look(HexColor(0xEADCC8), HexColor(0x6E5230), 0.78),
    "jungle": Look(HexColor(0xB9D4AC), HexColor(0x2F5E2E), 0.92),
    "palms": Look(HexColor(0xE0EBCF), HexColor(0x4F7A46), 0.9),
    "shrubs": Look(HexColor(0xE6E9C6), HexColor(0x666B2B), 0.88),
    "grass": Look(HexColor(0xEFF3D8), HexColor(0x77803A), 0.93),
    "swamp": Look(HexColor(0xCFE2DC), HexColor(0x35665F), 0.9),
    "landing_water_barrier": Look(HexColor(0xC2DCEE), HexColor(0x3B7298), 0.93),
    "beach": Look(HexColor(0xF8F1DC), HexColor(0x8E7843), 0.96),
    "rubble": Look(HexColor(0xDDD9D5), HexColor(0x57504A), 0.86),
    "communication_trench": Look(HexColor(0xE9DFCE), HexColor(0x6E5230), 0.86),
    "hedgehogs": Look(HexColor(0xF1EEE8), HexColor(0x4A4A4A), 0.86),
}
#: Terrain of expansion modules with the sign of similar terrain.
SIMILAR_TERRAIN = {
    "jungle": "woods",
    "palms": "orchard",
    "shrubs": "brush",
    "grass": "brush",
    "swamp": "marsh",
    "landing_water_barrier": "water_barrier",
    "beach": "field",
    "communication_trench": "field",
    "rubble": "rubble",
    "hedgehogs": "rubble",
}
SIDE_KINDS = ("cliff", "fence", "hedge", "wall")  # hexsides with a line of their own, in drawing order
BUILDING_KINDS = ("building", "hut", "factory")
#: Ground from level 0 up: each level darker, with an edge.
LEVEL_TINTS = (PAPER, HexColor(0xF6EBD6), HexColor(0xEBD9B6), HexColor(0xDFC597), HexColor(0xD1B17A))
PLATE = [  # behind a level, in type sizes
    (-0.46, 0.2),
    (-0.34, 0.4),
    (0.34, 0.4),
    (0.46, 0.2),
    (0.46, -0.2),
    (0.34, -0.4),
    (-0.34, -0.4),
    (-0.46, -0.2),
]
EDGE = HexColor(0x8A5A22)
WATER = HexColor(0x4F8DB5)
ROOF, RIM = HexColor(0xCBB5A8), HexColor(0x4A3A34)
ROAD, KERB = HexColor(0xFDF6E6), HexColor(0x6E6152)
TRAIL = HexColor(0x7A5C32)
RAIL = HexColor(0x2E2E2E)
HEDGE = HexColor(0x2F6B33)
WALL = HexColor(0x4A4A4A)
FENCE = HexColor(0x7A5230)
CLIFF = HexColor(0x5E3A17)


def draw_ground(
    ground: Ground, grid: HexGrid, only: Collection[str] | None = None, *, levels_left: bool = False
) -> list[Shape]:
    """Draw a ground from the lowest tint to the walls; roads and the like only in the hexes of ``only``.

    Levels stand at the upper right of their hexes, or at the upper left.
    """
    shapes = [*_draw_levels(ground, grid), *_draw_areas(ground, grid), *_draw_crests(ground, grid)]
    shapes += [*_draw_streams(ground, grid), *_draw_gullies(ground, grid), *_draw_signs(ground, grid)]
    shapes += [
        *_draw_ways(ground, grid, only),
        *_draw_bridges(ground, grid),
        *_draw_buildings(ground, grid),
        *_draw_sides(ground, grid),
    ]
    return [*shapes, *_draw_heights(ground, grid, -1 if levels_left else 1)]


def _hexes_of(ground: Ground, kind: str) -> list[str]:
    return sorted(hex_id for hex_id, kinds in ground.terrain.items() if kind in kinds)


def _scale_into_hex(runs: Iterable[Run], grid: HexGrid, hex_id: str) -> list[Run]:
    """Scale a sign in half widths into its hex."""
    x, y = grid.centre(hex_id)
    return [[(x + across * grid.size, y + up * grid.size) for across, up in run] for run in runs]


def _draw_levels(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T88: draw tinted levels, one on the other."""
    shapes: list[Shape] = []
    for level in range(1, max(ground.levels.values(), default=0) + 1):
        fills, _ = outline_area(grid, _hexes_from_level(ground, level), 0.86)
        shapes.append(outline(fills, fill=LEVEL_TINTS[min(level, len(LEVEL_TINTS) - 1)]))
    return shapes


def _hexes_from_level(ground: Ground, level: int) -> frozenset[str]:
    return frozenset(hex_id for hex_id, height in ground.levels.items() if height >= level)


def _draw_crests(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T88.3.1: draw crest lines with ticks that point downhill; over woods too, as printed."""
    runs: list[Run] = []
    ticks: list[Run] = []
    for level in range(1, max(ground.levels.values(), default=0) + 1):
        _, edges = outline_area(grid, _hexes_from_level(ground, level), 0.86)
        runs += join_runs(edges)
        ticks += [tick for edge in edges for tick in _downhill_ticks(edge, grid.size * 0.13)]
    if not runs:
        return []
    return [
        outline(runs, stroke=EDGE, line=0.07 * grid.size, closed=False),
        outline(ticks, stroke=EDGE, line=0.045 * grid.size, closed=False, cap=0),
    ]


def _downhill_ticks(edge: Run, long: float) -> Iterable[Run]:
    (x1, y1), (x2, y2) = edge
    wide = math.hypot(x2 - x1, y2 - y1) or 1.0
    out = ((y1 - y2) / wide * long, (x2 - x1) / wide * long)
    for part in (0.2, 0.4, 0.6, 0.8):
        x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
        yield [(x, y), (x + out[0], y + out[1])]


def _draw_areas(ground: Ground, grid: HexGrid) -> list[Shape]:
    shapes: list[Shape] = []
    for kind, look in TERRAIN_LOOKS.items():
        hexes = frozenset(_hexes_of(ground, kind))
        if hexes and kind != "gully":
            fills, edges = outline_area(grid, hexes, look.reach)
            shapes.append(outline(fills, fill=look.tint))
            if kind in ("field", "water_barrier", "woods"):
                shapes.append(
                    outline(join_runs(edges), stroke=look.sign, line=0.035 * grid.size, closed=False)
                )
    return shapes


def _draw_signs(ground: Ground, grid: HexGrid) -> list[Shape]:
    """Draw the signs of each terrain, all hexes of a kind in one path."""
    signs: dict[str, list[Run]] = {}
    for kind in (kind for kind in TERRAIN_LOOKS if kind != "gully"):
        for hex_id in _hexes_of(ground, kind):
            if not _has_bridge(ground, hex_id):
                signs.setdefault(kind, []).extend(_scale_into_hex(terrain_sign(kind, hex_id), grid, hex_id))
    return [draw_signs_of_kind(kind, runs, grid.size) for kind, runs in signs.items()]


def terrain_sign(kind: str, hex_id: str) -> list[Run]:
    """Return the sign of a terrain for a hex, in half widths."""
    kind = SIMILAR_TERRAIN.get(kind, kind)
    if kind == "orchard":
        return terrain_symbols.rows_of_trees()
    if kind == "water_barrier":
        return terrain_symbols.waves()
    scattered = {
        "woods": terrain_symbols.trees,
        "brush": terrain_symbols.tufts,
        "field": terrain_symbols.furrows,
        "marsh": terrain_symbols.reeds,
        "rubble": terrain_symbols.stones,
    }
    return scattered[kind](hex_id)


def draw_signs_of_kind(kind: str, runs: list[Run], size: float) -> Shape:
    """Draw the signs of one kind: crowns filled, others as lines."""
    look, like = TERRAIN_LOOKS[kind], SIMILAR_TERRAIN.get(kind, kind)
    if like == "woods":
        return outline(runs, fill=HexColor(0x9DBF92), stroke=look.sign, line=0.04 * size)
    if like in ("orchard", "rubble"):
        return outline(runs, fill=look.sign)
    return outline(runs, stroke=look.sign, line=0.05 * size, closed=False)


def _has_bridge(ground: Ground, hex_id: str) -> bool:
    return any(kind.endswith("_bridge") for kind in ground.terrain.get(hex_id, ()))


def _draw_streams(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T95: draw a stream from side to side; without a known course it joins its neighbours."""
    hexes = frozenset(_hexes_of(ground, "stream"))
    if not hexes:
        return []
    crossed = ground.course or frozenset((one, other) for one, other in _pairs(hexes, grid))
    runs = _lines_through(
        crossed, {out.hex: _outlets(grid, out.hex) for out in ground.exits.get("stream", ())}, grid, hexes
    )
    banks = outline(runs, stroke=HexColor(0xDDEBF5), line=0.34 * grid.size, closed=False)
    return [
        banks,
        outline(runs, stroke=WATER, line=0.2 * grid.size, closed=False),
    ]  # dark in the middle, unlike a road


def _draw_gullies(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T86: draw a ditch with cross ticks; a single hex runs through from side to side."""
    hexes = frozenset(_hexes_of(ground, "gully"))
    if not hexes:
        return []
    look = TERRAIN_LOOKS["gully"]
    leaving = {out.hex: _outlets(grid, out.hex) for out in ground.exits.get("gully", ())}
    leaving |= {hex_id: [1, 4] for hex_id in hexes if not _linked_sides(hex_id, hexes, grid)}
    runs = _lines_through(frozenset(_pairs(hexes, grid)), leaving, grid, hexes)
    ticks: list[Run] = []
    for hex_id in sorted(hexes):
        arms = _linked_sides(hex_id, hexes, grid) or [1, 4]
        ticks += _scale_into_hex(
            (run for compass in arms for run in terrain_symbols.bars(grid.outward(compass))), grid, hex_id
        )
    fills, _ = outline_area(grid, hexes, 0.62)
    return [
        outline(fills, fill=look.tint),
        outline(ticks, stroke=look.sign, line=0.05 * grid.size, closed=False),
        outline(runs, stroke=look.sign, line=0.07 * grid.size, closed=False),
    ]


def _linked_sides(hex_id: str, hexes: frozenset[str], grid: HexGrid) -> list[int]:
    return [compass for compass in COMPASS if neighbour(hex_id, compass, grid.board) in hexes]


def _pairs(hexes: Collection[str], grid: HexGrid) -> Iterable[tuple[str, str]]:
    for hex_id in sorted(hexes):
        for compass in (2, 3, 4):
            other = neighbour(hex_id, compass, grid.board)
            if other is not None and other in hexes:
                yield hex_id, other


def _outlets(grid: HexGrid, hex_id: str) -> list[int]:
    """Return the side over which a line leaves the map from an edge hex: up or down, else left or right."""
    out = [compass for compass in COMPASS if neighbour(hex_id, compass, grid.board) is None]
    return [next(side for side in (1, 4, *out) if side in out)] if out else []


def _lines_through(
    crossed: Iterable[tuple[str, str]],
    leaving: Mapping[str, list[int]],
    grid: HexGrid,
    only: Collection[str] | None = None,
    leave: float = 0.83,  # with its round end the line reaches the edge of the map
) -> list[Run]:
    """Return lines from crossed sides to the centre of each hex, joined in pairs to bends."""
    arms: dict[str, list[Point]] = {}
    for hex_id, other in sorted(crossed):
        compass = next(number for number in COMPASS if neighbour(hex_id, number, grid.board) == other)
        point = side_middle(grid, hex_id, compass)
        arms.setdefault(hex_id, []).append(point)
        arms.setdefault(other, []).append(point)
    for hex_id, sides in leaving.items():
        arms.setdefault(hex_id, []).extend(_shorten(grid, hex_id, compass, leave) for compass in sides)
    runs: list[Run] = []
    for hex_id, points in arms.items():
        if only is not None and hex_id not in only:
            continue
        runs += _bend(grid.centre(hex_id), points)
    return runs


def _shorten(grid: HexGrid, hex_id: str, compass: int, part: float) -> Point:
    """Return the end of a line that leaves the map."""
    (x, y), (x1, y1) = grid.centre(hex_id), side_middle(grid, hex_id, compass)
    return x + (x1 - x) * part, y + (y1 - y) * part


def _bend(centre: Point, points: list[Point]) -> list[Run]:
    if len(points) == 1:
        return [[points[0], centre]]
    if len(points) == 2:
        return [chaikin([points[0], centre, points[1]])]
    return [[point, centre] for point in points]


def _draw_ways(ground: Ground, grid: HexGrid, only: Collection[str] | None) -> list[Shape]:
    """T92, T93, T96: draw roads with kerbs, trails as broken lines, railways with sleepers."""
    shapes: list[Shape] = []
    size = grid.size
    if runs := _way_runs(ground, "trail", grid, only):
        shapes.append(outline(_dashes(runs, size * 0.22), stroke=TRAIL, line=0.1 * size, closed=False, cap=0))
    if runs := _way_runs(ground, "road", grid, only):
        shapes.append(outline(runs, stroke=KERB, line=0.32 * size, closed=False))
        shapes.append(outline(runs, stroke=ROAD, line=0.22 * size, closed=False))
    if runs := _way_runs(ground, "railway", grid, only):
        shapes.append(outline(runs, stroke=RAIL, line=0.09 * size, closed=False))
        shapes.append(
            outline(
                _cross_ticks(runs, size * 0.24, size * 0.15),
                stroke=RAIL,
                line=0.06 * size,
                closed=False,
                cap=0,
            )
        )
    return shapes


def _way_runs(ground: Ground, way: str, grid: HexGrid, only: Collection[str] | None) -> list[Run]:
    leaving: dict[str, list[int]] = {}
    for out in ground.exits.get(way, ()):
        leaving.setdefault(out.hex, []).extend(out.sides[:1])
    return _lines_through(ground.ways.get(way, ()), leaving, grid, only)


def _march(runs: list[Run], step: float) -> Iterable[tuple[Point, Point]]:
    """Yield points along lines at even steps, each with its direction."""
    for run in runs:
        ahead = step / 2
        for (x1, y1), (x2, y2) in itertools.pairwise(run):
            long = math.hypot(x2 - x1, y2 - y1)
            if not long:
                continue
            along = ((x2 - x1) / long, (y2 - y1) / long)
            while ahead < long:
                yield (x1 + along[0] * ahead, y1 + along[1] * ahead), along
                ahead += step
            ahead -= long


def _dashes(runs: list[Run], step: float) -> list[Run]:
    half = step * 0.3
    return [
        [(x - across * half, y - up * half), (x + across * half, y + up * half)]
        for (x, y), (across, up) in _march(runs, step)
    ]


def _cross_ticks(runs: list[Run], step: float, half: float) -> list[Run]:
    return [
        [(x - up * half, y + across * half), (x + up * half, y - across * half)]
        for (x, y), (across, up) in _march(runs, step)
    ]


def _draw_bridges(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T80: draw rails on both sides of the road; a major bridge reaches over the sides of its hex."""
    rails: list[Run] = []
    for kind, part in (("major_bridge", 1.06), ("minor_bridge", 0.62)):
        for hex_id in _hexes_of(ground, kind):
            x, y = grid.centre(hex_id)
            for compass in _bridge_sides(ground, hex_id, grid):
                across, up = grid.outward(compass)
                long, wide = part * grid.high / 2, 0.24 * grid.size
                for hand in (wide, -wide):
                    begin = (x - up * hand, y + across * hand)
                    rails.append([begin, (begin[0] + across * long, begin[1] + up * long)])
    return [outline(rails, stroke=INK, line=0.1 * grid.size, closed=False, cap=0)] if rails else []


def _bridge_sides(ground: Ground, hex_id: str, grid: HexGrid) -> list[int]:
    ways = [*ground.ways.get("road", ()), *ground.ways.get("railway", ())]
    beside = {compass: neighbour(hex_id, compass, grid.board) for compass in COMPASS}
    return [
        compass for compass, other in beside.items() if (hex_id, other) in ways or (other, hex_id) in ways
    ]


def _draw_buildings(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T82: draw roofs with a dark rim and a ridge; wings join the houses of a large building."""
    size, down = grid.size, 0.2 * grid.size
    middles = [(x, y - down) for x, y in map(grid.centre, _building_hexes(ground))]
    if not middles:
        return []
    wings = [
        [(x, y - down) for x, y in map(grid.centre, ends)]
        for group in sorted(ground.buildings, key=min)
        for ends in _pairs(group, grid)
    ]
    yards = [
        [(x, y - down) for x, y in map(grid.centre, corner)]
        for group in sorted(ground.buildings, key=min)
        for corner in _corners(group, grid)
    ]
    half, rim = 0.42 * size, 0.1 * size
    roofs = [_roof_outline(x, y, size) for x, y in middles]
    shapes: list[Shape] = []
    for colour, wider in (
        (RIM, 2 * rim),
        (ROOF, 0.0),
    ):  # all rims first, so that adjoining roofs merge
        shapes.append(outline(roofs, colour, colour if wider else None, wider))
        if wings:
            shapes.append(outline(wings, stroke=colour, line=0.36 * size + wider, closed=False, cap=0))
        if yards:
            shapes.append(outline(yards, colour, colour, 0.36 * size + wider))
    ridges = [[(x - half * 0.7, y), (x + half * 0.7, y)] for x, y in middles]
    return [*shapes, outline(ridges, stroke=RIM, line=rim, closed=False)]


def _corners(group: Collection[str], grid: HexGrid) -> Iterable[tuple[str, str, str]]:
    """Yield triples of adjacent building hexes, which have roof between them too."""
    pairs = set(_pairs(group, grid))
    for one, other in sorted(pairs):
        for third in sorted(group):
            if {(one, third), (third, one)} & pairs and {(other, third), (third, other)} & pairs:
                yield one, other, third


def _building_hexes(ground: Ground) -> list[str]:
    return sorted(hex_id for hex_id, kinds in ground.terrain.items() if set(kinds) & set(BUILDING_KINDS))


def _roof_outline(x: float, y: float, size: float) -> Run:
    across, up = 0.42 * size, 0.32 * size
    return [(x - across, y - up), (x + across, y - up), (x + across, y + up), (x - across, y + up)]


def _draw_sides(ground: Ground, grid: HexGrid) -> list[Shape]:
    """T83, T84, T87, T97: draw each kind of hexside with its own line."""
    shapes: list[Shape] = []
    runs: dict[str, list[Run]] = {}
    for ends, kind in sorted(ground.sides.items()):
        runs.setdefault(kind if kind in SIDE_KINDS else "", []).append(_side_run(ends, grid, ground))
    for kind in SIDE_KINDS:
        if kind in runs:
            shapes += draw_side(kind, runs[kind], grid.size)
    return shapes + (draw_side("hedge", runs[""], grid.size * 1.3) if "" in runs else [])


def _side_run(ends: tuple[str, str], grid: HexGrid, ground: Ground) -> Run:
    """Return a hexside directed so that lower ground, if any, lies on its left."""
    one, other = ends
    compass = next(number for number in COMPASS if neighbour(one, number, grid.board) == other)
    run = grid.side(one, compass)
    return run[::-1] if ground.levels.get(one, 0) > ground.levels.get(other, 0) else run


def draw_side(kind: str, runs: list[Run], size: float) -> list[Shape]:
    """Draw the line of one kind of hexside."""
    if kind == "hedge":
        tops = [[point, point] for point, _ in _march(runs, size * 0.2)]  # a dot is a line of no length
        return [
            outline(runs, stroke=HEDGE, line=0.12 * size, closed=False),
            outline(tops, stroke=HEDGE, line=0.2 * size, closed=False),
        ]
    if kind == "wall":
        stones = outline(
            _cross_ticks(runs, size * 0.2, size * 0.075), stroke=PAPER, line=0.03 * size, closed=False, cap=0
        )
        return [outline(runs, stroke=WALL, line=0.17 * size, closed=False), stones]
    if kind == "fence":
        posts = _cross_ticks(runs, size * 0.25, size * 0.1)
        return [
            outline(runs, stroke=FENCE, line=0.06 * size, closed=False),
            outline(posts, stroke=FENCE, line=0.06 * size, closed=False, cap=0),
        ]
    teeth = [
        [(x - a * 0.09 * size, y - u * 0.09 * size), (x + a * 0.09 * size, y + u * 0.09 * size),
         (x - u * 0.2 * size, y + a * 0.2 * size)]
        for (x, y), (a, u) in _march(runs, size * 0.2)
    ]  # fmt: skip
    return [outline(runs, stroke=CLIFF, line=0.1 * size, closed=False), outline(teeth, fill=CLIFF)]


def _draw_heights(ground: Ground, grid: HexGrid, side: int) -> list[Shape]:
    """Draw the level as +1, +2 in each hill hex, because tints alone do not distinguish 2 from 3.

    A plate in the tint of its level lies under each, because roads and edges run there too.
    """
    size = max(grid.size * 0.36, min(8.0, grid.size * 0.57))
    figures: list[Shape] = []
    plates: dict[int, list[Run]] = {}
    for hex_id, level in sorted(ground.levels.items(), key=lambda line: split(line[0])):
        x, y = grid.centre(hex_id)
        x, y = x + side * (0.6 if grid.upright else 0.5) * grid.size, y + 0.33 * grid.size
        plates.setdefault(level, []).append([(x + a * size, y + u * size) for a, u in PLATE])
        figures.append(text(x, y - size * 0.36, f"+{level}", size, NARROW, CLIFF, "middle"))
    return [*(outline(runs, fill=LEVEL_TINTS[level]) for level, runs in sorted(plates.items())), *figures]
