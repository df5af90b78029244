"""RS.8 Posture: the side that holds the marker defends; on 0 both are on recon."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Posture
from generator.table import Note

from .state import SIDES, Battle, Steps, evolve, holds

RULE = "RS.8"


def posture(battle: Battle) -> Steps:
    """RS.8: assign postures and hands; later moves of the marker do not change them."""
    forces = {}
    for side in SIDES:
        held = holds(battle, side)
        role: Posture = "recon" if held == 0 else "defend" if held > 0 else "attack"
        yield Note(RULE, "posture", {"side": side, "value": role})
        hand = battle.catalog.postures[role].hand
        forces[side] = evolve(battle.force(side), posture=role, hand=hand)
    return evolve(battle, **forces)
