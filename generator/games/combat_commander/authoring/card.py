"""Type of a card document."""

from __future__ import annotations

from typing import Any

#: A card document as JSON (schemas/games/combat_commander/card.schema.json).
Card = dict[str, Any]
