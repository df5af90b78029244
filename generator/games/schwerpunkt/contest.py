"""5.0: the contest of two headquarters for the activation. The lower total wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalogs.games.schwerpunkt import Catalog

from .battle import HQ

Figures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bid:
    """5.1, 5.2: a headquarters and its stakes before the roll."""

    hq: str
    reserves: int = 0
    trains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footing:
    """Condition of a headquarters in a contest."""

    just_activated: bool = False
    in_the_clock: bool = False  # 2.3.A.v: eliminated, and may return
    good_order: int = 0  # number of its organic units in good order on the map


def list_modifiers(catalog: Catalog, hq: HQ, bid: Bid, footing: Footing) -> dict[str, int]:
    """5.2: return the nonzero modifiers to the die by reason."""
    figures = catalog.figures
    by_reason = {
        "reserves": bid.reserves * figures["reserve"],
        "trains": len(bid.trains) * figures["train"],
        "command": hq.command or 0,
        "returning": -footing.good_order if footing.in_the_clock else 0,
        "just_activated": figures["just_activated"] if footing.just_activated else 0,
    }
    return {reason: value for reason, value in by_reason.items() if value}


def may_activate_enemy(figures: Figures, own: int, enemy: int, die: int) -> bool:
    """5.4: tell whether the winner may activate an enemy headquarters instead.

    The winner's total must be five times smaller; if it is 0 or less, the enemy's must be at least 5.
    """
    if die < figures["least_die_for_enemy"]:
        return False
    if own <= 0:
        return enemy >= figures["least_against_zero"]
    return enemy >= own * figures["times_smaller"]


def compute_points(figures: Figures, die: int, bonus: int, reserves: int) -> int:
    """5.5, 7.1: return the winner's activity points."""
    return die + bonus + reserves * figures["points_per_reserve"]


def compute_points_with_enemy(figures: Figures, die: int) -> int:
    """5.4, 5.5: return a third of the die, without additions."""
    return die // figures["enemy_share"]


def compute_loser_points(figures: Figures, reserves: int) -> int:
    """5.8: return the loser's points for withdrawn reserves."""
    return reserves * figures["points_per_reserve"]


def count_boxes(total: int) -> int:
    """5.7: return how many boxes the clock advances."""
    return max(0, total)
