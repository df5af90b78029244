"""Tournament scoring: TO-01 to TO-04."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from generator.games.combat_commander.tournament import (
    Game,
    compute_round_points,
    get_win_class,
    rank_players,
)
from schemas.errors import HorahError
from tests.words import sentence

SCORING = load().guide.tournament
CLASSES = [row.id for row in SCORING.classes]

TO_01 = [
    Game("A", "D", "surrender", time=6, casualties=3),
    Game("B", "E", "surrender", time=7, casualties=4),
    Game("C", "F", "vp", vp=8),
]


def test_to_01_winners_by_class_losers_mirrored() -> None:
    assert rank_players(TO_01, SCORING) == (("A",), ("B",), ("C",), ("F",), ("E",), ("D",))
    assert compute_round_points(TO_01, SCORING) == {"A": 5, "B": 4, "C": 3, "F": 2, "E": 1, "D": 0}


def test_to_02_equal_vp_fewer_own_casualties_first() -> None:
    games = [Game("A", "C", "vp", vp=5, casualties=6), Game("B", "D", "vp", vp=5, casualties=4)]
    assert rank_players(games, SCORING) == (("B",), ("A",), ("C",), ("D",))


def test_to_03_opponents_who_did_not_appear() -> None:
    games = [
        Game("A", "E", "surrender", time=5),
        Game("B", "F", "vp", vp=3),
        Game("C", "G", "no_show"),
        Game("D", "H", "no_show"),
    ]
    points = compute_round_points(games, SCORING)
    assert rank_players(games, SCORING) == (("A",), ("B",), ("C", "D"), ("F",), ("E",), ("G", "H"))
    assert points["C"] == points["D"] == Fraction(9, 2)
    assert points["G"] == points["H"] == 0
    assert rank_players(games, SCORING, absent="mirror")[3] == ("G", "H")  # the literal mirror rule
    assert compute_round_points(games, SCORING, absent="mirror")["G"] == Fraction(5, 2)


def test_to_04_ties_share() -> None:
    games = [Game("A", "C", "vp", vp=5, casualties=4), Game("B", "D", "vp", vp=5, casualties=4)]
    assert compute_round_points(games, SCORING) == {
        "A": Fraction(5, 2),
        "B": Fraction(5, 2),
        "C": Fraction(1, 2),
        "D": Fraction(1, 2),
    }


@pytest.mark.parametrize(
    ("ending", "holds", "counts", "expected"),
    [
        ("surrender", False, False, "surrender"),
        ("elimination", False, False, "surrender"),
        ("all_objectives", False, False, "objective_5"),
        ("points", True, True, "objective_5"),
        ("points", True, False, "vp"),
        ("points", False, True, "vp"),
        ("initiative", True, True, "objective_5"),  # a battle won, by any tie-break
        ("initiative", True, False, "initiative"),
        ("surrender", True, True, "surrender"),
        ("no_show", False, False, "no_show"),
    ],
)
def test_class_of_a_victory(ending: str, holds: bool, counts: bool, expected: str) -> None:
    found = get_win_class(ending, holds_objective_5=holds, objective_5_counts=counts)  # type: ignore[arg-type]
    assert found == expected


def test_nobody_plays_twice_in_a_round() -> None:
    with pytest.raises(HorahError) as refused:
        rank_players([Game("A", "B", "vp"), Game("C", "A", "vp")], SCORING)
    assert sentence(refused.value) == "Each player plays once per round; listed more than once: A."


@given(
    st.lists(
        st.tuples(st.sampled_from(CLASSES[:-1]), st.integers(0, 12), st.integers(0, 12), st.integers(0, 20)),
        max_size=12,
    )
)
def test_a_round_distributes_all_points(reports: list[tuple[str, int, int, int]]) -> None:
    """n players share n (n - 1) / 2 points when everyone appears."""
    games = [
        Game(f"w{i}", f"l{i}", how, time=time, casualties=casualties, vp=vp)
        for i, (how, time, casualties, vp) in enumerate(reports)
    ]
    players = 2 * len(games)
    points = compute_round_points(games, SCORING)
    assert sum(points.values()) == Fraction(players * (players - 1), 2)
    assert all(points[game.winner] >= points[other.loser] for game in games for other in games)


def test_an_unknown_class_of_victory() -> None:
    with pytest.raises(HorahError) as refused:
        rank_players([Game("A", "B", "luck")], SCORING)
    assert sentence(refused.value).startswith(
        "There is no kind of victory “luck”; choose from: By surrender,"
    )
