"""22.0, f1-f17: scenario checks, passing and failing; templates; service records."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports.game import formatter, render
from generator.authoring import apply_fixes, check_document, require_playable
from generator.findings import Finding, Place
from generator.game import find_authored
from generator.games.combat_solitaire import scenario_generator, service_record
from generator.games.combat_solitaire.checks import tqc
from generator.games.combat_solitaire.documents import SCENARIO, SERVICE, TEMPLATE
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.scenario import check, make_blank, report_completeness
from generator.session import begin
from schemas.errors import HorahError

from .playing import catalog, man, played, scenario, state


def changed(*changes: tuple[Place, Any]) -> dict[str, Any]:
    """Return the crossroads scenario with changes."""
    result: Any = copy.deepcopy(catalog().scenarios["crossroads"])
    for place, value in changes:
        inside = result
        for step in place[:-1]:
            inside = inside[step]
        inside[place[-1]] = value
    return dict(result)


def codes(document: dict[str, Any], severity: str = "error") -> list[str]:
    return [
        result.code for result in check_document(catalog(), SCENARIO, document) if result.severity == severity
    ]


def test_shipped_scenarios_have_no_errors() -> None:
    for name in ("crossroads", "lantern"):
        assert codes(dict(catalog().scenarios[name])) == []


def test_fragment_is_not_a_scenario() -> None:
    with pytest.raises(HorahError):
        require_playable(catalog(), SCENARIO, dict(catalog().scenarios["fragments"]))


def test_blank_scenario_lacks_every_required_field() -> None:
    document = make_blank(catalog())
    missing = [place for place, stated in report_completeness(document) if not stated]
    assert len(missing) == 20  # everything but the squad, which is rolled unless given
    assert codes(document).count("F1") == 20


LADDER = [{"from": 5, "to": None, "title": "a"}, {"from": None, "to": 4, "title": "b"}]
GUNS = {"weapon": "mortar_81", "attacks": "1D6", "scatter": "1D6", "hexes": ["10.10"] * 10}
WEAPON = {"weapon": "MG", "operator": "taylor", "assistant": "cragg"}


@pytest.mark.parametrize(
    ("code", "bad", "good"),
    [
        ("F1", (("date",), None), (("date",), "June 1944")),
        ("F1", (("enemy_default_morale",), "rout"), (("enemy_default_morale",), "shaken")),
        ("F1", (("friendly_default_morale",), "berserk"), (("friendly_default_morale",), "aggressive")),
        ("F1", (("large_battle",), None), (("large_battle",), True)),
        ("F1", (("enemy_default_alert",), None), (("enemy_default_alert",), "alert")),
        ("F2", (("starting_hand",), 6), (("starting_hand",), 5)),
        ("F3", (("enemy_setup_hexes", 0), "7.10"), (("enemy_setup_hexes", 0), "09.10")),
        ("F3", (("enemy_setup_hexes", 0), "07.10"), (("enemy_setup_hexes", 0), "30.16")),
        ("F4", (("enemy_cup", "red"), {"ids": [14, 14, 15]}), (("enemy_cup", "red"), {"ids": [14, 15, 16]})),
        ("F4", (("enemy_cup",), {"red": {"count": 7}}), (("enemy_cup",), {"red": {"count": 8}})),
        ("F6", (("compass", "arrow"), "21.10"), (("compass", "arrow"), "18.08")),
        ("F7", (("edges", "enemy"), "left"), (("edges", "enemy"), "top")),
        ("F8", (("event_tables", "enemy", 3, "roll"), 4), (("event_tables", "enemy", 3, "roll"), 3)),
        (
            "F8",
            (("event_tables", "enemy", 3, "artillery"), {**GUNS, "hexes": ["10.10"] * 9}),
            (("event_tables", "enemy", 3, "artillery"), GUNS),
        ),
        (
            "F8",
            (("event_tables", "enemy", 3, "artillery"), {**GUNS, "weapon": "mk2"}),
            (("event_tables", "enemy", 3, "artillery"), {**GUNS, "weapon": "howitzer_105"}),
        ),
        ("F8", (("event_tables", "friendly"), []), (("event_tables", "kind"), "own")),
        ("F10", (("victory_levels", 0, "from"), 13), (("victory_levels", 0, "from"), 12)),
        ("F10", (("victory_levels", 0, "to"), 20), (("victory_levels",), LADDER)),
        ("F11", (("victory_points", 1, "id"), "killed"), (("victory_points", 1, "id"), "taken")),
        ("F11", (("victory_points", 1, "points"), 0), (("victory_points", 1, "points"), -1)),
        (
            "F12",
            (
                ("optional_rules",),
                [{"id": n, "title": n, "text": "-", "modifies_victory": True, "chosen": True} for n in "ab"],
            ),
            (
                ("optional_rules",),
                [
                    {"id": n, "title": n, "text": "-", "modifies_victory": n == "a", "chosen": True}
                    for n in "ab"
                ],
            ),
        ),
        ("F16", (("friendly_weapons",), [{**WEAPON, "operator": None}]), (("friendly_weapons",), [WEAPON])),
        (
            "F16",
            (("friendly_weapons",), [{**WEAPON, "operator": "patton"}]),
            (("friendly_weapons",), [WEAPON]),
        ),
    ],
)
def test_each_rule_passes_and_fails(code: str, bad: tuple[Place, Any], good: tuple[Place, Any]) -> None:
    assert code in codes(changed(bad))
    assert codes(changed(good)) == []


@pytest.mark.parametrize(
    ("code", "bad", "good"),
    [
        ("F3", ((("board",), None), (("enemy_setup_hexes", 0), "31.10")), ((("board",), None),)),
        (
            "F3",
            ((("board",), None), (("maps",), ["farmhouse", "hill"])),
            ((("maps",), ["farmhouse", "hill"]),),
        ),
        ("F5", ((("enemy_cup", "white"), {}),), ((("enemy_cup", "white"), {"count": 2}),)),
        ("F9", ((("event_tables", "kind"), "generic_attack"),), ((("event_tables", "kind"), "own"),)),
        ("F11", ((("victory_points", 2, "points"), -1),), ((("victory_points", 2, "points"), 1),)),
        ("F11", ((("victory_points", 3, "points"), 3),), ((("victory_points", 3, "points"), -3),)),
        (
            "F14",
            ((("enemy_default_alert",), "alert"), (("special_rules",), ["Waiting men sleep."])),
            ((("special_rules",), ["Waiting men sleep."]),),
        ),
        ("F15", ((("wind_direction",), None),), ((("wind_direction",), 1),)),
        ("F16", ((("friendly_weapons",), [{**WEAPON, "assistant": None}]),), ()),
        ("F13", ((("friendly_weapons",), [WEAPON]),), ()),
    ],
)
def test_each_warning_is_given_and_not(code: str, bad: Any, good: Any) -> None:
    assert code in codes(changed(*bad), "warning")
    assert code not in codes(changed(*good), "warning")


def test_stacking_has_no_limit() -> None:
    """f17: the rules give no limit."""
    assert codes(changed((("enemy_setup_hexes",), ["20.10"] * 7))) == []


def test_fixes_remove_their_findings() -> None:
    document = changed(
        (("starting_hand",), 9),
        (("victory_levels", 0, "from"), 20),
        (("enemy_cup", "red"), {"ids": [1, 1, 2, 3]}),
    )
    mended, done = apply_fixes(catalog(), SCENARIO, document)
    assert codes(mended) == []
    assert len(done) == 3


def test_every_finding_reads_in_both_languages() -> None:
    wrong: list[Finding] = [
        *check(catalog(), make_blank(catalog())),
        *check(catalog(), changed((("starting_hand",), 9))),
    ]
    for lang in ("es", "en"):
        voice = formatter(catalog(), lang)
        assert all("{" not in voice.say(each.message) and voice.knows(each.message.key) for each in wrong)


# Scenario generator


@pytest.mark.parametrize("name", ["sweep", "line"])
@given(seed=st.integers(0, 10**9))
@settings(max_examples=25)
def test_generated_scenarios_have_no_errors(name: str, seed: int) -> None:
    made = scenario_generator.fill_template(catalog(), catalog().templates[name], str(seed))
    assert check_document(catalog(), SCENARIO, made) == () or all(
        f.severity != "error" for f in check_document(catalog(), SCENARIO, made)
    )
    assert made["source"] == "generated"
    assert made == scenario_generator.fill_template(catalog(), catalog().templates[name], str(seed))


def test_shipped_templates_have_no_errors() -> None:
    for template in catalog().templates.values():
        assert [f for f in check_document(catalog(), TEMPLATE, dict(template)) if f.severity == "error"] == []


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("T1", {"dates": []}),
        ("T2", {"hand": {"least": 4, "most": 2}}),
        ("T3", {"setup_pool": ["x"] * 12}),
        ("T4", {"setup_pool": ["20.10"]}),
        (
            "T4",
            {
                "cup": {
                    team: {"least": 1, "most": 3, "ids": [4]} for team in ("red", "blue", "white", "yellow")
                }
            },
        ),
        ("T5", {"enemy_events": []}),
        ("T-F6", {"compass": {"hex": "18.10", "arrow": "21.10"}}),
    ],
)
def test_a_template_that_cannot_be_filled(code: str, change: dict[str, Any]) -> None:
    template = {**catalog().templates["sweep"], **change}
    assert code in [result.code for result in check_document(catalog(), TEMPLATE, template)]


def test_a_template_draws_its_counters_from_its_numbers() -> None:
    ids = {
        team: {"least": 3, "most": 3, "ids": [11, 12, 13, 14]} for team in ("red", "blue", "white", "yellow")
    }
    made = scenario_generator.fill_template(catalog(), {**catalog().templates["sweep"], "cup": ids}, "7")
    assert all(len(set(part["ids"])) == 3 for part in made["enemy_cup"].values())


# Service record


def played_game(**fields: Any) -> dict[str, Any]:
    men = [
        {"id": "taylor", "wounds": ["light"], "fate": "", "prisoner": False, "papers": 1},
        {"id": "cragg", "wounds": [], "fate": "dead", "prisoner": False, "papers": 0},
    ]
    game = {
        "format": "hora-h/combat-play/1",
        "ended": True,
        "scenario": {"title": "A"},
        "squad": 1,
        "turn": 8,
        "men": men,
    }
    return {**game, "points": 12, "level": "Outstanding", "commends": True, **fields}


def test_record_adds_up_games() -> None:
    record = service_record.add_game(service_record.make_blank(catalog()), played_game())
    record = service_record.add_game(record, played_game(turn=7, commends=False))
    taylor, cragg = (next(man for man in record["men"] if man["id"] == who) for who in ("taylor", "cragg"))
    assert (taylor["games"], taylor["wounds"], taylor["papers"], taylor["commendations"]) == (2, 2, 2, 1)
    assert (cragg["killed"], cragg["commendations"]) == (True, 0)
    assert check_document(catalog(), SERVICE, record) == ()


def test_no_game_counts_twice() -> None:
    record = service_record.add_game(service_record.make_blank(catalog()), played_game())
    with pytest.raises(HorahError) as refused:
        service_record.add_game(record, played_game())
    assert refused.value.code == "GAME_TWICE"


def test_only_finished_games_count() -> None:
    with pytest.raises(HorahError):
        service_record.add_game(service_record.make_blank(catalog()), played_game(ended=False))


def test_effect_of_a_record_is_noted() -> None:
    record = {**service_record.make_blank(catalog()), "effect": "+1 TQ after three games"}
    assert [result.code for result in check_document(catalog(), SERVICE, record)] == ["S3"]
    unknown = {**record, "men": [{**record["men"][0], "id": "patton"}]}
    assert "S1" in [result.code for result in check_document(catalog(), SERVICE, unknown)]
    twice = {**record, "men": [record["men"][0], record["men"][0]]}
    assert [result.code for result in check_document(catalog(), SERVICE, twice)] == ["S2", "S3"]


def test_the_kinds_are_declared() -> None:
    assert find_authored("combat_solitaire", "scenario") is SCENARIO


@pytest.mark.parametrize("seed", range(40))
def test_the_ladder_fits_the_enemies_of_a_generated_scenario(seed: int) -> None:
    """The best level asks for more where more enemies can be beaten, and the bands have no gap."""
    made = scenario_generator.fill_template(catalog(), catalog().templates["sweep"], str(seed))
    cup = made["enemy_cup"].values()
    real, decoys = sum(part["count"] for part in cup), sum(part["decoys"] for part in cup)
    expected = len(made["enemy_setup_hexes"]) * real / (real + decoys)
    best = next(level for level in made["victory_levels"] if level["to"] is None)
    assert abs(best["from"] - 12 * expected / 5) <= 1
    assert not [
        finding for finding in check_document(catalog(), SCENARIO, made) if finding.severity == "error"
    ]


def test_a_squad_carries_wounds_promotions_and_dead_into_the_next_game() -> None:
    """House rule: the dead and missing are out, a bad wound costs a game, a light one is bandaged."""
    record = service_record.make_blank(catalog())
    given = {
        "taylor": {"killed": True},
        "cragg": {"last_wounds": ["light"]},
        "crowe": {"last_wounds": ["bad"]},
        "mayfield": {"commendations": 5},
        "brubaker": {"missing": True},
    }
    record["men"] = [{**man, **given.get(man["id"], {})} for man in record["men"]]
    assert not check_document(catalog(), SERVICE, record)
    document = service_record.carry_over(catalog(), record, dict(catalog().scenarios["crossroads"]))
    assert codes(document) == []
    carried = document["friendly_force"]["carried"]
    assert set(carried["out"]) == {"taylor", "crowe", "brubaker"}
    assert carried["wounds"] == [{"man": "cragg", "wound": "light_bandaged"}]
    assert carried["promoted"] == [{"man": "mayfield", "tq": 2}]
    for row in range(1, 7):
        force = {**document["friendly_force"], "squad": row}
        wish = {
            "commander": True,
            "mode": "strict",
            "scenario": {**document, "friendly_force": force, "length_turns": 1},
        }
        session = begin(PLAY, catalog(), PLAY.read(catalog(), wish), f"{row}.carried")
        session.fill()
        men = {man["id"]: man for man in session.documents("referee")[0]["men"]}
        assert session.finished and not set(men) & set(carried["out"])
        if "cragg" in men:
            assert men["cragg"]["wounds"][0] == "light_bandaged"
    for lang, words in (("en", "From earlier games (house rule)"), ("es", "regla de la casa")):
        assert words in render(document, "text", catalog=catalog(), lang=lang).decode()


def test_a_promoted_man_has_a_better_tq() -> None:
    carried = {"out": [], "wounds": [], "promoted": [{"man": "cragg", "tq": 2}]}
    s = state(
        man("cragg", "20.10"),
        scenario=scenario(friendly_force={"squad": 1, "carried": carried}),
        typed={"tq.cragg": 5},
    )
    assert played(tqc(s, "cragg", "19.0"), {"tqc": [7]}).value[1]
