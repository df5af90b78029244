"""Boards of the module: the maps, a box for each side beside them, the tracks below, the place of the decks.

Positions are in pixels from the upper left corner, as VASSAL counts them; the drawings count from the lower
left corner, as ReportLab does, and one point is one pixel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board
from exports.kit.shapes import centred_text, move_shapes, rect, side_bar, text
from exports.kit.theme import FAINT, HEAD, INK, NARROW, PAPER, PLAIN, RULE, SOFT, fit, livery
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import build_custom_ground
from generator.games.combat_commander.hexes import split

from ..drawings.hexgrid import ROOT3, HexGrid
from ..drawings.tracks import marker_space
from ..ground.map_sheet import FRAME_WIDTH, draw_ground_map
from ..messages import MessageFormatter
from . import SIDE_NAMES

Position = tuple[int, int]

HEX_HEIGHT = 110
HEX_SIZE = HEX_HEIGHT / ROOT3  # half the width of a hex
COLUMN_DISTANCE = 1.5 * HEX_SIZE
LABEL_SCALE = 1.4  # labels are drawn larger than on paper, because a screen shows the map smaller
MAP_MARGIN = 8  # at least, around the hexes
FIRST_HEX = (int(HEX_SIZE) + 1 + MAP_MARGIN, HEX_HEIGHT // 2 + MAP_MARGIN)  # the centre of the first hex
BOX_COLUMNS, BOX_CELL, BOX_HEAD, BOX_MARGIN = 5, 64, 44, 10
TRACK_CELL, TRACK_ROW, TRACK_HEAD = 50, 76, 22  # a row is a line of text above a row of spaces
CARD_WIDTH, CARD_HEIGHT = 190, 266
FATE_GAP, FATE_HEAD = 20, 34
CHIT_PLACE = 90  # width of the place of the objective chits
TRACKS_BOARD, FATE_BOARD = "Tracks", "Fate decks"
#: Rows of the board of tracks, from the top.
TRACK_ROWS = ("time", "vp", "axis", "allied", "table")


@dataclass(frozen=True, slots=True)
class Area:
    """A board and where it lies in its window."""

    name: str
    left: int
    top: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


def map_extent(board: Board) -> tuple[int, int]:
    """Return the width and height of a map."""
    grid = HexGrid(board, HEX_SIZE)
    across = FIRST_HEX[0] - HEX_SIZE
    return round(grid.wide + 2 * across), round(grid.tall + 2 * MAP_MARGIN)


def map_name(number: int | None) -> str:
    """Return the name of the board of a printed map, or of the battlefield that a module brings along."""
    return "Battlefield" if number is None else f"Map {number}"


def box_name(side: str) -> str:
    return f"{SIDE_NAMES[side]} box"


BOX_WIDTH = BOX_COLUMNS * BOX_CELL + 2 * BOX_MARGIN


def arrange_battle_map(board: Board, map_board: str) -> tuple[Area, Area, Area, Area]:
    """Return the boards of the battle window: a box, the map, the other box, and the tracks below."""
    wide, high = map_extent(board)
    return (
        Area(box_name("axis"), 0, 0, BOX_WIDTH, high),
        Area(map_board, BOX_WIDTH, 0, wide, high),
        Area(box_name("allied"), BOX_WIDTH + wide, 0, BOX_WIDTH, high),
        Area(TRACKS_BOARD, 0, high, wide + 2 * BOX_WIDTH, len(TRACK_ROWS) * TRACK_ROW + 2 * BOX_MARGIN),
    )


def hex_position(hex_id: str, left: int = BOX_WIDTH) -> Position:
    """Return the centre of a hex as VASSAL rounds it."""
    column, row = split(hex_id)
    lower = HEX_HEIGHT // 2 if column % 2 else 0
    return left + int(COLUMN_DISTANCE * column + FIRST_HEX[0]), HEX_HEIGHT * row + lower + FIRST_HEX[1]


def box_capacity(board: Board) -> int:
    """Return how many stacks a side's box has room for."""
    return BOX_COLUMNS * ((map_extent(board)[1] - BOX_HEAD - BOX_MARGIN) // BOX_CELL)


def box_position(board: Board, side: str, cell: int) -> Position:
    row, column = divmod(cell, BOX_COLUMNS)
    left = 0 if side == "axis" else BOX_WIDTH + map_extent(board)[0]
    return (
        left + BOX_MARGIN + column * BOX_CELL + BOX_CELL // 2,
        BOX_HEAD + row * BOX_CELL + BOX_CELL // 2,
    )


def count_track_spaces(board: Board) -> int:
    """Return the spaces of each track: both halves of the Victory track and the space between them."""
    return 2 * board.victory_spaces + 1


def track_position(board: Board, row: str, space: int) -> Position:
    """Return the middle of a space; beyond the end of a track it is the last one."""
    space = min(max(space, 0), count_track_spaces(board) - 1)
    top = map_extent(board)[1] + BOX_MARGIN + TRACK_ROWS.index(row) * TRACK_ROW + TRACK_HEAD
    return BOX_MARGIN + space * TRACK_CELL + TRACK_CELL // 2, top + TRACK_CELL // 2


def victory_position(board: Board, marker: int) -> Position:
    """4.1.1: return the space of the VP marker, the Axis half at the left; it goes round beyond the end."""
    return track_position(board, "vp", board.victory_spaces - marker_space(marker, board.victory_spaces))


def deck_position(factions: Sequence[str], faction: str, *, discards: bool) -> Position:
    """Return the middle of a nation's deck, or of its discards below."""
    column = list(factions).index(faction)
    top = FATE_HEAD + (CARD_HEIGHT + FATE_HEAD) * discards
    return FATE_GAP + column * (CARD_WIDTH + FATE_GAP) + CARD_WIDTH // 2, top + CARD_HEIGHT // 2


def chits_position(factions: Sequence[str]) -> Position:
    return FATE_GAP + len(factions) * (CARD_WIDTH + FATE_GAP) + CHIT_PLACE // 2, FATE_HEAD + CHIT_PLACE // 2


def fate_extent(factions: Sequence[str]) -> tuple[int, int]:
    wide = FATE_GAP + len(factions) * (CARD_WIDTH + FATE_GAP) + CHIT_PLACE + FATE_GAP
    return wide, 2 * (FATE_HEAD + CARD_HEIGHT) + FATE_GAP


def draw_map(ground: Ground | None, formatter: MessageFormatter) -> Drawing:
    """Draw a map to play on; without a known ground only its hexes."""
    wide, high = map_extent(formatter.catalog.board)
    known = ground if ground is not None else build_custom_ground(formatter.catalog, {})
    small = HEX_SIZE / LABEL_SCALE
    sheet = draw_ground_map(known, formatter, small, key=False, objectives={}, to_play_on=True)
    drawing = Drawing(wide, high)
    drawing.add(rect(0, 0, wide, high, PAPER))
    frame = FRAME_WIDTH * LABEL_SCALE
    across, up = FIRST_HEX[0] - HEX_SIZE - frame, MAP_MARGIN - frame
    drawing.add(move_shapes(sheet.contents, across, up, LABEL_SCALE))
    return drawing


def draw_box(side: str, formatter: MessageFormatter) -> Drawing:
    """Draw the box of a side, for what has no hex yet."""
    high = map_extent(formatter.catalog.board)[1]
    drawing = Drawing(BOX_WIDTH, high)
    drawing.add(rect(0, 0, BOX_WIDTH, high, FAINT, RULE, 1.0))
    for shape in side_bar(BOX_MARGIN, high - 34, 26, 22, PLAIN.deep, side == "axis"):
        drawing.add(shape)
    drawing.add(text(BOX_MARGIN + 36, high - 31, str(formatter.side(side)), 24, HEAD, INK))
    return drawing


def draw_tracks(formatter: MessageFormatter) -> Drawing:
    """4, 6: draw the Time track, the Victory track and the casualties of each side."""
    board = formatter.catalog.board
    area = arrange_battle_map(board, "")[-1]
    drawing = Drawing(area.width, area.height)
    drawing.add(rect(0, 0, area.width, area.height, FAINT, RULE, 1.0))
    for row in TRACK_ROWS:
        for shape in _draw_track(row, formatter, area.top + area.height):
            drawing.add(shape)
    return drawing


def _draw_track(row: str, formatter: MessageFormatter, bottom: int) -> Iterator[Shape]:
    board = formatter.catalog.board
    x, y = track_position(board, row, 0)
    left, low = x - TRACK_CELL / 2, bottom - y - TRACK_CELL / 2
    yield text(left, low + TRACK_CELL + 5, _name_track(row, formatter), 13, HEAD, SOFT)
    for space in range(count_track_spaces(board)):
        at = left + space * TRACK_CELL
        yield rect(at, low, TRACK_CELL, TRACK_CELL, PAPER if row != "table" else None, RULE, 0.8)
        if row != "table":
            shown = abs(board.victory_spaces - space) if row == "vp" else space
            yield centred_text(at + TRACK_CELL / 2, low + TRACK_CELL / 2, str(shown), 18, NARROW, RULE)


def _name_track(row: str, formatter: MessageFormatter) -> str:
    if row in SIDES:
        return f"{formatter.term('card.casualties')}, {formatter.side(row)}".upper()
    if row == "vp":
        halves = " – ".join(str(formatter.side(side)) for side in SIDES)
        return f"{formatter.term('card.victory_track')}: {halves}".upper()
    return formatter.term({"time": "card.time_track", "table": "card.markers"}[row]).upper()


def draw_fate_board(factions: Sequence[str], formatter: MessageFormatter) -> Drawing:
    """Draw the places of the Fate decks, of their discards and of the objective chits."""
    wide, high = fate_extent(factions)
    drawing = Drawing(wide, high)
    drawing.add(rect(0, 0, wide, high, FAINT))
    for faction in factions:
        dress = livery(formatter.catalog, faction)
        for discards in (False, True):
            x, y = deck_position(factions, faction, discards=discards)
            left, low = x - CARD_WIDTH / 2, high - y - CARD_HEIGHT / 2
            drawing.add(rect(left, low, CARD_WIDTH, CARD_HEIGHT, PAPER, dress.deep, 1.5, 8))
            words = formatter.term(f"faction.{faction}")
            words += f" · {formatter.term('vassal.discards')}" if discards else ""
            label, size = fit(words, HEAD, 17, CARD_WIDTH)
            drawing.add(text(left, low + CARD_HEIGHT + 7, label, size, HEAD, INK))
    x, y = chits_position(factions)
    left, low = x - CHIT_PLACE / 2, high - y - CHIT_PLACE / 2
    drawing.add(rect(left, low, CHIT_PLACE, CHIT_PLACE, PAPER, INK, 1.5, 8))
    label, size = fit(formatter.term("card.chits"), HEAD, 17, CHIT_PLACE + FATE_GAP)
    drawing.add(text(left, low + CHIT_PLACE + 7, label, size, HEAD, INK))
    return drawing
