"""Declaration by a game of how its battles count: sides, endings, reported figures and score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from generator.table import Seat

NO_SHOW = "no_show"
VICTORY = "victory"
MAX_FIGURE = 99  # largest figure of a report; more is a typing error
Texts = Mapping[str, str]  # by language
Winner = Literal["first", "second", "nobody"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a yes/no, that a report gives for some endings; its term is ``figure.<id>``."""

    id: str
    most: int = MAX_FIGURE
    endings: tuple[str, ...] = ()
    tick: bool = False  # yes or no: 1 or 0


@dataclass(frozen=True, slots=True)
class Played:
    """A battle of a round that was played, or not played because a player did not appear."""

    first: int
    second: int
    winner: Winner
    how: str
    figures: Mapping[str, int]


Score = Callable[[Any, Sequence[Played], Sequence[int]], Mapping[int, Fraction]]
"""The points of one round: catalogues, what was played, who had no opponent."""


def score_plainly(_: Any, played: Sequence[Played], byes: Sequence[int]) -> dict[int, Fraction]:
    """Score one for a victory and a half for a draw; a bye counts as a victory (house rule)."""
    points = {number: Fraction(1) for number in byes}
    for each in played:
        share = {"first": Fraction(1), "second": Fraction(0), "nobody": Fraction(1, 2)}[each.winner]
        points |= {each.first: share, each.second: 1 - share}
    return points


def nothing(_: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class Match:
    """How a battle of a game counts."""

    sides: tuple[Seat, Seat]
    endings: tuple[str, ...] = (VICTORY, NO_SHOW)  # terms ``ended.<id>``
    figures: Callable[[Any], tuple[Figure, ...]] = nothing
    score: Score = score_plainly
    draws: bool = True  # whether a battle may end without a winner
    procedure: str = ""  # the procedure that generates a battle, if any
    linked: Callable[[Any], Sequence[tuple[Texts, Texts]]] = nothing  # titles of cards played side by side
    # For diaries: endings that no tournament counts, nations (``faction.<id>``), postures.
    also: tuple[str, ...] = ()
    nations: Callable[[Any], tuple[str, ...]] = nothing
    postures: tuple[str, ...] = ()
    # Settings that cannot be used to generate a round: a choice that needs a person; "" means every choice.
    alone: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> tuple[str, ...]:
        """Every way in which a battle may end."""
        return (*self.endings, *self.also)
