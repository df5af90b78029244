"""Studies count the same however they are divided; equilibrium, intervals and regression by hand."""

from __future__ import annotations

import random
from math import isclose, log

import pytest

from generator.equilibrium import column_costs, row_costs, solve_game
from generator.game import games
from generator.intervals import mean, quantile, wilson_interval
from generator.regression import fit_logistic
from generator.studies import (
    Counts,
    add,
    counts_from_json,
    counts_to_json,
    get_case_seed,
    merge,
    split_into_chunks,
)
from generator.study_runner import Work, count_cases, count_chunks, find_study
from schemas.errors import HorahError

STUDIES = [(game.id, each) for game in games().values() for each in game.studies]


def test_chunks_hold_every_case_once() -> None:
    assert [number for chunk in split_into_chunks(23, 5) for number in chunk] == list(range(23))
    assert split_into_chunks(3, 5) == [range(3)]


def test_counts_come_back_from_json() -> None:
    counts: Counts = {}
    add(counts, "a", "x", 3)
    add(counts, "a", "x", 3)
    add(counts, "b", 7, by=5)
    assert counts_from_json(counts_to_json(counts)) == counts == {"a": {("x", 3): 2}, "b": {(7,): 5}}


@pytest.mark.parametrize(
    ("game", "each"),
    [
        pytest.param(game, each, id=each.name, marks=[pytest.mark.soak] if each.chunk == 1 else [])
        for game, each in STUDIES
    ],  # a case that is a chunk of its own takes long
)
def test_counts_do_not_depend_on_the_division(game: str, each) -> None:  # type: ignore[no-untyped-def]
    """In one piece, in pieces of any size and in any order: the counts are the same."""
    cases = 48 if each.chunk > 100 else 2
    whole = count_cases(game, each.name, None, "divided", range(cases))
    pieces = split_into_chunks(cases, 7 if cases > 7 else 1)
    random.Random(1).shuffle(pieces)
    merged: Counts = {}
    for piece in pieces:
        merge(merged, count_cases(game, each.name, None, "divided", piece))
    assert merged == whole
    assert set(whole) <= {table.name for table in each.tables}
    assert all(len(key) == len(each.table(name).columns) for name, found in whole.items() for key in found)
    each.findings(whole)


def test_processes_count_the_same() -> None:
    game, found = find_study("roll-up")
    left = list(enumerate(split_into_chunks(30, 10)))
    work = Work(game, found.name, None, "cores", left)
    here = dict(count_chunks(work, cores=1))
    assert dict(count_chunks(work, cores=2)) == here
    assert set(here) == {0, 1, 2}


def test_unknown_study_is_refused() -> None:
    with pytest.raises(HorahError) as refused:
        find_study("nothing")
    assert refused.value.code == "NO_STUDY"


def test_seeds_by_number() -> None:
    assert len({get_case_seed("a", number) for number in range(1000)}) == 1000


def test_wilson_by_hand() -> None:
    """Five of ten: the textbook interval."""
    low, high = wilson_interval(5, 10)
    assert isclose(low, 0.2366, abs_tol=1e-4)
    assert isclose(high, 0.7634, abs_tol=1e-4)
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_mean_and_quantiles() -> None:
    counts = {1: 5, 2: 90, 9: 5}
    assert mean(counts) == 2.3
    assert [quantile(counts, share) for share in (0.05, 0.5, 0.96)] == [1, 2, 9]


def test_regression_finds_the_odds_of_two_groups() -> None:
    """With one figure of two values the effect is the logarithm of the ratio of odds, exactly."""
    constant, effect = fit_logistic([((0.0,), 30, 100), ((1.0,), 60, 100)])
    assert isclose(constant.by, log(30 / 70), abs_tol=1e-9)
    assert isclose(effect.by, log((60 / 40) / (30 / 70)), abs_tol=1e-9)
    spread = (1 / 30 + 1 / 70 + 1 / 60 + 1 / 40) ** 0.5
    assert isclose(effect.high - effect.by, 1.959964 * spread, abs_tol=1e-5)


def test_a_game_of_two_by_two_worked_by_hand() -> None:
    """Rows (3, -1) and (-2, 4): the first row in 6 of 10, the first column in 5 of 10, worth 1."""
    matrix = [[3.0, -1.0], [-2.0, 4.0]]
    found = solve_game(matrix)
    assert isclose(found.value, 1.0, abs_tol=1e-9)
    assert [round(share, 9) for share in found.rows] == [0.6, 0.4]
    assert [round(share, 9) for share in found.columns] == [0.5, 0.5]


def test_a_saddle_is_a_pure_choice() -> None:
    found = solve_game([[2.0, 3.0], [1.0, 0.0]])
    assert (round(found.value, 9), found.rows, found.columns) == (2.0, (1.0, 0.0), (1.0, 0.0))


@pytest.mark.parametrize("seed", range(8))
def test_no_answer_does_better_than_the_value(seed: int) -> None:
    source = random.Random(seed)
    rows, columns = source.randint(1, 9), source.randint(1, 9)
    matrix = [[source.random() for _ in range(columns)] for _ in range(rows)]
    found = solve_game(matrix)
    assert min(row_costs(matrix, found)) > -1e-8
    assert min(column_costs(matrix, found)) > -1e-8
    assert isclose(sum(found.rows), 1) and isclose(sum(found.columns), 1)
