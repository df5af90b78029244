"""10: all that a hex sees, drawn over its map: hatched where it sees nothing, a number for a hindrance."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing, Shape
from reportlab.lib.colors import HexColor

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import centred, disc, moved, outline, text
from exports.kit.theme import ALARM, HEAD, INK, NARROW, PAPER, SOFT
from generator.games.combat_commander.ground.sight import Glimpse

from ..drawings.hexgrid import HexGrid
from ..scribe import Scribe
from .drawing import ground_shapes
from .sheet import lattice, objective_spots

HIDDEN = HexColor(0x4D5358)
BELOW = 14.0


def fire_map(
    ground: Ground, one: str, seen: Mapping[str, Glimpse], scribe: Scribe, size: float = 15.5
) -> Drawing:
    """The field of fire of a hex; it reads without colour."""
    grid = HexGrid(scribe.catalog.board, size)
    hidden = frozenset(other for other, glimpse in seen.items() if not glimpse.seen)
    shapes: list[Shape] = [*ground_shapes(ground, grid)]
    if hidden:
        shapes.append(outline(grid.hatching(hidden), stroke=HIDDEN, line=0.05 * size, closed=False, cap=0))
        shapes.append(outline(grid.frontier(hidden), stroke=HIDDEN, line=0.1 * size, closed=False))
    shapes += [lattice(grid), *objective_spots(ground.objectives or {}, grid)]
    for other, glimpse in sorted(seen.items()):
        if said := _said(glimpse):
            shapes += _plate(grid, other, said)
    x, y = grid.centre(one)
    shapes += [
        disc(x, y, 0.42 * size, None, ALARM, 0.14 * size),
        disc(x, y, 0.16 * size, ALARM, PAPER, 0.05 * size),
    ]
    drawing = Drawing(grid.wide + 1, grid.tall + BELOW + 1)
    drawing.add(moved(shapes, 0.5, BELOW + 0.5))
    drawing.add(text(0, 3, scribe.term("sight.key"), 7, NARROW, SOFT))
    return drawing


def _said(glimpse: Glimpse) -> str:
    number = str(glimpse.hindrance) if glimpse.seen and glimpse.hindrance else ""
    return number + ("" if glimpse.sure else "?")


def _plate(grid: HexGrid, hex_id: str, said: str) -> list[Shape]:
    x, y = grid.centre(hex_id)
    y -= 0.42 * grid.size
    radius = 0.27 * grid.size
    return [disc(x, y, radius, PAPER, INK, 0.05 * grid.size), centred(x, y, said, radius * 1.35, HEAD)]


def fire_text(one: str, seen: Mapping[str, Glimpse], scribe: Scribe) -> list[str]:
    """The same in letters: a dot for clear, a number for a hindrance, # for nothing, ? for a string."""
    board = scribe.catalog.board
    lines = ["    " + "".join(f"{column:>4}" for column in board.columns)]
    for row in board.rows:
        cells = (_cell(f"{column}{row}", one, seen) for column in board.columns)
        lines.append(f"{row:>4}" + "".join(f"{cell:>4}" for cell in cells))
    return lines


def _cell(hex_id: str, one: str, seen: Mapping[str, Glimpse]) -> str:
    if hex_id == one:
        return "@"
    glimpse = seen[hex_id]
    mark = "#" if not glimpse.seen else str(glimpse.hindrance or ".")
    return mark if glimpse.sure else f"{mark}?"
