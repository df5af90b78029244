"""10.1: the hexes and hexsides under a string, held against a string walked step by step."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.combat_commander.ground import place, side
from generator.games.combat_commander.ground.line_geometry import BESIDE, MARGIN, SIDES, STRIDE, at, edge, named
from generator.games.combat_commander.ground.line_of_sight import course_between
from generator.games.combat_commander.hexes import all_hexes, neighbour, neighbours

from .grounds import CATALOG

HEXES = all_hexes(CATALOG.board)
pairs = st.tuples(st.sampled_from(HEXES), st.sampled_from(HEXES)).filter(lambda ends: ends[0] != ends[1])
STEPS = 300


def centre(hex_id: str) -> tuple[float, float]:
    column, row = place(hex_id)
    return 1.5 * column, row * math.sqrt(3) / 2


#: The hexes of the board and a rim around it: a string along the upper edge lies between two rows as well.
AROUND = {
    (column + MARGIN) * STRIDE + row + MARGIN: (1.5 * column, row * math.sqrt(3) / 2)
    for column in range(-1, 16)
    for row in range(-2, 23)
    if (column + row) % 2 == 0
}


def walked(one: str, other: str) -> set[int]:
    """The hexes whose centre is nearest to a point of the string, points near two of them left out."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    found = set()
    for step in range(STEPS + 1):
        x, y = x1 + (x2 - x1) * step / STEPS, y1 + (y2 - y1) * step / STEPS
        (first, number), (second, _) = sorted((math.hypot(x - a, y - b), n) for n, (a, b) in AROUND.items())[
            :2
        ]
        if second - first > 1e-6:
            found.add(number)
    return found - {at(one), at(other)}


@settings(max_examples=30, deadline=None)
@given(pairs)
def test_a_string_runs_through_the_hexes_one_walks_through(ends: tuple[str, str]) -> None:
    start, end = sorted(map(at, ends))
    met = {start + one.step: one for one in course_between(start, end).hexes}
    there = walked(*ends)
    inside = {number for number, one in met.items() if one.inside}
    assert there <= inside
    assert all(met[number].length < 20 for number in inside - there)


@settings(deadline=None)
@given(pairs)
def test_a_string_crosses_the_sides_between_the_hexes_it_runs_through(ends: tuple[str, str]) -> None:
    start, end = sorted(map(at, ends))
    course = course_between(start, end)
    through = {start, end, *(start + one.step for one in course.hexes if one.inside)}
    crossed = {4 * start + one.step for one in course.sides if one.how == "crosses"}
    expected = {
        edge(number, compass)
        for number in through
        for compass, step in BESIDE.items()
        if number + step in through
    }
    assert crossed <= expected
    order = sorted(through, key=lambda number: math.dist(centre(named(number)), centre(named(start))))
    assert len(crossed) >= len(order) - 1 - sum(one.how in ("along", "end") for one in course.sides)


@pytest.mark.parametrize("hex_id", ["A1", "B1", "C4", "O10", "N10"])
def test_numbers_of_hexes_and_sides(hex_id: str) -> None:
    number = at(hex_id)
    assert named(number) == hex_id
    for compass in SIDES:
        other = neighbour(hex_id, compass, CATALOG.board)
        if other is not None:
            back = (compass + 2) % 6 + 1
            assert at(other) == number + BESIDE[compass]
            assert edge(number, compass) == edge(at(other), back)


def test_every_side_has_a_number_of_its_own() -> None:
    sides = {side(one, other) for one in HEXES for other in neighbours(one, CATALOG.board)}
    numbers = {
        edge(at(one), next(compass for compass, step in BESIDE.items() if at(one) + step == at(other)))
        for one, other in sides
    }
    assert len(numbers) == len(sides)


# from, to, the side, how it is met
MET = [
    ("C3", "C6", ("C4", "C5"), "crosses"),
    ("C3", "E3", ("D2", "D3"), "along"),
    ("C3", "C5", ("C3", "C4"), "crosses"),
    ("M9", "N7", ("M8", "N8"), "along"),
]


@pytest.mark.parametrize(("one", "other", "ends", "how"), MET)
def test_how_a_side_is_met(one: str, other: str, ends: tuple[str, str], how: str) -> None:
    start, end = sorted((at(one), at(other)))
    here, there = map(at, ends)
    wanted = edge(here, next(compass for compass, step in BESIDE.items() if here + step == there))
    (found,) = (each for each in course_between(start, end).sides if 4 * start + each.step == wanted)
    assert found.how == how
    assert found.own is bool({one, other} & set(ends))
