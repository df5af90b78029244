"""Read and write the values of fields as their JSON Schema describes them.

Forms and CSV tables use this module. Text that cannot be converted stays as typed; the schema then rejects it
with a message, like any other wrong value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from schemas.validation import referable_schemas, schema

Rules = Mapping[str, Any]
TRUE_WORDS = frozenset({"true", "yes", "sí", "si", "1", "x", "on"})
FALSE_WORDS = frozenset({"false", "no", "0", "off"})
INTEGER_PATTERN = re.compile(r"[+-]?[0-9]{1,15}")
DECIMAL_PATTERN = re.compile(r"[+-]?[0-9]{1,15}[.,][0-9]{1,15}")
FIGURE_PATTERN = re.compile(r"(?:(?<![0-9])[+\-−])?[0-9]{1,15}")  # the dash of 7-10 is not a minus sign
SPAN_FIELDS = ("from", "to")
SEPARATORS = " \t-–:,+−"
MAX_REFERENCE_DEPTH = 10


def resolve_references(name: str, rules: Rules) -> Rules:
    """Return a part of a schema with its references resolved; keywords beside a reference win."""
    resolved = dict(rules)
    current = name
    for _ in range(MAX_REFERENCE_DEPTH):
        reference = resolved.pop("$ref", None)
        if reference is None:
            break
        current, inside = _resolve(current, str(reference))
        resolved = {**inside, **resolved}
    if current != name and resolved:
        resolved["$home"] = current
    return resolved


def home_schema(name: str, rules: Rules) -> str:
    """Return the name of the schema in which references of a part are resolved."""
    return str(rules.get("$home", name))


def _resolve(name: str, reference: str) -> tuple[str, Rules]:
    """Return the target of a reference, and the name of the schema that contains it."""
    document, _, place = reference.partition("#")
    if document:
        name = next(each for each in referable_schemas(name) if schema(each)["$id"] == document)
    part: Any = schema(name)
    for step in place.strip("/").split("/") if place.strip("/") else ():
        part = part[step]
    return name, part


def allowed_types(rules: Rules) -> tuple[str, ...]:
    """Return the types that a field allows."""
    if "enum" in rules:
        return ("enum",)
    if "const" in rules:
        return ("const",)
    types = rules.get("type", ())
    return (types,) if isinstance(types, str) else tuple(types)


def may_be_empty(rules: Rules) -> bool:
    """Return whether a field may be empty."""
    return "null" in allowed_types(rules) or None in rules.get("enum", ())


def parse_text(rules: Rules, text: str) -> Any:
    """Convert typed text to the value of a field; return None if it is blank."""
    given = text.strip()
    if not given:
        return None
    if "enum" in rules:
        return next((each for each in rules["enum"] if each is not None and str(each) == given), given)
    types = allowed_types(rules)
    if "boolean" in types and given.lower() in TRUE_WORDS | FALSE_WORDS:
        return given.lower() in TRUE_WORDS
    if "integer" in types and INTEGER_PATTERN.fullmatch(given):
        return int(given)
    if "number" in types and (INTEGER_PATTERN.fullmatch(given) or DECIMAL_PATTERN.fullmatch(given)):
        return float(given.replace(",", ".")) if DECIMAL_PATTERN.fullmatch(given) else int(given)
    if "array" in types and "string" not in types:
        parts = _split_list(given, rules.get("items", {}))
        return [parse_text(rules.get("items", {}), part) for part in parts if part.strip()]
    if types == ("object",):
        return _parse_figures(rules, given)
    return text if "\n" in given else given


def _split_list(given: str, rules: Rules) -> list[str]:
    """Split a list; entries with a pattern, such as hexes, may be separated by spaces."""
    if ";" in given or "\n" in given:
        return re.split(r"[;\n]", given)
    if "," in given or "pattern" not in rules:
        return given.split(",")
    return given.split()


def _parse_figures(rules: Rules, given: str) -> Any:
    """Convert integers typed in a row to an object: ``7-10 -2`` is from 7 to 10 with -2."""
    names = list(rules.get("properties", ()))
    figures = FIGURE_PATTERN.findall(given)
    if FIGURE_PATTERN.sub("", given).strip(SEPARATORS) or len(figures) != len(names):
        return given
    return {name: int(number.replace("−", "-")) for name, number in zip(names, figures, strict=True)}


def format_value(value: Any) -> str:
    """Return a value as a user would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "; ".join(format_value(each) for each in value)
    if isinstance(value, Mapping) and set(SPAN_FIELDS) < set(value):
        others = [figure for name, figure in value.items() if name not in SPAN_FIELDS]
        figures = (f"{figure:+d}" if type(figure) is int else str(figure) for figure in others)
        return " ".join((f"{value['from']}-{value['to']}", *figures))
    return str(value)


def row_rules(table_schema: str) -> Rules:
    """Return the schema of a row of a table."""
    rows = schema(table_schema)["properties"]["rows"]
    return resolve_references(table_schema, rows["items"])
