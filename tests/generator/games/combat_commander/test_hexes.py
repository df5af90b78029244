"""2.1, 2.2: the geometry of the map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander.model import Board
from generator.games.combat_commander import hexes

BOARD = Board(
    columns=tuple("ABCDEFGHIJKLMNO"),
    rows=tuple(range(1, 11)),
    edges={1: "top", 2: "right", 3: "right", 4: "bottom", 5: "left", 6: "left"},
    opposite={"top": "bottom", "bottom": "top", "left": "right", "right": "left"},
    orientation={"top": "wide", "bottom": "wide", "left": "long", "right": "long"},
    stacking=7,
    victory_spaces=20,
    objectives=(1, 2, 3, 4, 5),
)
any_hex = st.sampled_from(hexes.all_hexes(BOARD))


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("E8", "G7", 2),  # NO-C4.2
        ("A4", "C4", 2),  # ST-T1.1
        ("A1", "A10", 9),
        ("A1", "O1", 14),
        ("A1", "B1", 1),
        ("B1", "C2", 1),
        ("B1", "C3", 2),
        ("D4", "D4", 0),
    ],
)
def test_distance(a: str, b: str, steps: int) -> None:
    assert hexes.distance(a, b) == steps


@pytest.mark.parametrize(
    ("hex_id", "expected"),
    [
        ("B3", ("B2", "C3", "C4", "B4", "A4", "A3")),
        ("C4", ("C3", "D3", "D4", "C5", "B4", "B3")),
        ("A1", ("B1", "A2")),
        ("O10", ("O9", "N10", "N9")),
    ],
)
def test_neighbours_in_compass_order(hex_id: str, expected: tuple[str, ...]) -> None:
    assert hexes.neighbours(hex_id, BOARD) == expected


def test_los_between_a4_and_c4_runs_between_their_common_neighbours() -> None:
    """ST-T1.1: the line runs along the side shared by B3 and B4."""
    assert set(hexes.neighbours("A4")) & set(hexes.neighbours("C4")) == {"B3", "B4"}


@pytest.mark.parametrize(
    ("edge", "depth", "size", "inside", "outside"),
    [
        ("top", 8, 120, "A8", "A9"),
        ("bottom", 2, 30, "A9", "A8"),
        ("left", 12, 120, "L1", "M1"),
        ("right", 3, 30, "M1", "L1"),
        ("left", 10, 100, "J5", "K5"),  # Hill 236
        ("bottom", 99, 150, "A1", "P1"),
    ],
)
def test_zone(edge: str, depth: int, size: int, inside: str, outside: str) -> None:
    zone = hexes.zone(BOARD, edge, depth)  # type: ignore[arg-type]
    assert (len(zone), inside in zone, outside in zone) == (size, True, False)


def test_no_depth_no_zone() -> None:
    assert hexes.zone(BOARD, "right", 0) == frozenset()


def test_we_27_letter_or_number() -> None:
    """WE-27: D4 on a 15 x 10 map gives 24 distinct hexes."""
    found = hexes.sharing_letter_or_number(BOARD, "D4")
    assert len(found) == 24
    assert sum(h.startswith("D") for h in found) == 10
    assert sum(h[1:] == "4" for h in found) == 15


@pytest.mark.parametrize("wrong", ["", "4", "D", "D0", "D04", "d4", "4D"])
def test_not_a_hex(wrong: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        hexes.split(wrong)


@given(any_hex, any_hex, any_hex)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(any_hex)
def test_neighbours_are_the_hexes_at_distance_one(a: str) -> None:
    expected = {b for b in hexes.all_hexes(BOARD) if hexes.distance(a, b) == 1}
    assert set(hexes.neighbours(a, BOARD)) == expected


@given(any_hex, st.sampled_from([1, 2, 3, 4, 5, 6]))
def test_opposite_side_leads_back(a: str, side: int) -> None:
    other = hexes.neighbour(a, side, BOARD)
    if other is not None:
        assert hexes.neighbour(other, (side + 2) % 6 + 1, BOARD) == a


@given(st.sampled_from([("top", "bottom"), ("left", "right")]), st.integers(0, 15), st.integers(0, 15))
def test_zones_overlap_only_beyond_the_span(edges: tuple[str, str], mine: int, theirs: int) -> None:
    """C05: two zones share a hex exactly if their depths add up to more than the map."""
    one = hexes.zone(BOARD, edges[0], mine)  # type: ignore[arg-type]
    two = hexes.zone(BOARD, edges[1], theirs)  # type: ignore[arg-type]
    span = hexes.span(BOARD, edges[0])  # type: ignore[arg-type]
    assert bool(one & two) == (min(mine, span) + min(theirs, span) > span)
