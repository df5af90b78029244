"""Purchase options: stock and budget, in the right currency."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.purchase_options import currency_term
from exports.games.combat_commander.questions import list_details
from exports.kit.purchase_options import Availability, check_availability


@pytest.mark.parametrize(
    ("price", "stock", "budget", "found"),
    [
        (2, {"wire": 6}, None, Availability(3, 3)),
        (2, {"wire": 6}, 5, Availability(2, 3)),
        (2, {"wire": 1}, 5, Availability(0, 0, "gone")),
        (2, {"wire": -1}, 5, Availability(0, 0, "gone")),
        (6, {"wire": 6}, 5, Availability(0, 3, "dear")),
        (2, {"wire": None}, 5, Availability(2, None)),
        (2, {}, None, Availability(None, None)),
    ],
)
def test_stock_and_budget_limit_purchases(
    price: int, stock: Mapping[str, int | None], budget: int | None, found: Availability
) -> None:
    assert check_availability(price, {"wire": 2}, stock, budget) == found


def test_currency_of_purchases() -> None:
    assert currency_term("fortification_points") == "campaign_word.fp"
    assert {currency_term("packages"), currency_term("support")} == {"card.vp"}


def test_terminal_shows_wares_and_why_some_are_unavailable() -> None:
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
    points, wire, foxholes, bunkers = list_details(asked, load(), "en")
    assert points == "Fortification Points left: 5"
    assert wire.startswith("  1  ") and wire.endswith("[2 fort. pts]  2 left")
    assert foxholes.startswith("  –  ") and foxholes.endswith("none left")
    assert bunkers.startswith("  –  ") and bunkers.endswith("too expensive")


def test_terminal_shows_the_contents_of_packages() -> None:
    """RS.9: three minefields differ by their strength alone."""
    wares = [
        {"id": "hasty_minefield", "price": 6, "uses": {"mines": 10}, "group": "mines", "grade": "6"},
        {"id": "strongpoint", "price": 2, "uses": {"bunker": 1, "trench": 1}, "group": None, "grade": None},
    ]
    asked = {"kind": "buy", "ask": "packages", "of": "package", "shelf": wares, "stock": {}, "budget": 9}
    mines, strongpoint = list_details(asked | {"context": {}, "budget": None}, load(), "en")
    assert mines == "  1  Hasty Minefield: 10 minefields (mine strength 6)  [6 VP]"
    assert strongpoint == "  2  Strongpoint: 1 bunker and 1 trench  [2 VP]"


@pytest.mark.parametrize(("campaign", "said"), [("normandy", True), ("stalingrad", False)])
def test_terminal_says_if_points_also_cost_vp(campaign: str, said: bool) -> None:
    """NO-C1.9 against ST-C1.9."""
    asked = {"kind": "buy", "ask": "fortification_points", "shelf": [], "stock": {}, "budget": 5}
    lines = list(list_details(asked | {"context": {"marker": 5, "points": 5}}, load(), "en", campaign))
    assert (load().term("shop.also_vp", "en") in lines) == said


def test_terminal_shows_the_force_of_a_leader() -> None:
    """ST-C1.5.4: a leader in the fist stands for a patrol."""
    asked = {"kind": "choose", "ask": "commitment", "options": ["german:sgt_esser"]}
    (esser,) = list_details(asked | {"context": {"prices": {"german:sgt_esser": 9}}}, load(), "en")
    assert esser == "  1  Sergeant Esser · Rifle D: 3 × Rifle squad and 2 × Light machine gun  [9 VP]"


def test_other_seat_sees_no_options() -> None:
    asked = {"kind": "buy", "rule": "ST-C1.9", "ask": "fortification_points", "seat": "axis"}
    assert list(list_details(asked, load(), "es")) == []
