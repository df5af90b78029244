"""Bounds of reported values, taken from the schema of the card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.validation import schema

_CARD = schema("games/combat_commander/card")

MAX_NAME_LENGTH: int = _CARD["$defs"]["ref"]["maxLength"]
MARKER: Mapping[str, Any] = {
    "type": "integer",
    **{word: _CARD["properties"]["marker"][word] for word in ("minimum", "maximum")},
}
# the number of hexes of a map
MAX_PIECES: int = _CARD["$defs"]["map"]["properties"]["exit_points"]["maxItems"]
