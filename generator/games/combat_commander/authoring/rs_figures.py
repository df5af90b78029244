"""Values given by RS: they hold for a rolled-up battle, and the design guide does not apply to them.

The card itself shows whether it is still the battle that was rolled up: by the chit of its order of battle,
with the counters and the number of leaders printed there. If an author changes the force, the guide applies
again.
"""

from __future__ import annotations

from catalogs.games.combat_commander.model import OrderOfBattle, Side

from ..battle.rs05_orders_of_battle import counters_in
from .card_facts import Reading
from .force import SIDES
from .guide import Proposal
from .vp_recount import recount_vp


def find_order_of_battle(reading: Reading, side: Side) -> OrderOfBattle | None:
    """RS.5, RS.6: return the printed column that a side still matches; None for an authored force."""
    force = reading.side(side)
    ob = reading.catalog.orders_of_battle.get(f"{force['faction']}:{force['chit']}:{force['size']}")
    if ob is None or force.get("reinforcements"):
        return None
    same = counters_in(ob, reading.card["year"]) == force["counters"] and len(force["leaders"]) == ob.leaders
    return ob if same else None


def is_rolled_up(reading: Reading) -> bool:
    """Tell whether both sides stand as RS or a campaign gave them."""
    return is_from_campaign(reading) or all(find_order_of_battle(reading, side) for side in SIDES)


def is_from_campaign(reading: Reading) -> bool:
    """RS.16: tell whether a campaign made the card, with its own forces, orders and markers."""
    return "campaign" in reading.card.get("source", {})


def compute_rs_marker(reading: Reading) -> int | None:
    """RS.5 to RS.13: return the marker by the prices on the card; None if a price is missing."""
    if is_from_campaign(reading):
        return None
    books = recount_vp(reading.card, reading.catalog)
    return books.marker if books.complete else None


def is_given_by_rs(reading: Reading, proposal: Proposal) -> bool:
    """Tell whether the value on the card is the one RS gives."""
    if is_from_campaign(reading):
        return True
    obs = {side: find_order_of_battle(reading, side) for side in SIDES}
    if proposal.side is not None:
        ob = obs[proposal.side]
        return ob is not None and proposal.chosen == getattr(ob, proposal.item, proposal.chosen)
    axis, allied = obs["axis"], obs["allied"]
    if axis is None or allied is None:
        return False
    if proposal.item == "sudden_death":  # RS.14
        return bool(proposal.chosen == sum(reading.side(side)["orders"] for side in SIDES))
    if proposal.item == "initiative":  # RS.15: dice settled equal numbers
        higher = "axis" if axis.initiative > allied.initiative else "allied"
        return axis.initiative == allied.initiative or proposal.chosen == higher
    return compute_rs_marker(reading) in (None, proposal.chosen)
