"""8.0, 9.0-9.6, 13.0, 14.1, 15.2: what a unit may spend on movement, and what a hex costs it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalogs.games.grossdeutschland import Catalog

FOOT, TRACKED, WHEELED = "foot", "tracked", "wheeled"
CLASSES = (FOOT, TRACKED, WHEELED)
HALF, WHOLE, CLOSED, OTHER = "H", "ALL", "NA", "OTIH"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a cost: what it comes from, and its points; None where only the map's chart has them."""

    cause: str
    of: str
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class Entering:
    """9.0: what it costs a unit to enter a hex."""

    parts: tuple[Part, ...]
    closed: bool = False
    adjacent: bool = False  # it must begin its movement beside the hex: it takes all there is

    @property
    def total(self) -> Fraction | None:
        """The points together; None where one of them is not known."""
        points = [part.points for part in self.parts]
        return None if None in points else sum((each for each in points if each is not None), Fraction(0))


def rounded_up(number: int) -> int:
    return -(-number // 2)


def allowance(
    catalog: Catalog, move: int, kind: str, *, slot: str, weather: str, out: bool = False, hq: bool = False
) -> int:
    """13.1, 14.1, 9.1: night, weather and want of supply each halve what is printed, rounding up."""
    halved = (
        catalog.slots[slot].halved,
        catalog.weather[weather].halved,
        out and (kind != FOOT or hq),
    )
    for each in halved:
        move = rounded_up(move) if each else move
    return move


def price(words: str, move: int) -> Fraction | None:
    """9.0: a cost as the chart writes it, for a unit with so much movement printed; None for closed.

    Half of an odd movement is rounded up: before it the unit may have spent half of it, rounded down.
    """
    plain = words.removeprefix("+")
    if plain == CLOSED:
        return None
    if plain == HALF:
        return Fraction(rounded_up(move))
    return Fraction(move) if plain == WHOLE else Fraction(plain)


def entering(
    catalog: Catalog,
    kind: str,
    move: int,
    terrain: str,
    forts: tuple[str, ...] = (),
    *,
    leaving: bool = False,
    mounting: bool = False,
) -> Entering:
    """9.0, 15.2, 8.0, 9.5: terrain, fortifications in it, leaving an enemy zone, mounting or dismounting."""
    written = getattr(catalog.terrain[terrain], kind)
    costs = {("terrain", terrain): written}
    costs |= {("fort", fort): getattr(catalog.fortifications[fort], kind) for fort in forts}
    if CLOSED in costs.values():
        return Entering((), closed=True)
    parts = [
        Part(cause, of, None if words in (None, OTHER) else price(words, move))
        for (cause, of), words in costs.items()
    ]
    figures = catalog.figures
    more = (("leaving", leaving, "leaving_zone"), ("mounting", mounting, "mounting"))
    parts += [Part(cause, cause, Fraction(figures[name])) for cause, holds, name in more if holds]
    return Entering(tuple(parts), adjacent=written == WHOLE)
