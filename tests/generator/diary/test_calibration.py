"""Results of a diary against the odds shown."""

from __future__ import annotations

import pytest

from exports.diary.text import make_parts
from exports.game import formatter as formatter_of
from generator.diary.calibration import calibrate
from generator.diary.figures import count_club_figures
from tests.generator.diary.test_diary import CATALOG, MATCH, WON, entered


@pytest.mark.parametrize(
    ("results", "brier", "coin"),
    [
        ([(1.0, 1.0), (0.0, 0.0)], 0.0, 0.25),  # certain and right
        ([(0.5, 1.0), (0.5, 0.0)], 0.25, 0.25),  # no better than a coin
        ([(0.9, 0.0)], 0.81, 0.25),  # certain and wrong
        ([(0.6, 0.5)], 0.01, 0.0),  # a draw
    ],
)
def test_brier_score(results: list[tuple[float, float]], brier: float, coin: float) -> None:
    found = calibrate(results)
    assert found is not None
    assert (found.brier, found.brier_of_coin) == (pytest.approx(brier), pytest.approx(coin))


def test_games_until_it_means_something() -> None:
    """Odds of 72 to 28 have a variance of 0.2: 1.96 squared times 0.2 by 0.1 squared is 77."""
    found = calibrate([(0.7236, 1.0)] * 76)
    assert found is not None
    assert (found.needed, found.telling) == (77, False)
    more = calibrate([(0.7236, 1.0)] * 77)
    assert more is not None
    assert more.telling


def test_bands_of_odds() -> None:
    found = calibrate([(0.1, 0.0), (0.15, 1.0), (1.0, 1.0)])
    assert found is not None
    assert [(band.low, band.high, band.games, band.scored) for band in found.bands] == [
        (0, 20, 2, 0.5),
        (80, 100, 1, 1.0),
    ]


def test_no_games_no_calibration() -> None:
    assert calibrate([]) is None


def test_the_diary_says_how_many_games_are_needed() -> None:
    parts = make_parts(count_club_figures(entered(WON)), MATCH, formatter_of(CATALOG, "en"), of_one=False)
    assert parts[-1].title == "Results compared with the odds"
    assert parts[-1].note == (
        "Brier score: 0.36 (a coin toss scores 0.25). 1 battle is too few to tell; about 93 are needed."
    )
