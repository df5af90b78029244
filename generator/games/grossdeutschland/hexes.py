"""Hexes by their four digits.

Odd columns are half a hex lower, as two of the four maps confirm.

Because of that assumption, distance checks are warnings and not errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MAX_COORDINATE = 99  # a column or a row has two digits


def _to_axial(hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]), int(hex_[2:])
    return column, row - (column - (column & 1)) // 2


def distance(start: str, end: str) -> int:
    """Return the distance in hexes."""
    q1, r1 = _to_axial(start)
    q2, r2 = _to_axial(end)
    q, r = q1 - q2, r1 - r2
    return (abs(q) + abs(r) + abs(q + r)) // 2


def list_within(centres: Iterable[str], reach: int) -> Iterator[str]:
    """Yield every hex within a distance of some hexes that four digits can name."""
    hexes: dict[str, None] = {}
    for centre in centres:
        column, row = int(centre[:2]), int(centre[2:])
        for a in range(max(1, column - reach), min(MAX_COORDINATE, column + reach) + 1):
            for b in range(max(1, row - reach - 1), min(MAX_COORDINATE, row + reach + 1) + 1):
                hex_ = f"{a:02}{b:02}"
                if distance(centre, hex_) <= reach:
                    hexes[hex_] = None
    yield from hexes
