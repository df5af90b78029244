"""What counts say beside themselves: the interval of a share, the middle and the ends of a distribution."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

Z = 1.959963984540054  # 95 in 100


def wilson(wins: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    if not of:
        return 0.0, 1.0
    share, extra = wins / of, Z * Z / of
    middle = (share + extra / 2) / (1 + extra)
    width = Z / (1 + extra) * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, middle - width), min(1.0, middle + width)


def mean(counts: Mapping[int, int]) -> float:
    """The mean of values with how often each came."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that as great a share of all does not exceed."""
    whole, seen = sum(counts.values()), 0
    for value, count in sorted(counts.items()):
        seen += count
        if seen >= share * whole:
            return value
    raise ValueError("nothing was counted")
