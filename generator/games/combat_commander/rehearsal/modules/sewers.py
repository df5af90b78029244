"""ST-T5: Russian movement through the sewers."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..board import Hex
from ..cards import Steps, roll
from ..damage import drop_weapon
from ..pieces import OFF_MAP, Unit
from ..state import Fight
from ..victory import score_final_result, update_control

RUSSIAN = "russian"
TRACK = "track"  # the next space of the Time track


def list_sewer_exits(fight: Fight, unit: Unit) -> list[Hex]:
    """ST-T5.2: return the other sewer hexes that a Russian unit in a sewer hex may move to."""
    sewers = fight.special.sewers
    if unit.hex not in sewers or fight.camps[unit.side].faction != RUSSIAN:
        return []
    return sorted(sewers - {unit.hex})


def advance_through_sewers(fight: Fight, side: Side, units: Sequence[Unit]) -> Steps[list[Unit]]:
    """ST-T5.2: move groups of activated units through the sewers; return the units that went."""
    in_sewers: list[Unit] = []
    for hex_ in sorted(fight.special.sewers):
        able = [unit for unit in units if unit.hex == hex_ and not unit.out and list_sewer_exits(fight, unit)]
        if not able:
            continue
        ids = tuple(unit.id for unit in able)
        chosen = yield Choose("ST-T5.2", "sewer", side, "unit", ids, least=0, most=len(ids))
        party = [unit for unit in able if unit.id in chosen]
        if party:
            yield from _move_party(fight, side, party)
            in_sewers += party
    return in_sewers


def _move_party(fight: Fight, side: Side, party: Sequence[Unit]) -> Steps[None]:
    """ST-T5.2: eliminate heavy weapons, then roll; on a double the Axis player chooses the exit."""
    names, start = fight.board.names, party[0].hex
    for unit in party:
        if unit.weapon is not None and (unit.weapon.counter.front.move or 0) < 0:
            drop_weapon(fight, unit.weapon, "ST-T5.2")
    ways = tuple(names[hex_] for hex_ in list_sewer_exits(fight, party[0]))
    goal = ways[0] if len(ways) == 1 else (yield Choose("ST-T5.2", "sewer_end", side, "hex", ways))
    card = yield from roll(fight, side, "sewer")
    lost = card.dice.white == card.dice.coloured
    if lost and len(ways) > 1:
        goal = yield Choose("ST-T5.2", "sewer_lost", "axis", "hex", ways)
    for unit in [member for member in party if not member.out]:
        there = goal
        if lost:
            fight.subject = unit
            there = yield Choose("ST-T5.2", "sewer_out", side, "sewer", (goal, TRACK))
        if there == TRACK:
            _move_to_time_track(fight, unit)
        else:
            fight.place_unit(unit, fight.board.numbers[there])
            fight.record("ST-T5.2", "advanced", unit=unit.id, ref=unit.ref, who=side, hex=there)
            update_control(fight, unit.hex)
    update_control(fight, start)
    if not fight.camps[side].units:
        score_final_result(fight)


def _move_to_time_track(fight: Fight, unit: Unit) -> None:
    camp = fight.camps[unit.side]
    fight.place_unit(unit, OFF_MAP)
    camp.units.remove(unit)
    unit.out = "exit"
    camp.coming.setdefault(fight.time + 1, []).append(unit)


def list_entry_sewers(fight: Fight, side: Side) -> list[Hex]:
    """ST-T5.3: return the sewer hexes where one Russian reinforcement may enter."""
    if fight.camps[side].faction != RUSSIAN:
        return []
    return sorted(hex_ for hex_ in fight.special.sewers if fight.is_passable(hex_))
