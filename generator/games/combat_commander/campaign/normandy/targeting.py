"""NO-C2.2 to NO-C2.4, NO-C4: targeting rolls of armour and satchel charges.

A targeting roll multiplies the two dice; it hits when the product exceeds the range plus the hindrance.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dice import DIE

OWN_HEX_RANGE = 1  # NO-C2.2: range of an attack on the bocage of the team's own hex


def needed_product(distance: int, hindrance: int = 0) -> int:
    """Return the lowest product that hits."""
    return distance + hindrance + 1


def chance_to_hit(distance: int, hindrance: int = 0) -> Fraction:
    """Return the chance that two dice hit."""
    needed = needed_product(distance, hindrance)
    hits = sum(white * coloured >= needed for white, coloured in product(DIE, DIE))
    return Fraction(hits, len(DIE) ** 2)
