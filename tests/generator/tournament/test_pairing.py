"""Pairings of 2 to 64 players: rematches avoided, byes fair, sides balanced."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.tournament import actions
from generator.tournament.match import Match
from generator.tournament.model import Report, Tournament
from generator.tournament.pairing import pair_bracket, pair_round_robin, pair_swiss
from generator.tournament.sides import History, collect_history

PLAIN = Match(("left", "right"))
PLAYERS = st.integers(2, 64)


def begun(system: str, count: int, rounds: int = 5, seed: str = "1944.omaha") -> Tournament:
    return actions.new_tournament(
        "any", "", system, rounds, [f"Player {number}" for number in range(1, count + 1)], seed
    )


def played(tournament: Tournament, chance: Random) -> Tournament:
    """Return the tournament with a result at every table of the last round."""
    last = tournament.last
    assert last is not None
    for table in last.open:
        winner = chance.choice(["first", "second"])
        report = Report(winner, "victory")  # type: ignore[arg-type]
        tournament = actions.report(tournament, PLAIN, None, last.number, table, report)
    return tournament


def avoidable(order: list[int], before: History) -> bool:
    """Tell whether a round without rematches exists, with any player on the bye."""
    graph = nx.Graph()
    graph.add_nodes_from(order)
    graph.add_edges_from(pair for pair in combinations(order, 2) if frozenset(pair) not in before.met)
    if len(order) % 2:
        graph.add_edges_from((0, number) for number in order)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 >= len(order)


@given(PLAYERS, st.integers(1, 6), st.integers(0, 999))
@settings(max_examples=15)
def test_swiss(count: int, rounds: int, seed: int) -> None:
    chance = Random(seed)
    tournament = begun("swiss", count, rounds, f"s{seed}")
    for _ in range(rounds):
        before = collect_history(tournament.pairings())
        order = list(tournament.playing(1))
        tournament = actions.draw(tournament, PLAIN, None)
        assert tournament.last is not None
        pairs = tournament.last.pairings
        assert sorted(number for each in pairs for number in each.players) == order
        assert sum(each.second is None for each in pairs) == count % 2
        again = [each for each in pairs if frozenset(each.players) in before.met]
        assert not again or not avoidable(order, before)
        tournament = played(tournament, chance)
    after = collect_history(tournament.pairings())
    if rounds <= count // 2:
        assert set(after.met.values()) <= {1}
        assert max(after.byes.values(), default=0) <= 1
        assert max(map(abs, after.lean.values())) <= 2


def test_second_bye_only_after_everyone_had_one() -> None:
    tournament, chance = begun("swiss", 5, 10), Random(1)
    for _ in range(10):
        tournament = played(actions.draw(tournament, PLAIN, None), chance)
        byes = collect_history(tournament.pairings()).byes
        counts = [byes.get(number, 0) for number in tournament.playing(1)]
        assert max(counts) - min(counts) <= 1


def test_neighbours_in_rank_meet() -> None:
    assert pair_swiss([4, 2, 3, 1], History()) == [(4, 2), (3, 1)]
    assert pair_swiss([4, 2, 3, 1], History(met={frozenset((4, 2)): 1})) == [(4, 3), (2, 1)]


def test_lowest_eligible_player_has_the_bye() -> None:
    assert pair_swiss([5, 4, 3], History()) == [(5, 4), (3, None)]
    assert pair_swiss([5, 4, 3], History(byes={3: 1})) == [(5, 3), (4, None)]


def test_players_with_the_same_side_surplus_are_kept_apart() -> None:
    """Both have been on the first side twice more often, so another pairing costs less."""
    assert pair_swiss([1, 2, 3, 4], History(lean={1: 2, 2: 2, 3: -2, 4: -2})) == [(1, 3), (2, 4)]


@given(PLAYERS)
def test_round_robin_pairs_everyone_once(count: int) -> None:
    numbers = list(range(1, count + 1))
    rounds = count - 1 + count % 2
    pairs = [pair for number in range(1, rounds + 1) for pair in pair_round_robin(numbers, number)]
    met = Counter(frozenset(pair) for pair in pairs if pair[1] is not None)
    assert met == Counter(map(frozenset, combinations(numbers, 2)))
    assert Counter(one for one, other in pairs if other is None) == Counter(numbers if count % 2 else [])
    first = Counter(one for one, other in pairs if other is not None)
    second = Counter(other for _, other in pairs if other is not None)
    assert all(abs(first[number] - second[number]) <= 1 for number in numbers)


@given(PLAYERS)
def test_a_knock_out_has_byes_in_its_first_round_alone(count: int) -> None:
    pairs = pair_bracket(list(range(1, count + 1)))
    size = 1 << (count - 1).bit_length()
    assert len(pairs) == size // 2
    assert sorted(number for pair in pairs for number in pair if number is not None) == list(
        range(1, count + 1)
    )
    halves = [pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]] if len(pairs) > 1 else [pairs]
    byes = [sum(other is None for _, other in half) for half in halves]
    assert max(byes) - min(byes) <= 1


@given(PLAYERS, st.integers(0, 999))
@settings(max_examples=25)
def test_knock_out_leaves_one_winner(count: int, seed: int) -> None:
    tournament, chance = begun("knockout", count), Random(seed)
    while not actions.is_finished(tournament):
        tournament = played(actions.draw(tournament, PLAIN, None), chance)
    last = tournament.last
    assert last is not None and len(last.pairings) == 1
    lost = Counter(
        number for each in tournament.pairings() for number in each.players if number != each.winner
    )
    assert sorted(lost.values()) == [1] * (count - 1)
