"""Rules that were read wrong once; each example cites the line of the rule text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalogs import load
from generator.authoring import check_document
from generator.games.combat_solitaire.checks import check_morale, tqc
from generator.games.combat_solitaire.documents import SCENARIO, TEMPLATE
from generator.games.combat_solitaire.enemy_turn import activate
from generator.games.combat_solitaire.events import resolve_event
from generator.games.combat_solitaire.fire import choose_enemy_target, fire
from generator.games.combat_solitaire.orders import give_orders, list_legal_orders
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.setup import set_up
from generator.games.combat_solitaire.squad import act
from generator.games.combat_solitaire.state import State
from generator.games.combat_solitaire.turn import (
    _clear_orders,
    _play_card_phase,
    _play_impulse,
    _resolve_end_orders,
    _treat_wounds,
    score_game,
)
from generator.session import begin
from generator.table import Refused, Stand
from tests.words import sentence

from .playing import catalog, enemy, man, played, scenario, state

HERE, BOARD = "20.10", (8, 30, 4, 16)
KNOWN = enemy("e1", "20.04", seen=True, alert=False)


def team(
    order: str, impulse: int, *others: Any, terrain: dict[str, str] | None = None, **fields: Any
) -> State:
    """Return Cragg with an order in an impulse, and some others."""
    typed = {"tq.cragg": 5, "ws.cragg": 5, "rof.cragg": 1, "range.cragg.6": 0, "order_terrain.none.clear": 0}
    return state(
        man("cragg", HERE, order=order, **fields),
        *others,
        impulse=impulse,
        board=BOARD,
        typed=typed,
        terrain=terrain or {},
    )


# 7.15: search


def lantern() -> dict[str, Any]:
    return {**catalog().scenarios["lantern"]}


@pytest.mark.parametrize(("hex_", "legal"), [("20.08", True), ("07.05", False)])
def test_a_place_is_searched_where_it_is(hex_: str, legal: bool) -> None:
    """7.15 (L520): the map case lies in 20.08 and nowhere else."""
    s = state(man("cragg", hex_), scenario=lantern())
    assert ("search" in list_legal_orders(s, "cragg")) == legal


def test_papers_are_found_once() -> None:
    """7.15 (L524): twelve searchers of one map case bring one set of papers, not twelve."""
    men = [man(who, "20.08", order="search") for who in ("cragg", "crowe")]
    s = state(*men, scenario=lantern(), typed={"tq.cragg": 5, "tq.crowe": 5})
    after = played(_resolve_end_orders(s), {"tqc": [3]}).state
    assert after.score == {"papers": 1}
    assert "search" not in list_legal_orders(after, "cragg")


@pytest.mark.parametrize(("officer", "papers"), [("yes", 1), ("no", 0)])
def test_a_prisoner_is_searched_if_an_officer(officer: str, papers: int) -> None:
    """7.15 (L520): captured officers; a counter that does not say is asked about once."""
    searcher = man("cragg", HERE, order="search")
    s = state(searcher, enemy("e1", HERE, prisoner=True, seen=True, who="red:3"), typed={"tq.cragg": 5})
    answers = {"is_officer": [officer], **({"tqc": [2]} if papers else {})}
    after = played(_resolve_end_orders(s), answers).state
    assert after.soldiers["cragg"].papers == papers
    assert "search" not in list_legal_orders(after, "cragg"), "found, or nothing to find"


# 22.0: points, optional rules, set-up


@pytest.mark.parametrize(("count", "points", "level"), [(0, 1, "Undecided"), (1, 5, "A narrow success")])
def test_points_that_only_the_player_sees_are_asked_at_the_end(count: int, points: int, level: str) -> None:
    """22.0 (L1961)."""
    s = replace(state(), score={"killed": 1})
    step = played(score_game(s), {"told_points": [{"held": count}]})
    assert step.noted("result") == [{"points": points, "level": level}]


def begun(*titles: str) -> State:
    s = state(scenario=scenario(friendly_setup={"text": ""}))
    men = {who: "10.10" for team_ in catalog().squads["1"].values() for who in team_}
    answers: dict[str, Any] = {"optional_rules": [dict.fromkeys(titles, True)], "squad": [1], "deploy": [men]}
    answers["cup"] = ["red:#1", "red:#2", "red:#3", "blue:#1", "blue:#2", "white:#1", "white:#2"]
    return played(set_up(s), answers).state


def test_an_optional_rule_changes_the_enemy() -> None:
    """22.0 (L1981): "The enemy is Cautious" makes every enemy Cautious."""
    assert {soldier.morale for soldier in begun("Before first light").soldiers_of("enemy")} == {"cautious"}
    assert {soldier.morale for soldier in begun().soldiers_of("enemy")} == {"normal"}


@pytest.mark.parametrize(
    ("rule", "score", "points", "level"),
    [
        ("Take it and hold it", {}, 8, "A clear success"),
        ("No losses", {"killed": 9, "lost": 1}, 11, "A narrow success"),
    ],
)
def test_an_optional_rule_changes_the_verdict(
    rule: str, score: dict[str, int], points: int, level: str
) -> None:
    """22.0 (L1981): double points, or a level less for a man killed."""
    s = replace(begun(rule), score=score, soldiers={})
    assert played(score_game(s), {"told_points": [{"held": 1}]}).noted("result") == [
        {"points": points, "level": level}
    ]


def test_the_question_shows_what_an_optional_rule_says() -> None:
    """22.0 (L1981)."""
    prompt = next(step for step in set_up(state()) if getattr(step, "ask", "") == "optional_rules")
    assert prompt.context["texts"]["Before first light"] == "The enemy is Cautious."


def test_our_cards_promise_no_set_up_that_is_refused() -> None:
    """Every set-up text is that of teams in their zones, which the referee keeps."""
    tables = catalog()
    texts = {tables.scenarios[name]["friendly_setup"]["text"] for name in ("crossroads", "lantern")}
    texts |= {template["setup_text"] for template in tables.templates.values()}
    assert texts == {"All men in the zone of their team."}


def test_our_documents_are_sound() -> None:
    tables = load("combat_solitaire")
    for name in ("crossroads", "lantern"):
        found = check_document(tables, SCENARIO, dict(catalog().scenarios[name]))
        assert not [finding for finding in found if finding.severity == "error"]
    for template in catalog().templates.values():
        found = check_document(tables, TEMPLATE, dict(template))
        assert not [finding for finding in found if finding.severity == "error"]


# 4.0, 6.0, 7.04, 7.07, 17.2: the squad acts


def test_men_act_one_after_the_other() -> None:
    """4.0-4a (L138): one moves and spots before the next decides where to go."""
    s = team(
        "evade", 1, man("crowe", "20.12", order="evade"), enemy("e1", "20.06"), terrain={"20.06": "clear"}
    )
    s = replace(s, typed={**s.typed, "spotting.none.clear.3": 0, "tq.crowe": 4})
    answers = {
        "next_man": ["cragg"],
        "moves": [{"cragg": "20.09"}, {"crowe": "20.11"}],
        "act": ["spot", "done", "done"],
        "looks_at": [["e1"]],
        "tqc": [3],
        "ducks": [[], []],
    }
    step = played(act(s, "able"), answers)
    found, second = step.notes.index(("found", {"who": "red:14@20.06", "hex": "20.06"})), ("crowe", "20.11")
    assert found < [(note[1].get("who"), note[1].get("hex")) for note in step.notes].index(second)


def test_the_rest_of_a_team_may_pass() -> None:
    """7.0 (L318): a soldier who must move and does not ducks back."""
    s = team("hide", 1, man("crowe", "20.12", order="evade"))
    after = played(act(s, "able"), {"next_man": ["rest"]}).state
    assert [after.soldiers[who].order for who in ("cragg", "crowe")] == ["hide", "duck_back"]


@pytest.mark.parametrize(
    ("hex_", "through", "terrain", "order"),
    [
        ("20.08", None, {"20.09": "clear", "20.08": "clear"}, "sprint"),
        ("20.08", None, {"20.09": "rocks", "20.08": "clear"}, "duck_back"),
        ("21.09", "21.10", {"21.10": "rocks", "20.09": "clear", "21.09": "clear"}, "duck_back"),
        ("21.09", "20.09", {"21.10": "rocks", "20.09": "clear", "21.09": "clear"}, "sprint"),
        ("20.09", None, {"20.09": "clear"}, "duck_back"),
    ],
)
def test_a_sprint_goes_two_hexes(hex_: str, through: str | None, terrain: dict[str, str], order: str) -> None:
    """6.0 (L293), 7.07 (L402-406): two hexes or Duck Back; rough ground on the way counts."""
    s = team("sprint", 2, terrain=terrain)
    answers: dict[str, Any] = {"moves": [{"cragg": hex_}], "act": ["done"]}
    answers |= {"sprint_through": [through]} if through else {}
    answers |= {"ducks": [[]]} if order == "sprint" else {}
    after = played(act(s, "able"), answers).state.soldiers["cragg"]
    assert (after.hex, after.order) == (hex_, order)


@pytest.mark.parametrize("impulse", [2, 4])
def test_a_berserk_man_takes_the_moves_of_a_grenade(impulse: int) -> None:
    """17.2 (L1635): the optional moves must be taken, in directions 2 or 3."""
    s = team("grenade", impulse, KNOWN, morale="berserk", armed=True, aim="20.08")
    with pytest.raises(Refused) as refused:
        played(act(s, "able"), {"moves": [{}]})
    assert refused.value.code == "MUST_RUN"
    assert set(refused.value.message.facts["hexes"]) == {"21.10", "21.11"}


@pytest.mark.parametrize(("who", "fires"), [("taylor", True), ("cragg", False)])
def test_the_holder_fires_the_flare(who: str, fires: bool) -> None:
    """21.1 (L1849): as the scenario allots them; those of Lantern patrol are the sergeant's."""
    s = state(man(who, "10.08", order="aimed"), scenario=lantern(), impulse=2, flares=1)
    s = replace(s, board=(6, 24, 2, 14))
    answers = {"act": ["flare", "done"], "flare_hex": [{"hex": "10.05"}], "flare": [2]}
    if not fires:
        with pytest.raises(Refused):
            played(act(s, "able"), answers)
        return
    assert played(act(s, "able"), answers).state.flares == 0


# 5.1: cards


def test_an_order_card_draws_its_man_before_the_orders() -> None:
    """5.1.1 (L249-257): card 25 lets a man of Able by lot only hide."""
    s = replace(state(man("taylor", HERE), man("crowe", HERE), man("cragg", HERE)), hand=1)
    card = {"able": 2, "baker": 4, "charlie": 6, "event": "none", "lot_team": "able", "lot_order": "hide"}
    step = played(
        _play_card_phase(s), {"friendly_card": ["typed"], "friendly_initiative": [card], "lot": [4]}
    )
    assert step.state.restricted == {"crowe": "hide"}
    with pytest.raises(Refused):
        played(give_orders(step.state), {"orders": [{"crowe": "evade"}]})
    assert catalog().friendly_cards["25"].lot_team == "able"


@pytest.mark.parametrize(
    ("choices", "rolls", "passed", "hand"),
    [
        (["keep"], [9], False, 2),
        (["reroll"], [9, 3], True, 1),
        (["pass"], [9], True, 1),
        (["reroll", "reroll"], [9, 9, 9], False, 0),
    ],
)
def test_a_discard_helps_a_failed_check(
    choices: list[str], rolls: list[int], passed: bool, hand: int
) -> None:
    """5.1.2 (L265): at any time; with the program's dice too."""
    s = replace(state(man("cragg", HERE), typed={"tq.cragg": 5}), hand=2)
    step = played(tqc(s, "cragg", "19.0"), {"discard_check": choices, "tqc": rolls})
    assert (step.value[1], step.state.hand) == (passed, hand)


def test_a_discard_helps_a_morale_check_and_a_hit() -> None:
    """5.1.2 (L265)."""
    s = replace(state(man("cragg", HERE), typed={"tq.cragg": 5}), hand=1)
    after = played(check_morale(s, "cragg", "mc", "19.0"), {"mc": [8], "discard_check": ["pass"]}).state
    assert (after.soldiers["cragg"].morale, after.hand) == ("normal", 0)


def test_an_order_card_holds_for_the_turn() -> None:
    """5.1.1 (L249): it changes the TQ of the squad, restricts a whole team, and its text stays in force."""
    men = man("taylor", HERE), man("crowe", HERE), man("stinson", HERE), enemy("e1", "20.04")
    s = replace(state(*men, typed={"tq.crowe": 5, "tq.e1": 5}), hand=1)
    card = {"able": 2, "baker": 4, "charlie": 6, "event": "none", "card_tq": -2, "card_text": "No grenades."}
    card |= {"lot_team": "able", "lot_scope": "team", "lot_order": "rally"}
    answers = {"friendly_card": ["typed"], "friendly_initiative": [card]}
    after = played(_play_card_phase(s), answers).state
    able = [soldier.id for soldier in after.team_members("able")]
    assert after.restricted == dict.fromkeys(able, "rally")
    assert after.card_text == "No grenades."
    assert not played(tqc(after, "crowe", "19.0"), {"tqc": [4]}).value[1]
    assert played(tqc(after, "e1", "19.0"), {"tqc": [4]}).value[1], "the enemy is not changed"
    ended = _clear_orders(after)
    assert (ended.tq, ended.card_text, ended.restricted) == (0, "", {})


@pytest.mark.parametrize(
    ("choices", "rolls", "hit"), [(["keep"], [9], False), (["reroll"], [9, 2], True), (["pass"], [8], True)]
)
def test_a_discard_helps_a_missed_shot(choices: list[str], rolls: list[int], hit: bool) -> None:
    """5.1.2 (L261-267): card 4 repeats an attack; a repeated 9 costs no ammunition."""
    s = replace(team("aimed", 2, KNOWN, terrain={"20.04": "clear"}), hand=1)
    answers = {"shot": rolls, "discard_check": choices, **({"wound": ["kia"]} if hit else {})}
    step = played(fire(s, "cragg", "e1"), answers)
    assert (step.state.soldiers["e1"].fate == "dead") == hit
    assert step.state.hand == (1 if choices == ["keep"] else 0)
    assert step.state.soldiers["cragg"].ammo == ("low" if choices == ["keep"] else "full")


def test_a_card_is_discarded_before_the_orders() -> None:
    """5.1.2 (L265): at any time; it takes effect before the orders are given."""
    s = replace(state(man("cragg", HERE, morale="shaken"), typed={"tq.cragg": 5}), hand=1)
    answers = {"orders": [{"card": "rally", "cragg": "hide"}, {"cragg": "rally"}], "rc": [2]}
    after = played(give_orders(s), answers).state
    assert (after.soldiers["cragg"].morale, after.soldiers["cragg"].order) == ("cautious", "rally")
    assert after.hand == 0
    for silent in (replace(s, hand=0), replace(s, settings=replace(s.settings, discards=False))):
        with pytest.raises(Refused):
            played(give_orders(silent), {"orders": [{"card": "rally"}]})


# 22.0: events of our own scenarios


@pytest.mark.parametrize(
    ("side", "title", "answers", "check"),
    [
        ("friendly", "Runner", {"event_drawn": ["no"]}, lambda s: s.hand == 3),
        (
            "friendly",
            "Found magazines",
            {"event_man": ["cragg"]},
            lambda s: s.soldiers["cragg"].ammo == "full",
        ),
        (
            "friendly",
            "Old smoke",
            {"event_man": ["cragg"], "smoke_hex": ["20.09"]},
            lambda s: s.has_smoke("20.09"),
        ),
        ("friendly", "Steady now", {"event_man": ["cragg"]}, lambda s: s.soldiers["cragg"].steady),
        ("enemy", "Sharp ears", {}, lambda s: s.soldiers["e2"].alert and not s.soldiers["e3"].alert),
        ("enemy", "Low on belts", {}, lambda s: s.soldiers["e1"].ammo == "low"),
    ],
)
def test_events_are_carried_out(side: str, title: str, answers: dict[str, Any], check: Any) -> None:
    """22.0 (L1947)."""
    row = next(row for row in scenario()["event_tables"][side] if row["title"] == title)
    s = state(
        man("cragg", HERE, ammo="low"),
        man("crowe", HERE, ammo="low"),
        enemy("e1", "20.04", seen=True),
        enemy("e2", "20.05", alert=False),
        enemy("e3", "20.04", alert=False),
    )
    after = played(resolve_event(replace(s, hand=2), side), {f"event_{side}": [row["roll"]], **answers}).state
    assert check(after)


def test_every_event_of_ours_is_carried_out_by_the_program() -> None:
    """22.0 (L1947): a text that asks for something has artillery, draws or an effect."""
    for document in (catalog().scenarios["crossroads"], catalog().scenarios["lantern"]):
        rows = [row for side in ("friendly", "enemy") for row in document["event_tables"][side]]
        idle = [
            row["text"] for row in rows if not any(row.get(key) for key in ("artillery", "draws", "effect"))
        ]
        assert set(idle) == {"Nothing happens."}


def test_a_steady_man_ignores_one_failed_check() -> None:
    s = state(man("cragg", HERE, steady=True), typed={"tq.cragg": 5})
    after = played(check_morale(s, "cragg", "mc", "19.0"), {"mc": [8]}).state
    assert (after.soldiers["cragg"].morale, after.soldiers["cragg"].steady) == ("normal", False)


def test_what_the_program_keeps_can_be_corrected() -> None:
    s = replace(team("hide", 1), hand=1)
    fields = {"morale": "shaken", "ammo": "low", "spotted": "no", "wound": "light", "order": "rally"}
    answers = {"act": ["correct", "number", "discard", "done"], "correct": [fields], "ducks": [[]]}
    answers |= {"discard_effect": ["other"], "which_number": ["tq.cragg"], "right_number": [{"value": 4}]}
    after = played(act(s, "able"), answers).state
    cragg = after.soldiers["cragg"]
    assert (cragg.morale, cragg.ammo, cragg.seen, cragg.wounds) == ("shaken", "low", False, ("light",))
    assert (after.typed["tq.cragg"], after.hand) == (4, 0)


# 9.8, 10.09, 13.0, 16.2: alerts, grenades, targets, wounds


@pytest.mark.parametrize(("hex_", "alert"), [("20.01", True), ("20.00", False)])
def test_fire_wakes_at_less_than_ten_hexes(hex_: str, alert: bool) -> None:
    """9.8-1 (L927)."""
    s = team("aimed", 2, KNOWN, enemy("e2", hex_, alert=False), terrain={"20.04": "clear"})
    assert played(fire(s, "cragg", "e1"), {"shot": [8]}).state.soldiers["e2"].alert == alert


def test_the_nearest_man_is_the_target_of_a_grenade() -> None:
    """10.09 (L1075): spotted or not."""
    thrower = enemy("e1", HERE, order="grenade", seen=True)
    s = state(thrower, man("cragg", "20.09", seen=False), man("crowe", "20.07"), impulse=1, board=BOARD)
    after = played(activate(s, "e1"), {"sees": [[]]}).state.soldiers["e1"]
    assert (after.armed, after.aim) == (True, "20.09")


def test_night_counts_for_the_easiest_target() -> None:
    """13.0 (L1343), 21.0 (L1841): a target in the dark is two harder."""
    shooter = enemy("e1", HERE, order="rapid", seen=True)
    near, far = man("cragg", "20.06", order="hide"), man("crowe", "20.07", order="hide")
    night = {"range": "9", "modifier": -2, "beyond": 3}
    s = state(shooter, near, far, scenario=scenario(night=night), night=9)
    s = replace(s, terrain={"20.06": "rocks", "20.07": "rocks"})
    assert played(choose_enemy_target(s, "e1", ("cragg", "crowe"))).value[1] == "crowe"


def test_a_bandage_ends_helplessness() -> None:
    """16.1-16.2 (L1564-1574): TQ 5, a bad wound of -5, -3 when bandaged."""
    s = state(
        man("cragg", HERE, order="medical"),
        man("crowe", HERE, wounds=("bad",), helpless=True, order="hide"),
        typed={"tq.cragg": 5, "tq.crowe": 5, "wound.bad.tq": -5, "wound.bad_bandaged.tq": -3},
    )
    after = played(_treat_wounds(s), {"tqc": [1]}).state
    assert not after.soldiers["crowe"].helpless
    assert len(list_legal_orders(after, "crowe")) > 2


# What is shown


def test_the_impulse_is_shown_when_it_begins() -> None:
    """4.0-4: before the first team acts, enemy or not."""
    s = replace(state(enemy("e1", HERE)), sequence=("red",), impulse=3)
    first = next(step for step in _play_impulse(s) if isinstance(step, Stand))
    assert first.state.impulse == 3


def test_the_file_is_there_already() -> None:
    tables = load("combat_solitaire")
    session = begin(PLAY, tables, PLAY.read(tables, {}), "7.secret")
    from schemas.errors import HorahError

    fault = HorahError("FILE_EXISTS", path="lantern.combat.json")
    fault.game = "combat_solitaire"
    assert session.catalog.game == "combat_solitaire"
    assert sentence(fault).startswith("lantern.combat.json already exists")
