"""Catalogue look-ups that every battle makes, kept so that a second battle is fast."""

from __future__ import annotations

from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import SupportOffer


@lru_cache(maxsize=256)
def support_column(catalog: Catalog, faction: str, roll: int) -> tuple[SupportOffer, ...]:
    """RS.7: the cells of a faction's Support table under a roll."""
    return tuple(
        offer for offer in catalog.support.values() if offer.faction == faction and offer.roll == roll
    )


@lru_cache(maxsize=1024)
def mix(catalog: Catalog, piece: str) -> int:
    """How many of a piece the box holds; a named leader is there once."""
    counter = catalog.counters.get(piece)
    return counter.quantity if counter else 1
