"""Odds are stated no finer than they are known."""

from __future__ import annotations

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.rehearsal import format_odds, is_healthy, list_behaviour
from generator.games.combat_commander.rehearsal.evidence import judge_fairness, make_verdict, round_odds
from generator.games.combat_commander.rehearsal.outcome import Outcome
from generator.games.combat_commander.rehearsal.rehearse import RehearsalResult
from generator.games.combat_commander.rehearsal.summary import summarise

CATALOG = load()


@pytest.mark.parametrize(
    ("share", "margin", "axis", "points"),
    [
        (0.534, 0.03, 53, 3),  # 1,070 fights
        (0.534, 0.049, 55, 5),  # 400 fights
        (0.534, 0.097, 50, 10),  # 100 fights: only tens
        (0.55, 0.2, 60, 20),
        (0.99, 0.2, 95, 20),  # never certain
        (0.0, 0.01, 1, 1),
    ],
)
def test_odds_are_rounded_to_their_margin(share: float, margin: float, axis: int, points: int) -> None:
    assert round_odds(share, margin) == {"axis": axis, "allied": 100 - axis, "margin": points}


@pytest.mark.parametrize(
    ("fights", "known", "measured"),
    [(0, False, False), (19, False, False), (20, True, False), (400, True, True)],
)
def test_no_verdict_before_20_fights_and_measured_from_400(fights: int, known: bool, measured: bool) -> None:
    verdict = make_verdict(fights // 2, fights)
    assert (verdict is not None) is known
    assert bool(verdict and verdict["measured"]) is measured


def test_1070_fights_are_known_to_three_points() -> None:
    verdict = make_verdict(535, 1070)
    assert verdict is not None
    assert (verdict["axis"], verdict["margin"]) == (50, 3)


def fight(number: int, turns: int = 10, idle: int = 2, longest: int = 1, ending: str = "points") -> Outcome:
    winner = "axis" if number % 2 else "allied"
    losses = {"axis": 1, "allied": 3}
    return Outcome(
        winner, ending, 5, 3, turns, losses, {}, {}, {}, 0, 0,
        idle={"axis": idle, "allied": 0}, longest_idle=longest, time=7, discarded={"axis": 4, "allied": 1},
    )  # type: ignore[arg-type]  # fmt: skip


def test_the_health_of_a_rehearsal() -> None:
    fights = {n: fight(n, ending="surrender" if n < 5 else "points") for n in range(20)}
    document = summarise(RehearsalResult("1", 20, fights))
    assert document["health"] == {
        "idle": 0.2,
        "longest_idle": 1,
        "most_turns": 10,
        "time": 7.0,
        "discards": 0.5,
        "by_surrender": 5,
    }
    rows = list_behaviour(document, MessageFormatter(CATALOG, "en"))
    assert rows[0] == ("Ended by surrender", "25 %", "1 of 11")
    assert ("Turns without an order", "20 % (30 %)", "unknown") in rows


@pytest.mark.parametrize(
    ("bad", "healthy"),
    [({}, True), ({"turns": 201}, False), ({"longest": 21}, False), ({"idle": 4}, False)],
)
def test_limits_of_behaviour(bad: dict[str, int], healthy: bool) -> None:
    document = summarise(RehearsalResult("1", 20, {n: fight(n, **bad) for n in range(20)}))  # type: ignore[arg-type]
    assert is_healthy(document) is healthy


@pytest.mark.parametrize(
    ("fights", "sentence"),
    [
        (3, "The Axis won 1 of 3 fights. Too early to tell: 20 fights are needed."),
        (
            100,
            "So far about 50–50 for Axis and Allies, ±10 points; 400 fights give a firm figure. "
            "The Axis won 50",
        ),
        (400, "About 50–50 for Axis and Allies, ±5 points. The Axis won 200 of 400 fights."),
    ],
)
def test_the_odds_in_words(fights: int, sentence: str) -> None:
    document = summarise(RehearsalResult("1", fights, {n: fight(n) for n in range(fights)}))
    assert format_odds(document, MessageFormatter(CATALOG, "en")).startswith(sentence)


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        ({"regular": 40, "veteran": 60}, "fair"),
        ({"regular": 50}, "even"),  # not fought between veterans
        ({"veteran": 50}, "even"),
        ({"recruit": 50}, "even"),
        ({"regular": 61, "veteran": 70}, "edge"),
        ({"regular": 50, "veteran": 61}, "divided"),
        ({"regular": 30, "veteran": 70}, "divided"),
    ],
)
def test_fair_needs_both_levels(points: dict[str, int], kind: str) -> None:
    assert judge_fairness(points, (40, 60)).kind == kind
