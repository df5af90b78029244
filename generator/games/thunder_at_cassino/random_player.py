"""A player that draws legal answers from the seed, to simulate plays and test the rules."""

from __future__ import annotations

from typing import Any

from generator.chance import Chance
from generator.table import NO_ANSWER, Answer, Buy, Choose, Prompt, Report, Table

from .play.companion import END
from .play.impulses import PASS
from .play.turns import DONE

MAX_TRIES = 8
PASS_CHANCE_ONE_IN = 2  # one impulse in this many is a pass


class RandomPlayer:
    """Answers choices, counts and reports; dice and cups are left to others."""

    by = "chance"

    def __init__(self, seed: str, tries: int = MAX_TRIES) -> None:
        self.seed = seed
        self.tries = tries

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.seed}/player/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return _choose(prompt, chance)
        if isinstance(prompt, Buy):
            return _buy(prompt, chance)
        if isinstance(prompt, Report):
            return self._reported(prompt, chance)
        return NO_ANSWER

    def _reported(self, prompt: Report, chance: Chance) -> Answer:
        if prompt.ask == "companion" and chance(PASS_CHANCE_ONE_IN) == 0:
            ending = [doing for doing in prompt.form["properties"]["do"]["enum"] if doing in (PASS, END)]
            return {"do": ending[0]}
        for _ in range(self.tries):
            answer = draw_value(prompt.form, chance)
            if prompt.check is None or prompt.check(answer) is None:
                return answer
        return prompt.context["example"]


def _choose(prompt: Choose, chance: Chance) -> Answer:
    ending = next((option for option in prompt.options if option in (PASS, DONE)), None)
    if ending is not None and chance(PASS_CHANCE_ONE_IN) == 0:
        return ending
    if prompt.single:
        return prompt.options[chance(len(prompt.options))]
    count = min(prompt.least + chance(prompt.most - prompt.least + 1), prompt.most)
    remaining = list(prompt.options)
    return [remaining.pop(chance(len(remaining))) for _ in range(count)]


def _buy(prompt: Buy, chance: Chance) -> Answer:
    """Buy a few wares, as far as stock and limit allow."""
    stock, bought, max_wares = dict(prompt.stock), dict[str, int](), prompt.most
    for ware in prompt.shelf:
        for _ in range(chance(3)):
            fits = all((stock.get(thing) or 0) >= count for thing, count in ware.uses.items())
            if not fits or (max_wares is not None and sum(bought.values()) >= max_wares):
                break
            bought[ware.id] = bought.get(ware.id, 0) + 1
            for thing, count in ware.uses.items():
                stock[thing] = (stock[thing] or 0) - count
    return bought


def draw_value(form: Any, chance: Chance) -> Any:
    """Draw a value that fits a form."""
    if "enum" in form:
        return form["enum"][chance(len(form["enum"]))]
    if form["type"] == "integer":
        return form["minimum"] + chance(form["maximum"] - form["minimum"] + 1)
    if form["type"] == "boolean":
        return chance(2) == 1
    if form["type"] == "array":
        options = list(form["items"]["enum"])
        return [option for option in options if chance(4) == 0]
    needed = form["required"]
    names = [name for name in form["properties"] if name in needed or chance(2)]
    return {name: draw_value(form["properties"][name], chance) for name in names}
