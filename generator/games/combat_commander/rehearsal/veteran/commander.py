"""The veteran's orders: plans of the regular, compared by playing copies of the fight on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..bot_planning import Plan, Shot
from ..fight import DISCARD, END
from ..fire import Piece
from ..regular import Regular
from ..state import SIDES, Fight
from .copies import copy_fight, deal_unknown_cards
from .position import estimate_chance
from .rollouts import Commander, play_on

Answer = Callable[[Choose], Any]
SEVERAL_PLANS = ("advance", "fire", "move")  # orders for which more than the best plan is tried


@dataclass(slots=True, eq=False)
class Candidate:
    """Something to do now, and the chances to win that followed from it."""

    plan: Plan | None  # None: give no order
    deep: bool = False  # O15: discard as many cards as allowed
    chances: list[float] = field(default_factory=list)

    def get_chance(self) -> float:
        return sum(self.chances) / len(self.chances)


class Veteran(Regular):
    """The answers of one side."""

    by = "veteran"

    def __init__(
        self,
        fight: Fight,
        side: Side,
        weights: Mapping[str, int],
        figures: Mapping[str, int],
        seed: str,
    ) -> None:
        super().__init__(fight, side, weights, seed)
        self._bare_weights, self._figures, self._seed = weights, figures, seed
        self._decisions = 0
        self._deep = False

    def on_order(self, prompt: Choose) -> str:
        """5: give the order that led to the best chances in copies of the fight."""
        self._deep = False
        answer = super().on_order(prompt)
        candidates = self._list_candidates(answer)
        if len(candidates) > 1:
            self._decisions += 1
            answer = self._follow(self._choose_candidate(candidates), answer)
        return answer

    def _list_candidates(self, answer: str) -> list[Candidate]:
        """Return the plans worth trying, the regular's choice first, and to give no order."""
        chosen = self.plan if answer not in (END, DISCARD) else None
        candidates = [Candidate(chosen)]
        plans: list[Plan] = []
        for name, card in self._list_order_cards().items():
            for plan in self._list_plans(name):
                plan.card = card
                plans.append(plan)
        plans.sort(key=lambda plan: -plan.score)
        for plan in plans[: self._figures["plans"]]:
            if chosen is None or (plan.card, plan.first) != (chosen.card, chosen.first):
                candidates.append(Candidate(plan))
        if chosen is not None:
            candidates.append(Candidate(None))
        if not self.fight.orders_given:
            candidates.append(Candidate(None, deep=True))
        return candidates

    def _list_plans(self, order: str) -> list[Plan]:
        """Return the best plans of an order."""
        if order not in SEVERAL_PLANS:
            think = getattr(self, f"think_{order}", None)
            plan = think() if think is not None else None
            return [plan] if plan is not None else []
        plans = (
            self.list_fire_plans() if order == "fire" else self.list_move_plans(advance=order == "advance")
        )
        return sorted(plans, key=lambda plan: -plan.score)[: self._figures["alternatives"]]

    def _choose_candidate(self, candidates: list[Candidate]) -> Candidate:
        """Return the candidate with the best chances; half of them drop out after each round."""
        first, tries, left = candidates[0], 0, candidates
        while True:
            for number in range(tries, tries + self._figures["tries"]):
                for candidate in left:
                    candidate.chances.append(self._try(candidate, number))
            tries += self._figures["tries"]
            left = sorted(left, key=lambda candidate: -candidate.get_chance())
            if tries >= self._figures["most_tries"]:
                break
            left = left[: max(2, (len(left) + 1) // 2)]
            if first not in left:
                left.append(first)
        lead = left[0].get_chance() - first.get_chance()
        return left[0] if lead > self._figures["margin"] / 1000 else first

    def _try(self, candidate: Candidate, number: int) -> float:
        """Return the chance to win after a candidate and a few turns in one copy of the fight."""
        twin = copy_fight(self.fight)
        random = Random(f"{self._seed}/{self._decisions}/{number}")
        deal_unknown_cards(twin, self.side, random)
        commanders: dict[Side, Commander] = {
            side: Regular(twin, side, self._bare_weights, f"{self._seed}/{number}") for side in SIDES
        }
        commanders[self.side] = _make_starter(twin, self.side, commanders[self.side], candidate)
        play_on(twin, commanders, random, twin.turns + self._figures["turns"])
        if twin.winner is not None:
            return float(twin.winner == self.side)
        return estimate_chance(twin, self.side, self._figures)

    def _follow(self, candidate: Candidate, answer: str) -> str:
        """Take the candidate's plan as the own one and return its answer."""
        self._deep = candidate.deep
        plan = candidate.plan
        if plan is None:
            if answer not in (END, DISCARD):
                self._orders = self.fight.orders_given
            return END if self.fight.orders_given else DISCARD
        assert plan.card is not None
        self.plan, self._idle = plan, 0
        self._orders, self._turn = self.fight.orders_given + 1, self.fight.turns
        return str(plan.card.number)

    def on_discards(self, prompt: Choose) -> list[str]:
        """O15: discard as the regular does, or all that is allowed."""
        return list(prompt.options[: prompt.most]) if self._deep else super().on_discards(prompt)


def _make_starter(fight: Fight, side: Side, commander: Commander, candidate: Candidate) -> Commander:
    """Return a commander that starts with a candidate and goes on as the given one."""
    assert isinstance(commander, Regular)
    turn = fight.turns
    asked: list[Choose] = []

    def answer(prompt: Choose) -> Any:
        if not asked:
            asked.append(prompt)
            return commander.start_with(_translate_plan(candidate.plan, fight, side))
        if candidate.deep and prompt.ask == "discards" and fight.turns == turn:
            return list(prompt.options[: prompt.most])
        return commander(prompt)

    return answer


def _translate_plan(plan: Plan | None, fight: Fight, side: Side) -> Plan | None:
    """Return a plan in terms of the units of a copy."""
    if plan is None:
        return None
    units = {unit.id: unit for unit in fight.camps[side].units}

    def translate(piece: Piece) -> Piece:
        unit = units[piece.unit.id]
        return Piece(unit, unit.weapon if piece.weapon is not None else None)

    return Plan(
        plan.score,
        card=plan.card,
        first=units[plan.first.id] if plan.first is not None else None,
        others=tuple(units[unit.id] for unit in plan.others),
        shots=[Shot(shot.target, tuple(map(translate, shot.pieces)), shot.value) for shot in plan.shots],
        goals=dict(plan.goals),
        ways={id_: list(way) for id_, way in plan.ways.items()},
        gains=dict(plan.gains),
        side=plan.side,
        aim=plan.aim,
        together=plan.together,
    )
