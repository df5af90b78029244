"""RS.9, ST-C1.9, NO-C1.9: in which coin something is paid, and what is in a package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog

from .scribe import Scribe

COINS = {"fortification_points": "campaign_word.fp"}  # everything else is paid in VP


def coin(ask: str) -> str:
    """The term for what the prices of a purchase are counted in."""
    return COINS.get(ask, "card.vp")


def pays_twice(catalog: Catalog, campaign: str) -> bool:
    """NO-C1.9: whether Fortification Points of a campaign cost as many VP besides."""
    sheet = catalog.campaigns.get(campaign)
    points = getattr(sheet.figures, "fortification", None) if sheet else None
    return points is not None and bool(points.also_costs_vp)


def in_package(scribe: Scribe, ware: Mapping[str, Any]) -> str:
    """RS.9: the fortifications in a package, and of mines the strength, by which packages differ."""
    works = scribe.list([scribe.works(kind, count) for kind, count in ware["uses"].items()])
    strength = ware.get("grade")
    return f"{works} ({scribe.term('card.mine_strength').lower()} {strength})" if strength else works
