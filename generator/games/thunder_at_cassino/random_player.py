"""A random player that passes often, to simulate plays and test the rules."""

from __future__ import annotations

from generator.chance import Chance
from generator.random_player import RandomPlayer as AnyGamePlayer
from generator.table import Answer, Choose, Report

from .play.companion import END
from .play.impulses import PASS
from .play.turns import DONE

PASS_CHANCE_ONE_IN = 2  # one impulse in this many is a pass


class RandomPlayer(AnyGamePlayer):
    """Ends impulses and phases often, so that a play ends."""

    def choose(self, prompt: Choose, chance: Chance) -> Answer:
        ending = next((option for option in prompt.options if option in (PASS, DONE)), None)
        if ending is not None and chance(PASS_CHANCE_ONE_IN) == 0:
            return ending
        return super().choose(prompt, chance)

    def report(self, prompt: Report, chance: Chance) -> Answer:
        if prompt.ask == "companion" and chance(PASS_CHANCE_ONE_IN) == 0:
            ending = [action for action in prompt.form["properties"]["do"]["enum"] if action in (PASS, END)]
            return {"do": ending[0]}
        return super().report(prompt, chance)
