"""The companion: contest, clock, points and supply on one device; the map is the players'."""

from __future__ import annotations

from .battles import make_complete
from .test_play import Game


def begun(**contest: object) -> Game:
    return Game(mode="companion").say("blue", {"blue_hq": "b1", "red_hq": "r1", **contest})


def test_one_question_and_two_dice_decide_the_activation() -> None:
    """5.1-5.5."""
    game = Game(mode="companion")
    assert game.asked == [("everyone", "contest")]
    game.say("blue", {"blue_hq": "b1", "red_hq": "r1"}).roll(4, 9)
    assert game.notes("won") == [{"who": "blue"}]
    assert game.asked == [("everyone", "spend")]


def test_points_are_counted_down_tap_by_tap() -> None:
    """7.2, 8.1: a stack for one point, one with guests for two; then the clock (5.7)."""
    game = begun().roll(4, 9).say("blue", "move").say("blue", "move_guests")
    assert [note["left"] for note in game.notes("spent")] == [5, 3]
    game.say("blue", "done")
    assert game.notes("clock") == [{"boxes": 3, "before": "1 18:00", "after": "1 19:30"}]


def test_the_second_vehicle_tests_a_fuel_train() -> None:
    """15.5.B: one of the two that b1 has."""
    game = begun().roll(4, 9).say("blue", "move_vehicles").say("blue", "move_vehicles").say("blue", "done")
    assert game.asked == [("everyone", "train")]
    game.say("blue", "b-fuel-2").roll(6)
    assert not game.state.pieces["b-fuel-2"].full


def test_stakes_belong_to_the_headquarters() -> None:
    """5.2."""
    game = Game(mode="companion")
    wrong = {"blue_hq": "b2", "red_hq": "r1", "blue_trains": ["b-fuel"]}
    assert game.refused("blue", wrong) == "STAKE.train"
    game.say("blue", {"blue_hq": "b1", "red_hq": "r1", "blue_trains": ["b-fuel"]}).roll(4, 9)
    assert game.notes("total")[0]["sum"] == 4 - 1 - 1


def test_reserves_works_and_supplies_are_kept() -> None:
    """12.3, 13.2, 14.3."""
    document = make_complete()
    for row in document["trains"]:
        row["full"] = row["id"] != "b-fuel"
    game = Game(document, mode="companion").say("blue", {"blue_hq": "b1", "red_hq": "r1"}).roll(6, 10)
    for what in ("reserve", "build", "supply"):
        game.say("blue", what)
    assert game.state.reserves["b1"] == 1
    assert game.state.works[0].box == 4
    assert game.state.pieces["b-fuel"].full
    assert game.state.supply_points["blue"] == 1


def test_the_table_ends_when_the_players_say_so() -> None:
    game = begun(end=True)
    assert game.asked == [("everyone", "score")]
