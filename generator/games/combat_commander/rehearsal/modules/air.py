"""NO-C2.6: the fighter-bombers over Normandy."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side

from ..state import Fight


def diverted(fight: Fight, side: Side) -> bool:
    """NO-C2.6: under Ground Support an Interdiction of the Americans is Air Support; the first of the Germans
    calls the aircraft back and does nothing else.
    """
    if side == "allied":
        return True
    fight.special.ground_support = False
    fight.tell("NO-C2.6", "recalled", who=side)
    return False
