"""NO-C2.3, NO-C2.4, NO-C2.5, NO-C4: off-map tanks and registered hexes of the German artillery."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..board import UNSEEN, Hex
from ..cards import YES_NO, Steps
from ..state import Fight

GERMAN = "german"
EDGE_SIGHT_RULES = ("NO-C4.1", "NO-C4.2")


def is_in_tank_sight(fight: Fight, side: Side, hex_: Hex) -> bool:
    """NO-C4.1, NO-C4.2: return whether tanks see a target from any hex of their own edge."""
    if side not in fight.special.armour or not any(fight.options.has(rule) for rule in EDGE_SIGHT_RULES):
        return True
    edge = fight.board.edge[fight.camps[side].edge]
    return hex_ in edge or any(fight.get_hindrance(edge_hex, hex_) != UNSEEN for edge_hex in edge)


def check_registered(fight: Fight, side: Side, hex_: Hex) -> Steps[bool]:
    """NO-C2.5: return whether a German aims at a registered hex, or registers it now, without a roll."""
    special = fight.special
    if fight.camps[side].faction != GERMAN:
        return False
    if hex_ in special.registered:
        return True
    if not special.to_register:
        return False
    fight.subject = hex_
    if (yield Choose("NO-C2.5", "register", side, "yes_no", YES_NO)) == "no":
        return False
    special.to_register -= 1
    special.registered.add(hex_)
    fight.record("NO-C2.5", "registered", who=side, hex=fight.board.names[hex_])
    return True
