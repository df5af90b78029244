"""Limits and prompts in the middle of a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs.games.combat_solitaire import Catalog
from catalogs.owner_data import apply_owner_data, empty_document
from generator.chance import Chance
from generator.games.combat_solitaire.checks import check_morale
from generator.games.combat_solitaire.enemy_orders import assign_order
from generator.games.combat_solitaire.enemy_turn import activate
from generator.games.combat_solitaire.explosions import explode, resolve_impact, throw_grenade
from generator.games.combat_solitaire.fire import choose_enemy_target, fire, night_between
from generator.games.combat_solitaire.hits import kill
from generator.games.combat_solitaire.orders import give_orders, list_legal_orders
from generator.games.combat_solitaire.prompts import make_hex_form
from generator.games.combat_solitaire.random_player import _report
from generator.games.combat_solitaire.smoke import Light, Plume
from generator.games.combat_solitaire.squad import act
from generator.games.combat_solitaire.state import Grenade, State
from generator.games.combat_solitaire.turn import (
    _alert_neighbours,
    _clear_orders,
    _play_card_phase,
    _resolve_end_orders,
    _treat_wounds,
    play_enemy_phase,
)
from generator.table import Refused, Report
from schemas.errors import HorahError
from tests.words import sentence

from .playing import catalog, enemy, man, played, scenario, state

HERE, BOARD = "20.10", (8, 30, 4, 16)


def squad(order: str, impulse: int, *others: Any, **fields: Any) -> State:
    """Return Cragg with an order, and some others."""
    known = fields.pop("known_since", None)
    terrain = fields.pop("terrain", {})
    cragg = man("cragg", HERE, order=order, **fields)
    typed = {"tq.cragg": 5, "ws.cragg": 5, "rof.cragg": 1, "range.cragg.6": 0, "order_terrain.none.clear": 0}
    result = state(cragg, *others, impulse=impulse, board=BOARD, typed=typed, terrain=terrain)
    return replace(result, known_since=known)


JUNG = enemy("e1", "20.04", seen=True, alert=False)


# 7.04, 7.09, 7.01, 12.0: actions of a squad member in one impulse


def test_run_and_gun_fires_or_moves() -> None:
    """7.04 (L376): a visible Known enemy must be fired at; one who sees none moves and does not fire."""
    fires = played(
        act(squad("run_gun", 2, JUNG, terrain={"20.04": "clear"}), "able"),
        {"must_fire_at": ["e1"], "act": ["done"], "shot": [8], "ducks": [[]]},
    )
    assert fires.noted("missed")
    assert (fires.state.soldiers["cragg"].order, fires.state.soldiers["cragg"].hex) == ("run_gun", HERE)
    blind = {"must_fire_at": ["nobody"], "moves": [{"cragg": "20.09"}]}
    assert played(act(squad("run_gun", 2, JUNG), "able"), {**blind, "act": ["done"], "ducks": [[]]}).asked
    with pytest.raises(Refused):
        played(act(squad("run_gun", 2, JUNG), "able"), {**blind, "act": ["fire"]})


def test_run_and_gun_that_does_neither_ducks_back() -> None:
    """7.0, 7.04: fire or move, otherwise Duck Back."""
    step = played(
        act(squad("run_gun", 2, JUNG), "able"), {"must_fire_at": ["nobody"], "moves": [{}], "act": ["done"]}
    )
    assert step.state.soldiers["cragg"].order == "duck_back"


def test_a_grenadier_steps_or_moves_his_marker() -> None:
    """7.09: in impulse 2 one or the other."""
    s = squad("grenade", 2, replace(JUNG, hex="20.07"), aim="20.07", armed=True)
    with pytest.raises(Refused):
        played(act(s, "able"), {"moves": [{"cragg": "20.09"}], "act": ["shift"]})
    step = played(
        act(s, "able"),
        {"moves": [{}], "act": ["shift", "done"], "tqc": [4], "shift_hex": ["20.08"], "ducks": [[]]},
    )
    assert step.state.soldiers["cragg"].aim == "20.08"


def test_one_look_at_each_enemy_in_an_activation() -> None:
    """12.0: one check for every unknown enemy in sight."""
    s = squad(
        "hide", 1, enemy("e1", "20.08"), enemy("e2", "21.08"), terrain={"20.08": "clear", "21.08": "clear"}
    )
    look = {"act": ["spot", "spot", "spot", "done"], "looks_at": [["e1"], ["e2"]], "tqc": [9, 9]}
    step = played(act(s, "able"), {**look, "spotting": [{"value": 0}, {"value": 0}]})
    assert step.asked.count("looks_at") == 2
    assert step.noted("nobody")


def test_aimed_fire_needs_a_target_known_since_the_impulse_began() -> None:
    """7.01."""
    fresh = squad("aimed", 2, JUNG, known_since=frozenset())
    with pytest.raises(Refused):
        played(act(fresh, "able"), {"act": ["fire"]})
    rapid = squad("rapid", 2, JUNG, known_since=frozenset(), terrain={"20.04": "clear"})
    assert played(act(rapid, "able"), {"act": ["fire", "done"], "shot": [8], "ducks": [[]]}).noted("missed")


def test_a_sprint_into_ground_that_nobody_has_told_asks_for_it() -> None:
    """7.07: rough terrain ends it in Duck Back."""
    answer = {"moves": [{"cragg": "20.09"}], "terrain": ["rocks"], "act": ["done"]}
    step = played(act(squad("sprint", 1), "able"), answer)
    assert step.state.soldiers["cragg"].order == "duck_back"


# 17.3, 7.17: rout


def test_a_routed_man_may_not_stay() -> None:
    """17.3: no Duck Back by standing still; two hexes if the order says two."""
    with pytest.raises(Refused) as refused:
        played(act(squad("sprint", 2, morale="rout"), "able"), {"moves": [{}]})
    assert refused.value.code == "MUST_RUN"
    ways = ("18.10", "18.11", "18.09")
    assert set(refused.value.message.facts["hexes"]) == set(ways)


def test_a_routed_man_at_the_edge_has_nowhere_to_run() -> None:
    s = squad("evade", 1, morale="rout").change("cragg", hex="08.10")
    assert (
        played(act(s, "able"), {"moves": [{}], "act": ["done"]}).state.soldiers["cragg"].order == "duck_back"
    )


@pytest.mark.parametrize(("die", "order"), [(5, "duck_back"), (6, "evade")])
def test_a_routed_man_in_cover_may_stop(die: int, order: str) -> None:
    """7.17: a plain TQC."""
    answers = {"moves": [{"cragg": "19.10"}], "act": ["done"], "rout_stops": ["yes"], "tqc": [die]}
    s = squad("evade", 1, morale="rout", terrain={"19.10": "trees"})
    assert played(act(s, "able"), answers).state.soldiers["cragg"].order == order


# 15.0: melee


def fight(**fields: Any) -> State:
    return state(
        man("cragg", HERE, order="charge", **fields),
        enemy("e1", HERE, seen=True, order="melee"),
        impulse=4,
        typed={"tq.cragg": 5},
        terrain={HERE: "clear"},
    )


def test_a_charge_that_is_not_decided_goes_on_as_melee() -> None:
    """15.0, 5f: the marker stays in the hex, and nobody leaves it."""
    assert _clear_orders(fight()).soldiers["cragg"].order == "melee"
    charger = state(man("cragg", HERE, order="melee"), enemy("e1", HERE, order="charge"))
    assert _clear_orders(charger).soldiers["e1"].order == "melee"


def test_a_charge_in_a_melee_does_not_duck_back() -> None:
    """15.0: no Duck Back in melee."""
    assert (
        played(check_morale(fight(), "cragg", "mc", "16.0"), {"mc": [8]}).state.soldiers["cragg"].order
        == "charge"
    )


def test_nobody_fires_into_a_melee() -> None:
    """15.0: nor at a soldier who keeps a Charge in it."""
    s = fight().with_soldier(enemy("e2", "20.04", seen=True, order="aimed"))
    step = played(activate(replace(s, impulse=2), "e2"), {"sees": [["cragg"]]})
    assert not step.noted("fires")
    ours = replace(s, impulse=3).with_soldier(man("taylor", "20.12", order="rapid"))
    ours = ours.change("e2", fate="dead").change("cragg", order="melee").change("e1", order="charge")
    with pytest.raises(Refused):
        played(act(ours, "able"), {"next_man": ["taylor"], "act": ["fire"]})


def test_nobody_spots_out_of_a_melee() -> None:
    s = replace(fight(), impulse=3).with_soldier(enemy("e2", "20.04"))
    step = played(act(s, "able"), {"act": ["spot", "done"], "ducks": [[]]})
    assert step.noted("nobody")


# 21.1, 5.1.1: light, and the card of the turn


@pytest.mark.parametrize(("light", "by"), [((), -2), ((Light("20.05", 1),), 0)])
def test_in_the_light_it_is_day(light: tuple[Light, ...], by: int) -> None:
    """21.1: no modifier within three hexes of an illumination marker, at any range."""
    night = {"range": "1D6+2", "modifier": -2, "beyond": 2}
    s = replace(duel(), scenario=scenario(night=night), night=8, lights=light)
    assert night_between(s, HERE, "20.04") == by


def duel() -> State:
    return state(
        man("taylor", HERE, order="aimed"),
        enemy("e1", "20.04", seen=True, order="hide"),
        terrain={"20.04": "clear"},
        typed={"order_terrain.hide.clear": 0},
    )


@pytest.mark.parametrize(("ws", "what"), [(0, "hit"), (-1, "missed")])
def test_bad_shooting(ws: int, what: str) -> None:
    """Card 6: -1 to every skill this turn; Taylor's 7 becomes 6."""
    s = replace(duel(), ws=ws).change("taylor", ammo="low")
    answers: dict[str, list[Any]] = {"shot": [7], "wound": ["kia"]} if what == "hit" else {"shot": [7, 9]}
    assert played(fire(s, "taylor", "e1"), answers).noted(what)


def test_the_card_of_the_turn_says_what_it_does_to_skills() -> None:
    """9.1 example: card 6; the player reports the modifier of a typed card."""
    step = played(_play_card_phase(replace(state(), hand=3)), {"friendly_card": ["6"]})
    assert step.state.ws == -1
    assert step.noted("card_ws") == [{"by": -1}]
    answer = {"able": 2, "baker": 4, "charlie": 6, "event": "none", "card_ws": 1}
    typed = played(
        _play_card_phase(replace(state(), hand=3)),
        {"friendly_card": ["typed"], "friendly_initiative": [answer]},
    )
    assert typed.state.ws == 1
    assert _clear_orders(typed.state).ws == 0


# 11.02, 14.2, 20.0: explosions


def housed(order: str = "hide", ground: str = "building") -> State:
    cells = {f"order_terrain.{one}.{ground}": 0 for one in ("hide", "aimed", "rally")}
    return state(
        man("cragg", HERE, order=order),
        terrain={HERE: ground, "20.09": "clear"},
        typed={"tq.cragg": 5, **cells},
        board=BOARD,
    )


@pytest.mark.parametrize(
    ("close", "order", "ground", "wounded"),
    [
        (False, "hide", "building", False),
        (True, "hide", "building", True),
        (False, "aimed", "building", True),
        (False, "rally", "rocks", True),
    ],
)
def test_a_building_shelters_from_grenades_but_not_from_the_next_hex(
    close: bool, order: str, ground: str, wounded: bool
) -> None:
    """11.02, 11.01: rocks shelter from direct fire alone."""
    s = housed(order, ground)
    answers: dict[str, list[Any]] = {"frag": [1, 9, 9], "mc": [3, 3]}
    if wounded:
        answers = {"frag": [1, 9, 9], "wound": ["light"], "wmc": [0], "mc": [3]}
    step = played(explode(s, Grenade(HERE, "mk2", ("cragg",), close=close)), answers)
    assert bool(step.state.soldiers["cragg"].wounds) == wounded


def test_a_building_shelters_from_artillery() -> None:
    """11.02: a hit is a morale check, in addition to the check of 20.0."""
    answers = {"frag": [1, 9, 9, 9], "mc": [3, 3], "rubble": [5]}
    step = played(resolve_impact(housed(), catalog().weapons["mortar_81"], HERE), answers)
    assert step.state.soldiers["cragg"].wounds == ()


def test_a_large_shell_may_bring_down_the_building_beside_it() -> None:
    """20.0: 105mm, rubble 4/0: a 0 next to the hex."""
    s = state(
        man("cragg", "20.09", order="hide"),
        terrain={HERE: "clear", "20.09": "building"},
        board=BOARD,
        typed={"tq.cragg": 5, "order_terrain.hide.building": 0},
    )
    gun = catalog().weapons["howitzer_105"]
    fell = played(resolve_impact(s, gun, HERE), {"frag": [9, 9], "crater": [9], "rubble": [0]})
    assert (fell.state.terrain["20.09"], fell.state.soldiers["cragg"].fate) == ("rubble", "dead")
    stood = played(resolve_impact(s, gun, HERE), {"frag": [9, 9], "crater": [9], "rubble": [1], "mc": [3]})
    assert stood.state.terrain["20.09"] == "building"


def test_how_near_a_grenade_was_thrown_is_kept() -> None:
    s = state(man("taylor", "20.11", order="grenade"), terrain={HERE: "building"})
    assert (
        played(throw_grenade(s, "taylor", HERE, seen=True), {"grenade_scatter": [3]}).state.grenades[0].close
    )
    far = s.change("taylor", hex="20.12")
    assert (
        not played(throw_grenade(far, "taylor", HERE, seen=True), {"grenade_scatter": [3]})
        .state.grenades[0]
        .close
    )


def test_a_rifle_grenade_has_figures_of_its_own() -> None:
    """7.11, 14.0: skill, range and damage are on components, not those of the Mk II."""
    s = squad("rifle_grenade", 3, replace(JUNG, hex="20.05"), aim="20.05", terrain={"20.05": "clear"})
    answers = {
        "act": ["throw", "done"],
        "sees_hex": ["yes"],
        "grenade_scatter": [3],
        "rifle_ws": [{"value": 4}],
        "range": [{"value": -1}],
        "grenade": [3],
        "figure": [{"value": 2}, {"value": 5}, {"value": 1}],
        "frag": [9, 9],
        "mc": [2],
        "ducks": [[]],
    }
    step = played(act(s, "able"), answers)
    assert step.noted("grenade_near")
    assert step.state.typed["weapon.rifle_grenade.damage"] == 2
    assert step.state.plumes[0].weapon == "rifle_grenade"


def test_a_man_killed_with_a_live_grenade_drops_it() -> None:
    """14.2 example: shot before throwing it."""
    s = state(enemy("e1", HERE, armed=True, seen=True), enemy("e2", HERE, seen=True))
    dropped = played(kill(s, "e1")).state.grenades
    assert dropped == (Grenade(HERE, "stielhandgranate", (), ("e2",)),)


def test_shells_and_lights_that_an_owners_event_brings() -> None:
    """20.0, 21.1: the generic tables are not in the rules, but their results can be played."""
    s = squad("hide", 1, terrain={"22.10": "clear"})
    answers = {
        "act": ["explosion", "light", "done"],
        "explosion_hex": [{"hex": "22.10"}],
        "explosion_weapon": ["mortar_81"],
        "crater": [2],
        "light_hex": [{"hex": "22.08"}],
        "flare": [2],
    }
    after = played(act(s, "able"), answers).state
    assert (after.terrain["22.10"], after.lights[0].hex) == ("crater", "22.08")


# 7.17, 7.14, 9.8, 17.2: leaders, patients and alerts


@pytest.mark.parametrize(
    ("hex_", "smoke", "led"),
    [("20.07", (), True), ("20.06", (), False), ("20.07", (Plume("m18", 3, (HERE,)),), False)],
)
def test_leadership_reaches_as_far_as_smoke_lets_it(hex_: str, smoke: tuple[Plume, ...], led: bool) -> None:
    """7.17, 18.0: Taylor's 3, -1 in smoke. TQ 4 and a 5 rallies only with Taylor."""
    s = state(man("taylor", HERE), man("cragg", hex_, order="rally", morale="shaken"), typed={"tq.cragg": 4})
    step = played(_resolve_end_orders(replace(s, plumes=smoke)), {"rc": [5]})
    assert step.state.soldiers["cragg"].morale == ("cautious" if led else "shaken")


def test_a_leadership_that_nobody_has_typed_is_asked_for() -> None:
    """7.17: ask whether a leader is near if a counter is blank."""
    s = state(
        man("thomas", HERE), man("cragg", "20.09", order="rally", morale="shaken"), typed={"tq.cragg": 4}
    )
    step = played(_resolve_end_orders(s), {"leader_near": ["yes"], "rc": [5]})
    assert step.state.soldiers["cragg"].morale == "cautious"
    known = replace(s, typed={**s.typed, "ldr.thomas": 1})
    assert "leader_near" not in played(_resolve_end_orders(known), {"rc": [5]}).asked


def test_a_patient_lies_still() -> None:
    """7.14."""
    s = state(
        man("cragg", HERE, order="medical"),
        man("crowe", HERE, order="aimed", wounds=("light",)),
        typed={"tq.cragg": 5},
    )
    assert "tqc" not in played(_treat_wounds(s)).asked


def test_an_officer_who_is_known_wakes_whom_he_leads() -> None:
    """9.8 trigger 6: Known or alert."""
    waiting = [enemy("e1", HERE, who="red:3", seen=True, alert=False), enemy("e2", "20.08", alert=False)]
    s = replace(state(*waiting), catalog=owned(germans=[{**OFFICER, "id": "red:3", "number": 3}]))
    assert played(_alert_neighbours(s)).state.soldiers["e2"].alert
    assert not played(_alert_neighbours(s.change("e1", seen=False))).state.soldiers["e2"].alert


@pytest.mark.parametrize(
    ("weight", "seen", "order"), [("heavy", True, "run_gun"), ("heavy", False, "sprint")]
)
def test_a_heavy_weapon_is_not_sprinted_with(weight: str, seen: bool, order: str) -> None:
    """14.1: for an enemy too, once its weapon is known."""
    gun = {"id": "mg", "kind": "small", "side": "enemy", "weight": weight}
    tables = owned(germans=[{**OFFICER, "id": "red:3", "number": 3, "weapon": "mg"}], weapons=[gun])
    s = replace(state(enemy("e1", HERE, who="red:3", seen=seen, morale="bold")), catalog=tables)
    result = played(assign_order(replace(s, terrain={HERE: "clear"}), "e1", tables.enemy_cards["14"])).state
    assert result.soldiers["e1"].order == order


OFFICER = {"team": "red", "tq": 5, "ldr": 2, "officer": True}


def owned(**rows: list[dict[str, Any]]) -> Catalog:
    """Return the catalogue with owner rows."""
    result = apply_owner_data(catalog(), {**empty_document("combat_solitaire"), "rows": rows})
    assert isinstance(result, Catalog)
    return result


def test_neighbours_do_not_wake_one_another_in_a_row() -> None:
    """5e: within three hexes of an enemy that was already alert, independent of counter order."""
    row = [enemy("e1", HERE), enemy("e2", "20.08", alert=False), enemy("e3", "20.06", alert=False)]
    after = played(_alert_neighbours(state(*row)), {"neighbour_sight": ["yes"]}).state
    assert [after.soldiers[who].alert for who in ("e2", "e3")] == [True, False]


def test_one_who_is_not_prepared_draws_when_he_is_activated_again() -> None:
    """9.7, 9.8: alerted by sight, it draws in the next impulse and acts in the one after."""
    s = state(enemy("e1", HERE, alert=False), man("cragg", "20.04"), impulse=2, terrain={HERE: "clear"})
    woken = played(activate(s, "e1"), {"sees": [["cragg"]]}).state
    assert (woken.soldiers["e1"].alert, woken.soldiers["e1"].order) == (True, None)
    drawn = played(activate(replace(woken, impulse=3), "e1"), {"enemy_card": ["25"], "sees": [[]]}).state
    assert (drawn.soldiers["e1"].order, drawn.soldiers["e1"].acts_from) == ("rapid", 4)
    ready = replace(s, scenario=scenario(enemy_prepared=True), terrain={HERE: "trees"})
    answer = {"sees": [["cragg"]], "enemy_card": ["36"]}
    assert played(activate(ready, "e1"), answer).state.soldiers["e1"].order == "hide"


def test_a_wounded_berserk_may_crawl_though_an_enemy_is_near() -> None:
    """17.2: it can neither run nor evade."""
    s = state(man("cragg", HERE, morale="berserk"), enemy("e1", "20.08", seen=True))
    assert "sneak" in list_legal_orders(s, "cragg", speed=4)
    assert "sneak" not in list_legal_orders(s, "cragg", speed=3)


# 14.3, 17.4, 7.03: assistants, prisoners, covering fire


def gunner(**fields: Any) -> State:
    mg = enemy("e1", HERE, seen=True, order="evade", ways=(1,), **fields)
    return state(
        mg, enemy("e1a", HERE, who="red:assistant", assistant_of="e1", seen=True), impulse=1, board=BOARD
    )


def test_an_assistant_goes_with_his_operator() -> None:
    """14.3: the same order, on the board and off it."""
    after = played(activate(gunner(), "e1")).state
    assert {after.soldiers[who].hex for who in ("e1", "e1a")} == {"20.09"}
    s = gunner(morale="rout").change("e1", hex="30.08", ways=(2,)).change("e1a", hex="30.08")
    left = played(activate(s, "e1")).state
    assert {left.soldiers[who].fate for who in ("e1", "e1a")} == {"left_routed"}
    assert gunner().effective_order(gunner().soldiers["e1a"]) == "evade"


def test_a_guard_counts_as_without_an_order() -> None:
    """17.4: when fired at."""
    s = state(man("cragg", HERE, guard=True, order="guard"))
    assert s.effective_order(s.soldiers["cragg"]) is None


def test_the_way_of_a_prisoner_who_bolts_is_read_from_the_card() -> None:
    """17.4: the rout line of the drawn card."""
    s = state(
        man("cragg", HERE, guard=True, order="guard"),
        enemy("e1", HERE, seen=True, prisoner=True),
        board=BOARD,
    )
    answers = {
        "orders": [{"cragg": "aimed"}],
        "enemy_card": ["typed"],
        "way_rout": [{"first": 2, "second": 0}],
    }
    assert played(give_orders(s), answers).state.soldiers["e1"].hex == "21.10"


def test_suppressive_fire_takes_the_nearest_target() -> None:
    """7.03, 13.0: order and terrain do not count against suppressive fire."""
    s = state(
        enemy("e1", HERE, seen=True, order="suppressive"),
        man("cragg", "20.08", order="hide"),
        man("crowe", "20.04", order="evade"),
        terrain={"20.08": "rocks", "20.04": "clear"},
    )
    assert played(choose_enemy_target(s, "e1", ("cragg", "crowe"))).value[1] == "cragg"


def test_large_battles_ask_one_card_for_a_team() -> None:
    """9.2: the card of the example, for the Blue Team."""
    teams = [enemy(f"e{n}", HERE, team="blue", morale=morale) for n, morale in enumerate(("normal", "bold"))]
    s = state(*teams, scenario=scenario(large_battle=True), terrain={HERE: "clear"})
    cards = {"enemy_card": ["10", "44", "25", "36"]}
    after = played(play_enemy_phase(s), cards).state
    assert [after.soldiers[team.id].order for team in teams] == ["aimed", "aimed"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"cragg": "209"}, "Pvt Cragg: “209” is not allowed here; expected text like 12.10."),
        ({"jung": "20.09"}, "Your answer:"),
    ],
)
def test_invalid_report_is_refused_with_a_readable_message(told: dict[str, str], said: str) -> None:
    """No soldier id and no pattern is shown to readers."""
    with pytest.raises(Refused) as refused:
        played(act(squad("evade", 1), "able"), {"moves": [told]})
    refused.value.game = "combat_solitaire"
    assert sentence(refused.value).replace('"209"', "“209”").startswith(said)


def test_random_player_lets_a_routed_soldier_run() -> None:
    """Even if no try fits: others may stay, a routed soldier may not."""
    runs = {"cragg": ["19.10", "19.11"]}
    prompt = Report(
        "4.0", "moves", "player", make_hex_form("taylor", "cragg"), lambda told: WRONG, {"runs": runs}
    )
    prompt = replace(prompt, form={**prompt.form, "required": []})
    assert _report(prompt, Chance("1")) == {"cragg": "19.10"}


WRONG = HorahError("MUST_RUN", who="cragg", hexes=())
