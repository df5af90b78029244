"""Read and write the values of fields as their JSON Schema describes them.

Forms and CSV tables use this module. Text that cannot be converted stays as typed; the schema then rejects it
with a message, like any other wrong value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from schemas.validation import beside, schema

Rules = Mapping[str, Any]
YES = frozenset({"true", "yes", "sí", "si", "1", "x", "on"})
NO = frozenset({"false", "no", "0", "off"})
WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
DECIMAL = re.compile(r"[+-]?[0-9]{1,15}[.,][0-9]{1,15}")
FIGURES = re.compile(r"(?:(?<![0-9])[+\-−])?[0-9]{1,15}")  # the dash of 7-10 is not a minus sign
SPAN = ("from", "to")
APART = " \t-–:,+−"
DEEPEST_REFERENCE = 10


def follow(name: str, rules: Rules) -> Rules:
    """Return a part of a schema with its references resolved; keywords beside a reference win."""
    found = dict(rules)
    home = name
    for _ in range(DEEPEST_REFERENCE):
        reference = found.pop("$ref", None)
        if reference is None:
            break
        home, inside = _meant(home, str(reference))
        found = {**inside, **found}
    if home != name and found:
        found["$home"] = home
    return found


def home(name: str, rules: Rules) -> str:
    """Return the name of the schema in which references of a part are resolved."""
    return str(rules.get("$home", name))


def _meant(name: str, reference: str) -> tuple[str, Rules]:
    """Return the target of a reference, and the name of the schema that contains it."""
    document, _, place = reference.partition("#")
    if document:
        name = next(each for each in beside(name) if schema(each)["$id"] == document)
    found: Any = schema(name)
    for step in place.strip("/").split("/") if place.strip("/") else ():
        found = found[step]
    return name, found


def kinds(rules: Rules) -> tuple[str, ...]:
    """Return the types that a field allows."""
    if "enum" in rules:
        return ("enum",)
    if "const" in rules:
        return ("const",)
    found = rules.get("type", ())
    return (found,) if isinstance(found, str) else tuple(found)


def may_be_empty(rules: Rules) -> bool:
    """Return whether a field may be empty."""
    return "null" in kinds(rules) or None in rules.get("enum", ())


def typed(rules: Rules, text: str) -> Any:
    """Convert typed text to the value of a field; return None if it is blank."""
    given = text.strip()
    if not given:
        return None
    if "enum" in rules:
        return next((each for each in rules["enum"] if each is not None and str(each) == given), given)
    wanted = kinds(rules)
    if "boolean" in wanted and given.lower() in YES | NO:
        return given.lower() in YES
    if "integer" in wanted and WHOLE.fullmatch(given):
        return int(given)
    if "number" in wanted and (WHOLE.fullmatch(given) or DECIMAL.fullmatch(given)):
        return float(given.replace(",", ".")) if DECIMAL.fullmatch(given) else int(given)
    if "array" in wanted and "string" not in wanted:
        parts = _parts(given, rules.get("items", {}))
        return [typed(rules.get("items", {}), part) for part in parts if part.strip()]
    if wanted == ("object",):
        return _figures(rules, given)
    return text if "\n" in given else given


def _parts(given: str, rules: Rules) -> list[str]:
    """Split a list; entries with a pattern, such as hexes, may be separated by spaces."""
    if ";" in given or "\n" in given:
        return re.split(r"[;\n]", given)
    if "," in given or "pattern" not in rules:
        return given.split(",")
    return given.split()


def _figures(rules: Rules, given: str) -> Any:
    """Convert integers typed in a row to an object: ``7-10 -2`` is from 7 to 10 with -2."""
    names = list(rules.get("properties", ()))
    found = FIGURES.findall(given)
    if FIGURES.sub("", given).strip(APART) or len(found) != len(names):
        return given
    return {name: int(number.replace("−", "-")) for name, number in zip(names, found, strict=True)}


def shown(value: Any) -> str:
    """Return a value as a user would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "; ".join(shown(each) for each in value)
    if isinstance(value, Mapping) and set(SPAN) < set(value):
        rest = [one for name, one in value.items() if name not in SPAN]
        told = (f"{one:+d}" if type(one) is int else str(one) for one in rest)
        return " ".join((f"{value['from']}-{value['to']}", *told))
    return str(value)


def row_rules(table_schema: str) -> Rules:
    """Return the schema of a row of a table."""
    rows = schema(table_schema)["properties"]["rows"]
    return follow(table_schema, rows["items"])
