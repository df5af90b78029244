"""Description of the game's prompts in the terminal: context, fields, and an example to type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.kit.numbered_options import format_options
from generator.table import Buy, Choose, Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer, parse_field
from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.interactive import Teller
from web.cli.io import read_text
from web.cli.option_names import find_option, find_options

CONTEXT_KINDS = {"area": "place", "battery": "battery"}


@dataclass(frozen=True)
class CassinoTeller(Teller):
    """Describes prompts in words, and reports by their fields."""

    formatter: MessageFormatter

    def shown(self, prompt: Prompt) -> Iterator[str]:
        if isinstance(prompt, Choose | Report | Buy):
            yield from self._about(prompt)
        if isinstance(prompt, Buy):
            yield from format_options({ware.id: self.thing(prompt.of, ware.id) for ware in prompt.shelf})
        elif prompt.ask == "companion" and isinstance(prompt, Report):
            yield from format_options(_list_doings(prompt, self.formatter))
        elif isinstance(prompt, Report):
            yield from self._fields(prompt)
        else:
            yield from super().shown(prompt)

    def _about(self, prompt: Choose | Report | Buy) -> Iterator[str]:
        for name, kind in CONTEXT_KINDS.items():
            if name in prompt.context:
                yield self.formatter.name(kind, prompt.context[name])
        if isinstance(prompt.context.get("units"), list):
            yield self.formatter.words("unit", prompt.context["units"])
        hint = self.formatter.hint(prompt.ask, prompt.context)
        if hint:
            yield hint
        if prompt.context.get("fifth_units"):
            yield self.formatter.term(f"hint.fifth_{prompt.context['fifth_units']}")

    def _fields(self, prompt: Report) -> Iterator[str]:
        """Yield the fields of a report as they are typed, marking optional ones."""
        if prompt.form["type"] != "object":
            return
        for name, form in prompt.form["properties"].items():
            words = self.formatter.field(prompt.ask, name)
            optional = "" if name in prompt.form["required"] else f" ({self.formatter.term('page.optional')})"
            yield f"{name}={_describe_values(form)}  {words}{optional}"

    def parse(self, prompt: Prompt, words: Sequence[str]) -> Any:
        return parse(prompt, words, self.formatter)

    def how(self, prompt: Prompt) -> str:
        if not isinstance(prompt, Report):
            return super().how(prompt)
        if prompt.ask == "companion":
            return say("cassino.companion")
        example = prompt.context.get("example", 0)
        if not isinstance(example, Mapping):
            return say("cassino.how_number", example=example)
        if prompt.form["required"]:
            return say("cassino.how_fields", example=format_fields(example))
        return say("cassino.how_changes", example=format_fields(_make_change_example(prompt.form)))


def _list_doings(prompt: Report, formatter: MessageFormatter) -> dict[str, str]:
    """Return what may happen at the companion, with its name."""
    return {value: formatter.companion(value) for value in prompt.form["properties"]["do"]["enum"]}


def parse_doing(prompt: Prompt, given: Sequence[str], formatter: MessageFormatter) -> dict[str, Any]:
    """Parse what happened, by its number, id or the start of its name; fire takes both values after it."""
    assert isinstance(prompt, Report)
    doings = _list_doings(prompt, formatter)
    typed = [int(word) for word in given[-2:] if word.isdecimal() and len(word) < 4]
    values = typed if len(given) > 2 and len(typed) == 2 else []
    doing = find_option(doings, " ".join(given[:-2] if values else given))
    return {"do": doing, **dict(zip(("attack", "defence"), values, strict=False))}


def parse(prompt: Prompt, given: Sequence[str], formatter: MessageFormatter) -> Any:
    """Parse a typed answer: names as the game prints them, reports by field; ``-`` is an empty report."""
    if prompt.ask == "companion":
        return parse_doing(prompt, given, formatter)
    if isinstance(prompt, Choose) and tuple(given) != (NOTHING_SIGN,) and given[0][:1] not in ("[", '"'):
        options = {option: formatter.name(prompt.of, option) for option in prompt.options}
        chosen = find_options(options, given)
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen
    if not isinstance(prompt, Report) or prompt.form["type"] != "object":
        return parse_answer(prompt, given, read_text)
    if tuple(given) == (NOTHING_SIGN,):
        return {}
    if not all("=" in word for word in given):
        return parse_answer(prompt, given, read_text)
    return _parse_fields(prompt, given)


def _parse_fields(prompt: Report, given: Sequence[str]) -> dict[str, Any]:
    """Parse a report typed field by field: ``allied=9,22 observers_german=1``."""
    fields = prompt.form["properties"]
    answer: dict[str, Any] = {}
    for word in given:
        name, _, value = word.partition("=")
        if name in answer:
            raise HorahError("FIELD_TWICE", name=name)
        answer[name] = parse_field(fields.get(name, {}), value)
    for name in prompt.form["required"]:
        if fields[name].get("type") == "boolean":
            answer.setdefault(name, False)
    return answer


def _describe_values(form: Mapping[str, Any]) -> str:
    """Describe the values of a field."""
    if form["type"] == "integer":
        return f"{form['minimum']}-{form['maximum']}"
    if form["type"] == "boolean":
        return "0/1"
    options = form["enum"] if "enum" in form else form["items"]["enum"]
    joined = ("/" if "enum" in form else ",").join(options)
    return joined if len(options) <= MAX_LISTED_OPTIONS else f"{options[0]}…{options[-1]}"


MAX_LISTED_OPTIONS = 16  # options; of more, only the first and the last are shown


def _make_change_example(form: Mapping[str, Any]) -> dict[str, Any]:
    """Return an example for the first field of a report whose fields are all optional."""
    name, first = next(iter(form["properties"].items()))
    return {name: first["items"]["enum"][:2] if first["type"] == "array" else 0}


def format_fields(example: Mapping[str, Any]) -> str:
    """Format an answer field by field, as it is typed."""
    return " ".join(f"{name}={_format_value(value)}" for name, value in example.items())


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
