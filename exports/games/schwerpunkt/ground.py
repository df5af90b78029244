"""The map of a battle by its numbers, as a drawing and as text; odd columns are half a hex lower."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from exports.kit.sheet import Figure

from .messages import MessageFormatter

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

WIDTH_IN_RADII = 1.5  # distance between two columns, in radii of a hex
HEIGHT_IN_RADII = sqrt(3)
SHADES = {"wood": 0xC9DBB8, "village": 0xD9C9B4, "hill": 0xEADFB0}  # no terrain of ours is a game's colour
SIDE_SHADES = {"blue": 0x1F4E8C, "red": 0xA32A2A}


def make_ground_figure(battle: Mapping[str, Any], formatter: MessageFormatter) -> Figure:
    """Return the map with terrain, objectives and the hexes in which counters begin."""

    def draw(wide: float) -> Iterator[tuple[Drawing, str]]:
        yield draw_ground(battle, wide), describe_ground(battle, formatter)

    return Figure(draw, [describe_ground(battle, formatter)], together=True)


def describe_ground(battle: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return the hexes of each terrain and the objectives in words."""
    names = {row["id"]: row["name"] for row in battle["terrain"]}
    by_terrain: dict[str, list[str]] = {}
    for row in battle["ground"]["hexes"]:
        mark = f" ({row['mark']})" if row["mark"] else ""
        by_terrain.setdefault(row["terrain"], []).append(row["hex"] + mark)
    parts = (f"{formatter.translate(names[kind])}: {', '.join(hexes)}" for kind, hexes in by_terrain.items())
    return "; ".join(parts)


def draw_ground(battle: Mapping[str, Any], wide: float) -> Drawing:
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import HexColor

    from exports.kit.shapes import centred_text, disc, polygon
    from exports.kit.theme import HEAD, INK, NARROW, PAPER, SOFT

    ground = battle["ground"]
    radius = (wide - 2) / (WIDTH_IN_RADII * (ground["columns"] - 1) + 2)
    high = radius * HEIGHT_IN_RADII
    drawing = Drawing(wide, high * (ground["rows"] + 0.5) + 2)
    terrain = {row["hex"]: row for row in ground["hexes"]}
    begins = {row["hex"]: row["side"] for group in ("trains", "units", "hqs") for row in battle[group]}
    for column in range(1, ground["columns"] + 1):
        for row in range(1, ground["rows"] + 1):
            number = f"{column:02}{row:02}"
            x = 1 + radius * (1 + WIDTH_IN_RADII * (column - 1))
            y = drawing.height - 1 - high * (row - 0.5 + 0.5 * (column % 2))
            here = terrain.get(number)
            shade = SHADES.get(here["terrain"]) if here else None
            fill = HexColor(shade) if shade is not None else PAPER
            corners = [
                (x + radius * dx, y + high / 2 * dy)
                for dx, dy in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
            ]
            drawing.add(polygon(corners, fill=fill, stroke=SOFT, line=0.4))
            drawing.add(centred_text(x, y + high * 0.32, number, radius * 0.42, NARROW, SOFT))
            if here and here["mark"]:
                drawing.add(centred_text(x, y - high * 0.02, here["mark"], radius * 0.8, HEAD, INK))
            elif here:
                letter = here["terrain"][:1].upper()
                drawing.add(centred_text(x, y - high * 0.02, letter, radius * 0.45, NARROW, SOFT))
            if number in begins:
                side = HexColor(SIDE_SHADES[begins[number]])
                drawing.add(disc(x, y - high * 0.3, radius * 0.16, fill=side))
    return drawing
