"""Play at a table for two: prompts, consequences and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalogs.games.thunder_at_cassino import load
from generator.games.thunder_at_cassino.procedures import BIDDING
from generator.table import EVERYONE, Refused
from tests.catalogs.games.thunder_at_cassino.test_tables import overlay, row
from tests.words import sentence

from .playing import Play
from .test_scenario import chain


def fire(**changes: Any) -> dict[str, Any]:
    """Return an attack of one unit; T25 with changes."""
    given = {"from": "3", "target": "4", "attack": 4, "infantry": 1, "machine_guns": 0, "armour": 0}
    return {**given, "company": False, "defence": 3, "terrain": 2, **changes}


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    output = refused.value.facts.get("why", refused.value.message)
    return str(output.key).removeprefix("problem.")


# Set-up


def test_the_bombardment_with_unknown_terrain() -> None:
    """T11: twenty dice, none for 9 and 20; 66 and zone E have fixed rubble."""
    play = Play()
    play.skip("rubble")
    assert len(play.prompt.dice) == 20
    play.say("rubble", [6] * 10 + [3] * 10)
    state = play.state
    assert "9" not in state.rubble_dice and "20" not in state.rubble_dice
    assert state.rubble["66"] == 2 and state.rubble["E"] == 1
    assert state.rubble["1"] == 2  # a 6 gives rubble 2 on any terrain
    assert state.rubble["12"] is None
    assert play.notes("rubble_open")[0]["places"] == list(state.catalog.rubble_areas)[10:]


def test_a_die_that_leaves_nothing_open_is_settled_without_terrain(tmp_path: Path) -> None:
    rows = [row("areas", str(n), terrain=2) for n in range(1, 23)]
    play = Play(catalog=load(overlay(tmp_path, "areas", *rows)))
    play.skip("stacks")
    play.say("stacks", {"1": 3, "9": 1})
    play.say("rubble", [1, 4, 5] + [1] * 17)
    assert play.state.rubble == {"2": 1, "3": 2, "66": 2, "E": 1}
    assert play.notes("rubble_open") == []
    play.say("casualties", [4, 5])
    play.say("casualties", [1])
    assert play.notes("casualties") == [{"area": "1", "points": 7}, {"area": "9", "points": 0}]


def test_casualties_side_by_side_until_the_terrain_is_typed() -> None:
    play = Play()
    play.skip("stacks")
    play.say("stacks", {"20": 3})
    play.skip("casualties")
    assert len(play.prompt.dice) == 2
    play.say("casualties", [4, 5])
    assert play.notes("casualties_open") == [{"area": "20", "points": "+1: 8, +2: 7, +3: 6, +4: 5"}]


def test_no_more_than_four_germans_set_up_in_an_area() -> None:
    play = Play()
    play.skip("stacks")
    with pytest.raises(Refused) as refused:
        play.say("stacks", {"3": 5})
    assert code(refused) == "COUNTER_EXHAUSTED.stock"
    play.say("stacks", {"3": 4})


def test_observers_lost_in_the_bombardment_are_back_on_turn_2() -> None:
    play = Play()
    play.skip("stacks")
    play.say("stacks", {"3": 1})
    play.skip("casualties")
    play.say("casualties", [6])
    play.say("observers_lost", "1")
    play.to_turn(1)
    assert play.state.observers == (("german", 2),)
    play.skip("points")
    play.say("points", {"observers_allied": 1})
    zones = []
    while play.prompt.ask == "observer_zone":
        zones.append(play.prompt.options)
        play.say("observer_zone", play.prompt.options[0])
    assert zones == [tuple("GHIJK"), tuple("ABCDEF")]
    play.to_turn(2)
    assert play.state.observers == ()


def test_the_last_days_begin_with_nine_areas_and_fifteen_points() -> None:
    play = Play("last_days")
    play.skip("rubble")
    play.say("rubble", [6] * 20)
    assert play.state.vp == 15 and len(play.state.control) == 9
    play.say("german_rubble", ["66"])
    assert "66" not in [ware.id for ware in play.prompt.shelf]


def test_removal_keeps_one_level_for_the_edge(tmp_path: Path) -> None:
    """T23: five levels, one of them from an area at the edge."""
    rows = [row("areas", str(n), terrain=4, edge=n == 1) for n in range(1, 69)]
    play = Play("last_days", catalog=load(overlay(tmp_path, "areas", *rows)))
    play.skip("rubble")
    play.say("rubble", [6] * 20)
    play.say("german_rubble", [])
    with pytest.raises(Refused) as refused:
        play.say("remove_rubble", {"2": 2, "3": 2, "4": 1})
    assert code(refused) == "COUNTER_EXHAUSTED.stock"
    with pytest.raises(Refused) as refused:
        play.say("remove_rubble", {"1": 2, "2": 2, "3": 2})
    assert code(refused) == "TOO_MANY"
    play.say("remove_rubble", {"1": 1, "2": 2, "3": 2})
    assert play.state.rubble["1"] == 1
    assert "2" not in play.state.rubble and "3" not in play.state.rubble


# Impulses


def test_the_holder_of_the_advantage_begins() -> None:
    play = Play()
    play.to_turn(1)
    assert play.prompt.seat == "allied"
    play.say("impulse", "move")
    assert play.prompt.seat == "german"
    other = Play("castle_hill")
    other.to_turn(1)
    assert other.prompt.seat == "german"


def test_two_passes_end_the_phase_unless_it_is_prolonged() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "pass")
    play.say("impulse", "pass")
    assert play.prompt.seat == "allied"
    play.say("prolong", "yes")
    assert play.state.advantage == "allied"  # shown before; the new holder is asked next time
    play.say("impulse", "pass")
    play.say("impulse", "pass")
    assert (play.prompt.ask, play.prompt.seat) == ("prolong", "german")
    play.say("prolong", "no")
    assert play.prompt.ask == "close_area"


def test_a_pass_between_actions_ends_nothing() -> None:
    play = Play()
    play.to_turn(1)
    for action in ("pass", "move", "pass", "move"):
        play.say("impulse", action)
    assert play.prompt.ask == "impulse"


def test_no_german_bombardment_and_no_night_on_turn_1() -> None:
    play = Play()
    play.skip("guns")
    play.say("guns", {"german_division": 1})
    play.to_turn(1)
    with pytest.raises(Refused) as refused:
        play.say("impulse", "night")
    assert code(refused) == "NIGHT.first"
    play.say("impulse", "move")
    with pytest.raises(Refused) as refused:
        play.say("impulse", "artillery")
    assert code(refused) == "NO_GERMAN_GUNS"
    play.to_turn(2)
    play.say("impulse", "move")
    assert "artillery" in play.prompt.options


def test_night_passes_the_advantage_and_never_comes_twice_running() -> None:
    play = Play()
    play.to_turn(2)
    play.say("impulse", "night")
    assert play.state.night and play.state.advantage == "german"
    assert play.prompt.seat == "allied"  # declaring it is not an impulse
    with pytest.raises(Refused) as refused:
        play.say("impulse", "night")
    assert code(refused) == "NIGHT.already"
    play.to_turn(3)
    assert not play.state.night
    with pytest.raises(Refused) as refused:
        play.say("impulse", "night")
    assert code(refused) == "NIGHT.running"
    play.to_turn(4)
    assert "night" in play.prompt.options


def test_only_the_holder_declares_night() -> None:
    play = Play()
    play.to_turn(2)
    play.say("impulse", "move")
    with pytest.raises(Refused) as refused:
        play.say("impulse", "night")
    assert code(refused) == "NIGHT.advantage"


def test_the_worked_attack_at_the_table() -> None:
    """T25: 15 against 13, two points."""
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    play.say("fire", fire(infantry=4, company=True, higher=True))
    play.say("combat", [3, 4, 2, 4])
    assert play.notes("hit") == [{"target": "4", "attack": 15, "defence": 13, "points": 2}]
    play.say("reroll", "no")
    play.say("fire_again", "no")
    assert play.prompt.seat == "german"


def test_the_advantage_forces_a_roll_once() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    play.say("fire", fire())
    play.say("combat", [1, 1, 6, 6])
    assert play.prompt.seat == "allied"
    play.say("reroll", "yes")
    play.say("combat", [6, 6, 1, 1])
    assert play.prompt.ask == "fire_again"  # the Germans hold it now, and cannot force this roll a third time
    assert play.notes("advantage_used") == [{"side": "allied", "use": "reroll", "to": "german"}]


def test_a_place_is_attacked_once_in_an_impulse() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    play.say("fire", fire())
    play.skip("fire_again")
    play.say("fire_again", "yes")
    with pytest.raises(Refused) as refused:
        play.say("fire", fire())
    assert code(refused) == "BAD_REPORT"
    with pytest.raises(Refused):
        play.say("fire", fire(**{"from": "5", "target": "6"}))  # the others stand elsewhere
    play.say("fire", fire(target="5"))


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (fire(infantry=7), "FIRE_LIMIT"),
        (fire(infantry=0), "FIRE_NOBODY"),
        ({key: value for key, value in fire().items() if key != "terrain"}, "TERRAIN_UNKNOWN"),
        (fire(target="C"), "FIRE_ZONE"),
        (fire(**{"from": "C", "target": "D"}), "FIRE_ZONE"),
        (fire(target="69"), "BAD_REPORT"),
        (fire(attack=-1), "BAD_REPORT"),
    ],
)
def test_illegal_attacks_are_refused(given: dict[str, Any], refusal: str) -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    with pytest.raises(Refused) as refused:
        play.say("fire", given)
    assert code(refused) == refusal


def test_fire_inside_a_zone_counts_as_adjacent() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    play.say("fire", fire(**{"from": "C", "target": "C"}))
    assert play.notes("odds")[0]["defence"] == 3 + 1 + 1  # factor, terrain of a zone, adjacent
    play.say("combat", [1, 1, 1, 1])
    play.say("reroll", "no")
    assert play.prompt.ask == "impulse"  # nothing else can be fired at from a zone


def shell(target: str = "4", observer: str = "66", **changes: Any) -> dict[str, Any]:
    return {
        "target": target,
        "observer": observer,
        "friends": False,
        "attack": 6,
        "defence": 3,
        "terrain": 2,
        **changes,
    }


def gunned(turn: int = 1, **settings: Any) -> Play:
    """Return a campaign in which the Allies have a brigade and a corps, the Germans a division."""
    play = Play(**settings)
    play.say("guns", {"german_division": 1})
    play.say("guns", {"allied_brigade": 1, "allied_corps": 1})
    play.to_turn(turn)
    return play


def test_a_battery_fires_once_a_turn() -> None:
    play = gunned()
    play.say("impulse", "artillery")
    play.say("battery", "allied_brigade_1")
    play.say("bombard", shell())
    play.say("combat", [6, 6, 1, 1])
    play.say("reroll", "no")
    assert [(b.id, b.used) for b in play.state.batteries] == [
        ("german_division_1", True),
        ("allied_corps_1", False),
        ("allied_brigade_1", True),
        ("mataf", False),
    ]
    play.say("impulse", "move")
    play.say("impulse", "artillery")  # one is left: no choice
    play.say("bombard", shell("5"))
    play.skip("impulse")
    play.say("impulse", "move")
    with pytest.raises(Refused) as refused:
        play.say("impulse", "artillery")
    assert code(refused) == "NO_GUNS"
    play.to_turn(2)
    assert not any(battery.used for battery in play.state.batteries)


def test_the_other_reading_has_allied_guns_spent_on_turn_1() -> None:
    play = gunned(allied_guns="spent")
    assert "artillery" not in play.prompt.options and "air" not in play.prompt.options
    play.to_turn(2)
    assert "artillery" in play.prompt.options


def test_the_air_command_leaves_after_turn_6_and_never_flies_at_night() -> None:
    play = gunned(2)
    assert "air" in play.prompt.options
    play.say("impulse", "night")
    with pytest.raises(Refused) as refused:
        play.say("impulse", "air")
    assert code(refused) == "AIR_NIGHT"
    play.to_turn(6)
    play.say("impulse", "move")  # the Germans begin: they hold the advantage
    assert "air" in play.prompt.options
    play.to_turn(7)
    play.say("impulse", "move")
    with pytest.raises(Refused) as refused:
        play.say("impulse", "air")
    assert code(refused) == "NO_AIR"
    assert play.notes("air_gone") == [{}]


def lay(play: Play, target: str, dice: list[int], battery: str = "allied_brigade_1") -> None:
    play.say("impulse", "smoke")
    if play.prompt.ask == "battery":
        play.say("battery", battery)
    play.say("smoke_target", {"target": target, "observer": "66", "high": False})
    play.say("smoke", dice)


def test_smoke_lies_until_its_number_is_rolled() -> None:
    """T5: a German attack of 8 removes the smoke of brigades, and the Allies may lay more."""
    play = gunned()
    lay(play, "4", [3, 3])
    assert [(cloud.place, cloud.lasts) for cloud in play.state.clouds] == [("4", 8)]
    assert play.state.smoke_left("allied") == 7
    play.say("impulse", "fire")
    play.say("fire", fire())
    assert play.notes("odds")[-1]["defence"] == 3 + 2 + 1 + 1  # smoke still counts for this attack
    play.say("combat", [4, 4, 1, 1])
    play.say("reroll", "no")
    assert play.notes("smoke_lifted") == [{"side": "allied", "places": ["4"], "total": 8}]
    play.say("fire_again", "no")
    assert play.state.clouds == ()
    assert "smoke" in play.prompt.options


def test_smoke_that_goes_helps_to_the_end_of_the_impulse() -> None:
    """16.3: lifted smoke makes nobody easier to hit in the same impulse."""
    play = gunned()
    lay(play, "3", [3, 3])
    play.say("impulse", "fire")
    play.say("fire", fire())
    assert play.notes("odds")[-1]["defence"] == 3 + 2 + 1 + 1
    play.say("combat", [4, 4, 1, 1])
    play.say("reroll", "no")
    assert play.notes("smoke_lifted")
    play.say("fire_again", "yes")
    play.say("fire", fire(target="5"))
    assert play.notes("odds")[-1]["defence"] == 3 + 2 + 1 + 1
    play.say("combat", [1, 1, 6, 6])
    play.say("reroll", "no")
    play.say("fire_again", "no")
    assert play.state.clouds == ()


def test_no_german_is_in_an_allied_zone() -> None:
    """7.2, 10.7: Germans neither fire nor observe from A to F; the Allies may be in all."""
    play = gunned(2)
    asked = []
    for side, action in (("allied", "fire"), ("german", "artillery")):
        assert play.prompt.seat == side
        play.say("impulse", action)
        field = "from" if action == "fire" else "observer"
        asked.append(set(play.prompt.form["properties"][field]["enum"]))
        if action == "fire":
            play.say("fire", fire())
            play.say("combat", [1, 1, 6, 6])
            play.say("reroll", "no")
            play.say("fire_again", "no")
    allied, german = asked
    assert set("ABCDEFGHIJK") <= allied
    assert set("GHIJK") <= german
    assert not set("ABCDEF") & german


def test_smoke_of_another_number_stays_and_all_goes_at_the_end_of_the_phase() -> None:
    play = gunned()
    lay(play, "4", [3, 3])
    play.say("impulse", "fire_paper")
    play.say("paper", {"advantage": False, "roll": 7})
    assert len(play.state.clouds) == 1
    play.skip("close_area")
    assert play.state.clouds == ()


@pytest.mark.parametrize(("reading", "left_now", "left_later"), [("lost", 7, 7), ("turn", 7, 8)])
def test_failed_smoke_by_both_readings(reading: str, left_now: int, left_later: int) -> None:
    play = gunned(failed_smoke=reading)
    lay(play, "4", [1, 1])
    assert play.state.clouds == ()
    assert play.state.smoke_left("allied") == left_now
    play.to_turn(2)
    assert play.state.smoke_left("allied") == left_later


def test_smoke_in_either_area_or_in_both() -> None:
    for reading, defence in (("either", 7), ("both", 6)):
        play = gunned(smoke_fire=reading)
        lay(play, "4", [6, 6])
        play.say("impulse", "fire")
        play.say("fire", fire())
        assert play.notes("odds")[-1]["defence"] == defence


def test_no_allied_smoke_where_the_air_force_struck() -> None:
    play = gunned()
    play.say("impulse", "air")
    play.say("bombard", {key: value for key, value in shell().items() if key != "observer"})
    play.skip("impulse")
    play.say("impulse", "move")
    play.say("impulse", "smoke")
    play.say("battery", "allied_corps_1")
    with pytest.raises(Refused) as refused:
        play.say("smoke_target", {"target": "4", "observer": "66"})
    assert code(refused) == "BAD_REPORT"


def test_sappers_clear_rubble_and_germans_have_none() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "clear_rubble")
    play.say("cleared", "E")
    assert "E" not in play.state.rubble
    with pytest.raises(Refused) as refused:
        play.say("impulse", "clear_rubble")
    assert code(refused) == "NO_SAPPERS"


def test_rubble_rolls_of_armour() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "move_rubble")
    play.say("rubble_level", "2")
    play.say("rubble_entry", [4, 5])
    play.say("rubble_again", "yes")
    play.say("rubble_level", "1")
    play.say("rubble_entry", [4, 4])
    play.say("rubble_again", "no")
    assert play.notes("rubble_stuck") == [{"level": 2, "total": 9}]
    assert play.notes("rubble_passed") == [{"level": 1, "total": 8}]


def test_close_combat_has_the_other_strike_first() -> None:
    play = Play()
    play.to_turn(1)
    play.skip("close_area")
    assert play.prompt.seat == "allied"
    play.say("close_area", "16")
    assert play.prompt.seat == "german"
    play.say("close", {"units": 3, "attacker": 4, "target": 3})
    play.say("close", NO_MORE)
    assert play.notes("close_attack") == [{"number": 1, "units": 3, "percent": 67}]
    play.say("close_roll", [3])
    assert play.notes("close_hit") == [{"area": "16", "side": "german", "other": "allied"}]
    play.say("reroll", "no")
    assert play.prompt.seat == "allied"
    play.say("close", NO_MORE)
    assert "16" not in play.prompt.options


def test_all_attacks_of_a_side_are_named_before_its_dice() -> None:
    """9.3: the first result cannot change later targets; the other side has seen all attacks."""
    play = in_close_combat()
    play.say("close", {"units": 2, "attacker": 4, "target": 3})
    assert play.prompt.form["properties"]["units"]["maximum"] == 12  # 9.2: a unit attacks once
    play.say("close", {"units": 1, "attacker": 3, "target": 3})
    play.say("close", NO_MORE)
    assert [one["units"] for one in play.notes("close_attack")] == [2]
    play.say("close_roll", [1])
    play.say("reroll", "no")
    assert [one["units"] for one in play.notes("close_attack")] == [2, 1]
    play.say("close_roll", [6])
    play.say("reroll", "no")
    assert play.prompt.ask == "close" and play.prompt.seat == "allied"


NO_MORE = {"units": 0, "attacker": 0, "target": 0}


def in_close_combat() -> Play:
    play = Play()
    play.to_turn(1)
    play.skip("close_area")
    play.say("close_area", "16")
    return play


def test_fire_is_held_to_the_neighbours_that_are_typed(tmp_path: Path) -> None:
    """8.3: into the own area or an adjacent one, once the owner has typed all of them."""
    play = Play(catalog=chain(tmp_path))
    play.to_turn(1)
    play.say("impulse", "fire")
    with pytest.raises(Refused) as refused:
        play.say("fire", fire(**{"from": "3", "target": "30"}))
    assert code(refused) == "FIRE_FAR"
    assert "is too far from" in sentence(refused.value)
    play.say("fire", fire(**{"from": "3", "target": "4"}))
    play.say("combat", [1, 1, 6, 6])
    play.say("reroll", "no")
    play.say("fire_again", "yes")
    assert set(play.prompt.form["properties"]["target"]["enum"]) == {"2", "3"}


def test_while_neighbours_are_not_typed_fire_goes_where_the_players_say() -> None:
    play = Play()
    play.to_turn(1)
    play.say("impulse", "fire")
    play.say("fire", fire(**{"from": "3", "target": "30"}))
    assert play.prompt.ask == "combat"


@pytest.mark.parametrize("place", ["66", "9"])
def test_nobody_shells_his_own_observer(place: str) -> None:
    """14.3.1, 14.3.2: from abbey and castle only areas without own units; the observer is one."""
    play = Play()
    play.skip("guns")
    play.say("guns", {})
    play.say("guns", {"allied_division": 1})
    play.to_turn(2)
    while play.prompt.seat != "allied":
        play.say("impulse", "move")
    play.say("impulse", "artillery")
    shells = {"target": place, "observer": place, "defence": 3, "friends": False, "attack": 5, "terrain": 1}
    with pytest.raises(Refused) as refused:
        play.say("bombard", shells)
    assert code(refused) == "OWN_UNITS"


@pytest.mark.parametrize(
    ("die", "levels", "left", "cut"),
    [
        (2, 1, "gone", {}),  # 5.5: none or rubble 1, by the terrain
        (3, 1, None, {"1": 1}),  # rubble 1 or 2: none or 1 is left
        (3, 2, "gone", {}),
    ],
)
def test_removed_level_of_rubble_with_unknown_terrain(
    die: int, levels: int, left: Any, cut: dict[str, int]
) -> None:
    play = removing(die)
    play.say("remove_rubble", {"1": levels})
    assert play.state.rubble.get("1", "gone") == left
    assert play.state.rubble_cut == cut
    assert [one["places"] for one in play.notes("removed_open")] == ([["1"]] if cut else [])


def test_no_more_levels_are_taken_than_any_terrain_gives() -> None:
    play = removing(2)
    with pytest.raises(Refused) as refused:
        play.say("remove_rubble", {"1": 2})
    assert code(refused) == "COUNTER_EXHAUSTED.stock"


def removing(die: int) -> Play:
    play = Play("last_days")
    play.skip("rubble")
    play.say("rubble", [die] + [6] * 19)
    play.say("german_rubble", [])
    return play


# Points and the end


def scored(play: Play, turn: int, answer: dict[str, Any], *values: int) -> None:
    while play.state.turn < turn or play.prompt.ask != "points":
        play.skip("points")
        if play.state.turn < turn:
            play.say("points", {})
    play.say("points", answer)
    for value in values:
        play.say("vp_value", value)


def test_control_and_points_by_area() -> None:
    """T12: taken, shared, retaken; the printed points are asked once."""
    play = Play()
    scored(play, 1, {"allied": ["22", "9"]}, 3, 2)  # 9 first: 3, then 22: 2
    assert play.state.vp == 5 and play.state.control == {"9", "22"}
    scored(play, 2, {})
    assert play.state.vp == 5
    scored(play, 3, {"german": ["22"]})
    assert play.state.vp == 3 and play.state.control == {"9"}
    scored(play, 4, {"allied": ["22"]})
    assert play.state.vp == 5


def test_what_is_controlled_cannot_be_taken_again() -> None:
    play = Play()
    scored(play, 1, {"allied": ["22"]}, 2)
    play.skip("points")
    with pytest.raises(Refused) as refused:
        play.say("points", {"allied": ["22"]})
    assert code(refused) == "BAD_REPORT"
    with pytest.raises(Refused):
        play.say("points", {"german": ["9"]})
    with pytest.raises(Refused):
        play.say("points", {"allied": ["10"]})  # not a victory area


def test_the_fifth_column_once_and_to_turn_3() -> None:
    """T14."""
    play = Play()
    scored(play, 1, {"fifth": ["16"]})
    assert play.state.vp == 1
    play.skip("points")
    with pytest.raises(Refused):
        play.say("points", {"fifth": ["16"]})
    scored(play, 2, {})
    scored(play, 3, {"fifth": ["11"]})
    assert play.state.vp == 2
    play.skip("points")
    with pytest.raises(Refused):
        play.say("points", {"fifth": ["15"]})


@pytest.mark.parametrize(
    ("points", "bid", "winner"),
    [
        ([7, 7], 0, "german"),  # T1: 14
        ([11, 11], 0, "allied"),
        ([7, 7], 8, "allied"),
        ([11, 11], -8, "german"),
    ],
)
def test_the_end_of_turn_9(points: list[int], bid: int, winner: str) -> None:
    play = Play(bid=bid)
    scored(play, 9, {"allied": ["9", "22"]}, *points)
    assert play.session.finished
    result = play.session.documents(EVERYONE)[0]["play"]["result"]
    assert result == {"winner": winner, "how": "bands", "inferred": True}


def test_a_draw_that_is_accepted() -> None:
    play = Play()
    scored(play, 9, {"allied": ["9"]}, 15)
    assert play.prompt.seat == "allied"
    play.say("go_on", "accept")
    assert play.session.finished
    assert play.notes("won_draw") == [{"vp": 15}]


@pytest.mark.parametrize(("value", "winner"), [(6, "german"), (7, "allied")])
def test_a_draw_that_is_played_on(value: int, winner: str) -> None:
    """T2: 21 points are a German win on turn 15, 22 an Allied one."""
    play = Play()
    scored(play, 9, {"allied": ["9"]}, 15)
    play.say("go_on", "continue")
    assert play.state.turn == 10 and play.state.part == "last_days"
    assert [facts["event"] for facts in play.notes("event")][-1] == "reserve"
    assert play.state.vp == 15 and play.state.control == {"9"}
    scored(play, 15, {"allied": ["66"]}, value)
    assert play.session.finished
    assert play.notes(f"won_{winner}") == [{"vp": 15 + value}]


@pytest.mark.parametrize(("given", "values", "winner"), [(["21"], [2], "german"), ([], [], "allied")])
def test_the_round_house(given: list[str], values: list[int], winner: str) -> None:
    play = Play("round_house")
    scored(play, 2, {"german": given}, *values)
    assert play.session.documents(EVERYONE)[0]["play"]["result"]["winner"] == winner


def test_the_round_house_with_equal_points() -> None:
    """T17: 21 retaken and 19 lost, with the same points: the Allies win."""
    play = Play("round_house")
    scored(play, 1, {"german": ["21"]}, 2)
    scored(play, 2, {"allied": ["19"]}, 2)
    assert play.session.documents(EVERYONE)[0]["play"]["result"]["winner"] == "allied"


@pytest.mark.parametrize(("allied", "german", "winner"), [(4, 4, "allied"), (2, 3, "german")])
def test_castle_hill(allied: int, german: int, winner: str) -> None:
    """T15, T16."""
    play = Play("castle_hill")
    play.skip("held")
    play.say("held", {"allied": allied, "german": german})
    assert play.session.documents(EVERYONE)[0]["play"]["result"]["winner"] == winner


def test_the_ninth_turn_rolls_for_reinforcements(tmp_path: Path) -> None:
    play = Play()
    play.skip("variable")
    assert play.state.turn == 9
    play.say("variable", [4])
    assert play.notes("variable_open") == [{"die": 4}]
    typed = load(overlay(tmp_path, "variable", {"id": "4", "arrives": "78 Div"}))
    play = Play(catalog=typed)
    play.skip("variable")
    play.say("variable", [4])
    assert play.notes("variable") == [{"die": 4, "arrives": "78 Div"}]


def test_the_owners_units_arrive_and_bring_their_guns(tmp_path: Path) -> None:
    base = row("units", "mataf")
    units = [
        {
            **base,
            "id": "p1",
            "name": "1/I/3",
            "side": "german",
            "kind": "infantry",
            "gun": None,
            "company": "1/I/3",
        },
        {
            **base,
            "id": "p2",
            "name": "1/I/3",
            "side": "german",
            "kind": "infantry",
            "gun": None,
            "company": "1/I/3",
        },
        {
            **base,
            "id": "g1",
            "name": "4 Ind",
            "side": "allied",
            "kind": "artillery",
            "gun": "allied_division",
        },
    ]
    for unit in units:
        unit["campaign"] = "turn 2: G, H" if unit["side"] == "german" else "turn 1: C"
    play = Play(catalog=load(overlay(tmp_path, "units", *units)))
    play.say("guns", {})  # the Germans have none typed; the Allies have
    assert play.prompt.ask == "stacks"
    play.skip("entry_zone")
    assert play.state.turn == 2
    play.say("entry_zone", "H")
    assert {"side": "german", "units": ["p1", "p2"], "zone": "H"} in play.notes("arrives")
    assert [battery.id for battery in play.state.batteries] == ["g1", "mataf"]


# Bids


def test_sealed_bids_and_who_commands() -> None:
    """T18: three against one: the first commands the Germans and pays three."""
    play = Play(kind=BIDDING)
    play.session.answer("one", 3)
    for seat in ("two", EVERYONE):
        hidden = play.session.log(seat)
        assert [line["answer"] for line in hidden] == [{"hidden": True}]
        assert play.session.standing(seat) is None and play.session.documents(seat) == []
    play.session.answer("two", 1)
    play.session.fill()
    assert play.notes("commands") == [{"german": "one", "allied": "two", "points": 3}]
    assert play.state.seats == {"german": "one", "allied": "two"} and play.state.bid == 3
    assert (play.prompt.ask, play.prompt.seat) == ("guns", "one")


def test_equal_bids_are_drawn() -> None:
    play = Play(kind=BIDDING)
    play.session.answer("two", 2)
    play.session.answer("one", 2)
    play.session.fill()
    facts = play.notes("commands")[0]
    assert {facts["german"], facts["allied"]} == {"one", "two"} and facts["points"] == 2
    assert [entry.ask for entry in play.session.table.entries] == ["bid", "bid", "bid_draw"]


@pytest.mark.parametrize("bid", [21, -21, "3", 2.0, True])
def test_invalid_bids_are_refused(bid: Any) -> None:
    play = Play(kind=BIDDING)
    with pytest.raises(Refused):
        play.session.answer("one", bid)


def test_undo_takes_back_answers() -> None:
    play = Play()
    play.to_turn(1)
    before = len(play.session.table.entries)
    play.say("impulse", "move")
    play.session.undo()
    assert len(play.session.table.entries) == before
    assert play.prompt.seat == "allied"


def test_an_advantage_used_on_the_table_is_told_at_the_end_of_the_turn() -> None:
    play = Play()
    scored(play, 1, {"holder": "german"})
    play.to_turn(2)
    assert play.state.advantage == "german" and play.prompt.seat == "german"
    assert play.notes("advantage_used") == [{"side": "allied", "use": "reroll", "to": "german"}]
    scored(play, 2, {"holder": "german"})
    assert len(play.notes("advantage_used")) == 1


def test_the_card_of_castle_hill_is_in_the_log() -> None:
    play = Play("castle_hill")
    play.to_turn(1)
    assert play.notes("fixed") == [{"unit": "rec_4_para", "place": "66"}]
    assert play.notes("committed_unit") == [{"unit": "rec_5_ind"}]
    assert play.notes("committed_area") == [{"area": "34"}]
    house = Play("round_house")
    house.to_turn(1)
    assert house.notes("retreat_ban") == [{"side": "allied", "areas": ["18", "19", "29", "31"]}]
