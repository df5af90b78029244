"""What a card can hold, by its schema: a figure that is reckoned out never goes beyond it."""

from __future__ import annotations

from typing import Any

from schemas.validation import schema


def held(field: str, value: int) -> int:
    """The value, or the nearest to it that the field of a card or of a side can hold."""
    card: dict[str, Any] = schema("games/combat_commander/card")
    fields = {**card["$defs"]["forceside"]["properties"], **card["properties"]}
    bounds = fields[field]
    return int(min(max(value, bounds["minimum"]), bounds["maximum"]))
