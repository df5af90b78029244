"""RS.12 The defender sets up fortifications after seeing the attacker."""

from __future__ import annotations

from .placement import place_fortifications
from .state import Battle, Steps


def fortification_setup(battle: Battle) -> Steps:
    """RS.12: as deep as the defender's units, one per hex; what cannot be placed is lost."""
    defender = battle.posture_side("defend")
    if defender is None or not battle.packages:
        return battle
    return (yield from place_fortifications(battle, defender, "RS.12"))
