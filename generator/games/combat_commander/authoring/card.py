"""A card as the rules of authoring read it."""

from __future__ import annotations

from typing import Any

#: A card document as it stands in JSON (schemas/games/combat_commander/card.schema.json).
Card = dict[str, Any]
