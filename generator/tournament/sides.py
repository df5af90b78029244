"""Choice of sides, so that players play equally often on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .model import Pairing


@dataclass(slots=True)
class History:
    """History of the players: opponents, byes and sides."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    lean: Counter[int] = field(default_factory=Counter)  # games on the first side minus games on the second
    latest: dict[int, int] = field(default_factory=dict)  # 1: first side, -1: second side


def collect_history(pairings: Iterable[Pairing]) -> History:
    history = History()
    for pairing in pairings:
        if pairing.second is None:
            history.byes[pairing.first] += 1
            continue
        history.met[frozenset((pairing.first, pairing.second))] += 1
        for number, lean in ((pairing.first, 1), (pairing.second, -1)):
            history.lean[number] += lean
            history.latest[number] = lean
    return history


def assign_sides(one: int, other: int, before: History, toss: Mapping[int, int]) -> tuple[int, int]:
    """Give the first side to the player who had it less often; then not to the one who had it last; then by
    lot.
    """

    def due(number: int) -> tuple[int, int, int]:
        return before.lean.get(number, 0), before.latest.get(number, 0), toss[number]

    return (one, other) if due(one) <= due(other) else (other, one)
