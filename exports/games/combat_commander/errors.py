"""What can be wrong with a card or a path, as sentences; a card with a fault gives no file."""

from __future__ import annotations

from typing import Any

from generator.games.combat_commander.authoring.checks import structure
from schemas.errors import HorahError


class ExportError(HorahError):
    """A card that cannot be printed, or a place that cannot be written."""


def check_card(card: Any, source: str = "") -> dict[str, Any]:
    """The card, or the first sentence of the validator about it, with its place."""
    where = f"{source}: " if source else ""
    if not isinstance(card, dict):
        raise ExportError(
            f"{where}a card is a JSON object. Nothing was written.",
            f"{where}una ficha es un objeto JSON. No se ha escrito nada.",
            code="BAD_CARD",
        )
    for finding in structure(card):
        raise ExportError(
            f"{where}{finding.text.en} Nothing was written.",
            f"{where}{finding.text.es} No se ha escrito nada.",
            code="BAD_CARD",
        )
    return card
