"""ST-C1: state of the Stalingrad campaign (E45)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander.campaigns import StalingradFigures, figures_of
from catalogs.games.combat_commander.model import Quality, Side

from ...battle.state import SIDES
from ..state import Common, Survivor, pieces_of


@dataclass(frozen=True, slots=True)
class Stalingrad(Common):
    """ST-C1: everything that passes from one battle to the next."""

    position: str = ""
    quality: Mapping[Side, Quality] = field(default_factory=dict)
    points: Mapping[Side, int] = field(default_factory=dict)  # ST-C1.9
    pool: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # ST-C1.5.2: leaders of patrols
    committed: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # leaders in the current battle
    reinforcements: Mapping[Side, tuple[Survivor, ...]] = field(default_factory=dict)

    @property
    def where(self) -> str:
        return self.position

    @property
    def figures(self) -> StalingradFigures:
        return figures_of(self.sheet, StalingradFigures)

    def kept(self) -> Counter[str]:
        """Return the counters in the boxes of the campaign, which are not in the mix."""
        away: Counter[str] = Counter()
        for side in SIDES:
            away.update(pieces_of(self.reinforcements[side]))
            away.update(self.pool[side])
        return away

    def in_mix(self, side: Side, leader: str) -> bool:
        """ST-C3.5: tell whether a patrol leader is neither in the pool nor among the Reinforcements."""
        return leader not in self.pool[side] and not any(
            one.piece == leader for one in self.reinforcements[side]
        )

    def json(self) -> dict[str, Any]:
        return {
            "campaign": self.sheet.id,
            "stage": self.stage,
            "battle": self.battle,
            "position": self.position,
            "quality": dict(self.quality),
            "fortification_points": dict(self.points),
            "pool": {side: list(self.pool[side]) for side in SIDES},
            "committed": {side: list(self.committed[side]) for side in SIDES},
            "reinforcements": {side: [one.json() for one in self.reinforcements[side]] for side in SIDES},
            "urban_sniper": self.figures.urban_sniper,
            "history": [past.json() for past in self.history],
            "verdict": self.verdict.json() if self.verdict else None,
        }
