"""Every code of the list of legality checks (spec, generator section 20)."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.model import LeaderRow, LeaderTable
from generator.games.combat_commander.battle import rs06_leaders
from generator.games.combat_commander.battle.placement import (
    UNITS_FORM,
    WORKS_FORM,
    Pieces,
    check_units,
    check_works,
    list_pieces,
)
from generator.games.combat_commander.battle.rs01_battlefield import battlefield
from generator.games.combat_commander.battle.rs03_quality import quality
from generator.games.combat_commander.battle.rs04_objectives import objectives
from generator.games.combat_commander.battle.rs05_orders_of_battle import legal_for, orders_of_battle
from generator.games.combat_commander.battle.rs07_support import buy_support, support
from generator.games.combat_commander.battle.rs09_fortifications import fortifications
from generator.games.combat_commander.battle.rs11_attacker import ask_for_radio
from generator.games.combat_commander.battle.rs14_markers import markers
from generator.games.combat_commander.battle.rs15_cards import cards
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle, Force, Purchase, Steps, evolve
from generator.games.combat_commander.hexes import zone
from generator.table import Buy, Choose, DeadEnd, Refused, Report, check_answer
from tests.catalogs.games.combat_commander.overlays import lay

from .tools import CATALOG, battle, done, notes, step

RIFLE, MG = "german:squad_rifle", "german:weapon_light_mg"
TEAM, HMG = "german:team_weapon", "german:weapon_heavy_mg"


def code_of(do: Any, state: Battle, answers: list[Any]) -> str:
    with pytest.raises((Refused, DeadEnd)) as fault:
        step(do, state, answers)
    return fault.value.code


def axis_buys(b: Battle) -> Steps:
    return buy_support(b, "axis")


def axis_radio(b: Battle) -> Steps:
    return ask_for_radio(b, "axis")


def test_bad_map() -> None:
    owned = battle(Settings(maps=(1, 2)), edges={}, map=None)
    assert code_of(battlefield, owned, [[1, 1], "3"]) == "BAD_MAP"


def test_bad_die() -> None:
    assert code_of(battlefield, battle(edges={}, map=None), [[1, 1], "3", [2, 5], "4"]) == "BAD_DIE"


@pytest.mark.parametrize(
    ("axis", "allied", "year", "code"),
    [
        ("german", "french", 1940, "NO_COLUMN"),
        ("italian", "british", 1940, "NO_COLUMN"),
        ("german", "british", 1941, "AMBIGUOUS_COLUMN"),
    ],
)
def test_holes_of_the_compilation_as_printed(axis: str, allied: str, year: int, code: str) -> None:
    state = battle(
        Settings(edition="compilation"),
        year=year,
        axis=Force("axis", faction=axis),
        allied=Force("allied", faction=allied),
    )
    assert code_of(quality, state, [[3, 4], [3, 4]]) == code
    mended = replace(state, settings=Settings(edition="compilation", holes="remedy"))
    assert step(quality, mended, [[3, 4], [3, 4]]).finished


def test_cup_empty() -> None:
    assert code_of(objectives, battle(cup=("A", "B")), []) == "CUP_EMPTY"


@pytest.mark.parametrize(
    "chosen",
    ["german:A:company", "italian:E:platoon", "german:D:company"],
    ids=["quality", "faction", "year"],
)
def test_ob_mismatch(chosen: str) -> None:
    assert code_of(orders_of_battle, battle(year=1940), [chosen]) == "OB_MISMATCH"


def test_ob_mismatch_of_the_opponent() -> None:
    state = battle(
        axis=Force("axis", faction="italian", quality="elite"), allied=Force("allied", faction="british")
    )
    assert code_of(orders_of_battle, state, ["italian:A:company"]) == "OB_MISMATCH"


def test_no_legal_ob() -> None:
    state = battle(year=1944, axis=Force("axis", faction="italian", quality="green"))
    with pytest.raises(DeadEnd) as dead:
        legal_for(state, "axis")
    assert dead.value.code == "NO_LEGAL_OB"


def test_no_legal_ob_repeats_the_quality_roll_with_a_note() -> None:
    state = battle(
        year=1944, axis=Force("axis", faction="italian"), allied=Force("allied", faction="russian")
    )
    table = step(quality, state, [[6, 6], [3, 4], [3, 4]])
    assert table.finished
    assert [entry.answer for entry in table.entries] == [[6, 6], [3, 4], [3, 4]]
    assert "NO_LEGAL_OB" in notes(table)


def test_leader_pool_empty() -> None:
    only = LeaderTable(
        "german",
        (LeaderRow(-99, 99, "german:sgt_esser"),),
        {"line": 0, "elite": 0, "green": 0},
        dict.fromkeys(range(1939, 1946), 0),
    )
    catalog = copy.copy(CATALOG)
    catalog.__dict__["leader_tables"] = {"german": only, "russian": only}
    state = evolve(battle(axis=Force("axis", faction="german", leaders_due=2)), catalog=catalog)
    table = step(rs06_leaders.leaders, state, [[3, 3]])
    assert table.state is not None
    assert table.state.axis.leaders == ("german:sgt_esser",)
    assert "LEADER_POOL_EMPTY" in notes(table)


def shelf(state: Battle, roll: list[int]) -> Buy:
    prompt = step(axis_buys, state, [roll]).pending[0]
    assert isinstance(prompt, Buy)
    return prompt


def test_radio_not_allowed() -> None:
    radio = next(
        o for o in CATALOG.support.values() if o.faction == "german" and o.kind == "radio" and 1942 in o.years
    )
    roll = [1, radio.roll - 1] if radio.roll <= 7 else [6, radio.roll - 6]
    assert code_of(axis_buys, battle(), [roll, {radio.id: 1}]) == "RADIO_NOT_ALLOWED"
    assert all(
        CATALOG.support[w.id].kind != "radio" for w in shelf(battle(), roll).shelf if w.id in CATALOG.support
    )


def test_must_buy() -> None:
    assert code_of(support, battle(marker=3), [[3, 4], {}]) == "MUST_BUY"


def test_wrong_year() -> None:
    offer = next(o for o in CATALOG.support.values() if o.faction == "german" and 1942 not in o.years)
    roll = [1, offer.roll - 1] if offer.roll <= 7 else [6, offer.roll - 6]
    assert code_of(axis_buys, battle(), [roll, {offer.id: 1}]) == "WRONG_YEAR"


def test_restricted_offers_are_for_their_nation() -> None:
    fucilieri = battle(
        year=1941, axis=Force("axis", faction="italian"), allied=Force("allied", faction="russian")
    )
    sissi = "italian:7:sissi_squad"
    assert code_of(axis_buys, fucilieri, [[3, 4], {sissi: 1}]) == "RESTRICTED"
    finnish = fucilieri.with_force("axis", nationality="Finnish")
    assert sissi in {ware.id for ware in shelf(finnish, [3, 4]).shelf}


def test_counter_exhausted_by_what_both_sides_have_taken() -> None:
    offer = next(w for w in shelf(battle(), [3, 4]).shelf if w.id.endswith("_squad"))
    piece = next(iter(offer.uses))
    used_up = battle(axis=Force("axis", faction="german", counters={piece: CATALOG.counters[piece].quantity}))
    assert code_of(axis_buys, used_up, [[3, 4], {offer.id: 1}]) == "COUNTER_EXHAUSTED"
    left = battle(
        axis=Force("axis", faction="german", counters={piece: CATALOG.counters[piece].quantity - 1})
    )
    assert code_of(axis_buys, left, [[3, 4], {offer.id: 2}]) == "COUNTER_EXHAUSTED"


def test_american_weapons_of_the_french_are_taken_from_the_american_mix() -> None:
    offer = CATALOG.support["french:11:wpn_team_us_50cal_mg"]
    assert "american:weapon_50cal_mg" in offer.pieces
    free_french = battle(
        year=1944, axis=Force("axis", faction="german"), allied=Force("allied", faction="french")
    )
    many = CATALOG.counters["american:weapon_50cal_mg"].quantity
    taken = free_french.with_force("allied", counters={"american:weapon_50cal_mg": many})

    def allied_buys(b: Battle) -> Steps:
        return buy_support(b, "allied")

    assert code_of(allied_buys, taken, [[5, 6], {offer.id: 1}]) == "COUNTER_EXHAUSTED"


def test_one_leader_or_the_other() -> None:
    offer = next(o for o in CATALOG.support.values() if o.choices and 1942 in o.years)
    roll = [1, offer.roll - 1] if offer.roll <= 7 else [6, offer.roll - 6]
    both = {f"{offer.id}:{leader}": 1 for leader in offer.choices}
    assert code_of(axis_buys, battle(), [roll, both]) == "ONE_LEADER"
    one = {f"{offer.id}:{offer.choices[0]}": 1}
    table = step(axis_buys, battle(), [roll, one])
    assert table.state is not None
    assert table.state.axis.support[0].pieces == (offer.choices[0],)
    twice = {f"{offer.id}:{offer.choices[0]}": 2}
    assert code_of(axis_buys, battle(), [roll, twice]) == "COUNTER_EXHAUSTED"


def test_not_defender_has_nothing_to_buy() -> None:
    recon = battle(
        axis=Force("axis", faction="german", posture="recon"),
        allied=Force("allied", faction="russian", posture="recon"),
    )
    assert step(fortifications, recon).entries == []
    attacked = battle(
        marker=5,
        axis=Force("axis", faction="german", posture="defend"),
        allied=Force("allied", faction="russian", posture="attack"),
    )
    table = step(fortifications, attacked)
    assert table.pending[0].seat == "axis"
    with pytest.raises(Refused) as refused:
        table.answer("allied", {})
    assert refused.value.code == "NOT_ASKED"


@pytest.mark.parametrize(
    ("bought", "code"),
    [
        ({"organized_trench_line": 1}, "OVER_BUDGET"),
        ({"no_such_package": 1}, "BAD_CHOICE"),
    ],
)
def test_packages_refused(bought: dict[str, int], code: str) -> None:
    state = battle(
        marker=5,
        axis=Force("axis", faction="german", posture="defend"),
        allied=Force("allied", faction="russian", posture="attack"),
    )
    assert code_of(fortifications, state, [bought]) == code


@pytest.mark.parametrize("bought", [{"entrenchments": 2}, {"hasty_trench_line": 2}, {"strongpoint": 2}])
def test_uncounted_counters_do_not_limit_purchases(bought: dict[str, int]) -> None:
    state = battle(
        marker=5,
        axis=Force("axis", faction="german", posture="defend"),
        allied=Force("allied", faction="russian", posture="attack"),
    )
    assert done(fortifications, state, [bought]).packages == bought


def test_owner_counts_limit_purchases(tmp_path: Path) -> None:
    row = {**CATALOG.store.table("fortifications")["foxholes"].data, "quantity": 9}
    owned = load(lay(tmp_path, "fortifications", [row]))
    state = battle(
        catalog=owned,
        marker=5,
        axis=Force("axis", faction="german", posture="defend"),
        allied=Force("allied", faction="russian", posture="attack"),
    )
    assert code_of(fortifications, state, [{"entrenchments": 2}]) == "COUNTER_EXHAUSTED"
    assert done(fortifications, state, [{"strongpoint": 2}]).packages == {"strongpoint": 2}


def test_mixed_mines() -> None:
    state = battle(
        marker=20,
        axis=Force("axis", faction="german", posture="defend"),
        allied=Force("allied", faction="russian", posture="attack"),
    )
    assert code_of(fortifications, state, [{"hasty_minefield": 1, "minefield": 1}]) == "MIXED_MINES"


def test_rolled_radio_must_be_bought_and_moves_the_marker() -> None:
    for white in range(1, 7):
        for coloured in range(1, 7):
            table = step(axis_radio, battle(marker=4), ["yes", [white, coloured]])
            if isinstance(table.pending[0] if table.pending else None, Choose):
                assert table.pending[0].least == 1  # type: ignore[union-attr]
                continue
            assert table.state is not None
            bought = table.state.axis.radio_cost
            assert table.state.marker == 4 - bought
            assert bool(bought) == (table.state.axis.radio is not None)
    assert step(axis_radio, battle(marker=4), ["no"]).state == battle(marker=4)


PIECES = Pieces(
    units=(RIFLE, RIFLE, TEAM, "german:sgt_esser"), weapons=(MG, HMG), pairs=((TEAM, HMG),), bare=(RIFLE,)
)
PLACED = [
    {"piece": RIFLE, "hex": "A1", "weapon": None},
    {"piece": RIFLE, "hex": "B2", "weapon": MG},
    {"piece": TEAM, "hex": "A1", "weapon": HMG},
    {"piece": "german:sgt_esser", "hex": "A1", "weapon": None},
]
ZONE = zone(CATALOG.board, "top", 2)


def changed(place: int, **values: Any) -> list[dict[str, Any]]:
    return [{**unit, **(values if n == place else {})} for n, unit in enumerate(PLACED)]


def swapped() -> list[dict[str, Any]]:
    return [{**PLACED[0]}, {**PLACED[1], "weapon": HMG}, {**PLACED[2], "weapon": MG}, {**PLACED[3]}]


@pytest.mark.parametrize(
    ("placed", "code"),
    [
        (PLACED, None),
        (changed(0, hex="A3"), "OUT_OF_ZONE"),
        (changed(1, hex="A1"), "OVERSTACK"),
        (PLACED[1:], "BAD_PLACEMENT"),
        (changed(1, weapon=[1]), "BAD_REPORT"),
        (changed(1, group={}), "BAD_REPORT"),
        (changed(1, weapon=None), "BAD_PLACEMENT"),
        (swapped(), "WEAPON_BINDING"),
        (
            [
                {**PLACED[0], "weapon": MG},
                {**PLACED[1], "weapon": HMG},
                {**PLACED[2], "weapon": None},
                PLACED[3],
            ],
            "WEAPON_BINDING",
        ),
        ("A1", "BAD_REPORT"),
        ([{"hex": "A1"}], "BAD_REPORT"),
        ([{"piece": RIFLE, "hex": 7}], "BAD_REPORT"),
    ],
)
def test_placement_of_units(placed: Any, code: str | None) -> None:
    prompt = Report("RS.10", "placement", "axis", UNITS_FORM, partial(check_units, CATALOG, PIECES, ZONE))
    assert refused_with(prompt, placed) == code


def refused_with(prompt: Report, answer: Any) -> str | None:
    """Return the code of the table's refusal, by the form or by the rules."""
    try:
        check_answer(prompt, answer)
    except Refused as refused:
        return refused.code
    return None


def test_we_43_eight_figures_in_a_hex_are_refused() -> None:
    fault = check_units(
        CATALOG, Pieces((RIFLE, RIFLE), (), (), ()), ZONE, [{"piece": RIFLE, "hex": "A1"}] * 2
    )
    assert fault is not None
    assert fault.code == "OVERSTACK"


def test_a_unit_bought_alone_takes_no_weapon_of_the_order_of_battle() -> None:
    pieces = Pieces((RIFLE,), (MG,), (), (RIFLE,))
    fault = check_units(CATALOG, pieces, ZONE, [{"piece": RIFLE, "hex": "A1", "weapon": MG}])
    assert fault is not None
    assert fault.code == "WEAPON_BINDING"


@pytest.mark.parametrize(
    ("placed", "code"),
    [
        ({"trench": ["A1", "B1"], "wire": ["C1"]}, None),
        ({"trench": ["A1"]}, None),
        ({"trench": ["A1", "B1", "C1"]}, "BAD_PLACEMENT"),
        ({"trench": ["A1"], "wire": ["A1"]}, "FORT_STACK"),
        ({"trench": ["D1"]}, "FORT_IN_WATER"),
        ({"trench": ["A9"]}, "OUT_OF_ZONE"),
        ([], "BAD_REPORT"),
        ({"trench": [{}]}, "BAD_REPORT"),
        ({"trench": [7]}, "BAD_REPORT"),
    ],
)
def test_placement_of_fortifications(placed: Any, code: str | None) -> None:
    works = partial(check_works, {"trench": 2, "wire": 1}, ZONE, {"D1"})
    prompt = Report("RS.12", "fortification_placement", "axis", WORKS_FORM, works)
    assert refused_with(prompt, placed) == code


def test_pieces_of_a_side_know_their_bindings() -> None:
    state = battle(
        axis=Force(
            "axis",
            faction="german",
            leaders=("german:sgt_esser",),
            counters={RIFLE: 2, MG: 1},
            support=(
                Purchase("german:7:wpn_team_heavy_mg", 3, (TEAM, HMG)),
                Purchase("german:7:rifle_squad", 2, (RIFLE,)),
            ),
        )
    )
    found = list_pieces(state, "axis")
    assert sorted(found.units) == sorted(["german:sgt_esser", RIFLE, RIFLE, RIFLE, TEAM])
    assert sorted(found.weapons) == sorted([MG, HMG])
    assert (found.pairs, found.bare) == (((TEAM, HMG),), (RIFLE,))


@pytest.mark.parametrize(
    ("orders", "warned"), [((1, 1), True), ((6, 5), True), ((2, 2), False), ((5, 5), False)]
)
def test_sd_range_is_a_warning(orders: tuple[int, int], warned: bool) -> None:
    table = step(
        markers, battle(axis=Force("axis", orders=orders[0]), allied=Force("allied", orders=orders[1]))
    )
    assert ("SD_RANGE" in notes(table)) == warned
    assert table.finished


def test_initiative_tie() -> None:
    table = step(
        cards,
        battle(
            axis=Force("axis", faction="german", initiative=4),
            allied=Force("allied", faction="russian", initiative=4),
        ),
    )
    assert "INITIATIVE_TIE" in notes(table)
    assert table.pending[0].ask == "initiative_roll"
