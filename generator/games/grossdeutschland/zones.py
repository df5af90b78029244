"""4.0, 7.1, 7.2: start zones of counters as far as hexes are known, and stacking limits."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog

from .battle import Battle, Unit
from .hexes import list_within

Data = Mapping[str, Any]


def find_centres(battle: Battle, placement: Data) -> tuple[str, ...]:
    """Return the hexes that a placement is measured from; empty if unknown."""
    if "hex" in placement:
        return (placement["hex"],)
    if "place" in placement:
        return battle.hexes(placement["place"])
    letters = {entry["letter"]: entry["hex"] for entry in battle.document["entries"]}
    return tuple(letters[letter] for letter in placement.get("entry", ()) if letter in letters)


def find_zone(battle: Battle, catalog: Catalog, unit: Unit) -> tuple[str, ...] | None:
    """Return every hex on which a counter may begin; None if unknown or if it does not begin on the map."""
    placement = unit.placement
    kind = placement["kind"]
    if kind == "region":
        return catalog.regions.get(placement.get("region", ""))
    if not unit.starts_on_map:
        return None
    hexes = find_centres(battle, placement)
    if not hexes:
        return None
    return tuple(list_within(hexes, placement.get("distance", 0))) if kind == "within" else hexes


def is_city(battle: Battle, hex_: str) -> bool:
    """7.2: tell whether a hex belongs to a place that counts as a city."""
    return any(place["city"] and hex_ in place["hexes"] for place in battle.document["places"])


def get_stacking_limit(catalog: Catalog, *, city: bool, road: bool) -> int:
    """7.1, 7.2: return the stacking limit of a hex; road movement keeps its limit in a city too."""
    figures = catalog.figures
    return figures["stack_road"] if road else figures["stack_city"] if city else figures["stack"]


def get_stacking_value(unit: Unit, *, spent: bool) -> Fraction:
    """7.1: return the stacking value: half if spent, nothing for the HQ of a division."""
    if unit.hq and unit.formation.endswith(":Div"):
        return Fraction(0)
    return Fraction(1, 2) if spent else Fraction(1)


def can_stack(catalog: Catalog, full: int, spent: int, *, city: bool = False, road: bool = False) -> bool:
    """7.1, 7.2: tell whether some full and spent counters may share a hex."""
    return full + Fraction(spent, 2) <= get_stacking_limit(catalog, city=city, road=road)
