"""8.3.5.5.1: where a retreat goes. The players tell what stands around; the priorities tell the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Place


@dataclass(frozen=True, slots=True)
class Way:
    """A place a unit could retreat to, and what is there. Observers and sappers never count (8.2.3)."""

    place: Place
    zone: bool = False
    infantry: bool = False  # enemy combat infantry
    antitank: bool = False  # enemy antitank units; they are infantry too
    armour: bool = False  # enemy armour
    enemy_neighbours: int = 0  # enemy-held areas beside it
    beside_cause: bool = False  # borders on the area that caused the retreat
    is_cause: bool = False  # the area the fire came from
    red_line: bool = False  # only infantry crosses


@dataclass(frozen=True, slots=True)
class Ranked:
    """A way with its letter; no letter where it is closed."""

    way: Way
    letter: str


def letter(catalog: Catalog, way: Way, *, armour: bool, crosses_white_only: bool = False) -> str:
    """The priority of a way, A to G; empty where the unit may not take it."""
    if way.is_cause or (way.red_line and (armour or crosses_white_only)):
        return ""
    found = _letter(way)
    allowed = catalog.retreats[found].armour if armour else catalog.retreats[found].infantry
    if found == "G" and (way.antitank or way.armour):
        return ""
    return found if allowed else ""


def _letter(way: Way) -> str:
    if way.zone:
        return "D" if way.infantry or way.antitank or way.armour else "B"
    if way.infantry or way.antitank:
        return "G"
    if way.armour:
        return "F"
    if way.enemy_neighbours == 0:
        return "A"
    return "E" if way.beside_cause else "C"


def ranked(
    catalog: Catalog, ways: Sequence[Way], *, armour: bool, crosses_white_only: bool = False
) -> list[Ranked]:
    """The ways, best first; those that are closed last and without a letter."""
    found = [
        Ranked(way, letter(catalog, way, armour=armour, crosses_white_only=crosses_white_only))
        for way in ways
    ]
    return sorted(found, key=lambda one: (one.letter or "Z", _crowded(one)))


def best(ways: Sequence[Ranked]) -> list[Ranked]:
    """Those between which the owner may choose; none where the retreat is blocked (8.3.5.5)."""
    open_ways = [one for one in ways if one.letter]
    if not open_ways:
        return []
    first = min((one.letter, _crowded(one)) for one in open_ways)
    return [one for one in open_ways if (one.letter, _crowded(one)) == first]


def _crowded(one: Ranked) -> int:
    """E: among several, the one beside the fewest enemy-held areas."""
    return one.way.enemy_neighbours if one.letter == "E" else 0
