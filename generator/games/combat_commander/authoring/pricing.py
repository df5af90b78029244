"""Tips: points. Values of pieces and sides by the design-your-own rules, with the calculation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from schemas.messages import Message, say

from .card import Card
from .force import Lot, list_lots


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One line of the calculation: count, piece and value each."""

    rule: str
    place: str  # JSON pointer into the card
    text: Message
    ref: str  # reference of the piece, or the kind of fortification
    count: int
    base: int | None  # the printed value; None: none is printed
    each: int  # after the reduction for late arrival
    space: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Price:
    """The value of a side."""

    side: Side
    lines: tuple[PriceLine, ...]
    total: int


def round_half_up(value: Fraction) -> int:
    """Round to the nearest whole number, an exact half up (the recommended reading of the guide)."""
    return floor(value + Fraction(1, 2))


def compute_reinforcement_value(base: int, space: int, sudden_death: int | None) -> int:
    """Tips: reinforcements.

    Return (SD - space) / SD of the value, 0 from the Sudden Death space on. Without Sudden Death the full
    value counts.
    """
    if sudden_death is None:
        return base
    return round_half_up(Fraction(base * max(sudden_death - space, 0), sudden_death))


def get_piece_value(catalog: Catalog, ref: str, faction: str) -> int | None:
    """Return the printed value of a piece for a faction, None if the catalogue has none."""
    leader = catalog.leaders.get(ref)
    if leader is not None:
        return leader.points
    counter = catalog.counters.get(ref)
    return None if counter is None else counter.points_for(faction)


def get_fortification_value(catalog: Catalog, kind: str, mine_strength: int) -> int | None:
    """Return the value of one fortification, of mines by their strength; None if it has no price."""
    row = catalog.fortifications.get(kind)
    if row is None:
        return None
    return row.mine_points.get(mine_strength) if row.mine_points else row.points


def compute_side_points(card: Card, side: Side, catalog: Catalog) -> int:
    """Return the design-your-own value of a side: the ``points`` of a card."""
    return sum(count * each for _, count, _, each, _ in _iterate_amounts(card, side, catalog))


def price_side(card: Card, side: Side, catalog: Catalog) -> Price:
    """Return the value of a side with its calculation, line by line."""
    lines = tuple(
        _make_line(card, entry, count, base, each, space)
        for entry, count, base, each, space in _iterate_amounts(card, side, catalog)
    )
    return Price(side, lines, sum(line.value for line in lines))


_Entry = Lot | tuple[str, str]  # a lot, or a fortification as (kind, place)


def _iterate_amounts(
    card: Card, side: Side, catalog: Catalog
) -> Iterator[tuple[_Entry, int, int | None, int, int | None]]:
    """Yield entry, count, printed value, value each and arrival space of everything a side has."""
    faction, sudden_death = card["sides"][side]["faction"], card["sudden_death"]
    for lot in list_lots(card, side, catalog):
        base = get_piece_value(catalog, lot.ref, faction)
        each = base or 0
        if lot.space is not None:
            each = compute_reinforcement_value(each, lot.space, sudden_death)
        yield lot, lot.count, base, each, lot.space
    for index, works in enumerate(card["fortifications"]):
        if works["side"] == side:
            base = get_fortification_value(catalog, works["type"], card["mine_strength"])
            yield (works["type"], f"/fortifications/{index}"), works["count"], base, base or 0, None


def _make_line(
    card: Card, entry: _Entry, count: int, base: int | None, each: int, space: int | None
) -> PriceLine:
    ref, place = (entry.ref, entry.place) if isinstance(entry, Lot) else entry
    value = count * each
    rule = "Tips: points" if space is None else "Tips: reinforcements"
    late = space is not None and card["sudden_death"] is not None
    text = say(
        "price.none" if base is None else "price.late" if late else "price.line",
        count=count,
        what=_name_entry(card, entry),
        base=base,
        each=each,
        value=value,
        space=space,
        sudden_death=card["sudden_death"],
    )
    return PriceLine(rule, place, text, ref, count, base, each, space, value)


def _name_entry(card: Card, entry: _Entry) -> Message:
    if isinstance(entry, Lot):
        return say("price.piece", piece=entry.ref)
    kind = entry[0]
    return say("price.mines" if kind == "mines" else "price.works", kind=kind, strength=card["mine_strength"])
