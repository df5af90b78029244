"""9.3-9.5, 10.0-10.13: enemy impulses; examples of edges, rough terrain and grenades."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.games.combat_solitaire.checks import duck_back
from generator.games.combat_solitaire.enemy_turn import activate, move, sort_team
from generator.games.combat_solitaire.settings import Settings
from generator.games.combat_solitaire.state import Soldier, State

from .playing import enemy, man, played, scenario, state

HERE = "20.10"


def alone(order: str, ways: tuple[int, ...], hex_: str = HERE, impulse: int = 1, **fields: Any) -> State:
    return state(enemy("e1", hex_, order=order, ways=ways), impulse=impulse, board=(8, 30, 4, 16), **fields)


def turn_of(s: State, count: int = 4, **answers: list[Any]) -> list[str]:
    """Return the enemy's hex after each impulse."""
    result = []
    for impulse in range(s.impulse, s.impulse + count):
        given = {ask: [values.pop(0)] for ask, values in answers.items() if values} if impulse else {}
        s = played(activate(replace(s, impulse=impulse), "e1"), given).state
        result.append(s.soldiers["e1"].hex)
    return result


@pytest.mark.parametrize(
    ("order", "ways", "hexes"),
    [
        ("evade", (3,), ["21.11", "22.11", "23.12", "24.12"]),
        ("evade", (5, 6), ["19.11", "18.10", "17.11", "16.10"]),
        ("sneak", (5, 6), [HERE, "19.11", "19.11", "18.10"]),
        ("run_gun", (1, 2), ["20.09", "21.09", "21.08", "22.07"]),
    ],
)
def test_the_walks_of_the_examples(order: str, ways: tuple[int, ...], hexes: list[str]) -> None:
    """C12, C16."""
    assert turn_of(alone(order, ways)) == hexes


def test_the_sprint_of_the_example() -> None:
    """C15: one hex in direction 5, two in 4, two in 5, two in 4."""
    grounds = {f"{c:02d}.{r:02d}": "clear" for c in range(8, 31) for r in range(4, 17)}
    s = alone("sprint", (5, 4), "20.06", terrain=grounds)
    assert turn_of(s) == ["19.07", "19.09", "17.10", "17.12"]


def test_an_order_that_only_leads_off_a_neutral_edge() -> None:
    """C13, 9.5: Evade 1, next to the top after impulse 1: Duck Back."""
    s = alone("evade", (1,), "20.05")
    s = played(activate(s, "e1")).state
    assert s.soldiers["e1"].hex == "20.04"
    s = played(activate(replace(s, impulse=2), "e1")).state
    assert (s.soldiers["e1"].hex, s.soldiers["e1"].order) == ("20.04", "duck_back")


def test_an_order_that_can_go_on_later() -> None:
    """C14, 9.5: Evade 5/6 stands in impulse 2 and moves 5 in impulse 3."""
    edge = alone("evade", (5, 6), "19.04", impulse=2)
    stood = played(activate(edge, "e1"))
    assert stood.state.soldiers["e1"].hex == "19.04"
    assert stood.noted("stands")
    moved = played(activate(replace(stood.state, impulse=3), "e1")).state
    assert moved.soldiers["e1"].hex == "18.04"


@pytest.mark.parametrize(
    ("morale", "way", "hex_", "fate", "score"),
    [
        ("normal", 2, "30.08", "left", {}),
        ("rout", 2, "30.08", "left_routed", {"routed": 1}),
        ("normal", 6, "08.08", "left", {"broke_through": 1}),
    ],
)
def test_leaving_the_board(morale: str, way: int, hex_: str, fate: str, score: dict[str, int]) -> None:
    """9.5: by the enemy's edge freely, in rout for points; by the squad's edge at the squad's cost."""
    s = alone("evade", (way,), hex_).change("e1", morale=morale)
    after = played(activate(s, "e1")).state
    assert after.soldiers["e1"].fate == fate
    assert after.score == score


def test_a_guard_who_leaves_takes_his_prisoner() -> None:
    """17.4."""
    s = state(
        enemy("e1", "30.08", order="evade", ways=(2,), guard=True),
        man("cragg", "30.08", prisoner=True),
        impulse=1,
        board=(8, 30, 4, 16),
    )
    assert played(activate(s, "e1")).state.soldiers["cragg"].fate == "captured"


def test_sprinting_always_into_rocks() -> None:
    """10.07, first example: Sprint 1 enters the rocks and ducks back."""
    s = alone("sprint", (1,), impulse=2, terrain={"20.09": "rocks"})
    result = played(activate(s, "e1")).state.soldiers["e1"]
    assert (result.hex, result.order) == ("20.09", "duck_back")


def test_sprinting_into_rocks_in_one_direction_only() -> None:
    """10.07, second example: Sprint 5/6 does nothing in impulse 2, then direction 5."""
    s = alone("sprint", (5, 6), impulse=2, terrain={"19.10": "rocks", "19.11": "clear", "18.11": "clear"})
    stood = played(activate(s, "e1"))
    assert stood.state.soldiers["e1"].hex == HERE
    moved = played(activate(replace(stood.state, impulse=3), "e1")).state
    assert moved.soldiers["e1"].hex == "18.11"


def test_a_hedgerow_in_the_first_hex_of_a_sprint() -> None:
    """C21's note: Wolff and Bach duck back after entering it."""
    s = alone("sprint", (6,), terrain={"19.10": "hedgerow"})
    assert played(activate(s, "e1")).state.soldiers["e1"].order == "duck_back"


@pytest.mark.parametrize(
    ("morale", "order", "roll", "after"),
    [
        ("normal", "evade", 4, "duck_back"),
        ("normal", "evade", 5, "evade"),
        ("aggressive", "evade", None, "evade"),
        ("normal", "run_gun", None, "run_gun"),
    ],
)
def test_entering_cover_in_sight_of_a_spotted_man(
    morale: str, order: str, roll: int | None, after: str
) -> None:
    """9.4: an unmodified TQC; not with Run & Gun, not when Aggressive."""
    s = state(
        enemy("e1", HERE, order=order, ways=(1,), morale=morale),
        man("cragg", "20.04"),
        impulse=1,
        board=(8, 30, 4, 16),
        terrain={"20.09": "trees"},
    )
    answers: dict[str, Any] = (
        {"sees": [["cragg"]]} if roll is None else {"sees": [["cragg"], []], "tqc": [roll]}
    )
    if roll is not None:
        answers["sees"] = [["cragg"], ["cragg"]]
    assert played(activate(s, "e1"), answers).state.soldiers["e1"].order == after


def test_the_order_inside_a_team() -> None:
    """10.0: from the top down, then nearest to a Friendly, then by lot."""
    s = state(
        enemy("e1", "20.12"),
        enemy("e2", "24.08"),
        enemy("e3", "14.08"),
        enemy("e4", "20.05"),
        enemy("e5", "26.08"),
        man("cragg", "10.08"),
    )
    assert played(sort_team(s, "red")).value == ["e4", "e3", "e2", "e5", "e1"]
    tied = state(enemy("e1", "20.05"), enemy("e2", "20.05"), man("cragg", "10.08"))
    assert played(sort_team(tied, "red"), {"first": ["e2"]}).value == ["e2", "e1"]


def test_duck_back_is_turned_to_hide() -> None:
    """10.13."""
    s = alone("duck_back", ())
    assert played(activate(s, "e1")).state.soldiers["e1"].order == "hide"


def test_an_alert_man_without_an_order_draws_and_waits_an_impulse() -> None:
    """4.0-4(i), 9.8."""
    s = state(enemy("e1", HERE), impulse=2, terrain={HERE: "clear"}, board=(8, 30, 4, 16))
    after = played(activate(s, "e1"), {"enemy_card": ["10"]}).state.soldiers["e1"]
    assert (after.order, after.acts_from, after.hex) == ("evade", 3, HERE)


def test_a_waiting_man_who_sees_a_spotted_one() -> None:
    """9.8 trigger 2."""
    s = state(enemy("e1", HERE, alert=False), man("cragg", "20.04"), impulse=2, terrain={HERE: "clear"})
    step = played(activate(s, "e1"), {"sees": [["cragg"]]})
    assert step.state.soldiers["e1"].alert


@pytest.mark.parametrize(("alerts", "alert"), [(True, True), (False, False)])
def test_setting_decides_whether_seeing_a_hidden_friendly_alerts(alerts: bool, alert: bool) -> None:
    """12.0 allows both readings."""
    s = state(
        enemy("e1", HERE, alert=False, who="red:14"),
        man("cragg", "20.04", seen=False),
        impulse=2,
        settings=Settings(sighting_alerts=alerts, mode="strict"),
        terrain={"20.04": "clear"},
    )
    step = played(activate(s, "e1"), {"sees": [["cragg"]], "spotting": [{"value": -2}], "tqc": [7]})
    assert step.state.soldiers["e1"].alert == alert


@pytest.mark.parametrize(("roll", "seen"), [(2, True), (3, False)])
def test_enemy_spots_a_hidden_friendly(roll: int, seen: bool) -> None:
    """12.0: TQ 4 at -2."""
    s = state(enemy("e1", HERE), man("cragg", "20.04", seen=False), impulse=1, terrain={"20.04": "trees"})
    s = s.change("e1", order="hide")
    step = played(activate(s, "e1"), {"sees": [["cragg"]], "spotting": [{"value": -2}], "tqc": [roll]})
    assert step.state.soldiers["cragg"].seen == seen


def test_a_decoy_that_sees_a_friendly_is_removed() -> None:
    """12.0."""
    s = state(enemy("e1", HERE, who="red:decoy1", alert=False), man("cragg", "20.04", seen=False), impulse=1)
    step = played(activate(s, "e1"), {"sees": [["cragg"]]})
    assert step.state.soldiers["e1"].fate == "decoy"


def test_a_man_with_a_fire_order_fires_in_his_impulses() -> None:
    """10.01: Jung (skill 3) at six hexes: no modifier; a miss on 4."""
    s = state(enemy("e1", HERE, order="aimed", seen=True), man("cragg", "20.04"), impulse=1)
    s = replace(s, terrain={"20.04": "clear"})
    assert not played(activate(s, "e1"), {"sees": [[]]}).noted("fires")
    answers = {"sees": [["cragg"]], "order_terrain": [{"value": 0}], "shot": [4]}
    step = played(activate(replace(s, impulse=2), "e1"), answers)
    assert step.noted("missed")


def test_run_and_gun_fires_where_it_can() -> None:
    """10.04: in impulses 2 and 4, at -2."""
    s = state(
        enemy("e1", HERE, order="run_gun", ways=(1,), seen=True),
        man("cragg", "20.04"),
        impulse=2,
        terrain={"20.04": "clear"},
    )
    answers = {"sees": [["cragg"]], "order_terrain": [{"value": 0}], "shot": [2]}
    step = played(activate(s, "e1"), answers)
    assert step.noted("missed")
    assert step.state.soldiers["e1"].hex == HERE


def test_a_guard_is_fired_at_only_aimed() -> None:
    """17.4."""
    both = (man("cragg", "20.04", guard=True), enemy("e2", "20.04", prisoner=True))
    s = state(enemy("e1", HERE, order="rapid", seen=True), *both, impulse=1)
    assert not played(activate(s, "e1"), {"sees": [["cragg"]]}).noted("fires")


# 10.08: charge


def charging(friend: str, impulse: int, hex_: str = HERE) -> State:
    return state(
        enemy("e1", hex_, order="charge"), man("cragg", friend), impulse=impulse, board=(8, 30, 4, 16)
    )


def test_a_charge_that_gets_there_at_once_is_a_melee() -> None:
    after = played(activate(charging("20.09", 1), "e1")).state
    assert after.soldiers["e1"].order == after.soldiers["cragg"].order == "melee"


def test_a_charge_of_later_impulses_stays_one() -> None:
    after = played(activate(charging("20.08", 3), "e1")).state
    assert after.soldiers["e1"].order == "charge"
    assert after.soldiers["cragg"].order == "melee"


def test_a_charge_that_does_not_get_there_ends_in_duck_back() -> None:
    after = played(activate(charging("20.05", 3), "e1"), {"sees": [[]]}).state
    assert (after.soldiers["e1"].order, after.soldiers["e1"].hex) == ("duck_back", "20.08")


def test_the_weakest_of_the_nearest_is_charged() -> None:
    """10.08: lowest TQ; Taylor has 6."""
    s = state(
        enemy("e1", HERE, order="charge"),
        man("taylor", "20.08"),
        man("cragg", "20.12"),
        impulse=1,
        typed={"tq.cragg": 3},
        board=(8, 30, 4, 16),
    )
    after = played(activate(s, "e1"), {"sees": [[]]}).state
    assert after.soldiers["e1"].hex == "20.11"


# 10.09: grenades


def throwing(friend: str, impulse: int, **fields: Any) -> State:
    wolf = enemy("e1", "16.06", order="grenade", seen=True, **fields)
    return state(wolf, man("brubaker", friend), impulse=impulse, board=(8, 30, 4, 16))


def test_a_grenade_is_armed_in_impulse_1() -> None:
    after = played(activate(throwing("14.05", 1), "e1"), {"sees": [[]]}).state.soldiers["e1"]
    assert (after.armed, after.aim) == (True, "14.05")


@pytest.mark.parametrize(("die", "hex_"), [(1, "14.06"), (3, "14.06"), (4, "14.07"), (6, "14.07")])
def test_enemy_with_grenade_steps_up(die: int, hex_: str) -> None:
    """C17, 14.2: four hexes from the target, two clear hexes at the same distance."""
    wolf = enemy("e1", "15.07", order="grenade", seen=True, armed=True)
    s = state(wolf, man("brubaker", "11.07"), impulse=2, board=(8, 30, 4, 16))
    s = replace(s, terrain={"14.06": "clear", "14.07": "clear"})
    after = played(activate(s, "e1"), {"of_two": [die], "sees": [[]]}).state
    assert after.soldiers["e1"].hex == hex_


def test_step_up_prefers_cover() -> None:
    """14.2."""
    wolf = enemy("e1", "15.07", order="grenade", seen=True, armed=True)
    s = state(wolf, man("brubaker", "11.07"), impulse=2, board=(8, 30, 4, 16))
    s = replace(s, terrain={"14.06": "clear", "14.07": "trees"})
    assert played(activate(s, "e1"), {"sees": [[]]}).state.soldiers["e1"].hex == "14.07"


def test_enemy_in_grenade_range_does_not_move() -> None:
    """14.2: three hexes away; the target marker follows a soldier who has moved."""
    s = throwing("13.05", 2, armed=True, aim="13.04")
    after = played(activate(s, "e1"), {"sees": [[]]}).state.soldiers["e1"]
    assert (after.hex, after.aim) == ("16.06", "13.05")


def test_enemy_steps_next_to_a_building() -> None:
    """10.09."""
    s = replace(
        throwing("16.04", 2, armed=True, aim="16.04"), terrain={"16.04": "building", "16.05": "clear"}
    )
    assert played(activate(s, "e1"), {"sees": [[]]}).state.soldiers["e1"].hex == "16.05"


@pytest.mark.parametrize(
    ("sees", "roll", "scatters"),
    [(["brubaker"], 8, False), (["brubaker"], 9, True), ([], 6, True), ([], 5, False)],
)
def test_enemy_throws_grenade(sees: list[str], roll: int, scatters: bool) -> None:
    """10.09: scatter on 9, three more out of sight; then skill 2, -3 out of sight."""
    s = throwing("14.05", 3, armed=True, aim="14.05")
    answers: dict[str, Any] = {"sees": [sees, []], "grenade_scatter": [roll]}
    if scatters:
        answers["scatter_way"] = [1]
    else:
        answers["grenade"] = [2 if sees else 0]
        answers |= {} if sees else {"zero": [3]}
    step = played(activate(s, "e1"), answers)
    (grenade,) = step.state.grenades
    assert grenade.hex == ("14.04" if scatters else "14.05")
    assert grenade.near == (("brubaker",) if not scatters else ())


def test_enemy_steps_back_in_impulse_4() -> None:
    """10.09: out of the clear to 2 or 3, cover preferred."""
    s = replace(throwing("14.05", 4), terrain={"16.06": "clear", "17.06": "trees", "17.07": "clear"})
    assert played(activate(s, "e1"), {"sees": [[]]}).state.soldiers["e1"].hex == "17.06"
    sheltered = replace(throwing("14.05", 4), terrain={"16.06": "trees"})
    assert played(activate(sheltered, "e1"), {"sees": [[]]}).state.soldiers["e1"].hex == "16.06"


def test_a_dropped_grenade() -> None:
    """10.09: Near for the holder, Far for everyone else in the hex."""
    s = state(enemy("e1", HERE, order="grenade", armed=True), enemy("e2", HERE))
    after = played(duck_back(s, "e1", "10.13")).state
    (grenade,) = after.grenades
    assert (grenade.near, grenade.far) == (("e1",), ("e2",))
    assert not after.soldiers["e1"].armed


def test_a_late_grenade_order_has_nothing_to_throw() -> None:
    after = played(activate(throwing("14.05", 3), "e1"), {"sees": [[]]}).state
    assert after.grenades == ()


def test_moving_into_company_alerts_it() -> None:
    """9.8 trigger 4."""
    s = alone("evade", (1,)).with_soldier(enemy("e2", "20.09", alert=False))
    after = played(activate(s, "e1")).state
    assert after.soldiers["e2"].alert


def test_an_order_without_a_way_goes_nowhere() -> None:
    s: State = alone("evade", ())
    result: Soldier = played(move(s, "e1", 1)).state.soldiers["e1"]
    assert result.hex == HERE


def test_the_compass_turns_the_ways() -> None:
    """9.3: arrow 1 pointing along direction 3 of the grid."""
    s = alone("evade", (1,), scenario=scenario(compass={"hex": "18.10", "arrow": "20.11"}))
    assert played(activate(s, "e1")).state.soldiers["e1"].hex == "21.11"


def test_a_decoy_never_fires() -> None:
    """12.0: it is removed as soon as it sees a Friendly."""
    s = state(enemy("e1", HERE, order="rapid", who="red:decoy1"), man("cragg", "20.04"), impulse=1)
    step = played(activate(s, "e1"), {"sees": [["cragg"]]})
    assert step.state.soldiers["e1"].fate == "decoy"
    assert not step.noted("fires")


def test_counter_to_read_is_named() -> None:
    """13.0: the skill of an unknown enemy is blank; the enemy stays unknown."""
    s = state(
        enemy("e1", HERE, order="rapid", who="red:3"),
        man("cragg", "20.04"),
        impulse=1,
        terrain={"20.04": "clear"},
        typed={"order_terrain.none.clear": 0, "range.e1.6": 0, "rof.e1": 1, "tq.e1": 4},
    )
    step = played(activate(s, "e1"), {"sees": [["cragg"]], "ws": [{"value": 3}], "shot": [8]})
    assert step.noted("looked_at") == [{"who": f"red:3@{HERE}"}]
    assert not step.state.soldiers["e1"].seen
