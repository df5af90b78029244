"""Rules that need nothing but their figures: checks, the ladder of morale, initiative, lots, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY, Catalog
from catalogs.games.combat_solitaire.model import Check

BEST = "aggressive"  # what no check but a 0 on an MC goes beyond (17.2)


def outcome(check: Check, die: int, tq: int, top: int) -> int:
    """19.0: what a natural roll leads to against a troop quality."""
    if check.passes:
        return check.up_to if die <= tq else check.over
    if die == 0:
        return check.zero
    if die == top:
        return check.nine
    return check.up_to if die <= tq else check.over


def changed(catalog: Catalog, morale: str, levels: int, *, berserk: bool = False) -> str:
    """17.0: the state so many levels on; Berserk only by a 0 on an MC, and nobody falls below Rout."""
    ladder = catalog.ladder
    place = ladder.index(morale)
    best = len(ladder) - 1 if berserk else ladder.index(BEST)
    if levels > 0:
        return ladder[max(place, min(place + levels, best))]
    return ladder[max(place + levels, 0)]


def zero(chance: int, printed: int) -> int | None:
    """2.0, the Rule of Zero: against what a natural 0 must be confirmed where the chance is below zero.

    None where the chance is not, or where it is so low that nothing helps.
    """
    return printed + chance if chance < 0 <= printed + chance else None


def initiative(values: Mapping[str, int]) -> tuple[str, ...]:
    """9.1: the teams, the lowest value first.

    The text has no rule for equal values; here the squad goes first, then the order of the teams.
    """
    teams = [*FRIENDLY, *ENEMY]
    return tuple(sorted(values, key=lambda team: (values[team], teams.index(team))))


def by_lot(men: Sequence[str], die: int, faces: int = 6) -> str | None:
    """5.1.1: equal ranges of a die over the men; None where it must be rolled again."""
    share = faces // len(men)
    place = (die - 1) // share
    return men[place] if place < len(men) else None


def impulse_way(order: str, ways: Sequence[int], impulse: int) -> int | None:
    """9.3, 10.05: the direction in which an enemy moves in an impulse; None where he does not."""
    if order == "sneak" and impulse % 2:
        return None
    if len(ways) == 1:
        return ways[0]
    if order == "sneak":
        return ways[impulse // 2 - 1]
    return ways[(impulse - 1) % 2]


def points(scenario: Mapping[str, Any], score: Mapping[str, int]) -> int:
    """22.0: how often each action was done, times its points."""
    return sum(each["points"] * score.get(each["id"], 0) for each in scenario["victory_points"])


def level(scenario: Mapping[str, Any], total: int) -> Mapping[str, Any] | None:
    """22.0: the band of the ladder that holds the points."""
    for band in scenario["victory_levels"]:
        least, most = band.get("from"), band.get("to")
        if (least is None or total >= least) and (most is None or total <= most):
            found: Mapping[str, Any] = band
            return found
    return None
