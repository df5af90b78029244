"""8.3.5.5.1: priorities of retreats. Players describe the places around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Place


@dataclass(frozen=True, slots=True)
class Way:
    """A possible retreat and what is there. Observers and sappers never count (8.2.3)."""

    place: Place
    zone: bool = False
    infantry: bool = False  # enemy combat infantry
    antitank: bool = False  # enemy antitank units; they are infantry too
    armour: bool = False  # enemy armour
    enemy_neighbours: int = 0  # number of adjacent enemy-held areas
    beside_cause: bool = False  # adjacent to the area that caused the retreat
    is_cause: bool = False  # the area from which the fire came
    red_line: bool = False  # only infantry crosses


@dataclass(frozen=True, slots=True)
class RankedWay:
    """A way with its letter; no letter if it is closed."""

    way: Way
    letter: str


def get_priority(catalog: Catalog, way: Way, *, armour: bool, crosses_white_only: bool = False) -> str:
    """Return the priority of a way, A to G; empty if the unit may not take it."""
    if way.is_cause or (way.red_line and (armour or crosses_white_only)):
        return ""
    priority = _get_base_priority(way)
    allowed = catalog.retreats[priority].armour if armour else catalog.retreats[priority].infantry
    if priority == "G" and (way.antitank or way.armour):
        return ""
    return priority if allowed else ""


def _get_base_priority(way: Way) -> str:
    if way.zone:
        return "D" if way.infantry or way.antitank or way.armour else "B"
    if way.infantry or way.antitank:
        return "G"
    if way.armour:
        return "F"
    if way.beside_cause:  # the area that fired holds enemies, so it is never A
        return "E"
    return "C" if way.enemy_neighbours else "A"


def rank_ways(
    catalog: Catalog, ways: Sequence[Way], *, armour: bool, crosses_white_only: bool = False
) -> list[RankedWay]:
    """Rank the ways, best first; closed ones last and without a letter."""
    ranked_ways = [
        RankedWay(way, get_priority(catalog, way, armour=armour, crosses_white_only=crosses_white_only))
        for way in ways
    ]
    return sorted(ranked_ways, key=lambda ranked_way: (ranked_way.letter or "Z", _count_crowding(ranked_way)))


def find_best_ways(ways: Sequence[RankedWay]) -> list[RankedWay]:
    """Return the ways between which the owner may choose; none if the retreat is blocked (8.3.5.5)."""
    open_ways = [way for way in ways if way.letter]
    if not open_ways:
        return []
    first = min((way.letter, _count_crowding(way)) for way in open_ways)
    return [way for way in open_ways if (way.letter, _count_crowding(way)) == first]


def _count_crowding(ranked_way: RankedWay) -> int:
    """E: prefer the way with the fewest adjacent enemy-held areas."""
    return ranked_way.way.enemy_neighbours if ranked_way.letter == "E" else 0
