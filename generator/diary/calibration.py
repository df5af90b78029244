"""Results of people's battles against the odds they were shown: Brier score, reliability, games needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from generator.intervals import Z_95

BANDS = 5
COIN_TOSS = 0.5
MARGIN = 0.1  # share: a mean error of the odds that would be noticed


@dataclass(frozen=True, slots=True)
class Band:
    """Games whose odds lay in a band, in points; the score that the odds expected, and the real one."""

    low: int
    high: int
    games: int
    expected: float
    scored: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well odds foretold results."""

    games: int
    brier: float  # mean squared error of the odds
    brier_of_coin: float  # the same if the odds were always even
    needed: int  # games until a mean error of ten points would stand out from chance
    bands: tuple[Band, ...]

    @property
    def telling(self) -> bool:
        """Whether there are enough games for the figures to mean something."""
        return self.games >= self.needed


def calibrate(results: Iterable[tuple[float, float]]) -> Calibration | None:
    """Return the calibration of pairs of odds and score (1 won, 0.5 drawn, 0 lost); None without games."""
    pairs = list(results)
    if not pairs:
        return None
    games = len(pairs)
    variance = sum(odds * (1 - odds) for odds, _ in pairs) / games
    return Calibration(
        games=games,
        brier=sum((score - odds) ** 2 for odds, score in pairs) / games,
        brier_of_coin=sum((score - COIN_TOSS) ** 2 for _, score in pairs) / games,
        needed=ceil(Z_95**2 * variance / MARGIN**2),
        bands=tuple(_list_bands(pairs)),
    )


def _list_bands(pairs: list[tuple[float, float]]) -> Iterable[Band]:
    for number in range(BANDS):
        inside = [pair for pair in pairs if min(int(pair[0] * BANDS), BANDS - 1) == number]
        if inside:
            low, high = (100 * edge // BANDS for edge in (number, number + 1))
            expected, scored = (sum(values) / len(inside) for values in zip(*inside, strict=True))
            yield Band(low, high, len(inside), expected, scored)
