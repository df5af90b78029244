"""Bounds of a card's fields by its schema, for computed values."""

from __future__ import annotations

from typing import Any

from schemas.validation import schema


def clamp_to_schema(field: str, value: int) -> int:
    """Clamp a value to the bounds of a field of a card or of a side."""
    card: dict[str, Any] = schema("games/combat_commander/card")
    fields = {**card["$defs"]["forceside"]["properties"], **card["properties"]}
    bounds = fields[field]
    return int(min(max(value, bounds["minimum"]), bounds["maximum"]))
