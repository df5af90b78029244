"""10.1: hexes and hexsides under a sight line, compared with a line sampled step by step."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.combat_commander.ground import place, side
from generator.games.combat_commander.ground.line_geometry import (
    MARGIN,
    NEIGHBOUR_OFFSETS,
    SIDES,
    STRIDE,
    to_hex_id,
    to_hex_number,
    to_side_number,
)
from generator.games.combat_commander.ground.line_of_sight import get_trace
from generator.games.combat_commander.hexes import all_hexes, neighbour, neighbours

from .grounds import CATALOG

HEXES = all_hexes(CATALOG.board)
pairs = st.tuples(st.sampled_from(HEXES), st.sampled_from(HEXES)).filter(lambda ends: ends[0] != ends[1])
STEPS = 300


def centre(hex_id: str) -> tuple[float, float]:
    column, row = place(hex_id)
    return 1.5 * column, row * math.sqrt(3) / 2


#: The hexes of the board and a rim: a line along the upper edge also lies between two rows.
AROUND = {
    (column + MARGIN) * STRIDE + row + MARGIN: (1.5 * column, row * math.sqrt(3) / 2)
    for column in range(-1, 16)
    for row in range(-2, 23)
    if (column + row) % 2 == 0
}


def sample_line(one: str, other: str) -> set[int]:
    """Return the hexes nearest to sampled points of the line, without points near two hexes."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    found = set()
    for step in range(STEPS + 1):
        x, y = x1 + (x2 - x1) * step / STEPS, y1 + (y2 - y1) * step / STEPS
        (first, number), (second, _) = sorted((math.hypot(x - a, y - b), n) for n, (a, b) in AROUND.items())[
            :2
        ]
        if second - first > 1e-6:
            found.add(number)
    return found - {to_hex_number(one), to_hex_number(other)}


@settings(max_examples=30, deadline=None)
@given(pairs)
def test_a_trace_has_the_sampled_hexes(ends: tuple[str, str]) -> None:
    start, end = sorted(map(to_hex_number, ends))
    met = {start + one.step: one for one in get_trace(start, end).hexes}
    there = sample_line(*ends)
    inside = {number for number, one in met.items() if one.inside}
    assert there <= inside
    assert all(met[number].length < 20 for number in inside - there)


@settings(deadline=None)
@given(pairs)
def test_a_trace_crosses_the_sides_between_its_hexes(ends: tuple[str, str]) -> None:
    start, end = sorted(map(to_hex_number, ends))
    course = get_trace(start, end)
    through = {start, end, *(start + one.step for one in course.hexes if one.inside)}
    crossed = {4 * start + one.step for one in course.sides if one.how == "crosses"}
    expected = {
        to_side_number(number, compass)
        for number in through
        for compass, step in NEIGHBOUR_OFFSETS.items()
        if number + step in through
    }
    assert crossed <= expected
    order = sorted(through, key=lambda number: math.dist(centre(to_hex_id(number)), centre(to_hex_id(start))))
    assert len(crossed) >= len(order) - 1 - sum(one.how in ("along", "end") for one in course.sides)


@pytest.mark.parametrize("hex_id", ["A1", "B1", "C4", "O10", "N10"])
def test_numbers_of_hexes_and_sides(hex_id: str) -> None:
    number = to_hex_number(hex_id)
    assert to_hex_id(number) == hex_id
    for compass in SIDES:
        other = neighbour(hex_id, compass, CATALOG.board)
        if other is not None:
            back = (compass + 2) % 6 + 1
            assert to_hex_number(other) == number + NEIGHBOUR_OFFSETS[compass]
            assert to_side_number(number, compass) == to_side_number(to_hex_number(other), back)


def test_side_numbers_are_unique() -> None:
    sides = {side(one, other) for one in HEXES for other in neighbours(one, CATALOG.board)}
    numbers = {
        to_side_number(
            to_hex_number(one),
            next(
                compass
                for compass, step in NEIGHBOUR_OFFSETS.items()
                if to_hex_number(one) + step == to_hex_number(other)
            ),
        )
        for one, other in sides
    }
    assert len(numbers) == len(sides)


# from, to, side, kind of contact
MET = [
    ("C3", "C6", ("C4", "C5"), "crosses"),
    ("C3", "E3", ("D2", "D3"), "along"),
    ("C3", "C5", ("C3", "C4"), "crosses"),
    ("M9", "N7", ("M8", "N8"), "along"),
]


@pytest.mark.parametrize(("one", "other", "ends", "how"), MET)
def test_contact_with_a_side(one: str, other: str, ends: tuple[str, str], how: str) -> None:
    start, end = sorted((to_hex_number(one), to_hex_number(other)))
    here, there = map(to_hex_number, ends)
    wanted = to_side_number(
        here, next(compass for compass, step in NEIGHBOUR_OFFSETS.items() if here + step == there)
    )
    (found,) = (each for each in get_trace(start, end).sides if 4 * start + each.step == wanted)
    assert found.how == how
    assert found.own is bool({one, other} & set(ends))
