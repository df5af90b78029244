"""6.1.2, 6.2: advance Time: reshuffle, Sudden Death, defender VP, smoke, reinforcements, Dig In."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .board import Hex
from .cards import Steps, offer_action, roll, shuffle
from .melee import list_melee_hexes, resolve_new_melees
from .modules import bocage, night, sewers
from .pieces import Unit
from .state import OTHER, SIDES, Fight
from .victory import ALL_FIVE, award, finish_fight, is_chit_rule_in_force, score_final_result, update_control


def advance_time(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: carry out the six steps in order; rolls during them trigger nothing.

    O16.4.2: reinforcements may enter an enemy hex; that melee follows after all steps.
    """
    outer, event, before = fight.triggered, fight.event_rolls, frozenset(list_melee_hexes(fight))
    fight.triggered, fight.event_rolls = True, False
    fight.time += 1
    fight.advances += 1
    fight.record("6.1.2", "time", who=side, time=fight.time)
    yield from shuffle(fight, side)
    if fight.time >= fight.sudden_death:
        yield from _roll_sudden_death(fight, side)
    for camp_side in SIDES:
        if fight.camps[camp_side].posture == "defend":
            award(fight, camp_side, fight.get_figure("rule.time", "defender_vp"), "time")
    yield from _clear_smoke(fight, side)
    for camp_side in (OTHER[fight.turn_of], fight.turn_of):
        yield from _reinforce(fight, camp_side)
    for camp_side in (OTHER[fight.turn_of], fight.turn_of):
        yield from _dig_in(fight, camp_side)
    fight.triggered, fight.event_rolls = outer, event
    yield from resolve_new_melees(fight, before)


def _roll_sudden_death(fight: Fight, side: Side) -> Steps[None]:
    """6.2.2, 7.3.2: end the game on a roll below Time; control of all five objectives wins first."""
    if is_chit_rule_in_force(fight, ALL_FIVE):
        for camp_side in SIDES:
            if all(fight.control.get(number) == camp_side for number in fight.objectives):
                finish_fight(fight, camp_side, "all_objectives")
    time = fight.time
    card = yield from roll(fight, side, "sudden_death", time)
    if card.total < time:
        fight.record("6.2.2", "sudden_death", time=time, total=card.total)
        score_final_result(fight)


def _clear_smoke(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: remove one smoke marker; NO-6.3: or a starshell, as the player who moved Time prefers."""
    if fight.special.starshells:
        what = yield Choose("NO-6.3", "clear", side, "cleared", ("smoke", "starshell"))
        if what == "starshell":
            yield from night.remove_starshell(fight, side, "NO-6.3")
            return
    if not fight.smoke:
        return
    hexes = tuple(fight.board.names[hex_] for hex_ in sorted(fight.smoke))
    chosen = hexes[0] if len(hexes) == 1 else (yield Choose("6.1.2", "clear_smoke", side, "hex", hexes))
    del fight.smoke[fight.board.numbers[chosen]]
    fight.record("6.1.2", "smoke_gone", hex=chosen)


def _reinforce(fight: Fight, side: Side) -> Steps[None]:
    """6.1.2: bring the units of the space on along the friendly edge, within the stacking limits."""
    camp = fight.camps[side]
    radio = camp.radios.pop(fight.time, None)
    if radio is not None and camp.radio is None:
        camp.radio = radio
        fight.record("6.1.2", "radio", who=side, ref=radio.counter.ref)
    below = sewers.list_entry_sewers(fight, side)
    for unit in camp.coming.pop(fight.time, []):
        hexes = _list_entry_hexes(fight, unit)
        more = [hex_ for hex_ in below if hex_ not in hexes and fight.has_room(hex_, side, unit.soldiers)]
        yield from enter_map(fight, unit, "6.1.2", hexes + more)
        if unit.hex in below:
            below = []
    yield from bocage.return_charges(fight, side)


def _list_entry_hexes(fight: Fight, unit: Unit) -> list[Hex]:
    camp = fight.camps[unit.side]
    return [
        hex_
        for hex_ in sorted(fight.board.edge[camp.edge])
        if fight.is_passable(hex_) and fight.has_room(hex_, unit.side, unit.soldiers)
    ]


def enter_map(fight: Fight, unit: Unit, rule: str, hexes: list[Hex]) -> Steps[None]:
    """Bring a unit onto the map in one of some hexes; without a hex it waits for the next space."""
    camp = fight.camps[unit.side]
    if not hexes:
        camp.coming.setdefault(fight.time + 1, []).append(unit)
        fight.record(rule, "waits", who=unit.side, ref=unit.ref, time=fight.time + 1)
        return
    names = tuple(fight.board.names[hex_] for hex_ in hexes)
    fight.subject = unit
    chosen = names[0] if len(names) == 1 else (yield Choose(rule, "enter", unit.side, "hex", names))
    unit.out = ""
    camp.units.append(unit)
    fight.place_unit(unit, fight.board.numbers[chosen])
    fight.record(rule, "entered", unit=unit.id, ref=unit.ref, who=unit.side, hex=chosen)
    update_control(fight, unit.hex)


def _dig_in(fight: Fight, side: Side) -> Steps[None]:
    """A32: place foxholes in hexes with own units."""
    while fight.camps[side].list_action_cards("dig_in"):
        units = fight.camps[side].units
        hexes = sorted({unit.hex for unit in units if fight.can_fortify(unit.hex)})
        if not hexes or (yield from offer_action(fight, side, "dig_in", "A32", ("dig_in",))) is None:
            return
        names = tuple(fight.board.names[hex_] for hex_ in hexes)
        chosen = yield Choose("A32", "dig_in_hex", side, "hex", names)
        fight.place_work("A32", fight.board.numbers[chosen], "foxholes")
