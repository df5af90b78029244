"""The minimal value that a schema accepts, used for new list items and new document parts."""

from __future__ import annotations

from typing import Any

from schemas.fields import Rules, follow, home, kinds, may_be_empty

DEEPEST = 12


def least(name: str, rules: Rules, deep: int = 0) -> Any:
    """Return the minimal value of a part of a schema; optional fields stay unset."""
    found = follow(name, rules)
    at = home(name, found)
    if "const" in found:
        return found["const"]
    if may_be_empty(found) or deep > DEEPEST:
        return None
    if "enum" in found:
        return found["enum"][0]
    for word in ("oneOf", "anyOf"):
        if word in found and not kinds(found):
            return least(at, found[word][0], deep + 1)
    return _of_type(at, found, deep)


def _of_type(name: str, rules: Rules, deep: int) -> Any:
    match kinds(rules)[:1]:
        case ("object",):
            inside = rules.get("properties", {})
            return {key: least(name, inside.get(key, {}), deep + 1) for key in rules.get("required", ())}
        case ("array",):
            return [least(name, rules.get("items", {}), deep + 1) for _ in range(rules.get("minItems", 0))]
        case ("integer",) | ("number",):
            return max(0, rules.get("minimum", 0)) if rules.get("maximum", 0) >= 0 else rules["maximum"]
        case ("boolean",):
            return False
        case _:
            return ""
