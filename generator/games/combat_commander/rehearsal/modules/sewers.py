"""ST-T5: Russians under the city."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import Steps, roll
from ..damage import drop_weapon
from ..pieces import NOWHERE, Unit
from ..state import Fight
from ..board import Hex
from ..victory import count, occupied

RUSSIAN = "russian"
TRACK = "track"  # the next space of the Time track


def ends(fight: Fight, unit: Unit) -> list[Hex]:
    """ST-T5.2: the other sewer hexes that a Russian in one may try to come up in."""
    sewers = fight.special.sewers
    if unit.hex not in sewers or fight.camps[unit.side].faction != RUSSIAN:
        return []
    return sorted(sewers - {unit.hex})


def advance(fight: Fight, side: Side, units: Sequence[Unit]) -> Steps[list[Unit]]:
    """ST-T5.2: from each sewer hex any number of those activated try together; who went down does no more."""
    gone: list[Unit] = []
    for hex_ in sorted(fight.special.sewers):
        able = [unit for unit in units if unit.hex == hex_ and not unit.out and ends(fight, unit)]
        if not able:
            continue
        ids = tuple(unit.id for unit in able)
        chosen = yield Choose("ST-T5.2", "sewer", side, "unit", ids, least=0, most=len(ids))
        party = [unit for unit in able if unit.id in chosen]
        if party:
            yield from _through(fight, side, party)
            gone += party
    return gone


def _through(fight: Fight, side: Side, party: Sequence[Unit]) -> Steps[None]:
    """ST-T5.2: weapons that slow their men stay behind for good; a double, and the Axis player says where."""
    names, left = fight.ground.names, party[0].hex
    for unit in party:
        if unit.weapon is not None and (unit.weapon.counter.front.move or 0) < 0:
            drop_weapon(fight, unit.weapon, "ST-T5.2")
    ways = tuple(names[hex_] for hex_ in ends(fight, party[0]))
    goal = ways[0] if len(ways) == 1 else (yield Choose("ST-T5.2", "sewer_end", side, "hex", ways))
    card = yield from roll(fight, side, "sewer")
    lost = card.dice.white == card.dice.coloured
    if lost and len(ways) > 1:
        goal = yield Choose("ST-T5.2", "sewer_lost", "axis", "hex", ways)
    for unit in [each for each in party if not each.out]:
        there = goal
        if lost:
            fight.roll = unit
            there = yield Choose("ST-T5.2", "sewer_out", side, "sewer", (goal, TRACK))
        if there == TRACK:
            _wait(fight, unit)
        else:
            fight.put(unit, fight.ground.numbers[there])
            fight.tell("ST-T5.2", "advanced", unit=unit.id, ref=unit.ref, who=side, hex=there)
            occupied(fight, unit.hex)
    occupied(fight, left)
    if not fight.camps[side].units:
        count(fight)


def _wait(fight: Fight, unit: Unit) -> None:
    camp = fight.camps[unit.side]
    fight.put(unit, NOWHERE)
    camp.units.remove(unit)
    unit.out = "exit"
    camp.coming.setdefault(fight.time + 1, []).append(unit)


def openings(fight: Fight, side: Side) -> list[Hex]:
    """ST-T5.3: where one Russian of each Time trigger may come up."""
    if fight.camps[side].faction != RUSSIAN:
        return []
    return sorted(hex_ for hex_ in fight.special.sewers if fight.passable(hex_))
