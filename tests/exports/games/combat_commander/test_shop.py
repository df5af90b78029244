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


def test_the_terminal_says_what_is_in_a_package() -> None:
    """RS.9: three minefields differ by their strength alone."""
    wares = [
        {"id": "hasty_minefield", "price": 6, "uses": {"mines": 10}, "group": "mines", "grade": "6"},
        {"id": "strongpoint", "price": 2, "uses": {"bunker": 1, "trench": 1}, "group": None, "grade": None},
    ]
    asked = {"kind": "buy", "ask": "packages", "of": "package", "shelf": wares, "stock": {}, "budget": 9}
    mines, strongpoint = details(asked | {"context": {}, "budget": None}, load(), "en")
    assert mines == "  1  Hasty Minefield: 10 minefields (mine strength 6)  [6 VP]"
    assert strongpoint == "  2  Strongpoint: 1 bunker and 1 trench  [2 VP]"


@pytest.mark.parametrize(("campaign", "said"), [("normandy", True), ("stalingrad", False)])
def test_the_terminal_says_where_points_cost_vp_besides(campaign: str, said: bool) -> None:
    """NO-C1.9 against ST-C1.9."""
    asked = {"kind": "buy", "ask": "fortification_points", "shelf": [], "stock": {}, "budget": 5}
    lines = list(details(asked | {"context": {"marker": 5, "points": 5}}, load(), "en", campaign))
    assert (load().term("shop.also_vp", "en") in lines) == said


def test_the_terminal_says_what_comes_with_a_leader() -> None:
    """ST-C1.5.4: a leader in the fist stands for a patrol."""
    asked = {"kind": "choose", "ask": "commitment", "options": ["german:sgt_esser"]}
    (esser,) = details(asked | {"context": {"prices": {"german:sgt_esser": 9}}}, load(), "en")
    assert esser == "  1  Sergeant Esser · Rifle D: 3 × Rifle squad and 2 × Light machine gun  [9 VP]"


def test_the_other_seat_learns_only_that_it_is_asked() -> None:
    asked = {"kind": "buy", "rule": "ST-C1.9", "ask": "fortification_points", "seat": "axis"}
    assert list(details(asked, load(), "es")) == []
