"""Errors of cards; an invalid card is not rendered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from exports.kit.errors import ExportError
from generator.games.combat_commander.authoring.checks import check_structure
from generator.games.combat_commander.authoring.force import SIDES
from schemas.messages import Message, say

MAX_TRACK_LENGTHS = 5  # 4.1.1: a marker beyond the last space begins again; purchases never reach this far


class CardError(ExportError):
    """A card that cannot be printed."""

    game = "combat_commander"


def check_card(card: Any, catalog: Catalog, source: str = "") -> dict[str, Any]:
    """Return the card, or raise its first fault: its structure, or something the catalogue does not have."""
    where = f"{source}: " if source else ""
    if not isinstance(card, dict):
        raise CardError("BAD_CARD.no_object", where=where)
    for finding in check_structure(card):
        raise CardError("BAD_CARD", where=where, fault=finding.message)
    for fault in _list_unknown(card, catalog):
        raise CardError("BAD_CARD", where=where, fault=fault)
    return card


def _list_unknown(card: Mapping[str, Any], catalog: Catalog) -> Iterator[Message]:
    """Yield factions and leaders that do not exist, and a VP marker that no track can show."""
    for side in SIDES:
        force = card["sides"][side]
        if force["faction"] not in catalog.factions:
            yield say(
                "finding.no_faction", side=side, given=force["faction"], factions=list(catalog.factions)
            )
        later = [ref for arrival in force.get("reinforcements", ()) for ref in arrival["leaders"]]
        for ref in (*force["leaders"], *later):
            if ref not in catalog.leaders:
                yield say("finding.no_leader", side=side, given=ref)
    limit = MAX_TRACK_LENGTHS * catalog.board.victory_spaces
    if card["marker"] is not None and abs(card["marker"]) > limit:
        yield say("finding.no_space", given=card["marker"], most=limit)
