"""The regular's discards: throw everything that is of no use, as many cards as allowed."""

from __future__ import annotations

from generator.table import Choose

from ..bot import Bot
from ..state import Card
from .evaluation import RegularEvaluator


class Discards(Bot):
    """Which cards to keep."""

    evaluator: RegularEvaluator

    def on_discards(self, prompt: Choose) -> list[str]:
        """O15: discard all cards that are worth less than a fresh one, the worst first."""
        rated = sorted((value, str(card.number)) for value, card in self._rate_hand())
        fresh = self.weights["fresh"] + self.weights["clock"] * self.evaluator.clock_worth
        low = [number for value, number in rated if value < fresh]
        if not low and not self._count_orders_given():
            low = [rated[0][1]]
        return low[: prompt.most]

    def _rate_hand(self) -> list[tuple[float, Card]]:
        """Return the value of keeping each card; a second card of a kind is worth less."""
        hand = self.fight.camps[self.side].hand
        rated = []
        held: dict[str, int] = {}
        for card in sorted(hand, key=lambda card: (-self._get_action_value(card), card.number)):
            order = card.text.order
            again = held.get(order, 0)
            held[order] = again + 1
            spare = again - self.weights.get(f"spare_{order}", 0.0)
            value = self._rate_order(order) * self.weights["again"] ** max(0.0, spare)
            rated.append((value + self._get_action_value(card), card))
        return rated

    def _rate_order(self, order: str) -> float:
        """Return the value of holding an order until it can be used."""
        fight, weights = self.fight, self.weights
        camp, enemy = fight.camps[self.side], fight.camps[self.enemy]
        value = weights.get(f"use_{order}", 0.0)
        match order:
            case "artillery_request" if camp.radio is None:
                return 0.0
            case "artillery_denied" if enemy.radio is None:
                return 0.0
            case "recover" if not any(unit.broken for unit in camp.units):
                return value * weights["idle_recover"]
            case "rout" if not any(unit.broken for unit in enemy.units):
                return value * weights["idle_rout"]
            case "move" | "advance" if camp.posture == "defend":
                return value * weights["idle_defender"]
        return value
