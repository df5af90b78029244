"""ST-6: the Ampulomet, which may set fire to its target or its crew."""

from __future__ import annotations

from generator.table import Choose

from ..blaze import can_burn, start_blaze
from ..board import Hex
from ..cards import Steps
from ..damage import break_unit, drop_weapon
from ..pieces import Unit, Weapon
from ..state import Fight

TAG = "ampulomet"


def backfire(fight: Fight, unit: Unit, weapon: Weapon) -> Steps[None]:
    """ST-6: a miss with a double eliminates the weapon, breaks a friendly unit and sets the hex on fire."""
    if not weapon.has(TAG):
        return
    hex_ = unit.hex
    drop_weapon(fight, weapon, "ST-6")
    ids = tuple(friend.id for friend in fight.list_units(hex_, unit.side))
    if ids:
        single = len(ids) == 1
        chosen = ids[0] if single else (yield Choose("ST-6", "prisoner", unit.side, "unit", ids))
        yield from break_unit(fight, fight.get_unit(chosen), "ST-6")
    yield from ignite(fight, weapon, hex_)


def ignite(fight: Fight, weapon: Weapon, hex_: Hex) -> Steps[None]:
    """ST-6: a hit with a double sets fire to the target after all defence rolls."""
    if weapon.has(TAG) and can_burn(fight, hex_):
        yield from start_blaze(fight, [hex_])
