"""The companion: the program leads the enemy and asks only where the enemy must look."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.games.combat_solitaire.companion import play_companion_turn
from generator.games.combat_solitaire.settings import Settings
from generator.games.combat_solitaire.state import State

from .playing import enemy, man, played, state

CARD = {"able": 4, "baker": 24, "charlie": 60}


def begun(*soldiers: Any, **fields: Any) -> State:
    men = [
        man("cragg", "10.08", seen=False),
        man("johnson", "10.10", seen=False),
        man("thomas", "09.09", seen=False),
    ]
    s = state(*men, *soldiers, settings=Settings(), board=(8, 30, 4, 16), **fields)
    return replace(s, turn=1)


def test_a_quiet_turn_asks_five_times() -> None:
    """The card once, and once in each impulse."""
    s = begun(enemy("e1", "20.06", alert=False), enemy("e2", "24.10", team="blue", alert=False))
    cards = {"enemy_card": ["10", "25", "36", "44"]}
    step = played(play_companion_turn(s), {"companion_card": [CARD], "companion": ["quiet"] * 4, **cards})
    assert [ask for ask in step.asked if ask != "enemy_card"] == ["companion_card", *["companion"] * 4]
    assert [step.state.soldiers[who].hex for who in ("e1", "e2")] == ["20.06", "24.10"]


def test_the_enemy_moves_by_itself() -> None:
    """9.3: an alert man in the open with card 36 runs, without a question."""
    s = begun(enemy("e1", "20.06"), terrain={"20.06": "clear"})
    cards = {"enemy_card": ["36", "10", "25", "44"]}
    step = played(play_companion_turn(s), {"companion_card": [CARD], "companion": ["quiet"] * 4, **cards})
    assert step.noted("order_way") == [{"who": "?red@20.06", "order": "run_gun", "ways": "6/5"}]
    assert step.state.soldiers["e1"].hex != "20.06"


def test_a_man_who_is_seen_is_told_where_he_is_and_shot_at() -> None:
    """12.0, 13.0: positions and order of the squad are asked only here; a hit is left to the board."""
    s = begun(
        enemy("e1", "14.08", seen=True),
        terrain={"14.08": "trees", "11.08": "clear"},
        typed={"spotting.evade.clear.3": 3, "order_terrain.evade.clear": 3, "range.kar98k.3": 0},
    )
    answers: dict[str, Any] = {
        "companion_card": [CARD],
        "enemy_card": ["25", "10", "36", "44"],  # cover, normal: suppressive fire
        "companion": ["contact", "quiet", "quiet", "quiet"],
        "positions": [{"cragg": "11.08"}],
        "companion_team": ["done"] * 3,
        "sees": [["cragg"]],
        "target_order": ["evade"],
        "tqc": [1],
    }
    step = played(play_companion_turn(s), answers)
    assert step.noted("exposed") == [{"who": "cragg"}]
    assert step.state.soldiers["cragg"].hex == "11.08"
    assert step.state.soldiers["cragg"].order is None, "the board keeps the orders"


def test_what_happens_on_the_board_is_one_tap() -> None:
    """9.8-1, 12.0, 16.0: our fire wakes, our spotting turns a counter, our hits are drawn for."""
    s = begun(enemy("e1", "14.08", alert=False, who="red:3"), typed={"tq.e1": 4})
    answers: dict[str, Any] = {
        "companion_card": [CARD],
        "enemy_card": ["25", "10", "36", "44"],
        "companion": ["spotted", "fired", "enemy_hit", "quiet", "quiet", "quiet", "quiet"],
        "who_fired": ["cragg"],
        "wound": ["kia"],
    }
    step = played(play_companion_turn(s), answers)
    assert step.noted("found") and step.noted("alerted")
    assert step.state.soldiers["e1"].fate == "dead"
    assert step.state.score == {"killed": 1}
