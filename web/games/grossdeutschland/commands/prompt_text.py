"""Description of the game's prompts in the terminal: context in words, and an example to type."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exports.games.grossdeutschland.messages import describe_sources
from exports.kit.numbered_options import format_options
from generator.table import Choose, Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer, parse_field
from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.interactive import Teller
from web.cli.io import read_text
from web.cli.option_names import find_option, find_options

CONTEXT_KINDS = {
    "side": "side_title",
    "colour": "colour",
    "formation": "formation",
    "fort": "fortification",
    "unit": "unit",
}
MODIFIER_PATTERN = re.compile(r"[+-]?[0-9]{1,2}")
EXAMPLE_BRIDGE = "4047-4147"  # a bridge


class BattleTeller(Teller):
    def shown(self, prompt: Prompt) -> Iterator[str]:
        if isinstance(prompt, Choose | Report):
            yield from self._about(prompt.context)
        if prompt.ask == "companion" and isinstance(prompt, Report):
            yield from format_options(_list_doings(prompt, self.formatter))
        elif isinstance(prompt, Report):
            yield from self._fields(prompt.form)
        else:
            yield from super().shown(prompt)

    def _fields(self, form: Any) -> Iterator[str]:
        """Yield the fields of a report as they are typed."""
        for name, inner in form.get("properties", {}).items():
            yield f"{name}={_describe_values(inner)}  {self.formatter.term(f'field.{name}')}"

    def _about(self, context: Any) -> Iterator[str]:
        """Yield the side, the formation or the turn that a question is about."""
        if "date" in context:
            yield self.formatter.sentence("sheet.turn_of", context)
        for name, kind in CONTEXT_KINDS.items():
            if name in context:
                yield self.formatter.name(kind, context[name])
        if context.get("off_map"):
            yield self.formatter.term("page.off_map")
        for formation, heads in context.get("sources", {}).items():
            name = self.formatter.name("formation", formation)
            yield f"{name}: {describe_sources(self.formatter, formation, heads)}"
        if "result" in context:
            yield self.formatter.name("result", context["result"])

    def parse(self, prompt: Prompt, words: Sequence[str]) -> Any:
        return parse(prompt, words, self.formatter)

    def how(self, prompt: Prompt) -> str:
        if not isinstance(prompt, Report):
            return super().how(prompt)
        if prompt.ask == "companion":
            return say("grossdeutschland.companion")
        if "properties" in prompt.form:
            return say("grossdeutschland.fields", example=_make_example(prompt.form))
        if prompt.form["type"] == "integer":
            return say("grossdeutschland.number", least=prompt.form["minimum"], most=prompt.form["maximum"])
        return say(
            "grossdeutschland.example",
            example=json.dumps(make_simplest_answer(prompt.form), ensure_ascii=False),
        )


def _list_doings(prompt: Report, formatter: Any) -> dict[str, str]:
    """Return what may happen at the companion, with its name."""
    return {value: formatter.companion(value) for value in prompt.form["properties"]["do"]["enum"]}


def parse_doing(prompt: Prompt, given: Sequence[str], formatter: Any) -> dict[str, Any]:
    """Parse what happened, by its number, id or the start of its name; a last word is the modifier."""
    assert isinstance(prompt, Report)
    doings = _list_doings(prompt, formatter)
    *words, last = given
    modifier = int(last) if words and MODIFIER_PATTERN.fullmatch(last) else None
    doing = find_option(doings, " ".join(words if modifier is not None else given))
    return {"do": doing} if modifier is None else {"do": doing, "modifier": modifier}


def parse(prompt: Prompt, given: Sequence[str], formatter: Any) -> Any:
    """Parse a typed answer: names as the game prints them, hexes without quotes, reports by field."""
    if prompt.ask in ("demolish", "pontoon", "clear") and len(given) == 1 and not given[0].startswith('"'):
        return given[0]
    if prompt.ask == "companion":
        return parse_doing(prompt, given, formatter)
    if isinstance(prompt, Choose) and tuple(given) != (NOTHING_SIGN,) and given[0][:1] not in ("[", '"'):
        options = {option: formatter.name(prompt.of, option) for option in prompt.options}
        chosen = find_options(options, given)
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen
    fields = parse_fields(prompt, given)
    return parse_answer(prompt, given, read_text) if fields is None else fields


def make_simplest_answer(form: Any) -> Any:
    """Return the simplest answer that matches a form."""
    if "enum" in form:
        return form["enum"][0]
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if "null" in kinds:
        return None
    if "object" in kinds:
        return {name: make_simplest_answer(inner) for name, inner in form["properties"].items()}
    whole = min(max(0, form.get("minimum", 0)), form.get("maximum", 0))
    return {"integer": whole, "boolean": False, "array": []}.get(kinds[0], EXAMPLE_BRIDGE)


def _describe_values(form: Any) -> str:
    """Describe the values of a field as they are typed."""
    if "enum" in form:
        return "/".join(option for option in form["enum"] if option is not None)
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if "array" in kinds:
        return f"{_describe_values(form['items'])},…"
    if "boolean" in kinds:
        return "0/1"
    return f"{form['minimum']}-{form['maximum']}" if "integer" in kinds else "…"


def _make_example(form: Any) -> str:
    """Return an example of the first fields of a report."""
    first_fields = list(form["properties"].items())[:2]
    return " ".join(
        f"{name}={max(3, inner.get('minimum', 0))}" for name, inner in first_fields if "minimum" in inner
    )


def parse_fields(prompt: Prompt, given: Sequence[str]) -> Mapping[str, Any] | None:
    """Parse a report typed field by field, such as ``attack=12 defence=5 forts=bunker``.

    Optional fields that are not named get their simplest value. Return None if anything else was typed.
    """
    if not isinstance(prompt, Report) or not all("=" in word and word[:1].isalpha() for word in given):
        return None
    fields = prompt.form.get("properties", {})
    answer = {name: make_simplest_answer(inner) for name, inner in fields.items() if _is_optional(inner)}
    typed: set[str] = set()
    for word in given:
        name, _, value = word.partition("=")
        if name in typed:
            raise HorahError("GD_FIELD_TWICE", name=name)
        typed.add(name)
        answer[name] = parse_field(fields.get(name, {}), value)
    return answer


def _is_optional(form: Any) -> bool:
    """Tell whether a field may be left out: it may be empty, or it is a list or a boolean."""
    kinds, first = form.get("type", ()), form.get("enum", ("",))[0]
    return first in (None, "none", "other") or "null" in kinds or kinds in ("array", "boolean")
