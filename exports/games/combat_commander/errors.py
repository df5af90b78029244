"""What can be wrong with a card, as sentences; a card with a fault gives no file."""

from __future__ import annotations

from typing import Any

from exports.kit.errors import ExportError
from generator.games.combat_commander.authoring.checks import structure


class CardError(ExportError):
    """A card that cannot be printed."""

    game = "combat_commander"


def check_card(card: Any, source: str = "") -> dict[str, Any]:
    """The card, or the first sentence of the validator about it, with its place."""
    where = f"{source}: " if source else ""
    if not isinstance(card, dict):
        raise CardError("BAD_CARD.no_object", where=where)
    for finding in structure(card):
        raise CardError("BAD_CARD", where=where, fault=finding.said)
    return card
