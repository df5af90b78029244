"""10, T78-T99: prepare a map for line-of-sight checks, with the effect of each hex and hexside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, Side, Strings, Touch
from catalogs.games.combat_commander.model import Board, Terrain

from ..hexes import all_hexes
from .line_geometry import (
    MARGIN,
    NEIGHBOUR_OFFSETS,
    STRIDE,
    Outline,
    get_outline,
    to_hex_number,
    to_side_number,
)

HILL = "hill"
STRAIGHT_WAY_BITS = {compass: (1 << compass - 1) | (1 << compass + 2) for compass in (1, 2, 3)}


@dataclass(frozen=True, slots=True)
class Marker:
    """T79, T94, ST-T1: a marker that fills its hex; a smoke marker has a hindrance value."""

    kind: str  # blaze, smoke or rubble
    value: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """The terrain drawn in a hex and its outline."""

    terrain: Terrain
    outline: Outline
    value: int  # the hindrance, 0 for an obstacle


@dataclass(frozen=True, slots=True)
class HexProfile:
    """A hex that may affect a sight line over it."""

    level: int
    solid: Drawing | None  # an obstacle: woods, a building
    thin: Drawing | None  # a hindrance: brush, a field
    rails: Outline | None  # the track of a railway
    along: int  # bits 1-3: directions in which a road or railway runs straight through
    upper: tuple[Outline, ...]  # by level: outline of the ground at that level or higher
    marker: Marker | None


@dataclass(frozen=True, slots=True)
class SideProfile:
    """A hexside that may affect a sight line, with the levels of its two hexes."""

    terrain: Terrain
    low: int
    high: int
    hexes: Side
    value: int  # the hindrance, 0 for an obstacle
    open: bool  # no effect on a line that starts or ends in one of its hexes


@dataclass(frozen=True, slots=True, eq=False)
class LosMap:
    """A map prepared for line-of-sight checks; ``line_geometry`` numbers its hexes and sides."""

    ground: Ground
    board: Board
    hexes: tuple[int, ...]
    hex_profiles: tuple[HexProfile | None, ...]
    levels: tuple[int, ...]
    gullies: frozenset[int]
    side_profiles: tuple[SideProfile | None, ...]  # by side number; empty if the map has none
    markers: Mapping[int, Marker]
    touches: Mapping[tuple[int, int], Mapping[int, Touch]] | None  # None if the printed map was not measured
    terrain: Mapping[str, Terrain]


def build_los_map(catalog: Catalog, ground: Ground, markers: Mapping[str, Marker] | None = None) -> LosMap:
    """Prepare a ground and its markers for line-of-sight checks."""
    board = catalog.board
    numbered_markers = {to_hex_number(hex_id): marker for hex_id, marker in (markers or {}).items()}
    hexes = tuple(map(to_hex_number, all_hexes(board)))
    levels = [0] * ((len(board.columns) + 2 * MARGIN) * STRIDE)
    for hex_id, level in ground.levels.items():
        levels[to_hex_number(hex_id)] = level
    kinds = {
        to_hex_number(hex_id): kind
        for hex_id in ground.terrain
        if (kind := get_leading_terrain(catalog, ground, hex_id))
    }
    profiles: list[HexProfile | None] = [None] * len(levels)
    ways = {way: _collect_way_bits(ground, way) for way in ("road", "railway")}
    large = [frozenset(map(to_hex_number, group)) for group in ground.buildings]
    for number in hexes:
        profiles[number] = _build_hex_profile(
            catalog, number, kinds, levels, ways, large, numbered_markers.get(number)
        )
    measured = catalog.ground_touch.get(ground.id)
    return LosMap(
        ground=ground,
        board=board,
        hexes=hexes,
        hex_profiles=tuple(profiles),
        levels=tuple(levels),
        gullies=frozenset(number for number, kind in kinds.items() if kind == "gully"),
        side_profiles=_build_side_profiles(catalog, ground, levels),
        markers=numbered_markers,
        touches=None if measured is None else _number_touches(measured),
        terrain=catalog.terrain,
    )


def get_leading_terrain(catalog: Catalog, ground: Ground, hex_id: str) -> str | None:
    """T78.1: return the terrain that counts if a hex shows two; None for open ground."""
    types = ground.terrain.get(hex_id, ())
    return min(types, key=lambda kind: catalog.terrain[kind].precedence or 0) if types else None


def _number_touches(measured: Strings) -> dict[tuple[int, int], dict[int, Touch]]:
    """Index the measured sight lines of a print by hex numbers, lower number first."""
    strings = {}
    for (first, second), touches in measured.items():
        start, end = sorted((to_hex_number(first), to_hex_number(second)))
        strings[start, end] = {to_hex_number(hex_id): touch for hex_id, touch in touches.items()}
    return strings


def _get_side_number(ends: Side) -> int:
    first, second = map(to_hex_number, ends)
    return to_side_number(
        first, next(compass for compass, step in NEIGHBOUR_OFFSETS.items() if first + step == second)
    )


def _build_side_profiles(
    catalog: Catalog, ground: Ground, levels: list[int]
) -> tuple[SideProfile | None, ...]:
    """Return the hexsides that affect a sight line, indexed by side number."""
    profiles = {
        _get_side_number(ends): _build_side_profile(row, ends, levels)
        for ends, kind in ground.sides.items()
        if (row := catalog.terrain[kind]).los["class"] != "clear"
    }
    return tuple(map(profiles.get, range(4 * len(levels)))) if profiles else ()


def _build_side_profile(terrain: Terrain, ends: Side, levels: list[int]) -> SideProfile:
    first, second = (levels[to_hex_number(end)] for end in ends)
    return SideProfile(
        terrain=terrain,
        low=min(first, second),
        high=max(first, second),
        hexes=ends,
        value=terrain.los.get("hindrance", 0),
        open=terrain.los.get("own_side") == "clear",
    )


def _collect_way_bits(ground: Ground, way: str) -> dict[int, int]:
    """Return for each hex the sides that a way crosses, as bits."""
    arms: dict[int, int] = {}
    for ends in ground.ways.get(way, ()):
        first, second = map(to_hex_number, ends)
        for hex_, beside in ((first, second), (second, first)):
            compass = next(number for number, step in NEIGHBOUR_OFFSETS.items() if hex_ + step == beside)
            arms[hex_] = arms.get(hex_, 0) | 1 << compass - 1
    for out in ground.exits.get(way, ()):
        if len(out.sides) == 1:
            arms[to_hex_number(out.hex)] = arms.get(to_hex_number(out.hex), 0) | 1 << out.sides[0] - 1
    return arms


def _build_hex_profile(
    catalog: Catalog,
    number: int,
    kinds: Mapping[int, str],
    levels: list[int],
    ways: Mapping[str, Mapping[int, int]],
    large: list[frozenset[int]],
    marker: Marker | None,
) -> HexProfile | None:
    kind, level = kinds.get(number), levels[number]
    rails = ways["railway"].get(number, 0)
    drawing = None if kind is None else _build_drawing(catalog, number, kind, kinds, large)
    if drawing is None and not level and not rails and marker is None:
        return None
    solid = drawing is not None and drawing.terrain.los["class"] == "obstacle"
    arms = ways["road"].get(number, 0), rails
    along = sum(
        1 << axis
        for axis, bits in STRAIGHT_WAY_BITS.items()
        if any(arm_bits & bits == bits for arm_bits in arms)
    )
    upper = tuple(_outline_level(catalog, number, levels, wanted) for wanted in range(level + 1))
    return HexProfile(
        level=level,
        solid=drawing if solid else None,
        thin=None if solid else drawing,
        rails=get_outline(None, rails) if rails else None,
        along=along,
        upper=upper,
        marker=marker,
    )


def _outline_level(catalog: Catalog, number: int, levels: list[int], wanted: int) -> Outline:
    """T88.3.1: return the outline of the ground at a level within its hex (the crest line)."""
    return get_outline(
        catalog.ground_shapes[HILL], _collect_sides(lambda beside: levels[beside] >= wanted, number)
    )


def _build_drawing(
    catalog: Catalog, number: int, kind: str, kinds: Mapping[int, str], large: list[frozenset[int]]
) -> Drawing | None:
    """Return the drawing of a hex if it blocks or hinders sight."""
    row = catalog.terrain[kind]
    if row.los["class"] not in ("obstacle", "hindrance"):
        return None
    shapes = catalog.ground_shapes
    shape = shapes.get(kind) or shapes.get(row.replaces or "") or shapes["woods"]

    def goes_on(beside: int) -> bool:
        if kinds.get(beside) != kind:
            return False
        return kind != "building" or any({number, beside} <= group for group in large)

    return Drawing(row, get_outline(shape, _collect_sides(goes_on, number)), row.los.get("hindrance", 0))


def _collect_sides(goes_on: Callable[[int], bool], number: int) -> int:
    """Return the sides beyond which the terrain continues, as bits."""
    return sum(1 << compass - 1 for compass, step in NEIGHBOUR_OFFSETS.items() if goes_on(number + step))


def get_hex_range(first: int, second: int) -> int:
    """Return the range in hexes between two hex numbers."""
    across = abs(second // STRIDE - first // STRIDE)
    down = abs(second % STRIDE - first % STRIDE)
    return across + max(0, down - across) // 2
