"""Form fields made from a schema: label, value, allowed values and findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext

from exports.kit.fields import field_description, field_label
from exports.kit.messages import MessageFormatter
from schemas.fields import Rules, allowed_types, format_value, may_be_empty

MAX_SINGLE_LINE_LENGTH = 200  # characters; a longer text gets several lines
MAX_CHOICES = 500
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """A finding of a check at a field; ``fix`` is the number of its fix button."""

    severity: str
    text: str
    fix: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Widget:
    """A form field; ``kind`` is text, long, number or choice."""

    name: str
    label: str
    kind: str
    value: str
    about: str = ""
    choices: Choices = ()
    least: int | float | None = None
    most: int | float | None = None
    step: str = "1"
    longest: int | None = None
    said: Sequence[FieldFinding] = ()


def value_text(field: str, value: Any, formatter: MessageFormatter) -> str:
    """Return one of the values of a field as text."""
    if isinstance(value, bool):
        return str(gettext("Yes") if value else gettext("No"))
    return formatter.name(field, value) if isinstance(value, str) else str(value)


def make_widget(
    name: str,
    field: str,
    rules: Rules,
    value: str,
    formatter: MessageFormatter,
    *,
    label: str = "",
    said: Sequence[FieldFinding] = (),
    needed: bool = False,
    about: str | None = None,
) -> Widget:
    """Return the form field for a scalar value; ``field`` names its term."""
    title, types = label or field_label(field, formatter, rules), allowed_types(rules)
    about = field_description(field, formatter, rules) if about is None else about
    if "enum" in rules or types[:1] == ("boolean",) or set(types) == {"boolean", "null"}:
        return Widget(
            name, title, "choice", value, about, _choices(field, rules, value, formatter, needed), said=said
        )
    if "integer" in types or "number" in types:
        step = "any" if "number" in types else "1"
        return Widget(
            name,
            title,
            "number",
            value,
            about,
            (),
            rules.get("minimum"),
            rules.get("maximum"),
            step,
            said=said,
        )
    longest = rules.get("maxLength")
    kind = "long" if isinstance(longest, int) and longest > MAX_SINGLE_LINE_LENGTH else "text"
    return Widget(name, title, kind, value, about, longest=longest, said=said)


def _choices(
    field: str, rules: Rules, value: str, formatter: MessageFormatter, needed: bool
) -> tuple[tuple[str, str], ...]:
    offered = rules.get("enum", (True, False))
    choices = [
        (format_value(each), value_text(field, each, formatter)) for each in offered if each is not None
    ]
    if may_be_empty(rules) or not needed or not value:
        choices.insert(0, ("", "–"))
    if value and value not in (each for each, _ in choices):
        choices.append((value, value))  # keep an invalid value visible until it is fixed
    return tuple(choices[:MAX_CHOICES])
