"""12.0-12.1: does a line run free? For hexes whose ground somebody has told; the maps are not in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from catalogs.games.combat_solitaire import Catalog

from .hexes import Place, distance, line

LOW = ("sneak", "hide", "rally", "reload")  # orders with which a man lies low (11.07-11.11)
SUNKEN = ("depression", "stream")


@dataclass(frozen=True, slots=True)
class Ground:
    """What stands in a hex, and on which level."""

    terrain: str = "clear"
    level: int = 0


@dataclass(frozen=True, slots=True)
class Blocked:
    """Where a line ends, and by which rule."""

    hexes: tuple[str, ...]
    why: str  # the key of a sentence: sight.<why>


BARE = Ground()
Field = Mapping[str, Ground]


def blind_hexes(catalog: Catalog, range_: int, above: Fraction) -> int:
    """12.1: one for each five hexes of range or part of them, one fewer for each whole step of height
    above the first."""
    wide = ceil(range_ / catalog.figures["blind_step"])
    return max(0, wide - max(0, floor(above) - 1))


def sight(
    catalog: Catalog, field: Field, one: str, other: str, lying: tuple[bool, bool] = (False, False)
) -> Blocked | None:
    """What blocks the line between two men, if anything; ``lying`` tells who of them lies low."""
    for hex_, low in zip((one, other), lying, strict=True):
        if low and _sunk(field, hex_, other if hex_ == one else one):
            return Blocked((hex_,), "sunken")
    here, there = field.get(one, BARE), field.get(other, BARE)
    high, lower = (one, other) if here.level >= there.level else (other, one)
    for place in line(high, lower):
        heights = [_height(catalog, field, name, any(lying)) for name in place.hexes]
        if any(height is None for height in heights):
            continue  # of two hexes on both sides of the line one is open (11.0)
        obstacle = min(height for height in heights if height is not None)
        if _hides(catalog, field, high, lower, place, obstacle):
            return Blocked(place.hexes, "blind" if field.get(high, BARE).level > obstacle else "obstacle")
    return None


def _height(catalog: Catalog, field: Field, name: str, low: bool) -> Fraction | None:
    """The height of an obstacle: level and size (12.1). None where nothing stands."""
    ground = field.get(name, BARE)
    terrain = catalog.terrain[ground.terrain]
    stands = terrain.blocks == "always" or (terrain.blocks == "low" and low)
    height = ground.level + (terrain.size if stands else Fraction(0))
    return height if stands or ground.level else None


def _hides(catalog: Catalog, field: Field, high: str, lower: str, place: Place, obstacle: Fraction) -> bool:
    above = field.get(high, BARE).level - obstacle
    below = field.get(lower, BARE).level
    if below >= obstacle:
        return False  # blind hexes are only those lower than the obstacle
    if above <= 0:
        return True
    if all(_slope(catalog, field, high, name) for name in place.hexes):
        return False
    near = min(distance(high, name) for name in place.hexes)
    behind = min(distance(name, lower) for name in place.hexes)
    return behind <= blind_hexes(catalog, near, above)


def _slope(catalog: Catalog, field: Field, high: str, name: str) -> bool:
    """12.1: a bare hill hex that the ground falls to step by step hides nothing."""
    chain = [high, *(each for place in line(high, name) for each in place.hexes), name]
    bare = all(catalog.terrain[field.get(each, BARE).terrain].size == 0 for each in chain[1:])
    levels = [field.get(each, BARE).level for each in chain]
    return bare and all(before >= after for before, after in pairwise(levels))


def _sunk(field: Field, place: str, eye: str) -> bool:
    """11.08, 12.1: a man lying low in sunken ground is seen from next to him, from as many hexes as the
    eye's level, or along sunken hexes."""
    if field.get(place, BARE).terrain not in SUNKEN:
        return False
    if distance(place, eye) <= max(1, field.get(eye, BARE).level):
        return False
    way = [*line(place, eye), Place((eye,))]
    return not all(any(field.get(name, BARE).terrain in SUNKEN for name in each.hexes) for each in way)
