"""The examples of the rules (T1 to T13) and the derived cases (D1 to D14)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.battle import Battle, Turn, make_battle
from generator.games.grossdeutschland.combat import (
    Attack,
    compute_chances,
    count_dice,
    find_column,
    list_modifiers,
    look_up_result,
    look_up_suspect,
)
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.hexes import distance
from generator.games.grossdeutschland.movement import compute_allowance, compute_entry_cost
from generator.games.grossdeutschland.play.activation import fill_cup, list_actions, resolve_chit
from generator.games.grossdeutschland.play.chits import Drawn, cancel_chits
from generator.games.grossdeutschland.play.losses import eliminate, spend
from generator.games.grossdeutschland.play.state import HERE, OUT, Rules, State, make_initial_state
from generator.games.grossdeutschland.play.turn import list_supply_sources
from generator.games.grossdeutschland.rolls import (
    compute_rebuild_chance,
    compute_weather_chances,
    find_weather,
    get_direct_modifier,
    is_blown,
    is_rebuilt,
    is_shot_down,
    resolve_barrage,
    resolve_direct_fire,
)
from generator.games.grossdeutschland.settings import Settings
from generator.games.grossdeutschland.victory import compute_max_points, compute_score, find_winner
from generator.games.grossdeutschland.zones import can_stack
from generator.table import Choose, Note

CENTRE = ("3502", "3602", "3603", "3702", "3802", "3803", "3804", "3902")


def battle(catalog: Catalog, name: str) -> Battle:
    return make_battle(make_printed(catalog, name), catalog)


def sum_modifiers(catalog: Catalog, declared: Attack) -> int:
    return sum(modifier.by for modifier in list_modifiers(catalog, declared))


def points(
    found: Battle,
    side: str,
    places: Iterable[str],
    exits: Iterable[str] = (),
    minus: int = 0,
    reading: str = "any",
) -> int:
    return compute_score(found, dict.fromkeys(places, side), tuple(exits), minus, reading).total


def attack(**more: object) -> Attack:
    return Attack("1-1", "day", "sunny", **more)  # type: ignore[arg-type]


class TestText:
    def test_t1_both_chits_count_whoever_drew_them(self, catalog: Catalog) -> None:
        assert sum_modifiers(catalog, attack(chits=(2, -3))) == -1

    def test_t2_apathy_cancels_accurate_fire(self, catalog: Catalog) -> None:
        first = Drawn("german", "red_01", "red", "Apathy", 2, "accurate_fire")
        second = Drawn("soviet", "blue_01", "blue", "Accurate Fire", -2)
        first, second = cancel_chits(catalog, first, second)
        assert (first.void, second.void) == (None, "cancelled")
        assert sum_modifiers(catalog, attack(chits=(first.modifier,))) == 2

    @pytest.mark.parametrize(
        ("full", "spent", "city", "road", "legal"),
        [
            (0, 8, False, False, True),  # T3
            (3, 2, False, False, True),
            (4, 1, False, False, False),
            (0, 4, False, True, True),  # T4
            (1, 2, False, True, True),
            (3, 0, False, True, False),
            (6, 0, True, False, True),  # T5
            (0, 12, True, False, True),
            (3, 0, True, True, False),
            (7, 0, True, False, False),
        ],
    )
    def test_t3_t4_t5_stacking(
        self, catalog: Catalog, full: int, spent: int, city: bool, road: bool, legal: bool
    ) -> None:
        assert can_stack(catalog, full, spent, city=city, road=road) is legal

    @pytest.mark.parametrize(("move", "points"), [(6, 4), (4, 3), (5, 4)])
    def test_t6_a_minefield_costs_half_of_the_movement(
        self, catalog: Catalog, move: int, points: int
    ) -> None:
        assert compute_entry_cost(catalog, "foot", move, "clear", ("minefield",)).total == points

    @pytest.mark.parametrize(
        ("kind", "points", "adjacent"), [("foot", 2, False), ("tracked", 4, False), ("wheeled", 8, True)]
    )
    def test_t7_wood_costs_two_or_half_or_all(
        self, catalog: Catalog, kind: str, points: int, adjacent: bool
    ) -> None:
        result = compute_entry_cost(catalog, kind, 8, "wood")
        assert (result.total, result.adjacent) == (points, adjacent)

    def test_t8_without_its_hq_a_battalion_acts_with_one_stack(self, catalog: Catalog) -> None:
        state = standing(catalog, "kursk", Turn(10, 2))
        state = state.change(
            units={**state.units, "german:1Gr:1K": HERE, "german:1Gr:HQ": OUT, "german:Div:HQ": HERE}
        )
        state = fill_cup(state)
        assert "german:1Gr" in state.cup  # its chit stays in the cup
        answer = told_by(resolve_chit(state, "german:1Gr"))
        assert [note.what for note in answer if isinstance(note, Note)] == ["gd_one_stack"]
        chosen = next(each for each in told_by(resolve_chit(state, "german:Div")) if isinstance(each, Choose))
        assert "german:1Gr" in chosen.options
        whole = told_by(resolve_chit(state, "german:Div"), ["german:1Gr"])
        assert [note.what for note in whole if isinstance(note, Note)] == ["gd_by_division"]

    def test_t9_river_and_hill_both_count(self, catalog: Catalog) -> None:
        assert sum_modifiers(catalog, attack(across="river", terrain=(1,))) == 5

    def test_t10_supply_is_traced_to_the_own_hq(self, catalog: Catalog) -> None:
        state = standing(catalog, "kursk", Turn(10, 0))
        assert list_supply_sources(state, "german:2Pz") == ("german:2Pz:HQ",)
        with_division = state.change(units={**state.units, "german:Div:HQ": HERE})
        assert list_supply_sources(with_division, "german:2Pz") == ("german:2Pz:HQ", "german:Div:HQ")
        without = state.change(units={**state.units, "german:2Pz:HQ": OUT})
        assert list_supply_sources(without, "german:2Pz") == ()

    def test_t11_flak_defends_with_five(self, catalog: Catalog) -> None:
        assert catalog.figures["flak_defence"] == 5

    @pytest.mark.parametrize(("how", "spent", "out"), [(spend, True, False), (eliminate, False, True)])
    def test_t12_what_befalls_the_tank_befalls_its_rider(
        self, catalog: Catalog, how: Callable[..., Any], spent: bool, out: bool
    ) -> None:
        tank, rider = "german:2Pz:5K", "german:2Gr:5K"
        state = standing(catalog, "kursk", Turn(10, 0)).change(riders={rider: tank})
        after = ended(how(state, [tank]))
        assert {tank, rider} <= after.spent if spent else not {tank, rider} & after.spent
        assert ({after.units[tank], after.units[rider]} == {OUT}) is out
        assert (rider in after.riders) is spent

    def test_t12_a_tank_that_is_lost_to_a_step_leaves_its_rider_spent(self, catalog: Catalog) -> None:
        tank, rider = "german:1Pz:1K", "german:2Gr:5K"  # 18.4: 1K begins spent
        state = standing(catalog, "kursk", Turn(10, 0)).change(riders={rider: tank})
        after = ended(spend(state, [tank]))
        assert (after.units[tank], after.units[rider]) == (OUT, HERE)
        assert rider in after.spent
        assert not after.riders

    @pytest.mark.parametrize(("die", "gone"), [(1, False), (2, True), (6, True)])
    def test_t13_bridges(self, catalog: Catalog, die: int, gone: bool) -> None:
        assert is_blown(catalog, die) is gone


class TestDerived:
    def test_d1_kursk(self, catalog: Catalog) -> None:
        kursk = battle(catalog, "kursk")
        held = [f"kursk:{name}" for name in ("kalinovka", "novenkoye", "hill_243", "ssyrzewo")]
        assert points(kursk, "german", held) == 9
        assert find_winner(kursk, 9) == "german"
        assert find_winner(kursk, points(kursk, "german", held[:3])) == "soviet"

    def test_d2_all_of_kursk(self, catalog: Catalog) -> None:
        kursk = battle(catalog, "kursk")
        everything = [location["place"] for location in kursk.victory["locations"]]
        assert points(kursk, "german", everything) == 15
        assert compute_max_points(kursk, "any") == 15 + 74 - 5  # and every unit out except the five of Rcn

    def test_d3_exits_but_not_recon(self, catalog: Catalog) -> None:
        kursk = battle(catalog, "kursk")
        held = [f"kursk:{name}" for name in ("novenkoye", "hill_243", "hill_230")]
        out = ["german:1Gr:1K", "german:1Gr:2K", "german:2Pz:5K"]
        assert points(kursk, "german", held, out) == 9
        assert points(kursk, "german", held, [*out[:2], "german:Rcn:Schw"]) == 8

    def test_d4_akhtyrka(self, catalog: Catalog) -> None:
        town = battle(catalog, "akhtyrka")
        held = [f"akhtyrka:akhtyrka_centre@{hex_}" for hex_ in CENTRE[:5]]
        assert points(town, "soviet", held, minus=2) == 3
        assert find_winner(town, 3) == "german"
        assert find_winner(town, points(town, "soviet", held, minus=1)) == "soviet"

    def test_d5_mischurin(self, catalog: Catalog) -> None:
        result = battle(catalog, "mischurin_rog")
        assert [find_winner(result, vp) for vp in (6, 5, 4)] == ["german", None, "soviet"]

    def test_d6_the_reading_decides(self, catalog: Catalog) -> None:
        result = battle(catalog, "mischurin_rog")
        bridge = [f"mischurin_rog:main_bridge@{hex_}" for hex_ in ("4047", "4147", "4248")]
        assert points(result, "german", bridge, minus=1, reading="each") == 8
        assert points(result, "german", bridge, minus=1, reading="any") == 2

    def test_d7_lutchessa(self, catalog: Catalog) -> None:
        result = battle(catalog, "lutchessa")
        hills = [location["place"] for location in result.victory["locations"]]
        assert find_winner(result, points(result, "soviet", hills[:4])) == "german"
        assert find_winner(result, points(result, "soviet", hills)) == "soviet"

    @pytest.mark.parametrize(
        ("name", "date", "part", "german", "soviet"),
        [
            ("kursk", 10, 0, 9, 11),
            ("kursk", 10, 1, 11, 11),
            ("kursk", 10, 2, 13, 13),
            ("akhtyrka", 9, 0, 5, 3),
            ("akhtyrka", 9, 2, 5, 4),
            ("akhtyrka", 10, 0, 10, 7),
            ("akhtyrka", 10, 1, 11, 7),
            ("akhtyrka", 10, 2, 12, 7),
            ("akhtyrka", 11, 0, 12, 10),
            ("akhtyrka", 11, 1, 12, 12),
            ("akhtyrka", 11, 2, 12, 13),
            ("lutchessa", 1, 0, 5, 5),
            ("lutchessa", 1, 1, 5, 9),
            ("lutchessa", 1, 2, 6, 10),
            ("lutchessa", 2, 0, 8, 10),
        ],
    )
    def test_d8_size_of_the_activation_cup(
        self, catalog: Catalog, name: str, date: int, part: int, german: int, soviet: int
    ) -> None:
        state = standing(catalog, name, Turn(date, part))
        sides = [state.battle.formations[chit].side for chit in fill_cup(state).cup]
        assert (sides.count("german"), sides.count("soviet")) == (german, soviet)

    @pytest.mark.parametrize(("name", "count"), [("akhtyrka", 3), ("lutchessa", 5)])
    def test_d9_the_first_picks_are_all_soviets_in_the_cup(
        self, catalog: Catalog, name: str, count: int
    ) -> None:
        first = battle(catalog, name).first
        assert first is not None
        state = standing(catalog, name, first)
        soviets = [chit for chit in fill_cup(state).cup if chit.startswith("soviet")]
        assert len(soviets) == count == state.battle.document["picks"]["chits"]

    def test_d10_the_condition_brings_six_counters(self, catalog: Catalog) -> None:
        result = battle(catalog, "lutchessa")
        waiting = [formation for formation in result.formations.values() if formation.condition == "early_vp"]
        assert sum(len(each.units) for each in waiting) == 6
        assert {each.key for each in waiting} == {"german:2Pz", "german:1Art"}
        without = standing(catalog, "lutchessa", Turn(2, 0), met=frozenset())
        assert not without.is_due("german:2Pz")
        assert standing(catalog, "lutchessa", Turn(2, 0)).is_due("german:2Pz")

    def test_d11_replacements(self, catalog: Catalog) -> None:
        assert not is_rebuilt(catalog, 1, "storm")
        assert is_rebuilt(catalog, 4, "sunny")
        chance = {name: compute_rebuild_chance(catalog, name) for name in catalog.weather}
        assert chance == {
            "sunny": Fraction(4, 6),
            "cloudy": Fraction(3, 6),
            "mist": Fraction(2, 6),
            "rain": Fraction(1, 6),
            "storm": 0,
            "snow": 0,
        }

    def test_d12_engineers_halve_each_by_itself(self, catalog: Catalog) -> None:
        assert sum_modifiers(catalog, attack(forts=("trench", "dragons_teeth"), engineers=True)) == 1

    @pytest.mark.parametrize(
        ("dice", "hit", "steps"), [((3, 3, 4), True, 1), ((3, 3, 3), False, 0), ((6, 4, 2), True, 0)]
    )
    def test_d13_barrage_at_nine(self, dice: tuple[int, ...], hit: bool, steps: int) -> None:
        result = resolve_barrage(dice, 9)
        assert (result.hit, result.steps) == (hit, steps)

    @pytest.mark.parametrize(
        ("dice", "slot", "hit"), [((4, 5), "day", True), ((4, 3), "day", False), ((4, 5), "evening", False)]
    )
    def test_d14_direct_fire_at_three(
        self, catalog: Catalog, dice: tuple[int, ...], slot: str, hit: bool
    ) -> None:
        by = get_direct_modifier(catalog, "sunny", slot, blocking=False)
        assert by is not None
        assert resolve_direct_fire(dice, by, 3, 4).hit is hit


def told_by(steps: Generator[Any, Any, Any], answers: Sequence[str] = ()) -> list[Any]:
    """Return notes and prompts of a step, up to the first prompt without an answer."""
    result, left, given = [], list(answers), None
    with suppress(StopIteration):
        while True:
            result.append(steps.send(given))
            if isinstance(result[-1], Choose) and not left:
                return result
            given = left.pop(0) if isinstance(result[-1], Choose) else None
    return result


def ended(steps: Generator[Any, Any, State]) -> State:
    """Return the state after a step that asks nothing."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        after: State = end.value
        return after


def standing(catalog: Catalog, name: str, turn: Turn, met: frozenset[str] = frozenset({"early_vp"})) -> State:
    result = battle(catalog, name)
    assert result.first is not None
    rules = Rules(catalog, result, Settings(battle=name))
    return make_initial_state(rules, result.first).change(number=result.first.turns_until(turn), met=met)


class TestDice:
    @pytest.mark.parametrize(
        ("die", "by", "weather"), [(1, 0, "sunny"), (1, -3, "sunny"), (6, 2, "snow"), (3, 1, "rain")]
    )
    def test_weather_stays_on_the_table(self, catalog: Catalog, die: int, by: int, weather: str) -> None:
        assert find_weather(catalog, die, by) == weather

    @pytest.mark.parametrize("by", range(-6, 7))
    def test_weather_chances_are_whole(self, catalog: Catalog, by: int) -> None:
        assert sum(compute_weather_chances(catalog, by).values()) == 1

    @pytest.mark.parametrize(("weather", "slot"), [("mist", "day"), ("storm", "day"), ("sunny", "night")])
    def test_no_direct_fire(self, catalog: Catalog, weather: str, slot: str) -> None:
        assert get_direct_modifier(catalog, weather, slot, blocking=False) is None

    def test_snow_evening_and_cover_add_up(self, catalog: Catalog) -> None:
        assert get_direct_modifier(catalog, "snow", "evening", blocking=True) == -3

    def test_a_loss_needs_defence_and_distance(self) -> None:
        assert resolve_direct_fire((4, 4), 0, 3, 5).loss
        assert not resolve_direct_fire((4, 4), 0, 3, 6).loss

    def test_anti_air_must_beat_the_distance(self) -> None:
        assert is_shot_down((3, 4), 6)
        assert not is_shot_down((3, 4), 7)


class TestCombatTable:
    @pytest.mark.parametrize(
        ("attacker", "defender", "up", "down"),
        [
            (7, 3, "3-1", "2-1"),
            (3, 7, "1-2", "1-3"),
            (6, 6, "1-1", "1-1"),
            (99, 1, "5-1", "5-1"),
            (1, 99, "1-4", "1-4"),
        ],
    )
    def test_odds(self, catalog: Catalog, attacker: int, defender: int, up: str, down: str) -> None:
        assert find_column(catalog, attacker, defender) == up
        assert find_column(catalog, attacker, defender, "down") == down

    def test_beyond_its_ends_the_table_stays(self, catalog: Catalog) -> None:
        assert look_up_result(catalog, "1-1", 2, -9) == "DE"
        assert look_up_result(catalog, "1-1", 12, 9) == "AP"

    def test_suspect_cells_are_read_as_printed(self, catalog: Catalog) -> None:
        result = {
            (line.id, column): line.results[column]
            for line in catalog.results.values()
            for column in line.suspect
        }
        assert result == {("7", "1-4"): "SC", ("6", "1-3"): "AC", ("8", "1-1"): "AE", ("12", "3-1"): "AD"}
        assert look_up_suspect(catalog, "1-1", 8, 0) == "AR"
        assert look_up_suspect(catalog, "1-1", 7, 0) is None

    def test_night_rolls_three_dice_without_the_evening(self, catalog: Catalog) -> None:
        night = Attack("1-1", "night", "sunny")
        assert count_dice(catalog, night) == 3
        assert sum_modifiers(catalog, night) == 0
        assert sum_modifiers(catalog, Attack("1-1", "evening", "snow")) == 4

    def test_a_bridge_has_two_readings(self, catalog: Catalog) -> None:
        plus, three = attack(across="bridge"), attack(across="bridge", bridge="three_dice")
        assert (count_dice(catalog, plus), sum_modifiers(catalog, plus)) == (2, 1)
        assert (count_dice(catalog, three), sum_modifiers(catalog, three)) == (3, 0)

    def test_every_modifier_is_told(self, catalog: Catalog) -> None:
        result = list_modifiers(
            catalog, Attack("2-1", "evening", "rain", (2, -3), "stream", ("bunker",), (2,), engineers=True)
        )
        assert [(each.cause, each.by) for each in result] == [
            ("chit", 2),
            ("chit", -3),
            ("terrain", 1),
            ("across", 1),
            ("fort", 2),
            ("weather", 1),
            ("slot", 1),
        ]

    @pytest.mark.parametrize("dice", [2, 3])
    @pytest.mark.parametrize("by", range(-6, 13, 3))
    def test_chances_are_whole(self, catalog: Catalog, dice: int, by: int) -> None:
        for column in catalog.columns:
            assert sum(compute_chances(catalog, column, by, dice).values()) == 1

    def test_a_chance_by_hand(self, catalog: Catalog) -> None:
        result = compute_chances(catalog, "5-1", 0, 2)
        assert result["DE"] == Fraction(15, 36)  # totals 2 to 6
        assert result["AR"] == Fraction(1, 36)


@pytest.mark.parametrize(("one", "other"), [("4047", "4147"), ("4147", "4248"), ("3552", "3653")])
def test_known_neighbours(one: str, other: str) -> None:
    assert distance(one, other) == distance(other, one) == 1


def test_the_centre_of_akhtyrka_holds_together() -> None:
    near = sum(distance(a, b) == 1 for a in CENTRE for b in CENTRE if a < b)
    assert near == 11


class TestMovement:
    @pytest.mark.parametrize(
        ("kind", "slot", "weather", "out", "points"),
        [
            ("foot", "day", "sunny", False, 7),
            ("foot", "night", "sunny", False, 4),
            ("foot", "night", "rain", False, 2),  # 13.0: one halving after the other, rounding up
            ("tracked", "day", "sunny", True, 4),
            ("foot", "day", "sunny", True, 7),  # 5.2: only tracked and wheeled
        ],
    )
    def test_halvings(
        self, catalog: Catalog, kind: str, slot: str, weather: str, out: bool, points: int
    ) -> None:
        assert compute_allowance(catalog, 7, kind, slot=slot, weather=weather, out=out) == points

    def test_what_is_closed_has_no_cost(self, catalog: Catalog) -> None:
        assert compute_entry_cost(catalog, "wheeled", 8, "forest").closed
        assert compute_entry_cost(catalog, "tracked", 8, "wood", ("dragons_teeth",)).closed

    def test_what_only_the_chart_has_is_not_guessed(self, catalog: Catalog) -> None:
        assert compute_entry_cost(catalog, "tracked", 8, "clear").total is None

    def test_leaving_a_zone_and_mounting_cost_a_point_each(self, catalog: Catalog) -> None:
        assert compute_entry_cost(catalog, "foot", 6, "clear", leaving=True, mounting=True).total == 3


class TestEngineers:
    """12.0, 12.1, 16.1: only engineers blow bridges, lay pontoons and remove fortifications."""

    def offered(self, catalog: Catalog, formation: str, **more: Any) -> tuple[str, ...]:
        state = standing(catalog, "kursk", Turn(10, 0)).change(active=formation, weather="sunny", **more)
        return list_actions(state, formation.split(":")[0], first=True, done=0, bridge=False)

    def test_engineers_work(self, catalog: Catalog) -> None:
        assert {"demolish", "pontoon", "clear"} <= set(self.offered(catalog, "german:Eng"))

    def test_others_do_not(self, catalog: Catalog) -> None:
        result = self.offered(catalog, "german:2Gr")
        assert "demolish" in result  # any engineer next to the bridge
        assert not {"pontoon", "clear"} & set(result)

    def test_who_fights_takes_nothing_away(self, catalog: Catalog) -> None:
        assert "clear" not in self.offered(catalog, "german:Eng", fought=True)
