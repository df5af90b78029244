"""A35.4, E59, E68: a roll on the Support table in the middle of a fight."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps, roll
from .pieces import Radio, Unit, Weapon, unit_of
from .state import Fight


def reinforced(fight: Fight, side: Side, rule: str, *, radios: bool) -> Steps[Unit | Radio | None]:
    """One thing from the column of the roll that the year allows and the box still holds.

    RS.7: of two leaders in one cell one comes or the other, in a battle never both.
    """
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
    ids = tuple(offer.id for offer in offers if not offer.choices or _either(fight, offer.choices))
    if not ids:
        return None
    chosen = yield Choose(rule, "support", side, "support", ids)
    offer = fight.catalog.support[chosen]
    if offer.kind == "radio":
        return Radio(fight.catalog.counters[offer.pieces[0]])
    if offer.choices:
        able = _either(fight, offer.choices)
        one = able[0] if len(able) == 1 else (yield Choose(rule, "which_leader", side, "leader", able))
        return _leader(fight, side, one)
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


def _either(fight: Fight, leaders: Sequence[str]) -> tuple[str, ...]:
    """RS.7: who of some leaders joined by "or" could still come."""
    if not fight.called.isdisjoint(leaders):
        return ()
    return tuple(ref for ref in leaders if _left(fight, ref))


def _leader(fight: Fight, side: Side, ref: str) -> Unit:
    leader = fight.catalog.leaders[ref]
    fight.called.add(ref)
    fight.stock[ref] -= 1
    return unit_of(fight.name("u"), side, fight.catalog.counters[leader.counter], leader)
