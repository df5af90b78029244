"""Duels: sides swapped, continued runs, the sequential test and Elo."""

from math import log

import pytest

from generator.games.combat_commander.rehearsal.duel import (
    DuelFight,
    SequentialTest,
    collect_scores,
    rate_levels,
    run_duel,
    summarise_duel,
)
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG

PAIR = ("recruit", "random")


def fought(card: int, axis: str, allied: str, winner: str) -> DuelFight:
    return DuelFight(str(card), axis, allied, winner, "points", 40, 6, 1, {"axis": 4, "allied": 6}, 3, {})  # type: ignore[arg-type]


def test_every_card_is_fought_from_both_sides() -> None:
    [pair] = run_duel(CATALOG, PAIR, start=3, cards=1)
    assert [(fight.axis, fight.allied) for fight in pair] == [PAIR, PAIR[::-1]]
    assert {fight.card for fight in pair} == {pair[0].card}


def test_a_duel_continues_where_it_stopped_and_does_not_depend_on_cores() -> None:
    whole = list(run_duel(CATALOG, PAIR, start=1, cards=3))
    known = [fight for pair in whole[:1] for fight in pair]
    rest = list(run_duel(CATALOG, PAIR, start=1, cards=3, known=known, cores=2))
    assert sorted(rest, key=lambda pair: int(pair[0].card)) == whole[1:]


def test_scores_are_means_of_cards() -> None:
    fights = [
        fought(1, "recruit", "random", "axis"),
        fought(1, "random", "recruit", "allied"),
        fought(2, "recruit", "random", "axis"),
        fought(2, "random", "recruit", "axis"),
        fought(3, "recruit", "random", "axis"),  # its other fight is missing
    ]
    assert collect_scores(fights, "recruit") == [1.0, 0.5]
    assert summarise_duel(fights[:4], PAIR, SequentialTest())["score"] == 0.75


def test_the_bounds_of_the_sequential_test() -> None:
    assert SequentialTest(0, 20, 0.05, 0.05).bounds == (
        pytest.approx(log(0.05 / 0.95)),
        pytest.approx(log(0.95 / 0.05)),
    )


@pytest.mark.parametrize(
    ("scores", "decision"),
    [([1.0, 0.5] * 30, "elo1"), ([0.5, 0.0] * 30, "elo0"), ([1.0, 0.0] * 5, "open"), ([], "open")],
)
def test_the_sequential_test_decides(scores: list[float], decision: str) -> None:
    assert SequentialTest(0, 20).decide(scores) == decision


def test_elo_of_several_levels() -> None:
    """Bradley and Terry: with odds of three to one in each pair, levels lie 191 apart."""
    fights = []
    for strong, weak in (("regular", "recruit"), ("recruit", "random")):
        fights += [fought(n, strong, weak, "axis" if n % 4 else "allied") for n in range(4000)]
    ratings = rate_levels(fights)
    assert list(ratings) == ["regular", "recruit", "random"]
    assert ratings["random"] == (0.0, 0.0)
    assert ratings["recruit"][0] == pytest.approx(191, abs=1)
    assert ratings["regular"][0] == pytest.approx(382, abs=2)
    assert ratings["recruit"][1] == pytest.approx(12.4, abs=0.3)
