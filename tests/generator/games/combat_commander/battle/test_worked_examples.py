"""Worked examples of the generator, each under its id."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander.battle.rs01_battlefield import battlefield, edges
from generator.games.combat_commander.battle.rs04_objectives import open_value
from generator.games.combat_commander.battle.rs05_orders_of_battle import orders_of_battle
from generator.games.combat_commander.battle.rs07_support import support
from generator.games.combat_commander.battle.rs08_posture import posture
from generator.games.combat_commander.battle.rs09_fortifications import fortifications
from generator.games.combat_commander.battle.rs10_defender import defender_setup
from generator.games.combat_commander.battle.rs11_attacker import attacker_setup, capture
from generator.games.combat_commander.battle.rs13_recon import recon_setup
from generator.games.combat_commander.battle.rs14_markers import markers
from generator.games.combat_commander.battle.rs15_cards import cards
from generator.games.combat_commander.battle.state import Battle, Force, Steps
from generator.table import Buy, Refused, Roll

from .tools import CATALOG, battle, done, notes, step


def postured(axis: str, **changes: Any) -> Battle:
    other = {"attack": "defend", "defend": "attack", "recon": "recon"}[axis]
    return battle(
        axis=Force("axis", faction="german", posture=axis, orders=3, initiative=9),  # type: ignore[arg-type]
        allied=Force("allied", faction="russian", posture=other, orders=3, initiative=5),  # type: ignore[arg-type]
        **changes,
    )


def test_we_01_values_of_chits_add_up() -> None:
    assert open_value(battle(open=("C", "G", "K")), 3) == 1 + 2 + 3


def test_we_02_a_change_of_control_moves_the_marker_twice_the_value() -> None:
    state = postured("defend", open=("N",), control={str(n): "axis" for n in range(1, 6)}, marker=0)

    def fall(b: Battle) -> Steps:
        return capture(b, "allied", 4, "RS.11.2")

    assert done(fall, state).marker == -8


@pytest.mark.parametrize(("orders", "space"), [((2, 4), 6), ((3, 4), 7), ((1, 2), 3)])
def test_we_12_sudden_death_is_the_sum_of_orders(orders: tuple[int, int], space: int) -> None:
    state = battle(axis=Force("axis", orders=orders[0]), allied=Force("allied", orders=orders[1]))
    assert done(markers, state).sudden_death == space


@pytest.mark.parametrize(
    ("die", "edge", "other"),
    [
        (1, "top", "bottom"),
        (2, "right", "left"),
        (3, "right", "left"),
        (4, "bottom", "top"),
        (5, "left", "right"),
        (6, "left", "right"),
    ],
)
def test_we_20_the_compass_die_names_the_edge(die: int, edge: str, other: str) -> None:
    def second(b: Battle) -> Steps:
        return edges(b, "second")

    state = done(second, battle(edges={}), [[die, die % 6 + 1], str(die)])
    assert state.edges == {"second": edge, "first": other}


@pytest.mark.parametrize(
    ("roll", "chooser", "roller"), [([2, 4], "first", "second"), ([2, 5], "second", "first")]
)
def test_we_21_even_and_the_roller_chooses_the_map(roll: list[int], chooser: str, roller: str) -> None:
    table = step(battlefield, battle(edges={}, map=None), [roll, "7", [1, 3], "3"])
    assert [entry.seat for entry in table.entries] == ["first", chooser, roller, roller]
    assert table.state is not None
    assert table.state.map == CATALOG.maps[7]
    assert table.state.edges[roller] == "right"


@pytest.mark.parametrize(
    ("edge", "defend", "attack", "recon"), [("top", 8, 2, 4), ("left", 12, 3, 6)], ids=["WE-22", "WE-23"]
)
def test_we_22_23_set_up_depths(edge: str, defend: int, attack: int, recon: int) -> None:
    sides = {"first": edge, "second": CATALOG.board.opposite[edge]}
    state = done(defender_setup, postured("defend", edges=sides))
    state = done(attacker_setup, state, ["no", []])
    assert (state.axis.depth, state.allied.depth) == (defend, attack)
    state = done(recon_setup, postured("recon", edges=sides), [[], [], [], []])
    assert (state.axis.depth, state.allied.depth) == (recon, recon)


def bought(state: Battle, side: Side, points: int) -> Battle:
    """Return a force of a given printed value in place of an order of battle."""
    return state.with_force(side, point_value=points)


def test_we_31_orders_of_battle_move_the_marker() -> None:
    german = next(o for o in CATALOG.orders_of_battle.values() if o.faction == "german" and 1942 in o.years)
    state = battle(axis=Force("axis", faction="german", quality=german.quality))
    russian = next(
        o
        for o in CATALOG.orders_of_battle.values()
        if o.faction == "russian" and 1942 in o.years and o.quality == "line"
    )
    after = done(orders_of_battle, state, [german.id, russian.id])
    assert after.marker == -german.point_value + russian.point_value
    assert after.axis.orders == german.orders
    assert after.allied.surrender == russian.surrender


@pytest.mark.parametrize(("axis", "allied", "marker"), [(22, 18, -4), (18, 22, 4), (20, 20, 0)])
def test_we_31_figures(axis: int, allied: int, marker: int) -> None:
    from generator.games.combat_commander.battle.state import pay

    def both(b: Battle) -> Steps:
        b = yield from pay(b, "axis", axis, "RS.5", "order_of_battle")
        return (yield from pay(b, "allied", allied, "RS.5", "order_of_battle"))

    assert done(both, battle()).marker == marker


def shelf_of(table: Any) -> Buy:
    prompt = table.pending[0]
    assert isinstance(prompt, Buy)
    return prompt


def spend(prompt: Buy, total: int) -> dict[str, int]:
    """Return a purchase of exactly this price."""
    reached: dict[int, dict[str, int]] = {0: {}}
    for price in range(1, total + 1):
        for ware in prompt.shelf:
            before = reached.get(price - ware.price)
            if before is None:
                continue
            tried = {**before, ware.id: before.get(ware.id, 0) + 1}
            used: dict[str, int] = {}
            for name, count in tried.items():
                for piece, n in next(w for w in prompt.shelf if w.id == name).uses.items():
                    used[piece] = used.get(piece, 0) + n * count
            if all(prompt.stock[piece] >= n for piece, n in used.items()):
                reached[price] = tried
                break
    return reached[total]


def test_we_32_33_support_may_cross_and_then_the_other_must_answer() -> None:
    state = battle(marker=-4)
    table = step(support, state, [[3, 4]])
    assert shelf_of(table).seat == "allied"
    table.answer("allied", spend(shelf_of(table), 6))
    roll = table.pending[0]
    assert isinstance(roll, Roll)
    assert roll.seat == "axis"
    table.answer("axis", [3, 4])
    table.answer("axis", spend(shelf_of(table), 3))
    assert table.finished
    assert table.state is not None
    assert table.state.marker == -4 + 6 - 3
    after = done(posture, table.state)
    assert (after.axis.posture, after.allied.posture) == ("attack", "defend")


def test_we_34_packages_within_the_defenders_vp() -> None:
    state = postured("defend", marker=5)
    after = done(fortifications, state, [{"barbed_wire": 1, "strongpoint": 1}])
    assert after.marker == 0
    assert after.packages == {"barbed_wire": 1, "strongpoint": 1}
    with pytest.raises(Refused) as refused:
        step(fortifications, state, [{"barbed_wire": 1, "strongpoint": 2}])
    assert refused.value.code == "OVER_BUDGET"


def test_we_35_two_mine_strengths_exclude_each_other() -> None:
    with pytest.raises(Refused) as refused:
        step(fortifications, postured("defend", marker=30), [{"minefield": 1, "bunker_complex": 1}])
    assert refused.value.code == "MIXED_MINES"


def test_we_36_a_marker_on_0_after_the_first_purchase_ends_support_in_recon() -> None:
    table = step(support, battle(marker=-4), [[3, 4]])
    table.answer("allied", spend(shelf_of(table), 4))
    assert table.finished
    assert table.state is not None
    after = done(posture, table.state)
    assert (after.axis.posture, after.allied.posture) == ("recon", "recon")


def test_we_37_open_value_to_the_defender_then_twice_to_the_attacker() -> None:
    sides = {"first": "bottom", "second": "top"}
    map_ = replace(CATALOG.maps[1], objectives={1: "E1", 2: "D5", 3: "H8", 4: "F6", 5: "N5"})
    state = postured("defend", open=("A",), edges=sides, map=map_, marker=3)
    after = done(defender_setup, state)
    assert after.marker == 3 + 1
    table = step(attacker_setup, after, ["no", ["1"]])
    assert table.state is not None
    assert table.state.marker == 3 + 1 - 2
    assert table.state.control == {"1": "allied", "2": "axis", "3": "axis", "4": "axis", "5": "axis"}


def test_support_is_skipped_with_the_marker_on_0() -> None:
    assert step(support, battle(marker=0)).entries == []


def test_each_objective_chit_books_five_times_its_value() -> None:
    assert done(defender_setup, postured("defend", open=("T",), marker=0)).marker == 5 * 2
    assert done(defender_setup, postured("attack", open=("T",), marker=0)).marker == -5 * 2


def test_recon_side_scores_only_objectives_it_alone_occupies() -> None:
    state = postured("recon", open=("S", "F"))  # map 1: objective 2 on D3 at the top, 1 and 3 at the bottom
    table = step(recon_setup, state)
    first = table.pending[0]
    assert first.seat == "axis"
    table.answer("axis", ["2"])
    table.answer("allied", ["1", "3"])
    assert table.state is not None
    assert table.state.control == {"1": "allied", "2": "axis", "3": "allied", "4": "none", "5": "none"}
    assert table.state.marker == (1 + 2) - 1 - 1


def test_objectives_are_asked_for_on_an_unknown_map() -> None:
    table = step(recon_setup, postured("recon", map=CATALOG.maps[37]))
    assert table.pending[0].ask == "occupied_unknown"
    table.answer("axis", ["1", "2"])
    table.answer("allied", ["2", "3"])
    assert table.state is not None
    assert table.state.control == {"1": "axis", "2": "none", "3": "allied", "4": "none", "5": "none"}


@pytest.mark.parametrize(("axis", "allied", "holder"), [(9, 5, "axis"), (5, 9, "allied")])
def test_the_higher_initiative_holds_the_card(axis: int, allied: int, holder: str) -> None:
    state = battle(
        axis=Force("axis", initiative=axis, posture="attack", hand=6),
        allied=Force("allied", initiative=allied, posture="defend", hand=4),
    )
    assert done(cards, state).initiative == holder


def test_equal_initiative_is_settled_by_dice_and_ties_are_rolled_again() -> None:
    state = battle(
        axis=Force("axis", faction="german", initiative=7),
        allied=Force("allied", faction="russian", initiative=7),
    )
    table = step(cards, state, [[3, 3], [2, 4], [1, 1], [1, 2]])
    assert table.state is not None
    assert table.state.initiative == "allied"
    assert notes(table)[0] == "INITIATIVE_TIE"


@pytest.mark.parametrize(
    ("marker", "roles"), [(1, ("defend", "attack")), (-3, ("attack", "defend")), (0, ("recon", "recon"))]
)
def test_posture_follows_the_marker(marker: int, roles: tuple[str, str]) -> None:
    after = done(posture, battle(marker=marker))
    assert (after.axis.posture, after.allied.posture) == roles
    hands = {"attack": 6, "recon": 5, "defend": 4}
    assert (after.axis.hand, after.allied.hand) == (hands[roles[0]], hands[roles[1]])
