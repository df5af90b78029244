"""Bounded report forms as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Form = dict[str, Any]
MAX_FACTOR = 30  # upper limit, above any counter's factor


def make_number(least: int, most: int) -> Form:
    return {"type": "integer", "minimum": least, "maximum": most}


def make_boolean() -> Form:
    return {"type": "boolean"}


def make_choice(options: Sequence[str]) -> Form:
    return {"type": "string", "enum": list(options), "maxLength": 40}


def make_list(options: Sequence[str]) -> Form:
    items = {"type": "string", "enum": list(options), "maxLength": 40}
    return {"type": "array", "items": items, "maxItems": len(options), "uniqueItems": True}


def make_object(needed: Mapping[str, Form], more: Mapping[str, Form] | None = None) -> Form:
    """Return an object form with these fields; those of ``more`` are optional."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(more or {})},
    }
