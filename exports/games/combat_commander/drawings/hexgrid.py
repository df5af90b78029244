"""The geometry of the map on paper: flat-topped hexes, columns from the left, rows from the top (2.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import Point
from generator.games.combat_commander.hexes import neighbour, split

ROOT3 = math.sqrt(3.0)
#: Corners of a hex from the right one counterclockwise, in half widths and half heights.
_CORNERS = ((1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0))
#: Compass side -> the two corners it joins.
_SIDES = {1: (1, 2), 2: (0, 1), 3: (5, 0), 4: (4, 5), 5: (3, 4), 6: (2, 3)}


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A board drawn with hexes of one size; the lower left corner of the whole grid is the origin."""

    board: Board
    size: float  # half the width of a hex

    @property
    def high(self) -> float:
        """Height of one hex."""
        return ROOT3 * self.size

    @property
    def wide(self) -> float:
        """Width of the grid."""
        return self.size * (1.5 * (len(self.board.columns) - 1) + 2)

    @property
    def tall(self) -> float:
        """Height of the grid."""
        return self.high * (len(self.board.rows) + 0.5)

    def centre(self, hex_id: str) -> Point:
        column, row = split(hex_id)
        lower = 0.5 if column % 2 else 0.0
        return self.size * (1 + 1.5 * column), self.tall - self.high * (row + 0.5 + lower)

    def corners(self, hex_id: str) -> list[Point]:
        x, y = self.centre(hex_id)
        return [(x + self.size * dx, y + self.high / 2 * dy) for dx, dy in _CORNERS]

    def side(self, hex_id: str, compass: int) -> list[Point]:
        corners = self.corners(hex_id)
        first, second = _SIDES[compass]
        return [corners[first], corners[second]]

    def frontier(self, zone: frozenset[str]) -> list[list[Point]]:
        """The hexsides between a zone and the rest of the map."""
        return [
            self.side(hex_id, compass)
            for hex_id in sorted(zone)
            for compass in _SIDES
            if (other := neighbour(hex_id, compass, self.board)) is not None and other not in zone
        ]

    def hatching(self, zone: frozenset[str]) -> list[list[Point]]:
        """Parallel lines that run on from hex to hex through a zone."""
        lines: dict[int, list[tuple[Point, Point]]] = {}
        for hex_id in sorted(zone):
            x, y = self.centre(hex_id)
            for x1, y1, x2, y2 in _strokes(self.size):
                key = round((y + y1 + ROOT3 * (x + x1)) / self.size * 10)
                lines.setdefault(key, []).append(((x + x1, y + y1), (x + x2, y + y2)))
        return [run for pieces in lines.values() for run in _joined(pieces)]


@lru_cache(maxsize=16)
def _strokes(size: float) -> tuple[tuple[float, float, float, float], ...]:
    """Lines of slope -sqrt(3) through one hex, spaced so that its neighbours carry them on."""
    half = ROOT3 * size / 2
    shifts = (size * step / 6 for step in (-5, -3, -1, 1, 3, 5))
    return tuple(ends for shift in shifts if (ends := _cut(shift, size, half)) is not None)


def _joined(pieces: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Strokes on one line, with those that touch made one."""
    runs: list[list[Point]] = []
    for start, end in sorted(sorted(piece) for piece in pieces):
        if runs and abs(runs[-1][1][0] - start[0]) < 0.05:
            runs[-1][1] = end
        else:
            runs.append([start, end])
    return runs


def _cut(shift: float, size: float, half: float) -> tuple[float, float, float, float] | None:
    """Where y = -sqrt(3) (x - shift) enters and leaves a hex around the origin."""
    points: list[Point] = []
    corners = [(size * dx, half * dy) for dx, dy in _CORNERS]
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        f1, f2 = y1 + ROOT3 * (x1 - shift), y2 + ROOT3 * (x2 - shift)
        if f1 * f2 < 0:
            part = f1 / (f1 - f2)
            points.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    if len(points) != 2:
        return None
    return (*points[0], *points[1])


def bars(grid: HexGrid, edge: Edge, thick: float, gap: float) -> tuple[float, float, float, float]:
    """The rectangle of the bar that marks an edge: x, y, width, height."""
    if edge == "top":
        return 0.0, grid.tall + gap, grid.wide, thick
    if edge == "bottom":
        return 0.0, -gap - thick, grid.wide, thick
    if edge == "left":
        return -gap - thick, 0.0, thick, grid.tall
    return grid.wide + gap, 0.0, thick, grid.tall
