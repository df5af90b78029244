"""The regular's orders: what is worth a card, and how long it waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.table import Choose

from ..board import Hex
from ..bot import Bot
from ..bot_planning import Plan, PlannedMove
from ..dice_odds import add_floats, get_below_chance, get_tie_chance, get_win_chance
from ..fight import DISCARD, END
from ..melee import compute_melee_fp
from ..pieces import Unit
from ..recover import list_routable_sides
from ..state import Card
from .evaluation import RegularEvaluator

AMBUSH = "ambush"


class Orders(Bot):
    """Which orders to give."""

    evaluator: RegularEvaluator
    evaluator_class = RegularEvaluator
    _idle = 0  # own turns in a row without an order

    def on_order(self, prompt: Choose) -> str:
        """5: give the best order that is worth its card; the longer nothing happens, the sooner."""
        evaluator, weights = self.evaluator, self.weights
        evaluator.restless = min(1.0, self._idle / weights["patience"])
        patience = self._get_patience()
        evaluator.refresh()
        plans = []
        for name, card in self._list_order_cards().items():
            think = getattr(self, f"think_{name}", None)
            plan = think() if think is not None else None
            if plan is not None:
                plan.card = card
                plan.score -= weights.get(f"keep_{name}", 0.0) * max(0.0, patience)
                plans.append(plan)
        self.plan = max(plans, key=lambda plan: plan.score, default=Plan(0.0))
        if self.plan.card is None or self.plan.score < weights["least"] * patience:
            if self._count_orders_given():
                return END
            self._idle += 1
            return DISCARD
        self._idle = 0
        self._orders, self._turn = self._count_orders_given() + 1, self.fight.turns
        return str(self.plan.card.number)

    def start_with(self, plan: Plan | None) -> str:
        """Give the order of a plan that was made elsewhere, or none, and go on from there."""
        self.evaluator.refresh()
        self._orders, self._turn = self.fight.orders_given, self.fight.turns
        if plan is None or plan.card is None:
            return END if self.fight.orders_given else DISCARD
        self.plan = plan
        self._orders += 1
        return str(plan.card.number)

    def _get_least_gain(self, order: str) -> float:
        """Return what a move must gain for a unit to go; less, the longer nothing happens."""
        return self.weights[order] * self._get_patience()

    def _get_patience(self) -> float:
        """Return 1 after an order, 0 after a few idle turns, and less the longer nothing happens."""
        return 1 - self._idle / self.weights["patience"]

    def _should_stay(self, unit: Unit) -> bool:
        """Return whether a defender in cover stays; not if nothing has happened for long."""
        return self._get_patience() > 0 and super()._should_stay(unit)

    def _list_order_cards(self) -> dict[str, Card]:
        """Return for each order in hand the card whose action matters least."""
        cards: dict[str, Card] = {}
        for card in self.fight.camps[self.side].hand:
            known = cards.get(card.text.order)
            if known is None or self._get_action_value(card) < self._get_action_value(known):
                cards[card.text.order] = card
        return cards

    def think_rout(self) -> Plan | None:
        """O23: rout the enemy, or save own broken men from fire and melee."""
        plan = super().think_rout()
        fight, evaluator = self.fight, self.evaluator
        if self.side not in list_routable_sides(fight):
            return plan
        score = 0.0
        rank = fight.board.edge_distance[fight.camps[self.side].edge]
        for unit in fight.camps[self.side].units:
            if unit.broken:
                morale = fight.get_morale(unit)
                flees = 1 - get_below_chance(morale + 1)
                off = 1 - get_below_chance(morale + 1 + rank[unit.hex])
                danger = evaluator.get_danger(unit.hex)
                score += (danger * self.weights["save"] * flees - off) * evaluator.get_loss(unit)
        if score > (plan.score if plan is not None else 0.0):
            return Plan(score, side=self.side)
        return plan

    def on_rout(self, prompt: Choose) -> str:
        """O23.1: choose the side for which the order was planned."""
        wanted = self.plan.side or self.enemy
        return wanted if wanted in prompt.options else str(prompt.options[0])

    def _plan_melees(self, group: Sequence[Unit], beside: Mapping[str, set[Hex]]) -> dict[str, PlannedMove]:
        """O16.4: plan advances into melees by units activated together, with the Ambush cards in hand."""
        fight, evaluator = self.fight, self.evaluator
        moves: dict[str, PlannedMove] = {}
        caution = 1 - self.weights["calm"] * evaluator.nerve
        ambushes = len(fight.camps[self.side].list_action_cards(AMBUSH))
        for hex_ in sorted({hex_ for unit in group for hex_ in beside[unit.id]}):
            near = [unit for unit in group if hex_ in beside[unit.id] and unit.id not in moves]
            foes = fight.list_units(hex_, self.enemy)
            prize = add_floats(map(evaluator.get_loss, foes))
            strong = sorted(near, key=lambda u: (-compute_melee_fp(fight, [u]), u.id))
            lead, cost = -self._get_ambushed_fp(foes, ambushes) - self.weights["their_ambush"], 0.0
            best: tuple[float, int] | None = None
            for number, unit in enumerate(strong, 1):
                lead += compute_melee_fp(fight, [unit])
                cost += evaluator.get_loss(unit)
                win = get_win_chance(int(lead))
                gain = prize * (win + get_tie_chance(int(lead))) + self._rate_objective(hex_) * win
                gain -= cost * (1 - win) * caution + self.weights["storm"] * number
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, number
            if best is not None:
                gain, number = best
                moves |= {u.id: (gain / number, hex_, (hex_,)) for u in strong[:number]}
        return moves

    def _get_ambushed_fp(self, foes: Sequence[Unit], ambushes: int) -> int:
        """A25: return the strength of the enemy in a melee after own ambushes break the weakest units."""
        left = compute_melee_fp(self.fight, foes)
        for unit in sorted(foes, key=lambda unit: unit.face.fp or 0)[:ambushes]:
            left -= (unit.face.fp or 0) - (0 if unit.broken else unit.back.fp or 0)
        return left
