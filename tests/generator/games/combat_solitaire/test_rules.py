"""Checks, initiative, lots, smoke and victory; the examples of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.combat_solitaire.prompts import parse_dice
from generator.games.combat_solitaire.rules import (
    change_morale,
    confirm_zero_against,
    count_points,
    find_victory_level,
    get_impulse_direction,
    pick_by_lot,
    resolve_check,
    sort_by_initiative,
)
from generator.games.combat_solitaire.smoke import Light, Plume, advance_plume, is_lit, sum_smoke_modifiers

from .playing import catalog

LADDER = catalog().scenarios["fragments"]


@pytest.mark.parametrize(
    ("total", "title"),
    [
        (15, "Magnificent Victory"),
        (14, "Good Victory"),
        (9, "Narrow Victory"),
        (8, "Not Good Enough"),
        (1, "Poor"),
        (0, "Court Martial"),
        (-2, "Court Martial"),
    ],
)
def test_the_sample_ladder(total: int, title: str) -> None:
    """C1, 22.0."""
    band = find_victory_level(LADDER, total)
    assert band is not None
    assert band["title"] == title


def test_points_are_times_actions() -> None:
    scenario = {"victory_points": [{"id": "a", "points": 2}, {"id": "b", "points": -3}]}
    assert count_points(scenario, {"a": 4, "b": 1, "c": 9}) == 5


def test_the_initiative_of_the_example() -> None:
    """C2, 9.1: card 6 and the four sample cards."""
    cards = {team: catalog().enemy_cards[card].initiative or 0 for team, card in SAMPLE.items()}
    friendly = {team: value or 0 for team, value in catalog().friendly_cards["6"].initiative.items()}
    expected = ("blue", "able", "white", "yellow", "baker", "charlie", "red")
    assert sort_by_initiative({**friendly, **cards}) == expected


SAMPLE = {"white": "25", "yellow": "36", "blue": "10", "red": "44"}


def test_equal_values_let_the_squad_go_first() -> None:
    assert sort_by_initiative({"red": 7, "able": 7, "blue": 3}) == ("blue", "able", "red")


def test_a_man_by_lot() -> None:
    """C3, 5.1.1: Taylor, Crowe, Cragg; a 4 is Crowe."""
    assert pick_by_lot(("taylor", "crowe", "cragg"), 4) == "crowe"
    assert [pick_by_lot(("a", "b", "c", "d"), die) for die in range(1, 7)] == ["a", "b", "c", "d", None, None]


@pytest.mark.parametrize(
    ("check", "tq", "results"),
    [
        ("mc", 5, {0: 1, 5: 0, 6: -1, 9: -2}),
        ("rc", 5, {0: 2, 5: 1, 6: 0, 9: -1}),
        ("wmc", 5, {0: 0, 5: -1, 6: -2, 9: -3}),
        ("tqc", 5, {0: 1, 5: 1, 6: 0, 9: 0}),
        ("tqc", 9, {9: 1}),
        ("mc", -2, {0: 1, 1: -1}),
    ],
)
def test_the_tables_of_checks(check: str, tq: int, results: dict[int, int]) -> None:
    """19.0."""
    for die, result in results.items():
        assert resolve_check(catalog().checks[check], die, tq, 9) == result


@pytest.mark.parametrize(
    ("morale", "levels", "berserk", "after"),
    [
        ("aggressive", 1, False, "aggressive"),
        ("aggressive", 1, True, "berserk"),
        ("normal", 2, False, "aggressive"),
        ("bold", 2, False, "aggressive"),
        ("shaken", -3, False, "rout"),
        ("berserk", -1, False, "aggressive"),
        ("berserk", 1, False, "berserk"),
        ("rout", 1, False, "shaken"),
    ],
)
def test_the_ladder_of_morale(morale: str, levels: int, berserk: bool, after: str) -> None:
    """17.0, 17.2: Berserk only by a 0 on an MC."""
    assert change_morale(catalog(), morale, levels, berserk=berserk) == after


@pytest.mark.parametrize(
    ("chance", "printed", "against"), [(-1, 5, 4), (-5, 5, 0), (-6, 5, None), (0, 5, None), (3, 5, None)]
)
def test_the_rule_of_zero(chance: int, printed: int, against: int | None) -> None:
    """C6, 2.0: a skill of -1 and a TQ of 5 are confirmed by 4 or less."""
    assert confirm_zero_against(chance, printed) == against


@pytest.mark.parametrize(
    ("order", "ways", "by_impulse"),
    [
        ("evade", (3,), [3, 3, 3, 3]),
        ("evade", (5, 6), [5, 6, 5, 6]),
        ("sprint", (5, 4), [5, 4, 5, 4]),
        ("sneak", (5, 6), [None, 5, None, 6]),
        ("sneak", (3,), [None, 3, None, 3]),
        ("run_gun", (1, 2), [1, 2, 1, 2]),
    ],
)
def test_directions_by_impulse(order: str, ways: tuple[int, ...], by_impulse: list[int | None]) -> None:
    """C12, C15, C16, 9.3 and 10.04-10.07."""
    assert [get_impulse_direction(order, ways, impulse) for impulse in range(1, 5)] == by_impulse


def test_the_range_of_a_grease_gun() -> None:
    """C7, 14.0: -2 at nine hexes; nothing beyond twelve."""
    gun = catalog().weapons["m3"]
    assert [gun.range_modifier(far) for far in (0, 3, 6, 9, 12)] == [2, 1, 0, -2, -4]
    assert gun.range_modifier(13) is None
    assert not gun.reaches(13)


def test_the_smoke_of_the_example() -> None:
    """C5, 18.0: three explosions in turn 1, wind up the columns."""
    plumes: dict[str, Plume | None] = {
        "16.08": Plume("mk2", 1, ("16.08",), turn=1),
        "15.09": Plume("mortar_81", 3, ("15.09",), turn=1),
        "14.09": Plume("m18", 3, ("14.09",), turn=1),
    }
    seen = {}
    for turn in range(1, 6):
        plumes = {name: plume and advance_plume(plume, 1, turn) for name, plume in plumes.items()}
        seen[turn] = {name: plume and (plume.hexes, plume.fading) for name, plume in plumes.items()}
    assert seen[1]["16.08"] == (("16.08",), False)
    assert seen[2]["16.08"] == (("16.08",), True)
    assert seen[2]["15.09"] == (("15.09", "15.08"), False)
    assert seen[2]["14.09"] == (("14.09", "14.08"), False)
    assert seen[3]["16.08"] is None
    assert seen[3]["15.09"] == (("15.09", "15.08", "15.07"), False)
    assert seen[4]["15.09"] == (("15.09", "15.08", "15.07"), True)
    assert seen[4]["14.09"] == (("14.09", "14.08", "14.07"), True)
    assert seen[5]["15.09"] == (("15.09", "15.08"), True)


def test_smoke_adds_up_along_a_line() -> None:
    """18.0: -4 for each Smoke marker, -2 for each fading one."""
    plumes = [Plume("m18", 3, ("10.10", "10.09")), Plume("mk2", 1, ("10.09",), fading=True)]
    assert sum_smoke_modifiers(plumes, ["10.10", "10.09", "10.08"], -4, -2) == -10
    assert sum_smoke_modifiers(plumes, ["11.10"], -4, -2) == 0


def test_light_makes_day() -> None:
    """21.1."""
    assert is_lit([Light("10.10", 1)], "10.13", 3)
    assert not is_lit([Light("10.10", 1)], "10.14", 3)
    assert not is_lit([Light("10.10", 1, radius=1)], "10.12", 3)


@pytest.mark.parametrize(
    ("dice", "found"),
    [("1D6+2", (1, 6, 2)), ("D6", (1, 6, 0)), ("2D10", (2, 10, 0)), ("1D6-2", (1, 6, -2)), ("3", (0, 0, 3))],
)
def test_dice_as_they_are_written(dice: str, found: tuple[int, int, int]) -> None:
    assert parse_dice(dice) == found


@given(st.sampled_from(["mc", "rc", "wmc", "tqc"]), st.integers(0, 9), st.integers(-9, 12))
def test_a_better_man_never_fares_worse(check: str, die: int, tq: int) -> None:
    result = catalog().checks[check]
    assert resolve_check(result, die, tq + 1, 9) >= resolve_check(result, die, tq, 9)


@pytest.mark.parametrize("lowered", [-3, 0])
def test_points_taken_back_raise_no_level(lowered: int) -> None:
    """22.0: a negative count of an action that lowers the level leaves the best level the best."""
    best = max(band["from"] for band in LADDER["victory_levels"] if band["from"] is not None)
    assert find_victory_level(LADDER, best + 50, lowered) == find_victory_level(LADDER, best + 50)
