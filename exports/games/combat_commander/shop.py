"""ST-C1.9, NO-C1.9: in which coin something is paid."""

from __future__ import annotations

COINS = {"fortification_points": "campaign_word.fp"}  # everything else is paid in VP


def coin(ask: str) -> str:
    """The term for what the prices of a purchase are counted in."""
    return COINS.get(ask, "card.vp")
