"""RS.10 to RS.16 in a campaign with every hex recorded: patrols keep their weapons, points buy before VP."""

from __future__ import annotations

from typing import Any

import pytest

from generator.games.combat_commander.battle.placement import arrange_units, arrange_works
from generator.games.combat_commander.campaign.card import cards_of
from generator.table import Refused, Report
from schemas.validation import problems

from .tools import Desk


def desk() -> Desk:
    """The Germans bring C and dig in with points; both sides record every hex."""
    found = Desk("stalingrad", placement="hexes")
    found.until("commitment")
    return found.give(["german:sgt_biermann"], "axis").give(["russian:cpl_gordov"], "allied")


def place(found: Desk, prompt: Any) -> list[dict[str, Any]]:
    return arrange_units(prompt.context, lambda count: 0)


def settle(found: Desk, ask: str, seat: str) -> Report:
    """Play on to a placement; placements before it are arranged."""
    while True:
        prompt = found.asked
        if prompt.ask == ask and prompt.seat == seat:
            assert isinstance(prompt, Report)
            return prompt
        if prompt.ask == "placement":
            found.give(place(found, prompt))
        elif prompt.ask == "fortification_placement":
            assert isinstance(prompt, Report)
            found.give(arrange_works(prompt.context, lambda count: 0))
        else:
            found.step()


def test_an_arranged_placement_names_every_patrol() -> None:
    found = desk()
    prompt = settle(found, "placement", "axis")
    placed = place(found, prompt)
    assert {unit["group"] for unit in placed if unit.get("group")} == {"command", "C"}
    found.give(placed)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda placed: [{**unit, "group": None} for unit in placed], "BAD_PLACEMENT"),
        (lambda placed: [{**unit, "group": "D"} for unit in placed], "BAD_PLACEMENT"),
        (lambda placed: swapped(placed), "WEAPON_BINDING"),
    ],
)
def test_weapons_start_with_their_own_patrol(change: Any, code: str) -> None:
    found = desk()
    prompt = settle(found, "placement", "axis")
    with pytest.raises(Refused) as refused:
        found.give(change(place(found, prompt)))
    assert refused.value.code == code


def swapped(placed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A weapon of patrol C goes to a bare unit of the command patrol."""
    lender = next(unit for unit in placed if unit.get("group") == "C" and unit["weapon"])
    taker = next(unit for unit in placed if unit.get("group") == "command" and not unit["weapon"])
    weapon = lender["weapon"]
    return [
        {**unit, "weapon": None} if unit is lender else {**unit, "weapon": weapon} if unit is taker else unit
        for unit in placed
    ]


def test_what_points_bought_is_set_up_with_the_units() -> None:
    found = desk().plan(fortification_points=[{"hasty_trench_line": 1}, {"barbed_wire": 1}])
    settle(found, "placement", "axis")
    found.give(place(found, found.asked))
    prompt = found.asked
    assert (prompt.ask, prompt.seat) == ("fortification_placement", "axis")
    assert isinstance(prompt, Report)
    assert prompt.context["works"] == {"trench": 3}
    found.give(arrange_works(prompt.context, lambda count: 0))
    settle(found, "battle_result", "everyone")
    card = cards_of(found.table, None)[-1]
    paid = {(works["side"], works["type"], works["paid"]) for works in card["fortifications"]}
    assert {("axis", "trench", "points"), ("allied", "wire", "points")} <= paid
    assert not list(problems(card, "games/combat_commander/card"))


def test_the_defenders_own_works_keep_off_hexes_that_are_taken() -> None:
    """RS.12 comes last; F100.3: one fortification to a hex, whoever paid for it."""
    found = Desk("stalingrad", placement="hexes")
    found.until("commitment")
    found.give([], "axis").give(list(found.asked.options), "allied")  # the Axis defends
    found.plan(packages=[{"hasty_trench_line": 1}], fortification_points=[{"barbed_wire": 1}])
    wires = settle(found, "fortification_placement", "axis")
    assert wires.context["works"] == {"wire": 10}
    hexes = list(wires.context["zone"][:10])
    found.give({"wire": hexes})
    trenches = settle(found, "fortification_placement", "axis")
    assert trenches.rule == "RS.12" and trenches.context["works"] == {"trench": 3}
    assert not set(hexes) & set(trenches.context["zone"])
    with pytest.raises(Refused):
        found.give({"trench": hexes[:1]})
