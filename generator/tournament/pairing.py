"""Pairings of a round. A Swiss round is a matching of least cost, found by networkx."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import networkx as nx

from .sides import History

Pair = tuple[int, int | None]  # None: bye
MAX_RANK_DIFFERENCE = 12  # maximum difference in rank, where possible
# Costs of what to avoid, worst first. Each outweighs any number of the next: the ranks of 64 players add up
# to less than 2 ** 17.
REMATCH_COST, BYE_COST, CLASH_COST = 2**48, 2**36, 2**22
CLASH_SURPLUS = 2  # surplus of games on one side that counts as a clash


def pair_swiss(order: Sequence[int], before: History) -> list[Pair]:
    """Pair the players, given in the order of their ranks, near each other.

    Rematches and second byes are avoided as far as possible; then pairs who both played more often on the
    same side; otherwise neighbours in rank meet. With an odd number the lowest eligible player has the bye.
    """
    if len(order) < 2:
        return [(number, None) for number in order]
    pairs = _match_players(order, before, near=True)
    if pairs is None:
        pairs = _match_players(order, before, near=False)
    assert pairs is not None
    return pairs


def _match_players(order: Sequence[int], before: History, *, near: bool) -> list[Pair] | None:
    """Return the cheapest pairs.

    With ``near``, allow only close ranks without rematch; None if that fails.
    """
    count = len(order) + len(order) % 2
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    fewest = min(before.byes.get(number, 0) for number in order)
    for upper, lower in combinations(range(count), 2):
        cost = _cost(order, upper, lower, before, fewest)
        if not near or (lower - upper <= MAX_RANK_DIFFERENCE and cost < BYE_COST):
            graph.add_edge(upper, lower, weight=-cost)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if len(pairs) * 2 < count:
        return None
    placed = sorted(tuple(sorted(pair)) for pair in pairs)
    return [(order[one], order[other] if other < len(order) else None) for one, other in placed]


def _cost(order: Sequence[int], upper: int, lower: int, before: History, fewest: int) -> int:
    apart = (lower - upper) ** 2
    one = order[upper]
    if lower == len(order):
        return apart + BYE_COST * (before.byes.get(one, 0) - fewest)
    other = order[lower]
    leans = before.lean.get(one, 0), before.lean.get(other, 0)
    clash = min(map(abs, leans)) if leans[0] * leans[1] > 0 else 0
    return (
        apart
        + REMATCH_COST * before.met.get(frozenset((one, other)), 0)
        + CLASH_COST * max(0, clash - CLASH_SURPLUS + 1)
        + clash
    )


def pair_round_robin(numbers: Sequence[int], round_number: int) -> list[Pair]:
    """Pair everyone with everyone by the circle method.

    The first of a pair takes the first side; the order keeps each player's sides balanced within one game.
    """
    circle: list[int | None] = list(numbers)
    if len(circle) % 2:
        circle.append(None)
    stays, turning = circle[-1], circle[:-1]
    size, turn = len(turning), round_number - 1
    head = turning[turn % size]
    pairs = [(head, stays) if turn % 2 == 0 or stays is None else (stays, head)]
    for step in range(1, size // 2 + 1):
        up, down = turning[(turn + step) % size], turning[(turn - step) % size]
        pairs.append((up, down) if step % 2 else (down, up))
    return [(one, other) for one, other in pairs if one is not None]


def pair_bracket(numbers: Sequence[int]) -> list[Pair]:
    """Return the first round of a knock-out, filled up to a power of two with byes spread evenly."""
    seeds = [1]
    while len(seeds) < len(numbers):
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) + 1 - seed)]
    slots = [numbers[seed - 1] if seed <= len(numbers) else None for seed in seeds]
    if len(slots) == 1:
        return [(numbers[0], None)]
    return [_make_pair(one, other) for one, other in zip(slots[::2], slots[1::2], strict=True)]


def _make_pair(one: int | None, other: int | None) -> Pair:
    present = [each for each in (one, other) if each is not None]
    return present[0], present[1] if len(present) > 1 else None


def count_rounds(system: str, players: int, planned: int) -> int:
    """Return the number of rounds."""
    if system == "knockout":
        return max(1, (players - 1).bit_length())
    if system == "round_robin":
        return max(1, players - 1 + players % 2)
    return planned
