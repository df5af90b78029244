"""The path of a campaign: where its battles were fought, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander.model import Side

Seen = Mapping[str, Any]  # a campaign as a seat may see it


def current_position(seen: Seen) -> str | None:
    """Return where the campaign stands now; None before a scenario is chosen."""
    state = seen["state"]
    if "position" in state:
        return str(state["position"])
    return str(state["scenario"]) if state["scenario"] else None


def battle_path(seen: Seen) -> list[tuple[str, Side]]:
    """Return where the battles were fought, and who won them."""
    return [(past["position"], past["winner"]) for past in seen["state"]["history"]]
