"""10.1: geometry of the sight line between the centre dots of two hexes.

Coordinates are integers: a column is 3 wide and a half row 1 high, so the corners of a hex lie at (2, 0),
(1, 1), (-1, 1) ... from its centre and contact is decided exactly. Lengths are those of the printed map, in
hundredths of a hex radius.

The hexes and sides under a line depend only on the offset between its ends, so a ``LineTrace`` is computed
once per offset and is valid on every map.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from catalogs.games.combat_commander.ground import STEPS, Shape, place

Point = tuple[int, int]
Vector = tuple[float, float]
#: Corners of a hex clockwise from the right one; side n joins the corners n - 3 and n - 2.
CORNERS: tuple[Point, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
#: Compass side -> its two corners.
SIDES = {1: (4, 5), 2: (5, 0), 3: (0, 1), 4: (1, 2), 5: (2, 3), 6: (3, 4)}
#: Each side belongs to one of its two hexes, so that it has one number.
OWNED_SIDES = (2, 3, 4)
HALF_ROW_HEIGHT = math.sqrt(3.0) / 2  # in radii
NEAR_MISS_DISTANCE = 0.1  # in radii: a line this close to the end of a hexside is uncertain
#: Numbering of hexes in the lists of a LosMap: a column every STRIDE, half rows in between, a margin around.
STRIDE, MARGIN = 64, 4

MISSES, GRAZES, TOUCHES, SURELY = range(4)  # contact of a line with a drawing, from none to certain


def to_hex_number(hex_id: str) -> int:
    """Return the number of a hex in the lists of a LosMap."""
    column, row = place(hex_id)
    return (column + MARGIN) * STRIDE + row + MARGIN


def to_hex_id(number: int) -> str:
    """Return the hex with a number."""
    column, row = number // STRIDE - MARGIN, number % STRIDE - MARGIN
    return f"{chr(ord('A') + column)}{(row - column % 2) // 2 + 1}"


#: Compass side -> difference between the numbers of the neighbour and of the hex.
NEIGHBOUR_OFFSETS = {compass: across * STRIDE + down for compass, (across, down) in STEPS.items()}


def to_side_number(number: int, compass: int) -> int:
    """Return the number of a hexside, the same from both of its hexes."""
    if compass not in OWNED_SIDES:
        number, compass = number + NEIGHBOUR_OFFSETS[compass], (compass + 2) % 6 + 1
    return number * 4 + compass - 2


Passing = Literal["crosses", "along", "end", "near"]


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawing in its hex: its shape and, as bits, the sides it continues beyond; no shape means a track."""

    number: int  # index of this outline among all outlines
    shape: Shape | None
    joined: int


@cache
def get_outline(shape: Shape | None, joined: int) -> Outline:
    """Return the shared outline of a shape that continues beyond the given sides."""
    block = _SHAPE_BLOCKS.setdefault(shape, len(_SHAPE_BLOCKS))
    return Outline(64 * block + joined, shape, joined)


_SHAPE_BLOCKS: dict[Shape | None, int] = {}
NOT_COMPUTED = 255


@dataclass(frozen=True, slots=True, eq=False)
class HexCrossing:
    """A hex that a sight line touches between its ends."""

    step: int  # hex number relative to the first hex of the line
    inside: bool  # the line runs through the hex, not only along a side or over a corner
    axis: int  # compass side (1-3) in whose direction it runs through the centre, 0 if none
    length: int  # length inside the hex, in hundredths of a radius
    start: Vector  # ends of the line relative to the hex centre, in radii
    end: Vector
    cached: bytearray = field(default_factory=bytearray)  # cached contacts by outline number

    def get_contact(self, outline: Outline) -> int:
        """Return the contact of the line with a drawing, from MISSES to SURELY."""
        cached, number = self.cached, outline.number
        if number >= len(cached):
            cached.extend([NOT_COMPUTED] * (64 * (number // 64 + 1) - len(cached)))
        contact = cached[number]
        if contact == NOT_COMPUTED:
            contact = cached[number] = self._compute_contact(outline.shape, outline.joined)
        return contact

    def _compute_contact(self, shape: Shape | None, joined: int) -> int:
        if not self.inside and (shape is None or not joined):
            return MISSES
        if shape is None:
            return self._cross_track(joined)
        reaches = [shape.joined if joined >> number & 1 else shape.reach for number in range(6)]
        through = round(100 * clip_length(self.start, self.end, [reach / 100 for reach in reaches]))
        if through > shape.touch:
            return SURELY if through >= shape.sure else TOUCHES
        return GRAZES if self.inside and self.length > shape.grazed else MISSES

    def _cross_track(self, sides: int) -> int:
        """T92: return the contact with a track that runs from the centre to the given sides (bits)."""
        best = MISSES
        middle = self._signed_distance((0.0, 0.0))
        for compass, (across, down) in _NORMALS.items():
            if sides >> compass - 1 & 1:
                out = self._signed_distance((across * HALF_ROW_HEIGHT, down * HALF_ROW_HEIGHT))
                near = min(abs(middle), abs(out)) <= NEAR_MISS_DISTANCE
                if middle * out < 0:
                    best = max(best, TOUCHES if near else SURELY)
                elif near:
                    best = max(best, GRAZES if middle * out else TOUCHES)
        return best

    def _signed_distance(self, point: Vector) -> float:
        """Return the distance of a point from the line; the sign tells the side it lies on."""
        (x1, y1), (x2, y2) = self.start, self.end
        turn = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
        return round(turn / math.hypot(x2 - x1, y2 - y1), 9)


@dataclass(frozen=True, slots=True)
class SideCrossing:
    """A hexside that a sight line touches between its ends."""

    step: int  # side number minus four times the number of the first hex
    how: Passing
    turn: int  # for contact at an end: the side of the line on which the hexside lies
    sure: bool
    own: bool  # a side of the first or last hex


@dataclass(frozen=True, slots=True)
class LineTrace:
    """The hexes and sides under the line between two hexes at a given offset."""

    hexes: tuple[HexCrossing, ...]
    sides: tuple[SideCrossing, ...]
    last: tuple[int, ...]  # relative numbers of the hexes it runs through, from its end
    first: tuple[int, ...]  # the same from its start


def clip_length(start: Vector, end: Vector, reach: list[float]) -> float:
    """Return the length of a line inside a hex at the origin whose six sides are scaled by ``reach``."""
    (x1, y1), (x2, y2) = start, end
    from_, to = 0.0, 1.0
    for number, compass in enumerate(STEPS):
        across, down = _NORMALS[compass]
        room = HALF_ROW_HEIGHT * reach[number] - (x1 * across + y1 * down)
        speed = (x2 - x1) * across + (y2 - y1) * down
        if abs(speed) < 1e-12:
            if room < -1e-9:
                return 0.0
        elif speed > 0:
            to = min(to, room / speed)
        else:
            from_ = max(from_, room / speed)
    return max(0.0, to - from_) * math.hypot(x2 - x1, y2 - y1)


#: Compass side -> the direction out of the hex.
_NORMALS = {
    compass: (math.sin(math.radians(60 * (compass - 1))), -math.cos(math.radians(60 * (compass - 1))))
    for compass in STEPS
}


@cache
def trace_line(columns: int, rows: int) -> LineTrace:
    """10.1: trace the line to the hex at an offset of columns to the right and half rows down."""
    goal = (3 * columns, rows)
    touched = [
        crossing
        for hex_ in _iterate_nearby_hexes(columns, rows)
        if (crossing := _find_hex_crossing(hex_, goal)) is not None
    ]
    hexes = [crossing for crossing in touched if crossing.step not in (0, columns * STRIDE + rows)]
    sides = [
        crossing
        for hex_ in _iterate_nearby_hexes(columns, rows)
        for crossing in _find_side_crossings(hex_, goal)
    ]
    through = sorted(
        (crossing for crossing in hexes if crossing.inside), key=lambda crossing: math.hypot(*crossing.start)
    )
    steps = tuple(crossing.step for crossing in through)
    hexes.sort(key=lambda crossing: math.hypot(*crossing.start))
    return LineTrace(tuple(hexes), tuple(sides), steps[::-1], steps)


def _iterate_nearby_hexes(columns: int, rows: int) -> Iterator[Point]:
    """Yield the hexes near a line, in columns and half rows."""
    low, high = sorted((0, columns))
    steep = abs(rows) // max(columns, 1) + 4
    for column in range(low - 1, high + 2):
        middle = rows * column // columns if columns else 0
        yield from (
            (column, row)
            for row in range(middle - steep, middle + steep + 1)
            if (row + column) % 2 == 0 and min(0, rows) - 2 <= row <= max(0, rows) + 2
        )


def _find_hex_crossing(hex_: Point, goal: Point) -> HexCrossing | None:
    """Return the contact of a hex with the line from the origin to the goal, including its outline."""
    x, y = 3 * hex_[0], hex_[1]
    dx, dy = goal
    turns = [dx * (y + cy) - dy * (x + cx) for cx, cy in CORNERS]
    gaps = [min(turns), -max(turns)]
    for ax, ay, reach in ((1, 1, 2), (1, -1, 2), (0, 1, 1)):
        low, high = sorted((0, ax * dx + ay * dy))
        middle = ax * x + ay * y
        gaps += [low - (middle + reach), middle - reach - high]
    if max(gaps) > 0:
        return None
    start, end = (-x / 2, -y * HALF_ROW_HEIGHT), ((dx - x) / 2, (dy - y) * HALF_ROW_HEIGHT)
    length = round(100 * clip_length(start, end, [1.0] * 6))
    return HexCrossing(hex_[0] * STRIDE + hex_[1], max(gaps) < 0, _find_axis(hex_, goal), length, start, end)


def _find_axis(hex_: Point, goal: Point) -> int:
    """T92, T93: return the compass side through which a line over the exact centre leaves, else 0."""
    x, y = 3 * hex_[0], hex_[1]
    if x * goal[1] != y * goal[0]:
        return 0
    for compass in (1, 2, 3):
        across, down = STEPS[compass]
        if 3 * across * goal[1] == down * goal[0]:
            return compass
    return 0


def _find_side_crossings(hex_: Point, goal: Point) -> Iterator[SideCrossing]:
    """Yield the owned sides of a hex that the line crosses, follows, touches at an end or nearly misses."""
    dx, dy = goal
    length = math.hypot(dx / 2, dy * HALF_ROW_HEIGHT)
    number = hex_[0] * STRIDE + hex_[1]
    last = dx // 3 * STRIDE + dy
    sides = {to_side_number(hex_number, compass) for hex_number in (0, last) for compass in STEPS}
    for compass in OWNED_SIDES:
        ends = [(3 * hex_[0] + CORNERS[corner][0], hex_[1] + CORNERS[corner][1]) for corner in SIDES[compass]]
        turns = [dx * y - dy * x for x, y in ends]
        distances = [abs(turn) * HALF_ROW_HEIGHT / 2 / length for turn in turns]
        if not all(_is_beside_line(point, goal) for point in ends):
            continue
        step = number * 4 + compass - 2
        own = step in sides
        if turns == [0, 0]:
            yield SideCrossing(step, "along", 0, True, own)
        elif 0 in turns:
            yield SideCrossing(step, "end", 1 if sum(turns) > 0 else -1, False, own)
        elif (turns[0] > 0) != (turns[1] > 0):
            yield SideCrossing(step, "crosses", 0, min(distances) > NEAR_MISS_DISTANCE, own)
        elif min(distances) <= NEAR_MISS_DISTANCE:
            yield SideCrossing(step, "near", 0, False, own)


def _is_beside_line(point: Point, goal: Point) -> bool:
    """Return whether a point lies between the perpendiculars at both ends of the line."""
    x, y = point[0] / 2, point[1] * HALF_ROW_HEIGHT
    dx, dy = goal[0] / 2, goal[1] * HALF_ROW_HEIGHT
    return -1e-9 <= x * dx + y * dy <= dx * dx + dy * dy + 1e-9
