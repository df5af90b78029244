"""The regular's view: goals that pull from far away, surrender of both sides, and the threat of melee."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from catalogs.games.combat_commander.model import Side

from ..board import Hex
from ..bot_evaluation import MAX_DISTANCE, Evaluator
from ..dice_odds import get_win_chance
from ..pieces import Unit
from ..state import Fight


class RegularEvaluator(Evaluator):
    """The evaluation of one side."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        super().__init__(fight, side, weights)
        near, reach, share = self.weights["fade"], self.weights["fade_reach"], self.weights["fade_far"]
        self._fade = [
            (1 - share) * near**far + share * max(0.0, 1 - far / reach) for far in range(MAX_DISTANCE)
        ]
        self.restless = 0.0  # how long nothing has happened, from 0 to 1
        self._stakes: dict[Side, float] = {}
        self._foes_beside: dict[Hex, int] = {}

    def refresh(self) -> None:
        """Update the caches; work out what a loss means to each side and where melee threatens."""
        self._stakes = {side: self._get_surrender_stake(side) for side in self.fight.camps}
        super().refresh()
        rest = self.weights["restless"] * self.restless
        self.fear, self.risk = self.fear * (1 - rest), self.risk * (1 - rest)
        self._foes_beside = self._sum_foes_beside()

    def _get_surrender_stake(self, side: Side) -> float:
        """4.2, 6.3.1: return how much more a loss counts near surrender or the last unit."""
        camp = self.fight.camps[side]
        margin = len(camp.units)
        if camp.surrender is not None:
            margin = min(margin, camp.surrender - len(camp.lost))
        margin = max(1, margin)
        return 1 + self.weights["brink"] * (1 / (margin - 0.5) - 1 / (margin + 0.5))

    def get_loss(self, unit: Unit) -> float:
        """Return the value lost when a unit is eliminated, more if its side is near surrender."""
        return super().get_loss(unit) * self._stakes.get(unit.side, 1.0)

    def _sum_foes_beside(self) -> dict[Hex, int]:
        """Return the melee strength of the enemies that could advance into each hex."""
        beside: dict[Hex, int] = {}
        neighbours = self.fight.board.neighbours
        for unit in self.fight.camps[self.enemy].units:
            if not unit.broken:
                strength = (unit.front.fp or 0) + ("fp" in unit.front.boxed)
                for hex_ in neighbours[unit.hex]:
                    beside[hex_] = beside.get(hex_, 0) + strength
        return beside

    def make_hex_rater(self, unit: Unit) -> Callable[[Hex], float]:
        """Return a function that rates hexes for a unit, with the threat of melee."""
        stand = super().make_hex_rater(unit)
        beside, units_at, side = self._foes_beside, self.fight.units_at, self.side
        if not beside:
            return stand
        own = (unit.face.fp or 0) + ("fp" in unit.face.boxed)
        stake = self.weights["melee_threat"] * self.get_loss(unit)

        def rate(hex_: Hex) -> float:
            score = stand(hex_)
            foes = beside.get(hex_)
            if foes:
                strength = own
                for other in units_at[hex_]:
                    if other.side == side and other is not unit:
                        strength += other.face.fp or 0
                score -= stake * get_win_chance(foes - strength)
            return score

        return rate
