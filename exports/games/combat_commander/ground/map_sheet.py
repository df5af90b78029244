"""A map as one drawing: ground, grid, objectives, overlays and a legend of its own terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from reportlab.graphics.shapes import Drawing, Group, Shape
from reportlab.lib.colors import Color, HexColor

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import CAPITAL_HEIGHT, Point, centred_text, disc, move_shapes, outline, text
from exports.kit.svg import Spot, to_svg
from exports.kit.theme import HEAD, INK, NARROW, PAPER, SOFT, width
from generator.games.combat_commander.hexes import all_hexes

from ..drawings.hexgrid import HexGrid
from ..messages import MessageFormatter
from .drawing import draw_ground
from .legend import draw_legend
from .overlay import NO_OVERLAY, Overlay, Zone, draw_over_numbers, draw_under_numbers

LINE_COLOUR = HexColor(0x8E9498)
LEGEND_GAP = 8.0  # points between the map and its legend
PLAY_LABEL_SIZE = 10.5
FRAME_WIDTH = 2.0  # points around the map for signs on the outermost hexsides


def draw_ground_map(
    ground: Ground,
    formatter: MessageFormatter,
    size: float = 15.5,
    *,
    key: bool = True,
    long: bool = False,
    objectives: Mapping[int, str] | None = None,
    numbers: bool = True,
    over: Overlay = NO_OVERLAY,
    to_play_on: bool = False,
) -> Drawing:
    """2.1 to 2.3, T78 to T99: draw a map with everything on its ground; ``long`` turns it upright.

    A map to play on has small bare labels, which cut no road, and the dots that sight is measured from.
    """
    grid = HexGrid(formatter.catalog.board, size, long)
    shapes: list[Shape] = [*draw_ground(ground, grid), *draw_under_numbers(over, grid)]
    if to_play_on:
        shapes += _draw_play_labels(grid)
    else:
        shapes.append(draw_lattice(grid, numbers, over.zones, crossed_hexes(ground)))
    shapes += draw_objectives(objectives if objectives is not None else ground.objectives or {}, grid)
    shapes += draw_over_numbers(over, grid)
    entries, below = _draw_key(ground, formatter, grid, key)
    drawing = Drawing(grid.wide + 2 * FRAME_WIDTH, grid.tall + below + 2 * FRAME_WIDTH)
    drawing.add(move_shapes(shapes, FRAME_WIDTH, below + FRAME_WIDTH))
    if entries:
        drawing.add(move_shapes(entries, 0, 0))
    return drawing


def _draw_key(
    ground: Ground, formatter: MessageFormatter, grid: HexGrid, wanted: bool
) -> tuple[list[Shape], float]:
    entries, deep = draw_legend(ground, formatter, grid.wide) if wanted else ([], 0.0)
    return entries, deep + LEGEND_GAP if deep else 0.0


def render_ground_svg(
    ground: Ground,
    formatter: MessageFormatter,
    words: str,
    *,
    size: float = 24.0,
    kind: str = "",
    key: bool = True,
    long: bool = False,
    objectives: Mapping[int, str] | None = None,
    numbers: bool = True,
    over: Overlay = NO_OVERLAY,
    link: Callable[[str], str | None] | None = None,
    label: Callable[[str], str] = str,
) -> str:
    """Return the map as ``svg``; ``link`` gives the address of a hex, ``label`` its name."""
    drawing = draw_ground_map(
        ground, formatter, size, key=key, long=long, objectives=objectives, numbers=numbers, over=over
    )
    if link is None:
        return to_svg(drawing, words, kind)
    grid = HexGrid(formatter.catalog.board, size, long)
    below = drawing.height - grid.tall - FRAME_WIDTH
    return to_svg(
        drawing, words, kind, spots=make_hex_spots(grid, FRAME_WIDTH, below, link, label, over.chosen)
    )


def make_hex_spots(
    grid: HexGrid,
    across: float,
    up: float,
    link: Callable[[str], str | None],
    label: Callable[[str], str] = str,
    chosen: Iterable[str] = (),
) -> list[Spot]:
    """Return a clickable area for each hex of a grid with this offset in its drawing."""
    taken = frozenset(chosen)
    return [
        Spot(
            hex_id,
            label(hex_id),
            tuple((x + across, y + up) for x, y in grid.corners(hex_id)),
            link(hex_id),
            hex_id in taken,
        )
        for hex_id in all_hexes(grid.board)
    ]


def draw_thumbnail(ground: Ground, formatter: MessageFormatter, wide: float = 160.0) -> Drawing:
    """Draw a small map without legend and hex numbers."""
    size = (wide - 2 * FRAME_WIDTH + 1) / HexGrid(formatter.catalog.board, 1.0).wide
    return draw_ground_map(ground, formatter, size, key=False, numbers=False)


def crossed_hexes(ground: Ground) -> frozenset[str]:
    """Return hexes where dark lines or roofs may run under the number."""
    through = {
        hex_id for pairs in (*ground.ways.values(), ground.course) for ends in pairs for hex_id in ends
    }
    through |= {out.hex for exits in ground.exits.values() for out in exits}
    through |= {hex_id for group in ground.buildings for hex_id in group}
    through |= {hex_id for ends in ground.sides for hex_id in ends}
    through |= {hex_id for hex_id in _hills_and_hexes_below(ground) if _has_crest_above(ground, hex_id)}
    return frozenset(
        through | {hex_id for hex_id, types in ground.terrain.items() if {"gully", "stream"} & {*types}}
    )


def _hills_and_hexes_below(ground: Ground) -> set[str]:
    """Return hills and the hexes below them."""
    return {*ground.levels, *(f"{hex_id[0]}{int(hex_id[1:]) + 1}" for hex_id in ground.levels)}


def _has_crest_above(ground: Ground, hex_id: str) -> bool:
    """T88: return whether a crest line runs along the upper side of a hex, where its number stands."""
    above = ground.levels.get(f"{hex_id[0]}{int(hex_id[1:]) - 1}", 0)
    return above != ground.levels.get(hex_id, 0) and hex_id[1:] != "1"


def draw_lattice(
    grid: HexGrid, numbers: bool = True, zones: Iterable[Zone] = (), plain: Iterable[str] = ()
) -> Group:
    """Draw outlines and numbers of all hexes; plates under numbers: of a zone, or blank in ``plain``."""
    hexes = all_hexes(grid.board)
    shapes: list[Shape] = [outline([grid.corners(hex_id) for hex_id in hexes], stroke=LINE_COLOUR, line=0.45)]
    if not numbers:
        return Group(*shapes)
    size = number_size(grid)
    colours: dict[str, Color] = {}
    free = [_number_plate(grid, hex_id, size) for hex_id in sorted(set(plain).intersection(hexes))]
    shapes.append(outline(free, fill=PAPER))
    for zone in zones:
        plates = [_number_plate(grid, hex_id, size) for hex_id in sorted(zone.hexes)]
        fill = zone.deep if zone.solid else PAPER
        shapes.append(outline(plates, fill=fill, stroke=zone.deep, line=0.05 * grid.size))
        colours |= dict.fromkeys(zone.hexes, PAPER if zone.solid else INK)
    for hex_id in hexes:
        x, y = grid.number_spot(hex_id, size)
        shapes.append(text(x, y, hex_id, size, NARROW, colours.get(hex_id, INK), "middle"))
    return Group(*shapes)


def _draw_play_labels(grid: HexGrid) -> list[Shape]:
    """10.1: draw outlines, small labels at the top of each hex, and the dots in the middle."""
    hexes = all_hexes(grid.board)
    shapes: list[Shape] = [outline([grid.corners(hex_id) for hex_id in hexes], stroke=LINE_COLOUR, line=0.7)]
    for hex_id in hexes:
        x, y = grid.number_spot(hex_id, PLAY_LABEL_SIZE)
        shapes.append(text(x, y, hex_id, PLAY_LABEL_SIZE, NARROW, SOFT, "middle"))
    dots = [[grid.centre(hex_id)] * 2 for hex_id in hexes]
    shapes.append(outline(dots, stroke=PAPER, line=0.13 * grid.size, closed=False))
    shapes.append(outline(dots, stroke=INK, line=0.08 * grid.size, closed=False))
    return shapes


def number_size(grid: HexGrid) -> float:
    """Return the type size of hex numbers, readable at arm's length if the hex allows it."""
    return max(grid.size * 0.42, min(7.0, grid.size * 0.57))


def _number_plate(grid: HexGrid, hex_id: str, size: float) -> list[Point]:
    """Return the plate of a hex number; all plates have one width."""
    x, y = grid.number_spot(hex_id, size)
    half, low, high = (
        width("O10", NARROW, size) / 2 + 0.06 * grid.size,
        0.14 * size,
        (CAPITAL_HEIGHT + 0.12) * size,
    )
    return [(x - half, y - low), (x + half, y - low), (x + half, y + high), (x - half, y + high)]


def draw_objectives(objectives: Mapping[int, str], grid: HexGrid) -> list[Shape]:
    """2.3: draw the numbered objectives, off-centre so that the terrain stays visible."""
    shapes: list[Shape] = []
    radius = grid.size * 0.27
    for number, hex_id in sorted(objectives.items()):
        x, y = objective_position(grid, hex_id)
        shapes.append(disc(x, y, radius, INK, PAPER, 0.06 * grid.size))
        shapes.append(centred_text(x, y, str(number), radius * 1.6, HEAD, PAPER))
    return shapes


def objective_position(grid: HexGrid, hex_id: str) -> Point:
    """Return the position of an objective in its hex."""
    x, y = grid.centre(hex_id)
    return x - 0.58 * grid.size, y + 0.02 * grid.size
