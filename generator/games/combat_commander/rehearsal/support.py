"""A35.4, E59, E68: roll on the Support table during a fight."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps, roll
from .pieces import Radio, Unit, Weapon, create_unit
from .state import Fight


def roll_support(fight: Fight, side: Side, rule: str, *, radios: bool) -> Steps[Unit | Radio | None]:
    """Return a unit or radio from the rolled column that the year allows and the box still holds.

    RS.7: of two leaders in one cell only one may come in a battle.
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
        and (offer.kind != "radio" or (radios and camp.radio is None and not fight.has_rule("NO-5.4")))
        and all(_is_in_stock(fight, ref) for ref in (offer.pieces if not offer.choices else ()))
    ]
    ids = tuple(
        offer.id for offer in offers if not offer.choices or _list_available_leaders(fight, offer.choices)
    )
    if not ids:
        return None
    chosen = yield Choose(rule, "support", side, "support", ids)
    offer = fight.catalog.support[chosen]
    if offer.kind == "radio":
        return Radio(fight.catalog.counters[offer.pieces[0]])
    if offer.choices:
        able = _list_available_leaders(fight, offer.choices)
        leader_ref = able[0] if len(able) == 1 else (yield Choose(rule, "which_leader", side, "leader", able))
        return _create_leader(fight, side, leader_ref)
    unit: Unit | None = None
    for ref in offer.pieces:
        if ref in fight.catalog.leaders:
            unit = _create_leader(fight, side, ref)
            continue
        counter = fight.catalog.counters[ref]
        fight.stock[ref] -= 1
        if counter.kind == "weapon" and unit is not None:
            unit.weapon = Weapon(fight.make_id("w"), counter)
        elif counter.kind != "weapon":
            unit = create_unit(fight.make_id("u"), side, counter)
    return unit


def _is_in_stock(fight: Fight, ref: str) -> bool:
    return fight.stock.get(ref, 0) > 0


def _list_available_leaders(fight: Fight, leaders: Sequence[str]) -> tuple[str, ...]:
    """RS.7: return the leaders of an "or" cell that may still come."""
    if not fight.arrived_leaders.isdisjoint(leaders):
        return ()
    return tuple(ref for ref in leaders if _is_in_stock(fight, ref))


def _create_leader(fight: Fight, side: Side, ref: str) -> Unit:
    leader = fight.catalog.leaders[ref]
    fight.arrived_leaders.add(ref)
    fight.stock[ref] -= 1
    return create_unit(fight.make_id("u"), side, fight.catalog.counters[leader.counter], leader)
