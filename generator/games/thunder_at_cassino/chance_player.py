"""Chance at a keyboard: legal answers drawn from the seed, to see how a play goes and to try the rules."""

from __future__ import annotations

from typing import Any

from generator.chance import Chance
from generator.table import NO_ANSWER, Answer, Buy, Choose, Prompt, Report, Table

from .play.impulses import PASS
from .play.turns import DONE

TRIES = 8
EAGER = 2  # one impulse in so many is a pass


class ChancePlayer:
    """Answers choices, counts and reports; dice and cups are left to others."""

    by = "chance"

    def __init__(self, seed: str, tries: int = TRIES) -> None:
        self.seed = seed
        self.tries = tries

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.seed}/player/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return _chosen(prompt, chance)
        if isinstance(prompt, Buy):
            return _bought(prompt, chance)
        if isinstance(prompt, Report):
            return self._reported(prompt, chance)
        return NO_ANSWER

    def _reported(self, prompt: Report, chance: Chance) -> Answer:
        for _ in range(self.tries):
            found = drawn(prompt.form, chance)
            if prompt.check is None or prompt.check(found) is None:
                return found
        return prompt.context["example"]


def _chosen(prompt: Choose, chance: Chance) -> Answer:
    ending = next((option for option in prompt.options if option in (PASS, DONE)), None)
    if ending is not None and chance(EAGER) == 0:
        return ending
    if prompt.single:
        return prompt.options[chance(len(prompt.options))]
    count = min(prompt.least + chance(prompt.most - prompt.least + 1), prompt.most)
    left = list(prompt.options)
    return [left.pop(chance(len(left))) for _ in range(count)]


def _bought(prompt: Buy, chance: Chance) -> Answer:
    """A few wares, as far as stock and number allow."""
    stock, found, most = dict(prompt.stock), dict[str, int](), prompt.most
    for ware in prompt.shelf:
        for _ in range(chance(3)):
            fits = all((stock.get(thing) or 0) >= count for thing, count in ware.uses.items())
            if not fits or (most is not None and sum(found.values()) >= most):
                break
            found[ware.id] = found.get(ware.id, 0) + 1
            for thing, count in ware.uses.items():
                stock[thing] = (stock[thing] or 0) - count
    return found


def drawn(form: Any, chance: Chance) -> Any:
    """Something that fits a form."""
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
    return {name: drawn(form["properties"][name], chance) for name in names}
