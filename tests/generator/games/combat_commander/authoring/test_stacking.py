"""Overstacking: WE-40 to WE-42."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.combat_commander.authoring.stacking import cover_with, units_left
from tests.generator.games.combat_commander.authoring.cards import CATALOG

BOARD, SQUAD = CATALOG.board, CATALOG.counters["german:squad_rifle"]
ORCHARD = CATALOG.terrain["orchard"].cover["value"]


@pytest.mark.parametrize(
    ("squads", "cover"),
    [
        (1, 1),
        (2, 0),  # WE-40
        (3, -4),  # WE-41
    ],
)
def test_cover_of_an_orchard(squads: int, cover: int) -> None:
    assert cover_with(ORCHARD, squads * SQUAD.soldiers, BOARD) == cover


def test_we_41_morale_of_a_squad() -> None:
    morale = SQUAD.front.morale
    assert morale is not None
    assert (morale, morale + cover_with(ORCHARD, 3 * SQUAD.soldiers, BOARD)) == (7, 3)


def test_we_42_two_broken_squads() -> None:
    """One is deployed, one team is removed: six figures are left."""
    assert sum(units_left([SQUAD.soldiers] * 2, BOARD)) == 6


@given(st.lists(st.sampled_from([1, 2, 4]), max_size=8))
def test_within_the_limit_afterwards(units: list[int]) -> None:
    left = units_left(units, BOARD)
    assert sum(left) <= BOARD.stacking
    if sum(units) <= BOARD.stacking:
        assert list(left) == units
