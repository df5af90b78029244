"""1.9: probabilities of two dice: attack against morale, rally, rout and hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

DIE_FACES = range(1, 7)
WAYS_BY_TOTAL = Counter(one + other for one, other in product(DIE_FACES, DIE_FACES))
ROLL_COUNT = sum(WAYS_BY_TOTAL.values())
MAX_LEAD = 24  # the result is certain beyond this lead
_WAYS_BY_GAP = Counter(
    {
        gap: sum(
            WAYS_BY_TOTAL[a] * WAYS_BY_TOTAL[b] for a in WAYS_BY_TOTAL for b in WAYS_BY_TOTAL if a - b == gap
        )
        for gap in range(-MAX_LEAD, MAX_LEAD + 1)
    }
)
_ROLL_PAIRS = ROLL_COUNT * ROLL_COUNT

#: Index attack minus morale plus MAX_LEAD: probability that the attack wins, and that both are equal.
BEATS = tuple(
    sum(n for gap, n in _WAYS_BY_GAP.items() if gap + lead > 0) / _ROLL_PAIRS
    for lead in range(-MAX_LEAD, MAX_LEAD + 1)
)
EQUALS = tuple(_WAYS_BY_GAP.get(-lead, 0) / _ROLL_PAIRS for lead in range(-MAX_LEAD, MAX_LEAD + 1))
#: Probability that two dice total less than the index.
BELOW = tuple(
    sum(n for total, n in WAYS_BY_TOTAL.items() if total < limit) / ROLL_COUNT for limit in range(MAX_LEAD)
)
#: Probability that the product of two dice is more than the index.
HITS = tuple(sum(a * b > limit for a, b in product(DIE_FACES, DIE_FACES)) / ROLL_COUNT for limit in range(40))


def add_floats(values: Iterable[float]) -> float:
    """Add floats in order; unlike sum() the result is the same in every Python version."""
    total = 0.0
    for value in values:
        total += value
    return total


def get_win_chance(lead: int) -> float:
    """Return the probability that an attack with a lead wins."""
    return BEATS[(lead if lead < MAX_LEAD else MAX_LEAD) + MAX_LEAD] if lead > -MAX_LEAD else BEATS[0]


def get_tie_chance(lead: int) -> float:
    """Return the probability that attack and defence are equal."""
    return EQUALS[(lead if lead < MAX_LEAD else MAX_LEAD) + MAX_LEAD] if lead > -MAX_LEAD else EQUALS[0]


def get_below_chance(limit: int) -> float:
    """Return the probability that two dice total less than a limit."""
    return BELOW[max(0, min(MAX_LEAD - 1, limit))]


def get_hit_chance(limit: int) -> float:
    """Return the probability that the product of two dice exceeds a limit."""
    return HITS[max(0, min(39, limit))]
