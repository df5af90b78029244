"""1.9: what two dice do: the chance of an attack against a morale, of a rally, of a rout, of a hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

FACES = range(1, 7)
TOTALS = Counter(one + other for one, other in product(FACES, FACES))
PAIRS = sum(TOTALS.values())
SPAN = 24  # beyond this nothing changes
_GAPS = Counter(
    {
        gap: sum(TOTALS[a] * TOTALS[b] for a in TOTALS for b in TOTALS if a - b == gap)
        for gap in range(-SPAN, SPAN + 1)
    }
)
_ALL = PAIRS * PAIRS

#: By attack less morale, from -SPAN: the chance that the attack beats the defence, and that they are equal.
BEATS = tuple(sum(n for gap, n in _GAPS.items() if gap + lead > 0) / _ALL for lead in range(-SPAN, SPAN + 1))
EQUALS = tuple(_GAPS.get(-lead, 0) / _ALL for lead in range(-SPAN, SPAN + 1))
#: The chance of less than a number with two dice.
BELOW = tuple(sum(n for total, n in TOTALS.items() if total < limit) / PAIRS for limit in range(SPAN))
#: The chance that the product of two dice is more than a number.
HITS = tuple(sum(a * b > limit for a, b in product(FACES, FACES)) / PAIRS for limit in range(40))


def added(values: Iterable[float]) -> float:
    """One after another: the same to the last bit under any Python, which sum() of later ones is not."""
    total = 0.0
    for value in values:
        total += value
    return total


def beats(lead: int) -> float:
    return BEATS[(lead if lead < SPAN else SPAN) + SPAN] if lead > -SPAN else BEATS[0]


def equals(lead: int) -> float:
    return EQUALS[(lead if lead < SPAN else SPAN) + SPAN] if lead > -SPAN else EQUALS[0]


def below(limit: int) -> float:
    return BELOW[max(0, min(SPAN - 1, limit))]


def hits(limit: int) -> float:
    return HITS[max(0, min(39, limit))]
