"""RS.10-RS.13, RS.15: set up weapons, units and fortifications, and deal the hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Draw

from .activation import LazyOptions
from .board import Hex
from .cards import Steps, shuffle
from .pieces import OFF_MAP, Unit
from .state import SIDES, Fight
from .victory import score_chit, update_control

Document = Mapping[str, Any]


def set_up(fight: Fight, card: Document) -> Steps[None]:
    """Set up both sides in order, then fortifications, then deal the hands."""
    order = sorted(SIDES, key=lambda side: card["sides"][side]["setup"]["order"] != "first")
    for side in order:
        yield from _assign_weapons(fight, side)
        yield from _place_units(fight, side)
        _record_set_up(fight, side)
    for work in card["fortifications"]:
        yield from _place_fortifications(fight, work)
    for hex_ in range(len(fight.board.names)):
        if fight.units_at[hex_]:
            update_control(fight, hex_)
    yield from _draw_random_chits(fight, card["objectives"].get("random", {}))
    for side in SIDES:
        yield from _draw_secret_chits(fight, side)
        yield from shuffle(fight, side)
        camp = fight.camps[side]
        camp.hand = [camp.deck.pop() for _ in range(camp.hand_size)]


def _draw_random_chits(fight: Fight, counts: Mapping[str, int]) -> Steps[None]:
    """7.3.2, 7.3.3: draw the chits that the card leaves to chance; open chits score at once.

    A chit without a secret side that a player draws as a secret is open.
    """
    for _ in range(min(counts.get("open", 0), len(fight.cup))):
        letter = yield Draw("7.3.2", "open_chit", fight.initiative, tuple(fight.cup))
        fight.cup.remove(letter)
        score_chit(fight, letter)
    shown = tuple(letter for letter, chit in fight.catalog.chits.items() if not chit.secret_side)
    for side in SIDES:
        for _ in range(min(counts.get(side, 0), len(fight.cup))):
            letter = yield Draw("7.3.3", "secret_chit", side, tuple(fight.cup), secret=True, shown=shown)
            fight.cup.remove(letter)
            if letter in shown:
                score_chit(fight, letter)
            else:
                fight.camps[side].secret.append(letter)
                fight.record("7.3.3", "secret_chit", who=side)


def _draw_secret_chits(fight: Fight, side: Side) -> Steps[None]:
    """RS.4: draw the secret chits that the card hides, only from chits with a secret side."""
    camp = fight.camps[side]
    for _ in range(fight.catalog.procedure.secret_chits if camp.sealed else 0):
        cup = tuple(letter for letter in fight.cup if fight.catalog.chits[letter].secret_side)
        letter = yield Draw("RS.4", "secret_chit", side, cup, secret=True)
        fight.cup.remove(letter)
        camp.secret.append(letter)
        fight.record("RS.4", "secret_chit", who=side)


def list_carriers(fight: Fight, side: Side, heavy: bool) -> list[Unit]:
    """8.1.1, V12: return the units that may carry a weapon; RS.7: none that was bought without one."""
    return [
        unit
        for unit in fight.camps[side].units
        if unit.weapon is None and not unit.bought and not (unit.leads and heavy and fight.options.has("V12"))
    ]


def _assign_weapons(fight: Fight, side: Side) -> Steps[None]:
    camp = fight.camps[side]
    while camp.loose:
        weapon = camp.loose.pop()
        able = list_carriers(fight, side, heavy=bool(weapon.counter.front.move))
        if able:
            fight.subject = weapon
            chosen = yield Choose("8.1.1", "carry", side, "unit", tuple(unit.id for unit in able))
            fight.get_unit(chosen).weapon = weapon


def list_set_up_hexes(fight: Fight, unit: Unit) -> list[Hex]:
    """RS.10: return the hexes of the zone that a unit may set up in."""
    return [hex_ for hex_ in sorted(fight.camps[unit.side].zone) if _is_open(fight, unit, hex_)]


def _is_open(fight: Fight, unit: Unit, hex_: Hex) -> bool:
    return (
        fight.is_passable(hex_)
        and fight.has_room(hex_, unit.side, unit.soldiers)
        and not fight.has_enemy(hex_, unit.side)
    )


def _open_names(fight: Fight, unit: Unit) -> list[str]:
    return [fight.board.names[hex_] for hex_ in list_set_up_hexes(fight, unit)]


def _record_set_up(fight: Fight, side: Side) -> None:
    """RS.10-RS.13: record who stands where, hex by hex, with weapons."""
    for hex_ in sorted({unit.hex for unit in fight.camps[side].units}):
        units = fight.list_units(hex_, side)
        armed = ((unit.ref, unit.weapon.counter.ref if unit.weapon else None) for unit in units)
        pieces = tuple(ref for pair in armed for ref in pair if ref)
        fight.record("RS.10", "placed", who=side, units=pieces, hex=fight.board.names[hex_])


def _place_units(fight: Fight, side: Side) -> Steps[None]:
    """8, 6.1.2: place the units; a unit that fits in no hex of the zone arrives later."""
    camp = fight.camps[side]
    for unit in list(camp.units):
        if unit.hex != OFF_MAP:
            fight.units_at[unit.hex].append(unit)
            continue
        if not any(_is_open(fight, unit, hex_) for hex_ in camp.zone):
            camp.units.remove(unit)
            camp.coming.setdefault(fight.time + 1, []).append(unit)
            fight.record("6.1.2", "waits", who=side, ref=unit.ref, time=fight.time + 1)
            continue
        fight.subject = unit
        chosen = yield Choose("RS.10", "set_up", side, "hex", LazyOptions(partial(_open_names, fight, unit)))
        fight.place_unit(unit, fight.board.numbers[chosen])


def _place_fortifications(fight: Fight, work: Document) -> Steps[None]:
    """RS.12: place a fortification in the hexes of the card, or where its owner chooses."""
    if work.get("hexes"):
        for name in work["hexes"]:
            fight.place_work("RS.12", fight.board.numbers[name], work["type"])
        return
    side: Side = work["side"]
    for _ in range(work["count"]):
        hexes = [hex_ for hex_ in sorted(fight.camps[side].zone) if fight.can_fortify(hex_)]
        if not hexes:
            return
        fight.subject = work["type"]
        names = tuple(fight.board.names[hex_] for hex_ in hexes)
        chosen = yield Choose("RS.12", "fortify", side, "hex", names)
        fight.place_work("RS.12", fight.board.numbers[chosen], work["type"])
