"""The forms of what players report, as JSON Schema; every one has its bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Form = dict[str, Any]
FACTOR = 30  # no factor of a counter comes near


def number(least: int, most: int) -> Form:
    return {"type": "integer", "minimum": least, "maximum": most}


def yes_no() -> Form:
    return {"type": "boolean"}


def one_of(options: Sequence[str]) -> Form:
    return {"type": "string", "enum": list(options), "maxLength": 40}


def several(options: Sequence[str]) -> Form:
    items = {"type": "string", "enum": list(options), "maxLength": 40}
    return {"type": "array", "items": items, "maxItems": len(options), "uniqueItems": True}


def fields(needed: Mapping[str, Form], more: Mapping[str, Form] | None = None) -> Form:
    """An object with exactly these fields; those of ``more`` may be left out."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(more or {})},
    }
