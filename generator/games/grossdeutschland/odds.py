"""Exact probabilities of draws from the activation cup."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def chance_before_all(cup: Sequence[str], chit: str, others: Sequence[str]) -> Fraction:
    """Return the probability that a chit is drawn before all of some others."""
    remaining = [other for other in others if other in cup and other != chit]
    return Fraction(1, len(remaining) + 1) if chit in cup else Fraction(0)


def chance_among_next(cup: Sequence[str], chit: str, draws: int) -> Fraction:
    """Return the probability that a chit is among the next draws."""
    return Fraction(min(draws, len(cup)), len(cup)) if chit in cup else Fraction(0)


def chance_of_count(cup: Sequence[str], group: Sequence[str], draws: int, wanted: int) -> Fraction:
    """Return the probability that exactly ``wanted`` of the next draws are of a group."""
    size, inside = len(cup), sum(chit in group for chit in cup)
    if (
        not 0 <= draws <= size
        or not 0 <= wanted <= draws
        or wanted > inside
        or draws - wanted > size - inside
    ):
        return Fraction(0)
    return Fraction(comb(inside, wanted) * comb(size - inside, draws - wanted), comb(size, draws))
