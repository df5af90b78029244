"""9.2.D: line of sight between two units over terrain that players describe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BLOCKING_TERRAIN = ("town", "wood")  # 9.2.D.i


class Crossed(NamedTuple):
    """A hex on the line: its terrain and the height of its highest contour."""

    terrain: str
    height: int


def find_blocking_hex(
    own: int, target: int, between: Sequence[Crossed], *, adjacent: bool = False
) -> Crossed | None:
    """Return the first hex that blocks the line, or None.

    (i) Between equal heights, towns, woods and higher ground block. (ii) Between different heights, ground as
    high as the higher one blocks. (iii) Adjacent units always see each other.
    """
    if adjacent:
        return None
    higher = max(own, target)
    if own == target:
        return next((hex_ for hex_ in between if hex_.terrain in BLOCKING_TERRAIN or hex_.height > own), None)
    return next((hex_ for hex_ in between if hex_.height >= higher), None)
