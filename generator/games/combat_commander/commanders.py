"""Commanders: answer choices when no person does.

A commander receives only the prompt, so it sees only what its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from generator.chance import Chance, open_part
from generator.table import NO_ANSWER, Answer, Buy, Choose, Draw, Prompt, Report, Roll, Table, Ware

from .battle.placement import arrange_units, arrange_works

Pick = Callable[[int], int]  # returns a number below its argument
Taste = Callable[[Prompt, Pick], Answer]

STOP_BUYING = 2  # a random buyer stops after each purchase with a chance of one in this many


def random(prompt: Prompt, pick: Pick) -> Answer:
    """Return any legal answer."""
    if isinstance(prompt, Choose):
        if prompt.least == prompt.most == 1:
            return prompt.options[pick(len(prompt.options))]
        number = prompt.least + pick(prompt.most - prompt.least + 1)
        left = list(prompt.options)
        return [left.pop(pick(len(left))) for _ in range(number)]
    if isinstance(prompt, Buy):
        return _random_purchase(prompt, pick)
    return _report(prompt, pick)


def play_cautiously(prompt: Prompt, pick: Pick) -> Answer:
    """Answer as a defender: spend as little as possible, and fortify with half of the VP held."""
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=min, yes=False)
    if isinstance(prompt, Buy):
        if prompt.least:
            return _purchase_near(prompt, pick, prompt.context.get("marker", 0))
        return _purchase_near(prompt, pick, prompt.context.get("marker", 0) // 2)
    return _report(prompt, pick)


def play_boldly(prompt: Prompt, pick: Pick) -> Answer:
    """Answer as an attacker: take the strongest force, buy support until the marker crosses, ask for the
    radio.
    """
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=max, yes=True)
    if isinstance(prompt, Buy):
        return _purchase_near(prompt, pick, -1 if prompt.least else prompt.context.get("marker", 0))
    return _report(prompt, pick)


def keep_even(prompt: Prompt, pick: Pick) -> Answer:
    """Answer so that the marker stays near 0: a middling force, and purchases that bring it there."""
    if isinstance(prompt, Choose):
        return _chosen(prompt, pick, by_value=_middle, yes=False)
    if isinstance(prompt, Buy):
        return _purchase_near(prompt, pick, 0)
    return _report(prompt, pick)


TASTES: Mapping[str, Taste] = {
    "random": random,
    "cautious": play_cautiously,
    "bold": play_boldly,
    "even": keep_even,
}


class Commander:
    """Answerer for seats, each with a taste and its own source of chance."""

    by = "commander"

    def __init__(self, seats: Mapping[str, str], seed: str) -> None:
        self.seats = seats
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.at(len(table.entries), {}, prompt)

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        """Return answer number ``place``; dice and draws are left to others."""
        seat = prompt.seat
        taste = TASTES.get(self.seats.get(seat, ""))
        if taste is None or isinstance(prompt, Roll | Draw):
            return NO_ANSWER
        return taste(prompt, Chance(f"{self.seed}/{place}/{seat}").__call__)


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


class _Basket:
    """A purchase in progress: the wares that may still be added within budget, stock and exclusions."""

    __slots__ = ("bought", "grades", "left", "money", "most", "number", "shelf")

    def __init__(self, prompt: Buy) -> None:
        self.shelf: Sequence[Ware] = prompt.shelf
        self.most = prompt.most
        self.bought: dict[str, int] = {}
        self.number = 0
        self.money: float = inf if prompt.budget is None else prompt.budget
        self.left = dict(prompt.stock)
        self.grades: dict[str, str | None] = {}

    def buyable(self) -> list[Ware]:
        """Return the wares that may still be added. The shelf only shrinks, so it is filtered in place."""
        if self.most is not None and self.number >= self.most:
            return []
        money, left, grades = self.money, self.left, self.grades
        wares = []
        for ware in self.shelf:
            if ware.price > money or (ware.group and grades.get(ware.group, ware.grade) != ware.grade):
                continue
            for thing, number in ware.uses.items():
                held = left.get(thing, 0)
                if held is not None and held < number:
                    break
            else:
                wares.append(ware)
        self.shelf = wares
        return wares

    def add(self, ware: Ware) -> None:
        self.bought[ware.id] = self.bought.get(ware.id, 0) + 1
        self.number += 1
        self.money -= ware.price
        if ware.group:
            self.grades[ware.group] = ware.grade
        for thing, number in ware.uses.items():
            held = self.left.get(thing, 0)
            self.left[thing] = None if held is None else held - number


def _random_purchase(prompt: Buy, pick: Pick) -> dict[str, int]:
    basket = _Basket(prompt)
    while basket.number < prompt.least or pick(STOP_BUYING) != 0:
        wares = basket.buyable()
        if not wares:
            break
        basket.add(wares[pick(len(wares))])
    return basket.bought


def _purchase_near(prompt: Buy, pick: Pick, goal: int) -> dict[str, int]:
    """Buy so that the marker, which starts in the context, ends as near to a goal as the shelf allows.

    Buy ware by ware: each purchase must bring the marker nearer, or be compulsory.
    """
    marker = prompt.context.get("marker", 0)
    basket = _Basket(prompt)
    while wares := basket.buyable():
        miss = {ware.id: abs(marker - ware.price - goal) for ware in wares}
        least = min(miss.values())
        if basket.number >= prompt.least and least >= abs(marker - goal):
            break
        best = [ware for ware in wares if miss[ware.id] == least]
        ware = best[pick(len(best))]
        basket.add(ware)
        marker -= ware.price
    return basket.bought


def _report(prompt: Prompt, pick: Pick) -> Answer:
    if isinstance(prompt, Report) and prompt.ask == "placement":
        return arrange_units(prompt.context, pick)
    if isinstance(prompt, Report) and prompt.ask == "fortification_placement":
        return arrange_works(prompt.context, pick)
    return NO_ANSWER
