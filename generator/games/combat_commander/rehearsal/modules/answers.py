"""What a plain commander answers to the questions of special rules."""

from __future__ import annotations

from typing import Any

from generator.table import Choose

from ..artillery import SHELLS, may_aim, observers
from ..chances import added, beats
from ..fire import Attack
from ..bot_planning import Plan, Planner
from ..board import Hex
from . import night

RADIO, STARSHELL = "radio", "starshell"


class SpecialAnswers(Planner):
    """Answers that only some fights ask for."""

    def on_urban_sniper(self, prompt: Choose) -> str:
        """ST-3.2: spent where the roll hangs in the balance."""
        asked: Any = self.fight.roll
        attack: Attack | None = self.fight.attack
        aim = self.fight.special.aim
        if isinstance(asked, tuple) and len(asked) == 3 and isinstance(asked[1], dict):
            hex_, fp, _ = asked
            lead = fp[self.side] - fp[self.enemy]
            stake = added(map(self.judge.loss, self.fight.at[hex_]))
            gain = (beats(lead + aim) - beats(lead)) * stake
        elif attack is not None:
            hex_ = attack.targets[0]
            now = self.judge.effect(attack.fp, hex_, shells=attack.shells)
            gain = self.judge.effect(attack.fp + aim, hex_, shells=attack.shells) - now
        else:
            return "no"
        return "yes" if gain > self.weights["play"] else "no"

    def on_rubble(self, prompt: Choose) -> str:
        """ST-T1.3.2: onto the enemy, away from friends."""
        numbers = self.fight.ground.numbers

        def score(name: str) -> float:
            men = self.fight.at[numbers[name]]
            return added(self.judge.value(unit) * (1 if unit.side == self.enemy else -1) for unit in men)

        return str(max(prompt.options, key=score))

    def on_sewer_out(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_register(self, prompt: Choose) -> str:
        return "yes"

    def on_gaps(self, prompt: Choose) -> list[str]:
        """NO-C2.2: the sides that lie towards the enemy's edge."""
        rank = self.fight.ground.rank[self.fight.camps[self.enemy].edge]
        numbers = self.fight.ground.numbers
        return sorted(prompt.options, key=lambda name: (rank[numbers[name]], name))[: prompt.most]

    # NO-5, NO-6

    def think_artillery_request(self) -> Plan | None:
        """NO-6.1: at night, without guns to ask for, light over the enemy."""
        plan = super().think_artillery_request()
        if plan is not None or not night.dark(self.fight):
            return plan
        lit = self.fight.special.lay.lit
        names = self.fight.ground.names
        for leader in observers(self.fight, self.side):
            for unit in self.fight.camps[self.enemy].units:
                if names[unit.hex] not in lit and may_aim(self.fight, leader, unit.hex):
                    return Plan(self.weights["access"], first=leader, aim=unit.hex)
        return None

    def on_illuminate(self, prompt: Choose) -> str:
        return SHELLS

    def on_deny(self, prompt: Choose) -> str:
        return RADIO

    def on_clear(self, prompt: Choose) -> str:
        """NO-6.3: the light goes where it shows more friends than enemies."""
        return (
            STARSHELL
            if max(map(self._exposed, self.fight.special.starshells)) > 0
            else str(prompt.options[0])
        )

    def on_starshell(self, prompt: Choose) -> str:
        return str(max(prompt.options, key=lambda name: self._exposed(self.fight.ground.numbers[name])))

    def _exposed(self, hex_: Hex) -> int:
        far, radius = self.fight.ground.far[hex_], self.fight.figure("rule.starshell", "radius")
        camps = self.fight.camps
        ours, theirs = (
            sum(far[u.hex] <= radius for u in camps[side].units) for side in (self.side, self.enemy)
        )
        return ours - theirs
