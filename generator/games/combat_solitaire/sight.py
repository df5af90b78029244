"""12.0-12.1: line of sight over hexes whose terrain is known; the maps are not in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from catalogs.games.combat_solitaire import Catalog

from .hexes import Place, distance, trace_line

LOW_ORDERS = ("sneak", "hide", "rally", "reload")  # orders with which a soldier lies low (11.07-11.11)
SUNKEN_TERRAIN = ("depression", "stream")


@dataclass(frozen=True, slots=True)
class Ground:
    """Terrain and level of a hex."""

    terrain: str = "clear"
    level: int = 0


@dataclass(frozen=True, slots=True)
class Blocked:
    """The hexes that block a line, and the rule."""

    hexes: tuple[str, ...]
    why: str  # key of a message: sight.<why>


BARE_GROUND = Ground()
Field = Mapping[str, Ground]


def count_blind_hexes(catalog: Catalog, range_: int, above: Fraction) -> int:
    """12.1: count blind hexes: one per five hexes of range or part of it, minus one per full level above the
    first."""
    wide = ceil(range_ / catalog.figures["blind_step"])
    return max(0, wide - max(0, floor(above) - 1))


def trace_sight(
    catalog: Catalog, field: Field, start: str, end: str, lying: tuple[bool, bool] = (False, False)
) -> Blocked | None:
    """Return the obstacle that blocks the line, if any; ``lying`` tells which end lies low."""
    for hex_, low in zip((start, end), lying, strict=True):
        if low and _is_hidden_in_sunken_ground(field, hex_, end if hex_ == start else start):
            return Blocked((hex_,), "sunken")
    here, there = field.get(start, BARE_GROUND), field.get(end, BARE_GROUND)
    high, lower = (start, end) if here.level >= there.level else (end, start)
    for place in trace_line(high, lower):
        heights = [_get_obstacle_height(catalog, field, name, any(lying)) for name in place.hexes]
        if any(height is None for height in heights):
            continue  # 11.0: one of the two hexes beside the line is open
        obstacle = min(height for height in heights if height is not None)
        if _hides_target(catalog, field, high, lower, place, obstacle):
            return Blocked(
                place.hexes, "blind" if field.get(high, BARE_GROUND).level > obstacle else "obstacle"
            )
    return None


def _get_obstacle_height(catalog: Catalog, field: Field, name: str, low: bool) -> Fraction | None:
    """12.1: return the height of an obstacle, level plus size; None without an obstacle."""
    ground = field.get(name, BARE_GROUND)
    terrain = catalog.terrain[ground.terrain]
    stands = terrain.blocks == "always" or (terrain.blocks == "low" and low)
    height = ground.level + (terrain.size if stands else Fraction(0))
    return height if stands or ground.level else None


def _hides_target(
    catalog: Catalog, field: Field, high: str, lower: str, place: Place, obstacle: Fraction
) -> bool:
    above = field.get(high, BARE_GROUND).level - obstacle
    below = field.get(lower, BARE_GROUND).level
    if below >= obstacle:
        return False  # only hexes lower than the obstacle can be blind
    if above <= 0:
        return True
    if all(_is_slope(catalog, field, high, name) for name in place.hexes):
        return False
    near = min(distance(high, name) for name in place.hexes)
    behind = min(distance(name, lower) for name in place.hexes)
    return behind <= count_blind_hexes(catalog, near, above)


def _is_slope(catalog: Catalog, field: Field, high: str, name: str) -> bool:
    """12.1: tell whether bare ground falls step by step to the hex, which then hides nothing."""
    chain = [high, *(hex_ for place in trace_line(high, name) for hex_ in place.hexes), name]
    bare = all(catalog.terrain[field.get(hex_, BARE_GROUND).terrain].size == 0 for hex_ in chain[1:])
    levels = [field.get(hex_, BARE_GROUND).level for hex_ in chain]
    return bare and all(before >= after for before, after in pairwise(levels))


def _is_hidden_in_sunken_ground(field: Field, place: str, eye: str) -> bool:
    """11.08, 12.1: tell whether sunken ground hides a soldier lying low.

    It does not from an adjacent hex, from as many hexes as the eye's level, or along sunken hexes.
    """
    if field.get(place, BARE_GROUND).terrain not in SUNKEN_TERRAIN:
        return False
    if distance(place, eye) <= max(1, field.get(eye, BARE_GROUND).level):
        return False
    way = [*trace_line(place, eye), Place((eye,))]
    return not all(
        any(field.get(name, BARE_GROUND).terrain in SUNKEN_TERRAIN for name in step.hexes) for step in way
    )
