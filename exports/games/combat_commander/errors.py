"""Errors of cards; an invalid card is not rendered."""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander import Catalog
from exports.kit.errors import ExportError
from generator.authoring import make_impossible_error
from generator.games.combat_commander.authoring.checks import check_structure, find_impossible


class CardError(ExportError):
    """A card that cannot be printed."""

    game = "combat_commander"


def check_card(card: Any, catalog: Catalog) -> dict[str, Any]:
    """Return the card, or raise its first fault: its structure, or a value that does not exist."""
    if not isinstance(card, dict):
        raise CardError("BAD_CARD.no_object", where="")
    for finding in check_structure(card):
        raise CardError("BAD_CARD", where="", fault=finding.message)
    for finding in find_impossible(card, catalog):
        error = make_impossible_error(finding)
        raise CardError.from_message(error.code, error.message)
    return card
