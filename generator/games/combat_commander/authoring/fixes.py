"""Fix one finding on a card; :func:`generator.authoring.apply_fixes` fixes all."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from generator.findings import apply_changes
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer

from .authored import SCENARIO
from .card import Card
from .checks import check


def apply_fix(card: Card, catalog: Catalog, code: str, place: str) -> Card:
    """Return the card with the fix of one finding; raise if there is no such finding or no fix for it."""
    for finding in check(card, catalog):
        if finding.fix and (finding.code, to_pointer(finding.place)) == (code, place):
            return SCENARIO.derive(catalog, apply_changes(card, finding.fix))
    raise HorahError("NO_FIX", check=code, place=place or "/")
