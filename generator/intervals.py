"""Statistics of counts: confidence interval of a share, mean and quantiles of a distribution."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

Z_95 = 1.959963984540054  # standard score of a 95 % interval


def wilson_interval(wins: float, of: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not of:
        return 0.0, 1.0
    share, extra = wins / of, Z_95 * Z_95 / of
    middle = (share + extra / 2) / (1 + extra)
    width = Z_95 / (1 + extra) * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, middle - width), min(1.0, middle + width)


def mean(counts: Mapping[int, int]) -> float:
    """Return the mean of values, weighted by their counts."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Return the smallest value with at least this share of all counts at or below it."""
    whole, seen = sum(counts.values()), 0
    for value, count in sorted(counts.items()):
        seen += count
        if seen >= share * whole:
            return value
    raise ValueError("nothing was counted")
