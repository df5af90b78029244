"""The regular's set-up: cover, fields of fire and objectives, out of sight of a stronger enemy."""

from __future__ import annotations

from collections.abc import Mapping

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..board import UNSEEN, Hex
from ..bot import Bot
from ..pieces import Unit
from ..state import Fight


class Placing(Bot):
    """The set-up: hexes of units and fortifications."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int], seed: str) -> None:
        super().__init__(fight, side, weights, seed)
        self._exposure: dict[Hex, float] = {}  # share of the enemy's zone that sees a hex, by its cover

    def on_set_up(self, prompt: Choose) -> str:
        """RS.10: choose the hex with the best value for the unit."""
        unit: Unit = self.fight.subject
        fight, weights, evaluator = self.fight, self.weights, self.evaluator
        evaluator.refresh()
        hex_values = self._get_set_up_values()
        far, company_weight = fight.board.distances, weights["company"]
        placed = [friend for friend in fight.camps[self.side].units if friend.hex >= 0]
        near = [friend for friend in placed if not friend.leads]
        leaders = [friend for friend in placed if friend.leads]
        fear = self._get_set_up_fear() * evaluator.get_value(unit)
        foes = bool(evaluator._targets)
        self._compute_exposure()

        def score(hex_: Hex) -> float:
            value = hex_values[hex_]
            value -= fear * (evaluator.get_danger(hex_) if foes else self._exposure[hex_])
            if foes:
                value += weights["set_up_aim"] * evaluator.get_shot_value(unit, hex_)
            friends = fight.units_at[hex_]
            if friends:
                friends = fight.list_units(hex_, self.side)
                value -= weights["set_up_crowd"] * sum(friend.soldiers for friend in friends)
            away = far[hex_]
            if unit.leads:
                command = unit.command
                value += company_weight * sum([away[friend.hex] <= command for friend in near])
                value -= weights["two_leaders"] * sum([away[friend.hex] <= command for friend in leaders])
                value += weights["set_up_stack"] * command * sum([not friend.leads for friend in friends])
            else:
                value += weights["set_up_led"] * any(away[friend.hex] <= friend.command for friend in leaders)
                value += weights["set_up_stack"] * sum([friend.command for friend in friends if friend.leads])
                if unit.weapon is not None:
                    value += weights["view"] * fight.board.visible_share[hex_]
            return value

        return self._choose_best_hex(prompt, score)

    def _get_set_up_fear(self) -> float:
        """Return how much the commander avoids the enemy's fire at the start."""
        return self.weights[f"set_up_fear_{self.fight.camps[self.side].posture}"]

    def _compute_exposure(self) -> None:
        """Work out once which share of the enemy's zone sees each hex of the own zone."""
        if self._exposure:
            return
        board, camps = self.fight.board, self.fight.camps
        reach, zone = int(self.weights["set_up_reach"]), camps[self.enemy].zone
        for hex_ in camps[self.side].zone:
            view, far = board.view[hex_], board.distances[hex_]
            seen = sum([view[other] != UNSEEN and far[other] <= reach for other in zone])
            cover = min(board.cover[hex_], 9) - (hex_ in board.road)
            self._exposure[hex_] = min(1.0, seen / self.weights["set_up_eyes"]) / (2 + cover)
