"""8.0, 9.0-9.6, 13.0, 14.1, 15.2: movement allowances and costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalogs.games.grossdeutschland import Catalog

FOOT, TRACKED, WHEELED = "foot", "tracked", "wheeled"
CLASSES = (FOOT, TRACKED, WHEELED)
HALF_COST, FULL_COST, CLOSED_COST, OTHER_TERRAIN_COST = "H", "ALL", "NA", "OTIH"


@dataclass(frozen=True, slots=True)
class CostPart:
    """A part of a movement cost: its cause and points; None if only the map's chart has them."""

    cause: str
    of: str
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class EntryCost:
    """9.0: the cost for a unit to enter a hex."""

    parts: tuple[CostPart, ...]
    closed: bool = False
    adjacent: bool = False  # the unit must begin its movement next to the hex: it costs everything

    @property
    def total(self) -> Fraction | None:
        """Sum of the points; None if a part is not known."""
        points = [part.points for part in self.parts]
        return None if None in points else sum((value for value in points if value is not None), Fraction(0))


def halve_up(number: int) -> int:
    return -(-number // 2)


def compute_allowance(
    catalog: Catalog, move: int, kind: str, *, slot: str, weather: str, out: bool = False, hq: bool = False
) -> int:
    """13.1, 14.1, 9.1: night, weather and lack of supply each halve the printed movement, rounding up."""
    halved = (
        catalog.slots[slot].halved,
        catalog.weather[weather].halved,
        out and (kind != FOOT or hq),
    )
    for is_halved in halved:
        move = halve_up(move) if is_halved else move
    return move


def compute_cost(words: str, move: int) -> Fraction | None:
    """9.0: convert a cost of the chart to points for a unit with this printed movement; None if closed.

    Half of an odd movement is rounded up: before it the unit may have spent half, rounded down.
    """
    plain = words.removeprefix("+")
    if plain == CLOSED_COST:
        return None
    if plain == HALF_COST:
        return Fraction(halve_up(move))
    return Fraction(move) if plain == FULL_COST else Fraction(plain)


def compute_entry_cost(
    catalog: Catalog,
    kind: str,
    move: int,
    terrain: str,
    forts: tuple[str, ...] = (),
    *,
    leaving: bool = False,
    mounting: bool = False,
) -> EntryCost:
    """8.0, 9.0, 9.5, 15.2: add terrain, fortifications, leaving an enemy zone, mounting or dismounting."""
    written = getattr(catalog.terrain[terrain], kind)
    costs = {("terrain", terrain): written}
    costs |= {("fort", fort): getattr(catalog.fortifications[fort], kind) for fort in forts}
    if CLOSED_COST in costs.values():
        return EntryCost((), closed=True)
    parts = [
        CostPart(cause, of, None if words in (None, OTHER_TERRAIN_COST) else compute_cost(words, move))
        for (cause, of), words in costs.items()
    ]
    figures = catalog.figures
    more = (("leaving", leaving, "leaving_zone"), ("mounting", mounting, "mounting"))
    parts += [CostPart(cause, cause, Fraction(figures[name])) for cause, holds, name in more if holds]
    return EntryCost(tuple(parts), adjacent=written == FULL_COST)
