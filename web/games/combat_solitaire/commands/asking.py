"""A question in the terminal: what is asked, what is known around it, and what can be typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from exports.kit.asking import numbered
from exports.kit.scribe import Scribe
from generator.table import Choose, Prompt, Report, Roll


def told(prompt: Prompt, voice: Scribe) -> list[str]:
    return [
        f"{prompt.rule}  {voice.term(f'ask.{prompt.ask}')}",
        *(f"  {line}" for line in _lines(prompt, voice)),
    ]


def _lines(prompt: Prompt, voice: Scribe) -> Iterator[str]:
    context = dict(getattr(prompt, "context", {}))
    about = next((f"about.{name}" for name in ("who", "team", "hex") if name in context), "")
    key = f"about.{prompt.ask}" if voice.knows(f"about.{prompt.ask}") else about
    if key and voice.knows(key):
        yield voice.sentence(key, context)
    if isinstance(prompt, Choose):
        yield from numbered({one: _option(prompt, one, voice) for one in prompt.options})
    elif isinstance(prompt, Report):
        for name, rules in prompt.form["properties"].items():
            yield f"{_label(name, voice)}: {_may(rules, voice)}{_now(name, context)}"
        yield voice.sentence("combat.how_report", {"example": _example(prompt)})
    elif isinstance(prompt, Roll):
        yield voice.sentence("combat.how_roll", {"dice": len(prompt.dice), "faces": prompt.dice[0]})


def _option(prompt: Choose, one: str, voice: Scribe) -> str:
    place = prompt.context.get("places", {}).get(one)
    name = voice.name(prompt.of, one)
    if place is None:
        return name
    return voice.name("words", place) if prompt.of == "action" else f"{name}: {voice.name('soldier', place)}"


def _label(name: str, voice: Scribe) -> str:
    field = f"field.{name}"
    said = voice.term(field) if voice.knows(field) else voice.name("words", voice.name("man", name))
    return f"{name} ({said})" if said != name else name


def _may(rules: dict[str, Any], voice: Scribe) -> str:
    if "enum" in rules:
        return " | ".join(str(one) or '""' for one in rules["enum"])
    if rules["type"] == "integer":
        return f"{rules['minimum']}…{rules['maximum']}"
    return "true | false" if rules["type"] == "boolean" else "12.10"


def _now(name: str, context: dict[str, Any]) -> str:
    """Where a man stands now, or where he may begin."""
    zone = context.get("zones", {}).get(context.get("teams", {}).get(name, ""), ())
    now = context.get("now", {}).get(name) or ", ".join(zone)
    runs = ", ".join(context.get("runs", {}).get(name, ()))  # where a routed man must go (17.3)
    return f"  [{now}{' > ' if runs else ''}{runs}]" if now else ""


def _example(prompt: Report) -> str:
    """The shape of an answer, with its first field filled in."""
    fields: dict[str, Any] = dict(prompt.form["properties"])
    name = next(iter(fields), "value")
    rules: dict[str, Any] = fields.get(name, {"type": "integer", "minimum": 0})
    values = {"integer": rules.get("minimum"), "boolean": True, "string": "12.10"}
    value = rules["enum"][0] if "enum" in rules else values[str(rules["type"])]
    return json.dumps({name: value}, ensure_ascii=False)
