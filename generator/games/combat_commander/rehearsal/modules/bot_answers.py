"""The bot's answers to questions of special rules."""

from __future__ import annotations

from typing import Any

from generator.table import Choose

from ..artillery import SHELLS, list_observers, may_aim
from ..board import Hex
from ..bot_planning import Plan, Planner
from ..dice_odds import add_floats, get_win_chance
from ..fire import Attack
from . import night

RADIO, STARSHELL = "radio", "starshell"


class SpecialAnswers(Planner):
    """Answers that only fights with special rules need."""

    def on_urban_sniper(self, prompt: Choose) -> str:
        """ST-3.2: spend the sniper if it gains more than a threshold."""
        asked: Any = self.fight.subject
        attack: Attack | None = self.fight.attack
        aim = self.fight.special.aim
        if isinstance(asked, tuple) and len(asked) == 3 and isinstance(asked[1], dict):
            hex_, fp, _ = asked
            lead = fp[self.side] - fp[self.enemy]
            stake = add_floats(map(self.evaluator.get_loss, self.fight.units_at[hex_]))
            gain = (get_win_chance(lead + aim) - get_win_chance(lead)) * stake
        elif attack is not None:
            hex_ = attack.targets[0]
            now = self.evaluator.get_effect(attack.fp, hex_, shells=attack.shells)
            gain = self.evaluator.get_effect(attack.fp + aim, hex_, shells=attack.shells) - now
        else:
            return "no"
        return "yes" if gain > self.weights["play"] else "no"

    def on_rubble(self, prompt: Choose) -> str:
        """ST-T1.3.2: choose a hex with enemies and without friends."""
        numbers = self.fight.board.numbers

        def score(name: str) -> float:
            men = self.fight.units_at[numbers[name]]
            return add_floats(
                self.evaluator.get_value(unit) * (1 if unit.side == self.enemy else -1) for unit in men
            )

        return str(max(prompt.options, key=score))

    def on_sewer_out(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_register(self, prompt: Choose) -> str:
        return "yes"

    def on_gaps(self, prompt: Choose) -> list[str]:
        """NO-C2.2: choose the sides towards the enemy's edge."""
        rank = self.fight.board.edge_distance[self.fight.camps[self.enemy].edge]
        numbers = self.fight.board.numbers
        return sorted(prompt.options, key=lambda name: (rank[numbers[name]], name))[: prompt.most]

    # NO-5, NO-6

    def think_artillery_request(self) -> Plan | None:
        """NO-6.1: at night, without artillery, plan a starshell over the enemy."""
        plan = super().think_artillery_request()
        if plan is not None or not night.is_dark(self.fight):
            return plan
        lit = self.fight.special.overlay.lit
        names = self.fight.board.names
        for leader in list_observers(self.fight, self.side):
            for unit in self.fight.camps[self.enemy].units:
                if names[unit.hex] not in lit and may_aim(self.fight, leader, unit.hex):
                    return Plan(self.weights["access"], first=leader, aim=unit.hex)
        return None

    def on_illuminate(self, prompt: Choose) -> str:
        return SHELLS

    def on_deny(self, prompt: Choose) -> str:
        return RADIO

    def on_clear(self, prompt: Choose) -> str:
        """NO-6.3: remove a starshell that lights more friends than enemies."""
        return (
            STARSHELL
            if max(map(self._count_exposed, self.fight.special.starshells)) > 0
            else str(prompt.options[0])
        )

    def on_starshell(self, prompt: Choose) -> str:
        return str(max(prompt.options, key=lambda name: self._count_exposed(self.fight.board.numbers[name])))

    def _count_exposed(self, hex_: Hex) -> int:
        far, radius = self.fight.board.distances[hex_], self.fight.get_figure("rule.starshell", "radius")
        camps = self.fight.camps
        ours, theirs = (
            sum(far[u.hex] <= radius for u in camps[side].units) for side in (self.side, self.enemy)
        )
        return ours - theirs
