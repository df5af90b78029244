"""The map of the landscape card: friendly edges at the left and the right, everything on it in its place.

A hex has its row number at the top, its level at the upper left, works in the middle, units at the lower
left and the flag of an objective at the right; the letters of the columns stand along the edge.
"""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import (
    centred_text,
    move_shapes,
    outline,
    polygon,
    side_bar,
    text,
)
from exports.kit.theme import HEAD, INK, NARROW, SOFT, width
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.hexes import all_hexes

from ..ground.drawing import draw_ground
from ..ground.map_sheet import LINE_COLOUR
from ..ground.overlay import Overlay, Zone, draw_under_numbers
from ..messages import Card, MessageFormatter
from .glyphs import map_glyph
from .hexgrid import HexGrid, edge_bar
from .map import (
    draw_flags,
    draw_units,
    draw_works,
    draw_zone_tints,
    list_letters,
    list_works,
    set_up_zone,
    side_livery,
)

TYPE_SIZE = 8.0  # points: every word and number on the map
BAR_WIDTH, BAR_GAP = 4.0, 2.0
LETTER_STRIP = 11.0  # points for the letters of the columns along an edge
LEGEND_LINE = 12.0
ROAD_END = 4.5  # points: a road may end a little below the map
SIDE_FRAME = BAR_WIDTH + BAR_GAP  # at the left and the right


def make_card_grid(card: Card, board: Board, size: float) -> HexGrid:
    """2.2: return the grid with the friendly edges at the left and the right."""
    return HexGrid(board, size, upright=card["map"]["orientation"] == "wide")


def frame_size(card: Card) -> tuple[float, float]:
    """Return the width and height of what surrounds the hexes: bars, letters and the legend."""
    upright = card["map"]["orientation"] == "wide"
    legend = LEGEND_LINE if _has_signs(card) else ROAD_END
    wide = 2 * SIDE_FRAME + (LETTER_STRIP if upright else 0.0)
    return wide, legend + (ROAD_END if upright else LETTER_STRIP)


def paper_side(card: Card, board: Board, side: str) -> Edge:
    """Return the side of the paper at which a side's friendly edge lies: left or right."""
    return make_card_grid(card, board, 1.0).paper_edge(card["map"]["friendly_edge"][side])


def draw_card_map(card: Card, formatter: MessageFormatter, size: float) -> Drawing:
    """Draw the map with hexes of this size."""
    grid = make_card_grid(card, formatter.catalog.board, size)
    ground = get_card_ground(formatter.catalog, card)
    frame = frame_size(card)
    drawing = Drawing(grid.wide + frame[0], grid.tall + frame[1])
    zones = tuple(
        Zone(set_up_zone(card, grid.board, side), side == "axis", side_livery(card, formatter, side).deep)
        for side in SIDES
    )
    shapes = draw_zone_tints(card, formatter, grid)
    shapes += draw_ground(ground, grid, levels_left=True) if ground is not None else []
    shapes += draw_under_numbers(Overlay(zones=zones), grid)
    shapes.append(
        outline([grid.corners(hex_id) for hex_id in all_hexes(grid.board)], stroke=LINE_COLOUR, line=0.45)
    )
    shapes += _draw_labels(grid)
    shapes += draw_works(card, grid)
    for side in SIDES:
        for fixed in card["sides"][side]["setup"].get("fixed", ()):
            shapes += draw_units(grid, fixed, formatter, side_livery(card, formatter, side), side)
    shapes += draw_flags(card, formatter, grid)
    shapes += _draw_exits(card, grid)
    for side in SIDES:
        edge = grid.paper_edge(card["map"]["friendly_edge"][side])
        x, y, wide, high = edge_bar(grid, edge, BAR_WIDTH, BAR_GAP)
        if grid.upright and edge == "left":
            x -= LETTER_STRIP
        shapes += side_bar(x, y, wide, high, side_livery(card, formatter, side).deep, side == "axis")
    left = SIDE_FRAME + (LETTER_STRIP if grid.upright else 0.0)
    drawing.add(move_shapes(shapes, left, LEGEND_LINE if _has_signs(card) else ROAD_END))
    if _has_signs(card):
        drawing.add(move_shapes(_draw_legend(card, formatter, grid.wide), left, 0))
    return drawing


def _draw_labels(grid: HexGrid) -> list[Shape]:
    """Draw the row number in each hex, and the letters of the columns along the top or the left edge."""
    shapes: list[Shape] = []
    for hex_id in all_hexes(grid.board):
        x, y = grid.number_spot(hex_id, TYPE_SIZE)
        shapes.append(
            text(x, y, hex_id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), TYPE_SIZE, NARROW, SOFT, "middle")
        )
    for column in grid.board.columns:
        x, y = grid.centre(f"{column}1")
        if grid.upright:
            shapes.append(centred_text(-LETTER_STRIP / 2, y, column, TYPE_SIZE, HEAD, SOFT))
        else:
            shapes.append(centred_text(x, grid.tall + LETTER_STRIP / 2 - 1, column, TYPE_SIZE, HEAD, SOFT))
    return shapes


def _draw_exits(card: Card, grid: HexGrid) -> list[Shape]:
    """PA-2.4: draw exit points with their value."""
    shapes: list[Shape] = []
    for point in card["map"].get("exit_points", ()):
        x, y = grid.centre(point["hex"])
        y -= grid.high * 0.3
        arrow = [(x - 4, y - 1.5), (x + 4, y - 1.5), (x, y - 5)]
        shapes += [polygon(arrow, INK), centred_text(x, y + 2.5, str(point["value"]), TYPE_SIZE)]
    return shapes


def _has_signs(card: Card) -> bool:
    return bool(list_works(card)) or any(card["sides"][side]["setup"].get("fixed") for side in SIDES)


def _draw_legend(card: Card, formatter: MessageFormatter, wide: float) -> list[Shape]:
    """Draw what the signs and the letters mean, in one line as far as it goes."""
    shapes: list[Shape] = []
    x = 0.0
    for name in dict.fromkeys(name for name, _ in list_works(card)):
        key = f"marker.{name}" if name not in formatter.catalog.fortifications else f"fortification.{name}"
        words = formatter.term(key)
        if x + 16 + width(words, NARROW, TYPE_SIZE) > wide:
            return shapes
        shapes.append(move_shapes(list(map_glyph(name)), x + 6, 4.5, 0.6))
        shapes.append(text(x + 14, 2, words, TYPE_SIZE, NARROW, SOFT))
        x += 22 + width(words, NARROW, TYPE_SIZE)
    for words in list_letters(card, formatter):
        if x + width(words, NARROW, TYPE_SIZE) <= wide:
            shapes.append(text(x, 2, words, TYPE_SIZE, NARROW, SOFT))
    return shapes
