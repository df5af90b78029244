"""Pace and skeletons: exact odds, the same runs every time, and blanks that stay blank."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.battle import Battle
from generator.games.schwerpunkt.pace import best, contest, pace
from generator.games.schwerpunkt.skeleton import Wish, skeleton
from schemas.errors import HorahError

from .battles import Document, catalog, hq, whole


def of(blue: tuple[int, ...], red: tuple[int, ...], **clock: object) -> Battle:
    document: Document = whole()
    document["hqs"] = [hq(f"b{n}", "blue", command=value) for n, value in enumerate(blue)]
    document["hqs"] += [hq(f"r{n}", "red", command=value) for n, value in enumerate(red)]
    document["clock"] |= {"marks": [], **clock}
    return Battle(document)


def test_without_modifiers_the_clock_goes_on_by_eleven_thirds() -> None:
    odds = contest(10, 0, 0)
    for total in range(1, 10):
        chance = sum(value for (_, won), value in odds.items() if won == total)
        assert chance == pytest.approx(float(Fraction(2 * (10 - total), 90)))
    assert sum(total * value for (_, total), value in odds.items()) == pytest.approx(11 / 3)


@pytest.mark.parametrize(("row", "value"), [(0, -1), (1, 0), (2, 2), (3, 2), (9, 2)])
def test_the_best_headquarters_after_a_row_of_activations(row: int, value: int) -> None:
    assert best((-1, 0), row, 3) == value


def test_equal_sides_have_equal_paces_and_one_that_commands_better_has_more() -> None:
    even = pace(catalog(), of((0, 0), (0, 0)))
    assert even.mean["blue"] == pytest.approx(even.mean["red"])
    assert even.stride == pytest.approx(even.boxes / even.contests)
    better = pace(catalog(), of((-2, -2), (0, 0)))
    assert better.mean["blue"] > better.mean["red"]
    leaning = pace(catalog(), of((0, 0), (0, 0)), {"blue": -2})
    assert leaning.mean["blue"] > leaning.mean["red"]


def test_the_runs_agree_with_the_calculation_and_are_the_same_every_time() -> None:
    battle = of((-1, 1), (0, 0))
    found, again = pace(catalog(), battle), pace(catalog(), battle)
    assert found == again
    for side in ("blue", "red"):
        counted = sum(number * chance for number, chance in found.chances[side].items())
        assert counted == pytest.approx(found.mean[side], abs=0.15)
        assert sum(found.chances[side].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("battle", "code"),
    [
        (of((0,), (0,), end=None), "PACE.clock"),
        (of((), (0,)), "PACE.hqs"),
        (of((-10, -10, -10, -10), (10,)), "PACE.still"),
    ],
)
def test_what_cannot_be_reckoned_is_said(battle: Battle, code: str) -> None:
    lean = {"blue": -6} if code == "PACE.still" else {}
    with pytest.raises(HorahError) as caught:
        pace(catalog(), battle, lean)
    assert caught.value.said.key == f"problem.{code}"


def test_a_skeleton_says_what_it_is_invents_no_value_and_can_be_played() -> None:
    made = skeleton(catalog(), Wish(days=2, air=True), "7")
    assert made["kind"] == "skeleton"
    assert {row[name] for row in made["hqs"] for name in ("command", "bonus", "morale", "range")} == {None}
    assert {row[name] for row in made["units"] for name in ("ap", "assault", "mp")} == {None}
    assert [each for each in BATTLE.check(catalog(), made) if each.severity == "error"] == []
    assert skeleton(catalog(), Wish(days=2, air=True), "7") == made != skeleton(catalog(), Wish(days=2), "8")


@pytest.mark.parametrize("wish", [Wish(days=0), Wish(days=6), Wish(minutes=31), Wish(hqs=9), Wish(units=-1)])
def test_a_skeleton_has_its_bounds(wish: Wish) -> None:
    with pytest.raises(HorahError):
        skeleton(catalog(), wish, "1")
