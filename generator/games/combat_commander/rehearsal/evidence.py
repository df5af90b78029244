"""State odds no finer than they are known: rounded to their margin, and only after enough fights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from generator.intervals import wilson_interval

MIN_FIGHTS_FOR_VERDICT = 20
MIN_FIGHTS_MEASURED = 400  # a margin of five points
FINE_MARGIN, COARSE_MARGIN = 3, 10  # points: below the first odds are rounded to 1, from the second to 10
# Limits of sound fights of the commanders.
MAX_IDLE_SHARE = 0.3  # of turns without an order
MAX_IDLE_RUN = 20  # turns in a row without an order
MAX_TURNS = 200


def round_odds(share: float, margin: float) -> dict[str, int]:
    """Return the odds of both sides in points, as fine as their margin (a share) allows."""
    points = ceil(round(100 * margin, 6))
    step = 1 if points <= FINE_MARGIN else 5 if points < COARSE_MARGIN else 10
    least = min(step, 5)  # never certain
    axis = min(max(step * int(100 * share / step + 0.5), least), 100 - least)
    return {"axis": axis, "allied": 100 - axis, "margin": points}


def make_verdict(wins: int, fights: int) -> dict[str, Any] | None:
    """Return the odds of a rehearsal as they may be stated; None before there are enough fights."""
    if fights < MIN_FIGHTS_FOR_VERDICT:
        return None
    low, high = wilson_interval(wins, fights)
    return {**round_odds(wins / fights, (high - low) / 2), "measured": fights >= MIN_FIGHTS_MEASURED}


#: Levels that must agree before a battle is called fair; the first is the one whose odds are shown.
FAIR_LEVELS = ("regular", "veteran")


@dataclass(frozen=True, slots=True)
class Judgement:
    """How fair a battle is, by the odds between commanders of each level."""

    kind: Literal["fair", "even", "edge", "divided"]  # at both levels; at the level; neither; only at one
    level: str  # of the odds shown
    axis: int
    other: str = ""  # the level that disagrees
    other_axis: int = 0


def judge_fairness(axis_points: Mapping[str, int], band: tuple[int, int]) -> Judgement:
    """Return the verdict for the Axis's stated victories of 100 by level; only both levels make it fair."""
    low, high = band
    levels = [level for level in FAIR_LEVELS if level in axis_points] or list(axis_points)
    shown, *others = levels
    inside = {level: low <= axis_points[level] <= high for level in levels}
    axis = axis_points[shown]
    for other in others:
        same_side = (axis > high) == (axis_points[other] > high)
        if inside[shown] != inside[other] or (not inside[shown] and not same_side):
            return Judgement("divided", shown, axis, other, axis_points[other])
    if not inside[shown]:
        return Judgement("edge", shown, axis)
    return Judgement("fair" if tuple(levels) == FAIR_LEVELS else "even", shown, axis)
