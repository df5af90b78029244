"""Glyphs drawn in a unit box around the origin: soldiers, weapons, works and markers."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from reportlab.graphics.shapes import Path, Shape
from reportlab.lib.colors import Color

from exports.kit.shapes import Point, disc, outline, polygon, rect, rule
from exports.kit.theme import INK, PAPER

Shapes = list[Shape]


def draw_soldiers(count: int, x: float, y: float, high: float, fill: Color) -> Path:
    """Draw one, two or four helmeted soldiers side by side; (x, y) is the middle of their feet."""
    path = Path(fillColor=fill, strokeColor=None)
    wide = high * 0.62
    for place in range(count):
        _add_soldier(path, x + (place - (count - 1) / 2) * wide, y, high)
    return path


def _add_soldier(path: Path, x: float, y: float, high: float) -> None:
    """Add helmet, head and shoulders as three closed curves."""
    u = high / 10
    path.moveTo(x - 2.4 * u, y)
    path.lineTo(x - 2.4 * u, y + 2.6 * u)
    path.curveTo(x - 2.4 * u, y + 4.6 * u, x - 1.2 * u, y + 4.9 * u, x, y + 4.9 * u)
    path.curveTo(x + 1.2 * u, y + 4.9 * u, x + 2.4 * u, y + 4.6 * u, x + 2.4 * u, y + 2.6 * u)
    path.lineTo(x + 2.4 * u, y)
    path.closePath()
    path.moveTo(x - 1.3 * u, y + 7.0 * u)
    path.curveTo(x - 1.3 * u, y + 5.0 * u, x + 1.3 * u, y + 5.0 * u, x + 1.3 * u, y + 7.0 * u)
    path.closePath()
    path.moveTo(x - 2.1 * u, y + 7.35 * u)
    path.curveTo(x - 1.9 * u, y + 10.6 * u, x + 1.9 * u, y + 10.6 * u, x + 2.1 * u, y + 7.35 * u)
    path.closePath()


def mg(ink: Color) -> Shapes:
    return [
        rule(-9, 1.5, 10, 1.5, ink, 1.6),
        rect(-7, 0, 7, 3.4, ink),
        rule(1, 1, -2, -5, ink, 1.0),
        rule(1, 1, 4, -5, ink, 1.0),
    ]


def mortar(ink: Color) -> Shapes:
    return [
        rule(-5, -4.5, 5, 6, ink, 2.6),
        rule(1, 2, 5.5, -5, ink, 1.0),
        rule(-8, -5, -2, -5, ink, 1.4),
    ]


def gun(ink: Color) -> Shapes:
    return [
        rule(-3, 0.5, 10, 3.5, ink, 2.2),
        rule(-2, -1, -10, -5, ink, 1.3),
        rule(1.5, -3, 1.5, 5, ink, 1.6),
        disc(-1, -1.6, 3.6, PAPER, ink, 1.2),
    ]


def flame(ink: Color) -> Shapes:
    path = Path(fillColor=ink, strokeColor=None)
    path.moveTo(0, -6)
    path.curveTo(-5, -5, -5, 0, -2.5, 2.4)
    path.curveTo(-2.3, 0.6, -1.4, 0.4, -1, 0)
    path.curveTo(-1.6, 3.4, 0, 5, 1.4, 7)
    path.curveTo(1.2, 3.6, 4.6, 2.4, 4.2, -1.8)
    path.curveTo(4, -4.6, 2, -5.8, 0, -6)
    path.closePath()
    return [path]


def charge(ink: Color) -> Shapes:
    return [
        rect(-5, -5, 10, 7.5, ink, radius=1),
        outline([[(-3, 2.5), (-2, 5.5), (2, 5.5), (3, 2.5)]], stroke=ink, line=1.1, closed=False),
    ]


def bottle(ink: Color) -> Shapes:
    return [polygon([(-2.6, -6), (2.6, -6), (2.6, 1), (1, 3), (1, 6.5), (-1, 6.5), (-1, 3), (-2.6, 1)], ink)]


def wireless(ink: Color) -> Shapes:
    return [
        rect(-6.5, -5, 13, 7, None, ink, 1.2, 1),
        disc(-3, -1.5, 1.7, ink),
        rule(1, -1.5, 4.5, -1.5, ink, 1.0),
        rule(4.5, 2, 7.5, 7.5, ink, 1.0),
    ]


WEAPON_GLYPHS: dict[str, Callable[[Color], Shapes]] = {
    "mg": mg,
    "mortar": mortar,
    "gun": gun,
    "flamethrower": flame,
    "satchel_charge": charge,
    "molotov_cocktail": bottle,
    "radio": wireless,
}


def rubble(ink: Color) -> Shapes:
    return [
        outline(
            [
                [(-7, -4), (-4.5, 0.5), (-2, -4)],
                [(-2.5, -4), (0.8, 3.5), (4, -4)],
                [(2.8, -4), (5.2, 0), (7.2, -4)],
            ],
            fill=ink,
        )
    ]


def smoke(ink: Color) -> Shapes:
    return [
        disc(-3.2, -1, 3, PAPER, ink, 0.9),
        disc(3, -1.2, 3, PAPER, ink, 0.9),
        disc(0, 1.6, 3.6, PAPER, ink, 0.9),
    ]


def factory(ink: Color) -> Shapes:
    roof = [(-7, -4.5), (-7, 3.5), (-2.5, 0.5), (-2.5, 3.5), (2, 0.5), (2, 3.5), (7, 0.5), (7, -4.5)]
    return [polygon(roof, ink)]


def sewer(ink: Color) -> Shapes:
    return [
        disc(0, -0.5, 4.6, PAPER, ink, 1.0),
        outline(
            [[(-2.2, 2.6), (-2.2, -3.6)], [(0, 3.6), (0, -4.6)], [(2.2, 2.6), (2.2, -3.6)]],
            stroke=ink,
            line=0.8,
            closed=False,
        ),
    ]


def star(ink: Color) -> Shapes:
    points: list[Point] = []
    for tip in range(10):
        radius = 5.6 if tip % 2 == 0 else 2.2
        angle = math.radians(90 + 36 * tip)
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return [polygon(points, ink)]


def foxholes(ink: Color) -> Shapes:
    left, right = Path(fillColor=ink, strokeColor=None), Path(fillColor=ink, strokeColor=None)
    for path, x in ((left, -3.6), (right, 3.6)):
        path.moveTo(x - 3, 1.5)
        path.curveTo(x - 2.6, -4.4, x + 2.6, -4.4, x + 3, 1.5)
        path.closePath()
    return [left, right]


def trench(ink: Color) -> Shapes:
    zigzag = [(-8, 2), (-5, 2), (-4, -2), (-0.5, -2), (0.5, 2), (4, 2), (5, -2), (8, -2)]
    return [outline([zigzag], stroke=ink, line=1.8, closed=False)]


def bunker(ink: Color) -> Shapes:
    return [rect(-5.5, -4.5, 11, 9, ink), rect(-3.5, -0.6, 7, 1.8, PAPER)]


def pillbox(ink: Color) -> Shapes:
    return [rect(-5, -4, 10, 8, PAPER, ink, 1.4), rule(-3, 0.4, 3, 0.4, ink, 1.6)]


def wire(ink: Color) -> Shapes:
    runs: list[list[Point]] = [[(-8, 0), (8, 0)]]
    for x in (-5, 0, 5):
        runs += [[(x - 1.8, -2.4), (x + 1.8, 2.4)], [(x - 1.8, 2.4), (x + 1.8, -2.4)]]
    return [outline(runs, stroke=ink, line=0.9, closed=False)]


def mines(ink: Color) -> Shapes:
    return [disc(-4, -2, 2, ink), disc(4, -2, 2, ink), disc(0, 3, 2, ink)]


def cave(ink: Color) -> Shapes:
    path = Path(fillColor=ink, strokeColor=None)
    path.moveTo(-5, -4.5)
    path.curveTo(-5.5, 6.5, 5.5, 6.5, 5, -4.5)
    path.closePath()
    return [path]


def flag(ink: Color) -> Shapes:
    return [rule(-4, -6, -4, 6.5, ink, 1.3), polygon([(-4, 6.5), (6, 3.5), (-4, 0.5)], ink)]


#: Glyphs of markers and works on the map before play, by their id on the card.
MAP_GLYPHS: dict[str, Callable[[Color], Shapes]] = {
    "rubble": rubble,
    "smoke": smoke,
    "blaze": flame,
    "factory": factory,
    "sewer": sewer,
    "starshell": star,
    "foxholes": foxholes,
    "trench": trench,
    "bunker": bunker,
    "pillbox": pillbox,
    "wire": wire,
    "mines": mines,
    "cave": cave,
    "control": flag,
}


@lru_cache(maxsize=64)
def map_glyph(name: str) -> tuple[Shape, ...]:
    """Return the glyph of a marker or a work in ink."""
    return tuple(MAP_GLYPHS[name](INK))
