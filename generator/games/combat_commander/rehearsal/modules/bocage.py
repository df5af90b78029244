"""NO-C2.2: engineer teams blow gaps into hedgerows."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.ground import side as hexside
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..board import Hex
from ..cards import Steps, roll
from ..pieces import Unit
from ..state import Fight
from .terrain import HEDGE

AMERICAN, CHARGE = "american", "satchel_charge"
BUST = "bust:"


def can_bust(fight: Fight, unit: Unit) -> bool:
    """NO-C2.2: return whether a unit is an American team with a satchel charge at a bocage side."""
    weapon = unit.weapon
    return (
        fight.has_rule("NO-C2.2")
        and unit.kind == "team"
        and weapon is not None
        and not weapon.fired
        and CHARGE in weapon.counter.tags
        and fight.camps[unit.side].faction == AMERICAN
        and fight.can_shoot_weapon(unit)
        and not fight.is_melee_locked(unit.hex)
        and bool(list_hedgerows(fight, unit.hex))
    )


def list_hedgerows(fight: Fight, hex_: Hex) -> list[Hex]:
    """Return the neighbours behind a bocage side without a gap."""
    special, names = fight.special, fight.board.names
    if special.ground is None or not special.overlay.bocage:
        return []
    return [
        near
        for near in fight.board.neighbours[hex_]
        if special.ground.sides.get(ends := hexside(names[hex_], names[near])) == HEDGE
        and ends not in special.overlay.busted
    ]


def bust_hedgerow(fight: Fight, side: Side, unit: Unit) -> Steps[None]:
    """NO-C2.2: roll once at range 1, with smoke in the hex, for one or two sides."""
    weapon, names = unit.weapon, fight.board.names
    assert weapon is not None
    weapon.fired = True
    ways = tuple(names[near] for near in list_hedgerows(fight, unit.hex))
    most = min(len(ways), fight.get_figure("rule.bocage_busting", "sides"))
    fight.subject = unit
    chosen: Sequence[str] = ways
    if len(ways) > 1:
        chosen = yield Choose("NO-C2.2", "gaps", side, "hex", ways, least=1, most=most)
    far, smoke = fight.get_figure("rule.bocage_busting", "range"), fight.smoke.get(unit.hex, 0)
    here = names[unit.hex]
    card = yield from roll(fight, side, "targeting", (far, smoke))
    if unit.weapon is weapon:
        unit.weapon = None
        fight.special.charges.setdefault(fight.time + 1, []).append(weapon)
    if card.dice.white * card.dice.coloured - smoke > far:
        gaps = {hexside(here, name) for name in chosen}
        fight.update_overlay(busted=fight.special.overlay.busted | gaps)
        fight.record("NO-C2.2", "busted", who=side, hex=here, hexes=tuple(chosen))
    else:
        fight.record("NO-C2.2", "missed", who=side, hex=here)


def return_charges(fight: Fight, side: Side) -> Steps[None]:
    """NO-C2.2: give the charges of the space to teams without a weapon, or eliminate them."""
    if fight.camps[side].faction != AMERICAN:
        return
    for weapon in fight.special.charges.pop(fight.time, []):
        ids = tuple(u.id for u in fight.camps[side].units if u.kind == "team" and u.weapon is None)
        if not ids:
            fight.wrecks.append(weapon)
            continue
        fight.subject = weapon
        chosen = ids[0] if len(ids) == 1 else (yield Choose("NO-C2.2", "carry", side, "unit", ids))
        weapon.fired = False
        fight.get_unit(chosen).weapon = weapon
