"""4.0, 5.0-5.1.3, 7.0-7.19: cards, orders, squad activations and the end of a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs import load
from generator.games.combat_solitaire.orders import give_orders, list_legal_orders
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.settings import read
from generator.games.combat_solitaire.setup import fill_cup, set_up
from generator.games.combat_solitaire.smoke import Light, Plume
from generator.games.combat_solitaire.squad import act
from generator.games.combat_solitaire.state import State
from generator.games.combat_solitaire.turn import (
    _advance_markers,
    _alert_neighbours,
    _clear_orders,
    _play_card_phase,
    _resolve_end_orders,
    _resolve_plans,
    _treat_wounds,
    play_enemy_phase,
    score_game,
)
from generator.session import begin
from generator.table import Refused
from schemas.errors import HorahError
from tests.words import sentence

from .playing import catalog, enemy, man, played, scenario, state

# 5.0: cards


def test_no_cards_left_and_one_from_a_plan() -> None:
    """C10, 5.1: draw one, add one, play one."""
    s = replace(state(), hand=0, aside=1)
    answers = {"draw_card": ["yes"], "event_drawn": ["no"], "friendly_card": ["6"]}
    step = played(_play_card_phase(s), answers)
    assert (step.state.hand, step.state.aside) == (1, 0)
    assert step.state.initiative == {"able": 4, "baker": 24, "charlie": 60}


def test_without_any_card_one_is_drawn() -> None:
    step = played(_play_card_phase(replace(state(), hand=0)), {"event_drawn": ["no"], "friendly_card": ["6"]})
    assert step.state.hand == 0


def test_five_cards_are_the_most() -> None:
    """1c."""
    step = played(_play_card_phase(replace(state(), hand=4, aside=3)), {"friendly_card": ["6"]})
    assert step.noted("discards") == [{"count": 2}]
    assert step.state.hand == 4


def test_a_card_that_calls_for_an_event() -> None:
    """1e."""
    answer = {"able": 10, "baker": 20, "charlie": 30, "event": "friendly"}
    answers = {"friendly_card": ["typed"], "friendly_initiative": [answer], "event_friendly": [0]}
    step = played(_play_card_phase(replace(state(), hand=2)), answers)
    assert step.noted("event")[0]["title"] == "A quiet moment"


def test_taylor_plans() -> None:
    """C11, 7.12: TQ 6, LDR 3; a 6 sets three cards aside."""
    s = state(man("taylor", "20.10", order="plan"))
    step = played(_resolve_plans(s), {"tqc": [6], "event_drawn": ["no"]})
    assert step.state.aside == 3
    assert played(_resolve_plans(s), {"tqc": [7]}).state.aside == 0
    smoky = replace(s, plumes=(Plume("m18", 3, ("20.10",)),))
    assert played(_resolve_plans(smoky), {"tqc": [6], "event_drawn": ["no"]}).state.aside == 2  # 18.0


# 9.1: the enemy's cards


def test_the_cards_of_the_example() -> None:
    """C2, 9.1: the track after the four sample cards, nobody alert."""
    s = replace(state(), initiative={"able": 4, "baker": 24, "charlie": 60})
    step = played(play_enemy_phase(s), {"enemy_card": ["44", "10", "25", "36"]})
    assert step.state.sequence == ("blue", "able", "white", "yellow", "baker", "charlie", "red")


@pytest.mark.parametrize(
    ("large", "cards"), [(True, ["10", "25", "25", "25"]), (False, ["10", "44", "25", "25", "25"])]
)
def test_a_card_for_each_team_or_for_each_man(large: bool, cards: list[str]) -> None:
    """9.1, 9.2."""
    s = state(enemy("e1", "20.10"), enemy("e2", "20.12"), scenario=scenario(large_battle=large))
    s = replace(
        s, terrain={"20.10": "clear", "20.12": "clear"}, initiative={"able": 4, "baker": 24, "charlie": 60}
    )
    step = played(play_enemy_phase(s), {"enemy_card": cards})
    assert step.state.soldiers["e1"].order == "evade"
    assert step.state.soldiers["e2"].order == ("evade" if large else "aimed")
    assert step.state.initiative["red"] == 3


# 7.0: orders


def orders_of(who: str = "cragg", *others: Any, **fields: Any) -> tuple[str, ...]:
    s = state(
        man(who, "20.10", **{key: value for key, value in fields.items() if key not in OPTIONS}), *others
    )
    return list_legal_orders(s, who, **{key: value for key, value in fields.items() if key in OPTIONS})


OPTIONS = ("sees", "rallies", "speed")
ENEMY_NEAR, ENEMY_FAR = enemy("e1", "20.06", seen=True), enemy("e1", "20.05", seen=True)


@pytest.mark.parametrize(
    "order", ["aimed", "rapid", "run_gun", "sneak", "evade", "sprint", "hide", "smoke_grenade"]
)
def test_orders_that_need_nothing(order: str) -> None:
    assert order in orders_of()


@pytest.mark.parametrize(
    ("order", "others", "fields", "allowed"),
    [
        ("charge", (ENEMY_NEAR,), {}, True),
        ("charge", (ENEMY_FAR,), {}, False),
        ("grenade", (ENEMY_NEAR,), {}, True),
        ("grenade", (enemy("e1", "20.06"),), {}, False),
        ("rifle_grenade", (ENEMY_FAR,), {}, True),
        ("rifle_grenade", (), {}, False),
        ("rally", (), {"morale": "cautious"}, True),
        ("rally", (), {"morale": "normal"}, False),
        ("reload", (), {"ammo": "low"}, True),
        ("reload", (), {}, False),
        ("aimed", (), {"ammo": "none"}, False),
        ("carry", (man("crowe", "20.10"),), {}, True),
        ("carry", (), {}, False),
        ("medical", (man("crowe", "20.10", wounds=("light",)),), {}, True),
        ("medical", (man("crowe", "20.10"),), {}, False),
        ("search", (enemy("e1", "20.10", seen=True, prisoner=True, who="red:3"),), {}, True),
        ("search", (enemy("e1", "20.10", seen=True, prisoner=True, who="red:14"),), {}, False),
        ("search", (), {}, False),
        ("sprint", (), {"speed": 2}, False),
        ("sneak", (), {"speed": 4}, True),
    ],
)
def test_orders_with_a_condition(order: str, others: Any, fields: dict[str, Any], allowed: bool) -> None:
    assert (order in orders_of("cragg", *others, **fields)) == allowed


def test_a_leaderless_man_cannot_plan_where_it_is_known() -> None:
    assert "plan" in orders_of("taylor")
    assert "plan" in orders_of("cragg")  # blank: nothing is forbidden


@pytest.mark.parametrize(
    ("fields", "orders"),
    [
        ({"morale": "berserk", "sees": True}, ("rapid",)),
        ({"morale": "berserk"}, ("sprint", "run_gun", "evade")),
        ({"morale": "berserk", "speed": 4}, ("sneak",)),
        ({"morale": "rout"}, ("sprint",)),
        ({"morale": "rout", "rallies": True}, ("rally", "sprint")),
        ({"morale": "rout", "speed": 3}, ("evade",)),
        ({"morale": "rout", "speed": 5}, ("hide",)),
        ({"helpless": True}, ("hide", "carry")),
    ],
)
def test_orders_by_state(fields: dict[str, Any], orders: tuple[str, ...]) -> None:
    """16.2, 17.2, 17.3."""
    assert orders_of("taylor", **fields) == orders


def test_orders_of_a_guard() -> None:
    """17.4: guard orders, and those that release the prisoner."""
    result = orders_of("taylor", guard=True, morale="cautious")
    assert set(result) == {"evade", "sneak", "rally", "plan", "hide", "aimed", "rapid", "run_gun", "sprint"}


def test_a_forgotten_man_hides() -> None:
    """7.0."""
    s = state(man("cragg", "20.10"), man("crowe", "20.12"))
    after = played(give_orders(s), {"orders": [{"cragg": "aimed"}]}).state
    assert (after.soldiers["cragg"].order, after.soldiers["crowe"].order) == ("aimed", "hide")


def test_smoke_grenades_are_not_always_at_hand() -> None:
    """7.10: a TQC, or another order."""
    s = state(man("cragg", "20.10"), typed={"tq.cragg": 5})
    had = played(give_orders(s), {"orders": [{"cragg": "smoke_grenade"}], "tqc": [5]}).state
    assert had.soldiers["cragg"].order == "smoke_grenade"
    answers = {"orders": [{"cragg": "smoke_grenade"}], "tqc": [6], "other_order": ["evade"]}
    assert played(give_orders(s), answers).state.soldiers["cragg"].order == "evade"


def test_a_medic_needs_a_patient_who_keeps_still() -> None:
    """7.14."""
    s = state(man("cragg", "20.10"), man("crowe", "20.10", wounds=("light",)))
    with pytest.raises(Refused) as refused:
        played(give_orders(s), {"fastest": ["sneak"], "orders": [{"cragg": "medical", "crowe": "sneak"}]})
    assert sentence(HorahError.from_error(refused.value)).startswith("Pvt Cragg")
    after = played(
        give_orders(s), {"fastest": ["sneak"], "orders": [{"cragg": "medical", "crowe": "hide"}]}
    ).state
    assert after.soldiers["cragg"].order == "medical"


def test_a_routed_man_out_of_sight_may_rally() -> None:
    """7.17, 17.3."""
    s = state(man("cragg", "20.10", morale="rout"), terrain={"20.10": "trees"}, typed={"tq.cragg": 5})
    after = played(give_orders(s), {"tqc": [5], "orders": [{"cragg": "rally"}]}).state
    assert after.soldiers["cragg"].order == "rally"
    fails = played(give_orders(s), {"tqc": [6], "orders": [{}]}).state
    assert fails.soldiers["cragg"].order == "sprint"


@pytest.mark.parametrize(
    ("order", "answers", "prisoner", "hex_"),
    [
        ("aimed", {"enemy_card": ["10"]}, False, "21.11"),
        ("evade", {"leaves_guard": ["yes"]}, True, "20.10"),
        ("evade", {"leaves_guard": ["no"]}, True, "20.10"),
    ],
)
def test_giving_up_a_prisoner(order: str, answers: dict[str, Any], prisoner: bool, hex_: str) -> None:
    """17.4: with a fire order the prisoner bolts in the rout direction of a card."""
    s = state(man("cragg", "20.10", guard=True), enemy("e1", "20.10", seen=True, prisoner=True))
    after = played(give_orders(s), {"orders": [{"cragg": order}], **answers}).state
    assert (after.soldiers["e1"].prisoner, after.soldiers["e1"].hex) == (prisoner, hex_)
    assert after.soldiers["cragg"].guard == (answers.get("leaves_guard") == ["no"])


@pytest.mark.parametrize(("chosen", "guard"), [("crowe", "crowe"), ("cragg", "cragg")])
def test_a_comrade_takes_over_the_guard(chosen: str, guard: str) -> None:
    """17.4: a soldier who begins the turn in the guard's hex may take over."""
    s = state(
        man("cragg", "20.10", guard=True, order="guard"),
        man("crowe", "20.10"),
        enemy("e1", "20.10", seen=True, prisoner=True),
    )
    step = played(give_orders(s), {"relieves": [chosen], "orders": [{"cragg": "hide", "crowe": "hide"}]})
    assert [who for who in ("cragg", "crowe") if step.state.soldiers[who].guard] == [guard]
    assert bool(step.noted("relieved")) == (guard == "crowe")


@pytest.mark.parametrize("other", [{"hex_": "20.11"}, {"morale": "rout"}, {"helpless": True}])
def test_unable_soldiers_cannot_take_over_the_guard(other: dict[str, Any]) -> None:
    """Not from another hex, in Rout, or helpless."""
    crowe = man("crowe", other.pop("hex_", "20.10"), **other)
    guard = man("cragg", "20.10", guard=True, order="guard")
    prisoner = enemy("e1", "20.10", seen=True, prisoner=True)
    s = state(guard, crowe, prisoner, terrain={"20.10": "field"}, typed={"tq.crowe": 5})
    assert "relieves" not in played(give_orders(s), {"orders": [{}]}).asked


def test_two_go_together_on_one_order() -> None:
    """7.18: the carried soldier loses the order and moves with the carrier, of any team."""
    s = state(man("cragg", "20.10"), man("johnson", "20.10"), impulse=2, board=(8, 30, 4, 16))
    after = played(give_orders(s), {"orders": [{"cragg": "carry", "johnson": "aimed"}]}).state
    assert [after.soldiers[who].order for who in ("cragg", "johnson")] == ["carry", "carry"]
    answers = {"moves": [{"cragg": "20.09"}], "act": ["done"], "ducks": [[]]}
    moved = played(act(after, "able"), answers).state
    assert [moved.soldiers[who].hex for who in ("cragg", "johnson")] == ["20.09", "20.09"]
    baker = played(act(moved, "baker"), {"act": ["done"], "ducks": [[]]})
    assert "moves" not in baker.asked, "he does not go by himself"


def test_soldiers_cannot_carry_each_other() -> None:
    s = state(man("cragg", "20.10"), man("crowe", "20.10"))
    after = played(give_orders(s), {"orders": [{"cragg": "carry", "crowe": "carry"}]}).state
    assert [after.soldiers[who].carried_by for who in ("cragg", "crowe")] == ["", "cragg"]


def test_a_helpless_man_is_dragged_or_hides() -> None:
    """16.2."""
    s = state(man("cragg", "20.10"), man("crowe", "20.10", helpless=True))
    orders = {"cragg": "carry", "crowe": "carry"}
    assert played(give_orders(s), {"orders": [orders]}).state.soldiers["crowe"].carried_by == "cragg"
    alone = played(give_orders(s), {"orders": [{**orders, "cragg": "hide"}]}).state
    assert alone.soldiers["crowe"].order == "hide"


# 7.04-7.09: the squad acts


def team(order: str, impulse: int, *others: Any, **fields: Any) -> State:
    cragg = man("cragg", "20.10", order=order, **fields)
    return state(cragg, *others, impulse=impulse, board=(8, 30, 4, 16), typed={"tq.cragg": 5})


@pytest.mark.parametrize(
    ("order", "impulse", "hex_"),
    [("evade", 1, "20.09"), ("sprint", 2, "20.08"), ("sneak", 2, "20.10"), ("sneak", 4, "21.10")],
)
def test_moves_by_the_marker(order: str, impulse: int, hex_: str) -> None:
    answers = {"moves": [{"cragg": hex_}], "act": ["done"], "ducks": [[]]}
    s = replace(team(order, impulse), terrain={hex_: "clear", "20.09": "clear"})
    assert played(act(s, "able"), answers).state.soldiers["cragg"].hex == hex_


@pytest.mark.parametrize(
    ("order", "impulse", "hex_", "code"),
    [("evade", 1, "20.08", "TOO_FAR"), ("sprint", 2, "20.07", "TOO_FAR")],
)
def test_nobody_goes_farther(order: str, impulse: int, hex_: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        played(act(team(order, impulse), "able"), {"moves": [{"cragg": hex_}]})
    assert refused.value.code == code


def test_nobody_leaves_the_board() -> None:
    s = team("evade", 1).change("cragg", hex="20.04")
    with pytest.raises(Refused) as refused:
        played(act(s, "able"), {"moves": [{"cragg": "20.03"}]})
    assert refused.value.code == "OFF_BOARD"


def test_a_routed_man_runs_one_way() -> None:
    """17.3: directions 5 and 6; no voluntary Duck Back."""
    with pytest.raises(Refused) as refused:
        played(act(team("evade", 1, morale="rout"), "able"), {"moves": [{"cragg": "21.10"}]})
    assert refused.value.code == "WRONG_WAY"
    s = replace(team("evade", 1, morale="rout"), terrain={"19.10": "clear"})
    step = played(act(s, "able"), {"moves": [{"cragg": "19.10"}], "act": ["done"]})
    assert "ducks" not in step.asked


def test_who_must_move_and_does_not_ducks_back() -> None:
    """7.0."""
    step = played(act(team("evade", 1), "able"), {"moves": [{}], "act": ["done"]})
    assert step.state.soldiers["cragg"].order == "duck_back"


def test_a_man_may_duck_back() -> None:
    """7.19: it is turned to Hide at the next activation."""
    step = played(act(team("aimed", 1), "able"), {"act": ["done"], "ducks": [["cragg"]]})
    assert step.state.soldiers["cragg"].order == "duck_back"
    after = played(act(replace(step.state, impulse=2), "able"), {"act": ["done"]})
    assert after.state.soldiers["cragg"].order == "hide"


def test_sprinting_into_rough_terrain() -> None:
    """7.07."""
    s = replace(team("sprint", 1), terrain={"20.09": "rocks"})
    step = played(act(s, "able"), {"moves": [{"cragg": "20.09"}], "act": ["done"]})
    assert step.state.soldiers["cragg"].order == "duck_back"


def test_a_friendly_charge_that_fails() -> None:
    """7.08."""
    s = team("charge", 3, ENEMY_FAR)
    step = played(act(s, "able"), {"moves": [{"cragg": "20.08"}], "act": ["done"]})
    assert step.state.soldiers["cragg"].order == "duck_back"


def test_a_friendly_grenade() -> None:
    """7.09: armed in 1, thrown in 3."""
    target = enemy("e1", "20.08", seen=True)
    s = team("grenade", 1, target, aim="20.08")
    armed = played(act(s, "able"), {"act": ["done"], "ducks": [[]]}).state
    assert armed.soldiers["cragg"].armed
    answers = {
        "act": ["throw", "done"],
        "sees_hex": ["yes"],
        "grenade_scatter": [3],
        "grenade_ws": [{"value": 4}],
        "order_terrain": [{"value": 0}],
        "grenade": [4],
        "terrain": ["clear"],
        "ducks": [[]],
    }
    thrown = played(act(replace(armed, impulse=3), "able"), answers).state
    assert thrown.grenades[0].near == ("e1",)


def test_a_flare_is_fired_by_aimed_fire_in_impulse_2() -> None:
    """21.1: within six hexes; the soldier ducks back."""
    s = replace(team("aimed", 2), flares=1)
    answers = {"act": ["flare", "done"], "flare_hex": [{"hex": "20.05"}], "flare": [2]}
    after = played(act(s, "able"), answers).state
    assert after.lights[0].hex == "20.05"
    assert (after.flares, after.soldiers["cragg"].order) == (0, "duck_back")
    with pytest.raises(Refused):
        played(act(s, "able"), {"act": ["flare"], "flare_hex": [{"hex": "27.05"}]})


@pytest.mark.parametrize(("roll", "aim"), [(5, "20.07"), (6, "20.08")])
def test_the_target_marker_is_moved_by_a_tqc(roll: int, aim: str) -> None:
    """7.09: in impulse 2, one hex, within three of the soldier."""
    s = team("grenade", 2, enemy("e1", "20.08", seen=True), aim="20.08", armed=True)
    answers: dict[str, Any] = {"moves": [{}], "act": ["shift", "done"], "tqc": [roll], "ducks": [[]]}
    if roll == 5:
        answers["shift_hex"] = ["20.07"]
    assert played(act(s, "able"), answers).state.soldiers["cragg"].aim == aim


def test_a_man_by_lot_and_a_discard() -> None:
    """5.1.1, 5.1.2."""
    s = replace(team("aimed", 1), hand=2)
    step = played(
        act(s, "able"),
        {
            "act": ["lot", "discard", "done"],
            "lot": [4],
            "discard_effect": ["steady"],
            "ducks": [[]],
        },
    )
    assert step.noted("lot") == [{"who": "cragg"}]
    assert step.state.hand == 1
    assert step.state.soldiers["cragg"].steady


def test_a_belt_fed_weapon_of_the_squad() -> None:
    """14.3: without an assistant it can only be dragged."""
    guns = [{"weapon": "MG", "operator": "cragg", "assistant": "crowe"}]
    alone = state(man("cragg", "20.10"), man("crowe", "20.12"), scenario=scenario(friendly_weapons=guns))
    assert not {"sprint", "run_gun", "evade"} & set(list_legal_orders(alone, "cragg"))
    assert "evade" in list_legal_orders(alone.change("crowe", hex="20.10"), "cragg")


def test_manual_tools() -> None:
    s = team("aimed", 1, enemy("e1", "20.06", alert=False))
    answers = {
        "act": ["score", "relocate", "alert", "reveal", "done"],
        "score_action": ["held"],
        "score_count": [{"value": 1}],
        "who_relocate": ["cragg"],
        "relocate": [{"hex": "20.12"}],
        "ducks": [[]],
    }
    after = played(act(s, "able"), answers).state
    assert after.score == {"held": 1}
    assert after.soldiers["cragg"].hex == "20.12"
    assert after.soldiers["e1"].alert
    assert after.soldiers["e1"].seen


# 5: the end of a turn


def test_a_medic_bandages_one_wound() -> None:
    """5b, 7.14."""
    s = state(
        man("cragg", "20.10", order="medical"),
        man("crowe", "20.10", wounds=("light", "bad")),
        typed={"tq.cragg": 5, "tq.crowe": 5},
    )
    after = played(_treat_wounds(s), {"tqc": [5]}).state
    assert after.soldiers["crowe"].wounds == ("light_bandaged", "bad")


def test_reload_search_rally_and_hide() -> None:
    """7.13, 7.15-7.17."""
    s = state(
        man("cragg", "20.10", order="reload", ammo="none"),
        man("crowe", "20.11", order="search"),
        enemy("e1", "20.11", prisoner=True, seen=True, who="red:3"),
        man("brubaker", "20.12", order="rally", morale="shaken"),
        man("taylor", "20.13", order="hide"),
        terrain={"20.13": "trees"},
        typed={"tq.crowe": 5, "tq.brubaker": 4},
    )
    after = played(_resolve_end_orders(s), {"is_officer": ["yes"], "tqc": [5, 6], "rc": [5]}).state
    assert after.soldiers["cragg"].ammo == "full"
    assert after.soldiers["crowe"].papers == 1
    assert after.soldiers["brubaker"].morale == "cautious"  # Taylor's leadership reaches: +1
    assert not after.soldiers["taylor"].seen


def test_smoke_and_light_at_the_end() -> None:
    """5d, 21.1: removed on 8 or 9, otherwise one hex with the wind (2)."""
    s = replace(
        state(),
        turn=2,
        plumes=(Plume("mk2", 1, ("20.10",), turn=1),),
        lights=(Light("20.10", 1), Light("10.10", 1), Light("12.10", 2)),
    )
    step = played(_advance_markers(s), {"light": [7, 8]})
    assert [light.hex for light in step.state.lights] == ["21.10", "12.10"]
    assert step.state.plumes[0].fading


@pytest.mark.parametrize(
    ("sight", "far", "alert"), [("yes", "20.13", True), ("no", "20.13", False), (None, "20.14", False)]
)
def test_neighbours_wake(sight: str | None, far: str, alert: bool) -> None:
    """5e, 9.8 trigger 8."""
    s = state(enemy("e1", "20.10"), enemy("e2", far, alert=False))
    step = played(_alert_neighbours(s), {"neighbour_sight": [sight]} if sight else {})
    assert step.state.soldiers["e2"].alert == alert


def test_orders_are_gone_but_a_melee_stays() -> None:
    """5f, 15.0."""
    s = state(
        man("cragg", "20.10", order="evade"),
        man("crowe", "20.10", order="melee"),
        man("taylor", "20.11", guard=True, order="guard"),
    )
    after = _clear_orders(s)
    assert [after.soldiers[who].order for who in ("cragg", "crowe", "taylor")] == [None, "melee", "guard"]


def test_the_verdict_counts_prisoners() -> None:
    """5j, 22.0."""
    s = replace(state(enemy("e1", "20.10", prisoner=True)), score={"killed": 1})
    step = played(score_game(s), {"told_points": [{}]})
    assert step.noted("result") == [{"points": 3, "level": "A narrow success"}]


# 22.0: set-up


def test_the_cup() -> None:
    result = fill_cup(
        {"enemy_cup": {"red": {"ids": [14, 3]}, "blue": {"count": 2, "decoys": 1}, "white": {}}}
    )
    assert result == ("red:14", "red:3", "blue:#1", "blue:#2", "blue:decoy1")


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_night_of_the_example(die: int) -> None:
    """C19, 21.0: 1D6 + 2."""
    lantern = {**catalog().scenarios["lantern"], "enemy_setup_hexes": [], "friendly_setup": {"text": ""}}
    s = state(scenario=lantern)
    men = {who: "10.10" for team in catalog().squads["5"].values() for who in team}
    step = played(set_up(s), {"squad": [5], "deploy": [men], "night": [die]})
    assert step.state.night == die + 2


def test_squad_five_is_the_team_of_the_example() -> None:
    assert set(catalog().squads["5"]["able"]) == {"taylor", "crowe", "cragg"}


def test_two_rules_about_victory_are_too_many() -> None:
    """22.0."""
    s = state(scenario=scenario(enemy_setup_hexes=[]))
    with pytest.raises(Refused) as refused:
        played(set_up(s), {"optional_rules": [{"Take it and hold it": True, "No losses": True}]})
    assert refused.value.code == "TWO_VICTORIES"


def test_men_begin_in_their_zones() -> None:
    s = state(scenario=scenario(enemy_setup_hexes=[], optional_rules=[]))
    men = {who: "09.07" for team in catalog().squads["1"].values() for who in team}
    with pytest.raises(Refused) as refused:
        played(set_up(s), {"squad": [1], "deploy": [men]})
    assert refused.value.code == "OUTSIDE_ZONE"


@pytest.mark.parametrize(
    "values", [{"dice": "loaded"}, {"weather": "rain"}, {"commander": 1}, {"scenario": "omaha"}]
)
def test_invalid_settings_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(HorahError) as refused:
        read(catalog(), values)
    refused.value.game = "combat_solitaire"
    assert refused.value.code == "BAD_SETTING"
    assert "“" in sentence(refused.value)


def test_typed_dice_are_asked_of_the_player() -> None:
    tables = load("combat_solitaire")
    session = begin(PLAY, tables, PLAY.read(tables, {"dice": "typed"}), "7.secret")
    session.fill()
    session.answer("player", {})
    session.fill()
    assert session.table.pending[0].ask == "squad"
    assert all(entry.secret for entry in session.table.entries if entry.ask == "cup")
