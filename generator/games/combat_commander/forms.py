"""Bounds of what people report in a form: those of the card that it goes into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.validation import schema

_CARD = schema("games/combat_commander/card")

LONGEST_NAME: int = _CARD["$defs"]["ref"]["maxLength"]
MARKER: Mapping[str, Any] = {
    "type": "integer",
    **{word: _CARD["properties"]["marker"][word] for word in ("minimum", "maximum")},
}
MOST_PIECES: int = _CARD["$defs"]["map"]["properties"]["exit_points"]["maxItems"]  # the hexes of a map
