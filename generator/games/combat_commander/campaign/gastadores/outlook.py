"""Outlook of the Gastadores campaign: chances of the net VP of the remaining phases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from catalogs.games.combat_commander.model import Side

from ...battle.state import SIDES
from ..outlook import Assumptions, Ends, add
from .scoring import decide, totals
from .state import Gastadores


def outlook(state: Gastadores, assumptions: Assumptions) -> Ends:
    """La Campaña: return the chances of all endings, merging courses with the same net VP and winners."""
    figures, counting = state.figures, state.counting()
    start = (
        totals(state.history, counting)["axis"],
        frozenset(past.winner for past in state.history if past.battle in figures.deciding_phases),
    )
    ways: dict[tuple[int, frozenset[Side]], Fraction] = {start: Fraction(1)}
    for phase in [phase.phase for phase in figures.phases][len(state.history) :]:
        before, ways = ways, {}
        for (axis, deciding), chance in before.items():
            for winner, worth, odds in _scores(state, assumptions):
                counted = worth if phase in counting else 0
                after = axis + (counted if winner == "axis" else -counted)
                won = deciding | {winner} if phase in figures.deciding_phases else deciding
                ways[after, won] = ways.get((after, won), Fraction(0)) + chance * odds
    ends: Ends = {}
    for (axis, deciding), chance in ways.items():
        for holder in SIDES:  # on a tie the Initiative decides, with equal chances
            net: dict[Side, int] = {"axis": axis, "allied": -axis}
            ending = decide(figures, deciding, net, holder, state.reading("german_top_grade"))
            add(ends, {(ending.winner, ending.grade, len(figures.phases)): Fraction(1)}, chance / len(SIDES))
    return ends


def _scores(state: Gastadores, assumptions: Assumptions) -> Iterator[tuple[Side, int, Fraction]]:
    """Yield every result of a phase: winner, net VP and chance."""
    margins = range(assumptions.most_margin + 1)
    worth = {margin: (1 - assumptions.automatic) / len(margins) for margin in margins}
    fixed = state.figures.automatic_vp
    worth[fixed] = worth.get(fixed, Fraction(0)) + assumptions.automatic
    for side in SIDES:
        chance = assumptions.axis_wins if side == "axis" else 1 - assumptions.axis_wins
        for net, odds in worth.items():
            if chance and odds:
                yield side, net, chance * odds
