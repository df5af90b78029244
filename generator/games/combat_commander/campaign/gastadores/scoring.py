"""Gastadores, Tabla de Victoria: net VP of a scenario and of the campaign, and the grade of victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalogs.games.combat_commander.campaigns import GastadoresFigures
from catalogs.games.combat_commander.model import Side

from ...battle.state import SIDES, opponent
from ..report import AT_ONCE, BY_MARKER
from ..state import Past, Result, Verdict

RULE = "Gastadores"


def endings(reading: str) -> tuple[str, ...]:
    """Return the possible endings of a scenario; objective 5 only by the reading of the table."""
    return (*BY_MARKER, *AT_ONCE) if reading == "chit_v" else (*BY_MARKER, *AT_ONCE, "objective_5")


def automatic(figures: GastadoresFigures, reading: str) -> tuple[str, ...]:
    """Return the endings worth a fixed number of VP, by the reading of "objective V"."""
    certain = tuple(ending for ending in figures.automatic_endings if ending != "chit_v")
    by_objective = {"chit_v": ("chit_v",), "objective_5": ("objective_5",)}
    return (*certain, *by_objective.get(reading, ("chit_v", "objective_5")))


def net_of(figures: GastadoresFigures, reading: str, result: Result) -> int:
    """Return the winner's VP minus the loser's: the marker from the winner's point of view."""
    if result.ended in automatic(figures, reading):
        return figures.automatic_vp
    return result.marker if result.winner == "axis" else -result.marker


def totals(history: Sequence[Past], counts: Sequence[int]) -> dict[Side, int]:
    """Return the campaign net of each side over the phases that count."""
    net: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for past in history:
        if past.battle in counts:
            net[past.winner] += past.events["net"]
            net[opponent(past.winner)] -= past.events["net"]
    return net


def verdict(
    figures: GastadoresFigures, history: Sequence[Past], net: Mapping[Side, int], top_grade: str
) -> Verdict:
    """Return the verdict after the last phase."""
    deciding = frozenset(past.winner for past in history if past.battle in figures.deciding_phases)
    return decide(figures, deciding, net, history[-1].initiative, top_grade)


def decide(
    figures: GastadoresFigures,
    deciding: frozenset[Side],  # winners of the deciding phases
    net: Mapping[Side, int],
    initiative: Side,
    top_grade: str,
) -> Verdict:
    """Return the verdict: the winner of both deciding phases, else the larger net, else the Initiative
    holder.
    """
    if len(deciding) > 1 and net["axis"] == net["allied"]:
        return Verdict(initiative, figures.grade_by_initiative, RULE)
    larger: Side = "axis" if net["axis"] > net["allied"] else "allied"
    winner = larger if len(deciding) > 1 else next(iter(deciding))
    if net[winner] < 0:
        return Verdict(winner, figures.grade_with_negative_net, RULE)
    return Verdict(winner, grade(figures, winner, net[winner], top_grade), RULE)


def grade(figures: GastadoresFigures, side: Side, net: int, top_grade: str) -> str:
    """Return the grade of a net; the German column repeats a word, which may be read as printed."""
    earned = figures.grade(side, net)
    row = next(row for row in figures.grades[side] if row.grade == earned)
    return row.printed if row.printed and top_grade == row.printed else earned
