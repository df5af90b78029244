"""Who plays whom. Pairs of a Swiss round are a matching of least cost, found by networkx."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import networkx as nx

from .sides import Past

Pair = tuple[int, int | None]  # None: no opponent in this round
NEAR = 12  # ranks apart at the most, where that is possible
# What is avoided, the worst first. Each weighs more than any number of the next: 64 players' ranks add up to
# less than 2 ** 17.
AGAIN, BYE, CLASH = 2**48, 2**36, 2**22
LEANING = 2  # as often on one side more than on the other


def swiss(order: Sequence[int], before: Past) -> list[Pair]:
    """Pairs for the players in the order of their places: near each other, and not the same again.

    Nobody meets the same opponent twice, nor has none for a second time, while it can be avoided in this
    round; two who both fought more often on the same side are kept apart; otherwise neighbours in the order
    meet. Of an odd number the lowest who can has no opponent.
    """
    if len(order) < 2:
        return [(number, None) for number in order]
    found = _matched(order, before, near=True)
    if found is None:
        found = _matched(order, before, near=False)
    assert found is not None
    return found


def _matched(order: Sequence[int], before: Past, *, near: bool) -> list[Pair] | None:
    """The cheapest pairs; near ones are all new, and where that leaves somebody over there are none."""
    count = len(order) + len(order) % 2
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    fewest = min(before.byes.get(number, 0) for number in order)
    for upper, lower in combinations(range(count), 2):
        cost = _cost(order, upper, lower, before, fewest)
        if not near or (lower - upper <= NEAR and cost < BYE):
            graph.add_edge(upper, lower, weight=-cost)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if len(pairs) * 2 < count:
        return None
    placed = sorted(tuple(sorted(pair)) for pair in pairs)
    return [(order[one], order[other] if other < len(order) else None) for one, other in placed]


def _cost(order: Sequence[int], upper: int, lower: int, before: Past, fewest: int) -> int:
    apart = (lower - upper) ** 2
    one = order[upper]
    if lower == len(order):
        return apart + BYE * (before.byes.get(one, 0) - fewest)
    other = order[lower]
    leans = before.lean.get(one, 0), before.lean.get(other, 0)
    clash = min(map(abs, leans)) if leans[0] * leans[1] > 0 else 0
    return (
        apart
        + AGAIN * before.met.get(frozenset((one, other)), 0)
        + CLASH * max(0, clash - LEANING + 1)
        + clash
    )


def round_robin(numbers: Sequence[int], round_number: int) -> list[Pair]:
    """Everybody against everybody, by turning a circle round one who stays; the first of a pair has the
    first side, so that nobody is there more than once more often than on the other."""
    circle: list[int | None] = list(numbers)
    if len(circle) % 2:
        circle.append(None)
    stays, turning = circle[-1], circle[:-1]
    size, turn = len(turning), round_number - 1
    head = turning[turn % size]
    found = [(head, stays) if turn % 2 == 0 or stays is None else (stays, head)]
    for step in range(1, size // 2 + 1):
        up, down = turning[(turn + step) % size], turning[(turn - step) % size]
        found.append((up, down) if step % 2 else (down, up))
    return [(one, other) for one, other in found if one is not None]


def bracket(numbers: Sequence[int]) -> list[Pair]:
    """The first round of a knock-out: to the next power of two, those without an opponent spread out."""
    seeds = [1]
    while len(seeds) < len(numbers):
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) + 1 - seed)]
    slots = [numbers[seed - 1] if seed <= len(numbers) else None for seed in seeds]
    if len(slots) == 1:
        return [(numbers[0], None)]
    return [_met(one, other) for one, other in zip(slots[::2], slots[1::2], strict=True)]


def _met(one: int | None, other: int | None) -> Pair:
    present = [each for each in (one, other) if each is not None]
    return present[0], present[1] if len(present) > 1 else None


def rounds_of(system: str, players: int, planned: int) -> int:
    """How many rounds there are."""
    if system == "knockout":
        return max(1, (players - 1).bit_length())
    if system == "round_robin":
        return max(1, players - 1 + players % 2)
    return planned
