"""2.1, 2.2: hexes by their printed ids: neighbours, distance, rows, columns and zones.

Hexes are flat-topped. The letter names the column from the left, the number the row from the top; the second,
fourth, ... columns lie half a hex lower. The catalogue (``Board`` in its model) defines the number of columns
and rows; without a board the grid is unbounded to the right and below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from catalogs.games.combat_commander.model import Board, Edge

_SPLIT = re.compile(r"[\s,;]+")
#: Compass side -> (column step, row step from a high column, row step from a low column).
_STEPS: Mapping[int, tuple[int, int, int]] = {
    1: (0, -1, -1),
    2: (1, -1, 0),
    3: (1, 0, 1),
    4: (0, 1, 1),
    5: (-1, 0, 1),
    6: (-1, -1, 0),
}


@cache
def split(hex_id: str) -> tuple[int, int]:
    """Return column and row counted from 0: ``B3`` is (1, 2)."""
    letter, number = hex_id[:1], hex_id[1:]
    if not ("A" <= letter <= "Z" and number.isdecimal() and number[0] != "0"):
        raise ValueError(f"«{hex_id}» is not a hex: a column letter and a row number are expected, as in D4.")
    return ord(letter) - ord("A"), int(number) - 1


def join(column: int, row: int) -> str:
    """Return the printed id of a column and a row counted from 0."""
    return f"{chr(ord('A') + column)}{row + 1}"


@lru_cache(maxsize=8)
def _all(columns: tuple[str, ...], rows: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{column}{row}" for column in columns for row in rows)


def all_hexes(board: Board) -> tuple[str, ...]:
    """Return every hex of a map, column by column."""
    return _all(board.columns, board.rows)


def parse_hexes(text: str) -> list[str]:
    """Return the hexes named in a line."""
    return [word.upper() for word in _SPLIT.split(text.strip()) if word]


def on_board(board: Board, hex_id: str) -> bool:
    """Tell whether a map has this hex."""
    return hex_id in _all(board.columns, board.rows)


def neighbour(hex_id: str, side: int, board: Board | None = None) -> str | None:
    """Return the hex across one compass side (1 is up, then clockwise), None at the map edge."""
    column, row = split(hex_id)
    across, high, low = _STEPS[side]
    column, row = column + across, row + (low if column % 2 else high)
    if column < 0 or row < 0:
        return None
    if board is not None and (column >= len(board.columns) or row >= len(board.rows)):
        return None
    return join(column, row)


def neighbours(hex_id: str, board: Board | None = None) -> tuple[str, ...]:
    """Return the adjacent hexes in the order of the compass sides."""
    around = (neighbour(hex_id, side, board) for side in _STEPS)
    return tuple(other for other in around if other is not None)


def distance(a: str, b: str) -> int:
    """Return the range in hexes: the smallest number of steps from one hex to the other."""
    (column_a, row_a), (column_b, row_b) = split(a), split(b)
    across = column_b - column_a
    # Axial coordinates: remove the half-hex shift of the columns, so that the three hex axes can be compared.
    along = (row_b - column_b // 2) - (row_a - column_a // 2)
    return max(abs(across), abs(along), abs(across + along))


def span(board: Board, edge: Edge) -> int:
    """Return how many rows (wide) or columns (long) lie between this edge and the opposite one."""
    return len(board.rows if board.orientation[edge] == "wide" else board.columns)


@lru_cache(maxsize=128)
def _zone(columns: tuple[str, ...], rows: tuple[int, ...], edge: Edge, depth: int) -> frozenset[str]:
    if edge in ("top", "bottom"):
        rows = rows[:depth] if edge == "top" else rows[max(len(rows) - depth, 0) :]
    else:
        columns = columns[:depth] if edge == "left" else columns[max(len(columns) - depth, 0) :]
    return frozenset(f"{column}{row}" for column in columns for row in rows)


def zone(board: Board, edge: Edge, depth: int) -> frozenset[str]:
    """RS.10-RS.13: return the first rows (top, bottom) or columns (left, right) from an edge.

    A depth beyond the map gives the whole map; a depth below 1 gives nothing.
    """
    return _zone(board.columns, board.rows, edge, max(depth, 0))


def edge_hexes(board: Board, edge: Edge) -> frozenset[str]:
    """6.1.2: return the hexes along an edge, where reinforcements arrive."""
    return zone(board, edge, 1)


def sharing_letter_or_number(board: Board, hex_id: str) -> frozenset[str]:
    """E43, PA-E50: return the hexes with the letter or the number of a revealed hex."""
    letter, number = hex_id[0], hex_id[1:]
    return frozenset(other for other in all_hexes(board) if other[0] == letter or other[1:] == number)
