"""Pace and skeletons: exact odds, reproducible runs, and blanks that stay blank."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.battle import Battle
from generator.games.schwerpunkt.pace import compute_contest_odds, compute_pace, find_best_modifier
from generator.games.schwerpunkt.skeleton import SkeletonOptions, make_skeleton
from schemas.errors import HorahError

from .battles import Document, catalog, hq, make_complete


def of(blue: tuple[int, ...], red: tuple[int, ...], **clock: object) -> Battle:
    document: Document = make_complete()
    document["hqs"] = [hq(f"b{n}", "blue", command=value) for n, value in enumerate(blue)]
    document["hqs"] += [hq(f"r{n}", "red", command=value) for n, value in enumerate(red)]
    document["clock"] |= {"marks": [], **clock}
    return Battle(document)


def test_without_modifiers_the_clock_goes_on_by_eleven_thirds() -> None:
    odds = compute_contest_odds(10, 0, 0)
    for total in range(1, 10):
        chance = sum(value for (_, won), value in odds.items() if won == total)
        assert chance == pytest.approx(float(Fraction(2 * (10 - total), 90)))
    assert sum(total * value for (_, total), value in odds.items()) == pytest.approx(11 / 3)


@pytest.mark.parametrize(("row", "value"), [(0, -1), (1, 0), (2, 2), (3, 2), (9, 2)])
def test_the_best_headquarters_after_a_row_of_activations(row: int, value: int) -> None:
    assert find_best_modifier((-1, 0), row, 3) == value


def test_equal_sides_have_equal_paces_and_one_that_commands_better_has_more() -> None:
    even = compute_pace(catalog(), of((0, 0), (0, 0)))
    assert even.mean["blue"] == pytest.approx(even.mean["red"])
    assert even.stride == pytest.approx(even.boxes / even.contests)
    better = compute_pace(catalog(), of((-2, -2), (0, 0)))
    assert better.mean["blue"] > better.mean["red"]
    leaning = compute_pace(catalog(), of((0, 0), (0, 0)), {"blue": -2})
    assert leaning.mean["blue"] > leaning.mean["red"]


def test_the_runs_agree_with_the_calculation_and_are_the_same_every_time() -> None:
    battle = of((-1, 1), (0, 0))
    result, again = compute_pace(catalog(), battle), compute_pace(catalog(), battle)
    assert result == again
    for side in ("blue", "red"):
        counted = sum(number * chance for number, chance in result.chances[side].items())
        assert counted == pytest.approx(result.mean[side], abs=0.15)
        assert sum(result.chances[side].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("battle", "code"),
    [
        (of((0,), (0,), end=None), "PACE.clock"),
        (of((), (0,)), "PACE.hqs"),
        (of((-10, -10, -10, -10), (10,)), "PACE.still"),
    ],
)
def test_uncomputable_pace_is_refused(battle: Battle, code: str) -> None:
    lean = {"blue": -6} if code == "PACE.still" else {}
    with pytest.raises(HorahError) as caught:
        compute_pace(catalog(), battle, lean)
    assert caught.value.message.key == f"problem.{code}"


def test_a_skeleton_says_what_it_is_invents_no_value_and_can_be_played() -> None:
    made = make_skeleton(catalog(), SkeletonOptions(days=2, air=True), "7")
    assert made["kind"] == "skeleton"
    assert {row[name] for row in made["hqs"] for name in ("command", "bonus", "morale", "range")} == {None}
    assert {row[name] for row in made["units"] for name in ("ap", "assault", "mp")} == {None}
    assert [each for each in BATTLE.check(catalog(), made) if each.severity == "error"] == []
    assert (
        make_skeleton(catalog(), SkeletonOptions(days=2, air=True), "7")
        == made
        != make_skeleton(catalog(), SkeletonOptions(days=2), "8")
    )


@pytest.mark.parametrize(
    "wish",
    [
        SkeletonOptions(days=0),
        SkeletonOptions(days=6),
        SkeletonOptions(minutes=31),
        SkeletonOptions(hqs=9),
        SkeletonOptions(units=-1),
    ],
)
def test_skeleton_options_are_bounded(wish: SkeletonOptions) -> None:
    with pytest.raises(HorahError):
        make_skeleton(catalog(), wish, "1")
