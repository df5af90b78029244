"""Hex coordinates ``CC.RR``: flat tops, even columns half a hex lower, directions 1-6 clockwise from the top.

Two examples in the rules fix the offset: 12.10 in direction 2 for three hexes is 15.09 (20.0), and the line
from 27.08 to 21.12 runs over 23.11 and 22.11 (12.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEX_PATTERN = re.compile(r"[0-9]{2}\.[0-9]{2}")
DIRECTIONS_COUNT = 6
AXIAL_OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # directions 1 to 6
CORNER_OFFSETS = (
    (2, 0),
    (1, 1),
    (-1, 1),
    (-2, 0),
    (-1, -1),
    (1, -1),
)  # corners of a hex on the grid of :func:`_to_point`
Axial = tuple[int, int]


def is_hex(text: object) -> bool:
    return isinstance(text, str) and HEX_PATTERN.fullmatch(text) is not None


def parse_hex(name: str) -> tuple[int, int]:
    column, _, row = name.partition(".")
    return int(column), int(row)


def format_hex(column: int, row: int) -> str:
    return f"{column:02d}.{row:02d}"


def _to_axial(name: str) -> Axial:
    column, row = parse_hex(name)
    return column, row - (column + column % 2) // 2


def _to_column_row(at: Axial) -> tuple[int, int]:
    column, slant = at
    return column, slant + (column + column % 2) // 2


def step(name: str, direction: int) -> tuple[int, int]:
    """Return the adjacent column and row, which may lie outside any map."""
    across, down = AXIAL_OFFSETS[(direction - 1) % DIRECTIONS_COUNT]
    column, slant = _to_axial(name)
    return _to_column_row((column + across, slant + down))


def find_adjacent(name: str, direction: int) -> str | None:
    """Return the adjacent hex, or None if two digits cannot name it."""
    column, row = step(name, direction)
    return format_hex(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else None


def walk(name: str, direction: int, count: int) -> str | None:
    """20.0: return the hex a number of steps away in one direction."""
    hex_: str | None = name
    for _ in range(count):
        hex_ = find_adjacent(hex_, direction) if hex_ else None
    return hex_


def neighbours(name: str) -> tuple[str, ...]:
    hexes = (find_adjacent(name, direction) for direction in range(1, DIRECTIONS_COUNT + 1))
    return tuple(hex_ for hex_ in hexes if hex_ is not None)


def distance(start: str, end: str) -> int:
    """12.0: count hexes, including the target's but not the start."""
    (q, r), (p, s) = _to_axial(start), _to_axial(end)
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


def find_compass_direction(hex_: str, arrow: str) -> int | None:
    """9.3: return the grid direction that the compass calls 1, along which its arrow points."""
    far = distance(hex_, arrow)
    return next(
        (way for way in range(1, DIRECTIONS_COUNT + 1) if far and walk(hex_, way, far) == arrow), None
    )


def to_grid_direction(direction: int, north: int) -> int:
    """Convert a compass direction to a grid direction."""
    return (direction + north - 2) % DIRECTIONS_COUNT + 1


@dataclass(frozen=True, slots=True)
class Place:
    """A step of a line: one hex, or the two hexes whose common side it follows."""

    hexes: tuple[str, ...]

    @property
    def between(self) -> bool:
        return len(self.hexes) > 1


def trace_line(start_hex: str, end_hex: str) -> tuple[Place, ...]:
    """12.0: return the places that the straight line between two hex centres passes, without its ends."""
    if start_hex == end_hex:
        return ()
    start, end = _to_point(_to_axial(start_hex)), _to_point(_to_axial(end_hex))
    along = (end[0] - start[0], end[1] - start[1])
    sides: dict[int, list[str]] = {}
    inside: list[tuple[int, str]] = []
    for at in _list_candidates(start_hex, end_hex):
        kind = _classify_crossing(start, along, at)
        if kind == "inside":
            inside.append((_measure_progress(start, along, at), format_hex(*_to_column_row(at))))
        elif kind == "side":
            sides.setdefault(_measure_progress(start, along, at), []).append(format_hex(*_to_column_row(at)))
    places = [(progress, Place((name,))) for progress, name in inside]
    places += [(progress, Place(tuple(sorted(pair)))) for progress, pair in sides.items()]
    return tuple(place for _, place in sorted(places, key=lambda item: (item[0], item[1].hexes)))


def _list_candidates(start: str, end: str) -> Iterator[Axial]:
    """Yield every hex that can lie on the line: not farther from both ends than the ends from each other."""
    (q, r), far = _to_axial(start), distance(start, end)
    for across in range(-far, far + 1):
        for down in range(max(-far, -across - far), min(far, far - across) + 1):
            at = (q + across, r + down)
            column, row = _to_column_row(at)
            if not (0 <= column <= 99 and 0 <= row <= 99):
                continue
            name = format_hex(column, row)
            if name not in (start, end) and distance(name, end) <= far:
                yield at


def _to_point(at: Axial) -> tuple[int, int]:
    """Return the centre on an integer grid on which every hex corner is an integer point."""
    return 3 * at[0], 2 * at[1] + at[0]


def _classify_crossing(start: tuple[int, int], along: tuple[int, int], at: Axial) -> str:
    x, y = _to_point(at)
    turns = [
        along[0] * (y + down - start[1]) - along[1] * (x + across - start[0])
        for across, down in CORNER_OFFSETS
    ]
    if min(turns) < 0 < max(turns):
        return "inside"
    return "side" if turns.count(0) == 2 else "outside"


def _measure_progress(start: tuple[int, int], along: tuple[int, int], at: Axial) -> int:
    """Return the position of a hex along the line, corrected for the squeezed grid."""
    x, y = _to_point(at)
    return along[0] * (x - start[0]) + 3 * along[1] * (y - start[1])
