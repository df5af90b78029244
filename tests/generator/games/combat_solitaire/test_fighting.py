"""13.0-17.4, 20.0, 21.1: fire, wounds, explosions, melee and spotting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.games.combat_solitaire.checks import check_morale, tqc
from generator.games.combat_solitaire.events import resolve_event
from generator.games.combat_solitaire.explosions import explode, light_up, resolve_barrage, resolve_impact
from generator.games.combat_solitaire.fire import choose_enemy_target, fire, smoke_between
from generator.games.combat_solitaire.hits import check_mortal_wounds, resolve_hit
from generator.games.combat_solitaire.melee import attack, free_prisoners, start_melee
from generator.games.combat_solitaire.settings import Settings
from generator.games.combat_solitaire.smoke import Light, Plume
from generator.games.combat_solitaire.spotting import reveal_enemy, spot
from generator.games.combat_solitaire.state import Grenade, State
from generator.games.combat_solitaire.turn import swap_crews

from .playing import catalog, enemy, man, played, scenario, state


def duel(order: str = "aimed", far: str = "20.04", ground: str = "clear", **fields: Any) -> State:
    """Return Taylor with an M3 (skill 7, TQ 6) against Jung."""
    return state(
        man("taylor", "20.10", order=order, **fields),
        enemy("e1", far, seen=True, order="hide"),
        terrain={far: ground},
        typed={"order_terrain.hide.clear": 0},
    )


def test_a_burst_that_runs_dry() -> None:
    """C8, 13.1: two nines, and the third die is not rolled."""
    step = played(fire(duel(), "taylor", "e1"), {"shot": [9, 9]})
    assert step.state.soldiers["taylor"].ammo == "none"
    assert step.noted("ammo_low")
    assert step.noted("ammo_none")


RIFLE = {"ws.cragg": 4, "tq.cragg": 5, "range.cragg.6": 0, "order_terrain.hide.clear": 0}


def rifleman(**typed: Any) -> State:
    """Return Cragg, whose weapon is not typed, against Jung."""
    return state(
        man("cragg", "20.10", order="aimed"),
        enemy("e1", "20.04", seen=True, order="hide"),
        terrain={"20.04": "clear"},
        typed={**RIFLE, **typed},
    )


def test_a_weapon_that_lets_him_choose_asks_before_every_burst() -> None:
    """13.1: the chart is read once; the shots are chosen each time, before the dice."""
    first = played(
        fire(rifleman(), "cragg", "e1"),
        {"rof": [{"value": 3}], "rof_choice": ["yes"], "shots": [{"value": 2}], "shot": [8, 8]},
    )
    assert first.asked == ["rof", "rof_choice", "shots", "shot", "shot"]
    again = played(fire(first.state, "cragg", "e1"), {"shots": [{"value": 3}], "shot": [8, 8, 8]})
    assert again.asked[0] == "shots"


def test_rate_of_fire_without_choice_is_asked_once() -> None:
    """13.1: every die of the rate of fire, as the M3 of the example."""
    first = played(
        fire(rifleman(), "cragg", "e1"), {"rof": [{"value": 2}], "rof_choice": ["no"], "shot": [8, 8]}
    )
    assert played(fire(first.state, "cragg", "e1"), {"shot": [8, 8]}).asked == ["shot", "shot"]
    single = played(fire(rifleman(), "cragg", "e1"), {"rof": [{"value": 1}], "shot": [8]})
    assert single.asked == ["rof", "shot"]


def test_the_enemy_fires_all_that_he_can() -> None:
    """13.1: always the highest rate; it is read from the counter once."""
    s = state(
        man("cragg", "20.10", order="aimed"),
        enemy("e1", "20.04", seen=True, order="aimed", who="red:3"),
        terrain={"20.10": "clear"},
        typed={"ws.e1": 3, "tq.e1": 4, "range.e1.6": 0, "order_terrain.aimed.clear": 0},
    )
    step = played(fire(s, "e1", "cragg"), {"rof": [{"value": 3}], "shot": [8, 8, 8]})
    assert step.asked == ["rof", "shot", "shot", "shot"]


def test_an_operator_fires_what_the_belt_fed_weapon_prints() -> None:
    """14.3: not the range and rate of the operator's own weapon."""
    guns = [{"weapon": "MG", "operator": "taylor", "assistant": None}]
    step = played(
        fire(replace(duel(), scenario=scenario(friendly_weapons=guns)), "taylor", "e1"),
        {"range": [{"value": 0}], "rof": [{"value": 4}], "rof_choice": ["no"], "shot": [8, 8, 8, 8]},
    )
    assert step.asked[:2] == ["range", "rof"]


def test_range_smoke_and_order_add_up() -> None:
    """13.0: skill 7, -2 at nine hexes, -2 Rapid, -4 for smoke on the line: -1."""
    s = duel("rapid", "20.01")
    s = replace(s, plumes=(Plume("m18", 3, ("20.05",)),), terrain={"20.01": "clear"})
    assert smoke_between(s, "20.10", "20.01") == -4
    step = played(fire(s, "taylor", "e1"), {"shot": [0, 1, 1], "zero": [6]})
    assert [facts["die"] for facts in step.noted("missed")] == [0, 1, 1]


def test_the_rule_of_zero_in_a_shot() -> None:
    """C6, 2.0: skill 4, TQ 5, Hide in rocks -5: a 0, confirmed by 4 or less."""
    s = state(
        man("cragg", "20.10", order="aimed"),
        enemy("e1", "20.02", seen=True, order="hide"),
        terrain={"20.02": "rocks"},
        typed={"ws.cragg": 4, "tq.cragg": 5, "range.cragg.8": 0, "rof.cragg": 1},
    )
    hit_ = played(fire(s, "cragg", "e1"), {"shot": [0], "zero": [4], "mc": [3]})
    assert hit_.noted("hit_check")  # rocks: only a morale check (11.01)
    assert hit_.state.soldiers["cragg"].morale == "normal"  # so the 0 raises nobody's morale (2.0)
    missed = played(fire(s, "cragg", "e1"), {"shot": [0], "zero": [5]})
    assert missed.noted("missed")
    never = replace(s, typed={**s.typed, "tq.cragg": 0})
    assert played(fire(never, "cragg", "e1"), {"shot": [0]}).noted("missed")


def test_a_natural_zero_raises_the_shooter() -> None:
    """13.0 step 7, not to Berserk."""
    s = duel(morale="aggressive")
    step = played(fire(s, "taylor", "e1"), {"shot": [0, 8, 8], "wound": ["close_call"], "mc": [4]})
    assert step.state.soldiers["taylor"].morale == "aggressive"
    calm = played(fire(duel(), "taylor", "e1"), {"shot": [0, 8, 8], "wound": ["close_call"], "mc": [4]})
    assert calm.state.soldiers["taylor"].morale == "bold"


def test_suppressive_fire_is_only_a_check() -> None:
    """7.03: order and terrain do not count."""
    s = duel("suppressive", ground="rocks")
    step = played(fire(s, "taylor", "e1"), {"shot": [7, 8, 8], "mc": [6]})
    assert step.noted("hit_check")
    assert step.state.soldiers["e1"].morale == "cautious"
    assert step.state.soldiers["e1"].order == "duck_back"


def test_fire_wakes_whoever_waits_within_ten() -> None:
    """9.8."""
    s = duel().with_soldier(enemy("e2", "20.16", alert=False)).with_soldier(enemy("e3", "30.16", alert=False))
    after = played(fire(s, "taylor", "e1"), {"shot": [8, 8, 8]}).state
    assert (after.soldiers["e2"].alert, after.soldiers["e3"].alert) == (True, False)


def test_target_choice_of_an_enemy() -> None:
    """13.0: the easiest, then the nearest, then by lot; the player says if the chart is blank."""
    s = state(enemy("e1", "20.10", seen=True), man("cragg", "20.04"), man("crowe", "20.06"))
    assert played(choose_enemy_target(s, "e1", ("cragg",))).value[1] == "cragg"
    assert (
        played(choose_enemy_target(s, "e1", ("cragg", "crowe")), {"easiest": ["crowe"]}).value[1] == "crowe"
    )
    rocks = replace(s, terrain={"20.04": "rocks", "20.06": "rocks"})
    rocks = rocks.change("cragg", order="hide").change("crowe", order="hide")
    assert played(choose_enemy_target(rocks, "e1", ("cragg", "crowe"))).value[1] == "crowe"  # the nearer
    level = replace(rocks.change("crowe", hex="20.16"), terrain={"20.04": "rocks", "20.16": "rocks"})
    assert (
        played(choose_enemy_target(level, "e1", ("cragg", "crowe")), {"target": ["crowe"]}).value[1]
        == "crowe"
    )
    nearer = rocks.change("crowe", hex="20.08")
    nearer = replace(nearer, terrain={"20.04": "rocks", "20.08": "rocks"})
    assert (
        played(choose_enemy_target(nearer, "e1", ("cragg", "crowe"))).value[1] == "crowe"
    )  # +1 at two hexes


# 16.0: wounds


@pytest.mark.parametrize(
    ("drawn", "answers", "wounds", "morale"),
    [
        ("close_call", {"mc": [3]}, (), "normal"),
        ("close_call", {"mc": [9]}, (), "shaken"),
        ("light", {"wmc": [0]}, ("light",), "normal"),
        ("light", {"wmc": [4]}, ("light",), "cautious"),
        ("bad", {"wmc": [9]}, ("bad",), "rout"),
    ],
)
def test_wound_lines(drawn: str, answers: dict[str, list[int]], wounds: tuple[str, ...], morale: str) -> None:
    s = state(man("cragg", "20.10", order="evade"), typed={"tq.cragg": 5})
    after = played(resolve_hit(s, "cragg", "16.0", fire=True), {"wound": [drawn], **answers}).state.soldiers[
        "cragg"
    ]
    assert (after.wounds, after.morale, after.order) == (wounds, morale, "duck_back")


def test_a_dead_man() -> None:
    s = state(man("cragg", "20.10"))
    after = played(resolve_hit(s, "cragg", "16.0"), {"wound": ["kia"]}).state
    assert after.soldiers["cragg"].fate == "dead"
    assert after.score == {"lost": 1}


def test_the_event_card_among_wounds() -> None:
    """5.1.3 (L277): play stops for the event; then another card is drawn."""
    s = state(man("cragg", "20.10"))
    step = played(resolve_hit(s, "cragg", "16.0"), {"wound": ["event", "kia"], "event_friendly": [0]})
    assert step.asked == ["wound", "event_friendly", "wound"]
    assert step.noted("event_card")


def test_tough_skill_is_noted() -> None:
    s = state(man("taylor", "20.10"))
    assert played(resolve_hit(s, "taylor", "16.0"), {"wound": ["kia"]}).noted("tough")


@pytest.mark.parametrize(
    ("side", "left", "dead", "helpless"),
    [
        ("friendly", 1, False, False),
        ("friendly", 0, False, True),
        ("friendly", -1, True, False),
        ("enemy", 1, False, False),
        ("enemy", 0, True, False),
    ],
)
def test_death_by_wounds(side: str, left: int, dead: bool, helpless: bool) -> None:
    """16.2: more than a Friendly's TQ, or all of an enemy's."""
    who = (
        man("taylor", "20.10", wounds=("bad",))
        if side == "friendly"
        else enemy("e1", "20.10", seen=True, wounds=("bad",))
    )
    tq = 6 if side == "friendly" else 4
    s = state(who, typed={"wound.bad.tq": left - tq})
    after = played(check_mortal_wounds(s, who.id)).state.soldiers[who.id]
    assert (after.fate == "dead", after.helpless) == (dead, helpless)


def test_hits_in_melee_duck_nobody() -> None:
    """15.0."""
    s = state(man("cragg", "20.10", order="melee"), typed={"tq.cragg": 5})
    step = played(resolve_hit(s, "cragg", "15.0", melee=True), {"wound": ["light"], "wmc": [3]})
    assert step.state.soldiers["cragg"].order == "melee"


# 19.0: checks with modifiers


def test_markers_modify_a_check() -> None:
    s = state(
        man("cragg", "20.10", wounds=("light",), morale="shaken"),
        typed={"tq.cragg": 6, "wound.light.tq": -1, "morale.shaken.tq": -2},
    )
    assert played(tqc(s, "cragg", "19.0"), {"tqc": [3]}).value[1]
    assert not played(tqc(s, "cragg", "19.0"), {"tqc": [4]}).value[1]
    assert played(tqc(s, "cragg", "19.0", plain=True), {"tqc": [6]}).value[1]
    assert played(tqc(s, "cragg", "12.0", morale=False), {"tqc": [5]}).value[1]


def test_a_rally_is_not_modified_by_morale() -> None:
    """7.17."""
    s = state(man("cragg", "20.10", morale="shaken"), typed={"tq.cragg": 4, "morale.shaken.tq": -3})
    after = played(check_morale(s, "cragg", "rc", "7.17"), {"rc": [4]}).state
    assert after.soldiers["cragg"].morale == "cautious"


def test_berserk_by_a_zero_alone() -> None:
    """17.2."""
    s = state(man("cragg", "20.10", morale="aggressive"), typed={"tq.cragg": 4})
    assert (
        played(check_morale(s, "cragg", "mc", "19.0"), {"mc": [0]}).state.soldiers["cragg"].morale
        == "berserk"
    )
    assert (
        played(check_morale(s, "cragg", "rc", "19.0"), {"rc": [0]}).state.soldiers["cragg"].morale
        == "aggressive"
    )


def test_blanks_are_asked_and_remembered() -> None:
    s = replace(state(man("cragg", "20.10")), typed={})
    step = played(tqc(s, "cragg", "19.0"), {"tq": [{"value": 5}], "marker_tq": [{"value": -1}], "tqc": [4]})
    assert step.value[1]
    again = played(tqc(step.state, "cragg", "19.0"), {"tqc": [5]})
    assert not again.value[1]


# 14.2, 20.0: explosions


@pytest.mark.parametrize(
    ("mark", "rolls", "hits"),
    [("near", [4, 4, 4], 0), ("near", [3, 4, 4], 1), ("far", [3], 0), ("far", [2], 1)],
)
def test_a_stick_grenade_near_and_far(mark: str, rolls: list[int], hits: int) -> None:
    """C18: three dice at 3 or less, or one at 2."""
    s = state(man("cragg", "20.10"), terrain={"20.10": "clear"}, typed={"tq.cragg": 5})
    s = replace(s, typed={**s.typed, "order_terrain.none.clear": 0, "order_terrain.duck_back.clear": 0})
    answers = {"frag": rolls, "wound": ["close_call"] * hits, "mc": [2] * (hits + 1)}
    grenade = Grenade("20.10", "stielhandgranate", **{mark: ("cragg",)})
    step = played(explode(s, grenade), answers)
    assert len(step.noted("frag_hit")) == hits
    assert step.state.plumes[0].hexes == ("20.10",)


def test_everyone_next_to_a_grenade_is_checked() -> None:
    """14.2."""
    s = state(man("cragg", "20.09"), man("crowe", "20.08"), typed={"tq.cragg": 5})
    step = played(explode(s, Grenade("20.10", "mk2")), {"mc": [9]})
    assert step.state.soldiers["cragg"].order == "duck_back"
    assert step.state.soldiers["crowe"].order is None


def test_the_barrage_of_the_example() -> None:
    """C4, 20.0: one attack, 12.10, direction 2, three hexes: 15.09."""
    row = catalog().scenarios["fragments"]["event_tables"]["friendly"][0]["artillery"]
    s = state(board=(1, 30, 1, 16), terrain={"15.09": "clear"})
    answers = {"attacks": [1], "aim_roll": [9], "scatter_way": [2], "scatter": [3], "crater": [2]}
    step = played(resolve_barrage(s, row), answers)
    assert step.noted("impact")[0]["to"] == "15.09"
    assert step.state.terrain["15.09"] == "crater"
    assert step.state.plumes[0] == Plume("mortar_81", 3, ("15.09",), turn=0)


def test_no_crater_on_a_three() -> None:
    s = state(terrain={"15.09": "clear"})
    assert (
        played(resolve_impact(s, catalog().weapons["mortar_81"], "15.09"), {"crater": [3]}).state.terrain[
            "15.09"
        ]
        == "clear"
    )


def test_collapsing_building_kills_its_occupants() -> None:
    """20.0: rubble on 1 or less; first four dice for each soldier."""
    s = state(
        man("cragg", "15.09"),
        terrain={"15.09": "building"},
        typed={"tq.cragg": 5, "order_terrain.none.building": -2},
    )
    step = played(
        resolve_impact(s, catalog().weapons["mortar_81"], "15.09"), {"frag": [4, 4, 4, 4], "rubble": [1]}
    )
    assert step.state.terrain["15.09"] == "rubble"
    assert step.state.soldiers["cragg"].fate == "dead"


def test_a_howitzer_hits_next_door() -> None:
    """20.0: two dice at 3 or less in the hexes around."""
    s = state(
        man("cragg", "15.08"),
        terrain={"15.09": "clear", "15.08": "clear"},
        typed={"tq.cragg": 5, "order_terrain.none.clear": 0},
    )
    step = played(
        resolve_impact(s, catalog().weapons["howitzer_105"], "15.09"),
        {"frag": [4, 4], "crater": [5], "mc": [1]},
    )
    assert step.state.soldiers["cragg"].on_board


def test_shells_off_the_board_have_no_effect() -> None:
    row = {**catalog().scenarios["fragments"]["event_tables"]["friendly"][0]["artillery"], "attacks": "1"}
    s = state(board=(8, 30, 4, 16))
    answers = {"aim_roll": [8], "scatter_way": [1], "scatter": [6]}
    step = played(resolve_barrage(s, row), answers)
    assert step.noted("off_board")


def test_an_event_brings_men_out_of_the_cup() -> None:
    """22.0."""
    s = replace(state(), cup=("red:1", "blue:decoy1"))
    step = played(resolve_event(s, "enemy"), {"event_enemy": [2], "cup": ["blue:decoy1"]})
    assert step.state.soldiers["e1"].hex == "27.09"
    assert step.noted("placed") == [{"hex": "27.09", "team": "blue"}]
    empty = played(resolve_event(replace(s, cup=()), "enemy"), {"event_enemy": [2]})
    assert empty.noted("cup_empty")


def test_generic_tables_are_the_players() -> None:
    tables = {"kind": "generic_attack", "friendly": [], "enemy": []}
    s = state(scenario=scenario(event_tables=tables))
    assert played(resolve_event(s, "friendly"), {"event_friendly": [4]}).noted("event_elsewhere")


@pytest.mark.parametrize(
    ("reading", "die", "hex_", "radius"),
    [("drift", 4, "22.09", None), ("drift", 1, "20.10", None), ("radius", 5, "20.10", 3)],
)
def test_a_flare(reading: str, die: int, hex_: str, radius: int | None) -> None:
    """21.1: the die less two is read as a drift with the wind (2), or as the radius."""
    s = state(settings=Settings(flare=reading, mode="strict"))
    (light,) = played(light_up(s, "20.10"), {"flare": [die]}).state.lights
    assert light == Light(hex_, 0, radius)


# 15.0, 17.4: melee and surrender


def clashing(morale: str, enemy_morale: str, order: str = "evade", impulse: int = 2) -> State:
    return state(
        man("cragg", "20.10", order=order, morale=morale),
        enemy("e1", "20.10", seen=True, order="aimed", morale=enemy_morale),
        impulse=impulse,
        typed={"tq.cragg": 5},
    )


def test_melee_takes_the_orders() -> None:
    after = played(start_melee(clashing("normal", "normal"), "20.10")).state
    assert after.soldiers["cragg"].order == after.soldiers["e1"].order == "melee"


def test_a_charge_is_kept() -> None:
    after = played(start_melee(clashing("normal", "normal", "charge"), "20.10")).state
    assert after.soldiers["cragg"].order == "charge"
    first = played(start_melee(clashing("normal", "normal", "charge", 1), "20.10")).state
    assert first.soldiers["cragg"].order == "melee"


def test_routed_men_alone_surrender() -> None:
    after = played(start_melee(clashing("normal", "rout"), "20.10")).state
    assert after.soldiers["e1"].prisoner
    assert after.soldiers["e1"].morale == "shaken"
    assert after.soldiers["cragg"].order == "guard"


def test_routed_men_beside_others_fight() -> None:
    s = clashing("rout", "normal").with_soldier(man("crowe", "20.10", morale="normal"))
    after = played(start_melee(s, "20.10")).state
    assert after.soldiers["cragg"].morale == "shaken"
    assert after.soldiers["cragg"].order == "melee"


def test_routed_men_of_both_sides_ignore_each_other() -> None:
    s = clashing("rout", "rout")
    assert played(start_melee(s, "20.10")).state == s


def test_decoy_in_a_melee_is_removed() -> None:
    s = clashing("normal", "normal").change("e1", who="red:decoy1", seen=False)
    assert played(start_melee(s, "20.10")).state.soldiers["e1"].fate == "decoy"


@pytest.mark.parametrize(
    ("order", "seen", "roll", "hit_"),
    [
        ("melee", True, 5, True),
        ("melee", True, 6, False),
        ("charge", True, 6, True),
        ("melee", False, 7, True),
        ("melee", False, 8, False),
    ],
)
def test_attacks_in_melee(order: str, seen: bool, roll: int, hit_: bool) -> None:
    """15.0: TQ 5; +1 for a charge, +2 for the first attack of a hidden soldier, who is then seen."""
    s = clashing("normal", "normal", order).change("cragg", seen=seen)
    answers: dict[str, Any] = {"tqc": [roll]}
    if hit_:
        answers["wound"] = ["kia"]
    after = played(attack(s, "cragg"), answers).state
    assert (after.soldiers["e1"].fate == "dead") == hit_
    assert after.soldiers["cragg"].seen


def test_a_prisoner_without_a_guard_is_free() -> None:
    """17.4."""
    s = state(enemy("e1", "20.10", seen=True, prisoner=True), man("cragg", "20.11", guard=True))
    after = played(free_prisoners(s)).state
    assert (after.soldiers["e1"].prisoner, after.soldiers["e1"].order) == (False, "duck_back")
    assert not after.soldiers["cragg"].guard


# 12.0: revealed counters


def hiding(**fields: Any) -> State:
    return state(man("taylor", "20.10"), enemy("e1", "20.04", **fields), terrain={"20.04": "trees"})


def test_a_spotted_enemy_is_known_by_name() -> None:
    s = hiding(order="rapid")
    step = played(spot(s, "taylor", "e1"), {"spotting": [{"value": -3}], "tqc": [3]})
    assert step.noted("found")[0]["who"] == "red:14@20.04"
    assert step.state.soldiers["e1"].order == "aimed"  # the Kar 98k is slow (14.1)


def test_failed_spotting_reveals_nothing() -> None:
    step = played(spot(hiding(), "taylor", "e1"), {"spotting": [{"value": -3}], "tqc": [4]})
    assert not step.state.soldiers["e1"].seen
    assert all("red:14" not in str(facts) for _, facts in step.notes)


def test_a_spotted_decoy_is_removed() -> None:
    step = played(spot(hiding(who="red:decoy1"), "taylor", "e1"), {"spotting": [{"value": 0}], "tqc": [3]})
    assert step.state.soldiers["e1"].fate == "decoy"


def test_with_a_real_cup_the_player_turns_the_counter() -> None:
    s = replace(
        hiding(who=""), cup=("red:3", "red:14", "blue:1"), settings=Settings(cup="real", mode="strict")
    )
    step = played(reveal_enemy(s, "e1"), {"who": ["red:3"]})
    assert step.state.soldiers["e1"].who == "red:3"


@pytest.mark.parametrize(
    ("near", "roll", "hits"), [("20.10", 5, True), ("20.11", 5, False), ("20.11", 2, True)]
)
def test_the_skill_of_a_belt_fed_weapon(near: str, roll: int, hits: bool) -> None:
    """14.3: the operator's TQ, three less without an assistant."""
    s = state(
        man("cragg", "20.10", order="aimed"),
        man("crowe", near, order="aimed"),
        enemy("e1", "20.04", seen=True, order="hide"),
        scenario=scenario(friendly_weapons=[{"weapon": "MG", "operator": "cragg", "assistant": "crowe"}]),
        terrain={"20.04": "clear"},
        typed={"tq.cragg": 5, "order_terrain.hide.clear": 0, "range.MG.6": 0, "rof.MG": 1},
    )
    answers: dict[str, Any] = {"shot": [roll], **({"wound": ["kia"]} if hits else {})}
    assert bool(played(fire(s, "cragg", "e1"), answers).noted("hit")) == hits


@pytest.mark.parametrize(("near", "ammo"), [("20.10", "low"), ("20.11", "none")])
def test_nines_of_a_belt_fed_weapon(near: str, ammo: str) -> None:
    """14.3: two nines of an attack for one marker, one nine without an assistant."""
    s = state(
        man("cragg", "20.10", order="aimed"),
        man("crowe", near, order="aimed"),
        enemy("e1", "20.04", seen=True, order="hide"),
        scenario=scenario(friendly_weapons=[{"weapon": "MG", "operator": "cragg", "assistant": "crowe"}]),
        terrain={"20.04": "clear"},
        typed={
            "tq.cragg": 5,
            "order_terrain.hide.clear": 0,
            "range.MG.6": 0,
            "rof.MG": 2,
            "rof_choice.MG": False,
        },
    )
    assert played(fire(s, "cragg", "e1"), {"shot": [9, 9]}).state.soldiers["cragg"].ammo == ammo


def belted(fate: str = "", wounds: tuple[str, ...] = ()) -> State:
    """C20: return an operator with an assistant."""
    return state(
        enemy("e1", "20.04", seen=True, fate=fate, wounds=wounds),
        enemy("e1a", "20.04", seen=True, assistant_of="e1", who="red:assistant"),
    )


def test_the_assistant_takes_the_wound() -> None:
    """C20, 14.3: turn 2 of the example."""
    after = played(swap_crews(belted(wounds=("bad",)))).state
    assert after.soldiers["e1"].wounds == ()
    assert after.soldiers["e1a"].wounds == ("bad",)


def test_the_assistant_takes_the_gun() -> None:
    """C20, 14.3: turn 5 of the example."""
    after = played(swap_crews(belted(fate="dead"))).state
    assert (after.soldiers["e1"].fate, after.soldiers["e1a"].fate) == ("", "dead")


def test_at_night_only_what_is_near_or_lit() -> None:
    """21.0, 21.1."""
    s = replace(state(), night=3)
    assert s.in_view("20.10", "20.07")
    assert not s.in_view("20.10", "20.06")
    assert replace(s, lights=(Light("20.04", 1),)).in_view("20.10", "20.06")
