"""9.2.D: is the line between two units free? The players tell what it crosses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MASKS = ("town", "wood")  # 9.2.D.i


class Crossed(NamedTuple):
    """A hex on the line: its ground, and the height of its highest contour."""

    terrain: str
    height: int


def blocked(own: int, target: int, between: Sequence[Crossed], *, adjacent: bool = False) -> Crossed | None:
    """The first hex that blocks the line; None where it is free.

    At one height towns, woods and higher ground block it (i); at two, what is as high as the higher (ii).
    Who is next to the other is always seen (iii).
    """
    if adjacent:
        return None
    higher = max(own, target)
    if own == target:
        return next((hex_ for hex_ in between if hex_.terrain in MASKS or hex_.height > own), None)
    return next((hex_ for hex_ in between if hex_.height >= higher), None)
