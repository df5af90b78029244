"""9.0-9.8: every branch of enemy orders, and the four sample cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs.games.combat_solitaire import CARD_MORALE_STATES
from catalogs.games.combat_solitaire.model import EnemyCard, Line, parse_line
from generator.games.combat_solitaire.alerts import alert_enemy, alert_waiting_enemies
from generator.games.combat_solitaire.enemy_orders import (
    BLANK_CARD,
    EVENT,
    TYPED,
    assign_order,
    draw_card,
    get_initiative,
)
from generator.games.combat_solitaire.settings import Settings
from generator.games.combat_solitaire.state import Soldier, State

from .playing import Played, catalog, enemy, man, played, scenario, state

CARDS = catalog().enemy_cards
HERE, FAR, NEAR = "20.10", "09.08", "18.10"


def given(s: State, card_: EnemyCard, **answers: list[Any]) -> Soldier:
    return played(assign_order(s, "e1", card_), answers).state.soldiers["e1"]


def standing(morale: str = "normal", friend: str = FAR, ground: str = "clear", **fields: Any) -> State:
    return state(enemy("e1", HERE, morale=morale, **fields), man("cragg", friend), terrain={HERE: ground})


@pytest.mark.parametrize("number", ["10", "25", "36", "44"])
@pytest.mark.parametrize("ground", ["clear", "trees"])
@pytest.mark.parametrize("morale", CARD_MORALE_STATES)
def test_the_sample_cards_line_by_line(number: str, ground: str, morale: str) -> None:
    """With nobody near, an enemy gets the card's order for its place and morale."""
    place = "open" if ground == "clear" else "cover"
    wanted = CARDS[number].lines[place, morale]
    assert wanted is not None
    result = given(standing(morale, ground=ground), CARDS[number])
    assert (result.order, result.ways) == (wanted.order, wanted.directions)


def test_the_large_battle_of_the_example() -> None:
    """C21, 9.2: card 14 for three enemies and one unknown."""
    result = played(assign_order(standing("normal", ground="hedgerow"), "e1", CARDS["14"])).state.soldiers[
        "e1"
    ]
    assert result.order == "aimed"
    assert given(standing("bold"), CARDS["14"]).order == "sprint"
    unknown = given(standing("bold", ground="trees"), CARDS["14"])
    assert (unknown.order, unknown.ways) == ("run_gun", (5,))


def test_a_spotted_friendly_within_four_calls_for_a_grenade_check() -> None:
    """C21, 9.6: the note about Voigt; TQ 4."""
    s = standing("normal", friend="17.09", ground="trees")
    assert given(s, CARDS["14"], tqc=[4]).order == "grenade"
    assert given(s, CARDS["14"], tqc=[5]).order == "aimed"


@pytest.mark.parametrize(
    ("letters", "rolls", "order"),
    [
        ("GC", [3], "grenade"),
        ("GC", [7, 2], "charge"),
        ("CG", [2], "charge"),
        ("CG", [8, 1], "grenade"),
        ("GC", [8, 8], "evade"),
        ("C", [9], "evade"),
    ],
)
def test_letters_in_their_order(letters: str, rolls: list[int], order: str) -> None:
    """9.6: the first letter, then the second; if both fail, the printed order."""
    printed = replace(CARDS["10"], lines={("open", "normal"): Line("evade", (6,), letters)})
    assert given(standing(friend=NEAR), printed, tqc=rolls).order == order


def test_a_hidden_friendly_calls_for_nothing() -> None:
    s = state(enemy("e1", HERE), man("cragg", NEAR, seen=False), terrain={HERE: "clear"})
    assert given(s, CARDS["10"]).order == "evade"


def test_smoke_is_cover() -> None:
    """11.0: any hex with smoke."""
    from generator.games.combat_solitaire.smoke import Plume

    s = replace(standing("shaken"), plumes=(Plume("m18", 3, (HERE,)),), terrain={})
    assert given(s, CARDS["44"]).order == "hide"


def test_no_ammunition_turns_a_fire_order_into_reload() -> None:
    """10.10."""
    assert given(standing(ammo="none"), CARDS["25"]).order == "reload"
    assert given(standing("shaken", ammo="none"), CARDS["44"]).order == "sneak"


@pytest.mark.parametrize(
    ("number", "morale", "order"), [("25", "normal", "aimed"), ("25", "shaken", "slow_suppressive")]
)
def test_a_slow_weapon_that_is_known(number: str, morale: str, order: str) -> None:
    """14.1: Jung's Kar 98k."""
    assert given(standing(morale, seen=True), CARDS[number]).order == order


def test_a_slow_weapon_that_nobody_knows() -> None:
    """14.1: an unknown enemy may be given Rapid Fire."""
    assert given(standing(seen=False), CARDS["25"]).order == "rapid"


@pytest.mark.parametrize(
    ("allowed", "order"), [("evade", "evade"), ("sneak", "sneak"), ("sprint", "run_gun"), ("none", "hide")]
)
def test_wounds_slow_a_move(allowed: str, order: str) -> None:
    """10.0: the next slower order that wounds allow."""
    result = given(standing(wounds=("bad",)), CARDS["36"], fastest=[allowed])
    assert result.order == order
    assert result.ways == ((6, 5) if order != "hide" else ())


def test_what_a_marker_allows_is_asked_once() -> None:
    step = played(assign_order(standing(wounds=("bad",)), "e1", CARDS["36"]), {"fastest": ["sneak"]})
    again = played(assign_order(step.state.change("e1", order=None), "e1", CARDS["36"]))
    assert again.state.soldiers["e1"].order == "sneak"


@pytest.mark.parametrize(
    ("sees", "ground", "roll", "order"), [([], "trees", 4, "rally"), ([], "trees", 5, "sprint")]
)
def test_a_routed_man_in_cover_and_out_of_sight(sees: list[str], ground: str, roll: int, order: str) -> None:
    """17.3, 10.12: an unmodified TQC allows a rally."""
    s = replace(standing("rout", ground=ground), typed={})
    assert given(s, CARDS["36"], sees=[sees], tqc=[roll]).order == order


@pytest.mark.parametrize(("sees", "ground"), [(["cragg"], "trees"), (["cragg"], "clear"), ([], "clear")])
def test_routed_enemies_in_sight_or_in_the_open_run(sees: list[str], ground: str) -> None:
    """17.3: in sight without a check; the rules omit an unseen enemy in the open."""
    result = given(standing("rout", ground=ground), CARDS["36"], sees=[sees])
    assert (result.order, result.ways) == ("sprint", (3, 2))


def test_a_routed_man_runs_as_fast_as_his_wounds_let_him() -> None:
    s = standing("rout", wounds=("bad",))
    assert given(s, CARDS["36"], sees=[[]], fastest=["evade"]).order == "evade"
    assert given(s, CARDS["36"], sees=[[]], fastest=["none"]).order == "hide"


def test_berserk() -> None:
    """17.2: charge within four hexes; in sight Run & Gun; otherwise the fastest move."""
    assert given(standing("berserk", friend=NEAR), CARDS["36"]).order == "charge"
    assert given(standing("berserk"), CARDS["36"], sees=[["cragg"]]).order == "run_gun"
    result = given(standing("berserk"), CARDS["36"], sees=[[]])
    assert (result.order, result.ways) == ("sprint", (5, 6))


def test_a_guard_takes_his_prisoner_away() -> None:
    """17.4: Evade in the rout direction, or Sneak."""
    result = given(standing(guard=True, order="guard"), CARDS["10"])
    assert (result.order, result.ways) == ("evade", (3,))
    hurt = given(standing(guard=True, wounds=("bad",)), CARDS["10"], fastest=["sneak"])
    assert hurt.order == "sneak"


@pytest.mark.parametrize(
    "fields", [{"alert": False}, {"prisoner": True}, {"fate": "dead"}, {"order": "melee"}]
)
def test_enemies_without_orders(fields: dict[str, Any]) -> None:
    """9.8: waiting, captured, dead and fighting enemies get none."""
    before = standing(**fields)
    assert played(assign_order(before, "e1", CARDS["10"])).state == before


def test_a_line_that_is_not_in_the_catalogue_is_typed() -> None:
    answer = {"order": "evade", "first": 3, "second": 2, "letters": "G"}
    result = given(standing(), BLANK_CARD, card_line=[answer])
    assert (result.order, result.ways) == ("evade", (3, 2))
    still = given(standing(), BLANK_CARD, card_line=[{**answer, "order": "hide"}])
    assert (still.order, still.ways) == ("hide", ())


def test_directions_of_a_card_that_are_typed() -> None:
    result = given(standing("rout"), BLANK_CARD, sees=[[]], way_rout=[{"first": 3, "second": 0}])
    assert result.ways == (3,)
    wild = given(standing("berserk"), BLANK_CARD, sees=[[]], way_berserk=[{"first": 5, "second": 6}])
    assert wild.ways == (5, 6)


def test_the_event_card_stops_play_and_another_is_drawn() -> None:
    """5.1.3 (L277)."""
    step = played(draw_card(standing(), "red"), {"enemy_card": [EVENT, "25"], "event_enemy": [0]})
    assert step.value[1].id == "25"
    assert step.asked == ["enemy_card", "event_enemy", "enemy_card"]


def test_a_card_of_the_owner_has_its_initiative_typed() -> None:
    step = played(draw_card(standing(), "red"), {"enemy_card": [TYPED]})
    assert (
        played(get_initiative(step.state, step.value[1], "red"), {"initiative": [{"value": 31}]}).value == 31
    )
    assert played(get_initiative(step.state, CARDS["44"], "red")).value == 63


def test_a_decoy_that_must_be_checked_is_found_out() -> None:
    s = standing(friend=NEAR, who="red:decoy1")
    assert given(s, CARDS["10"]).fate == "decoy"


# Counters of unspotted enemies


def test_a_blank_counter_is_looked_at() -> None:
    """9.6: looking does not spot."""
    s = standing(friend=NEAR, who="red:3")
    step = played(assign_order(s, "e1", CARDS["10"]), {"tq": [{"value": 6}], "tqc": [6]})
    assert step.noted("looked_at")
    result = step.state.soldiers["e1"]
    assert result.order == "grenade"
    assert result.looked_at
    assert not result.seen


def test_settings_can_fix_the_tq_of_blank_counters() -> None:
    s = replace(standing(friend=NEAR, who="red:3"), settings=Settings(sealed_tq="5", mode="strict"))
    step = played(assign_order(s, "e1", CARDS["10"]), {"tqc": [5]})
    assert step.state.soldiers["e1"].order == "grenade"
    assert not step.noted("looked_at")


def test_a_typed_counter_is_never_shown() -> None:
    step = played(assign_order(standing(friend=NEAR), "e1", CARDS["10"]), {"tqc": [4]})
    assert all("tq" not in facts for _, facts in step.notes)
    assert {facts["who"] for _, facts in step.notes} == {f"?red@{HERE}"}


# 9.8: alert


@pytest.mark.parametrize(
    ("trigger", "within"), [("fire", 9), ("hit", 3), ("company", 0), ("explosion", 5), ("melee", 3)]
)
def test_alert_by_distance(trigger: str, within: int) -> None:
    for far, alert in ((within, True), (within + 1, False)):
        s = state(enemy("e1", f"20.{16 - far:02d}", alert=False), impulse=0)
        step = played(alert_waiting_enemies(s, trigger, "20.16"))
        assert step.state.soldiers["e1"].alert == alert


def test_a_prepared_enemy_draws_at_once() -> None:
    """9.7, 9.8."""
    s = state(
        enemy("e1", HERE, alert=False),
        scenario=scenario(enemy_prepared=True),
        terrain={HERE: "clear"},
        impulse=2,
    )
    step = played(alert_enemy(s, "e1", "sight"), {"enemy_card": ["25"]})
    assert step.state.soldiers["e1"].order == "rapid"


def test_an_unprepared_enemy_does_not() -> None:
    s = state(enemy("e1", HERE, alert=False), impulse=2)
    result = played(alert_enemy(s, "e1", "sight")).state.soldiers["e1"]
    assert result.alert
    assert result.order is None


def test_nobody_is_alerted_twice() -> None:
    step: Played = played(alert_enemy(state(enemy("e1", HERE)), "e1", "sight"))
    assert not step.notes


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("evade 6/5 GC", Line("evade", (6, 5), "GC")),
        ("aimed", Line("aimed")),
        ("aimed C", Line("aimed", (), "C")),
        ("sneak 3", Line("sneak", (3,))),
        ("run_gun 6/5 C", Line("run_gun", (6, 5), "C")),
    ],
)
def test_lines_of_cards(text: str, line: Line) -> None:
    assert parse_line(text) == line
