"""The ground of a custom map: a tint for every kind of terrain, quiet enough for what lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.graphics.shapes import Shape
from reportlab.lib.colors import HexColor

from exports.drawings.hexgrid import HexGrid
from exports.drawings.shapes import outline, rect, text
from exports.theme import NARROW, SOFT

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


def terrain(hexes: Mapping[str, Mapping[str, Any]], grid: HexGrid) -> list[Shape]:
    """Tints, buildings and levels of a map that its author drew."""
    shapes: list[Shape] = []
    for kind, tint in TINTS.items():
        found = [grid.corners(one) for one, ground in hexes.items() if ground["terrain"] == kind]
        if found:
            shapes.append(outline(found, fill=tint))
    for one, ground in hexes.items():
        x, y = grid.centre(one)
        if ground["terrain"] in ("building", "hut", "factory"):
            side = grid.size * 0.9
            shapes.append(rect(x - side / 2, y - grid.high * 0.13 - side / 2, side, side, WALLS))
        if ground.get("level"):
            shapes.append(text(x + grid.size * 0.62, y - 2, str(ground["level"]), 5, NARROW, SOFT, "middle"))
    return shapes
