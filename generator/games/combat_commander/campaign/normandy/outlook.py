"""Outlook of the Normandy campaign: chances of the wins still needed."""

from __future__ import annotations

from fractions import Fraction

from catalogs.games.combat_commander.model import Side

from ..outlook import Assumptions, Ends, add
from .state import Normandy


def outlook(state: Normandy, assumptions: Assumptions) -> Ends:
    """NO-C3.1: return the chances of all endings."""
    return _Ladder(state, assumptions).from_here()


class _Ladder:
    """NO-C3.1, NO-C3.3: a number of wins decides the campaign, independent of the front."""

    def __init__(self, state: Normandy, assumptions: Assumptions) -> None:
        self.state = state
        self.assumptions = assumptions
        self.known: dict[tuple[int, int], Ends] = {}

    def from_here(self) -> Ends:
        state = self.state
        wins = dict(state.wins)
        if state.stage == "victory":
            wins[state.history[-1].winner] += 1
        return self.after(wins["axis"], wins["allied"])

    def after(self, axis: int, allied: int) -> Ends:
        """Return the chances with these wins on each side."""
        needed = self.state.figures.wins_needed
        if needed in (axis, allied):
            winner: Side = "axis" if axis == needed else "allied"
            return {(winner, "campaign", axis + allied): Fraction(1)}
        if (axis, allied) not in self.known:
            ends: Ends = {}
            chance = self.assumptions.axis_wins
            if chance:
                add(ends, self.after(axis + 1, allied), chance)
            if chance < 1:
                add(ends, self.after(axis, allied + 1), 1 - chance)
            self.known[axis, allied] = ends
        return self.known[axis, allied]
