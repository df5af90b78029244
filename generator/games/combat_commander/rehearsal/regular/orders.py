"""The regular's orders: what is worth a card, and how long it waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.table import Choose

from ..activation import list_ready_units
from ..board import Hex
from ..bot import Bot
from ..bot_planning import Plan, PlannedMove
from ..dice_odds import add_floats, get_below_chance, get_tie_chance, get_win_chance
from ..fight import DISCARD, END
from ..fire import DONE
from ..melee import compute_melee_fp
from ..move import EXIT, STOP
from ..pieces import Unit
from ..recover import list_routable_sides
from ..state import Card
from ..victory import DOUBLE_EXIT, get_unit_vp, is_chit_rule_in_force
from .evaluation import RegularEvaluator

AMBUSH = "ambush"
OBSTACLES = ("mines", "wire")


class Orders(Bot):
    """Which orders to give."""

    evaluator: RegularEvaluator
    evaluator_class = RegularEvaluator
    _known_obstacles: frozenset[Hex] = frozenset()  # when the order was given
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
                plan.score -= self._get_keep(name) * max(0.0, patience)
                plans.append(plan)
        self.plan = max(plans, key=lambda plan: plan.score, default=Plan(0.0))
        self._known_obstacles = self._list_obstacles()
        if self.plan.card is None or self.plan.score < weights["least"] * patience:
            if self._count_orders_given():
                return END
            self._idle += 1
            return DISCARD
        self._idle = 0
        self._orders, self._turn = self._count_orders_given() + 1, self.fight.turns
        return str(self.plan.card.number)

    def _get_keep(self, order: str) -> float:
        """Return what a card is worth in hand; A33: the last Fire card more, for Opportunity Fire."""
        keep = self.weights.get(f"keep_{order}", 0.0)
        if order == "fire":
            camp = self.fight.camps[self.side]
            if sum([card.text.order == "fire" for card in camp.hand]) == 1:
                keep += self.weights[f"last_fire_{camp.posture}"]
        return keep

    def start_with(self, plan: Plan | None) -> str:
        """Give the order of a plan that was made elsewhere, or none, and go on from there."""
        self.evaluator.refresh()
        self._orders, self._turn = self.fight.orders_given, self.fight.turns
        if plan is None or plan.card is None:
            return END if self.fight.orders_given else DISCARD
        self.plan = plan
        self._known_obstacles = self._list_obstacles()
        self._orders += 1
        return str(plan.card.number)

    def _get_least_gain(self, order: str) -> float:
        """Return what a move must gain for a unit to go; less, the longer nothing happens."""
        return self.weights[order] * self._get_patience()

    def _get_patience(self) -> float:
        """Return 1 after an order, 0 after a few idle turns, and less if nothing happens for long."""
        weights = self.weights
        late = max(0.0, self._idle - weights["endurance"]) / weights["patience"]
        return max(0.0, 1 - self._idle / weights["patience"]) - late

    def _should_stay(self, unit: Unit) -> bool:
        """Return whether a defender in cover stays; not if nothing has happened for long."""
        evaluator = self.evaluator
        if evaluator.get_danger(unit.hex) > self.weights["bear"]:
            return False
        return self._get_patience() > 0 and super()._should_stay(unit)

    def _list_order_cards(self) -> dict[str, Card]:
        """Return for each order in hand the card whose action matters least."""
        cards: dict[str, Card] = {}
        for card in self.fight.camps[self.side].hand:
            known = cards.get(card.text.order)
            if known is None or self._get_action_value(card) < self._get_action_value(known):
                cards[card.text.order] = card
        return cards

    def think_recover(self) -> Plan | None:
        """O22: plan to rally; a broken unit is as good as lost in part."""
        camp, evaluator, weights = self.fight.camps[self.side], self.evaluator, self.weights
        if camp.activated:
            return None
        score = 0.0
        for unit in camp.units:
            if unit.broken:
                chance = get_below_chance(self.fight.get_morale(unit))
                score += chance * evaluator.get_loss(unit) * weights["share"] * weights["rally"]
            if unit.suppressed:
                score += evaluator.get_value(unit) * weights["suppressed"]
        return Plan(score) if score else None

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

    def _rate_exit(self, unit: Unit) -> float:
        """7.2.1: return the value of exiting, less what the unit could still do on the map."""
        fight, evaluator, weights = self.fight, self.evaluator, self.weights
        double = 2 if is_chit_rule_in_force(fight, DOUBLE_EXIT) else 1
        points = get_unit_vp(fight, unit) * double * evaluator.vp_worth * weights["leaving"]
        rest = evaluator.count_advances_left() / (fight.sudden_death + 1)
        return points - weights["presence"] * evaluator.get_value(unit) * rest - self._rate_duty(unit)

    def list_move_plans(self, *, advance: bool) -> list[Plan]:
        """O16, O21: return the best moves of each unit that can be activated first, and of stacks."""
        plans = super().list_move_plans(advance=advance)
        for plan in plans:
            self._keep_leader_with_units(plan)
        plans = [plan for plan in plans if plan.goals]
        if advance:
            hoard = self.weights["hoard_advance"] * max(0.0, self._get_patience())
            for plan in plans:
                if not self._is_assault(plan):
                    plan.score -= hoard
            return plans
        by_first = {plan.first: plan for plan in plans}
        for leader in list_ready_units(self.fight, self.side):
            if leader.leads and leader.command:
                stack = self._plan_stack(leader, by_first.get(leader))
                if stack is not None:
                    plans.append(stack)
        return plans

    def _is_assault(self, plan: Plan) -> bool:
        """Return whether an advance does what no move can: enter a melee, take an objective, or exit."""
        fight = self.fight
        for goal in plan.goals.values():
            if isinstance(goal, str) or fight.has_enemy(goal, self.side):
                return True
            for number, hexes in fight.objectives.items():
                if goal in hexes and fight.control.get(number) != self.side:
                    return True
        return False

    def _limit_stacking(
        self, going: Sequence[Unit], moves: Mapping[str, PlannedMove], least: float
    ) -> dict[str, PlannedMove]:
        """8.1: let no unit go where it would overstack a hex, the most useful first."""
        limited: dict[str, PlannedMove] = {}
        coming: dict[Hex, int] = {}
        for id_, (gain, goal, way) in super()._limit_stacking(going, moves, least).items():
            if not isinstance(goal, str) and not self.fight.has_enemy(goal, self.side):
                soldiers = coming.get(goal, 0) + self.fight.get_unit(id_).soldiers
                if not self.fight.has_room(goal, self.side, soldiers):
                    continue
                coming[goal] = soldiers
            limited[id_] = gain, goal, way
        return limited

    def _keep_leader_with_units(self, plan: Plan) -> None:
        """3.3.1.1: let a leader go only where units will be within its command."""
        leader = plan.first
        if (
            leader is None
            or not leader.command
            or leader.id not in plan.goals
            or plan.goals[leader.id] == EXIT
        ):
            return
        fight, distances = self.fight, self.fight.board.distances
        hexes = [
            goal if not isinstance(goal := plan.goals.get(unit.id, unit.hex), str) else unit.hex
            for unit in fight.camps[self.side].units
            if not unit.leads
        ]
        goal = plan.goals[leader.id]
        if isinstance(goal, str):
            return
        far = distances[goal]
        if any(far[hex_] <= leader.command for hex_ in hexes):
            return
        plan.score -= plan.gains.pop(leader.id)
        del plan.goals[leader.id], plan.ways[leader.id]
        if not plan.goals:
            plan.score = 0.0

    def _plan_stack(self, leader: Unit, alone: Plan | None) -> Plan | None:
        """O21.2: plan the move of a leader together with the units in its hex."""
        fight, evaluator = self.fight, self.evaluator
        here = leader.hex
        stack = [leader]
        for unit in fight.units_at[here]:
            if unit.side == self.side and not unit.leads and not unit.active and not unit.broken:
                stack.append(unit)
        if len(stack) == 1 or leader.broken or fight.works.get(here) == "wire":
            return None
        if any(self._should_stay(unit) for unit in stack):
            return None
        points = min(fight.get_move_points(unit) for unit in stack)
        if points <= 0:
            return None
        raters = [
            (unit, evaluator.make_hex_rater(unit, [other for other in stack if other is not unit]))
            for unit in stack
        ]
        now = add_floats(rate(here) + self._rate_duty(unit) for unit, rate in raters)
        value = add_floats(evaluator.get_value(unit) for unit in stack)
        soldiers = sum(unit.soldiers for unit in stack)
        ways = evaluator.find_routes(leader, points)
        heaviest = max(stack[1:], key=lambda unit: (evaluator.get_value(unit), unit.id))
        worth_risk = evaluator.risk * evaluator.get_value(heaviest)
        best: PlannedMove | None = None
        for hex_ in evaluator.list_promising_hexes(heaviest, ways, worth_risk):
            _, path, drawn = ways[hex_]
            if path and fight.has_room(hex_, self.side, soldiers):
                gain = add_floats(rate(hex_) for _, rate in raters) - now - drawn * evaluator.risk * value
                if best is None or gain > best[0]:
                    best = gain, hex_, path
        if best is None or best[0] <= self._get_least_gain("going"):
            return None
        gain, goal, path = best
        plan = Plan(gain, first=leader, others=tuple(stack[1:]), together=tuple(unit.id for unit in stack))
        for unit in stack:
            plan.goals[unit.id], plan.ways[unit.id], plan.gains[unit.id] = goal, list(path), gain / len(stack)
        if alone is not None:
            for unit in alone.others:
                if unit not in stack and alone.goals[unit.id] != goal and alone.gains[unit.id] > 0:
                    plan.others += (unit,)
                    plan.score += alone.gains[unit.id]
                    plan.goals[unit.id], plan.ways[unit.id] = alone.goals[unit.id], alone.ways[unit.id][:]
                    plan.gains[unit.id] = alone.gains[unit.id]
        return plan

    def on_mover(self, prompt: Choose) -> str:
        """O21.2: move as planned, but not into obstacles or fire that were not there when it was planned."""
        for id_ in prompt.options:
            if id_ in self.plan.goals:
                unit = self.fight.get_unit(id_)
                if not self._meets_obstacle(id_) and self._accepts_fire(unit):
                    return id_
        if DONE in prompt.options:
            return DONE
        planned = [id_ for id_ in prompt.options if id_ in self.plan.goals]
        return (planned or list(prompt.options))[0]

    def _meets_obstacle(self, id_: str) -> bool:
        """F103, F106: return whether mines or wire lie on the way of a unit that was planned before them."""
        new = self._list_obstacles() - self._known_obstacles
        return not new.isdisjoint(self.plan.ways.get(id_, ()))

    def _list_obstacles(self) -> frozenset[Hex]:
        return frozenset(hex_ for hex_, work in self.fight.works.items() if work in OBSTACLES)

    def on_step(self, prompt: Choose) -> str:
        """O21.1: stop before new mines or wire, and if a unit of the group has broken."""
        first, *others = self.fight.mover
        if STOP in prompt.options and (any(unit.broken for unit in others) or self._meets_obstacle(first.id)):
            return STOP
        return super().on_step(prompt)

    def on_together(self, prompt: Choose) -> list[str]:
        """O21.2: move together as planned."""
        return [
            id_ for id_ in prompt.options if id_ in self.plan.together and not self.fight.get_unit(id_).broken
        ]

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
