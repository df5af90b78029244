"""RS.9, ST-C1.9, NO-C1.9: the currency of purchases, and the contents of packages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog

from .messages import MessageFormatter

CURRENCIES = {"fortification_points": "campaign_word.fp"}  # everything else is paid in VP


def currency_term(ask: str) -> str:
    """Return the term of the currency of a purchase."""
    return CURRENCIES.get(ask, "card.vp")


def pays_twice(catalog: Catalog, campaign: str) -> bool:
    """NO-C1.9: return whether a campaign's Fortification Points also cost as many VP."""
    sheet = catalog.campaigns.get(campaign)
    points = getattr(sheet.figures, "fortification", None) if sheet else None
    return points is not None and bool(points.also_costs_vp)


def format_package(formatter: MessageFormatter, ware: Mapping[str, Any]) -> str:
    """RS.9: return the fortifications in a package, with the strength of mines."""
    works = formatter.list([formatter.works(kind, count) for kind, count in ware["uses"].items()])
    strength = ware.get("grade")
    return f"{works} ({formatter.form('card', 'mine_strength', 'inline')} {strength})" if strength else works
