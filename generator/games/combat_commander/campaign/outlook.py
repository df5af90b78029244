"""The outlook: how likely each kind of victory is from here, worked out exactly on the graph of positions.

Nothing is simulated: chances run backwards from the last battle that can be fought. They rest on assumptions
that are stated with the result: the chance of winning a battle, how often each posture comes up, and how a
winner uses his choice of position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from catalogs.games.combat_commander.model import Posture, Side
from schemas.errors import HorahError

from ..battle.state import SIDES
from ..dice import DIE
from .gastadores.scoring import decide, totals
from .gastadores.state import Gastadores
from .normandy.state import Normandy
from .positions import POSTURES, position_graph
from .stalingrad.state import Stalingrad
from .state import Common

POLICIES = ("far", "near", "even")
HALF = Fraction(1, 2)
MIRROR: Mapping[Posture, Posture] = {"attack": "defend", "defend": "attack", "recon": "recon"}

Kind = tuple[Side, str]  # the winner and the grade of his victory
Chances = dict[Kind, Fraction]


def _third() -> dict[Posture, Fraction]:
    return {posture: Fraction(1, len(POSTURES)) for posture in POSTURES}


@dataclass(frozen=True)
class Assumptions:
    """What the outlook rests on; every chance is a fraction of 1."""

    axis_wins: Fraction = HALF  # the chance that the Axis wins a battle
    postures: Mapping[Posture, Fraction] = field(default_factory=_third)  # of the Axis; the other mirrors it
    policy: str = "even"  # the winner goes as far as he may, as near, or either with equal chance
    automatic: Fraction = Fraction(1, 10)  # Gastadores: the chance that a win is worth the fixed VP
    most_margin: int = 15  # Gastadores: other wins are worth 0 to this, all equally likely

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
    """The chances of each kind of victory, and of the number of battles fought in all."""

    assumptions: Assumptions
    victories: Mapping[Kind, Fraction]
    battles: Mapping[int, Fraction]

    def side(self, side: Side) -> Fraction:
        """The chance that a side wins the campaign at all."""
        return sum((chance for (winner, _), chance in self.victories.items() if winner == side), Fraction(0))

    def expected_battles(self) -> Fraction:
        return sum((number * chance for number, chance in self.battles.items()), Fraction(0))

    def json(self) -> dict[str, Any]:
        return {
            "assumptions": self.assumptions.json(),
            "victories": [
                {"winner": winner, "grade": grade, "chance": str(chance), "percent": percent(chance)}
                for (winner, grade), chance in self.victories.items()
            ],
            "battles": {str(number): percent(chance) for number, chance in self.battles.items()},
            "expected_battles": float(self.expected_battles()),
        }


def percent(chance: Fraction) -> float:
    return round(float(chance * 100), 2)


def check_assumptions(assumptions: Assumptions) -> Assumptions:
    """Refuse what is no chance at all, with a sentence."""
    chances = [assumptions.axis_wins, assumptions.automatic, *assumptions.postures.values()]
    if any(not 0 <= chance <= 1 for chance in chances):
        raise _bad(
            "A chance lies between 0 and 1, like 0.4 or 2/5.", "Una probabilidad está entre 0 y 1: 0.4 o 2/5."
        )
    if set(assumptions.postures) != set(POSTURES) or sum(assumptions.postures.values()) != 1:
        raise _bad(
            "The chances of attack, recon and defend must add up to 1.",
            "Las probabilidades de attack, recon y defend deben sumar 1.",
        )
    if assumptions.policy not in POLICIES:
        raise _bad(
            f"The policy is one of {', '.join(POLICIES)}.", f"La política es una de {', '.join(POLICIES)}."
        )
    if assumptions.most_margin < 0:
        raise _bad("The margin cannot be below 0.", "El margen no puede ser menor que 0.")
    return assumptions


def _bad(en: str, es: str) -> HorahError:
    return HorahError(en, es, code="BAD_ASSUMPTION")


def outlook(state: Common, assumptions: Assumptions | None = None) -> Outlook:
    """The outlook from the present state of a campaign."""
    stated = check_assumptions(assumptions or Assumptions())
    if state.verdict is not None:
        kind = (state.verdict.winner, state.verdict.grade)
        return Outlook(stated, {kind: Fraction(1)}, {len(state.history): Fraction(1)})
    if isinstance(state, Stalingrad):
        found = _Line(state, stated).from_here()
    elif isinstance(state, Normandy):
        found = _Ladder(state, stated).from_here()
    else:
        assert isinstance(state, Gastadores)
        found = _phases(state, stated)
    return Outlook(stated, _kinds(found), _lengths(found))


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


def _add(total: Ends, more: Mapping[tuple[Side, str, int], Fraction], chance: Fraction) -> None:
    for end, value in more.items():
        total[end] = total.get(end, Fraction(0)) + value * chance


@cache
def chance_below(target: int) -> Fraction:
    """The chance that two dice roll lower than a number."""
    rolls = [sum(pair) for pair in product(DIE, DIE)]
    return Fraction(sum(roll < target for roll in rolls), len(rolls))


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
        """The chances before a battle of which nothing is known yet."""
        if (position, number) not in self.known:
            ends: Ends = {}
            for posture, chance in self.assumptions.postures.items():
                if chance:
                    _add(ends, self.fought(position, number, posture), chance)
            self.known[position, number] = ends
        return self.known[position, number]

    def fought(self, position: str, number: int, axis_posture: Posture) -> Ends:
        """The chances before a battle whose postures are known."""
        ends: Ends = {}
        wins = self.assumptions.axis_wins
        if wins:
            _add(ends, self.won(position, number, "axis", axis_posture), wins)
        if wins < 1:
            _add(ends, self.won(position, number, "allied", MIRROR[axis_posture]), 1 - wins)
        return ends

    def won(self, position: str, number: int, winner: Side, posture: Posture) -> Ends:
        """ST-C3.1: decisive, or Sudden Death, or on."""
        figures = self.state.figures
        if figures.graph.decisive[winner] == position:
            return {(winner, "decisive", number): Fraction(1)}
        over = chance_below(number) if number >= figures.sudden_death_from else Fraction(0)
        ends: Ends = {(winner, "tactical", number): over} if over else {}
        if over < 1:
            _add(ends, self.moved(position, number, winner, posture), 1 - over)
        return ends

    def moved(self, position: str, number: int, winner: Side, posture: Posture) -> Ends:
        """ST-C3.2: the winner's choice by the stated policy."""
        ends: Ends = {}
        options = self.roads[position, winner, posture]
        for option, chance in _chosen(options, self.assumptions.policy).items():
            _add(ends, self.battle(option, number + 1), chance)
        return ends


def _roads(state: Stalingrad) -> dict[tuple[str, Side, Posture], tuple[str, ...]]:
    """The positions a winner may reach, read off the graph, nearest first."""
    graph = position_graph(state.sheet)
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


class _Ladder:
    """NO-C3.1, NO-C3.3: so many wins take the campaign, wherever the front stands."""

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
        """The chances with these wins on each side."""
        needed = self.state.figures.wins_needed
        if needed in (axis, allied):
            winner: Side = "axis" if axis == needed else "allied"
            return {(winner, "campaign", axis + allied): Fraction(1)}
        if (axis, allied) not in self.known:
            ends: Ends = {}
            chance = self.assumptions.axis_wins
            if chance:
                _add(ends, self.after(axis + 1, allied), chance)
            if chance < 1:
                _add(ends, self.after(axis, allied + 1), 1 - chance)
            self.known[axis, allied] = ends
        return self.known[axis, allied]


def _phases(state: Gastadores, assumptions: Assumptions) -> Ends:
    """La Campaña: every way the phases still to come can go, folded by what decides the campaign."""
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
        for holder in SIDES:  # on a tie the Initiative decides: as likely the one as the other
            net: dict[Side, int] = {"axis": axis, "allied": -axis}
            found = decide(figures, deciding, net, holder, state.reading("german_top_grade"))
            _add(ends, {(found.winner, found.grade, len(figures.phases)): Fraction(1)}, chance / len(SIDES))
    return ends


def _scores(state: Gastadores, assumptions: Assumptions) -> Iterator[tuple[Side, int, Fraction]]:
    """Every result of a phase: who wins, by how much, with which chance."""
    margins = range(assumptions.most_margin + 1)
    worth = {margin: (1 - assumptions.automatic) / len(margins) for margin in margins}
    fixed = state.figures.automatic_vp
    worth[fixed] = worth.get(fixed, Fraction(0)) + assumptions.automatic
    for side in SIDES:
        chance = assumptions.axis_wins if side == "axis" else 1 - assumptions.axis_wins
        for net, odds in worth.items():
            if chance and odds:
                yield side, net, chance * odds
