"""Limits of the series rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.games.schwerpunkt.play import forms
from generator.games.schwerpunkt.play.action_checks import check_action
from generator.games.schwerpunkt.play.air import make_mission_check
from generator.games.schwerpunkt.play.fight import _can_withdraw, bombard
from generator.games.schwerpunkt.procedure import Settings, make_initial_state
from generator.games.schwerpunkt.state import Barrage, State, Turn

from .battles import catalog, make_complete
from .test_play import Game, act, told


def turned() -> Game:
    """5.4: Blue, far ahead, activates r1."""
    document = make_complete()
    document["hqs"][0]["command"] = -8
    return Game(document).choose("b1", "r1").roll(9, 10).say("blue", "r1")


# 5.4, 9.2: activated enemy units may be made to fire at their own side


def test_units_of_the_enemy_are_made_to_fire_at_their_own() -> None:
    game = turned()
    game.say("blue", {"action": "fire", "units": ["r-inf-1"], "hex": "2002", "friends": True})
    assert game.asked == [("red", "targets")]
    (prompt,) = game.session.table.pending
    units = prompt.form["properties"]["units"]["items"]["enum"]  # type: ignore[attr-defined]
    assert "r-open" in units and "r-inf-1" not in units and not any(unit.startswith("b") for unit in units)
    game.say("red", {"units": ["r-open"]}).roll(8)
    assert [each["unit"] for each in game.notes("fire")] == ["R-OPEN"]


def test_activated_enemy_units_may_fire_at_the_winner() -> None:
    game = turned().say("blue", {"action": "fire", "units": ["r-open"], "hex": "0101"})
    assert game.asked == [("blue", "targets")]


def test_own_activation_never_fires_at_friends() -> None:
    wish = {"action": "fire", "units": ["b-inf-1"], "friends": True}
    assert act().refused("blue", wish) == "BAD_REPORT.whole"


# 9.4.B: a barrage strikes entering units


def under_fire(side: str = "red") -> Game:
    """Place a barrage of a side in 1010, with Blue's b1 active."""
    game = Game().choose("b2" if side == "blue" else "b1", "r2").roll(*((2, 9) if side == "blue" else (9, 2)))
    if game.asked[0][1] == "turn":
        game.say(side, "own")
    gun = f"{side[0]}-guns-1"
    game.say(side, {"action": "fire", "units": [gun], "how": "barrage", "hex": "1010"}).roll(1)
    other = "blue" if side == "red" else "red"
    game.say(other, {"units": []}).say(side, {"units": []}).settle()
    game.choose("b1", "r1").roll(2, 9)
    if game.asked[0][1] == "turn":
        game.say("blue", "own")
    return game


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_barrage_strikes_who_enters_friend_or_foe(side: str) -> None:
    game = under_fire(side)
    game.say("blue", {"action": "move", "units": ["b-inf-1"], "to": "1010"}).roll(3)
    assert game.notes("barrage_strikes") == [{"hex": "1010", "count": 1}]
    assert game.notes("fire")[-1]["working"] == ["barrage_factor:+3"]
    game.roll(9)
    assert game.state.pieces["b-inf-1"].mode == "disorganised", "6 is C+1: 10 against 7, moving"


def test_barrage_spares_armour_and_strikes_passing_units() -> None:
    game = under_fire()
    game.say("blue", {"action": "move", "units": ["b-tanks-1"], "to": "1010"})
    assert not game.notes("barrage_strikes")
    game.say("blue", {"action": "move", "units": ["b-open"], "to": "1012", "barraged": ["b-open"]})
    assert game.notes("barrage_strikes") == [{"hex": "1010", "count": 1}]


def test_barrages_are_in_the_context() -> None:
    state = act().state
    assert state.turn is not None
    assert "barraged" not in forms.make_action_form(state, state.turn, True)[0]["properties"]
    lain = replace(state, barrages=(Barrage("red", "1010", ("r-guns-1",), 0),))
    form, context = forms.make_action_form(lain, state.turn, True)
    assert context["barraged"] == ["1010"] and "barraged" in form["properties"]


# 2.4.B: units that may withdraw


def reaction(**pieces: dict[str, Any]) -> list[str]:
    game = act()
    state = game.state
    for name, changes in pieces.items():
        state = state.with_piece(name.replace("_", "-"), **changes)
    able = [name for name in state.counters_on_map("red") if _can_withdraw(state, name)]
    ways: list[str] = forms.make_reaction_form(state, (), able)[1]["ways"]
    return ways


def test_vehicles_and_mounted_cavalry_alone_withdraw() -> None:
    assert "withdraw" in reaction()
    gone = {"r_tanks_1": {"out": True}, "r_tanks_2": {"mode": "neutralised"}}
    assert "withdraw" in reaction(**gone), "the cavalry is mounted"
    assert "withdraw" not in reaction(**gone, r_horse={"formation": "dismounted"})
    assert "withdraw" not in reaction(**gone, r_horse={"engaged": True}), "10.1"


# 3.6.D, 15.6, 16.1, 19.4: conditions of every action


def test_open_order_under_fire_checks_before_anything() -> None:
    """3.6.D: for every action, not only to move or fire."""
    game = act()
    game.say("blue", {"action": "build", "units": ["b-open"], "work": "trench", "pressed": ["b-open"]}).roll(
        9
    )
    assert game.state.works == ()
    assert game.state.turn is not None and game.state.turn.left < game.state.turn.points


def test_an_assault_far_from_ammunition_lacks_supply_on_both_sides() -> None:
    """15.6."""
    game = act()
    assault = {"action": "move", "units": ["b-inf-1"], "assault": True, "unsupplied": ["b-inf-1"]}
    game.say("blue", assault).say("red", {"how": "none"})
    game.say("red", {"units": ["r-inf-1"], "lead": "r-inf-1", "unsupplied": ["r-inf-1"]}).roll(5, 9, 1)
    assert game.state.pieces["b-inf-1"].supply and game.state.pieces["r-inf-1"].supply


def test_reaction_fire_far_from_ammunition_lacks_supply() -> None:
    game = act().say("blue", {"action": "move", "units": ["b-inf-1"], "zone": True})
    game.say("red", {"how": "direct", "units": ["r-inf-1"], "unsupplied": ["r-inf-1"]}).roll(1)
    assert game.state.pieces["r-inf-1"].supply


def test_vehicles_that_did_not_move_are_not_tried() -> None:
    """16.1, 18.2: a unit that fails at night stays and does not break down."""
    document = make_complete()
    document["clock"]["start"] = "1 21:30"
    document["clock"]["marks"], document["reinforcements"] = [], []
    game = Game(document).choose().roll(4, 9)
    both = ["b-tanks-1", "b-tanks-2"]
    game.say("blue", {"action": "move", "units": both, "far": both, "offroad": ["b-tanks-1"]}).roll(10, 3)
    assert [each["unit"] for each in game.notes("reliable")] == ["Blue"]
    assert game.asked == [("blue", "act")]


@pytest.mark.parametrize(
    ("changes", "hit"), [({}, True), ({"mode": "disorganised"}, False), ({"supply": True}, False)]
)
def test_a_gun_bombards_with_what_is_left_of_it(changes: dict[str, Any], hit: bool) -> None:
    """3.12.C, 4.2, 19.4.B: a factor of 3 and a die of 3."""
    state = make_initial_state(catalog(), Settings(make_complete(), "strict")).with_piece(
        "b-guns-1", **changes
    )
    _, notes = told(bombard(state, "blue", {"units": ["b-guns-1"], "installation": "0"}), 3)
    assert notes == ["installation_hit" if hit else "installation_missed"]


def test_one_mission_attacks_a_hex() -> None:
    """19.4."""
    state = make_initial_state(catalog(), Settings(make_complete(), "strict"))
    again = {"use": "attack", "hex": "2001"}
    assert make_mission_check(state, "blue", frozenset({"air 2001"}))(again) is not None
    assert make_mission_check(state, "blue", frozenset({"air 2002"}))(again) is None
    kept = replace(state, missions={"blue": 2, "red": 0})
    turn = Turn("blue", "b1", 5, 5, shelled=frozenset({"air 2001"}))
    assert check_action(kept, turn, {"action": "mission", **again}) is not None
    assert check_action(kept, turn, {"action": "mission", "use": "attack", "hex": "2002"}) is None


def test_reinforcements_that_wait_are_called_by_their_units() -> None:
    """6.2.B: no row id is shown."""
    state: State = replace(act().state, late=("b-later",))
    assert state.turn is not None
    assert forms.make_action_form(state, state.turn, True)[1]["arriving"] == {"b-later": "0101: B-LATE"}
