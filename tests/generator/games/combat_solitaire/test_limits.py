"""What the text forbids, and what it asks, in the middle of a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs.box import boxed, empty
from catalogs.games.combat_solitaire import Catalog
from generator.chance import Chance
from generator.games.combat_solitaire.acting import activate
from generator.games.combat_solitaire.checks import check_morale
from generator.games.combat_solitaire.commander import _told
from generator.games.combat_solitaire.explosions import explode, impact, throw
from generator.games.combat_solitaire.fire import enemy_target, fire, night_between
from generator.games.combat_solitaire.hits import killed
from generator.games.combat_solitaire.machine import assign
from generator.games.combat_solitaire.orders import command, legal
from generator.games.combat_solitaire.smoke import Light, Plume
from generator.games.combat_solitaire.squad import act, hex_form
from generator.games.combat_solitaire.state import Grenade, State
from generator.games.combat_solitaire.turn import (
    _card_phase,
    _cleared,
    _due,
    _enemy_phase,
    _medics,
    _neighbours,
)
from generator.table import Refused, Report
from schemas.errors import HorahError
from tests.words import sentence

from .playing import catalog, enemy, man, played, scenario, state

HERE, BOARD = "20.10", (8, 30, 4, 16)


def squad(order: str, impulse: int, *others: Any, **fields: Any) -> State:
    """Cragg with an order, and whoever else is there."""
    known = fields.pop("known_since", None)
    terrain = fields.pop("terrain", {})
    cragg = man("cragg", HERE, order=order, **fields)
    typed = {"tq.cragg": 5, "ws.cragg": 5, "rof.cragg": 1, "range.cragg.6": 0, "order_terrain.none.clear": 0}
    found = state(cragg, *others, impulse=impulse, board=BOARD, typed=typed, terrain=terrain)
    return replace(found, known_since=known)


JUNG = enemy("e1", "20.04", seen=True, alert=False)


# 7.04, 7.09, 7.01, 12.0: what a man of the squad may do in one impulse


def test_run_and_gun_fires_or_moves() -> None:
    """7.04: whoever has moved in impulse 2 does not fire in it."""
    step = act(squad("run_gun", 2, JUNG), "able")
    with pytest.raises(Refused):
        played(step, {"moves": [{"cragg": "20.09"}], "act": ["fire"]})
    stood = played(
        act(squad("run_gun", 2, JUNG, terrain={"20.04": "clear"}), "able"),
        {"moves": [{}], "act": ["fire", "done"], "shot": [8], "ducks": [[]]},
    )
    assert stood.noted("missed")
    assert stood.state.soldiers["cragg"].order == "run_gun"


def test_run_and_gun_that_does_neither_ducks_back() -> None:
    """7.0, 7.04: he must fire or move; who stops has ducked back."""
    step = played(act(squad("run_gun", 2, JUNG), "able"), {"moves": [{}], "act": ["done"]})
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
    """12.0: a check for every unknown enemy in sight, not as many as one likes."""
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
    told = {"moves": [{"cragg": "20.09"}], "terrain": ["rocks"], "act": ["done"]}
    step = played(act(squad("sprint", 1), "able"), told)
    assert step.state.soldiers["cragg"].order == "duck_back"


# 17.3, 7.17: rout


def test_a_routed_man_may_not_stay() -> None:
    """17.3: he does not duck back by standing still; two hexes where his order says two."""
    with pytest.raises(Refused) as refused:
        played(act(squad("sprint", 2, morale="rout"), "able"), {"moves": [{}]})
    assert refused.value.code == "MUST_RUN"
    ways = ("18.10", "18.11", "18.09")
    assert set(refused.value.said.facts["hexes"]) == set(ways)


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
    """15.0, 5f: the marker stays in the hex, and nobody walks out of it."""
    assert _cleared(fight()).soldiers["cragg"].order == "melee"
    charger = state(man("cragg", HERE, order="melee"), enemy("e1", HERE, order="charge"))
    assert _cleared(charger).soldiers["e1"].order == "melee"


def test_a_charge_in_a_melee_does_not_duck_back() -> None:
    """15.0: nobody who is hit there does."""
    assert (
        played(check_morale(fight(), "cragg", "mc", "16.0"), {"mc": [8]}).state.soldiers["cragg"].order
        == "charge"
    )


def test_nobody_fires_into_a_melee() -> None:
    """15.0: nor at a man who keeps his Charge in it."""
    s = fight().put(enemy("e2", "20.04", seen=True, order="aimed"))
    step = played(activate(replace(s, impulse=2), "e2"), {"sees": [["cragg"]]})
    assert not step.noted("fires")
    ours = replace(s, impulse=3).put(man("taylor", "20.12", order="rapid"))
    ours = ours.change("e2", fate="dead").change("cragg", order="melee").change("e1", order="charge")
    with pytest.raises(Refused):
        played(act(ours, "able"), {"act": ["fire"]})


def test_nobody_spots_out_of_a_melee() -> None:
    s = replace(fight(), impulse=3).put(enemy("e2", "20.04"))
    step = played(act(s, "able"), {"act": ["spot", "done"], "ducks": [[]]})
    assert step.noted("nobody")


# 21.1, 5.1.1: light, and the card of the turn


@pytest.mark.parametrize(("light", "by"), [((), -2), ((Light("20.05", 1),), 0)])
def test_in_the_light_it_is_day(light: tuple[Light, ...], by: int) -> None:
    """21.1: no modifier within three hexes of an illumination marker, at whatever range."""
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
    """9.1 example: card 6; of a card that is typed its player says it."""
    step = played(_card_phase(replace(state(), hand=3)), {"friendly_card": ["6"]})
    assert step.state.ws == -1
    assert step.noted("card_ws") == [{"by": -1}]
    told = {"able": 2, "baker": 4, "charlie": 6, "event": "none", "card_ws": 1}
    typed = played(
        _card_phase(replace(state(), hand=3)), {"friendly_card": ["typed"], "friendly_initiative": [told]}
    )
    assert typed.state.ws == 1
    assert _cleared(typed.state).ws == 0


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
    """11.02: a hit is a morale check; the check of 20.0 comes besides."""
    answers = {"frag": [1, 9, 9, 9], "mc": [3, 3], "rubble": [5]}
    step = played(impact(housed(), catalog().weapons["mortar_81"], HERE), answers)
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
    fell = played(impact(s, gun, HERE), {"frag": [9, 9], "crater": [9], "rubble": [0]})
    assert (fell.state.terrain["20.09"], fell.state.soldiers["cragg"].fate) == ("rubble", "dead")
    stood = played(impact(s, gun, HERE), {"frag": [9, 9], "crater": [9], "rubble": [1], "mc": [3]})
    assert stood.state.terrain["20.09"] == "building"


def test_how_near_a_grenade_was_thrown_is_kept() -> None:
    s = state(man("taylor", "20.11", order="grenade"), terrain={HERE: "building"})
    assert played(throw(s, "taylor", HERE, seen=True), {"grenade_scatter": [3]}).state.grenades[0].close
    far = s.change("taylor", hex="20.12")
    assert not played(throw(far, "taylor", HERE, seen=True), {"grenade_scatter": [3]}).state.grenades[0].close


def test_a_rifle_grenade_has_figures_of_its_own() -> None:
    """7.11, 14.0: its skill, its range and its damage are on components, not those of the Mk II."""
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
    """14.2 example: shot before he could throw it."""
    s = state(enemy("e1", HERE, armed=True, seen=True), enemy("e2", HERE, seen=True))
    dropped = played(killed(s, "e1")).state.grenades
    assert dropped == (Grenade(HERE, "stielhandgranate", (), ("e2",)),)


def test_shells_and_lights_that_an_owners_event_brings() -> None:
    """20.0, 21.1: the generic tables are not in the text; what they say can be done."""
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


# 7.17, 7.14, 9.8, 17.2: who leads, who is treated, who wakes


@pytest.mark.parametrize(
    ("hex_", "smoke", "led"),
    [("20.07", (), True), ("20.06", (), False), ("20.07", (Plume("m18", 3, (HERE,)),), False)],
)
def test_leadership_reaches_as_far_as_smoke_lets_it(hex_: str, smoke: tuple[Plume, ...], led: bool) -> None:
    """7.17, 18.0: Taylor's 3; -1 in smoke. TQ 4 and a 5 rallies only with him."""
    s = state(man("taylor", HERE), man("cragg", hex_, order="rally", morale="shaken"), typed={"tq.cragg": 4})
    step = played(_due(replace(s, plumes=smoke)), {"rc": [5]})
    assert step.state.soldiers["cragg"].morale == ("cautious" if led else "shaken")


def test_a_leadership_that_nobody_has_typed_is_asked_for() -> None:
    """7.17: whether a leader is near, where a counter is blank."""
    s = state(
        man("thomas", HERE), man("cragg", "20.09", order="rally", morale="shaken"), typed={"tq.cragg": 4}
    )
    step = played(_due(s), {"leader_near": ["yes"], "rc": [5]})
    assert step.state.soldiers["cragg"].morale == "cautious"
    known = replace(s, typed={**s.typed, "ldr.thomas": 1})
    assert "leader_near" not in played(_due(known), {"rc": [5]}).asked


def test_a_patient_lies_still() -> None:
    """7.14."""
    s = state(
        man("cragg", HERE, order="medical"),
        man("crowe", HERE, order="aimed", wounds=("light",)),
        typed={"tq.cragg": 5},
    )
    assert "tqc" not in played(_medics(s)).asked


def test_an_officer_who_is_known_wakes_whom_he_leads() -> None:
    """9.8 trigger 6: Known or alert."""
    waiting = [enemy("e1", HERE, who="red:3", seen=True, alert=False), enemy("e2", "20.08", alert=False)]
    s = replace(state(*waiting), catalog=owned(germans=[{**OFFICER, "id": "red:3", "number": 3}]))
    assert played(_neighbours(s)).state.soldiers["e2"].alert
    assert not played(_neighbours(s.change("e1", seen=False))).state.soldiers["e2"].alert


@pytest.mark.parametrize(
    ("weight", "seen", "order"), [("heavy", True, "run_gun"), ("heavy", False, "sprint")]
)
def test_a_heavy_weapon_is_not_sprinted_with(weight: str, seen: bool, order: str) -> None:
    """14.1: by an enemy neither, once it is known what he carries."""
    gun = {"id": "mg", "kind": "small", "side": "enemy", "weight": weight}
    tables = owned(germans=[{**OFFICER, "id": "red:3", "number": 3, "weapon": "mg"}], weapons=[gun])
    s = replace(state(enemy("e1", HERE, who="red:3", seen=seen, morale="bold")), catalog=tables)
    found = played(assign(replace(s, terrain={HERE: "clear"}), "e1", tables.enemy_cards["14"])).state
    assert found.soldiers["e1"].order == order


OFFICER = {"team": "red", "tq": 5, "ldr": 2, "officer": True}


def owned(**rows: list[dict[str, Any]]) -> Catalog:
    """The catalogues with rows that an owner has typed."""
    found = boxed(catalog(), {**empty("combat_solitaire"), "rows": rows})
    assert isinstance(found, Catalog)
    return found


def test_neighbours_do_not_wake_one_another_in_a_row() -> None:
    """5e: within three hexes of one who was alert; the order of counters does not matter."""
    row = [enemy("e1", HERE), enemy("e2", "20.08", alert=False), enemy("e3", "20.06", alert=False)]
    after = played(_neighbours(state(*row)), {"neighbour_sight": ["yes"]}).state
    assert [after.soldiers[who].alert for who in ("e2", "e3")] == [True, False]


def test_one_who_is_not_prepared_draws_when_he_is_activated_again() -> None:
    """9.7, 9.8: woken by what he sees, he has his card in the next impulse and acts in the one after."""
    s = state(enemy("e1", HERE, alert=False), man("cragg", "20.04"), impulse=2, terrain={HERE: "clear"})
    woken = played(activate(s, "e1"), {"sees": [["cragg"]]}).state
    assert (woken.soldiers["e1"].alert, woken.soldiers["e1"].order) == (True, None)
    drawn = played(activate(replace(woken, impulse=3), "e1"), {"enemy_card": ["25"], "sees": [[]]}).state
    assert (drawn.soldiers["e1"].order, drawn.soldiers["e1"].acts_from) == ("rapid", 4)
    ready = replace(s, scenario=scenario(enemy_prepared=True), terrain={HERE: "trees"})
    told = {"sees": [["cragg"]], "enemy_card": ["36"]}
    assert played(activate(ready, "e1"), told).state.soldiers["e1"].order == "hide"


def test_a_wounded_berserk_may_crawl_though_an_enemy_is_near() -> None:
    """17.2: he can neither run nor evade."""
    s = state(man("cragg", HERE, morale="berserk"), enemy("e1", "20.08", seen=True))
    assert "sneak" in legal(s, "cragg", speed=4)
    assert "sneak" not in legal(s, "cragg", speed=3)


# 14.3, 17.4, 7.03: assistants, prisoners, covering fire


def gunner(**fields: Any) -> State:
    mg = enemy("e1", HERE, seen=True, order="evade", ways=(1,), **fields)
    return state(
        mg, enemy("e1a", HERE, who="red:assistant", assistant_of="e1", seen=True), impulse=1, board=BOARD
    )


def test_an_assistant_goes_with_his_operator() -> None:
    """14.3: he has the same order, on the board and off it."""
    after = played(activate(gunner(), "e1")).state
    assert {after.soldiers[who].hex for who in ("e1", "e1a")} == {"20.09"}
    s = gunner(morale="rout").change("e1", hex="30.08", ways=(2,)).change("e1a", hex="30.08")
    left = played(activate(s, "e1")).state
    assert {left.soldiers[who].fate for who in ("e1", "e1a")} == {"left_routed"}
    assert gunner().ordered(gunner().soldiers["e1a"]) == "evade"


def test_a_guard_counts_as_without_an_order() -> None:
    """17.4: when he is fired at."""
    s = state(man("cragg", HERE, guard=True, order="guard"))
    assert s.ordered(s.soldiers["cragg"]) is None


def test_the_way_of_a_prisoner_who_bolts_is_read_from_the_card() -> None:
    """17.4: the rout line of the card that is drawn, whichever it is."""
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
    assert played(command(s), answers).state.soldiers["e1"].hex == "21.10"


def test_covering_fire_takes_the_nearest_whatever_hides_him() -> None:
    """7.03, 13.0: order and terrain do not count against it."""
    s = state(
        enemy("e1", HERE, seen=True, order="suppressive"),
        man("cragg", "20.08", order="hide"),
        man("crowe", "20.04", order="evade"),
        terrain={"20.08": "rocks", "20.04": "clear"},
    )
    assert played(enemy_target(s, "e1", ("cragg", "crowe"))).value[1] == "cragg"


def test_large_battles_ask_one_card_for_a_team() -> None:
    """9.2: the card of the example, for the Blue Team."""
    teams = [enemy(f"e{n}", HERE, team="blue", morale=morale) for n, morale in enumerate(("normal", "bold"))]
    s = state(*teams, scenario=scenario(large_battle=True), terrain={HERE: "clear"})
    cards = {"enemy_card": ["10", "44", "25", "36"]}
    after = played(_enemy_phase(s), cards).state
    assert [after.soldiers[each.id].order for each in teams] == ["aimed", "aimed"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"cragg": "209"}, "Pvt Cragg: «209» is not allowed here; expected: text like 12.10."),
        ({"jung": "20.09"}, "The answer:"),
    ],
)
def test_a_report_that_does_not_fit_is_refused_in_words(told: dict[str, str], said: str) -> None:
    """No id of a man and no pattern reaches a reader."""
    with pytest.raises(Refused) as refused:
        played(act(squad("evade", 1), "able"), {"moves": [told]})
    refused.value.game = "combat_solitaire"
    assert sentence(refused.value).replace('"209"', "«209»").startswith(said)


def test_the_player_of_straw_lets_a_routed_man_run() -> None:
    """Even where none of his tries fits: the others may stay, a routed man may not."""
    runs = {"cragg": ["19.10", "19.11"]}
    prompt = Report("4.0", "moves", "player", hex_form("taylor", "cragg"), lambda told: WRONG, {"runs": runs})
    prompt = replace(prompt, form={**prompt.form, "required": []})
    assert _told(prompt, Chance("1")) == {"cragg": "19.10"}


WRONG = HorahError("MUST_RUN", who="cragg", hexes=())
