"""5.0: two headquarters contend for the activation. The lower total wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalogs.games.schwerpunkt import Catalog

from .battle import HQ

Figures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bid:
    """5.1, 5.2: a headquarters, and what is staked on it before the roll."""

    hq: str
    reserves: int = 0
    trains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footing:
    """How a headquarters stands when it contends."""

    just_activated: bool = False
    in_the_clock: bool = False  # 2.3.A.v: eliminated, and may come back
    good_order: int = 0  # its organic units in good order on the map


def modifiers(catalog: Catalog, hq: HQ, bid: Bid, footing: Footing) -> dict[str, int]:
    """5.2: what is added to the die, by its reason; what adds nothing is left out."""
    figures = catalog.figures
    found = {
        "reserves": bid.reserves * figures["reserve"],
        "trains": len(bid.trains) * figures["train"],
        "command": hq.command or 0,
        "returning": -footing.good_order if footing.in_the_clock else 0,
        "just_activated": figures["just_activated"] if footing.just_activated else 0,
    }
    return {reason: value for reason, value in found.items() if value}


def may_turn(figures: Figures, own: int, enemy: int, die: int) -> bool:
    """5.4: may the winner activate an enemy headquarters instead of his own?

    His total must be five times smaller; where it is 0 or less, the enemy's must be at least 5.
    """
    if die < figures["least_die_for_enemy"]:
        return False
    if own <= 0:
        return enemy >= figures["least_against_zero"]
    return enemy >= own * figures["times_smaller"]


def points(figures: Figures, die: int, bonus: int, reserves: int) -> int:
    """5.5, 7.1: the activity points of a winner."""
    return die + bonus + reserves * figures["points_per_reserve"]


def points_turned(figures: Figures, die: int) -> int:
    """5.4, 5.5: a third of the die, without anything else."""
    return die // figures["enemy_share"]


def points_of_loser(figures: Figures, reserves: int) -> int:
    """5.8: what a loser has for the reserves he withdrew."""
    return reserves * figures["points_per_reserve"]


def advance(total: int) -> int:
    """5.7: how many boxes the clock goes on."""
    return max(0, total)
