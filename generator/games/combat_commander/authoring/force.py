"""Pieces of a side on a card: every lot of counters and every leader, with its place in the document."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Leader, Side

from .card import Card

SIDES: tuple[Side, Side] = ("axis", "allied")
Kind = Literal["squad", "team", "leader", "hero", "weapon", "radio", "unknown"]
Origin = Literal["force", "support", "radio", "infiltration"]

#: The one faction with special rules in the Pacific (PA-9, PA-11.2, PA-17.2).
JAPAN = "japanese"
#: Pieces that stand on the map by themselves and may carry a weapon (3, 8.1.1).
UNITS: frozenset[str] = frozenset({"squad", "team", "leader", "hero"})
#: Pieces that go to the Casualty track when lost; heroes do not (6.3, E58.1).
COUNTED: frozenset[str] = frozenset({"squad", "team", "leader"})


@dataclass(frozen=True, slots=True)
class Lot:
    """Counters of one kind, or one leader, that arrive together."""

    ref: str
    count: int
    kind: Kind
    place: str  # JSON pointer into the card
    origin: Origin
    space: int | None = None  # Time space of arrival (6.1.2); None: from the start
    purchase: int | None = None  # index of its support purchase (RS.7)


def opponent(side: Side) -> Side:
    return "allied" if side == "axis" else "axis"


def find_piece(catalog: Catalog, ref: str) -> Counter | Leader | None:
    """Return the counter or the leader a reference names."""
    return catalog.leaders.get(ref) or catalog.counters.get(ref)


def get_kind(catalog: Catalog, ref: str) -> Kind:
    if ref in catalog.leaders:
        return "leader"
    counter = catalog.counters.get(ref)
    return counter.kind if counter else "unknown"


def find_bound_weapon(catalog: Catalog, pieces: Iterable[str]) -> str | None:
    """RS.7: return the weapon bought together with a unit; None if the unit was bought alone."""
    return next((ref for ref in pieces if get_kind(catalog, ref) == "weapon"), None)


def list_units_bought_alone(card: Card, side: Side, catalog: Catalog) -> list[str]:
    """RS.7: return the units bought without a weapon; they take none of the order of battle."""
    return [
        ref
        for purchase in card["sides"][side]["support"]
        if find_bound_weapon(catalog, purchase["pieces"]) is None
        for ref in purchase["pieces"]
        if get_kind(catalog, ref) in UNITS
    ]


def find_counter(catalog: Catalog, ref: str) -> Counter | None:
    """Return the counter with the printed figures: for a leader, the leader's own counter."""
    leader = catalog.leaders.get(ref)
    return catalog.counters.get(leader.counter if leader else ref)


def list_lots(card: Card, side: Side, catalog: Catalog) -> tuple[Lot, ...]:
    """Return everything a side has, from the start and later."""
    return tuple(_iterate_lots(card, side, catalog))


def _iterate_lots(card: Card, side: Side, catalog: Catalog) -> Iterator[Lot]:
    force, at = card["sides"][side], f"/sides/{side}"
    yield from _iterate_listed(catalog, force, at, "force", None)
    radios = {force["radio"]} if force["radio"] else set()
    for number, purchase in enumerate(force["support"]):
        for index, ref in enumerate(purchase["pieces"]):
            if ref in radios:  # counted in its own field below
                continue
            place = f"{at}/support/{number}/pieces/{index}"
            yield Lot(ref, 1, get_kind(catalog, ref), place, "support", purchase=number)
    for ref in radios:
        yield Lot(ref, 1, get_kind(catalog, ref), f"{at}/radio", "radio")
    for number, arrival in enumerate(force.get("reinforcements", ())):
        place = f"{at}/reinforcements/{number}"
        yield from _iterate_listed(catalog, arrival, place, "force", arrival["space"])
        if arrival.get("radio"):
            ref = arrival["radio"]
            yield Lot(ref, 1, get_kind(catalog, ref), f"{place}/radio", "radio", arrival["space"])
    for box, counts in force.get("infiltration", {}).items():
        for ref, count in counts.items():
            where = f"{at}/infiltration/{box}/{ref}"
            yield Lot(ref, count, get_kind(catalog, ref), where, "infiltration")


def _iterate_listed(
    catalog: Catalog,
    pieces: Mapping[str, Iterable[str] | Mapping[str, int]],
    at: str,
    origin: Origin,
    space: int | None,
) -> Iterator[Lot]:
    for index, ref in enumerate(pieces["leaders"]):
        yield Lot(ref, 1, get_kind(catalog, ref), f"{at}/leaders/{index}", origin, space)
    counters = pieces["counters"]
    assert isinstance(counters, Mapping)
    for ref, count in counters.items():
        yield Lot(ref, count, get_kind(catalog, ref), f"{at}/counters/{ref}", origin, space)


def tally(lots: Iterable[Lot]) -> Tally[str]:
    """Count the pieces by reference."""
    total: Tally[str] = Tally()
    for lot in lots:
        total[lot.ref] += lot.count
    return total


def count_pieces(lots: Iterable[Lot], kinds: Iterable[str]) -> int:
    """Return the number of pieces of these kinds."""
    wanted = frozenset(kinds)
    return sum(lot.count for lot in lots if lot.kind in wanted)


def count_soldiers(catalog: Catalog, ref: str) -> int:
    """3: return the soldier figures on a counter."""
    counter = find_counter(catalog, ref)
    return counter.soldiers if counter else 0


def count_figures(catalog: Catalog, lots: Iterable[Lot]) -> int:
    """8.2: return all soldier figures of these pieces."""
    return sum(lot.count * count_soldiers(catalog, lot.ref) for lot in lots)
