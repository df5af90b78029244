"""RS.5 to RS.13: recount of the VP marker from the prices on a card.

The recount is independent of the steps that generate a battle. A payment moves the marker toward the
opponent; the open chits count for the side that controls their objectives once both sides are set up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Package, Side

from .card import Card
from .force import SIDES, opponent
from .guide import count_open_chit_vp


@dataclass(frozen=True, slots=True)
class Booking:
    """One movement of the marker."""

    rule: str
    side: Side  # the side that pays, or that scores the chits
    what: str
    change: int  # positive toward the axis side
    marker: int  # position afterwards


@dataclass(frozen=True, slots=True)
class Ledger:
    """All movements, and the positions of the marker at the decisions of the procedure."""

    bookings: tuple[Booking, ...]
    after_orders_of_battle: int  # RS.7 begins
    after_first_support: int  # RS.7: decides whether the second side may buy
    after_support: int  # RS.8: decides the posture
    packages: int  # RS.9: VP that the defender spent
    marker: int
    complete: bool  # every price stands on the card


def recount_vp(card: Card, catalog: Catalog) -> Ledger:
    """Return the recount of a generated battle."""
    bookings: list[Booking] = []
    marker = 0

    def book(rule: str, side: Side, what: str, toward_axis: int) -> None:
        nonlocal marker
        marker += toward_axis
        if toward_axis:
            bookings.append(Booking(rule, side, what, toward_axis, marker))

    sides = card["sides"]
    values = [sides[side].get("point_value") for side in SIDES]
    for side in SIDES:
        book("RS.5", side, "order_of_battle", _move_by_payment(side, sides[side].get("point_value") or 0))
    started = marker
    first: Side = "axis" if started > 0 else "allied"
    book("RS.7", first, "support", _move_by_payment(first, sum_support_cost(card, first)))
    after_first = marker
    book(
        "RS.7",
        opponent(first),
        "support",
        _move_by_payment(opponent(first), sum_support_cost(card, opponent(first))),
    )
    bought = marker
    known, works = sum_works_cost(card, catalog)
    defender: Side = "axis" if bought > 0 else "allied"
    book("RS.9", defender, "packages", _move_by_payment(defender, works))
    for side in SIDES:
        book("RS.11.1", side, "radio", _move_by_payment(side, _get_radio_cost(card, side) or 0))
    for side in SIDES:
        toward = count_open_chit_vp(card, catalog, side)
        book("RS.10-RS.13", side, "open_chits", toward if side == "axis" else -toward)
    radios = all(_get_radio_cost(card, side) for side in SIDES if sides[side]["radio"])
    complete = known and radios and None not in values
    return Ledger(tuple(bookings), started, after_first, bought, works, marker, complete)


def _move_by_payment(side: Side, price: int) -> int:
    return -price if side == "axis" else price


def _get_radio_cost(card: Card, side: Side) -> int | None:
    """RS.11.1: return what a side paid for its radio."""
    force = card["sides"][side]
    return force.get("radio_cost") if force["radio"] else None


def sum_support_cost(card: Card, side: Side) -> int:
    """RS.7: return what a side paid for support, without radios."""
    return sum(purchase["cost"] for purchase in card["sides"][side]["support"])


def sum_works_cost(card: Card, catalog: Catalog) -> tuple[bool, int]:
    """RS.9: return whether every work paid in VP names its package, and the price of all packages."""
    edition = catalog.editions.get(card["edition"] or "")
    entries = [works for works in card["fortifications"] if works.get("paid") == "vp"]
    if not entries:
        return True, 0
    if edition is None or any(not works.get("package") for works in entries):
        return False, 0
    known = {package.id: package for package in edition.packages}
    total = 0
    for name in {works["package"] for works in entries}:
        count = None if name not in known else count_packages(entries, known[name])
        if count is None:
            return False, 0
        total += known[name].cost * count
    return True, total


def count_packages(entries: Iterable[dict[str, object]], package: Package) -> int | None:
    """Return how many of a package the entries make up; None if they are not whole packages."""
    counts: dict[str, int] = {}
    for works in entries:
        if works.get("package") == package.id:
            kind, count = works["type"], works["count"]
            assert isinstance(kind, str)
            assert isinstance(count, int)
            counts[kind] = counts.get(kind, 0) + count
    times = {counts.get(kind, 0) / number for kind, number in package.contents.items()}
    whole = len(times) == 1 and set(counts) == set(package.contents) and next(iter(times)).is_integer()
    return int(next(iter(times))) if whole else None
