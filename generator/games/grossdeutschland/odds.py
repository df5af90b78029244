"""What can be known beforehand: chances, exact, of the cup and of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def before(cup: Sequence[str], one: str, other: str) -> Fraction:
    """3.4: the chance that one chit of the cup is drawn before another; what is out of it was before."""
    if one not in cup and other not in cup:
        return Fraction(0)
    if one not in cup or other not in cup:
        return Fraction(int(other in cup))
    return Fraction(1, 2)


def before_all(cup: Sequence[str], one: str, others: Sequence[str]) -> Fraction:
    """The chance that a chit is drawn before every one of some others."""
    left = [other for other in others if other in cup and other != one]
    return Fraction(1, len(left) + 1) if one in cup else Fraction(0)


def among_next(cup: Sequence[str], one: str, draws: int) -> Fraction:
    """The chance that a chit is among the next so many."""
    return Fraction(min(draws, len(cup)), len(cup)) if one in cup else Fraction(0)


def so_many(cup: Sequence[str], group: Sequence[str], draws: int, wanted: int) -> Fraction:
    """The chance that exactly so many of the next draws are of a group."""
    size, inside = len(cup), sum(chit in group for chit in cup)
    if (
        not 0 <= draws <= size
        or not 0 <= wanted <= draws
        or wanted > inside
        or draws - wanted > size - inside
    ):
        return Fraction(0)
    return Fraction(comb(inside, wanted) * comb(size - inside, draws - wanted), comb(size, draws))
