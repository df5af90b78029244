"""O22, O23: rallying one's own, and routing either side."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps, roll
from .damage import break_unit, rally, suppress
from .mines import mines
from .pieces import Unit, stand_ins
from .state import SIDES, Fight
from .board import Hex
from .victory import eliminate, occupied

PASSING = "H-O23.3.5"  # house rule: who only passes through an objective does not take it
FIRST = {"leader": 0, "hero": 1, "squad": 2, "team": 3}  # O22.3: leaders first


def can_recover(fight: Fight, side: Side) -> bool:
    """O22.1: the player, once a turn, with somebody broken or suppressed."""
    camp = fight.camps[side]
    return not camp.activated and any(unit.broken or unit.suppressed for unit in camp.units)


def recover(fight: Fight, side: Side) -> Steps[None]:
    """O22.2, O22.3: suppression goes, then everybody who was broken rolls below his morale.

    Who was broken when the order was given rolls, even if an event has rallied him since.
    """
    camp = fight.camps[side]
    camp.activated = True
    for unit in camp.units:
        unit.suppressed = False
    broken = sorted((unit for unit in camp.units if unit.broken), key=lambda unit: FIRST[unit.kind])
    for was in broken:
        for unit in stand_ins([was]):
            yield from _rally(fight, side, unit)


def _rally(fight: Fight, side: Side, unit: Unit) -> Steps[None]:
    morale = fight.morale(unit)
    card = yield from roll(fight, side, "recover", (unit, morale))
    for each in stand_ins([unit]):
        if card.total < morale:
            rally(fight, each, "O22.3")
        elif card.total == morale:
            yield from suppress(fight, each, "O22.3")


def routable(fight: Fight) -> list[Side]:
    """O23.1: a player with somebody broken who was not activated for this in the turn."""
    return [
        side
        for side in SIDES
        if not fight.camps[side].activated and any(unit.broken for unit in fight.camps[side].units)
    ]


def rout(fight: Fight, side: Side) -> Steps[None]:
    """O23.2: the active player rolls for the broken units of the player he chose.

    A tie suppresses who is not suppressed yet, so that by V19 nobody breaks here.
    """
    able = tuple(routable(fight))
    victim: Side = able[0] if len(able) == 1 else (yield Choose("O23.1", "rout", side, "side", able))
    camp = fight.camps[victim]
    camp.activated = True
    lead = yield from _leading(fight, victim)
    for was in [unit for unit in camp.units if unit.broken]:
        for unit in stand_ins([was]):
            morale = fight.morale(unit) + lead.get(unit.hex, 0) * fight.command_for(unit)
            card = yield from roll(fight, side, "rout", (unit, morale))
            for each in stand_ins([unit]):
                if card.total == morale and not each.suppressed:
                    yield from suppress(fight, each, "O23.2")
                elif card.total > morale:
                    yield from retreat(fight, each, card.total - morale)


def _leading(fight: Fight, side: Side) -> Steps[dict[Hex, int]]:
    """V9: in each hex with broken men its leaders may push them on instead of holding them."""
    found: dict[Hex, int] = {}
    if not fight.options.has("V9"):
        return found
    for hex_ in sorted({unit.hex for unit in fight.camps[side].units if unit.broken and not unit.leads}):
        if any(unit.leads and unit.command for unit in fight.here(hex_, side)):
            fight.roll = hex_
            pushed = yield Choose("V9", "push", side, "yes_no", ("yes", "no"))
            found[hex_] = -2 if pushed == "yes" else 0  # the command was added once: taken off twice
    return found


def retreat(fight: Fight, unit: Unit, hexes: int) -> Steps[None]:
    """O23.3: hex by hex towards the friendly edge; off it, into enemies or barred ground it is gone."""
    along = yield from _company(fight, unit)
    rank = fight.ground.rank[fight.camps[unit.side].edge]
    fight.tell("O23.3", "routed", unit=unit.id, ref=unit.ref, who=unit.side, hexes=hexes)
    start, passing = unit.hex, not fight.options.has(PASSING)
    for _ in range(hexes):
        if not (men := stand_ins([unit])):
            break
        group, here = [*men, *stand_ins(along)], men[0].hex
        options = _away(fight, men[0], rank)
        if not options:
            for each in group:
                eliminate(fight, each, "O23.3.5")
            break
        names = tuple(fight.ground.names[hex_] for hex_ in options)
        fight.roll = men[0]
        chosen = names[0] if len(names) == 1 else (yield Choose("O23.3", "retreat", unit.side, "hex", names))
        there = fight.ground.numbers[chosen]
        yield from mines(fight, group, here)
        for each in stand_ins(group):
            fight.put(each, there)
        if passing:
            occupied(fight, here)
            occupied(fight, there)
        yield from mines(fight, group, there)
    for each in stand_ins(along):
        if not each.broken:
            yield from break_unit(fight, each, "V10")
    for hex_ in sorted({start, *(each.hex for each in stand_ins([unit]))}):
        occupied(fight, hex_)


def _away(fight: Fight, unit: Unit, rank: bytes) -> list[Hex]:
    """The hexes nearer the edge that a unit survives; at the edge there are none."""
    return [
        hex_
        for hex_ in fight.ground.cost[unit.hex]
        if rank[hex_] < rank[unit.hex] and fight.passable(hex_) and not fight.enemy_in(hex_, unit.side)
    ]


def _company(fight: Fight, unit: Unit) -> Steps[list[Unit]]:
    """V10: a sound leader may go with him, and breaks at the end."""
    if not fight.options.has("V10"):
        return []
    leaders = [
        each
        for each in fight.here(unit.hex, unit.side)
        if each.leads and not each.broken and each is not unit
    ]
    if not leaders:
        return []
    ids = tuple(each.id for each in leaders)
    fight.roll = unit
    chosen = yield Choose("V10", "accompany", unit.side, "unit", ids, least=0, most=len(ids))
    return [each for each in leaders if each.id in chosen]
