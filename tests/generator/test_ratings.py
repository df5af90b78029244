"""Ratings: strengths that are known come back, within intervals that hold as often as they say."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import exp, log
from random import Random

import pytest

from exports.ratings.plot import LABEL_GAP, make_reliability_plot, make_time_plot
from generator import ratings
from generator.diary.model import Battle, Fighter
from generator.ratings import fit_strengths, get_elo, get_expected_score, rate_results
from generator.results import Result, Results


def fight(first: str, second: str, winner: str = "first", **more: str) -> Result:
    return Result(Battle(Fighter(first), Fighter(second), winner=winner, **more))  # type: ignore[arg-type]


def rate(*rows: Result) -> ratings.ClubRatings:
    return rate_results(Results("combat_commander", "Club", rows))


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640), (200, 0.760), (-191, 0.25)])
def test_elo_and_score(elo: float, score: float) -> None:
    assert get_expected_score(elo) == pytest.approx(score, abs=1e-3)
    assert get_elo(score) == pytest.approx(elo, abs=1.0)


def test_two_players_by_hand() -> None:
    """Thirty wins of forty: odds of three to one are 191 Elo; the error of a share of 40 is known."""
    fit = fit_strengths({("a", "b"): 30, ("b", "a"): 10})
    assert fit.get_elo("a") - fit.get_elo("b") == pytest.approx(
        191, abs=8
    )  # the imaginary draws pull a little
    assert fit.get_elo("a") + fit.get_elo("b") == pytest.approx(3000)
    error = ratings.ELO_PER_UNIT * 1.96 / (40 * 0.75 * 0.25) ** 0.5
    assert fit.get_margin("a", "b") == pytest.approx(error, rel=0.05)
    assert fit.get_margin("a") == pytest.approx(error / 2, rel=0.05)  # against the average of both


def test_intervals_hold_as_often_as_they_say() -> None:
    """Clubs of eight whose strengths are drawn: the interval holds the truth in about 95 of 100 cases."""
    random, held, of = Random(3), 0, 0
    for _ in range(40):
        strengths = {name: random.gauss(0, 1) for name in "abcdefgh"}
        mean = sum(strengths.values()) / len(strengths)
        points: dict[tuple[str, str], float] = {}
        for one, other in permutations(strengths, 2):
            wins = sum(random.random() < 1 / (1 + exp(strengths[other] - strengths[one])) for _ in range(2))
            points[one, other] = points.get((one, other), 0) + wins
            points[other, one] = points.get((other, one), 0) + 2 - wins
        fit = fit_strengths(points)
        for name, strength in strengths.items():
            truth = ratings.AVERAGE_ELO + ratings.ELO_PER_UNIT * (strength - mean)
            held += abs(fit.get_elo(name) - truth) <= fit.get_margin(name)
            of += 1
    assert 0.92 <= held / of <= 0.985


def test_a_club() -> None:
    """One who has won everything has a finite rating with a wide interval; no-shows do not count."""
    rows = [fight("Ana", "Berta", day=f"2026-01-{day:02}", title="Hill") for day in range(1, 9)]
    rows += [fight("berta", "Clara", "nobody", day="2026-02-01"), fight("Clara", "Ana", how="no_show")]
    rows += [fight("Clara", "Ana", "")]
    club = rate(*rows)
    assert club.games == 9 and [each.name for each in club.players] == ["Ana", "Clara", "Berta"]
    ana = club.players[0]
    assert (ana.games, ana.points) == (8, 8) and 1600 < ana.elo < 2000 and ana.margin > 100
    assert ana.missing == pytest.approx(8 * (ana.margin / 50) ** 2 - 8, abs=1)
    assert not club.leader_is_sure
    assert club.history.days[0] == "2026-01-01" and club.history.days[-1] == "2026-02-01"
    assert club.history.lines["Clara"][0] is None and club.history.lines["Ana"][-1] == pytest.approx(ana.elo)
    assert rate().players == () and rate().history.days == ()


def test_a_side_is_judged_between_equal_players() -> None:
    """The strong player always takes the first side: that it wins says little about the side."""
    strong = [fight("Ana", name, title="Hill") for name in "bcdefghijk"]
    strong += [fight(name, "Ana", "second") for name in "bcdefghijk"]
    [hill] = rate(*strong).sides
    assert hill.games == 10 and hill.verdict == "open" and hill.share < 0.85
    apart = [fight(*pair, title="Mill") for pair in permutations("abcdefg", 2)]
    [mill] = rate(*apart).sides
    assert mill.verdict == "first" and mill.share > 0.9 and mill.low > 0.5


def test_only_the_busiest_of_very_many_are_rated() -> None:
    rows = [fight(f"p{n}", f"p{n + 1}") for n in range(ratings.MAX_RATED_PLAYERS + 20)]
    club = rate(*rows)
    assert len(club.players) <= ratings.MAX_RATED_PLAYERS
    assert club.unrated + len(club.players) == ratings.MAX_RATED_PLAYERS + 21


def test_plots_stay_inside_and_names_apart() -> None:
    random = Random(2)
    rows = [
        fight(*random.sample("abcdefghijkl", 2), day=f"2026-{1 + n // 28:02}-{1 + n % 28:02}")
        for n in range(200)
    ]
    plot = make_time_plot(rate(*rows))
    assert plot is not None and len(plot.lines) == 8 and len(plot.levels) <= 8
    heights = sorted(line.label_y for line in plot.lines)
    assert all(below - above >= LABEL_GAP - 0.01 for above, below in pairwise(heights))
    assert all(
        0 <= float(value) <= 720 for line in plot.lines for value in line.points.replace(",", " ").split()
    )
    assert make_time_plot(rate(rows[0])) is None
    judged = rate(*(Result(Battle(Fighter("a"), Fighter("b"), winner="first", odds=0.5)) for _ in range(3)))
    [dot] = make_reliability_plot(judged.calibration)
    assert dot.x == 150 and dot.y == 40 and dot.low > dot.y >= dot.high - 0.1
    assert log(10) * ratings.ELO_PER_UNIT == pytest.approx(400)
