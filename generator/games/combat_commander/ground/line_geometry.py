"""10.1: the string laid from centre dot to centre dot, and what lies under it.

Places are whole numbers: a column is 3 wide, a half row 1 high, so that the corners of a hex lie at (2, 0),
(1, 1), (-1, 1) ... from its centre and every question of touching is answered exactly. Lengths are those of
the printed map, in hundredths of a hex's radius.

What lies under a string depends only on how far and in which direction its other end lies: a *course* is
worked out once for each such step and holds on every map.
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
#: A hex owns three of its sides, its neighbours the others.
OWNED = (2, 3, 4)
TALL = math.sqrt(3.0) / 2  # half a row, in radii
NEAR = 0.1  # a string this close to the end of a hexside is looked at, in radii
#: Where a hex lies in the lists of a field: a column every STRIDE, half rows in between, a margin around.
STRIDE, MARGIN = 64, 4

NOWHERE, GRAZES, TOUCHES, SURELY = range(4)  # how a string meets a drawing, from never to certainly


def at(hex_id: str) -> int:
    """The number of a hex in the lists of a field."""
    column, row = place(hex_id)
    return (column + MARGIN) * STRIDE + row + MARGIN


def named(number: int) -> str:
    """The hex of a number."""
    column, row = number // STRIDE - MARGIN, number % STRIDE - MARGIN
    return f"{chr(ord('A') + column)}{(row - column % 2) // 2 + 1}"


#: Compass side -> how far the neighbour lies in the lists of a field.
BESIDE = {compass: across * STRIDE + down for compass, (across, down) in STEPS.items()}


def edge(number: int, compass: int) -> int:
    """The number of a hexside, the same from both of its hexes."""
    if compass not in OWNED:
        number, compass = number + BESIDE[compass], (compass + 2) % 6 + 1
    return number * 4 + compass - 2


Passing = Literal["crosses", "along", "end", "near"]


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawing in its hex: its shape and the sides beyond which it goes on, as bits; no shape: a track."""

    number: int  # its place among all outlines
    shape: Shape | None
    joined: int


@cache
def outline(shape: Shape | None, joined: int) -> Outline:
    """The one outline of a shape that goes on beyond these sides."""
    block = _BLOCKS.setdefault(shape, len(_BLOCKS))
    return Outline(64 * block + joined, shape, joined)


_BLOCKS: dict[Shape | None, int] = {}
UNKNOWN = 255


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """A hex that a string meets between its ends."""

    step: int  # from the hex the string begins in
    inside: bool  # through the hex, not only along a side or over a corner
    axis: int  # the compass side (1-3) along whose direction it runs through the very centre, 0 if none
    length: int  # how far it runs through the hex, hundredths of a radius
    start: Vector  # the ends of the string as the hex sees them, in radii
    end: Vector
    known: bytearray = field(default_factory=bytearray)  # by the number of an outline: what was found before

    def meets(self, outline: Outline) -> int:
        """How the string meets a drawing."""
        known, number = self.known, outline.number
        if number >= len(known):
            known.extend([UNKNOWN] * (64 * (number // 64 + 1) - len(known)))
        found = known[number]
        if found == UNKNOWN:
            found = known[number] = self._meets(outline.shape, outline.joined)
        return found

    def _meets(self, shape: Shape | None, joined: int) -> int:
        if not self.inside and (shape is None or not joined):
            return NOWHERE
        if shape is None:
            return self._crosses(joined)
        reaches = [shape.joined if joined >> number & 1 else shape.reach for number in range(6)]
        through = round(100 * clipped(self.start, self.end, [reach / 100 for reach in reaches]))
        if through > shape.touch:
            return SURELY if through >= shape.sure else TOUCHES
        return GRAZES if self.inside and self.length > shape.grazed else NOWHERE

    def _crosses(self, sides: int) -> int:
        """T92: does the string cross a track that runs from the centre to the sides of a bit set?"""
        best = NOWHERE
        middle = self._off((0.0, 0.0))
        for compass, (across, down) in _NORMALS.items():
            if sides >> compass - 1 & 1:
                out = self._off((across * TALL, down * TALL))
                near = min(abs(middle), abs(out)) <= NEAR
                if middle * out < 0:
                    best = max(best, TOUCHES if near else SURELY)
                elif near:
                    best = max(best, GRAZES if middle * out else TOUCHES)
        return best

    def _off(self, point: Vector) -> float:
        """How far a point of the hex lies from the string, with the hand it lies on."""
        (x1, y1), (x2, y2) = self.start, self.end
        turn = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
        return round(turn / math.hypot(x2 - x1, y2 - y1), 9)


@dataclass(frozen=True, slots=True)
class Passage:
    """A hexside that a string meets between its ends."""

    step: int  # the number of the side, from four times the hex the string begins in
    how: Passing
    turn: int  # for an end: on which hand the side lies
    sure: bool
    own: bool  # a side of the hex the string begins or ends in


@dataclass(frozen=True, slots=True)
class Course:
    """What lies under the string from a hex to the one some columns and half rows away."""

    hexes: tuple[Meeting, ...]
    sides: tuple[Passage, ...]
    last: tuple[int, ...]  # steps of the hexes it runs through just before its end, nearest first
    first: tuple[int, ...]  # and just after its beginning


def clipped(start: Vector, end: Vector, reach: list[float]) -> float:
    """How far a string runs through a hex around the origin whose six sides are drawn in to these parts."""
    (x1, y1), (x2, y2) = start, end
    from_, to = 0.0, 1.0
    for number, compass in enumerate(STEPS):
        across, down = _NORMALS[compass]
        room = TALL * reach[number] - (x1 * across + y1 * down)
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
def course(columns: int, rows: int) -> Course:
    """10.1: what lies under the string to the hex so many columns to the right and half rows down."""
    goal = (3 * columns, rows)
    met = [one for hex_ in _around(columns, rows) if (one := _meeting(hex_, goal)) is not None]
    hexes = [one for one in met if one.step not in (0, columns * STRIDE + rows)]
    sides = [one for hex_ in _around(columns, rows) for one in _passages(hex_, goal)]
    through = sorted((one for one in hexes if one.inside), key=lambda one: math.hypot(*one.start))
    steps = tuple(one.step for one in through)
    hexes.sort(key=lambda one: math.hypot(*one.start))
    return Course(tuple(hexes), tuple(sides), steps[::-1], steps)


def _around(columns: int, rows: int) -> Iterator[Point]:
    """The hexes near a string, in columns and half rows."""
    low, high = sorted((0, columns))
    steep = abs(rows) // max(columns, 1) + 4
    for column in range(low - 1, high + 2):
        middle = rows * column // columns if columns else 0
        yield from (
            (column, row)
            for row in range(middle - steep, middle + steep + 1)
            if (row + column) % 2 == 0 and min(0, rows) - 2 <= row <= max(0, rows) + 2
        )


def _meeting(hex_: Point, goal: Point) -> Meeting | None:
    """Does the string from the origin to the goal touch a hex, be it only on its outline?"""
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
    start, end = (-x / 2, -y * TALL), ((dx - x) / 2, (dy - y) * TALL)
    length = round(100 * clipped(start, end, [1.0] * 6))
    return Meeting(hex_[0] * STRIDE + hex_[1], max(gaps) < 0, _axis(hex_, goal), length, start, end)


def _axis(hex_: Point, goal: Point) -> int:
    """T92, T93: the side through whose middle the string leaves after crossing the very centre."""
    x, y = 3 * hex_[0], hex_[1]
    if x * goal[1] != y * goal[0]:
        return 0
    for compass in (1, 2, 3):
        across, down = STEPS[compass]
        if 3 * across * goal[1] == down * goal[0]:
            return compass
    return 0


def _passages(hex_: Point, goal: Point) -> Iterator[Passage]:
    """The sides a hex owns that the string crosses, runs along, ends at or narrowly misses."""
    dx, dy = goal
    long = math.hypot(dx / 2, dy * TALL)
    number = hex_[0] * STRIDE + hex_[1]
    last = dx // 3 * STRIDE + dy
    sides = {edge(one, compass) for one in (0, last) for compass in STEPS}
    for compass in OWNED:
        ends = [(3 * hex_[0] + CORNERS[corner][0], hex_[1] + CORNERS[corner][1]) for corner in SIDES[compass]]
        turns = [dx * y - dy * x for x, y in ends]
        off = [abs(turn) * TALL / 2 / long for turn in turns]
        if not all(_between(point, goal) for point in ends):
            continue
        step = number * 4 + compass - 2
        own = step in sides
        if turns == [0, 0]:
            yield Passage(step, "along", 0, True, own)
        elif 0 in turns:
            yield Passage(step, "end", 1 if sum(turns) > 0 else -1, False, own)
        elif (turns[0] > 0) != (turns[1] > 0):
            yield Passage(step, "crosses", 0, min(off) > NEAR, own)
        elif min(off) <= NEAR:
            yield Passage(step, "near", 0, False, own)


def _between(point: Point, goal: Point) -> bool:
    """Does a point lie beside the string, not before its beginning or past its end?"""
    x, y = point[0] / 2, point[1] * TALL
    dx, dy = goal[0] / 2, goal[1] * TALL
    return -1e-9 <= x * dx + y * dy <= dx * dx + dy * dy + 1e-9
