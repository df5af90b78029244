"""A player for any prompt that draws legal answers from the seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.chance import Chance
from generator.table import NO_ANSWER, Answer, Buy, Choose, Prompt, Report, Table

MAX_TRIES = 8
MAX_COUNT = 3  # items of a list, or of one ware, that the player takes at most


class RandomPlayer:
    """Answers choices, purchases and reports; dice and cups are left to others.

    A report whose check refuses every try stays unanswered, unless its context has an ``example``.
    """

    by = "chance"

    def __init__(self, seed: str, tries: int = MAX_TRIES) -> None:
        self.seed = seed
        self.tries = tries

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.seed}/player/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return self.choose(prompt, chance)
        if isinstance(prompt, Buy):
            return buy_at_random(prompt, chance)
        if isinstance(prompt, Report):
            return self.report(prompt, chance)
        return NO_ANSWER

    def choose(self, prompt: Choose, chance: Chance) -> Answer:
        if prompt.single:
            return prompt.options[chance(len(prompt.options))]
        count = min(prompt.least + chance(prompt.most - prompt.least + 1), prompt.most)
        remaining = list(prompt.options)
        return [remaining.pop(chance(len(remaining))) for _ in range(count)]

    def report(self, prompt: Report, chance: Chance) -> Answer:
        for _ in range(self.tries):
            answer = draw_value(prompt.form, chance)
            if prompt.check is None or prompt.check(answer) is None:
                return answer
        return prompt.context.get("example", NO_ANSWER)


def buy_at_random(prompt: Buy, chance: Chance) -> dict[str, int]:
    """Buy a few wares, as far as stock, budget and limit allow."""
    stock, bought, max_wares, spent = dict(prompt.stock), dict[str, int](), prompt.most, 0
    for ware in prompt.shelf:
        for _ in range(chance(MAX_COUNT)):
            fits = all((stock.get(thing) or 0) >= count for thing, count in ware.uses.items())
            if not fits or (max_wares is not None and sum(bought.values()) >= max_wares):
                break
            if prompt.budget is not None and spent + ware.price > prompt.budget:
                break
            spent += ware.price
            bought[ware.id] = bought.get(ware.id, 0) + 1
            for thing, count in ware.uses.items():
                stock[thing] = (stock[thing] or 0) - count
    return bought


def draw_value(form: Mapping[str, Any], chance: Chance) -> Any:
    """Draw a value that fits a form; what cannot be drawn, such as a text of a pattern, is left empty."""
    if "const" in form:
        return form["const"]
    if "enum" in form:
        return form["enum"][chance(len(form["enum"]))]
    types = form.get("type", ())
    match types if isinstance(types, str) else next(iter(types), ""):
        case "integer":
            least = form.get("minimum", 0)
            return least + chance(form.get("maximum", least + MAX_COUNT) - least + 1)
        case "boolean":
            return chance(2) == 1
        case "string":
            return "x" * form.get("minLength", 0)
        case "array" if "enum" in form.get("items", {}):
            return [option for option in form["items"]["enum"] if chance(4) == 0]
        case "array":
            least = form.get("minItems", 0)
            count = least + chance(min(MAX_COUNT, form.get("maxItems", least) - least) + 1)
            return [draw_value(form.get("items", {}), chance) for _ in range(count)]
        case "object":
            needed, inner = form.get("required", ()), form.get("properties", {})
            names = [name for name in inner if name in needed or chance(2)]
            return {name: draw_value(inner[name], chance) for name in names}
    return None
