"""The regular's actions: played if they are worth the order on the same card."""

from __future__ import annotations

from generator.table import Choose

from ..cards import NONE
from ..dice_odds import add_floats
from ..fire import Attack, get_cover_against, get_piece_fp
from ..move import list_assault_pieces, list_assault_targets
from .discards import Discards

PILLBOX, FOXHOLES = "pillbox", "foxholes"


class Actions(Discards):
    """Which actions to play."""

    def _get_action_cost(self, option: str) -> float:
        """Return what an action must be worth: a threshold and a share of the order on its card."""
        action, _, number = option.partition(":")
        cost = self.weights.get(f"play_{action}", self.weights["play"])
        for card in self.fight.camps[self.side].hand:
            if str(card.number) == number:
                return cost + self.weights["spend"] * self._rate_order(card.text.order)
        return cost

    def on_fire_action(self, prompt: Choose) -> str:
        """A24: play the action that adds most to the attack beyond its cost."""
        attack: Attack = self.fight.attack
        hex_, evaluator = attack.targets[0], self.evaluator
        now = evaluator.get_effect(attack.fp, hex_, shells=attack.shells) if attack.fp > 0 else 0.0
        best, chosen = 0.0, NONE
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == "spray_fire":
                gain = now * self.weights["sprayed"]
            elif action != NONE:
                add = self.fight.get_figure(f"action.{action}", "fp")
                gain = evaluator.get_effect(attack.fp + add, hex_, shells=attack.shells) - now
            else:
                continue
            gain -= self._get_action_cost(option)
            if gain > best:
                best, chosen = gain, option
        return chosen

    def on_hide_action(self, prompt: Choose) -> str:
        """A29, A35.1, A35.3: hide if what is saved is worth the card; a pillbox is the best cover."""
        attack: Attack = self.fight.attack
        fight, evaluator = self.fight, self.evaluator
        units = [unit for hex_ in attack.targets for unit in fight.list_units(hex_, self.side)]
        if not units:
            return NONE
        cover = max(get_cover_against(fight, attack, unit) for unit in units)
        harms = [(unit, evaluator.get_harm(unit)) for unit in units]
        at_risk = add_floats(self._get_failure_chance(attack, unit, 0) * harm for unit, harm in harms)
        best, chosen = 0.0, NONE
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == NONE:
                continue
            help_ = cover if action == "concealment" else self._get_hidden_cover(action) - cover
            if help_ <= 0:
                continue
            saved = at_risk - add_floats(
                self._get_failure_chance(attack, unit, help_) * harm for unit, harm in harms
            )
            saved -= self._get_action_cost(option)
            if saved > best:
                best, chosen = saved, option
        return chosen

    def _get_hidden_cover(self, action: str) -> int:
        """A35.1, A35.3: return the cover of the fortification that an action reveals."""
        work = PILLBOX if action == "hidden_pillbox" else FOXHOLES
        return self.fight.catalog.fortifications[work].cover or 0

    def on_move_action(self, prompt: Choose) -> str:
        """A26, A39: fire in an assault if it is worth the card; throw smoke in the enemy's sight."""
        fight, evaluator = self.fight, self.evaluator
        movers = [unit for unit in fight.camps[self.side].units if unit.moving]
        for option in prompt.options:
            if option.startswith("assault_fire"):
                pieces = list_assault_pieces(fight, movers)
                fp = max((get_piece_fp(fight, piece) for piece in pieces), default=0)
                targets = list_assault_targets(fight, movers)
                gain = max((evaluator.get_effect(fp, hex_) for hex_ in targets), default=0.0)
                if gain > self._get_action_cost(option):
                    return option
            elif option.startswith("smoke_grenades") and fight.camps[self.side].posture != "defend":
                exposed = max((evaluator.get_danger(unit.hex) for unit in movers), default=0.0)
                if exposed > self.weights["smoke"]:
                    return option
        return NONE
