"""Tests of the catalogues against the rulebooks: counts, single cells, errata and holes."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.catalog import keys
from catalogs.games.combat_commander import Catalog, load
from catalogs.games.combat_commander.editions import TABLES, tables
from catalogs.games.combat_commander.unreachable_rolls import columns, find_holes, iterate_pairings, legal
from catalogs.store import Store

CATALOG = load()
EDITIONS = ("corrected", "compilation", "anniversary")


def test_counts() -> None:
    table_leaders = [leader for leader in CATALOG.leaders.values() if leader.source == "table"]
    assert len(CATALOG.orders_of_battle) == 162
    assert len(CATALOG.support) == 420
    assert len(table_leaders) == 48
    assert len(CATALOG.chits) == 22
    assert sum(len(deck) for deck in CATALOG.decks.values()) == 432
    assert {name: len(deck) for name, deck in CATALOG.decks.items()} == dict.fromkeys(CATALOG.factions, 72)
    assert Counter(offer.faction for offer in CATALOG.support.values()) == {
        "german": 75, "italian": 71, "french": 72, "british": 65, "russian": 80, "american": 57,
    }  # fmt: skip


def test_orders_of_battle_are_nine_formations_at_three_sizes() -> None:
    found = Counter(battle.faction for battle in CATALOG.orders_of_battle.values())
    assert found == dict.fromkeys(CATALOG.factions, 27)
    letters = {"axis": "ABCDEFGHJ", "allied": "RSTUVWXYZ"}
    for battle in CATALOG.orders_of_battle.values():
        assert battle.chit in letters[CATALOG.factions[battle.faction].side]


def test_a_column_as_printed() -> None:
    battle = CATALOG.orders_of_battle["german:A:company"]
    assert (battle.name, battle.years, battle.quality) == (
        "Pionier Company",
        (1940, 1941, 1942, 1943),
        "elite",
    )
    assert (battle.point_value, battle.initiative, battle.orders, battle.surrender) == (32, 13, 4, 8)
    assert battle.leaders == 3
    assert battle.counters == {
        "german:squad_pionier": 6, "german:squad_elite_rifle": 3, "german:weapon_light_mg": 1,
        "german:weapon_flamethrower": 3, "german:weapon_satchel_charge": 6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("battle", "opponents", "rules", "years"),
    [
        ("italian:A:company", ("russian",), ("finnish_discard",), (1939, 1940, 1941, 1942, 1943, 1944)),
        ("italian:H:platoon", ("french",), (), (1941,)),
        ("italian:C:company", None, (), (1939, 1941, 1942, 1943, 1944)),  # 1940 is missing for the Slovakians
        ("french:R:company", None, ("free_french_discard",), (1943, 1944, 1945)),
    ],
)
def test_limits_of_formations(
    battle: str, opponents: tuple[str, ...] | None, rules: tuple[str, ...], years: tuple[int, ...]
) -> None:
    found = CATALOG.orders_of_battle[battle]
    assert (found.opponents, found.rules, found.years) == (opponents, rules, years)


def test_dated_counters_come_in_their_years() -> None:
    dated = CATALOG.orders_of_battle["german:F:company"].dated
    assert [(line.counter, line.count, line.years[0], line.years[-1]) for line in dated] == [
        ("german:weapon_light_mortar", 3, 1939, 1943),
        ("german:weapon_medium_mortar", 2, 1944, 1945),
    ]


def test_support_offers_know_nationality_weapon_owner_and_choice() -> None:
    offer = CATALOG.support
    assert offer["french:7:wpn_team_heavy_mg"].pieces == ("french:team_weapon", "american:weapon_heavy_mg")
    assert offer["french:2:wpn_team_heavy_mg"].pieces == ("french:team_weapon", "french:weapon_heavy_mg")
    assert offer["italian:8:elite_team_molotov_cocktail"].pieces[1] == "common:weapon_molotov_cocktail"
    restrictions = {each.restriction for each in offer.values()}
    assert restrictions == {None, "Finnish", "Polish", "Belgian", "French"}
    either = [each for each in offer.values() if each.choices]
    assert {each.choices for each in either} == {
        ("german:lt_huntziger", "german:lt_bolter"),
        ("german:sgt_benzing", "german:sgt_grein"),
    }
    assert all(not each.pieces for each in either)


def test_only_french_formations_may_buy_what_is_for_the_french_alone() -> None:
    french = {b.formation for b in CATALOG.orders_of_battle.values() if b.nationality == "French"}
    assert french == {"Chasseur", "Maginot Garrison"}


def test_leaders_have_the_figures_of_their_counter() -> None:
    esser, wehling = CATALOG.leaders["german:sgt_esser"], CATALOG.leaders["german:cpt_wehling"]
    assert (esser.surname, esser.rank, esser.front.morale, esser.front.command, esser.points) == (
        "Esser", "sergeant", 8, 2, 439,
    )  # fmt: skip
    assert (wehling.source, wehling.broken.morale) == ("support", 11)
    craighead = CATALOG.leaders["american:2lt_craighead"]
    assert (craighead.source, craighead.rank, craighead.counter) == (
        "campaign", "second_lieutenant", "american:lieutenant_1cd",
    )  # fmt: skip


@pytest.mark.parametrize("faction", CATALOG.factions)
@pytest.mark.parametrize("roll", range(-3, 10))
def test_every_modified_roll_names_one_leader(faction: str, roll: int) -> None:
    """RS.6: "0 or less" and "7 or more" are open ends."""
    rows = CATALOG.leader_tables[faction].rows
    assert len([row for row in rows if row.low <= roll <= row.high]) == 1


def test_a_shared_piece_costs_what_its_carrier_pays() -> None:
    molotov = CATALOG.counters["common:weapon_molotov_cocktail"]
    assert {name: molotov.points_for(name) for name in CATALOG.factions} == {
        "german": 23, "italian": 18, "american": 23, "british": 22, "french": 19, "russian": 22,
    }  # fmt: skip
    assert CATALOG.counters["german:squad_rifle"].points_for("german") == 100


def test_weapons_that_need_a_team_are_tagged() -> None:
    tags = CATALOG.guide.weapon_team_tags
    needing = {each.id for each in CATALOG.counters.values() if set(tags) & set(each.tags)}
    assert needing == {
        "weapon_heavy_mg", "weapon_50cal_mg", "weapon_medium_mortar", "weapon_ig_18_gun", "weapon_ig_33_gun",
        "weapon_mountain_gun", "weapon_french_75", "weapon_25_pounder", "weapon_infantry_gun",
        "weapon_pack_howitzer",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "number", "objective", "hex_"),
    [
        ("corrected", 1, 4, "N5"),
        ("corrected", 1, 5, "F6"),
        ("anniversary", 1, 4, "N5"),
        ("compilation", 17, 2, "D1"),
        ("corrected", 17, 2, "D1"),
        ("anniversary", 17, 2, "M8"),
        ("anniversary", 17, 1, "E9"),
    ],
)
def test_objectives_as_an_edition_prints_them(edition: str, number: int, objective: int, hex_: str) -> None:
    """2.3: the 2025 printing moved objective 2 of map 17; all others are the same in every printing."""
    sheet = CATALOG.editions[edition].maps[number]
    assert sheet.objectives is not None and sheet.objectives[objective] == hex_
    assert CATALOG.maps_in(edition)[number] == sheet
    assert CATALOG.maps_in(None)[17] == CATALOG.editions["corrected"].maps[17]


def test_no_map_of_ours_is_one_place_in_every_battle() -> None:
    """Mamayev Kurgan and Martinville are campaign positions, not names of maps."""
    assert {sheet.place for sheet in CATALOG.maps.values()} == {None}


def test_chits_without_a_secret_side() -> None:
    assert "".join(letter for letter, chit in CATALOG.chits.items() if not chit.secret_side) == "RVWX"
    assert CATALOG.chits["T"].objectives == (1, 2, 3, 4, 5)
    assert CATALOG.chits["W"].objectives == ()


@pytest.mark.parametrize("deck", CATALOG.decks)
def test_a_deck_is_two_fair_dice(deck: str) -> None:
    pairs = Counter((card.white, card.coloured) for card in CATALOG.decks[deck])
    assert set(pairs.values()) == {2}
    assert len(pairs) == 36
    assert len({card.hex for card in CATALOG.decks[deck]}) == 72


@pytest.mark.parametrize(
    ("posture", "hand", "wide", "long"),
    [
        ("attack", 6, 2, 3),
        ("recon", 5, 4, 6),
        ("defend", 4, 8, 12),
        ("banzai", 3, 0, 0),
        ("invader", 7, 0, 0),
    ],
)
def test_postures(posture: str, hand: int, wide: int, long: int) -> None:
    row = CATALOG.postures[posture]
    assert row.hand == hand
    assert row.depth == ({"wide": wide, "long": long} if wide else None)


def test_the_design_guide() -> None:
    guide = CATALOG.guide
    assert guide.company_squads == {
        "german": 9, "british": 9, "american": 12, "french": 12, "russian": 15, "italian": 18,
    }  # fmt: skip
    assert guide.size_fraction["detachment"] == Fraction(2, 3)
    assert guide.surrender_percent == {"company": 70, "detachment": 75, "platoon": 80}
    assert {name: faction.leader_ratio for name, faction in CATALOG.factions.items()} == {
        "german": 3, "british": 3, "american": 4, "french": 4, "russian": 5, "italian": 6,
    }  # fmt: skip
    assert guide.tournament.classes[0].id == "surrender"
    assert guide.handicap.units == Fraction(1, 4)


# --- RS.2, RS.3, RS.9: the editions


def test_the_errata_turn_the_compilation_into_the_corrected_edition() -> None:
    """Every cell that differs is listed, and no other cell differs."""
    printed, corrected = tables(CATALOG.store, "compilation"), tables(CATALOG.store, "corrected")
    differing = {
        (table, key)
        for table in TABLES
        for key in printed[table].keys() | corrected[table].keys()
        if printed[table].get(key) != corrected[table].get(key)
    }
    assert differing == {
        ("year_rolls", "german"),
        ("quality_columns", "german:1941"),
        ("quality_columns", "british:1941"),
        ("quality_columns", "italian:1939-43:non_russian"),
        ("quality_columns", "italian:1939:non_russian"),
        ("quality_columns", "russian:1945"),
        ("packages", "hasty_entrenchments"),
        ("packages", "bunker_complex"),
    }


def test_seven_errata_each_with_the_printed_value_beside_the_corrected_one() -> None:
    errata = CATALOG.editions["corrected"].errata
    assert [(each.rule, each.printed, each.corrected) for each in errata] == [
        ("RS.2.1", "1943", "1939"),
        ("RS.3.1", "1941", "1939-41"),
        ("RS.3.2", "1941", "1940"),
        ("RS.3.1", "elite on 2-4, line on 5-8, green on 9-12", "elite on every roll"),
        ("RS.3.2", "green", "line"),
        ("RS.9", "6 foxholes for 1 VP", "3 foxholes for 1 VP"),
        ("RS.9", "3 bunkers, 1 trench, 1 wire, 1 mines", "three of each piece"),
    ]
    assert all(set(each.text) == {"es", "en"} and each.reason for each in errata)
    assert CATALOG.editions["compilation"].errata == CATALOG.editions["anniversary"].errata == ()


@pytest.mark.parametrize(
    ("edition", "faction", "year", "against", "roll", "quality"),
    [
        ("corrected", "german", 1939, "french", 12, "line"),
        ("corrected", "british", 1940, "german", 10, "green"),
        ("corrected", "british", 1941, "german", 10, "line"),
        ("corrected", "italian", 1939, "french", 12, "elite"),
        ("corrected", "italian", 1940, "french", 12, "green"),
        ("corrected", "russian", 1945, "german", 12, "line"),
        ("corrected", "russian", 1944, "german", 11, "green"),  # as the compilation prints it
        ("anniversary", "russian", 1944, "german", 11, "line"),
        ("compilation", "russian", 1945, "german", 12, "green"),
        ("compilation", "italian", 1939, "french", 7, "line"),
    ],
)
def test_quality_cells(edition: str, faction: str, year: int, against: str, roll: int, quality: str) -> None:
    (column,) = columns(CATALOG.editions[edition], faction, year, against)
    assert column.results[roll] == quality


def test_packages_by_edition() -> None:
    def contents(edition: str) -> dict[str, dict[str, int]]:
        return {each.id: dict(each.contents) for each in CATALOG.editions[edition].packages}

    assert {name: len(CATALOG.editions[name].packages) for name in EDITIONS} == {
        "corrected": 12, "compilation": 12, "anniversary": 8,
    }  # fmt: skip
    assert contents("compilation")["hasty_entrenchments"] == {"foxholes": 6}
    assert contents("corrected")["hasty_entrenchments"] == {"foxholes": 3}
    assert contents("compilation")["bunker_complex"] == {"bunker": 3, "trench": 1, "wire": 1, "mines": 1}
    assert contents("corrected")["bunker_complex"] == {"bunker": 3, "trench": 3, "wire": 3, "mines": 3}
    assert contents("anniversary")["barbed_wire"] == {"wire": 9}


def test_no_source_says_how_many_fortification_counters_there_are() -> None:
    """Published cards use 14 wire and 20 trenches, so the largest package is no limit."""
    assert {row.quantity for row in CATALOG.fortifications.values()} == {None}


def test_corrected_has_one_hole_and_the_compilation_its_own() -> None:
    def listed(edition: str) -> set[tuple[object, ...]]:
        return {
            (hole.axis, hole.year, hole.allied, hole.side, hole.quality, hole.column)
            for hole in CATALOG.editions[edition].holes
        }

    one = {("italian", 1944, "russian", "axis", "green", None)}
    assert listed("corrected") == listed("anniversary") == one
    assert listed("compilation") == one | {
        ("german", 1940, "french", "axis", None, "1941"),
        ("german", 1940, "british", "axis", None, "1941"),
        ("german", 1940, "british", "allied", None, "1941"),
        ("italian", 1940, "british", "allied", None, "1941"),
        ("german", 1941, "british", "allied", None, "1941-42"),
        ("italian", 1941, "british", "allied", None, "1941-42"),
        ("italian", 1939, "french", "axis", "line", None),
        ("italian", 1939, "french", "axis", "green", None),
        ("german", 1945, "russian", "allied", "green", None),
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_listed_holes_are_the_holes_there_are(edition: str) -> None:
    found = find_holes(CATALOG, CATALOG.editions[edition])
    assert {(h.axis, h.year, h.allied, h.side, h.quality, h.kind) for h in found} == {
        (h.axis, h.year, h.allied, h.side, h.quality, h.kind) for h in CATALOG.editions[edition].holes
    }


@pytest.mark.parametrize(("edition", "number"), [("corrected", 34), ("anniversary", 34), ("compilation", 33)])
def test_how_many_pairings_the_dice_can_produce(edition: str, number: int) -> None:
    assert len(set(iterate_pairings(CATALOG.editions[edition]))) == number


def test_opponents_decide_what_is_legal() -> None:
    def chits(opponent: str) -> list[str]:
        return [b.chit for b in legal(CATALOG, "italian", 1939, opponent, "elite") if b.size == "company"]

    assert chits("russian") == ["A", "C"]
    assert chits("french") == ["C"]


# --- the loader


def test_loading_is_lazy_and_cached() -> None:
    assert load() is CATALOG
    fresh = Catalog(Store(CATALOG.store.base))
    assert fresh.store._tables == {}
    assert len(fresh.chits) == 22
    assert set(fresh.store._tables) == {"chits"}
    assert fresh.chits is fresh.chits


def test_nothing_can_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        CATALOG.chits["A"].vp = 9  # type: ignore[misc]
    with pytest.raises(TypeError, match="cannot be changed"):
        CATALOG.chits["A"] = CATALOG.chits["B"]  # type: ignore[index]
    with pytest.raises(TypeError, match="cannot be changed"):
        CATALOG.orders_of_battle["german:A:company"].counters.pop("german:squad_pionier")  # type: ignore[attr-defined]


def test_objects_survive_pickling() -> None:
    battle = CATALOG.orders_of_battle["german:A:company"]
    copied = pickle.loads(pickle.dumps(battle))
    assert copied == battle
    with pytest.raises(TypeError, match="cannot be changed"):
        copied.counters["german:squad_rifle"] = 1


@pytest.mark.parametrize(
    ("key", "es", "en"),
    [
        ("faction.german", "Alemania", "Germany"),
        ("counter.german.squad_rifle", "Pelotón Rifle", "Rifle squad"),
        ("nationality.Free French", "Francés libre", "Free French"),
    ],
)
def test_terms(key: str, es: str, en: str) -> None:
    assert (CATALOG.term(key, "es"), CATALOG.term(key, "en")) == (es, en)


def test_an_unknown_term_says_so() -> None:
    with pytest.raises(KeyError, match=r"no word for 'faction\.martian'"):
        CATALOG.term("faction.martian", "en")


@pytest.mark.parametrize(
    ("key", "candidates"),
    [
        ("chit.K", ["chit.K"]),
        ("counter.german.hero", ["counter.german.hero", "counter.hero"]),
        ("rank_short.captain", ["rank_short.captain", "rank.captain"]),
        (
            "counter_short.german.hero",
            ["counter_short.german.hero", "counter.german.hero", "counter_short.hero", "counter.hero"],
        ),
    ],
)
def test_where_a_word_is_looked_for(key: str, candidates: list[str]) -> None:
    assert list(keys(key)) == candidates


@given(st.sampled_from(sorted(CATALOG.orders_of_battle)))
def test_no_order_of_battle_asks_for_more_than_the_box_holds(name: str) -> None:
    battle = CATALOG.orders_of_battle[name]
    for year in battle.years:
        asked = Counter(battle.counters)
        asked.update({line.counter: line.count for line in battle.dated if year in line.years})
        assert all(count <= CATALOG.counters[ref].quantity for ref, count in asked.items())
