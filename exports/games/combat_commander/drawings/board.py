"""Pictures of a fight on a page: the ground of its map, and each counter as it lies on it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.ground import Ground
from exports.kit.shapes import move_shapes, polygon, rect
from exports.kit.svg import to_svg
from exports.kit.theme import ALARM, INK, PAPER, livery

from ..ground.map_sheet import draw_ground_map
from ..messages import MessageFormatter
from .counters import STRIP_HEIGHT, counter_size, draw_face
from .glyphs import MAP_GLYPHS

HEX_SIZE_POINTS = 24.0  # points from the centre of a hex to its corner
EDGE = 1.2  # points around a counter for its frame


def draw_board_ground(ground: Ground, formatter: MessageFormatter) -> str:
    """Draw the ground of a fight without anything that changes in play."""
    drawing = draw_ground_map(ground, formatter, HEX_SIZE_POINTS, key=False, objectives={})
    return to_svg(drawing)


@lru_cache(maxsize=2048)
def draw_board_counter(formatter: MessageFormatter, ref: str, side: str, faction: str, broken: bool) -> str:
    """3.2: draw the side of a counter that lies up; a broken one is pale with a red frame and corner."""
    piece = formatter.piece(ref)
    dress = livery(formatter.catalog, faction)
    size = counter_size(piece)
    if broken:
        dress = replace(dress, tint=PAPER)
        piece = replace(piece, front=piece.broken or piece.front)
    shapes: list[Shape] = [*draw_face(piece, side, dress).contents]
    if broken:
        shapes.append(rect(0, STRIP_HEIGHT, size, size, None, ALARM, 2.4, 1.5))
        top = STRIP_HEIGHT + size
        shapes.append(polygon([(size - 13, top), (size, top), (size, top - 13)], ALARM))
    drawing = Drawing(size + 2 * EDGE, size + 2 * EDGE)
    drawing.add(move_shapes(shapes, EDGE, EDGE - STRIP_HEIGHT))
    return to_svg(drawing)


@lru_cache(maxsize=64)
def draw_board_sign(kind: str) -> str:
    """Draw the sign of a marker or fortification as it lies in a hex."""
    drawing = Drawing(20, 18)
    plate = rect(1.2, 2.4, 17.6, 13.2, PAPER, INK, 0.5, 1.5)
    drawing.add(plate)
    drawing.add(move_shapes(list(MAP_GLYPHS[kind](INK)), 10, 9))
    return to_svg(drawing)
