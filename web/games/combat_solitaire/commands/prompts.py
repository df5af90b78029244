"""Prompts in the terminal: the question, its context, and the possible answers."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from exports.games.combat_solitaire.messages import MessageFormatter
from exports.kit.numbered_options import format_options
from generator.table import Choose, Prompt, Report, Roll

from .report_parser import format_option, get_option_label, get_typed_name

HEX = "12.10"


def format_prompt(prompt: Prompt, formatter: MessageFormatter) -> list[str]:
    return [
        f"{prompt.rule}  {formatter.term(f'ask.{prompt.ask}')}",
        *(f"  {line}" for line in _format_lines(prompt, formatter)),
    ]


def _format_lines(prompt: Prompt, formatter: MessageFormatter) -> Iterator[str]:
    context = dict(getattr(prompt, "context", {}))
    about = next((f"about.{name}" for name in ("who", "team", "hex") if name in context), "")
    key = f"about.{prompt.ask}" if formatter.knows(f"about.{prompt.ask}") else about
    if key and formatter.knows(key):
        yield formatter.sentence(key, context)
    if isinstance(prompt, Choose):
        yield from format_options(
            {option: format_option(prompt, option, formatter) for option in prompt.options}
        )
    elif isinstance(prompt, Report):
        for name, man in context.get("men", {}).items():
            yield f"{formatter.name('man', name)}: {formatter.condition(man)}"
        alike: dict[str, list[str]] = {}
        alone = len(prompt.form["properties"]) == 1
        for name, rules in prompt.form["properties"].items():
            allowed = f"{_format_allowed(name, rules, context, formatter)}{_format_place(name, context)}"
            alike.setdefault(allowed, []).append(_format_label(name, formatter, alone=alone))
        yield from (f"{', '.join(names)}: {allowed}" for allowed, names in alike.items())
        yield formatter.sentence("combat.how_report", {"example": _make_example(prompt, formatter)})
    elif isinstance(prompt, Roll):
        yield formatter.sentence("combat.how_roll", {"dice": len(prompt.dice), "faces": prompt.dice[0]})


def _format_label(name: str, formatter: MessageFormatter, *, alone: bool) -> str:
    """Return the label of a field, with the name to type if there are several fields."""
    field = f"field.{name}"
    label = (
        formatter.term(field)
        if formatter.knows(field)
        else formatter.name("words", formatter.name("man", name))
    )
    plain = alone or get_typed_name(name, formatter) in label
    return label if plain else f"{get_typed_name(name, formatter)} ({label})"


def _format_allowed(
    name: str, rules: dict[str, Any], context: dict[str, Any], formatter: MessageFormatter
) -> str:
    if "enum" in rules:
        return " | ".join(get_option_label(name, str(option), formatter) or "–" for option in rules["enum"])
    if rules["type"] == "integer":
        return f"{rules['minimum']}…{rules['maximum']}"
    if rules["type"] == "boolean":
        return f"{formatter.term('yes_no.yes')} | {formatter.term('yes_no.no')}"
    return ", ".join(_list_zone(name, context)) or HEX


def _list_zone(name: str, context: dict[str, Any]) -> tuple[str, ...]:
    """Return the hexes in which a man may begin."""
    return tuple(context.get("zones", {}).get(context.get("teams", {}).get(name, ""), ()))


def _format_place(name: str, context: dict[str, Any]) -> str:
    """17.3: return the hex of a man and, if he is routed, where he must go."""
    now = context.get("now", {}).get(name, "")
    runs = ", ".join(context.get("runs", {}).get(name, ()))
    return f"  [{now}{' > ' if runs else ''}{runs}]" if now or runs else ""


def _make_example(prompt: Report, formatter: MessageFormatter) -> str:
    """Return an example answer with its first field filled in."""
    fields: dict[str, Any] = dict(prompt.form["properties"])
    name = next(iter(fields), "value")
    rules: dict[str, Any] = fields.get(name, {"type": "integer", "minimum": 0})
    values = {"integer": rules.get("minimum"), "boolean": formatter.term("yes_no.yes")}
    first = next(iter(_list_zone(name, dict(prompt.context))), HEX)
    value = (
        get_option_label(name, str(rules["enum"][0]), formatter)
        if "enum" in rules
        else values.get(rules["type"], first)
    )
    if len(fields) == 1:
        return str(value)
    return shlex.quote(f"{get_typed_name(name, formatter)}={value}")
