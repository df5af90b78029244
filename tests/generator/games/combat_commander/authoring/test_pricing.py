"""Point values of pieces and sides."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.combat_commander.authoring.pricing import (
    compute_reinforcement_value,
    compute_side_points,
    price_side,
    round_half_up,
)
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    battle,
    changed,
    library,
    sound,
    words,
)


def test_we_24_rifle_squad_on_space_three() -> None:
    """WE-24: 100 x (7 - 3) / 7 = 57."""
    rifle = CATALOG.counters["german:squad_rifle"].points
    assert (rifle, compute_reinforcement_value(rifle, 3, 7)) == (100, 57)


@pytest.mark.parametrize(
    ("base", "space", "sudden_death", "value"),
    [
        (100, 7, 7, 0),
        (100, 9, 7, 0),
        (100, 1, 2, 50),
        (125, 1, 2, 63),  # an exact half goes up
        (100, 3, None, 100),  # no Sudden Death, no measure for the reduction
    ],
)
def test_reinforcements(base: int, space: int, sudden_death: int | None, value: int) -> None:
    assert compute_reinforcement_value(base, space, sudden_death) == value


@given(st.integers(0, 900), st.integers(1, 20), st.integers(1, 20))
def test_later_arrival_is_never_dearer(base: int, space: int, sudden_death: int) -> None:
    now, later = (compute_reinforcement_value(base, at, sudden_death) for at in (space, space + 1))
    assert 0 <= later <= now <= base


@given(st.fractions(0, 1000))
def test_nearest_is_within_half(value: Fraction) -> None:
    assert abs(round_half_up(value) - value) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({"/sides/axis/counters/german:weapon_light_mg": 2}, 2 * 62),
        ({"/sides/axis/radio": "german:radio_105mm"}, 380),
        ({"/fortifications": [{"side": "axis", "type": "foxholes", "count": 3}]}, 3 * 31),
        ({"/fortifications": [{"side": "axis", "type": "mines", "count": 2}]}, 2 * 60),
        ({"/fortifications": [{"side": "axis", "type": "mines", "count": 2}], "/mine_strength": 8}, 2 * 120),
        ({"/fortifications": [{"side": "allied", "type": "bunker", "count": 1}]}, 0),
        ({"/fortifications": [{"side": "axis", "type": "pillbox", "count": 1}]}, 0),  # no value is printed
        ({"/sides/axis/counters/common:weapon_molotov_cocktail": 1}, 23),
        (
            {"/sides/axis/support": [{"offer": "x", "cost": 1, "pieces": ["german:squad_conscript"]}]},
            63,
        ),
    ],
)
def test_side_points(changes: dict[str, Any], more: int) -> None:
    before = compute_side_points(sound(), "axis", CATALOG)
    assert compute_side_points(changed(sound(), changes), "axis", CATALOG) == before + more


def test_a_common_piece_costs_what_its_carrier_pays() -> None:
    """A molotov cocktail is worth 23 to a German and 22 to a Russian."""
    cards = [
        changed(sound(), {f"/sides/{side}/counters/common:weapon_molotov_cocktail": 1})
        for side in ("axis", "allied")
    ]
    gains = [
        compute_side_points(card, side, CATALOG) - compute_side_points(sound(), side, CATALOG)
        for card, side in zip(cards, ("axis", "allied"), strict=True)
    ]
    assert gains == [23, 22]


@pytest.mark.parametrize("side", ["axis", "allied"])
@pytest.mark.parametrize("card", [library("castle-hill"), library("hill-236"), battle("3")])
def test_price_lines_add_up(card: dict[str, Any], side: Any) -> None:
    found = price_side(card, side, CATALOG)
    assert sum(line.count * line.each for line in found.lines) == found.total
    assert found.total == compute_side_points(card, side, CATALOG) == card["points"][side]
    for line in found.lines:
        assert str(line.value) in words(line.text, "es")
        assert str(line.value) in words(line.text)


def test_bought_radio_is_counted_once() -> None:
    """Whether or not the purchase of a radio also stands among the support."""
    one = changed(sound(), {"/sides/axis/radio": "german:radio_75mm"})
    purchase = {"offer": "x", "cost": 3, "pieces": ["german:radio_75mm"]}
    two = changed(one, {"/sides/axis/support": [purchase]})
    assert compute_side_points(one, "axis", CATALOG) == compute_side_points(two, "axis", CATALOG)


def test_price_line_of_a_late_piece_shows_the_reduction() -> None:
    line = next(line for line in price_side(library("castle-hill"), "axis", CATALOG).lines if line.space == 3)
    assert (line.rule, line.base, line.each) == ("Tips: reinforcements", 597, 448)
    assert "597 × (12 - 3) / 12 = 448" in words(line.text, "es")
