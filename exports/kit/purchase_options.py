"""Purchase options: how many of each ware a buyer can take, and why if none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

UnavailableReason = Literal["", "gone", "dear"]


@dataclass(frozen=True, slots=True)
class Availability:
    """How many of a ware can be bought on its own; ``most`` is None if nothing limits it."""

    most: int | None
    left: int | None  # stock, regardless of the budget
    why: UnavailableReason = ""


def check_availability(
    price: int, uses: Mapping[str, int], stock: Mapping[str, int | None], budget: int | None
) -> Availability:
    """Compare stock and budget with one ware; a piece without a known number is unlimited."""
    held = [(stock.get(piece), number) for piece, number in uses.items() if number]
    lefts = [max(count, 0) // number for count, number in held if count is not None]
    left = min(lefts) if lefts else None
    paid = None if budget is None or not price else max(budget, 0) // price
    limits = [limit for limit in (left, paid) if limit is not None]
    most = min(limits) if limits else None
    return Availability(most, left, "gone" if left == 0 else "dear" if paid == 0 else "")
