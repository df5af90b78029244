"""Sentences of the rule text, each with the line of the text that it stands on."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.authoring.generators import roll_weather_strip
from generator.games.grossdeutschland.battle import make_battle
from generator.games.grossdeutschland.combat import find_column, halve_for_supply
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.play.actions import list_carriers, list_ready_guns
from generator.games.grossdeutschland.play.activation import activate, list_actions
from generator.games.grossdeutschland.play.chits import make_number_form
from generator.games.grossdeutschland.play.losses import apply_result, spend
from generator.games.grossdeutschland.play.state import HERE, OUT, WAITING
from generator.games.grossdeutschland.play.turn import check_supply, roll_replacements
from generator.games.grossdeutschland.settings import Settings
from generator.table import Choose

from .test_limits import RIFLES, asks, chit, drawn, run, standing

GUN = "german:1Art:(1)Wsp"


def actions(catalog: Catalog, formation: str, **more: Any) -> tuple[str, ...]:
    state = standing(catalog, active=formation, **more)
    return list_actions(state, "german", first=True, done=0, bridge=False)


def test_apathy_cancels_accurate_fire(catalog: Catalog) -> None:
    """516: the attacker draws Apathy +2, the defender Accurate Fire -3; only +2 counts."""
    chits = [chit("apathy", 2), chit("accurate_fire", 3, "none")]
    assert drawn(standing(catalog), ["red", "blue"], chits)[1] == 2


@pytest.mark.parametrize(("colour", "title"), [("red", "accurate_fire"), ("blue", "apathy")])
def test_a_title_belongs_to_its_colour(catalog: Catalog, colour: str, title: str) -> None:
    """516: Apathy is red, Accurate Fire is blue."""
    assert title not in make_number_form(catalog, colour, second=False)["properties"]["title"]["enum"]


@pytest.mark.parametrize(("code", "ask"), [("DC", "spend"), ("DD", "eliminate")])
def test_no_hq_is_chosen_from_a_stack(catalog: Catalog, code: str, ask: str) -> None:
    """554, 560: an HQ suffers only where it is the only unit."""
    state = standing(catalog)
    output, _ = run(apply_result(state, "german", code), **{ask: [RIFLES]})
    (prompt,) = [step for step in output if isinstance(step, Choose)]
    assert not any(state.unit(unit).hq for unit in prompt.options if unit != "lone_hq")
    output, after = run(
        apply_result(state, "german", "DD"), eliminate=["lone_hq"], lone_hq=["soviet:2Rif:HQ"]
    )
    assert all(state.unit(unit).hq for unit in output[1].options)
    assert after.units["soviet:2Rif:HQ"] == OUT


def test_all_defenders_are_all(catalog: Catalog) -> None:
    """544: DE eliminates every defender, an HQ too."""
    state = standing(catalog)
    output, _ = run(apply_result(state, "german", "DE"), eliminate=[[RIFLES]])
    assert "soviet:2Rif:HQ" in output[0].options


def test_artillery_has_no_spent_side(catalog: Catalog) -> None:
    """77, 173, 482: its back says FIRE, so the first loss eliminates it."""
    _, after = run(spend(standing(catalog), [GUN, RIFLES]))
    assert after.units[GUN] == OUT
    assert after.units[RIFLES] == HERE and RIFLES in after.spent


@pytest.mark.parametrize(("die", "offered"), [(1, ("german:2Gr:5K", "nobody")), (6, None)])
def test_only_foot_units_are_rebuilt(catalog: Catalog, die: int, offered: Any) -> None:
    """191: tank companies, spent since the set-up of Kursk, are not offered."""
    spent = frozenset({"german:1Pz:1K", "german:1Pz:2K", "german:1Pz:3K", "german:2Gr:5K"})
    state = standing(catalog, spent=spent, weather="cloudy")
    output, _ = run(roll_replacements(state, "german"), replacement=[[die]], rebuild=["nobody"])
    prompts = [step.options for step in output if getattr(step, "ask", "") == "rebuild"]
    assert (prompts[0] if prompts else None) == offered


def test_foot_rides_on_tanks_and_not_on_foot(catalog: Catalog) -> None:
    """385: the carrier is tracked; tanks are no riders."""
    state = standing(catalog)
    assert "german:2Pz:5K" in list_carriers(state, "german")
    output, _ = run(
        activate(standing(catalog, active=None), "german:2Pz", "german"),
        act=["mount", "done"],
        mount=["german:2Gr:5K"],
        mount_on=["german:2Pz:5K"],
    )
    assert "german:2Pz:5K" not in next(step for step in output if getattr(step, "ask", "") == "mount").options


def test_an_off_map_battalion_only_fires(catalog: Catalog) -> None:
    """949: 2Art never enters the map and cannot be attacked."""
    offered = actions(catalog, "german:2Art")
    assert not {"attack", "occupy", "exit", "fire", "fire_foe", "mount"} & set(offered)
    assert {"done", "pass", "barrage"} <= set(offered)


def test_nobody_moves_after_fighting(catalog: Catalog) -> None:
    """163, 273, 345: mounting and clearing are movement; 381: tanks go on after an overrun."""
    before, after = (set(actions(catalog, "german:2Pz", fought=fought)) for fought in (False, True))
    assert "mount" in before
    assert not {"mount", "dismount", "clear"} & after
    assert {"attack", "exit"} <= after


@pytest.mark.parametrize("fight", ["barrage", "fire"])
def test_a_barrage_and_direct_fire_are_fights_too(catalog: Catalog, fight: str) -> None:
    """630, 664: no unit fires and then moves."""
    output, _ = run(
        activate(standing(catalog, active=None), "german:1Art", "german"),
        act=[fight, "done"],
        barrage_by=[GUN],
        barrage=[{"distance": 9}],
        barrage_dice=[[1, 2, 3]],
        fire=[{"distance": 5, "defence": 3, "blocking": False}],
        fire_dice=[[1, 1]],
    )
    first, second = (step.options for step in output if getattr(step, "ask", "") == "act")
    assert "mount" in first and "mount" not in second


def test_supply_is_checked_every_turn() -> None:
    """208: both players must check it."""
    assert Settings().supply is True


def test_supply_lists_the_hqs_of_each_battalion(catalog: Catalog) -> None:
    """212, 214, 216: units trace to their own HQ or the division's."""
    output, _ = run(check_supply(standing(catalog)), supply=[[], []])
    assert output[0].context["sources"]["german:2Gr"] == ["german:2Gr:HQ"]


@pytest.mark.parametrize(("failures", "attack", "defence"), [(0, 5, 5), (1, 3, 5), (2, 2, 2), (3, 2, 2)])
def test_low_and_out_halve_strengths(catalog: Catalog, failures: int, attack: int, defence: int) -> None:
    """238, 242: low halves the attack, rounded up; out both, rounded down."""
    assert halve_for_supply(catalog, 5, failures) == attack
    assert halve_for_supply(catalog, 5, failures, defence=True) == defence


def test_units_enter_one_by_one(catalog: Catalog) -> None:
    """183: each by one of its letters, or later."""
    state = standing(catalog, number=2, active=None)
    units = [unit.key for unit in state.battle.formations["soviet:1Tk"].units]
    output, after = run(
        activate(state, "soviet:1Tk", "soviet"),
        entry=["singly"],
        unit_entry=["F", "hold", "F", "hold"],
        act=["done"],
    )
    assert asks(output) == ["entry", *["unit_entry"] * 4, "act"]
    assert [after.units[unit] for unit in units] == [HERE, WAITING, HERE, WAITING]


def test_the_weather_strip_guesses_nothing(catalog: Catalog) -> None:
    """755: without the printed modifier there is only the die; 753: sunny is clear in the evening."""
    document = make_printed(catalog, "kursk")
    blind = roll_weather_strip(catalog, make_battle(document, catalog), "1", 12)
    assert {turn["weather"] for turn in blind} == {None}
    known = make_battle({**document, "weather": [-6] * 12}, catalog)
    strip = roll_weather_strip(catalog, known, "1", 12)
    assert [turn["weather"] for turn in strip] == ["sunny", "sunny", "clear", "clear"] * 3


@pytest.mark.parametrize(("attack", "defence", "column"), [(5, 0, "5-1"), (0, 0, "1-4"), (0, 5, "1-4")])
def test_odds_against_nothing(catalog: Catalog, attack: int, defence: int, column: str) -> None:
    """446: what is above 5-1 is read as 5-1."""
    assert find_column(catalog, attack, defence) == column


def test_only_artillery_fires_a_barrage(catalog: Catalog) -> None:
    """612: a barrage is an artillery unit's; 482: it fires once a turn."""
    assert "barrage" not in actions(catalog, "german:2Pz")
    assert "barrage" in actions(catalog, "german:1Art")
    guns = frozenset(list_ready_guns(standing(catalog), "german:1Art"))
    assert guns == {"german:1Art:(1)Wsp", "german:1Art:(2)Wsp", "german:1Art:Hummel"}
    assert "barrage" not in actions(catalog, "german:1Art", fired=guns)
