"""The hexes ``CC.RR``: flat tops, even columns half a hex lower, directions 1 to 6 clockwise from the top.

Two examples of the text fix the offset: 12.10 in direction 2 for three hexes is 15.09 (20.0), and the line
from 27.08 to 21.12 runs over 23.11 and 22.11 (12.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEX = re.compile(r"[0-9]{2}\.[0-9]{2}")
SIDES = 6
AXIAL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # directions 1 to 6
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # of a hex, on the grid of :func:`_point`
Axial = tuple[int, int]


def is_hex(text: object) -> bool:
    return isinstance(text, str) and HEX.fullmatch(text) is not None


def column_row(name: str) -> tuple[int, int]:
    column, _, row = name.partition(".")
    return int(column), int(row)


def named(column: int, row: int) -> str:
    return f"{column:02d}.{row:02d}"


def _axial(name: str) -> Axial:
    column, row = column_row(name)
    return column, row - (column + column % 2) // 2


def _place(at: Axial) -> tuple[int, int]:
    column, slant = at
    return column, slant + (column + column % 2) // 2


def step(name: str, direction: int) -> tuple[int, int]:
    """The column and row next to a hex; they may lie outside any map."""
    across, down = AXIAL[(direction - 1) % SIDES]
    column, slant = _axial(name)
    return _place((column + across, slant + down))


def next_to(name: str, direction: int) -> str | None:
    """The hex next to another; None where two figures cannot name it."""
    column, row = step(name, direction)
    return named(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else None


def walk(name: str, direction: int, count: int) -> str | None:
    """20.0: so many hexes in one direction."""
    found: str | None = name
    for _ in range(count):
        found = next_to(found, direction) if found else None
    return found


def neighbours(name: str) -> tuple[str, ...]:
    found = (next_to(name, direction) for direction in range(1, SIDES + 1))
    return tuple(each for each in found if each is not None)


def distance(one: str, other: str) -> int:
    """12.0: the other hex counts, one's own does not."""
    (q, r), (p, s) = _axial(one), _axial(other)
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


def compass(hex_: str, arrow: str) -> int | None:
    """9.3: which way of the grid the compass calls 1: the row of hexes that its arrow points along."""
    far = distance(hex_, arrow)
    return next((way for way in range(1, SIDES + 1) if far and walk(hex_, way, far) == arrow), None)


def turned(direction: int, north: int) -> int:
    """A direction of the compass as a direction of the grid."""
    return (direction + north - 2) % SIDES + 1


@dataclass(frozen=True, slots=True)
class Place:
    """What a line passes on its way: a hex, or the side between two."""

    hexes: tuple[str, ...]

    @property
    def between(self) -> bool:
        return len(self.hexes) > 1


def line(one: str, other: str) -> tuple[Place, ...]:
    """12.0: what the straight line from centre to centre passes, ends aside, in its order."""
    if one == other:
        return ()
    start, end = _point(_axial(one)), _point(_axial(other))
    along = (end[0] - start[0], end[1] - start[1])
    found: dict[int, list[str]] = {}
    inside: list[tuple[int, str]] = []
    for at in _around(one, other):
        kind = _crossed(start, along, at)
        if kind == "inside":
            inside.append((_progress(start, along, at), named(*_place(at))))
        elif kind == "side":
            found.setdefault(_progress(start, along, at), []).append(named(*_place(at)))
    places = [(progress, Place((name,))) for progress, name in inside]
    places += [(progress, Place(tuple(sorted(pair)))) for progress, pair in found.items()]
    return tuple(place for _, place in sorted(places, key=lambda each: (each[0], each[1].hexes)))


def _around(one: str, other: str) -> Iterator[Axial]:
    """Every hex that can lie on the way: no farther from both ends than they are from each other."""
    (q, r), far = _axial(one), distance(one, other)
    for across in range(-far, far + 1):
        for down in range(max(-far, -across - far), min(far, far - across) + 1):
            at = (q + across, r + down)
            column, row = _place(at)
            if not (0 <= column <= 99 and 0 <= row <= 99):
                continue
            name = named(column, row)
            if name not in (one, other) and distance(name, other) <= far:
                yield at


def _point(at: Axial) -> tuple[int, int]:
    """The centre on a grid where every corner of every hex is whole; lines stay lines on it."""
    return 3 * at[0], 2 * at[1] + at[0]


def _crossed(start: tuple[int, int], along: tuple[int, int], at: Axial) -> str:
    x, y = _point(at)
    turns = [
        along[0] * (y + down - start[1]) - along[1] * (x + across - start[0]) for across, down in CORNERS
    ]
    if min(turns) < 0 < max(turns):
        return "inside"
    return "side" if turns.count(0) == 2 else "outside"


def _progress(start: tuple[int, int], along: tuple[int, int], at: Axial) -> int:
    """How far along the line a hex lies; the grid is squeezed, so lengths are weighed back."""
    x, y = _point(at)
    return along[0] * (x - start[0]) + 3 * along[1] * (y - start[1])
