"""Geometry of the printed map: flat-topped hexes, columns from the left, rows from the top (2.1).

A battle along the map (2.2) is printed upright: the same grid turned by 90 degrees, the left edge on top.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import Point
from generator.games.combat_commander.hexes import neighbour, split

ROOT3 = math.sqrt(3.0)
#: Corners of a hex counterclockwise from the right, in half widths and half heights.
_CORNERS = ((1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0))
#: Compass side -> the two corners it joins.
_SIDES = {1: (1, 2), 2: (0, 1), 3: (5, 0), 4: (4, 5), 5: (3, 4), 6: (2, 3)}
#: Edge of the paper for each edge of the map when the map is turned.
_TURNED_EDGES: dict[Edge, Edge] = {"left": "top", "top": "right", "right": "bottom", "bottom": "left"}


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A board drawn with hexes of one size; the lower left corner of the grid is the origin."""

    board: Board
    size: float  # half the width of a hex
    upright: bool = False  # turned by 90 degrees, the left edge on top

    @property
    def high(self) -> float:
        """Distance between two opposite sides of a hex."""
        return ROOT3 * self.size

    @property
    def wide(self) -> float:
        """Width of the grid."""
        return self._across if self.upright else self._along

    @property
    def tall(self) -> float:
        """Height of the grid."""
        return self._along if self.upright else self._across

    @property
    def _along(self) -> float:
        return self.size * (1.5 * (len(self.board.columns) - 1) + 2)

    @property
    def _across(self) -> float:
        return self.high * (len(self.board.rows) + 0.5)

    def to_paper(self, x: float, y: float) -> Point:
        """Return the position on paper of a point of the map."""
        return (y, self._along - x) if self.upright else (x, y)

    def paper_edge(self, edge: Edge) -> Edge:
        """Return the edge of the paper at which an edge of the map lies."""
        return _TURNED_EDGES[edge] if self.upright else edge

    def outward(self, compass: int) -> Point:
        """Return the direction out of a hex over one of its sides; up is positive."""
        angle = math.radians((0 if self.upright else 90) - 60 * (compass - 1))
        return math.cos(angle), math.sin(angle)

    def centre(self, hex_id: str) -> Point:
        column, row = split(hex_id)
        lower = 0.5 if column % 2 else 0.0
        return self.to_paper(self.size * (1 + 1.5 * column), self._across - self.high * (row + 0.5 + lower))

    def corners(self, hex_id: str) -> list[Point]:
        x, y = self.centre(hex_id)
        spread = ((self.size * dx, self.high / 2 * dy) for dx, dy in _CORNERS)
        if self.upright:
            return [(x + dy, y - dx) for dx, dy in spread]
        return [(x + dx, y + dy) for dx, dy in spread]

    def number_spot(self, hex_id: str, type_size: float) -> Point:
        """Return the baseline of a hex number: below the top side, or where the top corner is wide enough."""
        x, y = self.centre(hex_id)
        if self.upright:
            return x, y + 0.78 * self.size - type_size * 0.7
        return x, y + self.high / 2 - type_size * 0.7 - 0.08 * self.size

    def side(self, hex_id: str, compass: int) -> list[Point]:
        corners = self.corners(hex_id)
        first, second = _SIDES[compass]
        return [corners[first], corners[second]]

    def frontier(self, zone: frozenset[str]) -> list[list[Point]]:
        """Return the hexsides between a zone and the rest of the map."""
        return [
            self.side(hex_id, compass)
            for hex_id in sorted(zone)
            for compass in _SIDES
            if (other := neighbour(hex_id, compass, self.board)) is not None and other not in zone
        ]

    def hatching(self, zone: frozenset[str]) -> list[list[Point]]:
        """Return parallel lines that continue from hex to hex through a zone."""
        lines: dict[int, list[tuple[Point, Point]]] = {}
        for hex_id in sorted(zone):
            x, y = replace(self, upright=False).centre(hex_id)
            for x1, y1, x2, y2 in _hatch_strokes(self.size):
                key = round((y + y1 + ROOT3 * (x + x1)) / self.size * 10)
                lines.setdefault(key, []).append(((x + x1, y + y1), (x + x2, y + y2)))
        return [
            [self.to_paper(*point) for point in run]
            for pieces in lines.values()
            for run in _join_strokes(pieces)
        ]


@lru_cache(maxsize=16)
def _hatch_strokes(size: float) -> tuple[tuple[float, float, float, float], ...]:
    """Return lines of slope -sqrt(3) through one hex, spaced so that its neighbours continue them."""
    half = ROOT3 * size / 2
    shifts = (size * step / 6 for step in (-5, -3, -1, 1, 3, 5))
    return tuple(ends for shift in shifts if (ends := _clip_line(shift, size, half)) is not None)


def _join_strokes(pieces: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Join the strokes on one line that touch."""
    runs: list[list[Point]] = []
    for start, end in sorted(sorted(piece) for piece in pieces):
        if runs and abs(runs[-1][1][0] - start[0]) < 0.05:
            runs[-1][1] = end
        else:
            runs.append([start, end])
    return runs


def _clip_line(shift: float, size: float, half: float) -> tuple[float, float, float, float] | None:
    """Return where y = -sqrt(3) (x - shift) enters and leaves a hex around the origin."""
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


def edge_bar(grid: HexGrid, edge: Edge, thick: float, gap: float) -> tuple[float, float, float, float]:
    """Return the rectangle of the bar that marks an edge of the paper: x, y, width, height."""
    if edge == "top":
        return 0.0, grid.tall + gap, grid.wide, thick
    if edge == "bottom":
        return 0.0, -gap - thick, grid.wide, thick
    if edge == "left":
        return -gap - thick, 0.0, thick, grid.tall
    return grid.wide + gap, 0.0, thick, grid.tall
