"""Outlook of the Stalingrad campaign: chances on the line of positions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from catalogs.games.combat_commander.model import Posture, Side

from ...battle.state import SIDES
from ..outlook import Assumptions, Ends, add, chance_below
from ..positions import POSTURES, build_position_graph
from .state import Stalingrad

MIRROR: Mapping[Posture, Posture] = {"attack": "defend", "defend": "attack", "recon": "recon"}


def outlook(state: Stalingrad, assumptions: Assumptions) -> Ends:
    """ST-C3.1, ST-C3.2: return the chances of all endings."""
    return _Line(state, assumptions).from_here()


class _Line:
    """ST-C3.1, ST-C3.2: positions in a line, decisive ends, and campaign Sudden Death."""

    def __init__(self, state: Stalingrad, assumptions: Assumptions) -> None:
        self.state = state
        self.assumptions = assumptions
        self.roads = _roads(state)
        self.known: dict[tuple[str, int], Ends] = {}

    def from_here(self) -> Ends:
        state = self.state
        if state.stage == "forces":
            return self.battle(state.position, state.battle)
        if state.stage == "ready":
            assert state.at_hand is not None
            posture = state.at_hand.axis.posture
            assert posture is not None
            return self.fought(state.position, state.battle, posture)
        past = state.history[-1]
        if state.stage == "victory":
            return self.won(state.position, state.battle, past.winner, past.postures[past.winner])
        if state.stage == "position":
            return self.moved(state.position, past.battle, past.winner, past.postures[past.winner])
        return self.battle(state.position, state.battle)

    def battle(self, position: str, number: int) -> Ends:
        """Return the chances before a battle of which nothing is known yet."""
        if (position, number) not in self.known:
            ends: Ends = {}
            for posture, chance in self.assumptions.postures.items():
                if chance:
                    add(ends, self.fought(position, number, posture), chance)
            self.known[position, number] = ends
        return self.known[position, number]

    def fought(self, position: str, number: int, axis_posture: Posture) -> Ends:
        """Return the chances before a battle whose postures are known."""
        ends: Ends = {}
        wins = self.assumptions.axis_wins
        if wins:
            add(ends, self.won(position, number, "axis", axis_posture), wins)
        if wins < 1:
            add(ends, self.won(position, number, "allied", MIRROR[axis_posture]), 1 - wins)
        return ends

    def won(self, position: str, number: int, winner: Side, posture: Posture) -> Ends:
        """ST-C3.1: return the chances after a win: decisive, Sudden Death, or next battle."""
        figures = self.state.figures
        if figures.graph.decisive[winner] == position:
            return {(winner, "decisive", number): Fraction(1)}
        over = chance_below(number) if number >= figures.sudden_death_from else Fraction(0)
        ends: Ends = {(winner, "tactical", number): over} if over else {}
        if over < 1:
            add(ends, self.moved(position, number, winner, posture), 1 - over)
        return ends

    def moved(self, position: str, number: int, winner: Side, posture: Posture) -> Ends:
        """ST-C3.2: return the chances after the winner's move by the stated policy."""
        ends: Ends = {}
        options = self.roads[position, winner, posture]
        for option, chance in _chosen(options, self.assumptions.policy).items():
            add(ends, self.battle(option, number + 1), chance)
        return ends


def _roads(state: Stalingrad) -> dict[tuple[str, Side, Posture], tuple[str, ...]]:
    """Return the positions a winner may reach, from the graph, nearest first."""
    graph = build_position_graph(state.sheet)
    order = state.figures.graph.order
    found: dict[tuple[str, Side, Posture], tuple[str, ...]] = {}
    for position, side, posture in product(order, SIDES, POSTURES):
        ends = [
            end
            for _, end, road in graph.out_edges(position, data=True)
            if road["winner"] == side and posture in road["postures"] and end in order
        ]
        place = order.index(position)
        found[position, side, posture] = tuple(sorted(ends, key=lambda e: abs(order.index(e) - place)))
    return found


def _chosen(options: tuple[str, ...], policy: str) -> dict[str, Fraction]:
    if policy == "even":
        return {option: Fraction(1, len(options)) for option in options}
    return {options[-1] if policy == "far" else options[0]: Fraction(1)}
