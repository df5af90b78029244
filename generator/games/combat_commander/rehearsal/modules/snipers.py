"""ST-3: the Urban Sniper, a marker that a sniper without effect brings nearer, and that one roll uses up."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import YES_NO, Steps
from ..state import OTHER, Fight


def missed(fight: Fight, side: Side) -> None:
    """ST-3.1: from the enemy's better face to his worse one, to nobody, to one's own two faces."""
    if not fight.plays("ST-3"):
        return
    special = fight.special
    first, most = fight.figure("rule.urban_sniper", "first"), fight.figure("rule.urban_sniper", "most")
    if special.sniper == OTHER[side]:
        special.aim = first if special.aim == most else 0
    else:
        special.aim = most if special.sniper == side else first
        special.sniper = side
    fight.tell("ST-3.1", "urban_sniper", who=special.sniper, value=special.aim)
    if not special.aim:
        special.sniper = None


def spend(fight: Fight, side: Side) -> Steps[int]:
    """ST-3.2: given up right before an attack or a melee roll, it adds its value to the roll."""
    special = fight.special
    if special.sniper != side:
        return 0
    if (yield Choose("ST-3.2", "urban_sniper", side, "yes_no", YES_NO)) == "no":
        return 0
    added, special.sniper, special.aim = special.aim, None, 0
    fight.tell("ST-3.2", "urban_shot", who=side, value=added)
    return added
