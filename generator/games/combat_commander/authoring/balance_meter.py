"""Balance meter: figures of both sides, and chosen values beside the guide's proposals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Side
from schemas.messages import Message, say

from .. import hexes
from .card import Card
from .card_facts import Reading
from .force import COUNTED, SIDES, UNITS, Lot, count_figures, count_pieces, find_counter
from .guide import Item, Proposal, Strength, list_proposals, list_strengths


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the meter."""

    id: str
    name: Message
    axis: float
    allied: float

    @property
    def balance(self) -> float:
        """From -1 (all on the allied side) over 0 (even) to 1 (all on the axis side)."""
        total = self.axis + self.allied
        return (self.axis - self.allied) / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Meter:
    """The rows, and the guide's proposals for VP, posture and surrender."""

    reach: int  # hexes between the nearest rows or columns of the two zones
    measures: tuple[Measure, ...]
    guide: tuple[Proposal, ...]
    strengths: tuple[Strength, ...]  # squads and leaders beside the guide's recommendations


SHOWN_ITEMS: frozenset[Item] = frozenset({"marker", "posture", "surrender"})


def measure_balance(card: Card, catalog: Catalog) -> Meter:
    """Compare the two sides of a card."""
    reading = Reading(card, catalog)
    reach = get_reach(reading)

    def both(id_: str, value: Callable[[Side], float]) -> Measure:
        return Measure(id_, say(f"measure.{id_}", reach=reach), value("axis"), value("allied"))

    def lots(side: Side) -> tuple[Lot, ...]:
        return reading.lots(side)

    measures = (
        both("points", lambda side: reading.points[side]),
        both("units", lambda side: count_pieces(lots(side), COUNTED)),
        both("soldiers", lambda side: count_figures(catalog, lots(side))),
        both(
            "firepower",
            lambda side: sum_firepower(catalog, lots(side), reach),
        ),
        both("leadership", lambda side: sum_leadership(catalog, lots(side))),
        both("morale", lambda side: compute_mean_morale(catalog, lots(side), _get_morale)),
        both(
            "broken_morale",
            lambda side: compute_mean_morale(catalog, lots(side), _get_broken_morale),
        ),
    )
    guide = tuple(proposal for proposal in list_proposals(reading) if proposal.item in SHOWN_ITEMS)
    return Meter(reach, measures, guide, list_strengths(reading))


def get_reach(reading: Reading) -> int:
    """Return the range between the two zones at the start."""
    board, setups = reading.catalog.board, [reading.side(side)["setup"] for side in SIDES]
    if board.opposite[setups[0]["edge"]] != setups[1]["edge"]:
        return min(hexes.distance(a, b) for a in reading.zones["axis"] for b in reading.zones["allied"])
    between: int = hexes.span(board, setups[0]["edge"]) - setups[0]["depth"] - setups[1]["depth"]
    return max(between + 1, 0)


def sum_firepower(catalog: Catalog, lots: Iterable[Lot], reach: int) -> int:
    """Return the FP of everything with that range; a radio reaches everywhere."""
    total = 0
    for lot in lots:
        counter = find_counter(catalog, lot.ref)
        if counter is not None and counter.front.fp is not None and _carries(counter, reach):
            total += lot.count * counter.front.fp
    return total


def _carries(counter: Counter, reach: int) -> bool:
    face = counter.front
    if counter.kind == "radio":
        return True
    return (face.min_range or 0) <= reach <= (face.range or 0)


def sum_leadership(catalog: Catalog, lots: Iterable[Lot]) -> int:
    """Return the sum of the leaders' command."""
    return sum(
        lot.count * (counter.front.command or 0)
        for lot in lots
        if lot.kind == "leader" and (counter := find_counter(catalog, lot.ref)) is not None
    )


def compute_mean_morale(catalog: Catalog, lots: Iterable[Lot], of: Callable[[Counter], int | None]) -> float:
    """Return the mean morale of all units, to one decimal."""
    total, units = 0, 0
    for lot in lots:
        counter = find_counter(catalog, lot.ref) if lot.kind in UNITS else None
        morale = of(counter) if counter is not None else None
        if morale is not None:
            total, units = total + lot.count * morale, units + lot.count
    return round(float(Fraction(total, units)), 1) if units else 0.0


def _get_morale(counter: Counter) -> int | None:
    return counter.front.morale


def _get_broken_morale(counter: Counter) -> int | None:
    return counter.broken.morale if counter.broken else None
