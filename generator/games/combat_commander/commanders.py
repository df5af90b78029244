"""Commanders: who answers choices when no person does.

A commander is given the prompt and nothing else, so that he sees only what his seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from generator.chance import Chance, open_part
from generator.table import NO_ANSWER, Answer, Buy, Choose, Draw, Prompt, Report, Roll, Table, Ware

from .battle.placement import arrange_units, arrange_works

Pick = Callable[[int], int]  # a number below its argument
Taste = Callable[[Prompt, Pick], Answer]

CHANCE = (Roll, Draw)  # not a commander's business
STOP_BUYING = 2  # a random buyer stops after each purchase with one chance in this many


def random(prompt: Prompt, pick: Pick) -> Answer:
    """Any legal answer."""
    if isinstance(prompt, Choose):
        if prompt.least == prompt.most == 1:
            return prompt.options[pick(len(prompt.options))]
        number = prompt.least + pick(prompt.most - prompt.least + 1)
        left = list(prompt.options)
        return [left.pop(pick(len(left))) for _ in range(number)]
    if isinstance(prompt, Buy):
        return _random_purchase(prompt, pick)
    return _report(prompt, pick)


def cautious(prompt: Prompt, pick: Pick) -> Answer:
    """Wants to defend: spends as little as he may, and digs in with half of what he holds."""
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=min, yes=False)
    if isinstance(prompt, Buy):
        if prompt.least:
            return _purchase_near(prompt, pick, prompt.context.get("marker", 0))
        return _purchase_near(prompt, pick, prompt.context.get("marker", 0) // 2)
    return _report(prompt, pick)


def bold(prompt: Prompt, pick: Pick) -> Answer:
    """Wants to attack: brings the most, buys support until the marker is across, asks for the radio."""
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=max, yes=True)
    if isinstance(prompt, Buy):
        return _purchase_near(prompt, pick, -1 if prompt.least else prompt.context.get("marker", 0))
    return _report(prompt, pick)


def even(prompt: Prompt, pick: Pick) -> Answer:
    """Wants the marker near 0: a middling force, and purchases that bring it there."""
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=_middle, yes=False)
    if isinstance(prompt, Buy):
        return _purchase_near(prompt, pick, 0)
    return _report(prompt, pick)


TASTES: Mapping[str, Taste] = {"random": random, "cautious": cautious, "bold": bold, "even": even}


class Commander:
    """A taste in a seat, with a source of chance of its own."""

    by = "commander"

    def __init__(self, seats: Mapping[str, str], seed: str) -> None:
        self.tastes = {seat: TASTES[name] for seat, name in seats.items() if name in TASTES}
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.at(len(table.entries), {}, prompt)

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        """What answer number ``place`` is."""
        taste = self.tastes.get(prompt.seat)
        if taste is None or type(prompt) in CHANCE:
            return NO_ANSWER
        return taste(prompt, Chance(f"{self.seed}/{place}/{prompt.seat}"))


def _middle(options: Any, key: Callable[[str], int]) -> str:
    ranked = sorted(options, key=key)
    return str(ranked[len(ranked) // 2])


def _chosen(prompt: Choose, pick: Pick, *, by_value: Callable[..., str], yes: bool) -> Answer:
    values = prompt.context.get("values")
    if values:
        best = values[by_value(prompt.options, key=values.__getitem__)]
        equal = [option for option in prompt.options if values[option] == best]
        return equal[pick(len(equal))]
    if prompt.of == "yes_no":
        return "yes" if yes else "no"
    if prompt.of == "objective":
        return list(prompt.options)
    return random(prompt, pick)


def _random_purchase(prompt: Buy, pick: Pick) -> dict[str, int]:
    bought: dict[str, int] = {}
    while True:
        number = sum(bought.values())
        if number >= prompt.least and pick(STOP_BUYING) == 0:
            return bought
        wares = _buyable(prompt, bought)
        if not wares:
            return bought
        ware = wares[pick(len(wares))]
        bought[ware.id] = bought.get(ware.id, 0) + 1


def _purchase_near(prompt: Buy, pick: Pick, goal: int) -> dict[str, int]:
    """Buy so that the marker, which starts in the context, ends as near to a goal as the shelf allows.

    Ware by ware: each purchase must bring the marker nearer, or be owed.
    """
    marker = prompt.context.get("marker", 0)
    bought: dict[str, int] = {}
    while True:
        wares = _buyable(prompt, bought)
        if not wares:
            return bought
        miss = {ware.id: abs(marker - ware.price - goal) for ware in wares}
        least = min(miss.values())
        if sum(bought.values()) >= prompt.least and least >= abs(marker - goal):
            return bought
        best = [ware for ware in wares if miss[ware.id] == least]
        ware = best[pick(len(best))]
        bought[ware.id] = bought.get(ware.id, 0) + 1
        marker -= ware.price


def _buyable(prompt: Buy, bought: Mapping[str, int]) -> list[Ware]:
    """The wares that may still be added to a purchase."""
    if prompt.most is not None and sum(bought.values()) >= prompt.most:
        return []
    money = inf if prompt.budget is None else prompt.budget
    left = prompt.stock
    grades: dict[str, str | None] = {}
    if bought:
        left = dict(left)
        for ware in prompt.shelf:
            count = bought.get(ware.id, 0)
            if not count:
                continue
            money -= ware.price * count
            if ware.group:
                grades[ware.group] = ware.grade
            for thing, number in ware.uses.items():
                held = left.get(thing, 0)
                left[thing] = None if held is None else held - number * count
    return [
        ware
        for ware in prompt.shelf
        if ware.price <= money
        and (ware.group is None or grades.get(ware.group, ware.grade) == ware.grade)
        and _enough(left, ware.uses)
    ]


def _enough(left: Mapping[str, int | None], uses: Mapping[str, int]) -> bool:
    for thing, number in uses.items():
        held = left.get(thing, 0)
        if held is not None and held < number:
            return False
    return True


def _report(prompt: Prompt, pick: Pick) -> Answer:
    if isinstance(prompt, Report) and prompt.ask == "placement":
        return arrange_units(prompt.context, pick)
    if isinstance(prompt, Report) and prompt.ask == "fortification_placement":
        return arrange_works(prompt.context, pick)
    return NO_ANSWER
