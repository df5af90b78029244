"""V5 to V19: agreed rules stand on the card, and V8 and V12 act at set-up."""

from collections import Counter
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.scenario import from_battle
from generator.games.combat_commander.battle.checks import check_settings
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.optional import count_mortars, list_optional_rules
from generator.games.combat_commander.battle.placement import Pieces, check_units, list_pieces
from generator.games.combat_commander.battle.settings import (
    BadSetting,
    Settings,
)
from generator.games.combat_commander.battle.state import Force, Purchase
from tests.generator.games.combat_commander.battle.remaking import remake
from tests.words import sentence

CATALOG = load()
V8, V12 = Settings(optional=("V8",)), Settings(optional=("V12",), placement="hexes")
LEADER, SQUAD = "german:sgt_ganz", "german:squad_rifle"


def test_the_optional_rules_of_the_compilation() -> None:
    """Line 31: V11, V13, V14, V16, V17 and V20 were left out; those of Normandy belong to its campaign."""
    assert list_optional_rules(CATALOG) == ("V5", "V6", "V7", "V8", "V9", "V10", "V12", "V15", "V18", "V19")


@pytest.mark.parametrize("rules", [("V11",), ("NO-C4.1",), ("8.2",), ("V12", "V12"), ("v12",)])
def test_unknown_optional_rule_is_refused(rules: tuple[str, ...]) -> None:
    with pytest.raises(BadSetting) as refusal:
        check_settings(CATALOG, Settings(optional=rules))
    assert rules[0] in sentence(refusal.value) and rules[0] in sentence(refusal.value, "es")


@pytest.mark.parametrize("rule", ["V5", "V6", "V7", "V9", "V10", "V15", "V18", "V19"])
def test_play_rules_change_only_the_card(rule: str) -> None:
    plain, agreed = (make(CATALOG, Settings(optional=rules), "agreed").card() for rules in ((), (rule,)))
    assert (plain["rules"]["optional"], agreed["rules"]["optional"]) == ([], [rule])
    assert plain["transcript"] == agreed["transcript"]
    assert from_battle(agreed, "kept")["rules"]["optional"] == [rule]


def test_rules_are_listed_in_book_order() -> None:
    assert make(CATALOG, Settings(optional=("V12", "V5")), "1").card()["rules"]["optional"] == ["V5", "V12"]


def pieces(weapon: str, heavy: bool) -> Pieces:
    return Pieces((LEADER, SQUAD), (weapon,), (), (), leaders=(LEADER,), heavy=(weapon,) if heavy else ())


def placed(weapon: str, by: str) -> list[dict[str, Any]]:
    return [{"piece": one, "hex": "C4", "weapon": weapon if one == by else None} for one in (LEADER, SQUAD)]


@pytest.mark.parametrize(
    ("by", "v12", "refused"), [(LEADER, True, True), (LEADER, False, False), (SQUAD, True, False)]
)
def test_v12_a_leader_and_a_mortar_that_costs_three_of_movement(by: str, v12: bool, refused: bool) -> None:
    """8.1.1: any unit carries any weapon; with V12 a leader only those without movement penalty."""
    mortar = "german:weapon_medium_mortar"
    assert CATALOG.counters[mortar].front.move == -3
    fault = check_units(CATALOG, pieces(mortar, v12), {"C4"}, placed(mortar, by))
    assert (fault is not None) == refused
    if fault:
        words = sentence(fault), sentence(fault, "es")
        assert all("V12" in text and ":" not in text for text in words)


def test_v12_bars_only_weapons_with_movement_penalty() -> None:
    for number in range(40):
        battle = make(CATALOG, V12, f"bars-{number}").battle
        for side in ("axis", "allied"):
            found = list_pieces(battle, side)  # type: ignore[arg-type]
            slow = {ref for ref in found.weapons if (CATALOG.counters[ref].front.move or 0) < 0}
            assert set(found.heavy) == slow


def test_v12_leaders_are_never_given_a_heavy_weapon_by_a_commander() -> None:
    """Every weapon still has a carrier."""
    carried: Counter[bool] = Counter()
    for number in range(150):
        made = make(CATALOG, V12, f"carried-{number}")
        for side in ("axis", "allied"):
            for unit in made.battle.force(side).fixed:  # type: ignore[arg-type]
                if unit["weapon"]:
                    heavy = (CATALOG.counters[unit["weapon"]].front.move or 0) < 0
                    assert not (heavy and unit["piece"] in CATALOG.leaders)
                    carried[heavy] += 1
        assert not check(from_battle(made.card(), "carried"), CATALOG)
    assert carried[True] and carried[False]


def asked(settings: Settings, seed: str) -> dict[str, Any]:
    """Return the answers to V8 of a battle by side."""
    card = make(CATALOG, settings, seed).card()
    return {e["seat"]: e["answer"] for e in card["transcript"]["entries"] if e["ask"] == "mortar_spotter"}


def test_v8_asks_sides_with_a_mortar_and_names_the_spotter() -> None:
    named: Counter[str] = Counter()
    for number in range(150):
        made = make(CATALOG, V8, f"spotter-{number}")
        card, answers = made.card(), asked(V8, f"spotter-{number}")
        for side in ("axis", "allied"):
            force = made.battle.force(side)  # type: ignore[arg-type]
            medium, light = count_mortars(CATALOG, force)
            assert (side in answers) == (medium + light > 0)
            if side in answers:
                spotter = card["sides"][side]["setup"].get("mortar_spotter", "nobody")
                assert spotter == answers[side]
                kind = "leader" if spotter in CATALOG.leaders else spotter
                assert kind != "scout" or medium >= 1 or light >= 3
                named[kind] += 1
        assert check(card, CATALOG) == ()
        assert remake(CATALOG, card) == card
    assert set(named) == {"leader", "scout", "nobody"}
    assert not asked(Settings(), "spotter-0")


@pytest.mark.parametrize(
    ("counters", "bought", "expected"),
    [
        ({"german:weapon_light_mortar": 2}, (), (0, 2)),
        ({"german:weapon_light_mortar": 2}, ("german:team_weapon", "german:weapon_light_mortar"), (0, 3)),
        ({"german:weapon_medium_mortar": 1, "german:weapon_heavy_mg": 2}, (), (1, 0)),
        ({"german:squad_rifle": 9}, ("german:sgt_ganz",), (0, 0)),
    ],
)
def test_v8_counts_the_mortars_of_a_side(
    counters: dict[str, int], bought: tuple[str, ...], expected: tuple[int, int]
) -> None:
    support = (Purchase("offer", 1, bought),) if bought else ()
    assert count_mortars(CATALOG, Force("axis", counters=counters, support=support)) == expected
