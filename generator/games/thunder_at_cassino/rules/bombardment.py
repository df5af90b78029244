"""5.5 rubble, 5.6 the first casualties, 13.1 what rubble does. A terrain that nobody has typed is worked
out for every value it can have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from catalogs.games.thunder_at_cassino import Catalog

FACES = 6
PAIRS = FACES * FACES


def terrains(catalog: Catalog) -> tuple[int, ...]:
    """3.2.3: the modifiers an area can have."""
    return tuple(range(catalog.figures["terrain_least"], catalog.figures["terrain_most"] + 1))


def rubble_level(catalog: Catalog, die: int, terrain: int) -> int:
    """5.5: die plus terrain; 0 where no marker is placed."""
    total = die + terrain
    fits = (
        r.level for r in catalog.rubble.values() if r.least <= total and (r.most is None or total <= r.most)
    )
    return next(fits, 0)


def rubble_levels(catalog: Catalog, die: int, terrain: int | None) -> Mapping[int, int]:
    """The level for the terrain that is known, or for each that is possible."""
    known = terrains(catalog) if terrain is None else (terrain,)
    return {each: rubble_level(catalog, die, each) for each in known}


def rubble_chances(catalog: Catalog, terrain: int) -> Mapping[int, Fraction]:
    """5.5: how likely each level is before the die falls."""
    levels = [rubble_level(catalog, die, terrain) for die in range(1, FACES + 1)]
    return {level: Fraction(levels.count(level), FACES) for level in (0, *catalog.rubble)}


def casualty_dice(catalog: Catalog, units: int) -> int:
    """5.6: one die for every two units or part of them."""
    return -(-units // catalog.figures["units_per_die"])


def casualty_points(dice: Sequence[int], terrain: int, reading: str) -> int:
    """5.6: the dice less the terrain, once for the area or, by the other reading, for every die."""
    if reading == "each_die":
        return sum(max(0, die - terrain) for die in dice)
    return max(0, sum(dice) - terrain)


def casualties(catalog: Catalog, dice: Sequence[int], terrain: int | None, reading: str) -> Mapping[int, int]:
    """The points for the terrain that is known, or for each that is possible."""
    known = terrains(catalog) if terrain is None else (terrain,)
    return {each: casualty_points(dice, each, reading) for each in known}


def passes_rubble(catalog: Catalog, dice: Sequence[int], level: int) -> bool:
    """13.1.1: armour and antitank units enter with more than the number of the marker."""
    return sum(dice) > catalog.rubble[level].enter_above


def pass_chance(catalog: Catalog, level: int) -> Fraction:
    """13.1.1: how likely a unit passes."""
    return at_least(catalog.rubble[level].enter_above + 1)


def at_least(total: int) -> Fraction:
    """How likely two dice come to so much."""
    pairs = ((one, other) for one in range(1, FACES + 1) for other in range(1, FACES + 1))
    return Fraction(sum(one + other >= total for one, other in pairs), PAIRS)
