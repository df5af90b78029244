"""Gastadores: state of the campaign: phase, scenario, resources and net VP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander.campaigns import (
    GastadoresFigures,
    Phase,
    Resource,
    Scenario,
    figures_of,
)
from catalogs.games.combat_commander.model import Side

from ...battle.state import SIDES
from ..state import Common


@dataclass(frozen=True, slots=True)
class Gastadores(Common):
    """La Campaña: ``battle`` is the phase."""

    scenario: int | None = None
    chooser: Side | None = None
    resources: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # rolled for this phase
    in_force: tuple[str, ...] = ()  # resources that take effect
    net: Mapping[Side, int] = field(default_factory=dict)

    @property
    def where(self) -> str:
        return str(self.scenario)

    @property
    def figures(self) -> GastadoresFigures:
        return figures_of(self.sheet, GastadoresFigures)

    @property
    def phase(self) -> Phase:
        return next(phase for phase in self.figures.phases if phase.phase == self.battle)

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return the scenarios of the current phase."""
        return tuple(one for one in self.sheet.scenarios.values() if one.phase == self.battle)

    def counting(self) -> tuple[int, ...]:
        """Return the phases whose net VP count."""
        phases = tuple(phase.phase for phase in self.figures.phases)
        return phases if self.reading("phase_one_counts") == "yes" else phases[1:]

    def resource(self, name: str) -> Resource:
        return self.sheet.resources[name]

    def json(self) -> dict[str, Any]:
        return {
            "campaign": self.sheet.id,
            "stage": self.stage,
            "battle": self.battle,
            "scenario": self.scenario,
            "chooser": self.chooser,
            "resources": {side: list(self.resources[side]) for side in SIDES},
            "in_force": list(self.in_force),
            "net": dict(self.net),
            "history": [past.json() for past in self.history],
            "verdict": self.verdict.json() if self.verdict else None,
        }
