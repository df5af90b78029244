"""5.5 rubble, 5.6 first casualties, 13.1 effects of rubble.

Results for an unknown terrain are computed for every possible value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from catalogs.games.thunder_at_cassino import Catalog

DIE_FACES = 6
DICE_PAIRS = DIE_FACES * DIE_FACES


def list_terrains(catalog: Catalog) -> tuple[int, ...]:
    """3.2.3: return the possible terrain modifiers."""
    return tuple(range(catalog.figures["terrain_least"], catalog.figures["terrain_most"] + 1))


def get_rubble_level(catalog: Catalog, die: int, terrain: int) -> int:
    """5.5: return the level for die plus terrain; 0 without a marker."""
    total = die + terrain
    fits = (
        r.level for r in catalog.rubble.values() if r.least <= total and (r.most is None or total <= r.most)
    )
    return next(fits, 0)


def list_rubble_levels(catalog: Catalog, die: int, terrain: int | None) -> Mapping[int, int]:
    """Return the level by terrain, for the known one or each possible one."""
    known = list_terrains(catalog) if terrain is None else (terrain,)
    return {value: get_rubble_level(catalog, die, value) for value in known}


def count_casualty_dice(catalog: Catalog, units: int) -> int:
    """5.6: return one die for every two units or part of them."""
    return -(-units // catalog.figures["units_per_die"])


def compute_casualty_points(dice: Sequence[int], terrain: int, reading: str) -> int:
    """5.6: return the dice minus the terrain, once for the area or, by the other reading, for each die."""
    if reading == "each_die":
        return sum(max(0, die - terrain) for die in dice)
    return max(0, sum(dice) - terrain)


def list_casualties(
    catalog: Catalog, dice: Sequence[int], terrain: int | None, reading: str
) -> Mapping[int, int]:
    """Return the points by terrain, for the known one or each possible one."""
    known = list_terrains(catalog) if terrain is None else (terrain,)
    return {value: compute_casualty_points(dice, value, reading) for value in known}


def can_enter_rubble(catalog: Catalog, dice: Sequence[int], level: int) -> bool:
    """13.1.1: armour and antitank units enter with more than the marker's number."""
    return sum(dice) > catalog.rubble[level].enter_above


def compute_rubble_entry_chance(catalog: Catalog, level: int) -> Fraction:
    """13.1.1: return the probability of entering."""
    return chance_at_least(catalog.rubble[level].enter_above + 1)


def chance_at_least(total: int) -> Fraction:
    """Return the probability that two dice reach a total."""
    pairs = ((first, second) for first in range(1, DIE_FACES + 1) for second in range(1, DIE_FACES + 1))
    return Fraction(sum(first + second >= total for first, second in pairs), DICE_PAIRS)
