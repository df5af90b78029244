"""Distances between four-digit hexes, as far as their numbers tell.

Only the map shows whether odd or even columns are lower, so a distance is a range: the least and the most
hexes of the two cases. A rule refuses only what is wrong in both.
"""

from __future__ import annotations

HEX_DIGITS = 4  # two for the column, two for the row


def measure_distance(first: str | None, second: str | None) -> tuple[int, int] | None:
    """Return the least and the most hexes between two hexes; None if a number does not tell."""
    if not (_is_number(first) and _is_number(second)):
        return None
    assert first is not None and second is not None
    counts = [_count_hexes(first, second, odd_lower=odd_lower) for odd_lower in (False, True)]
    return min(counts), max(counts)


def is_surely_beyond(first: str | None, second: str | None, hexes: int) -> bool:
    """Tell whether two hexes are farther apart than a number of hexes, whichever columns are lower."""
    far = measure_distance(first, second)
    return far is not None and far[0] > hexes


def is_surely_within(first: str | None, second: str | None, hexes: int) -> bool:
    """Tell whether two hexes are at most a number of hexes apart, whichever columns are lower."""
    far = measure_distance(first, second)
    return far is not None and far[1] <= hexes


def _is_number(hex_: str | None) -> bool:
    return hex_ is not None and len(hex_) == HEX_DIGITS and hex_.isascii() and hex_.isdigit()


def _count_hexes(first: str, second: str, *, odd_lower: bool) -> int:
    (q, r), (p, s) = (_to_axial(hex_, odd_lower) for hex_ in (first, second))
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


def _to_axial(hex_: str, odd_lower: bool) -> tuple[int, int]:
    column, row = int(hex_[:2]), int(hex_[2:])
    return column, row - (column - column % 2 if odd_lower else column + column % 2) // 2
