"""Who plays whom, for 2 to 64 players: never the same twice while avoidable, byes fair, sides balanced."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.tournament import course
from generator.tournament.match import Match
from generator.tournament.model import Report, Tournament
from generator.tournament.pairing import bracket, round_robin, swiss
from generator.tournament.sides import Past, past

PLAIN = Match(("left", "right"))
PLAYERS = st.integers(2, 64)


def begun(system: str, count: int, rounds: int = 5, seed: str = "1944.omaha") -> Tournament:
    return course.new("any", "", system, rounds, [f"Player {number}" for number in range(1, count + 1)], seed)


def played(tournament: Tournament, chance: Random) -> Tournament:
    """The last round with a result at every table."""
    last = tournament.last
    assert last is not None
    for table in last.open:
        winner = chance.choice(["first", "second"])
        report = Report(winner, "victory")  # type: ignore[arg-type]
        tournament = course.report(tournament, PLAIN, None, last.number, table, report)
    return tournament


def avoidable(order: list[int], before: Past) -> bool:
    """Is there a round without a pair that met before, whoever has no opponent?"""
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
        before = past(tournament.pairings())
        order = list(tournament.playing(1))
        tournament = course.draw(tournament, PLAIN, None)
        assert tournament.last is not None
        pairs = tournament.last.pairings
        assert sorted(number for each in pairs for number in each.players) == order
        assert sum(each.second is None for each in pairs) == count % 2
        again = [each for each in pairs if frozenset(each.players) in before.met]
        assert not again or not avoidable(order, before)
        tournament = played(tournament, chance)
    after = past(tournament.pairings())
    if rounds <= count // 2:
        assert set(after.met.values()) <= {1}
        assert max(after.byes.values(), default=0) <= 1
        assert max(map(abs, after.lean.values())) <= 2


def test_a_second_bye_only_when_everybody_had_one() -> None:
    tournament, chance = begun("swiss", 5, 10), Random(1)
    for _ in range(10):
        tournament = played(course.draw(tournament, PLAIN, None), chance)
        byes = past(tournament.pairings()).byes
        counts = [byes.get(number, 0) for number in tournament.playing(1)]
        assert max(counts) - min(counts) <= 1


def test_neighbours_in_the_standings_meet() -> None:
    assert swiss([4, 2, 3, 1], Past()) == [(4, 2), (3, 1)]
    assert swiss([4, 2, 3, 1], Past(met={frozenset((4, 2)): 1})) == [(4, 3), (2, 1)]


def test_the_lowest_who_can_has_no_opponent() -> None:
    assert swiss([5, 4, 3], Past()) == [(5, 4), (3, None)]
    assert swiss([5, 4, 3], Past(byes={3: 1})) == [(5, 3), (4, None)]


def test_two_who_were_on_one_side_too_often_are_kept_apart() -> None:
    """Both have been on the first side twice more often: another pairing costs less."""
    assert swiss([1, 2, 3, 4], Past(lean={1: 2, 2: 2, 3: -2, 4: -2})) == [(1, 3), (2, 4)]


@given(PLAYERS)
def test_round_robin_brings_everybody_against_everybody_once(count: int) -> None:
    numbers = list(range(1, count + 1))
    rounds = count - 1 + count % 2
    pairs = [pair for number in range(1, rounds + 1) for pair in round_robin(numbers, number)]
    met = Counter(frozenset(pair) for pair in pairs if pair[1] is not None)
    assert met == Counter(map(frozenset, combinations(numbers, 2)))
    assert Counter(one for one, other in pairs if other is None) == Counter(numbers if count % 2 else [])
    first = Counter(one for one, other in pairs if other is not None)
    second = Counter(other for _, other in pairs if other is not None)
    assert all(abs(first[number] - second[number]) <= 1 for number in numbers)


@given(PLAYERS)
def test_a_knock_out_has_byes_in_its_first_round_alone(count: int) -> None:
    pairs = bracket(list(range(1, count + 1)))
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
def test_a_knock_out_leaves_one(count: int, seed: int) -> None:
    tournament, chance = begun("knockout", count), Random(seed)
    while not course.finished(tournament):
        tournament = played(course.draw(tournament, PLAIN, None), chance)
    last = tournament.last
    assert last is not None and len(last.pairings) == 1
    lost = Counter(
        number for each in tournament.pairings() for number in each.players if number != each.winner
    )
    assert sorted(lost.values()) == [1] * (count - 1)
