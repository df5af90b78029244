"""A map as one drawing: ground, grid, objectives, and a legend with only what this map has."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing, Group, Shape
from reportlab.lib.colors import HexColor

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import centred, disc, moved, outline, text, turned
from exports.kit.theme import HEAD, INK, NARROW, PAPER
from generator.games.combat_commander.hexes import all_hexes

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .drawing import ground_shapes
from .legend import legend

LINES = HexColor(0x8E9498)
BAND = 8.0  # between the map and its legend


def ground_map(
    ground: Ground,
    scribe: Scribe,
    size: float = 15.5,
    *,
    key: bool = True,
    long: bool = False,
    objectives: Mapping[int, str] | None = None,
    numbers: bool = True,
) -> Drawing:
    """2.1 to 2.3, T78 to T99: a map with everything its ground says; ``long`` turns it upright."""
    grid = HexGrid(scribe.catalog.board, size)
    shapes: list[Shape] = [*ground_shapes(ground, grid), lattice(grid, numbers)]
    shapes += objective_spots(objectives if objectives is not None else ground.objectives or {}, grid)
    wide, tall = (grid.tall, grid.wide) if long else (grid.wide, grid.tall)
    entries, deep = legend(ground, scribe, wide) if key else ([], 0.0)
    below = deep + BAND if deep else 0.0
    drawing = Drawing(wide + 1, tall + below + 1)
    if long:
        drawing.add(turned(shapes, 0.5, tall + below + 0.5, -90))
    else:
        drawing.add(moved(shapes, 0.5, below + 0.5))
    if entries:
        drawing.add(moved(entries, 0, 0))
    return drawing


def thumbnail(ground: Ground, scribe: Scribe, wide: float = 160.0) -> Drawing:
    """A small picture of a map: no legend, no numbers of hexes."""
    size = wide / HexGrid(scribe.catalog.board, 1.0).wide
    return ground_map(ground, scribe, size, key=False, numbers=False)


def lattice(grid: HexGrid, numbers: bool = True) -> Group:
    """Outlines and numbers of all hexes, dark enough to be read over every tint."""
    hexes = all_hexes(grid.board)
    size = max(grid.size * 0.36, 4.2)
    shapes: list[Shape] = [outline([grid.corners(one) for one in hexes], stroke=LINES, line=0.45)]
    for one in hexes if numbers else ():
        x, y = grid.centre(one)
        y += grid.high / 2 - size * 0.7 - 0.08 * grid.size
        shapes.append(text(x, y, one, size, NARROW, INK, "middle"))
    return Group(*shapes)


def objective_spots(objectives: Mapping[int, str], grid: HexGrid) -> list[Shape]:
    """2.3: the numbered spots, beside the centre, which the terrain needs."""
    shapes: list[Shape] = []
    radius = grid.size * 0.27
    for number, one in sorted(objectives.items()):
        x, y = grid.centre(one)
        x, y = x - 0.58 * grid.size, y + 0.02 * grid.size
        shapes.append(disc(x, y, radius, INK, PAPER, 0.06 * grid.size))
        shapes.append(centred(x, y, str(number), radius * 1.6, HEAD, PAPER))
    return shapes
