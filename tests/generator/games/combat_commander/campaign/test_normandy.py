"""NO-01 to NO-22, WE-55 to WE-58, and the rules NO-C1 to NO-C4 around them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.normandy.targeting import (
    OWN_HEX_RANGE,
    chance_to_hit,
    needed_product,
)
from generator.games.combat_commander.campaign.play import replay
from generator.games.combat_commander.campaign.positions import build_position_graph, list_next_positions
from generator.table import Departed, Refused
from schemas.validation import problems

from .tools import CATALOG, ScriptedCampaign

SHEET = CATALOG.campaigns["normandy"]


def campaign(**more: Any) -> ScriptedCampaign:
    return ScriptedCampaign("normandy", **more)


def after(*winners: str) -> ScriptedCampaign:
    found = campaign()
    for number, winner in enumerate(winners, 2):
        found.report(winner).to_battle(number)
    return found


@pytest.mark.parametrize(
    ("winners", "position", "map_number"),
    [
        ("", "A1", 2),  # NO-01
        ("allied", "A2", 42),  # NO-02
        ("axis", "G1", 2),  # NO-03
        ("axis allied", "A2", 42),  # NO-04, WE-58
        ("axis axis", "G1", 2),  # NO-05, WE-58
        ("allied allied allied", "A4", 44),
        ("allied allied allied axis", "A4", 44),  # NO-06
        ("allied axis allied", "A3", 43),
        ("allied allied axis", "G1", 2),
        ("allied allied axis allied", "A4", 44),
        ("axis axis axis allied", "A2", 42),
        ("allied allied allied axis axis axis", "A4", 44),
    ],
)
def test_no_01_to_06_we_58_positions(winners: str, position: str, map_number: int) -> None:
    found = after(*winners.split())
    assert found.state.position == position
    found.until("battle_result")
    assert found.state.at_hand.map.number == map_number


@pytest.mark.parametrize(
    ("start", "winner", "ends"),
    [
        ("A1", "allied", {"A2"}),
        ("A1", "axis", {"G1", "won:axis"}),
        ("A4", "axis", {"A4", "won:axis"}),
        ("A4", "allied", {"won:allied"}),
        ("G1", "allied", {"A2", "A3", "A4"}),
        ("G1", "axis", {"G1", "won:axis"}),
    ],
)
def test_the_graph(start: str, winner: Any, ends: set[str]) -> None:
    assert set(list_next_positions(build_position_graph(SHEET), start, winner, "attack")) == ends


@pytest.mark.parametrize(("winner", "battles"), [("allied", 4), ("axis", 4)])
def test_the_fourth_win_ends_the_campaign(winner: str, battles: int) -> None:
    found = after(*[winner] * (battles - 1)).report(winner)
    assert (found.state.verdict.winner, found.state.verdict.grade) == (winner, "campaign")
    assert found.table.finished


def test_no_07_we_57_promotion() -> None:
    found = after("allied", "axis", "allied")
    assert found.state.command_leader("allied") == "american:1lt_craighead"
    assert found.state.command_leader("axis") == "german:2lt_heinzmann"


def committed() -> ScriptedCampaign:
    """NO-08: Krauss and Bowen against Ehnert."""
    found = campaign()
    found.until("commitment")
    found.give(["german:sgt_ehnert"], "axis")
    return found.give(["american:sgt_krauss", "american:sgt_bowen"], "allied")


def test_no_08_platoons_are_committed_together() -> None:
    found = committed()
    found.until("battle_result")
    groups = {s: [g.id for g in found.state.at_hand.force(s).groups] for s in ("axis", "allied")}
    assert groups == {"axis": ["command", "D"], "allied": ["command", "C", "E"]}
    assert found.state.pool == {
        "axis": ("german:sgt_hummel", "german:lt_becker"),
        "allied": ("american:lt_cawthon",),
    }


def test_no_09_to_11_we_55_we_56_sums() -> None:
    found = committed()
    found.until("battle_result")
    battle = found.state.at_hand
    assert battle.allied.orders == 2 + 1 + 1
    assert (battle.allied.initiative, battle.axis.initiative) == (2 + 4 + 4, 1 + 4)
    assert battle.initiative == "allied"
    assert (battle.allied.surrender, battle.axis.surrender) == (9, 6)


def test_no_12_command_platoons_at_line_quality() -> None:
    found = campaign()
    found.until("battle_result")
    german, american = (found.state.at_hand.force(side).groups[0] for side in ("axis", "allied"))
    assert american.leaders == ("american:sgt_craighead",)
    assert american.counters == {"american:squad_line": 3, "american:weapon_medium_mg": 1}
    assert german.leaders == ("german:sgt_heinzmann",)
    assert german.counters == {"german:squad_rifle": 3, "german:weapon_light_mortar": 2}
    assert SHEET.forces["german:command"].extras == {"scout": 1}
    card = make_cards(found.table, None)[-1]
    assert any("1 Scout" in text["en"] for text in card["rules"]["text"])
    assert card["sides"]["axis"]["extras"] == {"scout": 1}
    assert "extras" not in card["sides"]["allied"]


def assets(american: str, german: str, artillery: str | None = None, **readings: str) -> ScriptedCampaign:
    """Prepare a battle without platoons, so that the marker lies on 0 before the assets."""
    found = campaign(readings=readings)
    plan = {"american_armor": [american], "german_armor": [german]}
    if artillery is not None:
        plan["german_artillery"] = [artillery]
    found.plan(**plan)
    found.until("battle_result")
    return found


def marker_after_assets(found: ScriptedCampaign) -> int:
    moves = [n for n in found.notes("marker") if n["why"] not in ("open_chits", "packages", "radio")]
    return moves[-1]["to"] if moves else 0


def test_no_13_american_armour_costs_five() -> None:
    found = assets("1", "0", "0")
    assert marker_after_assets(found) == 5
    assert found.state.assets["american_armor"] == 4
    force = found.state.at_hand.allied
    assert force.radio == "american:radio_75mm"
    assert force.counters["american:weapon_satchel_charge"] == 2
    assert force.free_deploys == 1


@pytest.mark.parametrize(
    ("vp", "extras", "air", "marker", "satchels", "face"),
    [
        ("lost", "stay", "recall", 1, 2, "recall"),  # NO-14
        ("refunded", "stay", "recall", -3, 2, "recall"),
        ("refunded", "go", "recall", -4, 0, "recall"),
        ("lost", "go", "ground_support", 1, 0, "ground_support"),
    ],
)
def test_no_14_german_armour_cancels(
    vp: str, extras: str, air: str, marker: int, satchels: int, face: str
) -> None:
    found = assets("1", "1", cancelled_armor_vp=vp, cancelled_armor_extras=extras, air_after_cancelling=air)
    assert marker_after_assets(found) == marker
    battle = found.state.at_hand
    assert battle.axis.radio == "german:radio_105mm"
    assert battle.allied.radio is None
    assert battle.allied.counters.get("american:weapon_satchel_charge", 0) == satchels
    assert found.state.assets == {"american_armor": 4, "german_armor": 0, "german_artillery": 11}
    assert found.state.air == face
    said = [text["en"] for text in make_cards(found.table, None)[-1]["rules"]["text"]]
    (cancelled,) = [words for words in said if "cancelled" in words]
    assert "no radio" not in cancelled and "75" in cancelled  # RS.11.1 may bring another


def test_no_15_artillery() -> None:
    found = assets("0", "0", "3")
    assert marker_after_assets(found) == -5
    assert found.state.assets["german_artillery"] == 8
    card = make_cards(found.table, None)[-1]
    assert any("Pre-Registered Fire markers: 3" in text["en"] for text in card["rules"]["text"])
    assert card["sides"]["axis"]["extras"] == {"scout": 1, "pre_registered_fire": 3}
    assert not list(problems(card, "games/combat_commander/card"))


@pytest.mark.parametrize("spent", ["1", "2"])
def test_artillery_costs_the_same_for_any_points(spent: str) -> None:
    found = assets("0", "0", spent)
    assert marker_after_assets(found) == -5
    assert found.state.assets["german_artillery"] == 11 - int(spent)


def test_no_16_armour_and_artillery_exclude_each_other() -> None:
    found = campaign().plan(german_armor=["1"])
    found.until("battle_result")
    assert found.notes("asset_excluded") == [{"asset": "german_artillery", "by": "german_armor"}]
    armour = next(entry for entry in found.table.entries if entry.ask == "german_armor")
    both = armour._replace(n=armour.n + 1, rule="NO-C1.74", ask="german_artillery", answer="3")
    with pytest.raises(Departed) as departed:
        replay(
            CATALOG,
            "normandy",
            "desk",
            found.campaign.settings,
            [*found.table.entries[: armour.n + 1], both],
        )
    assert departed.value.place == both.n


@pytest.mark.parametrize("spent", ["4", "12", "-1", 1])
def test_no_more_artillery_than_the_rule_allows(spent: Any) -> None:
    found = campaign()
    found.until("german_artillery")
    with pytest.raises(Refused):
        found.give(spent)


@pytest.mark.parametrize(("armour", "face"), [("0", "ground_support"), ("1", "recall")])
def test_no_17_air_superiority(armour: str, face: str) -> None:
    assert assets(armour, "0", "0").state.air == face


def test_air_superiority_without_points() -> None:
    """NO-C1.75: five battles with armour, then no point is left."""
    found = campaign().plan(american_armor=["1"] * 5)
    for number, winner in enumerate(("allied", "axis", "allied", "axis", "allied"), 2):
        found.report(winner).to_battle(number)
    assert found.state.assets["american_armor"] == 0
    found.until("battle_result")
    assert found.state.air == "ground_support"
    assert found.state.at_hand.allied.radio is None


def test_no_18_fortification_points_cost_vp_too() -> None:
    found = campaign()
    prompt = found.until("fortification_points")
    assert (prompt.seat, prompt.budget) == ("axis", 7)
    before = found.notes("marker")[-1]["to"] if found.notes("marker") else 0
    found.give({"trench_line": 1})
    paid = [note for note in found.notes("marker") if note["why"] == "fortification_points"]
    assert [(note["from"], note["to"]) for note in paid] == [(before, before - 4)]
    found.until("battle_result")
    assert found.state.points["axis"] == 3


def test_fortification_points_past_zero_are_a_reading() -> None:
    found = campaign(readings={"fortification_past_zero": "forbidden"})
    found.until("battle_result")
    assert not [entry for entry in found.table.entries if entry.ask == "fortification_points"]
    assert found.state.at_hand.axis.posture == "recon"


@pytest.mark.parametrize(
    ("distance", "hindrance", "needed"),
    [
        (OWN_HEX_RANGE, 5, 7),  # NO-19
        (2, 0, 3),  # NO-20
        (1, 8, 10),  # NO-21: the text says 9, the rule gives the range plus 9
    ],
)
def test_no_19_to_21_needed_rolls(distance: int, hindrance: int, needed: int) -> None:
    assert needed_product(distance, hindrance) == needed


def test_a_charge_fails_only_on_two_ones() -> None:
    assert chance_to_hit(OWN_HEX_RANGE) == Fraction(35, 36)


@pytest.mark.parametrize(("battle", "day"), list(enumerate((11, 12, 13, 15, 16, 17, 18), 1)))
def test_no_22_dates(battle: int, day: int) -> None:
    winners = ("allied", "axis", "allied", "axis", "allied", "axis")[: battle - 1]
    found = after(*winners)
    assert found.state.date() == f"1944-07-{day}"
    found.until("battle_result")
    assert make_cards(found.table, None)[-1]["date"] == f"1944-07-{day}"


def test_platoon_leaders_are_exhausted_and_the_command_leader_is_not() -> None:
    found = committed().report("allied").to_battle(2)
    assert found.state.exhausted == {
        "axis": ("german:sgt_ehnert",),
        "allied": ("american:sgt_krauss", "american:sgt_bowen"),
    }
    assert found.state.committed == {"axis": (), "allied": ()}


def rest_day(rolls: list[list[int]]) -> ScriptedCampaign:
    found = committed().report("allied").to_battle(2)
    found.report("axis").to_battle(3)
    found.plan(rest_roll=rolls, reserve_roll=[[1, 1]] * 3)
    return found.report("allied")


def test_the_day_of_rest() -> None:
    """An 8 names Gessler, who is not exhausted; a 5 and a 9 name Ehnert."""
    found = rest_day([[4, 4], [2, 3]])
    prompt = found.until("rest_return", "allied")
    assert prompt.options == ("american:sgt_krauss", "american:sgt_bowen")
    found.give(["american:sgt_krauss"])
    prompt = found.until("rest_return", "axis")
    assert prompt.options == ("german:sgt_ehnert",)
    found.give(["german:sgt_ehnert"])
    found.to_battle(4)
    assert found.state.rested
    assert found.state.exhausted == {"axis": (), "allied": ("american:sgt_bowen",)}
    assert "german:sgt_ehnert" in found.state.division["axis"]
    assert "american:sgt_krauss" in found.state.division["allied"]


def test_the_same_leader_twice_on_the_day_of_rest() -> None:
    found = rest_day([[2, 3], [4, 5]])
    found.plan(rest_return=[[], ["german:sgt_ehnert"]]).to_battle(4)
    assert found.state.division["axis"].count("german:sgt_ehnert") == 1
    asked = [entry for entry in found.table.entries if entry.ask == "rest_return"]
    assert [entry.seat for entry in asked] == ["allied", "axis"]


def test_there_is_one_day_of_rest() -> None:
    found = after("allied", "axis", "allied", "axis")
    assert [note["date"] for note in found.notes("rest_day")] == ["1944-07-14"]


def test_a_request_brings_a_leader_of_the_division() -> None:
    """7 names the lowest corporals, who are available; 2 names leaders of the regiment or nobody."""
    found = campaign().report("allied").plan(reserve_roll=[[3, 4], [1, 1], [4, 3]]).to_battle(2)
    assert "german:cpl_wetteman" in found.state.pool["axis"]
    assert "american:cpl_slingsluff" in found.state.pool["allied"]
    assert "american:cpl_slingsluff" not in found.state.division["allied"]


@pytest.mark.parametrize(("reading", "edge"), [("allied", "bottom"), ("axis", "top")])
def test_white_die_names_the_edge_by_reading(reading: str, edge: str) -> None:
    found = campaign(readings={"compass_edge": reading}).plan(edge_roll=[[4, 1]])
    found.until("battle_result")
    assert found.state.at_hand.edge("allied") == edge


@pytest.mark.parametrize(("reading", "rules"), [("off", []), ("on", ["NO-C4.1", "NO-C4.2"])])
def test_line_of_sight_for_armour_is_an_option(reading: str, rules: list[str]) -> None:
    found = campaign(readings={"armor_line_of_sight": reading})
    found.until("battle_result")
    card = make_cards(found.table, None)[-1]
    assert card["rules"]["optional"] == rules
    assert card["rules"]["modules"] == ["normandy"]


@pytest.mark.parametrize(("answer", "marker", "satchels"), [("yes", 5, 2), ("no", 4, 0)])
def test_satchels_by_choice(answer: str, marker: int, satchels: int) -> None:
    found = campaign(readings={"armor_satchels": "optional"})
    found.plan(american_armor=["1"], armor_satchels=[answer])
    found.until("battle_result")
    assert marker_after_assets(found) == marker
    counters = found.state.at_hand.allied.counters
    assert counters.get("american:weapon_satchel_charge", 0) == satchels


def test_an_attacker_with_an_asset_radio_asks_for_no_other() -> None:
    """8.1.2: the first radio stays in the Artillery box."""
    found = assets("1", "0", "0")
    assert found.state.at_hand.allied.posture == "attack"
    assert found.notes("radio_box_full") == [{"side": "allied", "value": "american:radio_75mm"}]
