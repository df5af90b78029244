"""RS.10 to RS.16 in a campaign with every hex recorded: patrols keep their weapons, points buy before VP."""

from __future__ import annotations

from typing import Any

import pytest

from generator.games.combat_commander.battle.placement import arrange_units, arrange_works
from generator.games.combat_commander.battle.settings import BadSetting
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.settings import CampaignSettings, read_settings
from generator.games.combat_commander.campaign.state import RESULT
from generator.games.combat_commander.ground.setup import get_views, list_enterable_hexes
from generator.games.combat_commander.hexes import neighbours
from generator.table import Refused, Report
from schemas.validation import problems
from tests.words import sentence

from .tools import CATALOG, ScriptedCampaign


def campaign() -> ScriptedCampaign:
    """Prepare a campaign: the Germans bring C and fortify with points; both sides record every hex."""
    found = ScriptedCampaign("stalingrad", placement="hexes")
    found.until("commitment")
    return found.give(["german:sgt_biermann"], "axis").give(["russian:cpl_gordov"], "allied")


def place(found: ScriptedCampaign, prompt: Any) -> list[dict[str, Any]]:
    return arrange_units(prompt.context, lambda count: 0)


def settle(found: ScriptedCampaign, ask: str, seat: str) -> Report:
    """Play on to a placement; placements before it are arranged at random."""
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
    found = campaign()
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
    found = campaign()
    prompt = settle(found, "placement", "axis")
    with pytest.raises(Refused) as refused:
        found.give(change(place(found, prompt)))
    assert refused.value.code == code


def swapped(placed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give a weapon of patrol C to an unarmed unit of the command patrol."""
    lender = next(unit for unit in placed if unit.get("group") == "C" and unit["weapon"])
    taker = next(unit for unit in placed if unit.get("group") == "command" and not unit["weapon"])
    weapon = lender["weapon"]
    return [
        {**unit, "weapon": None} if unit is lender else {**unit, "weapon": weapon} if unit is taker else unit
        for unit in placed
    ]


def test_works_bought_with_points_are_set_up_with_the_units() -> None:
    found = campaign().plan(fortification_points=[{"hasty_trench_line": 1}, {"barbed_wire": 1}])
    settle(found, "placement", "axis")
    found.give(place(found, found.asked))
    prompt = found.asked
    assert (prompt.ask, prompt.seat) == ("fortification_placement", "axis")
    assert isinstance(prompt, Report)
    assert prompt.context["works"] == {"trench": 3}
    found.give(arrange_works(prompt.context, lambda count: 0))
    settle(found, "battle_result", "everyone")
    card = make_cards(found.table, None)[-1]
    paid = {(works["side"], works["type"], works["paid"]) for works in card["fortifications"]}
    assert {("axis", "trench", "points"), ("allied", "wire", "points")} <= paid
    assert not list(problems(card, "games/combat_commander/card"))


def test_defenders_works_avoid_occupied_hexes() -> None:
    """RS.12 comes last; F100.3: one fortification per hex, regardless of the payment."""
    found = ScriptedCampaign("stalingrad", placement="hexes")
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


def test_set_up_by_hex_uses_terrain_and_rubble() -> None:
    """T78-T99, ST-T1.1: legal hexes with cover and sight; rubble has cover 2 and 1 more beside others."""
    found = ScriptedCampaign("stalingrad", placement="hexes")
    settle(found, RESULT, "everyone")
    found.report("allied")  # back to the map of G1
    prompt = settle(found, "placement", "axis")
    ground = CATALOG.ground["23"]
    cover = prompt.context["cover"]
    assert set(cover) == list_enterable_hexes(CATALOG, ground, prompt.context["zone"])
    second = next(n for n, entry in enumerate(found.table.entries) if entry.ask == RESULT)
    piles = {entry.answer for entry in found.table.entries[second:] if entry.ask == "rubble_hex"}
    zone = [one for one in cover if one in piles]
    assert zone
    for one in zone:
        assert cover[one] == 2 + sum(other in piles for other in neighbours(one, CATALOG.board))
    assert prompt.context["sight"] != {one: get_views(CATALOG, ground, [one])[one] for one in cover}


def test_optional_rules_hold_for_every_battle_of_a_campaign() -> None:
    """The card of each battle names the agreed rules."""
    found = ScriptedCampaign("stalingrad", placement="hexes", optional=("V12", "V5"))
    settle(found, RESULT, "everyone")
    (card,) = make_cards(found.campaign.table, None)
    assert card["rules"]["optional"][:2] == ["V5", "V12"]
    assert not any(problems(card, "games/combat_commander/card"))


@pytest.mark.parametrize(("given", "words"), [(["V99"], "V99"), (["V5", "V5"], "V5"), ("V5", "V5")])
def test_illegal_optional_rules_are_refused(given: Any, words: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings({"optional": given}, CATALOG, CATALOG.campaigns["stalingrad"])
    assert words in sentence(refused.value)


def test_default_optional_rules_are_left_out() -> None:
    assert "optional" not in CampaignSettings().json()
    assert CampaignSettings(optional=("V5",)).json()["optional"] == ["V5"]
