"""ST-01 to ST-14, WE-50 to WE-54, and the rules ST-C1 to ST-C3 around them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from generator.games.combat_commander.campaign.aftermath import quality_changes
from generator.games.combat_commander.campaign.field import open_battle, rubble
from generator.games.combat_commander.campaign.outlook import chance_below
from generator.games.combat_commander.campaign.positions import build_position_graph, list_next_positions
from generator.games.combat_commander.campaign.stalingrad.aftermath import allowance
from generator.games.combat_commander.campaign.stalingrad.positions import next_positions
from generator.games.combat_commander.campaign.state import Survivor
from generator.table import Refused, Table

from .tools import CATALOG, ScriptedCampaign

SHEET = CATALOG.campaigns["stalingrad"]
FIGURES = SHEET.figures
LINE = FIGURES.graph
SQUAD, LMG = "german:squad_rifle", "german:weapon_light_mg"


def campaign(**more: Any) -> ScriptedCampaign:
    return ScriptedCampaign("stalingrad", **more)


def at(position: str) -> ScriptedCampaign:
    """Return a campaign whose next battle is fought at a position, one step per battle from O."""
    found = campaign()
    start, end = LINE.order.index("O"), LINE.order.index(position)
    winner = "axis" if end > start else "allied"
    for place in range(start, end, LINE.direction[winner]):
        found.report(winner)
        _move(found, LINE.order[place + LINE.direction[winner]])
    assert found.state.position == position
    return found


def _move(found: ScriptedCampaign, goal: str) -> None:
    """Play on to the next battle, choosing a position if there is a choice."""
    number = len(found.state.history) + 1
    while found.state.stage != "forces" or found.state.battle != number:
        if found.asked.ask == "next_position":
            found.give(goal if goal in found.asked.options else found.asked.options[0])
        else:
            found.step()


def test_st_01_we_50_command_patrols_at_line_quality() -> None:
    found = campaign()
    found.until("battle_result")
    forces = {side: found.state.at_hand.force(side) for side in ("axis", "allied")}
    assert forces["axis"].groups[0].counters["german:squad_rifle"] == 3
    assert forces["allied"].groups[0].counters["russian:squad_rifle"] == 5


def test_st_02_patrols_are_committed_together() -> None:
    found = campaign()
    found.until("commitment")
    found.give(["german:sgt_biermann", "german:sgt_esser"], "axis")
    found.give(["russian:lt_gulikevich"], "allied")
    found.until("battle_result")
    groups = {s: [g.id for g in found.state.at_hand.force(s).groups] for s in ("axis", "allied")}
    assert groups == {"axis": ["command", "C", "D"], "allied": ["command", "G"]}
    assert set(found.state.pool["axis"]) == {"german:lt_schrader", "german:lt_lauerbach"}
    assert set(found.state.pool["allied"]) == {
        "russian:cpl_gordov",
        "russian:cpl_krylov",
        "russian:sgt_kovalev",
    }


@pytest.mark.parametrize(
    ("battle", "rubble"), [*((n, 4 * n) for n in range(1, 11)), (11, 40), (12, 40), (13, 40)]
)
def test_st_03_we_51_rubble(battle: int, rubble: int) -> None:
    assert FIGURES.rubble.count(battle) == rubble


def test_st_03_rubble_lies_on_the_card_half_from_each_deck() -> None:
    found = campaign()
    found.report("axis")
    _move(found, "O")
    found.until("battle_result")
    hexes = found.state.at_hand.rubble
    assert len(hexes) == len(set(hexes)) == 8
    seats = [e.seat for e in found.table.entries if e.ask == "rubble_hex"][-8:]
    assert seats == ["axis"] * 4 + ["allied"] * 4


@pytest.mark.parametrize(("reading", "count"), [("redraw", 4), ("lost", 3)])
def test_rubble_drawn_twice(reading: str, count: int) -> None:
    """The two decks share no hex; with the German deck for both, the third draw repeats the first."""
    hexes = [card.hex for card in CATALOG.decks["german"]]
    battle = open_battle(campaign().state, 37)
    table: Table[Any] = Table(lambda: rubble(battle, 4, ("german", "german"), reading, "ST-C1.1"))
    for place in (0, 1, 0, 2, 3):
        if table.pending:
            table.answer("axis", hexes[place])
    assert table.finished and len(table.state.rubble) == count


def fifth_battle() -> ScriptedCampaign:
    """Play five battles without a decisive end: Axis and Allies take turns around the middle."""
    found = campaign()
    for winner, goal in (("axis", "R1"), ("allied", "O"), ("axis", "R1"), ("allied", "O")):
        found.report(winner)
        _move(found, goal)
    return found.report("allied")


@pytest.mark.parametrize("roll", [[1, 4], [2, 3], [6, 6]])
def test_st_04_we_52_a_roll_of_five_goes_on(roll: list[int]) -> None:
    found = fifth_battle()
    found.until("campaign_sudden_death")
    found.give(roll)
    assert found.state.verdict is None
    assert found.state.battle == 6


@pytest.mark.parametrize("roll", [[1, 3], [2, 2], [1, 1]])
def test_st_05_a_lower_roll_ends_it_for_the_winner_of_the_last_battle(roll: list[int]) -> None:
    found = fifth_battle()
    found.until("campaign_sudden_death")
    found.give(roll)
    assert (found.state.verdict.winner, found.state.verdict.grade) == ("allied", "tactical")
    assert found.table.finished


def test_no_sudden_death_before_the_fifth_battle() -> None:
    found = fifth_battle()
    assert [e.n for e in found.table.entries if e.ask == "campaign_sudden_death"] == []


@pytest.mark.parametrize(
    ("position", "winner", "posture", "ends"),
    [
        ("G2", "axis", "defend", "G2 G1"),
        ("G2", "axis", "recon", "G1"),
        ("G2", "axis", "attack", "G1 O"),
        ("G1", "axis", "defend", "G1 O"),
        ("G1", "axis", "recon", "O"),
        ("G1", "axis", "attack", "O R1"),
        ("G1", "allied", "defend", "G1 G2"),
        ("G1", "allied", "recon", "G2"),
        ("G1", "allied", "attack", "G2"),
        ("O", "axis", "defend", "O R1"),
        ("O", "axis", "recon", "R1"),
        ("O", "axis", "attack", "R1 R2"),  # ST-06, WE-53
        ("O", "allied", "defend", "O G1"),
        ("O", "allied", "recon", "G1"),
        ("O", "allied", "attack", "G1 G2"),
        ("R1", "axis", "defend", "R1 R2"),
        ("R1", "axis", "recon", "R2"),
        ("R1", "axis", "attack", "R2"),
        ("R1", "allied", "defend", "R1 O"),
        ("R1", "allied", "recon", "O"),
        ("R1", "allied", "attack", "O G1"),
        ("R2", "allied", "defend", "R2 R1"),
        ("R2", "allied", "recon", "R1"),
        ("R2", "allied", "attack", "R1 O"),
    ],
)
def test_st_06_we_53_positions(position: str, winner: Any, posture: Any, ends: str) -> None:
    assert " ".join(next_positions(LINE, position, winner, posture)) == ends
    graph = build_position_graph(SHEET)
    assert set(list_next_positions(graph, position, winner, posture)) == set(ends.split())


@pytest.mark.parametrize(("position", "winner"), [("G2", "allied"), ("R2", "axis")])
@pytest.mark.parametrize("posture", ["attack", "recon", "defend"])
def test_the_graph_knows_the_decisive_ends(position: str, winner: Any, posture: Any) -> None:
    assert list_next_positions(build_position_graph(SHEET), position, winner, posture) == (f"won:{winner}",)


def test_the_graph_has_maps_and_places() -> None:
    nodes = build_position_graph(SHEET).nodes(data=True)
    assert {name: data["map"] for name, data in nodes if "map" in data} == {
        "G2": 24,
        "G1": 23,
        "O": 37,
        "R1": 32,
        "R2": 36,
    }
    assert dict(nodes)["G2"]["place"]["en"] == "Hill 102, top of Mamayev Kurgan"


def test_st_06_the_winner_is_asked() -> None:
    """The Axis has bought every patrol, so it attacks; it may go to R1 or R2."""
    found = campaign()
    found.until("commitment")
    found.give(list(found.asked.options), "axis").give([], "allied")
    found.until("battle_result")
    assert found.state.at_hand.axis.posture == "attack"
    found.report("axis")
    prompt = found.until("next_position")
    assert (prompt.seat, prompt.options) == ("axis", ("R1", "R2"))
    with pytest.raises(Refused):
        found.give("G1")
    found.give("R2")
    assert found.state.position == "R2"


@pytest.mark.parametrize(
    ("survivors", "marker", "kept"),
    [(4, 2, 2), (7, 2, 4), (6, 3, 2), (7, 3, 3), (8, 4, 2), (0, 2, 0), (1, 13, 1)],  # ST-07 to ST-09, WE-54
)
def test_st_07_st_08_st_09_we_54_allowance(survivors: int, marker: int, kept: int) -> None:
    assert allowance(survivors, marker) == kept


@pytest.mark.parametrize(("battle", "divisor"), [(1, 2), (2, 3), (3, 4)])
def test_st_08_divisors(battle: int, divisor: int) -> None:
    assert FIGURES.divisor(battle) == divisor


def units(piece: str, count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"piece": piece, **more} for _ in range(count)]


def after_first_battle() -> ScriptedCampaign:
    survivors = {
        "axis": [*units(SQUAD, 3), {"piece": SQUAD, "weapon": LMG, "veteran": True}],
        "allied": units("russian:squad_rifle", 7),
    }
    return campaign().report("axis", survivors=survivors)


def test_st_07_survivors_are_kept() -> None:
    found = after_first_battle()
    axis = found.until("survivors_kept", "axis")
    assert (axis.least, axis.most, len(axis.options)) == (0, 2, 4)
    with pytest.raises(Refused):
        found.give(["1", "2", "4"])
    found.give(["1", "4"])
    assert found.asked.ask == "weapons_kept"
    found.give(["4"])
    allied = found.until("survivors_kept", "allied")
    assert (allied.least, allied.most) == (0, 4)
    found.give(["1"])
    assert found.state.reinforcements == {
        "axis": (Survivor(SQUAD), Survivor(SQUAD, LMG, veteran=True)),
        "allied": (Survivor("russian:squad_rifle"),),
    }


def test_a_kept_unit_may_leave_its_weapon() -> None:
    found = after_first_battle()
    found.plan(survivors_kept=[["4"], []], weapons_kept=[[]]).to_battle(2)
    assert found.state.reinforcements["axis"] == (Survivor(SQUAD, None, veteran=True),)


@pytest.mark.parametrize(("reading", "most"), [("count", 1), ("ignore", 0)])
def test_heroes_and_privates_count_by_reading(reading: str, most: int) -> None:
    survivors = {"axis": [{"piece": "german:hero"}, {"piece": "german:private"}], "allied": []}
    found = campaign(readings={"survivors_heroes": reading}).report("axis", survivors=survivors)
    found.to_battle(2)
    assert {a["side"]: a["value"] for a in found.notes("allowance")}["axis"] == most


def second_battle(kept: list[str], weapons: list[str]) -> ScriptedCampaign:
    found = after_first_battle()
    return found.plan(survivors_kept=[kept, []], weapons_kept=[weapons]).to_battle(2)


def test_st_10_reinforcements_cost_a_point_for_each_unit_and_weapon() -> None:
    found = second_battle(["1", "4"], ["4"])
    found.until("commitment")
    found.give(["german:sgt_biermann"], "axis").give([], "allied")
    paid = [note for note in found.notes("marker") if note["why"] == "patrols"]
    price = SHEET.forces["german:C"].price
    assert [(note["from"], note["to"]) for note in paid] == [(0, -price - 3)]


@pytest.mark.parametrize("reading", ["free", "paid"])
def test_reinforcements_that_fill_a_patrol(reading: str) -> None:
    """Ten Rifle squads are in the box, four of them Reinforcements; command, C and D need nine."""
    keep = [str(n) for n in range(1, 11)]
    survivors = {"axis": units(SQUAD, 10), "allied": []}
    found = campaign(readings={"filled_units": reading}).report("axis", survivors=survivors)
    found.plan(survivors_kept=[keep[:5]]).to_battle(2)
    found.report("axis", survivors=survivors)
    found.plan(survivors_kept=[keep[:4]]).to_battle(3)
    kept = len(found.state.reinforcements["axis"])
    found.until("commitment")
    found.give(["german:sgt_biermann", "german:sgt_esser"], "axis").give([], "allied")
    found.until("battle_result")
    filled = sum(note["count"] for note in found.notes("filled"))
    assert (kept, filled) == (4, 3)
    assert len(found.state.reinforcements["axis"]) == kept - filled
    own = SHEET.forces["german:C"].price + SHEET.forces["german:D"].price
    assert found.state.at_hand.axis.point_value == own + kept - (0 if reading == "paid" else filled)
    assert found.state.at_hand.axis.counters[SQUAD] == 9


def test_missing_counters_are_lost() -> None:
    """Six light machine guns are in the box; command, C, D, G and F need seven."""
    found = campaign()
    found.until("commitment")
    found.give(list(found.asked.options), "axis").give([], "allied")
    found.until("battle_result")
    assert found.state.at_hand.axis.counters[LMG] == CATALOG.counters[LMG].quantity == 6
    assert [(n["value"], n["count"]) for n in found.notes("counters_lost")] == [(LMG, 1)]


def test_st_11_decisive_russian_victory() -> None:
    found = at("G2").report("allied")
    assert (found.state.verdict.winner, found.state.verdict.grade) == ("allied", "decisive")
    assert found.table.finished


def test_decisive_german_victory() -> None:
    found = at("R2").report("axis")
    assert (found.state.verdict.winner, found.state.verdict.grade) == ("axis", "decisive")


def test_st_12_fortification_points_never_touch_vp() -> None:
    found = campaign()
    prompt = found.until("fortification_points", "axis")
    before = found.notes("marker")[-1]["to"] if found.notes("marker") else 0
    assert (prompt.budget, found.state.points["axis"]) == (11, 11)
    found.give({"organized_trench_line": 1, "strongpoint": 1})
    assert found.asked.ask == "fortification_points" and found.asked.seat == "allied"
    after = found.notes("marker")[-1]["to"] if found.notes("marker") else 0
    assert before == after
    found.until("battle_result")
    assert found.state.points == {"axis": 3, "allied": 11}


def test_one_mine_strength_for_vp_and_points() -> None:
    found = campaign()
    found.until("fortification_points", "axis")
    found.give({"hasty_minefield": 1})
    with pytest.raises(Refused) as refused:
        found.give({"minefield": 1})
    assert refused.value.code == "MIXED_MINES"
    with pytest.raises(Refused) as refused:
        found.give({"organized_minefield": 1})
    assert refused.value.code == "OVER_BUDGET"


def test_st_13_seven_figures_to_a_space() -> None:
    found = second_battle(["1", "2"], [])
    prompt = found.until("reinforcement_spaces", "axis")
    assert prompt.context["limit"] == 7
    with pytest.raises(Refused) as refused:
        found.give([3, 3])  # two squads of four: eight figures
    assert refused.value.code == "OVERSTACK"
    found.give([3, 4])
    found.until("battle_result")
    assert [a.space for a in found.state.at_hand.axis.arrivals] == [3, 4]


@pytest.mark.parametrize(
    ("spaces", "code"),
    [
        ([3], "BAD_SPACES"),
        ([3, 0], "BAD_SPACES"),
        ([3, 13], "BAD_SPACES"),
        ([3, "4"], "BAD_REPORT"),
        ([3, 4.0], "BAD_REPORT"),
        ("3,4", "BAD_REPORT"),
        (None, "BAD_REPORT"),
        ([3, True], "BAD_REPORT"),
    ],
)
def test_illegal_spaces_are_refused(spaces: Any, code: str) -> None:
    found = second_battle(["1", "2"], [])
    found.until("reinforcement_spaces", "axis")
    with pytest.raises(Refused) as refused:
        found.give(spaces)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("axis", "allied", "winner", "changes"),
    [
        ("elite", "green", "axis", {}),  # ST-14
        ("line", "line", "axis", {"raise_own": {"axis": "elite"}, "lower_other": {"allied": "green"}}),
        ("green", "elite", "axis", {"raise_own": {"axis": "line"}, "lower_other": {"allied": "line"}}),
        ("elite", "line", "axis", {"lower_other": {"allied": "green"}}),
        ("green", "line", "allied", {"raise_own": {"allied": "elite"}}),
    ],
)
def test_st_14_quality(axis: Any, allied: Any, winner: Any, changes: Any) -> None:
    assert quality_changes({"axis": axis, "allied": allied}, winner, FIGURES.quality_track) == changes


@pytest.mark.parametrize(
    ("reading", "options"),
    [
        ("optional", ("raise_own", "lower_other", "no_change")),
        ("compulsory", ("raise_own", "lower_other")),
    ],
)
def test_quality_change_depends_on_the_reading(reading: str, options: tuple[str, ...]) -> None:
    found = campaign(readings={"quality_change": reading}).report("axis")
    assert found.until("quality_change").options == options


@pytest.mark.parametrize(
    ("n", "chance"),
    [
        (5, "1/6"),
        (6, "5/18"),
        (7, "5/12"),
        (8, "7/12"),
        (9, "13/18"),
        (10, "5/6"),
        (11, "11/12"),
        (12, "35/36"),
        (13, "1"),
    ],
)
def test_sudden_death_odds(n: int, chance: str) -> None:
    assert chance_below(n) == Fraction(chance)


@pytest.mark.parametrize(("reading", "seat"), [("winner", "allied"), ("axis", "axis"), ("allied", "allied")])
def test_who_rolls_for_sudden_death(reading: str, seat: str) -> None:
    found = campaign(readings={"sudden_death_roller": reading})
    for winner, goal in (("axis", "R1"), ("allied", "O"), ("axis", "R1"), ("allied", "O")):
        found.report(winner)
        _move(found, goal)
    found.report("allied")
    assert found.until("campaign_sudden_death").seat == seat


def reserve(rolls: list[list[int]], winner: str = "axis") -> ScriptedCampaign:
    return campaign().report(winner).plan(reserve_roll=rolls)


def test_divisional_reserve_loser_one_roll_winner_two() -> None:
    found = reserve([[1, 5], [3, 6], [4, 3]]).to_battle(2)
    rolls = [(e.seat, sum(e.answer)) for e in found.table.entries if e.ask == "reserve_roll"]
    assert rolls == [("allied", 6), ("axis", 9), ("axis", 7)]
    # 6 names Krylov, who lies in the pool; 9 Ganz and 7 Winkler, one of whom the winner chooses.
    assert found.state.pool["allied"] == campaign().state.pool["allied"]
    assert set(found.state.pool["axis"]) - set(campaign().state.pool["axis"]) == {"german:sgt_ganz"}


def test_the_winner_chooses_between_two_leaders() -> None:
    found = reserve([[1, 5], [3, 6], [4, 3]])
    assert found.until("reserve_leader").options == ("german:sgt_ganz", "german:cpl_winkler")


def test_a_leader_among_the_reinforcements_does_not_come() -> None:
    found = campaign()
    found.until("commitment")
    found.give(["german:sgt_biermann"], "axis").give([], "allied")
    survivors = {"axis": [{"piece": "german:sgt_biermann"}], "allied": []}
    found.report("axis", survivors=survivors)
    found.plan(survivors_kept=[["1"]], reserve_roll=[[1, 1], [4, 4], [4, 4]]).to_battle(2)
    assert found.state.reinforcements["axis"] == (Survivor("german:sgt_biermann"),)
    assert "german:sgt_biermann" not in found.state.pool["axis"]


def test_a_bought_patrol_may_come_back() -> None:
    found = campaign()
    found.until("commitment")
    found.give(["german:sgt_biermann"], "axis").give([], "allied")
    found.report("axis")
    found.plan(reserve_roll=[[1, 1], [4, 4], [4, 4]]).to_battle(2)
    assert "german:sgt_biermann" in found.state.pool["axis"]


def test_the_command_leader_comes_back_from_the_reinforcements() -> None:
    found = campaign().report("axis", survivors={"axis": [{"piece": "german:cpt_wehling"}], "allied": []})
    found.plan(survivors_kept=[["1"]]).to_battle(2)
    assert found.state.reinforcements["axis"] == (Survivor("german:cpt_wehling"),)
    found.until("battle_result")
    assert found.state.reinforcements["axis"] == ()
    assert found.state.at_hand.axis.leaders[0] == "german:cpt_wehling"


def test_the_white_die_gives_the_russian_edge() -> None:
    for white, edge in ((1, "top"), (2, "right"), (3, "right"), (4, "bottom"), (5, "left"), (6, "left")):
        found = campaign().plan(edge_roll=[[white, 1]])
        found.until("battle_result")
        assert found.state.at_hand.edge("allied") == edge


def test_battle_two_begins_with_the_marker_on_zero() -> None:
    found = second_battle([], [])
    found.until("commitment")
    assert all(note["from"] == 0 for note in found.notes("marker")[:1])
    assert found.state.battle == 2


def test_sums_of_the_campaign_forces_table() -> None:
    found = campaign()
    found.until("commitment")
    found.give(["german:sgt_biermann"], "axis").give(["russian:cpl_gordov"], "allied")
    found.until("battle_result")
    battle = found.state.at_hand
    for side, names in (
        ("axis", ("german:command", "german:C")),
        ("allied", ("russian:command", "russian:A")),
    ):
        forces = [SHEET.forces[name] for name in names]
        force = battle.force(side)
        assert force.orders == sum(f.orders for f in forces)
        assert force.surrender == sum(f.surrender for f in forces)
        assert force.initiative == sum(f.initiative for f in forces)
    assert battle.sudden_death == battle.axis.orders + battle.allied.orders
