"""6.1.2, 6.2: Time goes on: reshuffle, Sudden Death, the defender's point, smoke, reinforcements, Dig In."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps, offer, roll, shuffle
from .melee import caused, mixed
from .modules import bocage, night, sewers
from .pieces import Unit
from .state import OTHER, SIDES, Fight
from .board import Hex
from .victory import ALL_FIVE, award, count, finish, in_force, occupied


def advance(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: six steps, in this order; what is rolled in them triggers nothing.

    O16.4.2: reinforcements may come in upon an enemy; that melee follows when all steps are done.
    """
    outer, event, before = fight.triggered, fight.event_rolls, frozenset(mixed(fight))
    fight.triggered, fight.event_rolls = True, False
    fight.time += 1
    fight.advances += 1
    fight.tell("6.1.2", "time", who=side, time=fight.time)
    yield from shuffle(fight, side)
    if fight.time >= fight.sudden_death:
        yield from _sudden_death(fight, side)
    for each in SIDES:
        if fight.camps[each].posture == "defend":
            award(fight, each, fight.figure("rule.time", "defender_vp"), "time")
    yield from _clear_smoke(fight, side)
    for each in (OTHER[fight.turn_of], fight.turn_of):
        yield from _reinforce(fight, each)
    for each in (OTHER[fight.turn_of], fight.turn_of):
        yield from _dig_in(fight, each)
    fight.triggered, fight.event_rolls = outer, event
    yield from caused(fight, before)


def _sudden_death(fight: Fight, side: Side) -> Steps[None]:
    """6.2.2, 7.3.2: below the space of Time the game ends; all five objectives win before the roll."""
    if in_force(fight, ALL_FIVE):
        for each in SIDES:
            if all(fight.control.get(number) == each for number in fight.objectives):
                finish(fight, each, "all_objectives")
    time = fight.time
    card = yield from roll(fight, side, "sudden_death", time)
    if card.total < time:
        fight.tell("6.2.2", "sudden_death", time=time, total=card.total)
        count(fight)


def _clear_smoke(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: one smoke goes; NO-6.3: or, if who moved Time likes, a starshell."""
    if fight.special.starshells:
        what = yield Choose("NO-6.3", "clear", side, "cleared", ("smoke", "starshell"))
        if what == "starshell":
            yield from night.put_out(fight, side, "NO-6.3")
            return
    if not fight.smoke:
        return
    hexes = tuple(fight.ground.names[hex_] for hex_ in sorted(fight.smoke))
    chosen = hexes[0] if len(hexes) == 1 else (yield Choose("6.1.2", "clear_smoke", side, "hex", hexes))
    del fight.smoke[fight.ground.numbers[chosen]]


def _reinforce(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: units of the space come in along the friendly edge, inside the stacking limits."""
    camp = fight.camps[side]
    radio = camp.radios.pop(fight.time, None)
    if radio is not None and camp.radio is None:
        camp.radio = radio
    below = sewers.openings(fight, side)
    for unit in camp.coming.pop(fight.time, []):
        hexes = _edge(fight, unit)
        more = [hex_ for hex_ in below if hex_ not in hexes and fight.room(hex_, side, unit.soldiers)]
        yield from enter(fight, unit, "6.1.2", hexes + more)
        if unit.hex in below:
            below = []
    yield from bocage.hand_out(fight, side)


def _edge(fight: Fight, unit: Unit) -> list[Hex]:
    camp = fight.camps[unit.side]
    return [
        hex_
        for hex_ in sorted(fight.ground.edge[camp.edge])
        if fight.passable(hex_) and fight.room(hex_, unit.side, unit.soldiers)
    ]


def enter(fight: Fight, unit: Unit, rule: str, hexes: list[Hex]) -> Steps[None]:
    """A unit comes onto the map on one of some hexes; without one it waits for nothing."""
    camp = fight.camps[unit.side]
    if not hexes:
        camp.coming.setdefault(fight.time + 1, []).append(unit)
        return
    names = tuple(fight.ground.names[hex_] for hex_ in hexes)
    fight.roll = unit
    chosen = names[0] if len(names) == 1 else (yield Choose(rule, "enter", unit.side, "hex", names))
    unit.out = ""
    camp.units.append(unit)
    fight.put(unit, fight.ground.numbers[chosen])
    fight.tell(rule, "entered", unit=unit.id, ref=unit.ref, who=unit.side, hex=chosen)
    occupied(fight, unit.hex)


def _dig_in(fight: Fight, side: Side) -> Steps[None]:
    """A32: foxholes under one's own men."""
    while fight.camps[side].holds("dig_in"):
        units = fight.camps[side].units
        hexes = sorted({unit.hex for unit in units if fight.can_fortify(unit.hex)})
        if not hexes or (yield from offer(fight, side, "dig_in", "A32", ("dig_in",))) is None:
            return
        names = tuple(fight.ground.names[hex_] for hex_ in hexes)
        chosen = yield Choose("A32", "dig_in_hex", side, "hex", names)
        fight.works[fight.ground.numbers[chosen]] = "foxholes"
