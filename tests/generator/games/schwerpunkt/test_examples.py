"""The examples of the rules, T1 to T13, and the derived cases, D1 to D10."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.schwerpunkt.battle import Battle
from generator.games.schwerpunkt.checks.counters import Counter, find_stack_fault
from generator.games.schwerpunkt.clock import Clock
from generator.games.schwerpunkt.combat import (
    DIRECT,
    INDIRECT,
    CheckResult,
    Shot,
    classify_target,
    get_check_modifier,
    get_cohesion_column,
    is_barrage_placed,
    list_fire_steps,
    look_up_cohesion_effect,
    look_up_fire_effect,
    resolve_air_attack,
    sum_steps,
)
from generator.games.schwerpunkt.contest import (
    Bid,
    Footing,
    compute_loser_points,
    compute_points,
    compute_points_with_enemy,
    count_boxes,
    list_modifiers,
    may_activate_enemy,
)
from generator.games.schwerpunkt.play.action_checks import check_action, compute_cost, list_burning
from generator.games.schwerpunkt.sight import Crossed, find_blocking_hex
from generator.games.schwerpunkt.state import State, Turn
from generator.games.schwerpunkt.supply import compute_movement, count_supply_distance, is_used_up

from .battles import catalog, example, hq, make_complete, state

FIGURES = catalog().figures
UNITS = Battle(example()).units


def gd(points_: int = 6, **more: object) -> tuple[State, Turn]:
    result = state(example())
    return result, Turn("blue", "gd", points_, points_, **more)  # type: ignore[arg-type]


def test_t1_t2_points_of_the_regiment() -> None:
    bonus = Battle(example()).hqs["gd"].bonus or 0
    assert compute_points(FIGURES, 1, bonus, 0) == 5
    assert compute_points(FIGURES, 2, bonus, 0) == 6


def test_t3_a_guest_in_the_stack_costs_one_more_whoever_goes_with_it() -> None:
    result, turn = gd()
    battalion = ["5-ii", "6-ii", "7-ii", "mg-ii", "mortars-ii"]
    assert compute_cost(result, turn, {"action": "move", "units": battalion}) == 1
    assert compute_cost(result, turn, {"action": "move", "units": [*battalion, "cars"]}) == 2
    assert compute_cost(result, turn, {"action": "move", "units": ["cars"]}) == 2


def test_t4_motorised_infantry_mounts_its_trucks() -> None:
    assert compute_movement(catalog(), UNITS["5-ii"], "march", changes=False) == 12
    assert compute_movement(catalog(), UNITS["5-ii"], "march", changes=True) == 6
    assert compute_movement(catalog(), UNITS["7-ii"], "squads", changes=False) == 4
    assert compute_movement(catalog(), UNITS["at-37"], "deployed", changes=False) == 2


def test_t5_armoured_cars_change_and_are_reliable() -> None:
    cars = UNITS["cars"]
    assert compute_movement(catalog(), cars, "march", changes=True) == 6
    assert CheckResult(6, cars.cohesion).passed


def test_t6_four_users_try_the_fuel_train_and_it_stays_full() -> None:
    result, _ = gd()
    marching = ("5-ii", "6-ii", "mortars-ii")
    users = (
        *list_burning(result, marching, "march"),
        *list_burning(result, ("cars",), "march"),
        *list_burning(result, ("7-ii",), None),
    )
    assert users == (*marching, "cars"), "who goes on foot needs none"
    assert len(users) > FIGURES["units_without_check"]
    assert not is_used_up(result.battle.trains["fuel-gd"].exhaustion or 0, 6)
    assert is_used_up(8, 9)


def shots(how: str, *units: str, **more: object) -> Shot:
    side = UNITS[units[0]].side
    return Shot(side, units, how, **more)  # type: ignore[arg-type]


def test_t8_tanks_at_infantry_do_nothing() -> None:
    result = state(example())
    sum_ = 1 + sum_steps(list_fire_steps(result, shots(DIRECT, "tanks"), UNITS["6-ii"]))
    assert sum_ == 2
    assert look_up_fire_effect(result, sum_) == ("none", ())


def test_t9_anti_tank_guns_drive_tanks_back() -> None:
    result = state(example())
    sum_ = 8 + sum_steps(list_fire_steps(result, shots(DIRECT, "at-37"), UNITS["tanks"]))
    effect, losses = look_up_fire_effect(result, sum_)
    assert (sum_, effect, losses) == (8, "C+1", ())
    check = CheckResult(8 + (get_check_modifier(effect) or 0), result.cohesion(UNITS["tanks"]))
    assert (check.sum, check.value, check.by) == (9, 7, 2)
    assert look_up_cohesion_effect(result, get_cohesion_column(UNITS["tanks"], moving=False), check.by) == (
        "retreat",
        2,
    )


def test_t10_machine_guns_at_infantry_that_walks_into_their_zone() -> None:
    result = state(example())
    shot = shots(DIRECT, "mg-fr", firing="wood", crossed=2)
    steps = list_fire_steps(result, shot, UNITS["3-i"])
    assert {(step.why, step.value) for step in steps} == {
        ("factor", 2),
        ("crossed", 2),
        ("terrain_firing", 1),
    }
    effect, losses = look_up_fire_effect(result, 7 + sum_steps(steps))
    assert (7 + sum_steps(steps), effect) == (12, "C+3")
    assert classify_target(result, UNITS["3-i"]) not in (losses or ()), "squads suffer no losses"
    check = CheckResult(6 + (get_check_modifier(effect or "") or 0), result.cohesion(UNITS["3-i"]))
    assert check.by == 2
    assert look_up_cohesion_effect(result, get_cohesion_column(UNITS["3-i"], moving=True), check.by) == (
        "disorganised",
        None,
    )


def test_t10_the_other_two_ways_to_react() -> None:
    result = state(example())
    rifles = shots(DIRECT, "6-ii-205", firing="wood")
    guns = shots(INDIRECT, "art-fr")
    assert sum_steps(list_fire_steps(result, rifles, UNITS["3-i"])) == 2
    assert sum_steps(list_fire_steps(result, guns, UNITS["3-i"])) == 2


def test_t11_machine_guns_at_a_target_in_the_wood() -> None:
    result = state(example())
    sum_ = 2 + sum_steps(list_fire_steps(result, shots(DIRECT, "mg-i", terrain="wood"), UNITS["mg-fr"]))
    assert sum_ == 3
    assert look_up_fire_effect(result, sum_)[0] == "none"


def test_t12_mortars_and_guns_neutralise_the_machine_guns() -> None:
    result, turn = gd(4)
    shot = shots(INDIRECT, "mortars-ii", "guns-150", terrain="wood")
    sum_ = 7 + sum_steps(list_fire_steps(result, shot, UNITS["mg-fr"]))
    effect, _ = look_up_fire_effect(result, sum_)
    assert (sum_, effect) == (11, "C+2")
    check = CheckResult(9 + (get_check_modifier(effect or "") or 0), result.cohesion(UNITS["mg-fr"]))
    assert check.by == 4
    assert look_up_cohesion_effect(result, get_cohesion_column(UNITS["mg-fr"], moving=False), 4) == (
        "neutralised",
        None,
    )
    assert (
        compute_cost(result, turn, {"action": "fire", "units": ["mortars-ii", "guns-150"], "how": INDIRECT})
        == 2
    )


def test_t12_two_indirect_units_need_a_train() -> None:
    result, turn = gd(4)
    both = {"action": "fire", "units": ["mortars-ii", "guns-150"], "how": INDIRECT}
    refused = check_action(result, turn, both)
    assert refused is not None and refused.message.key == "problem.ACT.ammunition"
    assert check_action(result, turn, {**both, "units": ["guns-150"]}) is None


def test_t13_what_is_left_of_the_second_example() -> None:
    result, turn = gd(6)
    left = turn.left
    for given in (
        {"action": "move", "units": ["6-ii", "at-37"]},
        {"action": "move", "units": ["3-i", "mg-i"]},
        {"action": "fire", "units": ["mortars-ii", "guns-150"]},
    ):
        left -= compute_cost(result, turn, given) or 0
    assert left == 1


def test_d1_reserves_trains_and_command() -> None:
    first = Battle({**make_complete(), "hqs": [hq("a", "blue", command=-1), hq("b", "red", command=1)]}).hqs
    own = 6 + sum(list_modifiers(catalog(), first["a"], Bid("a", 2, ("t",)), Footing()).values())
    enemy = 3 + sum(list_modifiers(catalog(), first["b"], Bid("b"), Footing()).values())
    assert (own, enemy) == (0, 4)
    assert count_boxes(own) == 0
    assert compute_points(FIGURES, 6, 2, 2) == 6 + 2 + 4


@pytest.mark.parametrize(
    ("footing", "added"),
    [
        (Footing(just_activated=True), {"command": -1, "just_activated": 3}),
        (Footing(in_the_clock=True, good_order=4), {"command": -1, "returning": -4}),
        (Footing(good_order=4), {"command": -1}),
    ],
)
def test_5_2_other_modifiers(footing: Footing, added: dict[str, int]) -> None:
    result = state().battle.hqs["b1"]
    assert list_modifiers(catalog(), result, Bid("b1"), footing) == added


@pytest.mark.parametrize(
    ("own", "enemy", "allowed"), [(1, 5, True), (2, 9, False), (2, 10, True), (0, 5, True), (-2, 4, False)]
)
def test_d2_who_may_turn_the_enemy(own: int, enemy: int, allowed: bool) -> None:
    assert may_activate_enemy(FIGURES, own, enemy, 3) is allowed
    assert not may_activate_enemy(FIGURES, own, enemy, 2), "the die must be 3 at least"


def test_d3_a_third_of_the_die() -> None:
    assert compute_points_with_enemy(FIGURES, 8) == 2
    assert compute_points_with_enemy(FIGURES, 2) == 0


def test_d4_a_headquarters_comes_back_five_boxes_later() -> None:
    from generator.games.schwerpunkt.effects import eliminate

    result, _ = eliminate(replace(state(), clock=20), "b1")
    assert result.returns["b1"] == 25
    assert "b1" not in replace(result, clock=24).ready_hqs("blue")
    assert "b1" in replace(result, clock=25).ready_hqs("blue")


def test_d5_what_is_crossed_falls_due_and_what_lies_ahead_does_not() -> None:
    clock = Clock(30, 0, None, (), ())
    assert [box for box in (33, 36, 37) if box in clock.boxes_crossed(30, 36)] == [33, 36]


def test_d6_a_loser_has_two_points_for_each_marker() -> None:
    assert compute_loser_points(FIGURES, 2) == 4


def test_d7_how_a_supply_path_counts() -> None:
    assert count_supply_distance(catalog(), ["road", "wood", "clear", "town"]) == 6
    assert count_supply_distance(catalog(), ["road", "clear"], barred=(0,)) == 3, "a barrage hinders the road"


@pytest.mark.parametrize(
    ("organic", "seen", "placed"), [(False, True, False), (True, True, True), (True, False, False)]
)
def test_d8_a_barrage_with_a_five(organic: bool, seen: bool, placed: bool) -> None:
    assert is_barrage_placed(FIGURES, 5, 0, organic=organic, seen=seen) is placed


@pytest.mark.parametrize(
    ("die", "defence", "found"), [(6, 0, "attack"), (7, 0, "lost"), (10, 0, "own"), (6, 2, "lost")]
)
def test_d9_missions_find_their_target_or_not(die: int, defence: int, found: str) -> None:
    assert resolve_air_attack(FIGURES, die, defence) == found


def test_d10_reserves_are_back_at_midnight() -> None:
    clock = Battle({**make_complete(), "clock": {**make_complete()["clock"], "start": "1 09:00"}}).clock
    midnight = [box for box in clock.boxes_crossed(0, 40) if clock.is_midnight(box)]
    assert [clock.label(box) for box in midnight] == ["2 00:00"]


def test_t7_two_on_the_march_share_no_hex() -> None:
    one = Counter((), "one", "One", "blue", "0101", "b1", None, True, "infantry")
    assert find_stack_fault(catalog(), [one, replace(one, id="two")]) is not None
    assert find_stack_fault(catalog(), [one, replace(one, id="two", march=False)]) is None


@pytest.mark.parametrize(
    ("own", "target", "between", "free"),
    [
        (100, 125, [("clear", 125)], False),  # A: ground as high as the machine guns hides them
        (100, 100, [("clear", 100)], True),  # B: nothing before the wood
        (100, 125, [("wood", 100)], True),  # C: over a lower wood
        (125, 125, [("wood", 125)], False),  # D: level, with a wood between
        (125, 100, [("clear", 125)], False),  # E: ground as high as the higher of the two
    ],
    ids="ABCDE",
)
def test_t14_the_lines_of_the_figure(
    own: int, target: int, between: list[tuple[str, int]], free: bool
) -> None:
    crossed = [Crossed(*each) for each in between]
    assert (find_blocking_hex(own, target, crossed) is None) is free
    assert find_blocking_hex(own, target, crossed, adjacent=True) is None
