"""Signs of each terrain in its hex, as lines and outlines in half widths around the centre.

Each terrain has a distinct sign, so that a map reads the same in black and white or with colour blindness.
The space under the upper side stays free for the number of the hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from exports.kit.shapes import Point

Run = list[Point]


def scatter(hex_id: str, spots: tuple[Point, ...], loose: float) -> Iterator[Point]:
    """Yield spots moved a little, reproducibly for each hex, so that no two hexes look stamped."""
    seed = ord(hex_id[0]) * 7919 + int(hex_id[1:]) * 104729
    for x, y in spots:
        seed = (seed * 1103515245 + 12345) % 2147483648
        across = (seed >> 8) % 1000 / 999 - 0.5
        up = (seed >> 18) % 1000 / 999 - 0.5
        yield x + across * loose, y + up * loose


def ring(x: float, y: float, radius: float, corners: int = 8) -> Run:
    """Return a polygon that approximates a circle."""
    turns = (2 * math.pi * (number + 0.5) / corners for number in range(corners))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


_TREES: tuple[Point, ...] = ((-0.55, 0.12), (0.0, 0.1), (0.55, 0.12), (-0.3, -0.3), (0.3, -0.3), (0.0, -0.62))
_TUFTS: tuple[Point, ...] = (
    (-0.5, 0.1),
    (0.05, 0.15),
    (0.5, 0.05),
    (-0.25, -0.3),
    (0.3, -0.38),
    (0.0, -0.68),
)
_REEDS: tuple[Point, ...] = ((-0.4, 0.05), (0.35, 0.15), (-0.05, -0.3), (0.4, -0.5), (-0.45, -0.55))


def trees(hex_id: str) -> list[Run]:
    """T99: return round crowns, unevenly spaced."""
    return [ring(x, y, 0.215) for x, y in scatter(hex_id, _TREES, 0.14)]


def rows_of_trees() -> list[Run]:
    """T91: return small crowns in rows."""
    spots = [(x, y) for y in (0.12, -0.26, -0.64) for x in (-0.4, 0.0, 0.4) if abs(x) + abs(y) < 1.1]
    return [ring(x, y, 0.115, 6) for x, y in spots]


def tufts(hex_id: str) -> list[Run]:
    """T81: return tufts of three blades from one root."""
    return [
        run
        for x, y in scatter(hex_id, _TUFTS, 0.16)
        for run in ([(x - 0.13, y + 0.14), (x, y), (x + 0.13, y + 0.14)], [(x, y), (x, y + 0.2)])
    ]


def furrows(hex_id: str) -> list[Run]:
    """T85: return straight furrows; they lean the other way in every second column."""
    lean = 0.35 if ord(hex_id[0]) % 2 else -0.35
    return [[(x - 0.42, y - lean * 0.42), (x + 0.42, y + lean * 0.42)] for x, y in _FURROWS]


_FURROWS: tuple[Point, ...] = ((0.0, 0.12), (0.0, -0.08), (0.0, -0.28), (0.0, -0.48), (0.0, -0.68))


def reeds(hex_id: str) -> list[Run]:
    """T89: return short water lines with two reeds on each."""
    runs: list[Run] = []
    for x, y in scatter(hex_id, _REEDS, 0.1):
        runs.append([(x - 0.2, y), (x + 0.2, y)])
        runs += [[(x + reed * 0.07, y), (x + reed * 0.1, y + 0.15)] for reed in (-1, 1)]
    return runs


def stones(hex_id: str) -> list[Run]:
    """ST-T1: return broken stones."""
    return [ring(x, y, 0.13, 4) for x, y in scatter(hex_id, _TUFTS, 0.2)]


def waves() -> list[Run]:
    """T98: return waves from side to side."""
    return [[(x / 8, y + (0.06 if x % 2 else -0.02)) for x in range(-4, 5)] for y in (0.1, -0.24, -0.58)]


def bars(out: Point) -> list[Run]:
    """T86: return cross ticks along a gully that leaves in a direction."""
    across, up = out
    wide = (0.27 * up, -0.27 * across)
    middles = ((part * across, part * up) for part in (0.18, 0.48, 0.78))
    return [[(x - wide[0], y - wide[1]), (x + wide[0], y + wide[1])] for x, y in middles]
