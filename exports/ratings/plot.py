"""Geometry of two plots: ratings over time, and results against the odds. Templates draw them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.diary.calibration import Calibration
from generator.intervals import wilson_interval
from generator.ratings import ClubRatings

MAX_LINES = 8  # players with a line of their own: more cannot be told apart
WIDTH, HEIGHT = 720, 320  # of the drawing, in units
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 14, 30  # margins: figures on the left, names on the right
LABEL_GAP = 17  # least distance of two names
LEVEL_STEPS, MAX_LEVELS = (50, 100, 200, 500, 1000, 5000), 8  # Elo between two rules; rules
SQUARE, EDGE = 300, 40  # side of the square plot, and its margin
MIN_DOT, MAX_DOT = 3.0, 10.0  # radius


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: points as SVG wants them, and where the name stands."""

    name: str
    points: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True, slots=True)
class TimePlot:
    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]  # height and Elo
    first_day: str
    last_day: str


@dataclass(frozen=True, slots=True)
class Dot:
    """Battles of a band of odds: expected and actual share, its interval, and the size of the dot."""

    x: float
    y: float
    low: float
    high: float
    radius: float


def make_time_plot(ratings: ClubRatings) -> TimePlot | None:
    """Return the lines of the players with the most games; None if there is nothing to connect."""
    history = ratings.history
    if len(history.days) < 2:
        return None
    busiest = sorted(ratings.players, key=lambda each: -each.games)[:MAX_LINES]
    shown = {each.name: history.lines[each.name] for each in busiest}
    values = [value for line in shown.values() for value in line if value is not None]
    levels = _list_levels(min(values), max(values))
    low, high = levels[0], levels[-1]
    last = history.games[-1]
    first = history.games[0]

    def place(games: int, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (games - first) / max(1, last - first)
        y = TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)
        return round(x, 1), round(y, 1)

    ends = []
    for name, line in shown.items():
        points = [place(*pair) for pair in zip(history.games, line, strict=True) if pair[1] is not None]  # type: ignore[arg-type]
        ends.append((name, " ".join(f"{x},{y}" for x, y in points), points[-1]))
    labels = _spread([end[1] for _, _, end in ends])
    return TimePlot(
        tuple(Line(*each, label) for each, label in zip(ends, labels, strict=True)),
        tuple((place(last, value)[1], value) for value in levels),
        history.days[0],
        history.days[-1],
    )


def _list_levels(low: float, high: float) -> list[int]:
    """Return round numbers from below the lowest to above the highest, not too many."""
    step = next(size for size in LEVEL_STEPS if (high - low) / size < MAX_LEVELS - 2)
    first, last = int(low // step), int(high // step) + 1
    return [step * number for number in range(first, last + 1)]


def _spread(heights: Sequence[float]) -> list[float]:
    """Move names apart that would cover each other; keep them inside the drawing."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + LABEL_GAP)
    limit = float(HEIGHT - BOTTOM)
    for place in reversed(order):
        moved[place] = min(moved[place], limit)
        limit = moved[place] - LABEL_GAP
    return moved


def make_reliability_plot(calibration: Calibration | None) -> tuple[Dot, ...]:
    """Return a dot for each band of odds; on the diagonal the odds were right."""
    if calibration is None:
        return ()
    most = max(band.games for band in calibration.bands)
    inner = SQUARE - 2 * EDGE

    def height(share: float) -> float:
        return round(SQUARE - EDGE - inner * share, 1)

    dots = []
    for band in calibration.bands:
        low, high = wilson_interval(band.scored * band.games, band.games)
        radius = MIN_DOT + (MAX_DOT - MIN_DOT) * (band.games / most) ** 0.5
        x = round(EDGE + inner * band.expected, 1)
        dots.append(Dot(x, height(band.scored), height(low), height(high), round(radius, 1)))
    return tuple(dots)
