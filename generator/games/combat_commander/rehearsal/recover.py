"""O22, O23: recover own units and rout either side."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .board import Hex
from .cards import Steps, roll
from .damage import break_unit, rally, suppress
from .mines import resolve_mines
from .pieces import Unit, list_survivors
from .state import SIDES, Fight
from .victory import eliminate, update_control

NO_CAPTURE_IN_PASSING = "H-O23.3.5"  # house rule: routing units do not take objectives they pass
RALLY_ORDER = {"leader": 0, "hero": 1, "squad": 2, "team": 3}  # O22.3: leaders first


def can_recover(fight: Fight, side: Side) -> bool:
    """O22.1: return whether the player may recover: once a turn, with a broken or suppressed unit."""
    camp = fight.camps[side]
    return not camp.activated and any(unit.broken or unit.suppressed for unit in camp.units)


def recover(fight: Fight, side: Side) -> Steps[None]:
    """O22.2, O22.3: remove suppression, then each unit that was broken rolls below its morale.

    Units broken when the order was given roll even if an event has rallied them since.
    """
    camp = fight.camps[side]
    camp.activated = True
    for unit in camp.units:
        if unit.suppressed:
            unit.suppressed = False
            fight.record_unit("O22.2", "unsuppressed", unit)
    broken = sorted((unit for unit in camp.units if unit.broken), key=lambda unit: RALLY_ORDER[unit.kind])
    for broken_unit in broken:
        for unit in list_survivors([broken_unit]):
            yield from _roll_rally(fight, side, unit)


def _roll_rally(fight: Fight, side: Side, unit: Unit) -> Steps[None]:
    morale = fight.get_morale(unit)
    fight.record_unit("O22.3", "tested", unit, morale=morale)
    card = yield from roll(fight, side, "recover", (unit, morale))
    for survivor in list_survivors([unit]):
        if card.total < morale:
            rally(fight, survivor, "O22.3")
        elif card.total == morale:
            yield from suppress(fight, survivor, "O22.3")


def list_routable_sides(fight: Fight) -> list[Side]:
    """O23.1: return the sides with a broken unit that were not activated for this in the turn."""
    return [
        side
        for side in SIDES
        if not fight.camps[side].activated and any(unit.broken for unit in fight.camps[side].units)
    ]


def rout(fight: Fight, side: Side) -> Steps[None]:
    """O23.2: the active player rolls for the broken units of the chosen side.

    A tie suppresses a unit that is not suppressed yet, so V19 breaks no unit here.
    """
    able = tuple(list_routable_sides(fight))
    victim: Side = able[0] if len(able) == 1 else (yield Choose("O23.1", "rout", side, "side", able))
    camp = fight.camps[victim]
    camp.activated = True
    lead = yield from _choose_pushes(fight, victim)
    for broken_unit in [unit for unit in camp.units if unit.broken]:
        for unit in list_survivors([broken_unit]):
            morale = fight.get_morale(unit) + lead.get(unit.hex, 0) * fight.get_command(unit)
            fight.record_unit("O23.2", "tested", unit, morale=morale)
            card = yield from roll(fight, side, "rout", (unit, morale))
            for survivor in list_survivors([unit]):
                if card.total == morale and not survivor.suppressed:
                    yield from suppress(fight, survivor, "O23.2")
                elif card.total > morale:
                    yield from retreat(fight, survivor, card.total - morale)


def _choose_pushes(fight: Fight, side: Side) -> Steps[dict[Hex, int]]:
    """V9: ask in each hex with broken units whether leaders push them on instead of holding them."""
    command_factor: dict[Hex, int] = {}
    if not fight.options.has("V9"):
        return command_factor
    for hex_ in sorted({unit.hex for unit in fight.camps[side].units if unit.broken and not unit.leads}):
        if any(unit.leads and unit.command for unit in fight.list_units(hex_, side)):
            fight.subject = hex_
            pushed = yield Choose("V9", "push", side, "yes_no", ("yes", "no"))
            command_factor[hex_] = (
                -2 if pushed == "yes" else 0
            )  # the command was already added once, so subtract it twice
    return command_factor


def retreat(fight: Fight, unit: Unit, hexes: int) -> Steps[None]:
    """O23.3: retreat towards the friendly edge; eliminate the unit if it has no hex to go to."""
    companions = yield from _choose_companions(fight, unit)
    rank = fight.board.edge_distance[fight.camps[unit.side].edge]
    fight.record("O23.3", "routed", unit=unit.id, ref=unit.ref, who=unit.side, hexes=hexes)
    start, passing = unit.hex, not fight.options.has(NO_CAPTURE_IN_PASSING)
    for _ in range(hexes):
        if not (men := list_survivors([unit])):
            break
        group, here = [*men, *list_survivors(companions)], men[0].hex
        options = _list_retreat_hexes(fight, men[0], rank)
        if not options:
            for survivor in group:
                eliminate(fight, survivor, "O23.3.5")
            break
        names = tuple(fight.board.names[hex_] for hex_ in options)
        fight.subject = men[0]
        chosen = names[0] if len(names) == 1 else (yield Choose("O23.3", "retreat", unit.side, "hex", names))
        there = fight.board.numbers[chosen]
        yield from resolve_mines(fight, group, here)
        for survivor in list_survivors(group):
            fight.place_unit(survivor, there)
            fight.record_unit("O23.3", "retreated", survivor)
        if passing:
            update_control(fight, here)
            update_control(fight, there)
        yield from resolve_mines(fight, group, there)
    for survivor in list_survivors(companions):
        if not survivor.broken:
            yield from break_unit(fight, survivor, "V10")
    for hex_ in sorted({start, *(survivor.hex for survivor in list_survivors([unit]))}):
        update_control(fight, hex_)


def _list_retreat_hexes(fight: Fight, unit: Unit, rank: bytes) -> list[Hex]:
    """Return the hexes nearer the friendly edge that the unit can enter."""
    return [
        hex_
        for hex_ in fight.board.cost[unit.hex]
        if rank[hex_] < rank[unit.hex] and fight.is_passable(hex_) and not fight.has_enemy(hex_, unit.side)
    ]


def _choose_companions(fight: Fight, unit: Unit) -> Steps[list[Unit]]:
    """V10: an unbroken leader may accompany the unit and breaks at the end."""
    if not fight.options.has("V10"):
        return []
    leaders = [
        leader
        for leader in fight.list_units(unit.hex, unit.side)
        if leader.leads and not leader.broken and leader is not unit
    ]
    if not leaders:
        return []
    ids = tuple(leader.id for leader in leaders)
    fight.subject = unit
    chosen = yield Choose("V10", "accompany", unit.side, "unit", ids, least=0, most=len(ids))
    return [leader for leader in leaders if leader.id in chosen]
