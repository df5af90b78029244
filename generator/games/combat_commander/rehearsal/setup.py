"""RS.10-RS.13, RS.15: weapons to men, men to hexes, works into the ground, cards to hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Draw

from .activation import Later
from .cards import Steps, shuffle
from .pieces import NOWHERE, Unit
from .state import SIDES, Fight
from .board import Hex
from .victory import occupied

Document = Mapping[str, Any]


def set_up(fight: Fight, card: Document) -> Steps[None]:
    """The side that sets up first does so first; then works; then the hands are dealt."""
    order = sorted(SIDES, key=lambda side: card["sides"][side]["setup"]["order"] != "first")
    for side in order:
        yield from _arm(fight, side)
        yield from _place(fight, side)
    for work in card["fortifications"]:
        yield from _fortify(fight, work)
    for hex_ in range(len(fight.ground.names)):
        if fight.at[hex_]:
            occupied(fight, hex_)
    for side in SIDES:
        yield from _draw_sealed(fight, side)
        yield from shuffle(fight, side)
        camp = fight.camps[side]
        camp.hand = [camp.deck.pop() for _ in range(camp.hand_size)]


def _draw_sealed(fight: Fight, side: Side) -> Steps[None]:
    """RS.4: secret chits that the card does not show are drawn; one without a secret side would lie open."""
    camp = fight.camps[side]
    for _ in range(fight.catalog.procedure.secret_chits if camp.sealed else 0):
        cup = tuple(letter for letter in fight.cup if fight.catalog.chits[letter].secret_side)
        letter = yield Draw("RS.4", "secret_chit", side, cup, secret=True)
        fight.cup.remove(letter)
        camp.secret.append(letter)


def carriers(fight: Fight, side: Side, heavy: bool) -> list[Unit]:
    """8.1.1, V12: who may carry one more weapon; RS.7: nobody who was bought without one."""
    return [
        unit
        for unit in fight.camps[side].units
        if unit.weapon is None and not unit.bought and not (unit.leads and heavy and fight.options.has("V12"))
    ]


def _arm(fight: Fight, side: Side) -> Steps[None]:
    camp = fight.camps[side]
    while camp.loose:
        weapon = camp.loose.pop()
        able = carriers(fight, side, heavy=bool(weapon.counter.front.move))
        if able:
            fight.roll = weapon
            chosen = yield Choose("8.1.1", "carry", side, "unit", tuple(unit.id for unit in able))
            fight.unit(chosen).weapon = weapon


def open_to(fight: Fight, unit: Unit) -> list[Hex]:
    """RS.10: the hexes of the zone that a unit may set up in."""
    return [hex_ for hex_ in sorted(fight.camps[unit.side].zone) if _is_open(fight, unit, hex_)]


def _is_open(fight: Fight, unit: Unit, hex_: Hex) -> bool:
    return (
        fight.passable(hex_)
        and fight.room(hex_, unit.side, unit.soldiers)
        and not fight.enemy_in(hex_, unit.side)
    )


def _open_names(fight: Fight, unit: Unit) -> list[str]:
    return [fight.ground.names[hex_] for hex_ in open_to(fight, unit)]


def _place(fight: Fight, side: Side) -> Steps[None]:
    """8, 6.1.2: whom no hex of the zone can hold, in a campaign's largest armies, comes on later."""
    camp = fight.camps[side]
    for unit in list(camp.units):
        if unit.hex != NOWHERE:
            fight.at[unit.hex].append(unit)
            continue
        if not any(_is_open(fight, unit, hex_) for hex_ in camp.zone):
            camp.units.remove(unit)
            camp.coming.setdefault(fight.time + 1, []).append(unit)
            continue
        fight.roll = unit
        chosen = yield Choose("RS.10", "set_up", side, "hex", Later(partial(_open_names, fight, unit)))
        fight.put(unit, fight.ground.numbers[chosen])


def _fortify(fight: Fight, work: Document) -> Steps[None]:
    """RS.12: by hex where the card says so, else where the owner wants them in his zone."""
    if work.get("hexes"):
        for name in work["hexes"]:
            fight.works[fight.ground.numbers[name]] = work["type"]
        return
    side: Side = work["side"]
    for _ in range(work["count"]):
        hexes = [hex_ for hex_ in sorted(fight.camps[side].zone) if fight.can_fortify(hex_)]
        if not hexes:
            return
        fight.roll = work["type"]
        names = tuple(fight.ground.names[hex_] for hex_ in hexes)
        chosen = yield Choose("RS.12", "fortify", side, "hex", names)
        fight.works[fight.ground.numbers[chosen]] = work["type"]
