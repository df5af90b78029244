"""A map made ready for looking over it: what each hex and each side would do to a string (10, T78-T99)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, Side, Strings, Touch
from catalogs.games.combat_commander.model import Board, Terrain

from ..hexes import all_hexes
from .line_geometry import BESIDE, MARGIN, STRIDE, Outline, at, edge, outline

HILL = "hill"
STRAIGHT = {compass: (1 << compass - 1) | (1 << compass + 2) for compass in (1, 2, 3)}


@dataclass(frozen=True, slots=True)
class Marker:
    """T79, T94, ST-T1: a marker that fills its hex; smoke has its own number."""

    kind: str  # blaze, smoke or rubble
    value: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn in a hex: its terrain and its outline."""

    terrain: Terrain
    outline: Outline
    value: int  # the hindrance, 0 for an obstacle


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex that may matter to a string over it."""

    level: int
    solid: Drawing | None  # woods, a building: it stops the string
    thin: Drawing | None  # brush, a field: it hinders
    rails: Outline | None  # the track of a railway
    along: int  # the directions (bits 1-3) in which a road or railway runs straight through
    upper: tuple[Outline, ...]  # by level: the outline of the ground that is at least as high
    marker: Marker | None


@dataclass(frozen=True, slots=True)
class Fence:
    """A hexside that may matter: its terrain, the levels on its lower and its higher hand."""

    terrain: Terrain
    low: int
    high: int
    hexes: Side
    value: int  # the hindrance, 0 for an obstacle
    open: bool  # it does nothing where it is a side of either end


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A map ready for looking over it; hexes and sides go by the numbers of ``lines``."""

    ground: Ground
    board: Board
    hexes: tuple[int, ...]
    spots: tuple[Spot | None, ...]
    levels: tuple[int, ...]
    gullies: frozenset[int]
    fences: tuple[Fence | None, ...]  # by the number of the side; empty where there are none
    markers: Mapping[int, Marker]
    touches: Mapping[tuple[int, int], Mapping[int, Touch]] | None  # None: no print was measured
    terrain: Mapping[str, Terrain]


def field(catalog: Catalog, ground: Ground, markers: Mapping[str, Marker] | None = None) -> Field:
    """A ground with the markers that lie on it, ready for looking over it."""
    board = catalog.board
    laid = {at(one): marker for one, marker in (markers or {}).items()}
    hexes = tuple(map(at, all_hexes(board)))
    levels = [0] * ((len(board.columns) + 2 * MARGIN) * STRIDE)
    for one, level in ground.levels.items():
        levels[at(one)] = level
    kinds = {at(one): kind for one in ground.terrain if (kind := leading(catalog, ground, one))}
    spots: list[Spot | None] = [None] * len(levels)
    ways = {way: _arms(ground, way) for way in ("road", "railway")}
    large = [frozenset(map(at, group)) for group in ground.buildings]
    for number in hexes:
        spots[number] = _spot(catalog, number, kinds, levels, ways, large, laid.get(number))
    measured = catalog.ground_touch.get(ground.id)
    return Field(
        ground=ground,
        board=board,
        hexes=hexes,
        spots=tuple(spots),
        levels=tuple(levels),
        gullies=frozenset(number for number, kind in kinds.items() if kind == "gully"),
        fences=_fences(catalog, ground, levels),
        markers=laid,
        touches=None if measured is None else _numbered(measured),
        terrain=catalog.terrain,
    )


def leading(catalog: Catalog, ground: Ground, hex_id: str) -> str | None:
    """T78.1: the type that counts where a hex shows two; None for open ground."""
    types = ground.terrain.get(hex_id, ())
    return min(types, key=lambda kind: catalog.terrain[kind].precedence or 0) if types else None


def _numbered(measured: Strings) -> dict[tuple[int, int], dict[int, Touch]]:
    """The strings of a print by number; the lower number first, as strings are laid."""
    strings = {}
    for (one, other), found in measured.items():
        start, end = sorted((at(one), at(other)))
        strings[start, end] = {at(hex_id): touch for hex_id, touch in found.items()}
    return strings


def _edge(ends: Side) -> int:
    one, other = map(at, ends)
    return edge(one, next(compass for compass, step in BESIDE.items() if one + step == other))


def _fences(catalog: Catalog, ground: Ground, levels: list[int]) -> tuple[Fence | None, ...]:
    """The hexsides that do something to a string."""
    found = {
        _edge(ends): _fence(row, ends, levels)
        for ends, kind in ground.sides.items()
        if (row := catalog.terrain[kind]).los["class"] != "clear"
    }
    return tuple(map(found.get, range(4 * len(levels)))) if found else ()


def _fence(terrain: Terrain, ends: Side, levels: list[int]) -> Fence:
    one, other = (levels[at(end)] for end in ends)
    return Fence(
        terrain=terrain,
        low=min(one, other),
        high=max(one, other),
        hexes=ends,
        value=terrain.los.get("hindrance", 0),
        open=terrain.los.get("own_side") == "clear",
    )


def _arms(ground: Ground, way: str) -> dict[int, int]:
    """Hex -> the sides a way crosses, as bits."""
    arms: dict[int, int] = {}
    for ends in ground.ways.get(way, ()):
        one, other = map(at, ends)
        for here, there in ((one, other), (other, one)):
            compass = next(number for number, step in BESIDE.items() if here + step == there)
            arms[here] = arms.get(here, 0) | 1 << compass - 1
    for out in ground.exits.get(way, ()):
        if len(out.sides) == 1:
            arms[at(out.hex)] = arms.get(at(out.hex), 0) | 1 << out.sides[0] - 1
    return arms


def _spot(
    catalog: Catalog,
    number: int,
    kinds: Mapping[int, str],
    levels: list[int],
    ways: Mapping[str, Mapping[int, int]],
    large: list[frozenset[int]],
    marker: Marker | None,
) -> Spot | None:
    kind, level = kinds.get(number), levels[number]
    rails = ways["railway"].get(number, 0)
    drawing = None if kind is None else _drawing(catalog, number, kind, kinds, large)
    if drawing is None and not level and not rails and marker is None:
        return None
    solid = drawing is not None and drawing.terrain.los["class"] == "obstacle"
    arms = ways["road"].get(number, 0), rails
    along = sum(1 << axis for axis, bits in STRAIGHT.items() if any(found & bits == bits for found in arms))
    upper = tuple(_ground_above(catalog, number, levels, wanted) for wanted in range(level + 1))
    return Spot(
        level=level,
        solid=drawing if solid else None,
        thin=None if solid else drawing,
        rails=outline(None, rails) if rails else None,
        along=along,
        upper=upper,
        marker=marker,
    )


def _ground_above(catalog: Catalog, number: int, levels: list[int], wanted: int) -> Outline:
    """T88.3.1: the outline of the ground of a level in its hex: the crest line."""
    return outline(catalog.ground_shapes[HILL], _sides(lambda beside: levels[beside] >= wanted, number))


def _drawing(
    catalog: Catalog, number: int, kind: str, kinds: Mapping[int, str], large: list[frozenset[int]]
) -> Drawing | None:
    """The drawing of a hex if it can stop or hinder a string."""
    row = catalog.terrain[kind]
    if row.los["class"] not in ("obstacle", "hindrance"):
        return None
    shapes = catalog.ground_shapes
    shape = shapes.get(kind) or shapes.get(row.replaces or "") or shapes["woods"]

    def goes_on(beside: int) -> bool:
        if kinds.get(beside) != kind:
            return False
        return kind != "building" or any({number, beside} <= group for group in large)

    return Drawing(row, outline(shape, _sides(goes_on, number)), row.los.get("hindrance", 0))


def _sides(goes_on: Callable[[int], bool], number: int) -> int:
    """The sides of a hex beyond which something goes on, as bits."""
    return sum(1 << compass - 1 for compass, step in BESIDE.items() if goes_on(number + step))


def steps(one: int, other: int) -> int:
    """Range in hexes between two numbers."""
    across = abs(other // STRIDE - one // STRIDE)
    down = abs(other % STRIDE - one % STRIDE)
    return across + max(0, down - across) // 2
