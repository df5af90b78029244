"""Forms of reports, with a list, a number or a tick for each field, and the answers from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.games.thunder_at_cassino.messages import MessageFormatter
from schemas.errors import HorahError
from web.pages.prompts import Given, Prompt

SINGLE_FIELD = "value"  # field name of a report that is a single number


@dataclass(frozen=True, slots=True)
class FormField:
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


def list_fields(prompt: Prompt, given: Given, words: MessageFormatter) -> tuple[FormField, ...]:
    """Return the fields of a report, filled in as sent or as the prompt suggests."""
    form, ask = prompt["form"], prompt["ask"]
    if form["type"] == "integer":
        example = given.get(SINGLE_FIELD, "")
        return (
            FormField(
                SINGLE_FIELD,
                words.field(ask, "number"),
                "number",
                example,
                True,
                least=form["minimum"],
                most=form["maximum"],
            ),
        )
    return tuple(
        _make_field(prompt, name, rules_of_field, given, words)
        for name, rules_of_field in form["properties"].items()
    )


def _make_field(
    prompt: Prompt, name: str, form: Mapping[str, Any], given: Given, words: MessageFormatter
) -> FormField:
    label, needed = words.field(prompt["ask"], name), name in prompt["form"]["required"]
    if name == "holder":
        choices = tuple((side, words.term(f"side_short.{side}")) for side in form["enum"])
        return FormField(name, label, "pick", given.get(name, prompt["context"]["holder"]), True, choices)
    if "enum" in form:
        choices = tuple((value, words.place(value)) for value in form["enum"])
        first = choices[0][0] if len(choices) == 1 else given.get(name, "")
        return FormField(name, label, "pick", first, needed, choices)
    if form["type"] == "boolean":
        return FormField(name, label, "tick", "1" if name in given else "", needed)
    if form["type"] == "array":
        choices = tuple((value, words.short(value)) for value in form["items"]["enum"])
        return FormField(name, label, "ticks", "", needed, choices, tuple(given.getlist(name)))
    value = given.get(name, _suggest(prompt, name))
    return FormField(name, label, "number", value, needed, least=form["minimum"], most=form["maximum"])


def _suggest(prompt: Prompt, name: str) -> str:
    """Return the most common value: no other unit fires, or a known factor."""
    context = prompt.get("context") or {}
    if name == "attack" and context.get("factor") is not None:
        return str(context["factor"])
    return "0" if name in ("machine_guns", "armour", "observers_german", "observers_allied") else ""


def read_answer(prompt: Prompt, form: Given) -> Any:
    """Read a report from a form; leave out empty optional fields."""
    rules = prompt["form"]
    if rules["type"] == "integer":
        return _parse_number(form.get(SINGLE_FIELD, ""))
    report: dict[str, Any] = {}
    for name, rules_of_field in rules["properties"].items():
        if "enum" not in rules_of_field and rules_of_field["type"] == "boolean":
            if name in form or name in rules["required"]:
                report[name] = name in form
        elif "enum" not in rules_of_field and rules_of_field["type"] == "array":
            chosen = [value for value in form.getlist(name) if value]
            if chosen or name in rules["required"]:
                report[name] = chosen
        elif form.get(name, "") or name in rules["required"]:
            report[name] = (
                form.get(name, "") if "enum" in rules_of_field else _parse_number(form.get(name, ""))
            )
    return report


def _parse_number(text: str) -> int:
    """Parse an integer; a bid may be negative."""
    word = text.strip().replace("−", "-")
    if word.lstrip("-").isascii() and word.lstrip("-").isdigit() and len(word) < 5 and word.count("-") <= 1:
        return int(word)
    raise HorahError("NOT_A_NUMBER", given=text)


def describe_subject(prompt: Prompt, words: MessageFormatter) -> str:
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


def list_dice_labels(prompt: Prompt, words: MessageFormatter) -> list[str]:
    """Return the labels of the dice."""
    if prompt["ask"] == "rubble":
        return [words.short(area) for area in words.catalog.rubble_areas]
    if prompt["ask"] == "combat":
        return [words.term(f"die.{who}") for who in ("attacker", "attacker", "defender", "defender")]
    return [str(number) for number in range(1, len(prompt["dice"]) + 1)]
