"""Summarise many fights: odds with intervals, endings, points, length, losses and the even shift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.intervals import wilson_interval

from .commander_names import DEFAULT_LEVEL
from .evidence import make_verdict
from .outcome import Outcome
from .rehearse import RehearsalResult
from .state import SIDES

FORMAT = "hora-h/rehearsal/1"
ENDINGS_BY_POINTS = ("points", "tie")  # endings decided by the VP marker
PERCENT = 100
MAX_SHIFT = 60  # VP


def summarise(rehearsed: RehearsalResult, commanders: Mapping[Side, str] | None = None) -> dict[str, Any]:
    """Return the document of a rehearsal."""
    fights = rehearsed.list_outcomes()
    return {
        "format": FORMAT,
        "seed": rehearsed.seed,
        "asked": rehearsed.asked,
        "fights": len(fights),
        "commanders": dict(commanders or dict.fromkeys(SIDES, DEFAULT_LEVEL)),
        "odds": {side: _summarise_odds(fights, side) for side in SIDES},
        "endings": {
            side: dict(sorted(Counter(f.ending for f in fights if f.winner == side).items()))
            for side in SIDES
        },
        "marker": {str(vp): n for vp, n in sorted(Counter(fight.marker for fight in fights).items())},
        "length": {
            "advances": {str(n): c for n, c in sorted(Counter(fight.advances for fight in fights).items())},
            "turns": _mean([fight.turns for fight in fights]),
        },
        "losses": {side: _mean([fight.lost[side] for fight in fights]) for side in SIDES},
        "points": {
            source: {
                side: _mean([fight.sources.get(source, {}).get(side, 0) for fight in fights])
                for side in SIDES
            }
            for source in sorted({source for fight in fights for source in fight.sources})
        },
        "fallen": _sum([fight.fallen for fight in fights]),
        "changed": _sum([fight.changed for fight in fights]),
        "even_shift": find_even_shift(fights),
        "verdict": make_verdict(sum(fight.winner == "axis" for fight in fights), len(fights)),
        "health": _summarise_health(fights),
    }


def _summarise_health(fights: Sequence[Outcome]) -> dict[str, Any]:
    """Return how the commanders behaved: orders, discards, length and Time at the end."""
    turns = max(1, sum(fight.turns for fight in fights))
    return {
        "idle": round(sum(sum(fight.idle.values()) for fight in fights) / turns, 3),
        "longest_idle": max((fight.longest_idle for fight in fights), default=0),
        "most_turns": max((fight.turns for fight in fights), default=0),
        "time": _mean([fight.time for fight in fights]),
        "discards": round(sum(sum(fight.discarded.values()) for fight in fights) / turns, 2)
        if turns
        else 0.0,
        "by_surrender": sum(fight.ending == "surrender" for fight in fights),
    }


def _summarise_odds(fights: Sequence[Outcome], side: Side) -> dict[str, Any]:
    wins = sum(fight.winner == side for fight in fights)
    low, high = wilson_interval(wins, len(fights))
    share = wins / len(fights) if fights else 0.0
    return {"wins": wins, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def _mean(numbers: Sequence[int]) -> float:
    return round(fmean(numbers), 2) if numbers else 0.0


def _sum(counts: Sequence[Any]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items()))


def find_even_shift(fights: Sequence[Outcome]) -> dict[str, Any] | None:
    """Return the VP shift that makes the card even; None if there is none.

    Only fights that ended by points are changed by a shift.
    """
    if not fights:
        return None
    shares = {shift: _count_axis_wins(fights, shift) for shift in range(-MAX_SHIFT, MAX_SHIFT + 1)}
    best = min(shares, key=lambda shift: (abs(2 * shares[shift] - len(fights)), abs(shift)))
    fair = [shift for shift, wins in shares.items() if _includes_half(wins, len(fights))]
    if not fair:
        return None
    low, high = (end if abs(end) < MAX_SHIFT else None for end in (min(fair), max(fair)))
    return {"axis": best, "low": low, "high": high, "share": round(shares[best] / len(fights), 4)}


def _includes_half(wins: float, of: int) -> bool:
    low, high = wilson_interval(wins, of)
    return low <= 0.5 <= high


def _count_axis_wins(fights: Sequence[Outcome], shift: int) -> float:
    """Return the axis wins with a VP shift; a tie made by the shift counts as half."""
    won = 0.0
    for fight in fights:
        marker = fight.marker + shift
        if fight.ending not in ENDINGS_BY_POINTS or not shift:
            won += fight.winner == "axis"
        else:
            won += 0.5 if not marker else marker > 0
    return won
