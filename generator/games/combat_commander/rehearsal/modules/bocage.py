"""NO-C2.2: engineer teams blow gaps into hedgerows."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.ground import side as hexside
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import Steps, roll
from ..pieces import Unit
from ..state import Fight
from ..board import Hex
from .terrain import HEDGE

AMERICAN, CHARGE = "american", "satchel_charge"
BUST = "bust:"


def engineer(fight: Fight, unit: Unit) -> bool:
    """NO-C2.2: an American team with a sound satchel charge in a hex with a side of bocage."""
    weapon = unit.weapon
    return (
        fight.plays("NO-C2.2")
        and unit.kind == "team"
        and weapon is not None
        and not weapon.fired
        and CHARGE in weapon.counter.tags
        and fight.camps[unit.side].faction == AMERICAN
        and fight.can_shoot_weapon(unit)
        and not fight.locked(unit.hex)
        and bool(hedgerows(fight, unit.hex))
    )


def hedgerows(fight: Fight, hex_: Hex) -> list[Hex]:
    """The neighbours behind a side of bocage that still stands."""
    special, names = fight.special, fight.ground.names
    if special.ground is None or not special.lay.bocage:
        return []
    return [
        near
        for near in fight.ground.around[hex_]
        if special.ground.sides.get(each := hexside(names[hex_], names[near])) == HEDGE
        and each not in special.lay.busted
    ]


def bust(fight: Fight, side: Side, unit: Unit) -> Steps[None]:
    """NO-C2.2: one targeting roll at range 1, smoke in the hex counted, for one or two sides."""
    weapon, names = unit.weapon, fight.ground.names
    assert weapon is not None
    weapon.fired = True
    ways = tuple(names[near] for near in hedgerows(fight, unit.hex))
    most = min(len(ways), fight.figure("rule.bocage_busting", "sides"))
    fight.roll = unit
    chosen: Sequence[str] = ways
    if len(ways) > 1:
        chosen = yield Choose("NO-C2.2", "gaps", side, "hex", ways, least=1, most=most)
    far, smoke = fight.figure("rule.bocage_busting", "range"), fight.smoke.get(unit.hex, 0)
    here = names[unit.hex]
    card = yield from roll(fight, side, "targeting", (far, smoke))
    if unit.weapon is weapon:
        unit.weapon = None
        fight.special.charges.setdefault(fight.time + 1, []).append(weapon)
    if card.dice.white * card.dice.coloured - smoke > far:
        gaps = {hexside(here, name) for name in chosen}
        fight.relay(busted=fight.special.lay.busted | gaps)
        fight.tell("NO-C2.2", "busted", who=side, hex=here, hexes=tuple(chosen))
    else:
        fight.tell("NO-C2.2", "missed", who=side, hex=here)


def hand_out(fight: Fight, side: Side) -> Steps[None]:
    """NO-C2.2: charges of the space go to teams without a weapon, or are gone."""
    if fight.camps[side].faction != AMERICAN:
        return
    for weapon in fight.special.charges.pop(fight.time, []):
        ids = tuple(u.id for u in fight.camps[side].units if u.kind == "team" and u.weapon is None)
        if not ids:
            fight.wrecks.append(weapon)
            continue
        fight.roll = weapon
        chosen = ids[0] if len(ids) == 1 else (yield Choose("NO-C2.2", "carry", side, "unit", ids))
        weapon.fired = False
        fight.unit(chosen).weapon = weapon
