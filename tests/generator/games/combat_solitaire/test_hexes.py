"""Hexes, directions, lines and sight."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.combat_solitaire.hexes import (
    distance,
    find_adjacent,
    find_compass_direction,
    format_hex,
    is_hex,
    neighbours,
    parse_hex,
    to_grid_direction,
    trace_line,
    walk,
)
from generator.games.combat_solitaire.sight import Ground, count_blind_hexes, trace_sight

from .playing import catalog

HEXES = st.builds(format_hex, st.integers(2, 40), st.integers(2, 40))


def test_the_scatter_of_the_example() -> None:
    """C4, 20.0: 12.10, direction 2, three hexes."""
    assert walk("12.10", 2, 3) == "15.09"
    assert distance("12.10", "15.09") == 3


@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("12.10", ["12.09", "13.10", "13.11", "12.11", "11.11", "11.10"]),
        ("13.10", ["13.09", "14.09", "14.10", "13.11", "12.10", "12.09"]),
    ],
)
def test_directions_of_even_and_odd_columns(hex_: str, around: list[str]) -> None:
    assert [find_adjacent(hex_, way) for way in range(1, 7)] == around


def test_the_sight_line_of_the_example() -> None:
    """12.1: from 27.08 to 21.12 over 23.11 and 22.11."""
    passed = [name for place in trace_line("27.08", "21.12") for name in place.hexes]
    assert {"23.11", "22.11"} <= set(passed)
    assert passed.index("23.11") < passed.index("22.11")


def test_a_line_along_a_side_passes_between_two_hexes() -> None:
    (place,) = trace_line("10.10", "12.10")
    assert place.between
    assert place.hexes == ("11.10", "11.11")


@given(HEXES, st.integers(1, 6))
def test_a_step_and_back(hex_: str, way: int) -> None:
    there = find_adjacent(hex_, way)
    assert there is not None
    assert find_adjacent(there, to_grid_direction(way, 4)) == hex_
    assert distance(hex_, there) == 1
    assert there in neighbours(hex_)


@given(HEXES, HEXES, HEXES)
def test_distance_is_one(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES, HEXES)
def test_a_line_is_the_same_from_both_ends(a: str, b: str) -> None:
    there, back = trace_line(a, b), trace_line(b, a)
    assert sorted(there, key=str) == sorted(back, key=str)
    hexes = {name for place in there for name in place.hexes}
    assert len(there) >= max(0, distance(a, b) - 1) - sum(place.between for place in there)
    assert not hexes & {a, b}


@given(HEXES, st.integers(1, 6), st.integers(1, 9))
def test_the_compass_turns_directions(hex_: str, way: int, far: int) -> None:
    arrow = walk(hex_, way, far)
    if arrow is not None:
        assert find_compass_direction(hex_, arrow) == way
        assert to_grid_direction(1, way) == way


def test_a_compass_needs_a_row_of_hexes() -> None:
    assert find_compass_direction("10.10", "13.11") is None
    assert find_compass_direction("10.10", "10.10") is None


@pytest.mark.parametrize("text", ["1.10", "12-10", "12.1", "", "12.100", 7, None, "١٢.١٠"])
def test_invalid_hexes_are_rejected(text: object) -> None:
    assert not is_hex(text)


def test_columns_and_rows() -> None:
    assert parse_hex("07.12") == (7, 12)


@pytest.mark.parametrize(
    ("range_", "above", "blind"),
    [(5, 2, 0), (6, 2, 1), (10, 2, 1), (1, 1, 1), (5, 1, 1), (11, 1, 3), (26, 1, 6), (5, Fraction(3, 2), 1)],
)
def test_blind_hexes(range_: int, above: Fraction, blind: int) -> None:
    """C9, 12.1: by range, fewer by full levels of height; half a level never counts."""
    assert count_blind_hexes(catalog(), range_, Fraction(above)) == blind


HILL = {"27.08": Ground("clear", 3)}


def test_height_over_a_tree_three_hexes_away() -> None:
    """12.1, hexes A and E: two levels of height remove the one blind hex."""
    field = {**HILL, "24.09": Ground("trees", 0)}
    assert trace_sight(catalog(), field, "27.08", "23.09") is None


def test_one_step_of_height_does_not_help() -> None:
    """12.1, hex G: 26.09 makes one blind hex, and the difference is 1."""
    field = {**HILL, "26.09": Ground("trees", 1)}
    target = find_adjacent("26.09", 4) or ""
    blocked = trace_sight(catalog(), field, "26.08", target)
    assert blocked is not None
    assert blocked.hexes == ("26.09",)


def test_hexes_as_high_as_the_target_hide_nothing() -> None:
    """12.1, hex F: 22.11 and 23.11 are as high as 21.12."""
    field = {**HILL, **dict.fromkeys(("22.11", "23.11", "21.12"), Ground("clear", 1))}
    assert trace_sight(catalog(), field, "27.08", "21.12") is None


def test_ground_falling_step_by_step_hides_nothing() -> None:
    """12.1, hex D: a continuous slope."""
    field = {"10.10": Ground("clear", 3), "10.11": Ground("clear", 2), "10.12": Ground("clear", 1)}
    assert trace_sight(catalog(), field, "10.10", "10.13") is None
    field["10.11"] = Ground("trees", 2)
    assert trace_sight(catalog(), field, "10.10", "10.13") is not None


def test_of_two_hexes_beside_a_line_both_must_block() -> None:
    """11.0."""
    field = {"11.10": Ground("trees"), "11.11": Ground("trees")}
    assert trace_sight(catalog(), field, "10.10", "12.10") is not None
    assert trace_sight(catalog(), {"11.10": Ground("trees")}, "10.10", "12.10") is None


@pytest.mark.parametrize(
    ("low", "free"), [((False, False), True), ((True, False), False), ((False, True), False)]
)
def test_long_grass_hides_men_who_lie_low(low: tuple[bool, bool], free: bool) -> None:
    """11.07."""
    result = trace_sight(catalog(), {"10.11": Ground("long_grass")}, "10.10", "10.12", low)
    assert (result is None) == free


@pytest.mark.parametrize(
    ("eye", "level", "free"), [("10.11", 0, True), ("10.12", 0, False), ("10.12", 2, True)]
)
def test_a_man_lying_low_in_a_stream(eye: str, level: int, free: bool) -> None:
    """11.08, 12.1: visible from an adjacent hex, or from as many hexes as the eye's level."""
    field = {"10.10": Ground("stream"), eye: Ground("clear", level)}
    result = trace_sight(catalog(), field, "10.10", eye, (True, False))
    assert (result is None) == free


def test_along_a_stream_he_is_seen() -> None:
    field = {name: Ground("stream") for name in ("10.10", "10.11", "10.12")}
    assert trace_sight(catalog(), field, "10.10", "10.12", (True, False)) is None
