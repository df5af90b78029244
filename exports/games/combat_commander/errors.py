"""Errors of cards; an invalid card is not rendered."""

from __future__ import annotations

from typing import Any

from exports.kit.errors import ExportError
from generator.games.combat_commander.authoring.checks import check_structure


class CardError(ExportError):
    """A card that cannot be printed."""

    game = "combat_commander"


def check_card(card: Any, source: str = "") -> dict[str, Any]:
    """Return the card, or raise the validator's first finding."""
    where = f"{source}: " if source else ""
    if not isinstance(card, dict):
        raise CardError("BAD_CARD.no_object", where=where)
    for finding in check_structure(card):
        raise CardError("BAD_CARD", where=where, fault=finding.message)
    return card
