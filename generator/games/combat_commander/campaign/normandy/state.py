"""NO-C1: state of the Normandy campaign (E56)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander.campaigns import NormandyFigures, figures_of
from catalogs.games.combat_commander.model import Quality, Side

from ...battle.state import SIDES
from ..forces import command_of
from ..state import Common


@dataclass(frozen=True, slots=True)
class Normandy(Common):
    """NO-C1, NO-C1.53: everything that passes from one battle to the next."""

    position: str = ""
    wins: Mapping[Side, int] = field(default_factory=dict)
    quality: Mapping[Side, Quality] = field(default_factory=dict)
    pool: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # the regiment's leaders
    division: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # Divisional Resources Available
    exhausted: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    committed: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)  # leaders in the current battle
    points: Mapping[Side, int] = field(default_factory=dict)  # NO-C1.9
    assets: Mapping[str, int] = field(default_factory=dict)  # NO-C1.72 to NO-C1.74: points left
    used: Mapping[str, int] = field(default_factory=dict)  # points spent on the current battle
    cancelled: tuple[str, ...] = ()  # NO-C1.73: assets of this battle that others cancelled
    air: str = ""
    rested: bool = False

    @property
    def where(self) -> str:
        return self.position

    @property
    def figures(self) -> NormandyFigures:
        return figures_of(self.sheet, NormandyFigures)

    def rank(self, side: Side) -> int:
        """NO-C3.4: return the rank; every win is a promotion, up to the highest rank."""
        promotion = self.figures.promotion
        return min(self.wins[side] * promotion.steps, len(promotion.ranks) - 1)

    def command_leader(self, side: Side) -> str:
        """NO-C1.54: return the command leader at the current rank."""
        return command_of(self.sheet, side).leaders[self.rank(side)]

    def date(self) -> str:
        """E56: return the date of the current battle."""
        return self.figures.dates[self.battle - 1]

    def kept(self) -> Counter[str]:
        """Return the leaders in the boxes of the campaign, who are not in the mix."""
        boxes = (self.pool, self.division, self.exhausted)
        return Counter(leader for box in boxes for side in SIDES for leader in box[side])

    def json(self) -> dict[str, Any]:
        boxes = {
            "pool": self.pool,
            "division": self.division,
            "exhausted": self.exhausted,
            "committed": self.committed,
        }
        return {
            "campaign": self.sheet.id,
            "stage": self.stage,
            "battle": self.battle,
            "date": self.date(),
            "position": self.position,
            "wins": dict(self.wins),
            "quality": dict(self.quality),
            "command": {side: self.command_leader(side) for side in SIDES},
            **{name: {side: list(box[side]) for side in SIDES} for name, box in boxes.items()},
            "fortification_points": dict(self.points),
            "assets": dict(self.assets),
            "air_superiority": self.air,
            "rested": self.rested,
            "history": [past.json() for past in self.history],
            "verdict": self.verdict.json() if self.verdict else None,
        }
