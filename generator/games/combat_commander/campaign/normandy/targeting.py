"""NO-C2.2 to NO-C2.4, NO-C4: what armour and satchel charges need to roll.

A targeting roll multiplies the two dice; it hits when the product exceeds the range plus the hindrance.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dice import DIE

OWN_HEX_RANGE = 1  # NO-C2.2: the bocage of a team's own hex is attacked at this range


def needed_product(distance: int, hindrance: int = 0) -> int:
    """The lowest product that hits."""
    return distance + hindrance + 1


def chance_to_hit(distance: int, hindrance: int = 0) -> Fraction:
    """How likely two dice hit."""
    needed = needed_product(distance, hindrance)
    hits = sum(white * coloured >= needed for white, coloured in product(DIE, DIE))
    return Fraction(hits, len(DIE) ** 2)
