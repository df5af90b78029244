"""A map as one drawing: ground, grid, objectives, what is laid over it, a legend with only what it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from reportlab.graphics.shapes import Drawing, Group, Shape
from reportlab.lib.colors import Color, HexColor

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import CAP, Point, centred, disc, moved, outline, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, width
from exports.kit.vector import Spot, vector
from generator.games.combat_commander.hexes import all_hexes

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .drawing import ground_shapes
from .legend import legend
from .over import NOTHING, Over, Zone, over_numbers, under_numbers

LINES = HexColor(0x8E9498)
BAND = 8.0  # between the map and its legend
FRAME = 2.0  # room for what stands on the outermost hexsides


def ground_map(
    ground: Ground,
    scribe: Scribe,
    size: float = 15.5,
    *,
    key: bool = True,
    long: bool = False,
    objectives: Mapping[int, str] | None = None,
    numbers: bool = True,
    over: Over = NOTHING,
) -> Drawing:
    """2.1 to 2.3, T78 to T99: a map with everything its ground says; ``long`` turns it upright."""
    grid = HexGrid(scribe.catalog.board, size, long)
    shapes: list[Shape] = [*ground_shapes(ground, grid), *under_numbers(over, grid)]
    shapes.append(lattice(grid, numbers, over.zones, crossed(ground)))
    shapes += objective_spots(objectives if objectives is not None else ground.objectives or {}, grid)
    shapes += over_numbers(over, grid)
    entries, below = _key(ground, scribe, grid, key)
    drawing = Drawing(grid.wide + 2 * FRAME, grid.tall + below + 2 * FRAME)
    drawing.add(moved(shapes, FRAME, below + FRAME))
    if entries:
        drawing.add(moved(entries, 0, 0))
    return drawing


def _key(ground: Ground, scribe: Scribe, grid: HexGrid, wanted: bool) -> tuple[list[Shape], float]:
    entries, deep = legend(ground, scribe, grid.wide) if wanted else ([], 0.0)
    return entries, deep + BAND if deep else 0.0


def ground_svg(
    ground: Ground,
    scribe: Scribe,
    words: str,
    *,
    size: float = 24.0,
    kind: str = "",
    key: bool = True,
    long: bool = False,
    objectives: Mapping[int, str] | None = None,
    numbers: bool = True,
    over: Over = NOTHING,
    press: Callable[[str], str | None] | None = None,
    said: Callable[[str], str] = str,
) -> str:
    """The same as an ``svg`` element; ``press`` gives the address of a hex, ``said`` what is read aloud."""
    drawing = ground_map(
        ground, scribe, size, key=key, long=long, objectives=objectives, numbers=numbers, over=over
    )
    if press is None:
        return vector(drawing, words, kind)
    grid = HexGrid(scribe.catalog.board, size, long)
    below = drawing.height - grid.tall - FRAME
    return vector(drawing, words, kind, spots=hex_spots(grid, FRAME, below, press, said, over.chosen))


def hex_spots(
    grid: HexGrid,
    across: float,
    up: float,
    press: Callable[[str], str | None],
    said: Callable[[str], str] = str,
    chosen: Iterable[str] = (),
) -> list[Spot]:
    """A place to press for each hex of a grid that lies so far to the right and up in its drawing."""
    taken = frozenset(chosen)
    return [
        Spot(
            one,
            said(one),
            tuple((x + across, y + up) for x, y in grid.corners(one)),
            press(one),
            one in taken,
        )
        for one in all_hexes(grid.board)
    ]


def thumbnail(ground: Ground, scribe: Scribe, wide: float = 160.0) -> Drawing:
    """A small picture of a map: no legend, no numbers of hexes."""
    size = (wide - 2 * FRAME + 1) / HexGrid(scribe.catalog.board, 1.0).wide
    return ground_map(ground, scribe, size, key=False, numbers=False)


def crossed(ground: Ground) -> frozenset[str]:
    """Hexes where something dark may run under the number: ways, walls, streams, gullies, large buildings."""
    through = {one for found in (*ground.ways.values(), ground.course) for ends in found for one in ends}
    through |= {out.hex for exits in ground.exits.values() for out in exits}
    through |= {one for group in ground.buildings for one in group}
    through |= {one for ends in ground.sides for one in ends}
    through |= {one for one in _column_mates(ground) if _crest_above(ground, one)}
    return frozenset(
        through | {one for one, types in ground.terrain.items() if {"gully", "stream"} & {*types}}
    )


def _column_mates(ground: Ground) -> set[str]:
    """Hills and the hexes below them."""
    return {*ground.levels, *(f"{one[0]}{int(one[1:]) + 1}" for one in ground.levels)}


def _crest_above(ground: Ground, one: str) -> bool:
    """T88: a crest line runs along the upper side of a hex, where its number stands."""
    above = ground.levels.get(f"{one[0]}{int(one[1:]) - 1}", 0)
    return above != ground.levels.get(one, 0) and one[1:] != "1"


def lattice(
    grid: HexGrid, numbers: bool = True, zones: Iterable[Zone] = (), plain: Iterable[str] = ()
) -> Group:
    """Outlines and numbers of all hexes; plates under the numbers: of a zone, or bare paper in ``plain``."""
    hexes = all_hexes(grid.board)
    shapes: list[Shape] = [outline([grid.corners(one) for one in hexes], stroke=LINES, line=0.45)]
    if not numbers:
        return Group(*shapes)
    size = number_size(grid)
    colours: dict[str, Color] = {}
    free = [_plate(grid, one, size) for one in sorted(set(plain).intersection(hexes))]
    shapes.append(outline(free, fill=PAPER))
    for zone in zones:
        plates = [_plate(grid, one, size) for one in sorted(zone.hexes)]
        fill = zone.deep if zone.solid else PAPER
        shapes.append(outline(plates, fill=fill, stroke=zone.deep, line=0.05 * grid.size))
        colours |= dict.fromkeys(zone.hexes, PAPER if zone.solid else INK)
    for one in hexes:
        x, y = grid.number_spot(one, size)
        shapes.append(text(x, y, one, size, NARROW, colours.get(one, INK), "middle"))
    return Group(*shapes)


def number_size(grid: HexGrid) -> float:
    """Large enough to be read at an arm's length wherever the hex lets it."""
    return max(grid.size * 0.42, min(7.0, grid.size * 0.57))


def _plate(grid: HexGrid, hex_id: str, size: float) -> list[Point]:
    """A plate that fits the number of a hex; all plates of one width."""
    x, y = grid.number_spot(hex_id, size)
    half, low, high = width("O10", NARROW, size) / 2 + 0.06 * grid.size, 0.14 * size, (CAP + 0.12) * size
    return [(x - half, y - low), (x + half, y - low), (x + half, y + high), (x - half, y + high)]


def objective_spots(objectives: Mapping[int, str], grid: HexGrid) -> list[Shape]:
    """2.3: the numbered spots, beside the centre, which the terrain needs."""
    shapes: list[Shape] = []
    radius = grid.size * 0.27
    for number, one in sorted(objectives.items()):
        x, y = objective_spot(grid, one)
        shapes.append(disc(x, y, radius, INK, PAPER, 0.06 * grid.size))
        shapes.append(centred(x, y, str(number), radius * 1.6, HEAD, PAPER))
    return shapes


def objective_spot(grid: HexGrid, hex_id: str) -> Point:
    """Where the spot of an objective lies in its hex."""
    x, y = grid.centre(hex_id)
    return x - 0.58 * grid.size, y + 0.02 * grid.size
