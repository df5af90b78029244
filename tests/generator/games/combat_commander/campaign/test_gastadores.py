"""GA-01 to GA-10, and the rest of the Cotentin campaign."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from catalogs.games.combat_commander.campaigns import GastadoresFigures, figures_of
from generator.games.combat_commander.campaign.card import make_card_at, make_cards
from generator.games.combat_commander.campaign.gastadores.card import patched, sheet_of_changes
from generator.games.combat_commander.campaign.gastadores.resources import resource_at, uncancelled
from generator.games.combat_commander.campaign.gastadores.scoring import grade
from generator.table import Refused
from schemas.errors import HorahError
from schemas.validation import problems

from .tools import CATALOG, ScriptedCampaign

SHEET = CATALOG.campaigns["gastadores"]
FIGURES = figures_of(SHEET, GastadoresFigures)


def campaign(**more: Any) -> ScriptedCampaign:
    return ScriptedCampaign("gastadores", **more)


def by(side: str, net: int, initiative: str | None = None) -> dict[str, Any]:
    """Return a win by this many VP: 30 by surrender, less by the marker."""
    marker = net if side == "axis" else -net
    ended = "surrender" if net == 30 else "sudden_death"
    return {"winner": side, "ended": ended, "marker": marker, "initiative": initiative or side}


def whole(*results: dict[str, Any], **readings: str) -> ScriptedCampaign:
    found = campaign(readings=readings).plan(battle_result=list(results))
    while not found.table.finished:
        found.step()
    return found


@pytest.mark.parametrize(
    ("ended", "marker", "net"),
    [
        ("surrender", -3, 30),  # GA-01
        ("chit_v", 5, 30),
        ("forfeit", 0, 30),
        ("sudden_death", 7, 7),
        ("exit", 2, 2),
        ("elimination", -4, -4),
    ],
)
def test_ga_01_net_of_a_scenario(ended: str, marker: int, net: int) -> None:
    found = campaign().report("axis", ended, marker=marker)
    assert found.state.history[0].events["net"] == net
    assert found.state.net == {"axis": net, "allied": -net}


@pytest.mark.parametrize(
    ("results", "winner", "net", "grade_"),
    [
        ([by("allied", 5), by("axis", 8), by("axis", 4)], "axis", 7, "narrow"),  # GA-02
        ([by("allied", 30), by("axis", 6), by("axis", 5)], "axis", -19, "narrow"),  # GA-03
        ([by("allied", 10), by("axis", 12), by("allied", 20)], "allied", 18, "substantial"),  # GA-04
        ([by("allied", 2), by("axis", 12), by("allied", 10)], "allied", 0, "narrow"),  # GA-05
        ([by("allied", 2), by("axis", 12), by("allied", 10, "axis")], "axis", 0, "narrow"),  # GA-05
        ([by("axis", 30), by("axis", 8), by("axis", 4)], "axis", 42, "decisive"),
        ([by("allied", 30), by("allied", 8), by("allied", 4)], "allied", 42, "decisive"),
        ([by("axis", 0), by("axis", 0), by("allied", 3)], "allied", 3, "narrow"),
    ],
)
def test_ga_02_to_05_verdicts(results: list[dict[str, Any]], winner: str, net: int, grade_: str) -> None:
    state = whole(*results).state
    assert (state.verdict.winner, state.verdict.grade) == (winner, grade_)
    assert state.net[winner] == net


@pytest.mark.parametrize(
    ("net", "expected"),
    [(0, "narrow"), (14, "narrow"), (15, "substantial"), (40, "substantial"), (41, "decisive")],
)
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_ga_06_grades(side: Any, net: int, expected: str) -> None:
    assert grade(FIGURES, side, net, "decisive") == expected


@pytest.mark.parametrize(
    ("side", "net", "expected"), [("axis", 41, "substantial"), ("allied", 41, "decisive")]
)
def test_the_german_top_grade_as_printed(side: Any, net: int, expected: str) -> None:
    assert grade(FIGURES, side, net, "substantial") == expected


def test_phase_one_counts_by_reading() -> None:
    results = [by("allied", 30), by("axis", 6), by("axis", 5)]
    assert whole(*results, phase_one_counts="no").state.net["axis"] == 11


@pytest.mark.parametrize(
    ("reading", "ended", "net"),
    [
        ("chit_v", "chit_v", 30),
        ("objective_5", "objective_5", 30),
        ("objective_5", "chit_v", 4),
        ("both", "objective_5", 30),
        ("both", "chit_v", 30),
    ],
)
def test_automatic_objective_depends_on_the_reading(reading: str, ended: str, net: int) -> None:
    found = campaign(readings={"automatic_objective": reading}).report("axis", ended, marker=4)
    assert found.state.history[0].events["net"] == net


def test_objective_5_ends_a_scenario_only_by_reading() -> None:
    found = campaign()
    found.until("battle_result")
    with pytest.raises(Refused) as refused:
        found.report("axis", "objective_5")
    assert refused.value.code == "BAD_REPORT"


def scenario_card() -> dict[str, Any]:
    """Return a card in place of the owner's card of a printed scenario."""
    card = copy.deepcopy(dict(CATALOG.scenarios["hill-236"]))
    for side, faction in SHEET.factions.items():
        card["sides"][side] |= {
            "faction": faction,
            "leaders": [],
            "counters": {},
            "support": [],
            "radio": None,
        }
        card["sides"][side].pop("reinforcements", None)
        card["sides"][side].pop("veterans", None)
        card["sides"][side].pop("bound", None)
    return card


def prepared(scenario: str, german: list[int], american: list[int] | None, **more: Any) -> ScriptedCampaign:
    """Return phase II after an American win: the German rolls, and the American only after ceding."""
    found = campaign(**more).report("allied", marker=0)
    rolls = [german] if american is None else [german, american]
    option = "choose" if american is None else "cede"
    found.plan(resource_roll=rolls, winner_option=[option], scenario=[scenario])
    found.plan(resource_counters=["yes"] * 2, resource_used=["yes"] * 2)
    found.until("battle_result")
    return found


def test_ga_07_german_surrender_is_halved_and_rounded_up() -> None:
    found = prepared("26", [1, 1], [3, 3])
    card = scenario_card()
    card["sides"]["axis"]["surrender"] = 9
    assert "american:german_lack_of_coordination" in found.state.in_force
    assert patched(found.state, card)["sides"]["axis"]["surrender"] == 5


def test_ga_08_the_winner_cedes() -> None:
    found = prepared("26", [6, 1], [6, 1])
    rolls = [entry.seat for entry in found.table.entries if entry.ask == "resource_roll"]
    chooser = [entry.seat for entry in found.table.entries if entry.ask == "scenario"]
    assert (rolls, chooser) == (["axis", "allied"], ["axis"])
    assert found.state.chooser == "axis"


def test_the_winner_chooses_and_does_not_roll() -> None:
    found = prepared("105", [6, 1], None)
    rolls = [entry.seat for entry in found.table.entries if entry.ask == "resource_roll"]
    chooser = [entry.seat for entry in found.table.entries if entry.ask == "scenario"]
    assert (rolls, chooser) == (["axis"], ["allied"])
    assert found.state.scenario == 105


@pytest.mark.parametrize(
    ("german", "american", "standing"),
    [
        (5, 5, []),  # GA-09
        (4, 5, ["american:advance_reconnaissance"]),  # GA-10
        (5, 4, ["german:advance_reconnaissance"]),
        (4, 4, ["german:hidden_deployment", "american:hidden_deployment"]),
        (5, 7, ["german:advance_reconnaissance", "american:disorganised_enemy"]),
    ],
)
def test_ga_09_ga_10_cancelling(german: int, american: int, standing: list[str]) -> None:
    held = {
        "axis": [resource_at(SHEET, "axis", german)],
        "allied": [resource_at(SHEET, "allied", american)],
    }
    assert [resource.id for resource in uncancelled(held)] == standing


def test_ga_10_the_german_sets_up_first_and_in_the_open() -> None:
    found = prepared("26", [1, 3], [2, 3])
    assert found.state.in_force == ("american:advance_reconnaissance",)
    card = patched(found.state, scenario_card())
    assert card["sides"]["axis"]["setup"]["order"] == "first"
    assert card["sides"]["allied"]["setup"]["order"] == "last"


def test_hidden_deployment_is_simultaneous_and_shallow() -> None:
    found = prepared("26", [1, 3], None)
    own = scenario_card()
    own["sides"]["axis"]["setup"]["depth"] = 8
    own["sides"]["allied"]["setup"]["depth"] = 2
    card = patched(found.state, own)
    setups = {side: card["sides"][side]["setup"] for side in ("axis", "allied")}
    assert {s["order"] for s in setups.values()} == {"simultaneous"}
    assert (setups["axis"]["depth"], setups["allied"]["depth"]) == (4, 2)


@pytest.mark.parametrize(("side", "roll"), [(s, r) for s in ("axis", "allied") for r in range(2, 13)])
def test_every_roll_gives_one_resource_and_a_whole_card(side: Any, roll: int) -> None:
    resource = resource_at(SHEET, side, roll)
    assert roll in resource.rolls
    found = prepared("26", [1, 1], None)
    state = replace(found.state, in_force=(resource.id,))
    card = patched(state, scenario_card())
    assert list(problems(card, "games/combat_commander/card")) == []
    assert card != patched(found.state, scenario_card()) or resource.effect == "fire_for_effect"


@pytest.mark.parametrize(
    ("roll", "check"),
    [
        (
            [5, 6],
            lambda c: {"side": "axis", "type": "trench", "count": 3, "paid": "card"} in c["fortifications"],
        ),
        ([4, 5], lambda c: c["sides"]["axis"]["reinforcements"][0]["space"] == 5),
        ([4, 4], lambda c: c["sides"]["axis"]["radio"] == "german:radio_105mm"),
        ([5, 5], lambda c: c["sides"]["axis"]["counters"]["german:weapon_medium_mortar"] == 1),
        ([3, 4], lambda c: c["sides"]["allied"]["discard_limit"] == 2),
    ],
)
def test_what_german_resources_change_on_the_card(roll: list[int], check: Any) -> None:
    assert check(patched(prepared("26", roll, None).state, scenario_card()))


def test_radio_resource_replaces_a_later_radio() -> None:
    """Tabla de Recursos, 8 and 11-12: in place of any radio the scenario gives."""
    own = scenario_card()
    own["sides"]["axis"]["reinforcements"] = [
        {"space": 2, "leaders": [], "counters": {}, "radio": "german:radio_150mm"},
        {"space": 3, "leaders": ["german:sgt_esser"], "counters": {}, "radio": "german:radio_150mm"},
    ]
    force = patched(prepared("26", [4, 4], None).state, own)["sides"]["axis"]
    assert force["radio"] == "german:radio_105mm"
    assert force["reinforcements"] == [{"space": 3, "leaders": ["german:sgt_esser"], "counters": {}}]
    assert own["sides"]["axis"]["reinforcements"][0]["radio"] == "german:radio_150mm"


@pytest.mark.parametrize(
    ("there", "comes"),
    [
        ([], "german:cpl_rettenhaus"),
        (["german:cpl_rettenhaus"], "german:cpl_schmidt"),  # with the same figures
        (["german:cpl_rettenhaus", "german:cpl_schmidt"], "german:cpl_winkler"),
    ],
)
def test_similar_leader_replaces_one_already_present(there: list[str], comes: str) -> None:
    """Tabla de Recursos, 9: Corporal Rettenhaus or an equal leader; no leader is there twice (RS.6)."""
    own = scenario_card()
    own["sides"]["axis"]["leaders"] = there
    card = patched(prepared("26", [4, 5], None).state, own)
    assert card["sides"]["axis"]["reinforcements"][0]["leaders"] == [comes]


@pytest.mark.parametrize(
    ("scenario", "check"),
    [
        ("6", lambda c: c["map"]["number"] == 28 and c["map"]["objectives"] is None),
        ("6", lambda c: c["map"]["friendly_edge"] == {"axis": "top", "allied": "bottom"}),
        ("6", lambda c: c["objectives"]["control"]["3"] == "allied"),
        ("26", lambda c: any("cover 2" in text["en"] for text in c["rules"]["text"])),
        ("105", lambda c: any("H6 to J10" in text["en"] for text in c["rules"]["text"])),
    ],
)
def test_patches_on_the_card(scenario: str, check: Any) -> None:
    assert check(patched(prepared(scenario, [1, 1], None).state, scenario_card()))


def test_scenario_34_changes_posture_and_hand() -> None:
    found = campaign().report("allied", marker=0)
    found.to_battle(2).report("allied", marker=0)
    found.plan(winner_option=["choose"], scenario=["34"])
    found.until("battle_result")
    card = patched(found.state, scenario_card())
    assert (card["sides"]["allied"]["posture"], card["sides"]["allied"]["hand"]) == ("recon", 5)


def test_phases_offer_their_scenarios() -> None:
    found = campaign()
    assert found.state.scenario == 33
    found.report("axis")
    assert found.until("scenario").options == ("26", "105", "6")
    found.give("26")
    found.report("axis")
    assert found.until("scenario").options == ("34", "27", "28")


def test_resource_needs_counters() -> None:
    found = campaign().report("allied", marker=0)
    found.plan(resource_roll=[[5, 6]], resource_counters=["no"])
    found.until("battle_result")
    assert found.state.in_force == ()
    assert found.notes("resource_no_counters")


@pytest.mark.parametrize(("reading", "asked"), [("as_worded", False), ("all_optional", True)])
def test_the_beach_radio_may_be_declined_by_reading(reading: str, asked: bool) -> None:
    found = prepared("26", [1, 1], [5, 6], readings={"radio_resources": reading})
    assert any(entry.ask == "resource_used" for entry in found.table.entries) is asked


def test_an_unattached_scenario_has_a_sheet_of_changes_and_no_card() -> None:
    found = prepared("6", [5, 6], None)
    assert make_cards(found.table, None) == []
    with pytest.raises(HorahError) as fault:
        make_card_at(found.table, 2, None)
    assert fault.value.code == "NO_CARD"
    sheet = sheet_of_changes(found.state)
    assert (sheet["scenario"], sheet["phase"], len(sheet["patches"])) == (6, 2, 4)
    assert [resource["title"]["en"] for resource in sheet["resources"]] == ["Trench line"]


def test_an_attached_card_is_patched_and_whole() -> None:
    found = prepared("6", [5, 6], None)
    card = make_cards(found.table, None, {"6": scenario_card()})[-1]
    assert list(problems(card, "games/combat_commander/card")) == []
    assert card["source"] == {"kind": "campaign", "campaign": "gastadores", "battle": 2, "position": "6"}
