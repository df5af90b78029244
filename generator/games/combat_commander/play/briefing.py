"""Briefing before a fight: open points of the sources and how they are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog

from ..battle.view import HIDDEN
from ..rehearsal.modules.rubble import VULNERABILITY_RULE
from ..rehearsal.state import SIDES


def list_briefing(catalog: Catalog, card: Mapping[str, Any]) -> list[str]:
    """Return the open points that matter in a fight; each has a term ``fight_briefing.<id>``."""
    points = ["rights", "breeze", "repair"]
    if not catalog.fight[VULNERABILITY_RULE].figures:
        points.append("vulnerability")
    if any(card["sides"][side]["discard_limit"] is None for side in SIDES):
        points.append("discard_limit")
    if HIDDEN in card["objectives"]["secret"].values():
        points.append("secret_chits")
    points.append("sight")
    return points
