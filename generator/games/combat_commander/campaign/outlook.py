"""Outlook: exact chances of each kind of victory, computed on the graph of positions.

Nothing is simulated: chances run backwards from the last possible battle. They rest on assumptions that are
stated with the result: the chance of winning a battle, how often each posture comes up, and how the winner
chooses the next position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from catalogs.games.combat_commander.model import Posture, Side
from schemas.errors import HorahError

from ..dice import DIE
from .positions import POSTURES
from .registry import get_definition
from .state import Common

POLICIES = ("far", "near", "even")
HALF = Fraction(1, 2)

Kind = tuple[Side, str]  # the winner, and the grade of the victory
Chances = dict[Kind, Fraction]


def _even_thirds() -> dict[Posture, Fraction]:
    return {posture: Fraction(1, len(POSTURES)) for posture in POSTURES}


@dataclass(frozen=True)
class Assumptions:
    """Assumptions of the outlook; every chance is a fraction of 1."""

    axis_wins: Fraction = HALF  # the chance that the Axis wins a battle
    postures: Mapping[Posture, Fraction] = field(
        default_factory=_even_thirds
    )  # of the Axis; the Allies mirror it
    policy: str = "even"  # the winner advances as far as possible, as little, or either with equal chance
    # the chance that a win has a fixed number of VP, if the campaign has one
    automatic: Fraction = Fraction(1, 10)
    most_margin: int = 15  # other wins are worth 0 to this, all equally likely

    def json(self) -> dict[str, Any]:
        return {
            "axis_wins": str(self.axis_wins),
            "postures": {posture: str(self.postures[posture]) for posture in POSTURES},
            "policy": self.policy,
            "automatic": str(self.automatic),
            "most_margin": self.most_margin,
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances of each kind of victory, and of the number of battles."""

    assumptions: Assumptions
    victories: Mapping[Kind, Fraction]
    battles: Mapping[int, Fraction]

    def side(self, side: Side) -> Fraction:
        """Return the chance that a side wins the campaign."""
        return sum((chance for (winner, _), chance in self.victories.items() if winner == side), Fraction(0))

    def expected_battles(self) -> Fraction:
        return sum((number * chance for number, chance in self.battles.items()), Fraction(0))

    def json(self) -> dict[str, Any]:
        return {
            "assumptions": self.assumptions.json(),
            "victories": [
                {"winner": winner, "grade": grade, "chance": str(chance), "percent": to_percent(chance)}
                for (winner, grade), chance in self.victories.items()
            ],
            "battles": {str(number): to_percent(chance) for number, chance in self.battles.items()},
            "expected_battles": float(self.expected_battles()),
        }


def to_percent(chance: Fraction) -> float:
    return round(float(chance * 100), 2)


def check_assumptions(assumptions: Assumptions) -> Assumptions:
    """Raise if a value is not a chance or not allowed."""
    chances = [assumptions.axis_wins, assumptions.automatic, *assumptions.postures.values()]
    if any(not 0 <= chance <= 1 for chance in chances):
        raise HorahError("BAD_ASSUMPTION.chance")
    if set(assumptions.postures) != set(POSTURES) or sum(assumptions.postures.values()) != 1:
        raise HorahError("BAD_ASSUMPTION.postures", postures=POSTURES)
    if assumptions.policy not in POLICIES:
        raise HorahError("BAD_ASSUMPTION.policy", given=assumptions.policy, policies=POLICIES)
    if assumptions.most_margin < 0:
        raise HorahError("BAD_ASSUMPTION.margin")
    return assumptions


def compute_outlook(state: Common, assumptions: Assumptions | None = None) -> Outlook:
    """Return the outlook from the current state of a campaign."""
    stated = check_assumptions(assumptions or Assumptions())
    if state.verdict is not None:
        kind = (state.verdict.winner, state.verdict.grade)
        return Outlook(stated, {kind: Fraction(1)}, {len(state.history): Fraction(1)})
    ends = get_definition(state).outlook(state, stated)
    return Outlook(stated, _kinds(ends), _lengths(ends))


Ends = dict[tuple[Side, str, int], Fraction]  # winner, grade, battles fought in all


def _kinds(ends: Ends) -> Chances:
    total: Chances = {}
    for (winner, grade, _), chance in sorted(ends.items()):
        total[winner, grade] = total.get((winner, grade), Fraction(0)) + chance
    return total


def _lengths(ends: Ends) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for (_, _, battles), chance in sorted(ends.items(), key=lambda end: end[0][2]):
        total[battles] = total.get(battles, Fraction(0)) + chance
    return total


def add(total: Ends, more: Mapping[tuple[Side, str, int], Fraction], chance: Fraction) -> None:
    for end, value in more.items():
        total[end] = total.get(end, Fraction(0)) + value * chance


@cache
def chance_below(target: int) -> Fraction:
    """Return the chance that two dice roll lower than a number."""
    rolls = [sum(pair) for pair in product(DIE, DIE)]
    return Fraction(sum(roll < target for roll in rolls), len(rolls))
