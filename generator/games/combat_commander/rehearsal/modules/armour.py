"""NO-C2.3, NO-C2.4, NO-C2.5, NO-C4: tanks off the map, and hexes that German guns have registered."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import YES_NO, Steps
from ..state import Fight
from ..board import UNSEEN, Hex

GERMAN = "german"
FROM_EDGE = ("NO-C4.1", "NO-C4.2")


def covered(fight: Fight, side: Side, hex_: Hex) -> bool:
    """NO-C4.1, NO-C4.2: tanks must see their target from their own edge, here from any hex along it."""
    if side not in fight.special.armour or not any(fight.options.has(rule) for rule in FROM_EDGE):
        return True
    edge = fight.ground.edge[fight.camps[side].edge]
    return hex_ in edge or any(fight.sees(each, hex_) != UNSEEN for each in edge)


def registered(fight: Fight, side: Side, hex_: Hex) -> Steps[bool]:
    """NO-C2.5: a German who aims at a marker, or lays one there now, rolls nothing."""
    special = fight.special
    if fight.camps[side].faction != GERMAN:
        return False
    if hex_ in special.registered:
        return True
    if not special.to_register:
        return False
    fight.roll = hex_
    if (yield Choose("NO-C2.5", "register", side, "yes_no", YES_NO)) == "no":
        return False
    special.to_register -= 1
    special.registered.add(hex_)
    fight.tell("NO-C2.5", "registered", who=side, hex=fight.ground.names[hex_])
    return True
