"""Description of the game's prompts in the terminal: context in words, and an example to type."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.games.grossdeutschland.battle import is_off_map
from generator.games.grossdeutschland.record import get_latest_state
from generator.table import Choose, Prompt, Report
from generator.table.answer_parser import parse_field
from web.cli.i18n import say
from web.cli.interactive import Teller

KINDS = {
    "side": "side_title",
    "colour": "colour",
    "formation": "formation",
    "fort": "fortification",
    "unit": "unit",
}
EXAMPLE = "4047-4147"  # a bridge


class Told(Teller):
    def shown(self, prompt: Prompt) -> Iterator[str]:
        if isinstance(prompt, Choose | Report):
            yield from self._about(prompt.context)
        if isinstance(prompt, Report):
            yield from self._fields(prompt.form)
        else:
            yield from super().shown(prompt)

    def _fields(self, form: Any) -> Iterator[str]:
        """Yield the fields of a report as they are typed."""
        for name, inner in form.get("properties", {}).items():
            yield f"{name}={_bounds(inner)}  {self.formatter.term(f'field.{name}')}"

    def _about(self, context: Any) -> Iterator[str]:
        """Yield the side, the formation or the turn that a question is about."""
        if "date" in context:
            yield self.formatter.sentence("sheet.turn_of", context)
        for name, kind in KINDS.items():
            if name in context:
                yield self.formatter.name(kind, context[name])
        state = get_latest_state(self.session.table)
        if "formation" in context and state and is_off_map(state.battle.document, context["formation"]):
            yield self.formatter.term("page.off_map")
        for formation, heads in context.get("sources", {}).items():
            yield f"{self.formatter.name('formation', formation)}: {traced(self.formatter, heads)}"
        if "result" in context:
            yield self.formatter.name("result", context["result"])

    def how(self, prompt: Prompt) -> str:
        if not isinstance(prompt, Report):
            return super().how(prompt)
        if "properties" in prompt.form:
            return say("grossdeutschland.fields", example=_example(prompt.form))
        if prompt.form["type"] == "integer":
            return say("grossdeutschland.number", least=prompt.form["minimum"], most=prompt.form["maximum"])
        return say("grossdeutschland.example", example=json.dumps(simplest(prompt.form), ensure_ascii=False))


def traced(formatter: Any, heads: Sequence[str]) -> str:
    """5.1: describe the HQs to which a battalion traces."""
    return str(
        formatter.sentence("page.traces_to", {"heads": heads}) if heads else formatter.term("page.no_head")
    )


def simplest(form: Any) -> Any:
    """Return the simplest answer that matches a form."""
    if "enum" in form:
        return form["enum"][0]
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if "null" in kinds:
        return None
    if "object" in kinds:
        return {name: simplest(inner) for name, inner in form["properties"].items()}
    whole = min(max(0, form.get("minimum", 0)), form.get("maximum", 0))
    return {"integer": whole, "boolean": False, "array": []}.get(kinds[0], EXAMPLE)


def _bounds(form: Any) -> str:
    """Describe the values of a field as they are typed."""
    if "enum" in form:
        return "/".join(each for each in form["enum"] if each is not None)
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if "array" in kinds:
        return f"{_bounds(form['items'])},…"
    if "boolean" in kinds:
        return "0/1"
    return f"{form['minimum']}-{form['maximum']}" if "integer" in kinds else "…"


def _example(form: Any) -> str:
    """Return an example of the first fields of a report."""
    few = list(form["properties"].items())[:2]
    return " ".join(f"{name}={max(3, inner.get('minimum', 0))}" for name, inner in few if "minimum" in inner)


def fielded(prompt: Prompt, given: Sequence[str]) -> Mapping[str, Any] | None:
    """Parse a report typed field by field, such as ``attack=12 defence=5 forts=bunker``.

    Optional fields that are not named get their simplest value. Return None if anything else was typed.
    """
    if not isinstance(prompt, Report) or not all("=" in one and one[:1].isalpha() for one in given):
        return None
    fields = prompt.form.get("properties", {})
    found = {name: simplest(inner) for name, inner in fields.items() if _spare(inner)}
    for one in given:
        name, _, value = one.partition("=")
        found[name] = parse_field(fields.get(name, {}), value)
    return found


def _spare(form: Any) -> bool:
    """Tell whether a field may be left out: it may be empty, or it is a list or a boolean."""
    kinds, first = form.get("type", ()), form.get("enum", ("",))[0]
    return first in (None, "none", "other") or "null" in kinds or kinds in ("array", "boolean")
