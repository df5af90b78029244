"""What a buyer can take from a shelf: how many of each ware, and why where it is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Why = Literal["", "gone", "dear"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How many of a ware can be had on its own; ``most`` is None where nothing limits it."""

    most: int | None
    left: int | None  # what the box still holds, whatever the purse says
    why: Why = ""


def reach(price: int, uses: Mapping[str, int], stock: Mapping[str, int | None], budget: int | None) -> Reach:
    """Stock and purse against one ware; a piece without a known number is never used up."""
    held = [(stock.get(piece), number) for piece, number in uses.items() if number]
    lefts = [max(count, 0) // number for count, number in held if count is not None]
    left = min(lefts) if lefts else None
    paid = None if budget is None or not price else max(budget, 0) // price
    limits = [limit for limit in (left, paid) if limit is not None]
    most = min(limits) if limits else None
    return Reach(most, left, "gone" if left == 0 else "dear" if paid == 0 else "")
