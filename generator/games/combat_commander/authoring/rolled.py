"""What RS gave: the figures of a rolled-up battle hold by RS, and the design guide has no say in them.

Whether a card still is the battle that was rolled up is read from the card itself: the chit of its order of
battle, with the counters and the number of leaders printed there. An author who changes the force has a card
of his own, and the guide speaks again.
"""

from __future__ import annotations

from catalogs.games.combat_commander.model import OrderOfBattle, Side

from ..battle.rs05_orders_of_battle import counters_in
from .force import SIDES
from .guide import Proposal
from .ledger import ledger
from .reading import Reading


def order_of_battle(reading: Reading, side: Side) -> OrderOfBattle | None:
    """RS.5, RS.6: the printed column a side still stands by; None for a force of an author's own."""
    force = reading.side(side)
    ob = reading.catalog.orders_of_battle.get(f"{force['faction']}:{force['chit']}:{force['size']}")
    if ob is None or force.get("reinforcements"):
        return None
    same = counters_in(ob, reading.card["year"]) == force["counters"] and len(force["leaders"]) == ob.leaders
    return ob if same else None


def rolled_up(reading: Reading) -> bool:
    """Do both sides stand as RS or a campaign gave them?"""
    return from_campaign(reading) or all(order_of_battle(reading, side) for side in SIDES)


def from_campaign(reading: Reading) -> bool:
    """RS.16: a campaign has forces, orders and markers of its own making."""
    return "campaign" in reading.card.get("source", {})


def marker_by_rs(reading: Reading) -> int | None:
    """RS.5 to RS.13: where the prices on the card put the marker; None where not every price stands there."""
    if from_campaign(reading):
        return None
    books = ledger(reading.card, reading.catalog)
    return books.marker if books.complete else None


def given_by_rs(reading: Reading, proposal: Proposal) -> bool:
    """Is what the card says here what RS says?"""
    if from_campaign(reading):
        return True
    obs = {side: order_of_battle(reading, side) for side in SIDES}
    if proposal.side is not None:
        ob = obs[proposal.side]
        return ob is not None and proposal.chosen == getattr(ob, proposal.item, proposal.chosen)
    axis, allied = obs["axis"], obs["allied"]
    if axis is None or allied is None:
        return False
    if proposal.item == "sudden_death":  # RS.14
        return bool(proposal.chosen == sum(reading.side(side)["orders"] for side in SIDES))
    if proposal.item == "initiative":  # RS.15: equal numbers were settled by dice
        higher = "axis" if axis.initiative > allied.initiative else "allied"
        return axis.initiative == allied.initiative or proposal.chosen == higher
    return marker_by_rs(reading) in (None, proposal.chosen)
