"""The ground of a custom map: a tint for every kind of terrain, quiet enough for what lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.graphics.shapes import Shape
from reportlab.lib.colors import HexColor

from exports.kit.shapes import Point, outline, rect, text
from exports.kit.theme import NARROW, SOFT
from generator.games.combat_commander.hexes import neighbour

from .hexgrid import HexGrid

#: Tints by what the terrain is like; a kind not named here stays paper.
TINTS = {
    "woods": HexColor(0xBFD3B4),
    "jungle": HexColor(0xB2CBA6),
    "palms": HexColor(0xD3E2C4),
    "orchard": HexColor(0xD6E4C9),
    "brush": HexColor(0xE0E6C8),
    "shrubs": HexColor(0xE0E6C8),
    "field": HexColor(0xF2EBC8),
    "grass": HexColor(0xEDF1D5),
    "gully": HexColor(0xE3D8C6),
    "hill": HexColor(0xEADFC9),
    "marsh": HexColor(0xCFE1DE),
    "swamp": HexColor(0xC3DAD5),
    "stream": HexColor(0xCFE2EF),
    "water_barrier": HexColor(0xB7D2E6),
    "beach": HexColor(0xF6EFD8),
    "rubble": HexColor(0xD7D3CF),
}
WALLS = HexColor(0x9A9188)
#: What runs through hexes: colour, and width in parts of half a hex.
WAYS = {
    "road": (HexColor(0xC9A877), 0.24),
    "rural_road": (HexColor(0xC9A877), 0.18),
    "pacific_road": (HexColor(0xC9A877), 0.24),
    "trail": (HexColor(0xA98C61), 0.1),
    "railway": (HexColor(0x6E6A66), 0.12),
}
#: What stands on hexsides, in the same way.
SIDES = {
    "fence": (HexColor(0x8A6D4B), 0.1),
    "wall": (HexColor(0x6E6A66), 0.18),
    "hedge": (HexColor(0x5E8A4C), 0.18),
    "bocage": (HexColor(0x3F6B33), 0.26),
    "cliff": (HexColor(0x7A4F2B), 0.22),
    "shingle": (HexColor(0xB5A27C), 0.22),
}


def terrain(hexes: Mapping[str, Mapping[str, Any]], grid: HexGrid) -> list[Shape]:
    """Tints, buildings and levels of a map that its author drew."""
    shapes: list[Shape] = []
    for kind, tint in TINTS.items():
        found = [grid.corners(one) for one, ground in hexes.items() if ground["terrain"] == kind]
        if found:
            shapes.append(outline(found, fill=tint))
    shapes += _ways(hexes, grid)
    for one, ground in hexes.items():
        x, y = grid.centre(one)
        if ground["terrain"] in ("building", "hut", "factory"):
            side = grid.size * 0.9
            shapes.append(rect(x - side / 2, y - grid.high * 0.13 - side / 2, side, side, WALLS))
        if ground.get("level"):
            shapes.append(text(x + grid.size * 0.62, y - 2, str(ground["level"]), 5, NARROW, SOFT, "middle"))
    return shapes


def hexsides(hexes: Mapping[str, Mapping[str, Any]], grid: HexGrid) -> list[Shape]:
    """Walls, hedges and the like along the sides of hexes."""
    shapes: list[Shape] = []
    for kind, (colour, wide) in SIDES.items():
        runs = [
            grid.side(one, int(compass))
            for one, ground in hexes.items()
            for compass, found in ground.get("sides", {}).items()
            if found == kind
        ]
        if runs:
            shapes.append(outline(runs, stroke=colour, line=wide * grid.size, closed=False))
    return shapes


def _ways(hexes: Mapping[str, Mapping[str, Any]], grid: HexGrid) -> list[Shape]:
    """Roads run from hex to hex where both have them."""
    shapes: list[Shape] = []
    for kind, (colour, wide) in WAYS.items():
        there = {one for one, ground in hexes.items() if kind in ground.get("features", ())}
        runs = [_way(one, compass, grid) for one in sorted(there) for compass in _toward(one, there, grid)]
        if runs:
            shapes.append(outline(runs, stroke=colour, line=wide * grid.size, closed=False))
    return shapes


def _toward(one: str, there: set[str], grid: HexGrid) -> list[int]:
    """The compass sides beyond which the way goes on; alone it runs straight across its hex."""
    beside = {compass: neighbour(one, compass, grid.board) for compass in grid.board.edges}
    return [compass for compass, other in beside.items() if other in there] or [
        min(beside),
        max(beside) // 2 + 1,
    ]


def _way(one: str, compass: int, grid: HexGrid) -> list[Point]:
    (x1, y1), (x2, y2) = grid.side(one, compass)
    return [grid.centre(one), ((x1 + x2) / 2, (y1 + y2) / 2)]
