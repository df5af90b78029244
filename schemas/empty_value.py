"""The minimal value that a schema accepts, used for new list items and new document parts."""

from __future__ import annotations

from typing import Any

from schemas.fields import Rules, allowed_types, home_schema, may_be_empty, resolve_references

MAX_DEPTH = 12


def minimal_value(name: str, rules: Rules, deep: int = 0) -> Any:
    """Return the minimal value of a part of a schema; optional fields stay unset."""
    resolved = resolve_references(name, rules)
    home = home_schema(name, resolved)
    if "const" in resolved:
        return resolved["const"]
    if may_be_empty(resolved) or deep > MAX_DEPTH:
        return None
    if "enum" in resolved:
        return resolved["enum"][0]
    for word in ("oneOf", "anyOf"):
        if word in resolved and not allowed_types(resolved):
            return minimal_value(home, resolved[word][0], deep + 1)
    return _minimal_of_type(home, resolved, deep)


def _minimal_of_type(name: str, rules: Rules, deep: int) -> Any:
    match allowed_types(rules)[:1]:
        case ("object",):
            inside = rules.get("properties", {})
            return {
                key: minimal_value(name, inside.get(key, {}), deep + 1) for key in rules.get("required", ())
            }
        case ("array",):
            return [
                minimal_value(name, rules.get("items", {}), deep + 1) for _ in range(rules.get("minItems", 0))
            ]
        case ("integer",) | ("number",):
            return max(0, rules.get("minimum", 0)) if rules.get("maximum", 0) >= 0 else rules["maximum"]
        case ("boolean",):
            return False
        case _:
            return ""
