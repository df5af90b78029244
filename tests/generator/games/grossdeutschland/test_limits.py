"""Limits of the rules: cancelling chits, anti-air, losses, replacements, bridges."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.battle import Turn, make_battle
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.play.actions import (
    begin_pontoon,
    demolish,
    fire_barrage,
    fire_direct,
    stop_pontoon,
)
from generator.games.grossdeutschland.play.activation import resolve_chit as activated
from generator.games.grossdeutschland.play.attack import resolve_attack
from generator.games.grossdeutschland.play.state import (
    BLOWN,
    BUILDING,
    HERE,
    OUT,
    READY,
    Rules,
    State,
    make_initial_state,
)
from generator.games.grossdeutschland.play.turn import roll_replacements
from generator.games.grossdeutschland.settings import Settings
from generator.table import Note, Stand
from schemas.errors import HorahError

ODDS = {
    "attack": None,
    "defence": None,
    "column": "1-1",
    "across": None,
    "forts": [],
    "terrain": [],
    "engineers": False,
}
GUN = "german:1Art:Hummel"
RIFLES, TANKS, ERSATZ = "soviet:2Rif:1", "german:2Pz:5K", "german:Div:Field Ersatz"
GRENADIERS, THEIR_HQ = "german:2Gr:5K", "german:2Gr:HQ"


def standing(catalog: Catalog, **more: Any) -> State:
    result = make_battle(make_printed(catalog, "kursk"), catalog)
    rules = Rules(catalog, result, Settings(chits="typed"))
    state = make_initial_state(rules, Turn(10, 0)).change(number=1, weather="sunny", active="german:2Pz")
    return state.change(**more)


def run(steps: Generator[Any, Any, State], **answers: list[Any]) -> tuple[list[Any], State]:
    """Return notes, prompts and state of a step; prompts are answered by name."""
    output: list[Any] = []
    given = None
    try:
        while True:
            output.append(steps.send(given))
            quiet = isinstance(output[-1], Note | Stand)
            given = None if quiet else answers[output[-1].ask].pop(0)
    except StopIteration as end:
        return output, end.value


def asks(said: list[Any]) -> list[str]:
    return [each.ask for each in said if not isinstance(each, Note | Stand)]


def chit(title: str, number: int, cancels: str | None = None) -> dict[str, Any]:
    answer = {"modifier": number, "title": title, "no_night": False}
    return answer if cancels is None else {**answer, "cancels": cancels}


def drawn(state: State, colours: list[str], chits: list[Any], **more: list[Any]) -> tuple[list[str], int]:
    """Return prompts and modifier of an attack with these two chits."""
    output, _ = run(
        resolve_attack(state, "german"),
        attack=[ODDS],
        chit_colour=colours,
        chit_number=chits,
        attack_dice=[[3, 3]],
        **{"spend": [RIFLES], "eliminate": [RIFLES], **more},
    )
    answer = next(each for each in output if isinstance(each, Note) and each.what == "gd_modifiers")
    return asks(output), answer.facts["by"]


class TestChits:
    """10.3, 10.7, 14.1: only a valid chit cancels the other one."""

    def test_an_airstrike_that_cannot_fly_cancels_nothing(self, catalog: Catalog) -> None:
        state = standing(catalog, weather="cloudy")
        chits = [chit("airstrike", 3), chit("apathy", 2, "second")]
        assert drawn(state, ["blue", "red"], chits)[1] == 2

    def test_a_chit_that_a_black_one_stops_cancels_nothing(self, catalog: Catalog) -> None:
        """The Germans have Rallied, which stops Dispirited; theirs counts again."""
        state = standing(catalog)
        chits = [chit("apathy", 3), chit("dispirited", 2, "first")]
        assert drawn(state, ["red", "red"], chits, black=["rallied"])[1] == 3

    def test_nobody_spends_a_black_chit_on_one_that_is_cancelled(self, catalog: Catalog) -> None:
        """The Soviets have Fire Lane against Charge, but their own chit cancels it."""
        chits = [chit("charge", 3), chit("other", 2, "first")]
        result, by = drawn(standing(catalog), ["blue", "red"], chits)
        assert "black" not in result
        assert by == 2

    @pytest.mark.parametrize(("which", "by"), [("none", -1), ("first", 2), ("second", -3)])
    def test_a_chit_that_counts_cancels_the_other(self, catalog: Catalog, which: str, by: int) -> None:
        chits = [chit("other", 3), chit("other", 2, which)]
        assert drawn(standing(catalog), ["blue", "red"], chits)[1] == by


class TestAntiAir:
    """10.7: only a side with AA or Flak on the map is asked, for at most that many guns."""

    def strike(self, catalog: Catalog, guns: Mapping[str, str], **more: list[Any]) -> list[Any]:
        state = standing(catalog)
        none = {unit: OUT for unit in state.units if state.get_anti_air_kind(unit)}
        state = state.change(units={**state.units, **none, **guns})
        chits = [chit("airstrike", 3), chit("other", 0, "none")]
        return drawn(state, ["blue", "red"], chits, **more)[0]

    def test_who_has_none_is_not_asked(self, catalog: Catalog) -> None:
        assert "anti_air" not in self.strike(catalog, {}, anti_air=[[]])

    def test_who_has_one_is(self, catalog: Catalog) -> None:
        assert "anti_air" in self.strike(catalog, {"soviet:AT:Lt AA": HERE}, anti_air=[[]])

    def test_no_more_guns_fire_than_there_are(self, catalog: Catalog) -> None:
        state = standing(catalog)
        none = {unit: OUT for unit in state.units if state.get_anti_air_kind(unit)}
        state = state.change(units={**state.units, **none, "soviet:AT:Lt AA": HERE})
        steps, given = resolve_attack(state, "german"), None
        answers = {
            "attack": [ODDS],
            "chit_colour": ["blue", "red"],
            "chit_number": [chit("airstrike", 3), chit("other", 0, "none")],
        }
        while getattr(prompt := steps.send(given), "ask", "") != "anti_air":
            given = None if isinstance(prompt, Note | Stand) else answers[prompt.ask].pop(0)
        assert prompt.form["maxItems"] == 1
        assert prompt.check([{"light": True, "distance": 2}]) is None
        refused = prompt.check([{"light": False, "distance": 2}])
        assert isinstance(refused, HorahError)
        assert refused.message.key == "problem.GD_NO_GUNS"


class TestBarrage:
    """11.2: a pair costs one unit a step; a triple two units, or eliminates a lone one."""

    def shelled(self, catalog: Catalog, dice: list[int], units: Any, **more: list[Any]) -> tuple[Any, State]:
        output, after = run(
            fire_barrage(standing(catalog, active="german:1Art"), "german"),
            barrage_by=[GUN],
            barrage=[{"distance": 1}],
            barrage_dice=[dice],
            shelled=[units],
            **more,
        )
        return next((each for each in output if getattr(each, "ask", "") == "shelled"), None), after

    def test_a_pair_costs_one_unit(self, catalog: Catalog) -> None:
        prompt, after = self.shelled(catalog, [3, 3, 4], RIFLES)
        assert (prompt.least, prompt.most) == (1, 1)
        assert after.spent - standing(catalog).spent == {RIFLES}

    def test_three_alike_cost_two(self, catalog: Catalog) -> None:
        prompt, after = self.shelled(catalog, [3, 3, 3], [RIFLES, "soviet:2Rif:2"])
        assert (prompt.least, prompt.most) == (1, 2)
        assert after.spent - standing(catalog).spent == {RIFLES, "soviet:2Rif:2"}

    @pytest.mark.parametrize(("told", "state"), [("no", OUT), ("yes", HERE)])
    def test_or_the_only_one_altogether(self, catalog: Catalog, told: str, state: str) -> None:
        _, after = self.shelled(catalog, [3, 3, 3], [RIFLES], sheltered=[told])
        assert after.units[RIFLES] == state
        assert (RIFLES in after.spent) is (state == HERE)

    def test_but_never_one_that_is_tracked(self, catalog: Catalog) -> None:
        state = standing(catalog)
        units = {**state.battle.units, RIFLES: replace(state.battle.units[RIFLES], kind="tracked")}
        state = state.change(rules=replace(state.rules, battle=replace(state.battle, units=units)))
        output, after = run(
            fire_barrage(state.change(active="german:1Art"), "german"),
            barrage_by=[GUN],
            barrage=[{"distance": 1}],
            barrage_dice=[[3, 3, 3]],
            shelled=[[RIFLES]],
        )
        assert "sheltered" not in asks(output)
        assert after.units[RIFLES] == HERE

    def test_direct_fire_costs_one_step(self, catalog: Catalog) -> None:
        """11.4: the firing side chooses the unit."""
        answer = {"distance": 1, "defence": 2, "blocking": False}
        output, after = run(
            fire_direct(standing(catalog), "german"), fire=[answer], fire_dice=[[5, 5]], fire_hit=[RIFLES]
        )
        (prompt,) = [each for each in output if getattr(each, "ask", "") == "fire_hit"]
        assert (prompt.seat, prompt.least, prompt.most) == ("german", 1, 1)
        assert RIFLES in after.spent


@pytest.mark.parametrize(
    ("rolled", "ask", "bounds"),
    [
        ([6, 1], None, None),
        ([5, 5], "spend", (1, 1)),
        ([5, 6], "eliminate", (1, 1)),
        ([6, 6], "eliminate", (0, 2)),
    ],
)
def test_losses_of_an_attack_are_those_of_its_result(
    catalog: Catalog, rolled: list[int], ask: str | None, bounds: tuple[int, int] | None
) -> None:
    """10.4, at 1-1: nothing, AC and AD cost one, AP half of the possible attackers, rounded down."""
    state = standing(catalog)
    here = state.units_on_map("german", "german:2Pz")
    assert len(here) == 4
    output, _ = run(
        resolve_attack(state, "german"),
        attack=[ODDS],
        chit_colour=["red", "red"],
        chit_number=[chit("other", 0), chit("other", 0, "none")],
        attack_dice=[rolled],
        spend=[here[0]],
        eliminate=[here[0] if bounds == (1, 1) else []],
    )
    result = [each for each in output if getattr(each, "ask", "") in ("spend", "eliminate")]
    assert [(each.ask, (each.least, each.most)) for each in result] == ([(ask, bounds)] if ask else [])


def test_a_division_hq_off_the_map_activates_nobody_else(catalog: Catalog) -> None:
    """6.0: it must arrive first."""
    state = standing(catalog, number=2, cup=("german:Div",), active=None)
    steps = activated(state, "german:Div")
    prompt = next(step for step in steps if not isinstance(step, Note | Stand))
    assert prompt.ask == "entry"


class TestReplacements:
    """4.1: units and a Feld Ersatz without a path to an HQ rebuild nothing."""

    def offered(self, catalog: Catalog, die: int, **more: Any) -> tuple[str, ...] | None:
        state = standing(catalog, spent=frozenset({GRENADIERS}), weather="cloudy")
        state = state.change(units={**state.units, ERSATZ: HERE, **more.pop("units", {})}, **more)
        output, _ = run(
            roll_replacements(state, "german"),
            replacement=[[die]],
            rebuild=["nobody"],
            rebuild_ersatz=["nobody"],
        )
        result = [each.options for each in output if getattr(each, "ask", "").startswith("rebuild")]
        return result[0] if result else None

    def test_one_that_is_supplied(self, catalog: Catalog) -> None:
        assert self.offered(catalog, 3) == (GRENADIERS, "nobody")
        assert self.offered(catalog, 6) == (GRENADIERS, "nobody")  # next to the Feld Ersatz

    def test_a_feld_ersatz_low_on_supply_rebuilds_nobody(self, catalog: Catalog) -> None:
        assert self.offered(catalog, 6, supply={ERSATZ: 1}) is None
        assert self.offered(catalog, 3, supply={ERSATZ: 1}) is not None  # by the die

    def test_who_is_cut_off_is_not_rebuilt(self, catalog: Catalog) -> None:
        assert self.offered(catalog, 3, supply={GRENADIERS: 1}) is None

    def test_who_has_no_hq_is_not_rebuilt(self, catalog: Catalog) -> None:
        assert self.offered(catalog, 3, units={THEIR_HQ: OUT}) is None
        with_division = {THEIR_HQ: OUT, "german:Div:HQ": HERE}
        assert self.offered(catalog, 3, units=with_division) is not None


class TestBridges:
    """12.0, 12.1: nothing is laid or blown twice, whichever hex of a hexside is named first."""

    def why_not(self, catalog: Catalog, how: str, what: Any, told: str) -> str | None:
        state = standing(catalog, bridges={"4047-4147": how})
        prompt = next(what(state, "german"))
        result = prompt.check(told)
        return result.message.key if result else None

    @pytest.mark.parametrize("told", ["4047-4147", "4147-4047"])
    @pytest.mark.parametrize("how", [READY, BUILDING])
    def test_no_pontoon_where_one_is(self, catalog: Catalog, how: str, told: str) -> None:
        assert self.why_not(catalog, how, begin_pontoon, told) == f"problem.GD_BRIDGE.{how}"
        assert self.why_not(catalog, how, begin_pontoon, "1234") is None

    def test_a_blown_bridge_is_not_blown_again(self, catalog: Catalog) -> None:
        assert self.why_not(catalog, BLOWN, demolish, "4147-4047") == "problem.GD_BRIDGE.blown"
        assert self.why_not(catalog, BLOWN, begin_pontoon, "4147-4047") is None
        assert self.why_not(catalog, READY, demolish, "4147-4047") is None

    def test_a_pontoon_is_blown_by_either_name(self, catalog: Catalog) -> None:
        state = standing(catalog, bridges={"4047-4147": READY})
        _, after = run(demolish(state, "german"), demolish=["4147-4047"], demolish_die=[[4]])
        assert after.bridges == {"4047-4147": BLOWN}

    def test_under_a_pontoon_that_is_stopped_the_bridge_is_still_blown(self, catalog: Catalog) -> None:
        state = standing(catalog, bridges={"4047": BLOWN})
        _, begun = run(begin_pontoon(state, "german"), pontoon=["4047"])
        assert begun.bridges == {"4047": BUILDING}
        _, after = run(stop_pontoon(begun, "soviet"), stop_pontoon=["4047"])
        assert after.bridges == {"4047": BLOWN}
