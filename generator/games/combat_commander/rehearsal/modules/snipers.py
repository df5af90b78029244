"""ST-3: the Urban Sniper marker."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import YES_NO, Steps
from ..state import OTHER, Fight


def advance_marker(fight: Fight, side: Side) -> None:
    """ST-3.1: move the marker one face towards the side whose sniper had no effect."""
    if not fight.has_rule("ST-3"):
        return
    special = fight.special
    first, most = (
        fight.get_figure("rule.urban_sniper", "first"),
        fight.get_figure("rule.urban_sniper", "most"),
    )
    if special.sniper == OTHER[side]:
        special.aim = first if special.aim == most else 0
    else:
        special.aim = most if special.sniper == side else first
        special.sniper = side
    fight.record("ST-3.1", "urban_sniper", who=special.sniper, value=special.aim)
    if not special.aim:
        special.sniper = None


def offer_bonus(fight: Fight, side: Side) -> Steps[int]:
    """ST-3.2: offer the marker right before an attack or melee roll; return the value it adds."""
    special = fight.special
    if special.sniper != side:
        return 0
    if (yield Choose("ST-3.2", "urban_sniper", side, "yes_no", YES_NO)) == "no":
        return 0
    bonus, special.sniper, special.aim = special.aim, None, 0
    fight.record("ST-3.2", "urban_shot", who=side, value=bonus)
    return bonus
