"""Cached catalogue look-ups that every battle needs."""

from __future__ import annotations

from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import SupportOffer


@lru_cache(maxsize=256)
def get_support_column(catalog: Catalog, faction: str, roll: int) -> tuple[SupportOffer, ...]:
    """RS.7: return the cells of a faction's Support table under a roll."""
    return tuple(
        offer for offer in catalog.support.values() if offer.faction == faction and offer.roll == roll
    )


@lru_cache(maxsize=4096)
def list_support(
    catalog: Catalog, faction: str, roll: int, year: int, nationality: str | None, radios: bool
) -> tuple[SupportOffer, ...]:
    """RS.7, RS.11.1: return the cells that fit year and nation; either radios or everything else."""
    return tuple(
        offer
        for offer in get_support_column(catalog, faction, roll)
        if (offer.kind == "radio") == radios
        and year in offer.years
        and offer.restriction in (None, nationality)
    )


@lru_cache(maxsize=64)
def get_deck_before(catalog: Catalog, side: str) -> str:
    """1.8: return the Fate deck a side rolls with before it has a faction."""
    return next(each.deck for each in catalog.factions.values() if each.side == side)


@lru_cache(maxsize=1024)
def count_in_mix(catalog: Catalog, piece: str) -> int:
    """Return how many of a piece the box holds; a named leader exists once."""
    counter = catalog.counters.get(piece)
    return counter.quantity if counter else 1
