"""8.2: overstacking in play; at set-up it is never allowed (C30)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from catalogs.games.combat_commander.model import Board


def cover_with(cover: int, figures: int, board: Board) -> int:
    """8.2 b: each figure above the limit reduces the cover of the hex by one."""
    return cover - max(figures - board.stacking, 0)


def units_left(units: Sequence[int], board: Board) -> tuple[int, ...]:
    """8.2 a: after one free Deploy, remove units until the hex is within the limit.

    ``units`` are the soldier figures of each unit. The largest becomes two teams if possible, and the owner
    keeps as many figures as fit.
    """
    if sum(units) <= board.stacking:
        return tuple(units)
    largest = max(units)
    deployed = list(units)
    deployed.remove(largest)
    deployed += [largest // 2, largest - largest // 2] if largest > 2 else [largest]
    kept = (
        choice
        for count in range(len(deployed), -1, -1)
        for choice in combinations(sorted(deployed, reverse=True), count)
        if sum(choice) <= board.stacking
    )
    return max(kept, key=sum)
