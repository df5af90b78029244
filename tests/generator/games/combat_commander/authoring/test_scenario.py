"""Start of a scenario: from nothing, from a battle, from a few fields."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.scenario import complete, from_battle, new
from generator.games.combat_commander.battle.view import view_card
from schemas.errors import HorahError
from tests.generator.games.combat_commander.authoring.cards import CATALOG, battle
from tests.words import sentence

AXIS = [f.id for f in CATALOG.factions.values() if f.side == "axis"]
ALLIED = [f.id for f in CATALOG.factions.values() if f.side == "allied"]


def errors(card: dict[str, Any]) -> list[Any]:
    return [finding for finding in check(card, CATALOG) if finding.severity == "error"]


@pytest.mark.parametrize("size", ["company", "detachment", "platoon"])
@pytest.mark.parametrize("allied", ALLIED)
@pytest.mark.parametrize("axis", AXIS)
def test_a_new_card_is_sound(axis: str, allied: str, size: Any) -> None:
    card = new(CATALOG, axis, allied, 1943, 5, size)
    assert check(card, CATALOG) == ()
    guide = CATALOG.guide
    for side, faction in (("axis", axis), ("allied", allied)):
        force = card["sides"][side]
        assert len(force["leaders"]) == guide.leaders[size]
        assert sum(force["counters"].values()) == guide.company_squads[faction] * guide.size_fraction[size]


@pytest.mark.parametrize(
    ("axis", "number", "words"),
    [("martian", 1, "no nation “martian”"), ("german", 999, "There is no map 999")],
)
def test_impossible_new_cards_are_refused(axis: str, number: int, words: str) -> None:
    with pytest.raises(HorahError) as refused:
        new(CATALOG, axis, "russian", 1943, number)
    assert words in sentence(refused.value)


def test_a_battle_becomes_a_scenario() -> None:
    card = from_battle(battle("11"), "my-battle", "Mine")
    assert (card["transcript"], card["seed"], card["settings"]) == (None, None, {})
    assert card["source"] == {"kind": "scenario", "name": "battle 11"}
    assert card["sides"] == battle("11")["sides"]
    assert errors(card) == []


def test_hidden_chits_are_drawn_again() -> None:
    source = next(c for n in range(50) if (c := battle(f"s{n}"))["objectives"]["secret"]["allied"])
    card = from_battle(view_card(source, "axis"), "seen-by-axis")
    assert card["objectives"]["secret"]["allied"] == []
    assert card["objectives"]["random"]["allied"] == 1
    assert errors(card) == []


def test_generator_completes_a_card() -> None:
    given = {
        "year": 1944,
        "title": "Ours",
        "sides": {"axis": {"faction": "german"}, "allied": {"faction": "american"}},
    }
    card = complete(given, CATALOG, "4")
    assert (card["year"], card["title"]) == (1944, "Ours")
    assert [card["sides"][side]["faction"] for side in ("axis", "allied")] == ["german", "american"]
    assert card["sides"]["allied"]["formation"]
    assert errors(card) == []


def test_generator_completes_a_card_around_a_given_force() -> None:
    force = {
        "faction": "german",
        "size": "platoon",
        "leaders": ["german:sgt_esser", "german:lt_borbe"],
        "counters": {"german:squad_ss": 4, "german:weapon_light_mg": 2},
    }
    card = complete({"year": 1944, "sides": {"axis": force}}, CATALOG, "9")
    axis = card["sides"]["axis"]
    assert {key: axis[key] for key in force} == force
    assert (axis["support"], axis["radio"], axis["quality"]) == ([], None, "elite")
    assert card["sides"]["allied"]["leaders"]
    assert errors(card) == []


def test_given_fields_are_kept() -> None:
    force = {"faction": "german", "leaders": ["german:sgt_esser"], "counters": {"german:squad_rifle": 3}}
    given = {"year": 1944, "marker": 12, "sudden_death": 9, "sides": {"axis": {**force, "posture": "defend"}}}
    card = complete(given, CATALOG, "2")
    assert (card["marker"], card["sudden_death"], card["sides"]["axis"]["posture"]) == (12, 9, "defend")


def test_impossible_wishes_are_refused() -> None:
    given = {"year": 1939, "sides": {"allied": {"faction": "american"}}}
    with pytest.raises(HorahError):
        complete(given, CATALOG, "1")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sides": 3}, "not as on a card: sides"),
        ({"map": []}, "not as on a card: map"),
        ({"year": "1943"}, "not as on a card: year"),
        ({"map": {"number": "one"}}, "not as on a card: map/number"),
        ({"sides": {"axis": []}}, "not as on a card: sides/axis"),
        ({"sides": {"axis": {"size": "army"}}}, "not as on a card: sides/axis/size"),
        ({"sides": {"axis": {"faction": 7}}}, "no nation “7”"),
        ({"surprise": 1}, "surprise"),
        ({"sides": {"axis": {"counters": {"german:squad_rifle": 0}}}}, "0 is too low"),
        ({"sides": {"axis": {"counters": []}}}, "/sides/axis/counters"),
        ({"sides": {"axis": {"leaders": "Esser"}}}, "/sides/axis/leaders"),
        ({"objectives": {"open": 3}}, "/objectives/open"),
    ],
)
def test_wrong_types_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(HorahError) as refused:
        complete(given, CATALOG, "1")
    assert words in sentence(refused.value)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from([1941, 1942, 1943, 1944]), st.integers(1, 4), st.integers(1, 9))
def test_every_completed_card_is_legal(seed: int, year: int, leaders: int, squads: int) -> None:
    names = [ref for ref, leader in CATALOG.leaders.items() if leader.faction == "german"][:leaders]
    force = {"faction": "german", "leaders": names, "counters": {"german:squad_rifle": squads}}
    card = complete({"year": year, "sides": {"axis": force}}, CATALOG, str(seed))
    assert errors(card) == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_every_battle_becomes_a_legal_scenario(seed: int) -> None:
    assert errors(from_battle(battle(str(seed)), "taken")) == []
