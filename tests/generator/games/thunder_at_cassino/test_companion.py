"""The companion of a play: impulses, fire, advantage, night and points, each by one answer."""

from __future__ import annotations

from typing import Any

import pytest

from generator.table import Refused

from .playing import Play


def companion(scenario: str = "round_house", **settings: Any) -> Play:
    play = Play(scenario, mode="companion", **settings)
    play.skip("companion")
    return play


def do(play: Play, doing: str, **values: int) -> None:
    play.say("companion", {"do": doing, **values})


def doings(play: Play) -> list[str]:
    return list(play.prompt.form["properties"]["do"]["enum"])


def test_impulses_alternate_from_the_holder() -> None:
    """8.1, 8.4.4."""
    play = companion()
    sides = []
    for doing in ("move", "pass", "move", "pass"):
        sides.append(play.state.side)
        do(play, doing)
    assert sides == ["german", "allied", "german", "allied"]
    assert play.state.side == "german" and play.state.impulse == 4


def test_fire_tells_the_points_and_may_be_rolled_again_once() -> None:
    """8.3.5, 8.4.1: 8 and 7 against 6 and 4 are 5 points; the advantage passes with the second roll."""
    play = companion()
    do(play, "fire", attack=8, defence=6)
    play.say("combat", [3, 4, 2, 2])
    assert play.notes("fight_hit")[-1] == {"attack": 15, "defence": 10, "points": 5}
    do(play, "reroll")
    play.say("combat", [1, 1, 6, 6])
    assert play.notes("fight_missed") and play.state.advantage == "allied"
    assert "reroll" not in doings(play)


def test_fire_needs_both_values() -> None:
    play = companion()
    with pytest.raises(Refused):
        do(play, "fire", attack=8)


def test_two_passes_end_the_impulses_unless_the_holder_prolongs() -> None:
    """8.1.5, 8.4.3."""
    play = companion()
    do(play, "pass")
    do(play, "pass")
    assert play.state.phase == "close" and {"end", "prolong", "close=0"} <= set(doings(play))
    do(play, "prolong")
    assert play.state.phase == "impulses" and play.state.advantage == "allied"
    do(play, "pass")
    do(play, "pass")
    do(play, "close=5")
    play.say("close_roll", [1])
    assert play.notes("melee_hit") == [{"die": 1, "by": 5}]
    do(play, "end")
    assert play.prompt.ask == "points"


def test_night_passes_the_advantage_and_needs_a_later_turn() -> None:
    """15.1."""
    play = companion()
    assert "night" not in doings(play)
    while play.state.turn == 1:
        for doing in ("pass", "pass", "end"):
            do(play, doing)
        play.say("points", {})
    assert "night" in doings(play)
    do(play, "night")
    assert play.state.night and play.state.advantage == "allied" and play.state.side == "german"


def test_a_whole_play_by_passes() -> None:
    play = companion()
    for _ in range(2):
        for doing in ("pass", "pass", "end"):
            do(play, doing)
        play.say("points", {})
    assert play.session.finished and play.state.result is not None
