"""NO-C2.6: fighter-bombers in Normandy."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side

from ..state import Fight


def divert_interdiction(fight: Fight, side: Side) -> bool:
    """NO-C2.6: return True if an Interdiction becomes Air Support (American); else end Ground Support."""
    if side == "allied":
        return True
    fight.special.ground_support = False
    fight.record("NO-C2.6", "recalled", who=side)
    return False
