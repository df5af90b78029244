"""Tests of the campaign catalogues against the rules text."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from catalogs.errors import CatalogError
from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.campaigns import (
    Campaign,
    Force,
    GastadoresFigures,
    NormandyFigures,
    StalingradFigures,
    figures_of,
)
from catalogs.games.combat_commander.model import Posture, Quality, Side
from catalogs.store import Source, read
from schemas.validation import problems, tables

CATALOG = load()
FILES = [each for each in CATALOG.store.sources if each.table.startswith("campaign_") and not each.overlay]
STALINGRAD, NORMANDY, GASTADORES = (
    CATALOG.campaigns[name] for name in ("stalingrad", "normandy", "gastadores")
)
ST = figures_of(STALINGRAD, StalingradFigures)
NO = figures_of(NORMANDY, NormandyFigures)
GA = figures_of(GASTADORES, GastadoresFigures)
WITH_FORCES = [(STALINGRAD, "german"), (STALINGRAD, "russian"), (NORMANDY, "american"), (NORMANDY, "german")]
QUALITIES: tuple[Quality, ...] = ("elite", "line", "green")


def name(value: object) -> str | None:
    """Return the test id of a campaign or a faction."""
    return value.id if isinstance(value, Campaign) else value if isinstance(value, str) else None


def forces(campaign: Campaign, faction: str, letters: str) -> list[Force]:
    """Return the command force and the forces with these letters."""
    return [campaign.forces[f"{faction}:{name}"] for name in ("command", *letters)]


def too_many(campaign: Campaign, faction: str, letters: str, quality: Quality = "line") -> dict[str, int]:
    """Return how many counters some forces need beyond the counter mix, by counter id."""
    asked: Counter[str] = Counter()
    for force in forces(campaign, faction, letters):
        asked.update(force.pieces(quality))
    return {
        ref.partition(":")[2]: count - CATALOG.counters[ref].quantity
        for ref, count in asked.items()
        if count > CATALOG.counters[ref].quantity
    }


SCHEMAS = tables(CATALOG.store.game)


@pytest.mark.parametrize("source", FILES, ids=lambda source: source.name)
def test_every_file_keeps_its_schema(source: Source) -> None:
    assert list(problems(read(source), SCHEMAS[source.table])) == []


def first_row(table: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(json.dumps(next(iter(CATALOG.store.table(table).values())).data))
    return row


@pytest.mark.parametrize(
    ("table", "change", "place"),
    [
        ("campaign_forces", {"price": -1}, "/rows/0/price"),
        ("campaign_forces", {"kind": "patrol"}, "/rows/0"),
        ("campaign_forces", {"leaders": []}, "/rows/0/leaders"),
        ("campaign_reserves", {"id": "stalingrad:german:13"}, "/rows/0/id"),
        ("campaign_positions", {"map": "24"}, "/rows/0/map"),
        ("campaign_assets", {"counters_vp": None}, "/rows/0/counters_vp"),
        ("campaign_figures", {"id": "normandy"}, "/rows/0"),
        ("campaign_settings", {"choices": []}, "/rows/0/choices"),
        ("campaign_scenarios", {"phase": 0}, "/rows/0/phase"),
        ("campaign_scenarios", {"patches": [{"kind": "weather"}]}, "/rows/0/patches/0"),
        ("campaign_resources", {"rolls": [13]}, "/rows/0/rolls/0"),
        ("campaign_resources", {"effect": {"kind": "radio"}}, "/rows/0/effect"),
    ],
)
def test_the_schemas_refuse(table: str, change: dict[str, Any], place: str) -> None:
    document = {"format": f"hora-h/catalog/{table}/1", "rule": "x", "provenance": "house"}
    row = first_row(table)
    assert list(problems({**document, "rows": [row]}, SCHEMAS[table])) == []
    found = [each.place for each in problems({**document, "rows": [{**row, **change}]}, SCHEMAS[table])]
    assert any(each.startswith(place) for each in found), found


# --- all campaigns


@pytest.mark.parametrize(
    ("campaign", "code", "year", "axis", "allied"),
    [
        (STALINGRAD, "E45", 1942, "german", "russian"),
        (NORMANDY, "E56", 1944, "german", "american"),
        (GASTADORES, None, 1944, "german", "american"),
    ],
    ids=name,
)
def test_who_fights_when(campaign: Campaign, code: str | None, year: int, axis: str, allied: str) -> None:
    assert (campaign.code, campaign.year) == (code, year)
    assert dict(campaign.factions) == {"axis": axis, "allied": allied}
    assert campaign.side_of(allied) == "allied"


@pytest.mark.parametrize("campaign", CATALOG.campaigns.values(), ids=name)
def test_standing_rules_exist(campaign: Campaign) -> None:
    for module in campaign.modules:
        assert CATALOG.rules[module].kind == "module"
    for rule in (*campaign.rules, *campaign.options):
        assert rule in CATALOG.rules


def test_standing_rules() -> None:
    """ST-C2, NO-C2, NO-C4."""
    assert (STALINGRAD.modules, STALINGRAD.rules) == (("stalingrad",), ("ST-C2.2", "ST-C2.3"))
    assert NORMANDY.rules == ("NO-C2.2", "NO-C2.3", "NO-C2.4", "NO-C2.5", "NO-C2.6")
    assert NORMANDY.options == ("NO-C4.1", "NO-C4.2")


@pytest.mark.parametrize(("campaign", "faction"), WITH_FORCES, ids=name)
def test_forces_and_their_leaders(campaign: Campaign, faction: str) -> None:
    own = [force for force in campaign.forces.values() if force.faction == faction]
    assert [force.kind for force in own].count("command") == 1
    leaders = [leader for force in own for leader in force.leaders]
    assert len(leaders) == len(set(leaders))
    assert all(CATALOG.leaders[leader].faction == faction for leader in leaders)
    for force in own:
        assert all(ref.startswith(f"{faction}:") and ref in CATALOG.counters for ref in force.counters)
        assert force.title["es"] and force.title["en"]
        assert force.modelled_on is None or force.modelled_on in CATALOG.orders_of_battle


@pytest.mark.parametrize(("campaign", "faction"), WITH_FORCES, ids=name)
def test_a_force_has_the_figures_of_the_platoon_it_was_modelled_on(campaign: Campaign, faction: str) -> None:
    """Initiative is a third of the column's, rounded, unless the rules state a figure."""
    for force in campaign.forces.values():
        if force.faction != faction or force.modelled_on is None:
            continue
        column = CATALOG.orders_of_battle[force.modelled_on]
        if "initiative" not in force.provenance:
            assert force.initiative == round(column.initiative / 3), force.id
        assert force.orders == 1


@pytest.mark.parametrize(("campaign", "faction"), WITH_FORCES, ids=name)
def test_the_divisional_reserve_answers_every_roll(campaign: Campaign, faction: str) -> None:
    table = campaign.reserves[faction]
    assert sorted(table) == list(range(2, 13))
    letters = {force.id for force in campaign.forces.values() if force.faction == faction and force.letter}
    assert set(table.values()) == letters


@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize(("campaign", "faction"), WITH_FORCES, ids=name)
def test_command_and_any_one_force_are_in_the_mix(campaign: Campaign, faction: str, quality: Quality) -> None:
    for force in campaign.forces.values():
        if force.faction == faction:
            letters = force.letter or ""
            assert too_many(campaign, faction, letters, quality) == {}, force.id


@pytest.mark.parametrize(
    ("campaign", "faction", "least", "all_together"),
    [
        (STALINGRAD, "german", 4, {"weapon_light_mg": 5}),
        (STALINGRAD, "russian", 5, {"weapon_light_mg": 2}),
        (NORMANDY, "german", 4, {"weapon_light_mg": 4}),
        (NORMANDY, "american", 2, {"weapon_medium_mg": 6, "squad_line": 4}),
    ],
    ids=name,
)
def test_where_forces_together_outrun_the_mix(
    campaign: Campaign, faction: str, least: int, all_together: dict[str, int]
) -> None:
    """Find the fewest forces that with the command force exceed the mix, and the shortage of all forces."""
    letters = [
        force.letter for force in campaign.forces.values() if force.faction == faction and force.letter
    ]
    short = [
        size
        for size in range(len(letters) + 1)
        for some in combinations(letters, size)
        if too_many(campaign, faction, "".join(some))
    ]
    assert min(short) == least
    assert too_many(campaign, faction, "".join(letters)) == all_together


@pytest.mark.parametrize("campaign", CATALOG.campaigns.values(), ids=name)
def test_settings_default_to_one_of_their_choices(campaign: Campaign) -> None:
    for setting in campaign.settings.values():
        assert setting.default in setting.choices
        for text in (setting.title, setting.summary, *setting.choices.values()):
            assert text["es"] and text["en"]
    assert campaign.defaults() == {key: each.default for key, each in campaign.settings.items()}


@pytest.mark.parametrize(
    ("campaign", "setting", "default", "choices"),
    [
        (STALINGRAD, "rubble_duplicates", "redraw", {"redraw", "lost"}),
        (STALINGRAD, "filled_units", "free", {"free", "paid"}),
        (STALINGRAD, "sudden_death_roller", "winner", {"winner", "axis", "allied"}),
        (STALINGRAD, "quality_change", "optional", {"optional", "compulsory"}),
        (STALINGRAD, "survivors_heroes", "count", {"count", "ignore"}),
        (NORMANDY, "cancelled_armor_vp", "lost", {"lost", "refunded"}),
        (NORMANDY, "cancelled_armor_extras", "stay", {"stay", "go"}),
        (NORMANDY, "air_after_cancelling", "recall", {"recall", "ground_support"}),
        (NORMANDY, "armor_satchels", "compulsory", {"compulsory", "optional"}),
        (NORMANDY, "fortification_past_zero", "allowed", {"allowed", "forbidden"}),
        (NORMANDY, "german_armor_attacks", "one", {"one", "two"}),
        (NORMANDY, "armor_line_of_sight", "off", {"off", "on"}),
        (GASTADORES, "automatic_objective", "chit_v", {"chit_v", "objective_5", "both"}),
        (GASTADORES, "german_top_grade", "decisive", {"decisive", "substantial"}),
        (GASTADORES, "phase_one_counts", "yes", {"yes", "no"}),
    ],
    ids=name,
)
def test_recommended_readings(campaign: Campaign, setting: str, default: str, choices: set[str]) -> None:
    row = campaign.settings[setting]
    assert (row.default, set(row.choices)) == (default, choices)


def test_a_campaign_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        STALINGRAD.year = 1943  # type: ignore[misc]
    with pytest.raises(TypeError):
        STALINGRAD.forces["german:C"].counters["german:squad_rifle"] = 9  # type: ignore[index]
    with pytest.raises(TypeError):
        figures_of(STALINGRAD, NormandyFigures)


# --- Stalingrad


def next_positions(at: str, winner: Side, posture: Posture) -> list[str]:
    """ST-C3.2: return the positions that a winner may choose, or the decisive one."""
    if ST.graph.decisive[winner] == at:
        return ["DECISIVE"]
    place = ST.graph.order.index(at)
    ends = [place + ST.graph.direction[winner] * step for step in ST.graph.steps[posture]]
    return [ST.graph.order[end] for end in ends if 0 <= end < len(ST.graph.order)]


@pytest.mark.parametrize(
    ("position", "map", "near"),
    [("G2", 24, "axis"), ("G1", 23, "axis"), ("O", 37, None), ("R1", 32, "allied"), ("R2", 36, "allied")],
)
def test_stalingrad_positions(position: str, map: int, near: Side | None) -> None:
    row = STALINGRAD.positions[position]
    assert (row.map, row.near) == (map, near)
    assert map in CATALOG.maps
    assert row.place["es"] == CATALOG.term(f"position.stalingrad.{position}", "es")
    assert tuple(STALINGRAD.positions) == ST.graph.order


@pytest.mark.parametrize(
    ("at", "winner", "defend", "recon", "attack"),
    [
        ("G2", "axis", "G2 G1", "G1", "G1 O"),
        ("G2", "allied", "DECISIVE", "DECISIVE", "DECISIVE"),
        ("G1", "axis", "G1 O", "O", "O R1"),
        ("G1", "allied", "G1 G2", "G2", "G2"),
        ("O", "axis", "O R1", "R1", "R1 R2"),
        ("O", "allied", "O G1", "G1", "G1 G2"),
        ("R1", "axis", "R1 R2", "R2", "R2"),
        ("R1", "allied", "R1 O", "O", "O G1"),
        ("R2", "axis", "DECISIVE", "DECISIVE", "DECISIVE"),
        ("R2", "allied", "R2 R1", "R1", "R1 O"),
    ],
)
def test_stalingrad_graph(at: str, winner: Side, defend: str, recon: str, attack: str) -> None:
    """ST-06, ST-11 and the table of ST-C3.2."""
    assert next_positions(at, winner, "defend") == defend.split()
    assert next_positions(at, winner, "recon") == recon.split()
    assert next_positions(at, winner, "attack") == attack.split()


def test_stalingrad_start() -> None:
    """ST-C1.1 to ST-C1.9, ST-C3.6."""
    assert (ST.start, dict(ST.quality)) == ("O", {"axis": "line", "allied": "line"})
    assert dict(ST.fortification.points) == {"axis": 11, "allied": 11}
    assert (ST.fortification.first, ST.fortification.also_costs_vp) == ("axis", False)
    assert (ST.compass_side, ST.commitment_paid_first, ST.urban_sniper) == ("allied", "axis", "neutral")
    pool = {force.id for force in STALINGRAD.forces.values() if force.starts_in == "regiment"}
    assert pool == {f"german:{each}" for each in "CDFG"} | {f"russian:{each}" for each in "ABEG"}


@pytest.mark.parametrize(
    ("force", "leader"),
    [("german:C", "sgt_biermann"), ("german:D", "sgt_esser"), ("russian:G", "lt_gulikevich")],
)
def test_stalingrad_named_leaders(force: str, leader: str) -> None:
    """ST-02."""
    row = STALINGRAD.forces[force]
    assert row.leaders == (f"{row.faction}:{leader}",)
    assert row.provenance["leaders"] == "rulebook" and row.provenance[""] == "reconstructed"


@pytest.mark.parametrize(("faction", "squads"), [("german", 3), ("russian", 5)])
def test_stalingrad_command_patrols(faction: str, squads: int) -> None:
    """ST-01."""
    command = STALINGRAD.forces[f"{faction}:command"]
    assert command.pieces("line")[f"{faction}:squad_rifle"] == squads
    assert f"{faction}:squad_rifle" not in command.pieces("elite")
    assert command.price == 0


def test_stalingrad_rubble() -> None:
    """ST-03."""
    assert [ST.rubble.count(battle) for battle in range(1, 13)] == [
        4,
        8,
        12,
        16,
        20,
        24,
        28,
        32,
        36,
        40,
        40,
        40,
    ]
    assert ST.rubble.decks == ("german", "russian")


@pytest.mark.parametrize(
    ("battle", "survivors", "allowance"), [(1, 4, 2), (1, 7, 4), (1, 0, 0), (2, 7, 3), (3, 9, 3)]
)
def test_stalingrad_allowance(battle: int, survivors: int, allowance: int) -> None:
    """ST-07 to ST-09."""
    assert ceil(survivors / ST.divisor(battle)) == allowance


def test_stalingrad_prices_and_limits() -> None:
    """ST-04, ST-05, ST-10, ST-12, ST-13."""
    price = ST.reinforcements
    assert 2 * price.unit_price + 1 * price.weapon_price == 3
    assert price.soldiers_per_space == 7 and price.placed_first == "axis"
    assert ST.sudden_death_from == 5
    packages = {package.id: package.cost for package in CATALOG.editions["corrected"].packages}
    bought = packages["organized_trench_line"] + packages["strongpoint"]
    assert ST.fortification.points["axis"] - bought == 3
    assert (ST.requests.winner_rolls, ST.requests.loser_rolls, ST.requests.winner_uses) == (2, 1, 1)
    assert ST.quality_track.ladder == ("green", "line", "elite")


# --- Normandy


@pytest.mark.parametrize(("position", "map"), [("A1", 2), ("A2", 42), ("A3", 43), ("A4", 44), ("G1", 2)])
def test_normandy_positions(position: str, map: int) -> None:
    assert NORMANDY.positions[position].map == map
    assert NORMANDY.positions[position].place["en"] == CATALOG.term(f"position.normandy.{position}", "en")


@pytest.mark.parametrize(
    ("winners", "position"),
    [("", "A1"), ("a", "A2"), ("g", "G1"), ("ga", "A2"), ("gg", "G1"), ("aaag", "A4"), ("aga", "A3")],
)
def test_normandy_advance(winners: str, position: str) -> None:
    """NO-01 to NO-06: with w American wins the highest position reached is the w-th after the first."""
    ladder, stalled = NO.advance.ladder, NO.advance.stalled
    at = ladder[0]
    for count, winner in enumerate(winners, start=1):
        wins = winners[:count].count("a")
        last = wins == len(ladder) - 1
        at = ladder[wins] if winner == "a" or last else stalled
    assert at == position
    assert NO.start == ladder[0] and NO.advance.side == "allied"


def test_normandy_start() -> None:
    """NO-C1, NO-C1.53."""
    pool = {force.leaders[0] for force in NORMANDY.forces.values() if force.starts_in == "regiment"}
    american = {f"american:{each}" for each in ("sgt_krauss", "sgt_bowen", "lt_cawthon")}
    assert pool == american | {f"german:{each}" for each in ("sgt_ehnert", "sgt_hummel", "lt_becker")}
    assert dict(NO.fortification.points) == {"axis": 7, "allied": 0} and NO.fortification.also_costs_vp
    assert (NO.wins_needed, NO.most_battles) == (4, 7)
    assert (NO.compass_side, NO.commitment_paid_first, NO.air_superiority.start) == (
        "allied",
        "allied",
        "recall",
    )


@pytest.mark.parametrize(
    ("faction", "wins", "leader"),
    [
        ("american", 0, "sgt_craighead"),
        ("american", 2, "1lt_craighead"),
        ("german", 1, "2lt_heinzmann"),
        ("american", 3, "cpt_craighead"),
    ],
)
def test_normandy_promotions(faction: str, wins: int, leader: str) -> None:
    """NO-07: the rank of the command leader follows the number of wins of their side."""
    command = NORMANDY.forces[f"{faction}:command"]
    assert command.leaders[wins * NO.promotion.steps] == f"{faction}:{leader}"
    assert CATALOG.leaders[f"{faction}:{leader}"].rank == NO.promotion.ranks[wins]
    assert len(command.leaders) == len(NO.promotion.ranks) == NO.wins_needed


@pytest.mark.parametrize(
    ("faction", "letters", "field", "total"),
    [
        ("american", "CE", "orders", 4),
        ("american", "CE", "initiative", 10),
        ("american", "CE", "surrender", 9),
        ("german", "D", "initiative", 5),
        ("german", "D", "surrender", 6),
    ],
)
def test_normandy_sums(faction: str, letters: str, field: str, total: int) -> None:
    """NO-08 to NO-11."""
    assert sum(getattr(force, field) for force in forces(NORMANDY, faction, letters)) == total


def test_normandy_command_platoons() -> None:
    """NO-12."""
    american, german = NORMANDY.forces["american:command"], NORMANDY.forces["german:command"]
    assert dict(american.pieces("line")) == {"american:squad_line": 3, "american:weapon_medium_mg": 1}
    assert dict(german.pieces("line")) == {"german:squad_rifle": 3, "german:weapon_light_mortar": 2}
    assert dict(german.extras) == {"scout": 1} and not american.extras


@pytest.mark.parametrize(
    ("asset", "side", "points", "most", "vp", "firepower"),
    [
        ("american_armor", "allied", 5, 1, 5, 8),
        ("german_armor", "axis", 1, 1, 4, 10),
        ("german_artillery", "axis", 11, 3, 5, 12),
    ],
)
def test_normandy_assets(asset: str, side: Side, points: int, most: int, vp: int, firepower: int) -> None:
    """NO-13 to NO-16: the total cost of an asset, and the radio it brings."""
    row = NORMANDY.assets[asset]
    assert (row.side, row.points, row.most_per_battle) == (side, points, most)
    assert row.radio_vp + row.counters_vp == vp
    assert CATALOG.counters[row.radio].front.fp == firepower
    assert row.title["en"] == CATALOG.term(f"asset.{asset}", "en")


def test_normandy_assets_shut_each_other_out() -> None:
    """NO-13, NO-14, NO-16, NO-17."""
    armor, german_armor, artillery = NORMANDY.assets.values()
    assert dict(armor.counters) == {"american:weapon_satchel_charge": 2} and armor.free_deploys == 1
    assert (german_armor.cancels, artillery.excluded_by) == (armor.id, german_armor.id)
    assert artillery.marker_per_point == "pre_registered_fire"
    assert (NO.air_superiority.armor, NO.air_superiority.without_armor) == (armor.id, "ground_support")


def test_normandy_dates() -> None:
    """NO-22, NO-C3.6."""
    assert [int(day[-2:]) for day in NO.dates] == [11, 12, 13, 15, 16, 17, 18]
    assert (NO.rest.after_battle, NO.rest.date) == (3, "1944-07-14")
    assert NO.rest.all_return == "allied" and dict(NO.rest.rolls) == {"axis": 2}


# --- Gastadores


def test_gastadores_phases_and_scenarios() -> None:
    phases: dict[int, list[int]] = {}
    for scenario in GASTADORES.scenarios.values():
        phases.setdefault(scenario.phase, []).append(scenario.number)
    assert phases == {1: [33], 2: [26, 105, 6], 3: [34, 27, 28]}
    assert [phase.phase for phase in GA.phases] == [1, 2, 3]
    assert GA.phases[2].last_day == "1944-06-10"


@pytest.mark.parametrize(
    ("scenario", "kinds"),
    [
        (6, ["map", "edges", "hedge", "control"]),
        (26, ["hedge"]),
        (27, []),
        (28, []),
        (33, []),
        (34, ["posture"]),
        (105, ["terrain", "road"]),
    ],
)
def test_gastadores_patches(scenario: int, kinds: list[str]) -> None:
    patches = GASTADORES.scenarios[scenario].patches
    assert [patch.kind for patch in patches] == kinds
    assert all(patch.text["es"] and patch.text["en"] for patch in patches)


def test_gastadores_patch_figures() -> None:
    by_kind = {patch.kind: patch.figures for patch in GASTADORES.scenarios[6].patches}
    assert by_kind["map"]["map"] == 28
    assert by_kind["edges"]["edges"] == {"allied": "bottom", "axis": "top"}
    assert by_kind["hedge"] == {"move": 2, "cover": 2}
    assert by_kind["control"] == {"objective": 3, "side": "allied"}
    water, road = (patch.figures for patch in GASTADORES.scenarios[105].patches)
    assert (water["hexes"], water["columns"], water["move"]) == (("F7",), tuple("GHIJK"), None)
    assert (road["terrain"], road["from"], road["to"]) == ("rural_road", "H6", "J10")


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_gastadores_resource_tables_answer_every_roll(side: Side) -> None:
    rolls = [roll for each in GASTADORES.resources.values() if each.side == side for roll in each.rolls]
    assert sorted(rolls) == list(range(2, 13))


@pytest.mark.parametrize(
    ("side", "roll", "effect", "figures", "optional"),
    [
        ("axis", 2, "fire_for_effect", {"count": 3, "radio": "german:radio_105mm"}, False),
        ("axis", 4, "hidden_deployment", {"most_depth": 4, "scenario": 26, "scenario_rule": 1}, True),
        ("axis", 5, "advance_reconnaissance", {"cancels": "hidden_deployment"}, False),
        ("axis", 6, "movement", {"side": "allied", "change": -1}, False),
        ("axis", 7, "discard_limit", {"side": "allied", "limit": 2}, False),
        ("axis", 8, "radio", {"radio": "german:radio_105mm"}, True),
        ("axis", 11, "fortifications", {"fortifications": {"trench": 3}}, False),
        ("allied", 3, "jeep", {}, False),
        ("allied", 6, "surrender", {"side": "axis", "divisor": 2}, False),
        ("allied", 7, "discard_limit", {"side": "axis", "limit": 2}, False),
        ("allied", 8, "radio", {"radio": "american:radio_75mm"}, True),
        ("allied", 12, "radio", {"radio": "american:radio_105mm"}, False),
    ],
)
def test_gastadores_resources(
    side: Side, roll: int, effect: str, figures: dict[str, Any], optional: bool
) -> None:
    (found,) = (each for each in GASTADORES.resources.values() if each.side == side and roll in each.rolls)
    assert (found.effect, dict(found.figures), found.optional) == (effect, figures, optional)


@pytest.mark.parametrize(
    ("resource", "leader", "counters"),
    [
        (
            "german:rifle_section",
            "german:cpl_rettenhaus",
            {"squad_rifle": 2, "squad_conscript": 1, "weapon_light_mg": 1},
        ),
        ("american:airborne_infantry", "american:sgt_divine", {"squad_elite": 2, "weapon_medium_mg": 1}),
    ],
)
def test_gastadores_reinforcements(resource: str, leader: str, counters: dict[str, int]) -> None:
    found = GASTADORES.resources[resource].figures
    faction = resource.partition(":")[0]
    assert (found["time_space"], found["leader"]) == (5, leader)
    assert found["counters"] == {f"{faction}:{ref}": count for ref, count in counters.items()}
    assert leader in CATALOG.leaders and all(ref in CATALOG.counters for ref in found["counters"])


@pytest.mark.parametrize(
    ("net", "grade"),
    [
        (-19, "narrow"),
        (0, "narrow"),
        (14, "narrow"),
        (15, "substantial"),
        (40, "substantial"),
        (41, "decisive"),
    ],
)
def test_gastadores_grades(net: int, grade: str) -> None:
    """GA-02, GA-04, GA-06: the printed German column names the middle grade twice."""
    assert GA.grade("axis", net) == GA.grade("allied", net) == grade
    assert GA.grades["axis"][0].printed == "substantial"
    assert GA.grades["allied"][0].printed is None


def test_gastadores_scoring() -> None:
    """GA-01, GA-03, GA-05, GA-07, GA-08."""
    assert GA.automatic_vp == 30
    assert GA.automatic_endings == ("surrender", "chit_v", "forfeit")
    assert GA.deciding_phases == (2, 3)
    assert (GA.grade_with_negative_net, GA.grade_by_initiative) == ("narrow", "narrow")
    assert (GA.loser_rolls, GA.ceding_winner_rolls) == (1, 1)
    divisor = GASTADORES.resources["american:german_lack_of_coordination"].figures["divisor"]
    assert ceil(9 / divisor) == 5


# --- owner data from the printed sheet


def overlay(folder: Path, table: str, rows: list[dict[str, Any]]) -> Path:
    document = {
        "format": f"hora-h/catalog/{table}/1",
        "rule": "x",
        "provenance": "printed table",
        "rows": rows,
    }
    place = folder / CATALOG.game
    place.mkdir()
    (place / f"{table}.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_an_owner_enters_a_force_of_the_printed_sheet(tmp_path: Path) -> None:
    row = {**CATALOG.store.table("campaign_forces")["stalingrad:german:F"].data, "price": 13}
    row.pop("provenance_of")
    mine = load(overlay(tmp_path, "campaign_forces", [row])).campaigns["stalingrad"]
    assert (mine.forces["german:F"].price, mine.forces["german:F"].provenance[""]) == (13, "printed table")
    others = {key: force for key, force in STALINGRAD.forces.items() if key != "german:F"}
    assert {key: force for key, force in mine.forces.items() if key != "german:F"} == others


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("campaign_reserves", {"id": "stalingrad:german:2", "force": "stalingrad:german:Z"}),
        ("campaign_forces", {"id": "stalingrad:german:F", "price": 13}),
    ],
)
def test_a_faulty_sheet_is_refused(tmp_path: Path, table: str, row: dict[str, Any]) -> None:
    with pytest.raises(CatalogError) as refused:
        load(overlay(tmp_path, table, [row]))
    assert table in refused.value.faults[0].file
