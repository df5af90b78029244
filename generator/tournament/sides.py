"""On which side a player fights: over the rounds as often on the one as on the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .model import Pairing


@dataclass(slots=True)
class Past:
    """What players have behind them: whom they met, how often they had nobody, on which side they fought."""

    met: dict[frozenset[int], int] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)
    lean: dict[int, int] = field(default_factory=dict)  # times on the first side less those on the second
    latest: dict[int, int] = field(default_factory=dict)  # 1 the first side, -1 the second


def past(pairings: Iterable[Pairing]) -> Past:
    found = Past()
    for each in pairings:
        if each.second is None:
            found.byes[each.first] = found.byes.get(each.first, 0) + 1
            continue
        pair = frozenset((each.first, each.second))
        found.met[pair] = found.met.get(pair, 0) + 1
        for number, way in ((each.first, 1), (each.second, -1)):
            found.lean[number] = found.lean.get(number, 0) + way
            found.latest[number] = way
    return found


def seated(one: int, other: int, before: Past, toss: Mapping[int, int]) -> tuple[int, int]:
    """Who was less often on the first side takes it; then who was not there last; then by lot."""

    def due(number: int) -> tuple[int, int, int]:
        return before.lean.get(number, 0), before.latest.get(number, 0), toss[number]

    return (one, other) if due(one) <= due(other) else (other, one)
