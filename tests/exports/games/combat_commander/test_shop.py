"""What a buyer can take: stock and purse, in the coin that is asked for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.asking import details
from exports.games.combat_commander.shop import coin
from exports.kit.shop import Reach, reach


@pytest.mark.parametrize(
    ("price", "stock", "budget", "found"),
    [
        (2, {"wire": 6}, None, Reach(3, 3)),
        (2, {"wire": 6}, 5, Reach(2, 3)),
        (2, {"wire": 1}, 5, Reach(0, 0, "gone")),
        (2, {"wire": -1}, 5, Reach(0, 0, "gone")),
        (6, {"wire": 6}, 5, Reach(0, 3, "dear")),
        (2, {"wire": None}, 5, Reach(2, None)),
        (2, {}, None, Reach(None, None)),
    ],
)
def test_how_many_can_be_had(
    price: int, stock: Mapping[str, int | None], budget: int | None, found: Reach
) -> None:
    assert reach(price, {"wire": 2}, stock, budget) == found


def test_points_of_a_campaign_are_no_victory_points() -> None:
    assert coin("fortification_points") == "campaign_word.fp"
    assert {coin("packages"), coin("support")} == {"card.vp"}


def test_the_terminal_sells_points_and_says_what_cannot_be_had() -> None:
    wares = [
        {"id": "barbed_wire", "price": 2, "uses": {"wire": 5}, "group": None, "grade": None},
        {"id": "foxholes", "price": 2, "uses": {"foxholes": 4}, "group": None, "grade": None},
        {"id": "bunkers", "price": 9, "uses": {"bunker": 1}, "group": None, "grade": None},
    ]
    asked = {
        "kind": "buy",
        "ask": "fortification_points",
        "shelf": wares,
        "stock": {"wire": 10, "foxholes": 0, "bunker": 3},
        "budget": 5,
        "context": {"marker": 5, "points": 5},
    }
    points, wire, foxholes, bunkers = details(asked, load(), "en")
    assert points == "Fortification Points: 5"
    assert wire.startswith("  1  ") and wire.endswith("[2 FP]  2 left")
    assert foxholes.startswith("  –  ") and foxholes.endswith("none left")
    assert bunkers.startswith("  –  ") and bunkers.endswith("beyond your means")


def test_the_other_seat_learns_only_that_it_is_asked() -> None:
    asked = {"kind": "buy", "rule": "ST-C1.9", "ask": "fortification_points", "seat": "axis"}
    assert list(details(asked, load(), "es")) == []
