"""Areas of hexes: full where they continue, inset where they end."""

from __future__ import annotations

import itertools
from collections.abc import Collection

from exports.kit.shapes import Point
from generator.games.combat_commander.hexes import neighbour

from ..drawings.hexgrid import HexGrid

COMPASS = (1, 2, 3, 4, 5, 6)
Run = list[Point]


def side_middle(grid: HexGrid, hex_id: str, compass: int) -> Point:
    """Return the middle of a hexside."""
    (x1, y1), (x2, y2) = grid.side(hex_id, compass)
    return (x1 + x2) / 2, (y1 + y2) / 2


def inset_hex(grid: HexGrid, hex_id: str, reaches: list[float]) -> Run:
    """Return the corners, after sides 1 to 6, of a hex whose sides are moved inwards by ``reaches``."""
    x, y = grid.centre(hex_id)
    corners: Run = []
    for compass in COMPASS:
        (ax, ay), (bx, by) = grid.outward(compass), grid.outward(compass % 6 + 1)
        a, b = (grid.high / 2 * reaches[one % 6] for one in (compass - 1, compass))
        turn = ax * by - ay * bx
        corners.append((x + (a * by - b * ay) / turn, y + (b * ax - a * bx) / turn))
    return corners


def outline_area(
    grid: HexGrid, hexes: Collection[str], reach: float, beyond: bool = True
) -> tuple[list[Run], list[Run]]:
    """Return fill polygons and border runs of an area; ``beyond``: it continues past the map's edge."""
    fills: list[Run] = []
    edges: list[Run] = []
    for hex_id in sorted(hexes):
        beside = {compass: neighbour(hex_id, compass, grid.board) for compass in COMPASS}
        ends = [
            compass
            for compass, other in beside.items()
            if other not in hexes and not (beyond and other is None)
        ]
        corners = inset_hex(grid, hex_id, [reach if compass in ends else 1.0 for compass in COMPASS])
        fills.append(corners)
        edges += [[corners[compass - 2], corners[compass - 1]] for compass in ends]
    return fills, edges


def join_runs(runs: list[Run]) -> list[Run]:
    """Join runs that meet end to end, so that a line is drawn in one stroke."""
    starts: dict[tuple[int, int], list[int]] = {}
    left = dict(enumerate(runs))
    for number, run in left.items():
        starts.setdefault(_key(run[0]), []).append(number)
    done: list[Run] = []
    while left:
        number, run = left.popitem()
        chain = list(run)
        while follow := [number for number in starts.get(_key(chain[-1]), ()) if number in left]:
            chain += left.pop(follow[0])[1:]
        done.append(chain)
    return done


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


def chaikin(run: Run, times: int = 2) -> Run:
    """Smooth a line by cutting its corners (Chaikin); its ends stay."""
    for _ in range(times):
        if len(run) < 3:
            return run
        cut = [run[0]]
        for (x1, y1), (x2, y2) in itertools.pairwise(run):
            cut += [
                (x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25),
                (x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75),
            ]
        run = [*cut, run[-1]]
    return run
