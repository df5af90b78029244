"""Sentences of the rule text, each with the line of the text that it stands on."""

from __future__ import annotations

import pytest

from generator.games.thunder_at_cassino.procedures import BIDDING, PLAY
from generator.games.thunder_at_cassino.rules.close_combat import CloseAttack, compute_chance
from generator.games.thunder_at_cassino.rules.retreat import Way, get_priority
from schemas.errors import HorahError

from .playing import CATALOG, Play

CASTLE_HILL = ["1", "8", "9", "34", "35", "36", "43", "44", "54"]


@pytest.mark.parametrize("scenario", ["campaign", "last_days", "round_house", "castle_hill"])
def test_no_night_on_the_first_turn_of_a_game(scenario: str) -> None:
    """614: whatever its number."""
    play = Play(scenario)
    play.skip("impulse")
    if play.prompt.seat != play.state.advantage:
        play.say("impulse", "pass")
    assert "night" not in play.prompt.options
    play.to_turn(play.state.turn + 1)
    assert "night" in play.prompt.options


def test_a_campaign_that_goes_on_may_have_its_tenth_turn_by_night() -> None:
    """614: turn 10 is then not the first."""
    play = Play("campaign", bid=16)
    play.skip("go_on")
    play.say("go_on", "continue")
    play.to_turn(10)
    assert "night" in play.prompt.options


@pytest.mark.parametrize(("settings", "ready"), [({}, False), ({"allied_guns": "ready"}, True)])
def test_all_artillery_begins_spent(settings: dict[str, str], ready: bool) -> None:
    """706: the Allied too."""
    play = Play("campaign", **{"allied_guns": "spent", **settings})
    play.say("guns", {})
    play.say("guns", {"allied_brigade": 1})
    play.skip("impulse")
    assert ("artillery" in play.prompt.options) is ready
    assert CATALOG.readings["allied_guns"].default == "spent"


@pytest.mark.parametrize(("scenario", "ask"), [("campaign", "stacks"), ("last_days", "placed")])
def test_the_germans_set_up_before_the_rubble_is_rolled(scenario: str, ask: str) -> None:
    """160, 168, 778."""
    play = Play(scenario)
    asked = []
    while play.prompt.ask != "impulse":
        asked.append(play.prompt.ask)
        play.skip_one()
    assert asked.index(ask) < asked.index("rubble")


def test_castle_hill_has_its_control_markers() -> None:
    """756."""
    assert sorted(Play("castle_hill").state.control, key=int) == CASTLE_HILL


@pytest.mark.parametrize("scenario", ["round_house", "castle_hill", "last_days"])
def test_a_bid_needs_the_ninth_turn(scenario: str) -> None:
    """726: it is paid there."""
    for procedure, values in ((PLAY, {"bid": 5}), (BIDDING, {})):
        with pytest.raises(HorahError) as refused:
            procedure.read(CATALOG, {"scenario": scenario, **values})
        assert refused.value.message.key == "problem.BID_SCENARIO"
    assert PLAY.read(CATALOG, {"scenario": scenario}).bid == 0


def test_no_observer_returns_where_there_are_no_reinforcements() -> None:
    """742 with 592: nobody is asked for the lost ones."""
    play = Play("round_house")
    play.skip("points")
    assert not {"observers_german", "observers_allied"} & set(play.prompt.form["properties"])


@pytest.mark.parametrize(
    ("way", "letter"),
    [
        (Way("12", beside_cause=True), "E"),
        (Way("12", enemy_neighbours=1), "C"),
        (Way("12"), "A"),
    ],
)
def test_an_area_beside_the_one_that_fired_is_never_first(way: Way, letter: str) -> None:
    """356-360: that area holds enemies."""
    assert get_priority(CATALOG, way, armour=False) == letter


@pytest.mark.parametrize(("signed", "chance"), [(False, 1 / 6), (True, 0)])
def test_a_difference_below_zero_is_a_reading(signed: bool, chance: float) -> None:
    """446: the text only adds."""
    close = CloseAttack(1, 0, 0, armour=True, attack=3, defence=6, signed=signed)
    assert float(compute_chance(CATALOG, close)) == pytest.approx(chance)
    assert "armour_difference" in CATALOG.readings


def test_rubble_rolls_are_for_rubble_that_lies() -> None:
    """740: in the Round House only level 1 lies."""
    play = Play("round_house")
    play.skip("impulse")
    play.say("impulse", "move_rubble")
    assert play.prompt.options == ("1",)


@pytest.mark.parametrize(("scenario", "note"), [("campaign", "sets_up_alone"), ("last_days", "sets_up")])
def test_the_allies_of_the_campaign_set_up_nobody(scenario: str, note: str) -> None:
    """164."""
    play = Play(scenario)
    play.skip("impulse")
    assert len(play.notes(note)) == 1
