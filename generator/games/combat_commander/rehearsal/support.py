"""A35.4, E59, E68: a roll on the Support table in the middle of a fight."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import NONE, Steps, roll
from .pieces import Radio, Unit, Weapon, unit_of
from .state import Fight


def reinforced(fight: Fight, side: Side, rule: str, *, radios: bool) -> Steps[Unit | Radio | None]:
    """One thing from the column of the roll that the year allows and the box still holds."""
    camp = fight.camps[side]
    card = yield from roll(fight, side, "support")
    offers = [
        offer
        for offer in fight.catalog.support.values()
        if offer.faction == camp.faction
        and offer.roll == card.total
        and fight.year in offer.years
        and offer.restriction in (None, camp.nationality)
        and (offer.kind != "radio" or (radios and camp.radio is None and not fight.plays("NO-5.4")))
        and all(_left(fight, ref) for ref in (offer.pieces if not offer.choices else ()))
    ]
    ids = [
        offer.id for offer in offers if not offer.choices or any(_left(fight, ref) for ref in offer.choices)
    ]
    if not ids:
        return None
    chosen = yield Choose(rule, "support", side, "support", (*ids, NONE))
    if chosen == NONE:
        return None
    offer = fight.catalog.support[chosen]
    if offer.kind == "radio":
        return Radio(fight.catalog.counters[offer.pieces[0]])
    if offer.choices:
        return _leader(fight, side, next(ref for ref in offer.choices if _left(fight, ref)))
    unit: Unit | None = None
    for ref in offer.pieces:
        if ref in fight.catalog.leaders:
            unit = _leader(fight, side, ref)
            continue
        counter = fight.catalog.counters[ref]
        fight.stock[ref] -= 1
        if counter.kind == "weapon" and unit is not None:
            unit.weapon = Weapon(fight.name("w"), counter)
        elif counter.kind != "weapon":
            unit = unit_of(fight.name("u"), side, counter)
    return unit


def _left(fight: Fight, ref: str) -> bool:
    return fight.stock.get(ref, 0) > 0


def _leader(fight: Fight, side: Side, ref: str) -> Unit:
    leader = fight.catalog.leaders[ref]
    fight.stock[ref] -= 1
    return unit_of(fight.name("u"), side, fight.catalog.counters[leader.counter], leader)
