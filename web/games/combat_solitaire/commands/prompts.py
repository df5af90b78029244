"""Prompts in the terminal: the question, its context, and the possible answers."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from exports.games.combat_solitaire.messages import MessageFormatter
from exports.kit.numbered_options import format_options
from generator.table import Choose, Prompt, Report, Roll

from .report_parser import called, word_of

HEX = "12.10"


def told(prompt: Prompt, voice: MessageFormatter) -> list[str]:
    return [
        f"{prompt.rule}  {voice.term(f'ask.{prompt.ask}')}",
        *(f"  {line}" for line in _lines(prompt, voice)),
    ]


def _lines(prompt: Prompt, voice: MessageFormatter) -> Iterator[str]:
    context = dict(getattr(prompt, "context", {}))
    about = next((f"about.{name}" for name in ("who", "team", "hex") if name in context), "")
    key = f"about.{prompt.ask}" if voice.knows(f"about.{prompt.ask}") else about
    if key and voice.knows(key):
        yield voice.sentence(key, context)
    if isinstance(prompt, Choose):
        yield from format_options({one: _option(prompt, one, voice) for one in prompt.options})
    elif isinstance(prompt, Report):
        for name, man in context.get("men", {}).items():
            yield f"{voice.name('man', name)}: {voice.condition(man)}"
        alike: dict[str, list[str]] = {}
        alone = len(prompt.form["properties"]) == 1
        for name, rules in prompt.form["properties"].items():
            may = f"{_may(name, rules, context, voice)}{_now(name, context)}"
            alike.setdefault(may, []).append(_label(name, voice, alone=alone))
        yield from (f"{', '.join(names)}: {may}" for may, names in alike.items())
        yield voice.sentence("combat.how_report", {"example": _example(prompt, voice)})
    elif isinstance(prompt, Roll):
        yield voice.sentence("combat.how_roll", {"dice": len(prompt.dice), "faces": prompt.dice[0]})


def _option(prompt: Choose, one: str, voice: MessageFormatter) -> str:
    place = prompt.context.get("places", {}).get(one)
    name = voice.name(prompt.of, one)
    if place is None:
        return name
    return voice.name("words", place) if prompt.of == "action" else f"{name}: {voice.name('soldier', place)}"


def _label(name: str, voice: MessageFormatter, *, alone: bool) -> str:
    """Return the label of a field, with the name to type if there are several fields."""
    field = f"field.{name}"
    said = voice.term(field) if voice.knows(field) else voice.name("words", voice.name("man", name))
    plain = alone or called(name, voice) in said
    return said if plain else f"{called(name, voice)} ({said})"


def _may(name: str, rules: dict[str, Any], context: dict[str, Any], voice: MessageFormatter) -> str:
    if "enum" in rules:
        return " | ".join(word_of(str(one), voice) or "–" for one in rules["enum"])
    if rules["type"] == "integer":
        return f"{rules['minimum']}…{rules['maximum']}"
    if rules["type"] == "boolean":
        return f"{voice.term('yes_no.yes')} | {voice.term('yes_no.no')}"
    return ", ".join(_zone(name, context)) or HEX


def _zone(name: str, context: dict[str, Any]) -> tuple[str, ...]:
    """Return the hexes in which a man may begin."""
    return tuple(context.get("zones", {}).get(context.get("teams", {}).get(name, ""), ()))


def _now(name: str, context: dict[str, Any]) -> str:
    """17.3: return the hex of a man and, if he is routed, where he must go."""
    now = context.get("now", {}).get(name, "")
    runs = ", ".join(context.get("runs", {}).get(name, ()))
    return f"  [{now}{' > ' if runs else ''}{runs}]" if now or runs else ""


def _example(prompt: Report, voice: MessageFormatter) -> str:
    """Return an example answer with its first field filled in."""
    fields: dict[str, Any] = dict(prompt.form["properties"])
    name = next(iter(fields), "value")
    rules: dict[str, Any] = fields.get(name, {"type": "integer", "minimum": 0})
    values = {"integer": rules.get("minimum"), "boolean": voice.term("yes_no.yes")}
    first = next(iter(_zone(name, dict(prompt.context))), HEX)
    value = word_of(str(rules["enum"][0]), voice) if "enum" in rules else values.get(rules["type"], first)
    if len(fields) == 1:
        return str(value)
    return shlex.quote(f"{called(name, voice)}={value}")
