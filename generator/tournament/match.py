"""What a game declares so that battles of it count: sides, endings, what is reported, the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from generator.table import Seat

NO_SHOW = "no_show"
VICTORY = "victory"
LARGEST = 99  # of a figure: a slip of the pen is more
Texts = Mapping[str, str]  # by language
Winner = Literal["first", "second", "nobody"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a yes, that a report names for some endings; its word is ``figure.<id>``."""

    id: str
    most: int = LARGEST
    endings: tuple[str, ...] = ()
    tick: bool = False  # a yes or a no: 1 or 0


@dataclass(frozen=True, slots=True)
class Played:
    """A battle of a round that was fought out, or not fought because one did not come."""

    first: int
    second: int
    winner: Winner
    how: str
    figures: Mapping[str, int]


Score = Callable[[Any, Sequence[Played], Sequence[int]], Mapping[int, Fraction]]
"""The points of one round: catalogues, what was played, who had no opponent."""


def plain_score(_: Any, played: Sequence[Played], byes: Sequence[int]) -> dict[int, Fraction]:
    """House: one for a victory, a half for a draw; who has no opponent has won."""
    points = {number: Fraction(1) for number in byes}
    for each in played:
        share = {"first": Fraction(1), "second": Fraction(0), "nobody": Fraction(1, 2)}[each.winner]
        points |= {each.first: share, each.second: 1 - share}
    return points


def no_figures(_: Any) -> tuple[Figure, ...]:
    return ()


def no_nations(_: Any) -> tuple[str, ...]:
    return ()


def no_pairs(_: Any) -> tuple[tuple[Texts, Texts], ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Match:
    """A battle of a game as one that counts."""

    sides: tuple[Seat, Seat]
    endings: tuple[str, ...] = (VICTORY, NO_SHOW)  # words: ``ended.<id>``
    figures: Callable[[Any], tuple[Figure, ...]] = no_figures
    score: Score = plain_score
    draws: bool = True  # may a battle end without a winner?
    procedure: str = ""  # what rolls up a battle at once, where something does
    linked: Callable[[Any], Sequence[tuple[Texts, Texts]]] = no_pairs  # titles of cards played side by side
    # What a diary knows besides: endings that no tournament counts, nations (``faction.<id>``), postures.
    also: tuple[str, ...] = ()
    nations: Callable[[Any], tuple[str, ...]] = no_nations
    postures: tuple[str, ...] = ()
    # Settings by which no round is rolled up: a choice that needs a person, or with "" the whole setting.
    alone: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> tuple[str, ...]:
        """Every way in which a battle may end."""
        return (*self.endings, *self.also)
