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
    """How a scenario may end; objective 5 ends one only where the table is read so."""
    return (*BY_MARKER, *AT_ONCE) if reading == "chit_v" else (*BY_MARKER, *AT_ONCE, "objective_5")


def automatic(figures: GastadoresFigures, reading: str) -> tuple[str, ...]:
    """The endings worth a fixed number of VP; what the text means by objective V is a reading."""
    certain = tuple(ending for ending in figures.automatic_endings if ending != "chit_v")
    by_objective = {"chit_v": ("chit_v",), "objective_5": ("objective_5",)}
    return (*certain, *by_objective.get(reading, ("chit_v", "objective_5")))


def net_of(figures: GastadoresFigures, reading: str, result: Result) -> int:
    """The winner's VP less the loser's: with one shared marker, where it lies for the winner."""
    if result.ended in automatic(figures, reading):
        return figures.automatic_vp
    return result.marker if result.winner == "axis" else -result.marker


def totals(history: Sequence[Past], counts: Sequence[int]) -> dict[Side, int]:
    """The campaign net of each side over the phases that count."""
    net: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for past in history:
        if past.battle in counts:
            net[past.winner] += past.events["net"]
            net[opponent(past.winner)] -= past.events["net"]
    return net


def verdict(
    figures: GastadoresFigures, history: Sequence[Past], net: Mapping[Side, int], top_grade: str
) -> Verdict:
    """The verdict after the last phase."""
    deciding = frozenset(past.winner for past in history if past.battle in figures.deciding_phases)
    return decide(figures, deciding, net, history[-1].initiative, top_grade)


def decide(
    figures: GastadoresFigures,
    deciding: frozenset[Side],  # who won any of the deciding phases
    net: Mapping[Side, int],
    initiative: Side,
    top_grade: str,
) -> Verdict:
    """Whoever won both deciding phases; else the larger net; on a tie the Initiative holder, narrowly."""
    if len(deciding) > 1 and net["axis"] == net["allied"]:
        return Verdict(initiative, figures.grade_by_initiative, RULE)
    larger: Side = "axis" if net["axis"] > net["allied"] else "allied"
    winner = larger if len(deciding) > 1 else next(iter(deciding))
    if net[winner] < 0:
        return Verdict(winner, figures.grade_with_negative_net, RULE)
    return Verdict(winner, grade(figures, winner, net[winner], top_grade), RULE)


def grade(figures: GastadoresFigures, side: Side, net: int, top_grade: str) -> str:
    """The grade of a net; the German column repeats a word, which may be read as it stands."""
    found = figures.grade(side, net)
    row = next(row for row in figures.grades[side] if row.grade == found)
    return row.printed if row.printed and top_grade == row.printed else found
