"""Hexes by their four figures. Odd columns lie half a hex lower, as two of the four maps bear out.

So what depends on a distance is a warning and no error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LAST = 99  # a column or a row has two figures


def _axial(hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]), int(hex_[2:])
    return column, row - (column - (column & 1)) // 2


def distance(one: str, other: str) -> int:
    """How many hexes apart."""
    q1, r1 = _axial(one)
    q2, r2 = _axial(other)
    q, r = q1 - q2, r1 - r2
    return (abs(q) + abs(r) + abs(q + r)) // 2


def within(centres: Iterable[str], reach: int) -> Iterator[str]:
    """Every hex that near to one of some hexes, as far as its number can be written."""
    found: dict[str, None] = {}
    for centre in centres:
        column, row = int(centre[:2]), int(centre[2:])
        for a in range(max(1, column - reach), min(LAST, column + reach) + 1):
            for b in range(max(1, row - reach - 1), min(LAST, row + reach + 1) + 1):
                hex_ = f"{a:02}{b:02}"
                if distance(centre, hex_) <= reach:
                    found[hex_] = None
    yield from found
