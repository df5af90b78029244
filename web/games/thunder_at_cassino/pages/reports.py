"""Forms of reports, with a list, a number or a tick for each field, and the answers from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.games.thunder_at_cassino.messages import MessageFormatter
from schemas.errors import HorahError
from web.pages.prompts import Given, Prompt

LONE = "value"  # field name of a report that is a single number


@dataclass(frozen=True, slots=True)
class Line:
    """Field of a form; ``kind`` is pick, number, tick or ticks."""

    name: str
    label: str
    kind: str
    value: str = ""
    needed: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


def fields(prompt: Prompt, given: Given, words: MessageFormatter) -> tuple[Line, ...]:
    """Return the fields of a report, filled in as sent or as the prompt suggests."""
    form, ask = prompt["form"], prompt["ask"]
    if form["type"] == "integer":
        example = given.get(LONE, "")
        return (
            Line(
                LONE,
                words.field(ask, "number"),
                "number",
                example,
                True,
                least=form["minimum"],
                most=form["maximum"],
            ),
        )
    return tuple(_line(prompt, name, each, given, words) for name, each in form["properties"].items())


def _line(prompt: Prompt, name: str, form: Mapping[str, Any], given: Given, words: MessageFormatter) -> Line:
    label, needed = words.field(prompt["ask"], name), name in prompt["form"]["required"]
    if name == "holder":
        choices = tuple((side, words.term(f"side_short.{side}")) for side in form["enum"])
        return Line(name, label, "pick", given.get(name, prompt["context"]["holder"]), True, choices)
    if "enum" in form:
        choices = tuple((value, words.place(value)) for value in form["enum"])
        first = choices[0][0] if len(choices) == 1 else given.get(name, "")
        return Line(name, label, "pick", first, needed, choices)
    if form["type"] == "boolean":
        return Line(name, label, "tick", "1" if name in given else "", needed)
    if form["type"] == "array":
        choices = tuple((value, words.short(value)) for value in form["items"]["enum"])
        return Line(name, label, "ticks", "", needed, choices, tuple(given.getlist(name)))
    value = given.get(name, _suggested(prompt, name))
    return Line(name, label, "number", value, needed, least=form["minimum"], most=form["maximum"])


def _suggested(prompt: Prompt, name: str) -> str:
    """Return the most common value: no other unit fires, or a known factor."""
    context = prompt.get("context") or {}
    if name == "attack" and context.get("factor") is not None:
        return str(context["factor"])
    return "0" if name in ("machine_guns", "armour", "observers_german", "observers_allied") else ""


def answer(prompt: Prompt, form: Given) -> Any:
    """Read a report from a form; leave out empty optional fields."""
    rules = prompt["form"]
    if rules["type"] == "integer":
        return _number(form.get(LONE, ""))
    found: dict[str, Any] = {}
    for name, each in rules["properties"].items():
        if "enum" not in each and each["type"] == "boolean":
            if name in form or name in rules["required"]:
                found[name] = name in form
        elif "enum" not in each and each["type"] == "array":
            chosen = [value for value in form.getlist(name) if value]
            if chosen or name in rules["required"]:
                found[name] = chosen
        elif form.get(name, "") or name in rules["required"]:
            found[name] = form.get(name, "") if "enum" in each else _number(form.get(name, ""))
    return found


def _number(text: str) -> int:
    """Parse an integer; a bid may be negative."""
    word = text.strip().replace("−", "-")
    if word.lstrip("-").isascii() and word.lstrip("-").isdigit() and len(word) < 5 and word.count("-") <= 1:
        return int(word)
    raise HorahError("NOT_A_NUMBER", given=text)


def about(prompt: Prompt, words: MessageFormatter) -> str:
    """Describe the area, battery or units that a question is about."""
    context = prompt.get("context") or {}
    parts = []
    if "area" in context:
        parts.append(words.place(context["area"]))
    if "battery" in context:
        parts.append(words.battery(context["battery"]))
    if "units" in context and isinstance(context["units"], list):
        parts.append(words.words("unit", context["units"]))
    return " · ".join(parts)


def dice(prompt: Prompt, words: MessageFormatter) -> list[str]:
    """Return the labels of the dice."""
    if prompt["ask"] == "rubble":
        return [words.short(area) for area in words.catalog.rubble_areas]
    if prompt["ask"] == "combat":
        return [words.term(f"die.{who}") for who in ("attacker", "attacker", "defender", "defender")]
    return [str(number) for number in range(1, len(prompt["dice"]) + 1)]
