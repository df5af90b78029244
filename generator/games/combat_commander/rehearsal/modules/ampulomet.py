"""ST-6: the Ampulomet, which may set fire to its target, or to its crew."""

from __future__ import annotations

from generator.table import Choose

from ..burning import burn, can_burn
from ..cards import Steps
from ..damage import break_unit, drop_weapon
from ..pieces import Unit, Weapon
from ..state import Fight
from ..board import Hex

TAG = "ampulomet"


def backfire(fight: Fight, unit: Unit, weapon: Weapon) -> Steps[None]:
    """ST-6: a miss with a double: the weapon is lost, a friend there breaks, and the hex burns."""
    if not weapon.has(TAG):
        return
    hex_ = unit.hex
    drop_weapon(fight, weapon, "ST-6")
    ids = tuple(each.id for each in fight.here(hex_, unit.side))
    if ids:
        one = len(ids) == 1
        chosen = ids[0] if one else (yield Choose("ST-6", "prisoner", unit.side, "unit", ids))
        yield from break_unit(fight, fight.unit(chosen), "ST-6")
    yield from kindle(fight, weapon, hex_)


def kindle(fight: Fight, weapon: Weapon, hex_: Hex) -> Steps[None]:
    """ST-6: a hit with a double sets fire to the target once all defence rolls are made."""
    if weapon.has(TAG) and can_burn(fight, hex_):
        yield from burn(fight, [hex_])
