"""Gastadores: scenarios by phase; the next phase follows whichever side wins."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.campaigns import GastadoresFigures, figures_of

from ...battle.state import SIDES
from ..positions import POSTURES, Road


def roads(sheet: Sheet) -> Iterator[Road]:
    """La Campaña: yield an edge from each scenario of a phase to each of the next, for either winner."""
    figures = figures_of(sheet, GastadoresFigures)
    for phase in figures.phases[:-1]:
        for start in sheet.scenarios.values():
            for end in sheet.scenarios.values():
                if start.phase == phase.phase and end.phase == phase.phase + 1:
                    for winner in SIDES:
                        yield Road(str(start.number), str(end.number), winner, POSTURES)
