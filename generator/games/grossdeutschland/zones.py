"""4.0, 7.1, 7.2: where a counter may begin, as far as hexes are known; and how many a hex holds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog

from .battle import Battle, Unit
from .hexes import within

Data = Mapping[str, Any]


def centres(battle: Battle, placement: Data) -> tuple[str, ...]:
    """The hexes that a placement is measured from; none where nobody has typed them."""
    if "hex" in placement:
        return (placement["hex"],)
    if "place" in placement:
        return battle.hexes(placement["place"])
    letters = {each["letter"]: each["hex"] for each in battle.document["entries"]}
    return tuple(letters[letter] for letter in placement.get("entry", ()) if letter in letters)


def zone(battle: Battle, catalog: Catalog, unit: Unit) -> tuple[str, ...] | None:
    """Every hex on which a counter may begin; None where it is not known, or where it does not begin."""
    placement = unit.placement
    kind = placement["kind"]
    if kind == "region":
        return catalog.regions.get(placement.get("region", ""))
    if not unit.starts_here:
        return None
    found = centres(battle, placement)
    if not found:
        return None
    return tuple(within(found, placement.get("distance", 0))) if kind == "within" else found


def is_city(battle: Battle, hex_: str) -> bool:
    """7.2: a hex of a place that counts as city."""
    return any(each["city"] and hex_ in each["hexes"] for each in battle.document["places"])


def limit(catalog: Catalog, *, city: bool, road: bool) -> int:
    """7.1, 7.2: what a hex holds; road movement keeps its own limit in a city too."""
    figures = catalog.figures
    return figures["stack_road"] if road else figures["stack_city"] if city else figures["stack"]


def weight(unit: Unit, *, spent: bool) -> Fraction:
    """7.1: a spent counter counts half; the HQ of a division counts nothing."""
    if unit.hq and unit.formation.endswith(":Div"):
        return Fraction(0)
    return Fraction(1, 2) if spent else Fraction(1)


def stacks(catalog: Catalog, full: int, spent: int, *, city: bool = False, road: bool = False) -> bool:
    """7.1, 7.2: may so many full and spent counters share a hex?"""
    return full + Fraction(spent, 2) <= limit(catalog, city=city, road=road)
