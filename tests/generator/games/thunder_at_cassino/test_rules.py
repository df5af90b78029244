"""The worked and derived cases of the rules (T1 to T25), and exact odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalogs.games.thunder_at_cassino import load
from generator.games.thunder_at_cassino.rules import (
    artillery,
    bombardment,
    close_combat,
    fire,
    movement,
    retreat,
    scoring,
)
from generator.games.thunder_at_cassino.rules.artillery import Shot, find_reason_against
from generator.games.thunder_at_cassino.rules.close_combat import CloseAttack
from generator.games.thunder_at_cassino.rules.fire import Fire
from generator.games.thunder_at_cassino.rules.movement import Entered
from generator.games.thunder_at_cassino.rules.retreat import Way
from generator.games.thunder_at_cassino.rules.scoring import Held

CATALOG = load()


# Bombardment


@pytest.mark.parametrize(("terrain", "die", "level"), [(3, 4, 2), (3, 3, 1), (1, 2, 0), (4, 1, 1)])
def test_rubble(terrain: int, die: int, level: int) -> None:
    """T8."""
    assert bombardment.get_rubble_level(CATALOG, die, terrain) == level


@pytest.mark.parametrize(
    ("terrain", "levels"),
    [
        (1, [0, 0, 1, 1, 1, 2]),
        (2, [0, 1, 1, 1, 2, 2]),
        (3, [1, 1, 1, 2, 2, 2]),
        (4, [1, 1, 2, 2, 2, 2]),
    ],
)
def test_the_table_of_rubble(terrain: int, levels: list[int]) -> None:
    assert [bombardment.get_rubble_level(CATALOG, die, terrain) for die in range(1, 7)] == levels


def test_unknown_terrain_shows_four_levels_side_by_side() -> None:
    assert bombardment.list_rubble_levels(CATALOG, 3, None) == {1: 1, 2: 1, 3: 1, 4: 2}
    assert bombardment.list_rubble_levels(CATALOG, 3, 4) == {4: 2}


@pytest.mark.parametrize(
    ("units", "terrain", "dice", "points"),
    [
        (3, 2, (4, 5), 7),  # T9
        (1, 4, (3,), 0),  # T10
        (4, 1, (6, 6), 11),
    ],
)
def test_first_casualties(units: int, terrain: int, dice: tuple[int, ...], points: int) -> None:
    assert bombardment.count_casualty_dice(CATALOG, units) == len(dice)
    assert bombardment.compute_casualty_points(dice, terrain, "once") == points


def test_terrain_for_every_die_is_the_other_reading() -> None:
    assert bombardment.compute_casualty_points((4, 5), 2, "each_die") == 5
    assert bombardment.compute_casualty_points((1, 6), 2, "each_die") == 4
    assert bombardment.compute_casualty_points((1, 6), 2, "once") == 5


@pytest.mark.parametrize(
    ("dice", "means"), [(1, ("2.50", "1.67", "1.00", "0.50")), (2, ("6.00", "5.00", "4.03", "3.11"))]
)
def test_mean_casualties(dice: int, means: tuple[str, ...]) -> None:
    faces = range(1, 7)
    throws = [(die,) for die in faces] if dice == 1 else [(a, b) for a in faces for b in faces]
    for terrain, mean in enumerate(means, 1):
        total = sum(bombardment.compute_casualty_points(throw, terrain, "once") for throw in throws)
        assert f"{total / len(throws):.2f}" == mean


@pytest.mark.parametrize(("level", "chance"), [(1, Fraction(15, 36)), (2, Fraction(6, 36))])
def test_entering_rubble(level: int, chance: Fraction) -> None:
    assert bombardment.compute_rubble_entry_chance(CATALOG, level) == chance


def test_seven_does_not_pass_rubble_1_and_eight_does() -> None:
    assert not bombardment.can_enter_rubble(CATALOG, (3, 4), 1)
    assert bombardment.can_enter_rubble(CATALOG, (4, 4), 1)
    assert not bombardment.can_enter_rubble(CATALOG, (4, 5), 2)
    assert bombardment.can_enter_rubble(CATALOG, (5, 5), 2)


# Fire


def test_the_worked_attack() -> None:
    """T25: 4 + 7 + 3 + 1 = 15 against 3 + 6 + 1 + 2 + 1 = 13: two points."""
    shots = Fire(attack=4, defence=3, terrain=2, infantry=4, company=True, adjacent=True, higher=True)
    strong, weak = fire.compute_attack(CATALOG, shots), fire.compute_defence(CATALOG, shots)
    assert strong.parts == {"factor": 4, "further": 3, "company": 1}
    assert weak.parts == {"factor": 3, "terrain": 2, "adjacent": 1, "higher": 1}
    assert fire.compute_losses(strong.total + 7, weak.total + 6) == 2


def test_bombardment_has_no_modifiers_but_terrain() -> None:
    shells = Fire(attack=6, defence=3, terrain=2, adjacent=True, higher=True, dark=True, artillery=True)
    assert fire.compute_attack(CATALOG, shells).total == 6
    assert fire.compute_defence(CATALOG, shells).total == 5


@pytest.mark.parametrize(
    ("shots", "code"),
    [
        (Fire(4, 3, 1, infantry=7), "FIRE_LIMIT"),  # T22
        (Fire(4, 3, 1, infantry=6, machine_guns=2, armour=3), None),  # T22
        (Fire(4, 3, 1, infantry=6, machine_guns=3), "FIRE_LIMIT"),
        (Fire(4, 3, 1, armour=4), "FIRE_LIMIT"),
        (Fire(4, 3, 1), "FIRE_NOBODY"),
        (Fire(4, 3, 1, infantry=2, company=True), "FIRE_COMPANY"),
        (Fire(4, 3, 1, infantry=3, company=True), None),
    ],
)
def test_fire_limits(shots: Fire, code: str | None) -> None:
    fault = fire.check_limits(CATALOG, shots)
    assert (fault.code if fault else None) == code


def test_odds_are_exact() -> None:
    chances = fire.compute_odds(0)
    assert sum(chances.values()) == 1
    assert chances[0] == Fraction(721, 1296)  # level or below: half of what is not level, and the level
    assert chances[10] == Fraction(1, 1296)
    assert fire.compute_odds(-10) == {0: Fraction(1)}
    assert fire.compute_odds(11)[1] == Fraction(1, 1296)
    assert fire.compute_mean(fire.compute_odds(11)) == 11


# Close combat


@pytest.mark.parametrize(
    ("attack", "chance"),
    [
        (CloseAttack(1, 3, 3), Fraction(1, 6)),
        (CloseAttack(3, 3, 3), Fraction(3, 6)),
        (CloseAttack(2, 5, 3), Fraction(4, 6)),
        (CloseAttack(2, 3, 5), Fraction(2, 6)),  # a better defender gains nothing
        (CloseAttack(1, 0, 0, armour=True, attack=7, defence=4), Fraction(4, 6)),
        (CloseAttack(1, 9, 0, armour=True, attack=4, defence=7), Fraction(1, 6)),
        (CloseAttack(7, 3, 3), Fraction(1)),  # more than 6 counts as 6
    ],
)
def test_close_combat(attack: CloseAttack, chance: Fraction) -> None:
    assert close_combat.compute_chance(CATALOG, attack) == chance


def test_screening_needs_a_man_for_every_attacker() -> None:
    assert close_combat.can_screen(3, 3)
    assert not close_combat.can_screen(2, 3)


# Movement


@pytest.mark.parametrize(
    ("into", "day", "night"),
    [
        (Entered(), 1, 1),
        (Entered(near_machine_gun=True), 2, 1),
        (Entered(enemies=True), 3, 3),
        (Entered(enemies=True, near_machine_gun=True), 3, 3),  # T3: 3, not 5
        (Entered(machine_guns=True), 4, 3),
        (Entered(enemies=True, machine_guns=True), 4, 3),
        (Entered(near_machine_gun=True, ignores_guns=True), 1, 1),  # 19.1.2
        (Entered(machine_guns=True, ignores_guns=True), 3, 3),
    ],
)
def test_the_cost_of_an_area(into: Entered, day: int, night: int) -> None:
    cost = movement.find_area_cost(CATALOG, into)
    assert (movement.get_points(cost, night=False), movement.get_points(cost, night=True)) == (day, night)


@pytest.mark.parametrize(
    ("enemies", "day", "night", "smoke"),
    [(0, 2, 1, 1), (1, 3, 2, 2), (2, 3, 2, 2), (4, 4, 3, 3), (6, 5, 4, 4)],
)
def test_the_cost_of_a_zone(enemies: int, day: int, night: int, smoke: int) -> None:
    """T20: four enemy units cost 4 by day and 3 at night."""
    assert movement.compute_zone_cost(CATALOG, enemies) == day
    assert movement.compute_zone_cost(CATALOG, enemies, night=True) == night
    assert movement.compute_zone_cost(CATALOG, enemies, smoke=True) == smoke
    assert movement.compute_zone_cost(CATALOG, enemies, night=True, smoke=True) == night


@pytest.mark.parametrize(
    ("armour", "to_enemy", "here", "there", "zone", "may"),
    [
        (False, False, False, False, False, True),
        (False, True, False, False, False, False),
        (False, True, False, False, True, True),  # a zone with enemies
        (True, True, True, False, False, True),
        (True, True, True, True, False, False),  # antitank units at both ends
    ],
)
def test_leaving_the_enemy(
    armour: bool, to_enemy: bool, here: bool, there: bool, zone: bool, may: bool
) -> None:
    result = movement.can_leave(
        armour=armour, to_enemy=to_enemy, antitank_here=here, antitank_there=there, zone=zone
    )
    assert result is may


@pytest.mark.parametrize(
    ("kinds", "reading", "over"),
    [
        (["infantry"] * 11, "infantry", {"infantry": 1}),  # T21
        (["armour"] * 4, "infantry", {"armour": 1}),
        (["infantry"] * 10 + ["observer"] * 2, "infantry", {"infantry": 1}),
        (["infantry"] * 10 + ["observer"] * 2, "never", {"observer": 1}),
        (["infantry"] * 10 + ["armour"] * 3 + ["observer"], "infantry", {}),  # the full stack
        (["infantry"] * 9 + ["observer"] * 2, "infantry", {}),  # the open reading
        (["infantry"] * 9 + ["observer"] * 2, "never", {"observer": 1}),
        (["machine_gun"] * 5 + ["antitank"] * 3 + ["sapper"] * 3, "infantry", {"infantry": 1}),
    ],
)
def test_stacking(kinds: list[str], reading: str, over: dict[str, int]) -> None:
    assert movement.find_excess(CATALOG, kinds, reading) == over


def test_a_company_enters_by_one_zone() -> None:
    entries = [("1/I/3", "G"), ("1/I/3", "H"), ("2/I/3", "G"), ("2/I/3", "G"), (None, "A"), (None, "B")]
    assert movement.find_split_companies(entries) == {"1/I/3": ("G", "H")}


# Artillery and smoke


@pytest.mark.parametrize(
    ("observer", "target", "seen"),
    [
        ("9", "42", True),  # T4
        ("9", "17", True),
        ("9", "3", False),
        ("9", "20", False),
        ("66", "3", True),
        ("66", "C", True),
        ("3", "66", True),  # 14.3.3
        ("C", "66", True),  # any ready observer, despite 10.5
        ("3", "9", False),
        ("17", "9", True),
        ("11", "33", True),
        ("C", "C", True),
        ("C", "D", False),
        ("C", "12", False),
        ("12", "C", False),
    ],
)
def test_observer_reach(observer: str, target: str, seen: bool) -> None:
    assert (find_reason_against(CATALOG, Shot(target, observer)) is None) is seen


@pytest.mark.parametrize(
    ("shot", "code"),
    [
        (Shot("33", "11", friends=True), "OWN_UNITS"),
        (Shot("33", "11", friends=True, smoke=True), None),
        (Shot("11", "11", smoke=True), None),  # smoke on the observer
        (Shot("11", "11"), "UNSEEN"),
        (Shot("66", "66"), "OWN_UNITS"),  # the observer is there
        (Shot("9", "9"), "OWN_UNITS"),
        (Shot("66", "66", smoke=True), None),
        (Shot("33", None), "NO_OBSERVER"),
        (Shot("33", None, air=True), None),
        (Shot("33", None, air=True, night=True), "AIR_NIGHT"),
        (Shot("33", None, air=True, covered=True), "AIR_SMOKE"),
        (Shot("33", None, air=True, friends=True), "OWN_UNITS"),
        (Shot("C", "C", friends=True), None),  # 14.7: friends in a zone are not hit
    ],
)
def test_legal_targets(shot: Shot, code: str | None) -> None:
    fault = find_reason_against(CATALOG, shot)
    assert (fault.code if fault else None) == code


@pytest.mark.parametrize(
    ("gun", "low", "high"),
    [
        ("allied_corps", 30, 21),
        ("allied_division", 30, 21),
        ("allied_brigade", 26, 15),
        ("german_division", 26, 15),
        ("german_regiment", 21, 10),
    ],
)
def test_the_odds_of_smoke(gun: str, low: int, high: int) -> None:
    kind = CATALOG.artillery[gun]
    assert artillery.compute_smoke_chance(CATALOG, kind, 0) == Fraction(low, 36)
    assert artillery.compute_smoke_chance(CATALOG, kind, 1) == Fraction(high, 36)


def test_smoke_on_a_height() -> None:
    """T24: an Allied brigade needs 8 at altitude 1; a 7 fails."""
    brigade = CATALOG.artillery["allied_brigade"]
    assert not artillery.is_smoke_laid(CATALOG, brigade, 1, (3, 4))
    assert artillery.is_smoke_laid(CATALOG, brigade, 1, (4, 4))
    assert artillery.is_smoke_laid(CATALOG, brigade, 0, (3, 3))


# Retreats


@pytest.mark.parametrize(
    ("way", "infantry", "armour"),
    [
        (Way("1"), "A", "A"),
        (Way("G", zone=True), "B", "B"),
        (Way("1", enemy_neighbours=1), "C", "C"),
        (Way("G", zone=True, infantry=True), "D", "D"),
        (Way("1", enemy_neighbours=1, beside_cause=True), "E", "E"),
        (Way("1", armour=True), "F", ""),
        (Way("1", infantry=True), "", "G"),
        (Way("1", infantry=True, antitank=True), "", ""),
        (Way("1", infantry=True, armour=True), "", ""),
        (Way("1", is_cause=True), "", ""),
        (Way("1", red_line=True), "A", ""),
    ],
)
def test_the_letters_of_a_retreat(way: Way, infantry: str, armour: str) -> None:
    assert retreat.get_priority(CATALOG, way, armour=False) == infantry
    assert retreat.get_priority(CATALOG, way, armour=True) == armour


def test_the_best_way_of_a_retreat() -> None:
    ways = [
        Way("1", enemy_neighbours=2, beside_cause=True),
        Way("2", enemy_neighbours=1, beside_cause=True),
        Way("3", is_cause=True),
    ]
    ranked = retreat.rank_ways(CATALOG, ways, armour=False)
    assert [one.way.place for one in ranked] == ["2", "1", "3"]
    assert [one.way.place for one in retreat.find_best_ways(ranked)] == ["2"]
    assert retreat.find_best_ways(retreat.rank_ways(CATALOG, [ways[2]], armour=False)) == []


# Points


def test_control_turns_only_where_a_side_is_alone() -> None:
    """T12, T13: alone, then shared, then the Germans alone; an observer changes nothing."""
    assert scoring.find_control_changes(set(), {"22": Held(1, 0)}) == {"22": 1}
    assert scoring.find_control_changes({"22"}, {"22": Held(1, 1)}) == {}
    assert scoring.find_control_changes({"22"}, {"22": Held(0, 1)}) == {"22": -1}
    assert scoring.find_control_changes({"22"}, {"22": Held(0, 0)}) == {}
    assert (
        scoring.find_control_changes(set(), {"22": Held(0, 0)}) == {}
    )  # only an observer there: no combat unit


def test_the_fifth_column_ends_with_turn_3() -> None:
    """T14."""
    held = {"16": Held(3, 2), "15": Held(2, 2)}
    assert scoring.find_fifth_column_gains(CATALOG, 3, set(), held) == ["16"]
    assert scoring.find_fifth_column_gains(CATALOG, 4, set(), held) == []
    assert scoring.find_fifth_column_gains(CATALOG, 2, {"16"}, held) == []


@pytest.mark.parametrize(("vp", "result"), [(14, "german"), (15, "draw"), (21, "draw"), (22, "allied")])
def test_the_ninth_turn(vp: int, result: str) -> None:
    """T1."""
    assert scoring.decide_by_bands(CATALOG, vp) == result
    assert not scoring.are_bands_printed(CATALOG)


@pytest.mark.parametrize(("vp", "winner"), [(21, "german"), (22, "allied")])
def test_the_fifteenth_turn(vp: int, winner: str) -> None:
    """T2."""
    assert scoring.decide_by_threshold(CATALOG, vp) == winner


@pytest.mark.parametrize(("held", "winner"), [(Held(4, 4), "allied"), (Held(2, 3), "german")])
def test_castle_hill(held: Held, winner: str) -> None:
    """T15, T16."""
    assert scoring.decide_by_unit_majority(held) == winner


@pytest.mark.parametrize(
    ("gains", "losses", "winner"), [(2, 2, "allied"), (3, 2, "german"), (0, 0, "allied")]
)
def test_the_round_house(gains: int, losses: int, winner: str) -> None:
    """T17."""
    assert scoring.decide_by_net(gains, losses) == winner


@pytest.mark.parametrize(("one", "two", "german"), [(3, 1, 0), (1, 3, 1), (-2, -5, 0), (2, 2, None)])
def test_the_higher_bid_commands_the_germans(one: int, two: int, german: int | None) -> None:
    """T18."""
    assert scoring.find_german_bidder(one, two) == german


@pytest.mark.parametrize(
    ("turn", "nights", "may"),
    [(1, (), False), (2, (), True), (5, (4,), False), (6, (4,), True), (4, (4,), False)],
)
def test_night(turn: int, nights: tuple[int, ...], may: bool) -> None:
    """T19."""
    assert scoring.can_be_night(turn, nights, first_turn=1) is may


@pytest.mark.parametrize(
    ("turn", "events"),
    [
        (1, ["first_turn", "first_entry", "fifth_column"]),
        (2, ["fifth_column", "observers", "night"]),
        (6, ["night", "mataf"]),
        (9, ["night", "variable", "result"]),
        (10, ["night", "reserve"]),
        (15, ["night", "end"]),
    ],
)
def test_the_calendar(turn: int, events: list[str]) -> None:
    assert [event.id for event in scoring.list_due_events(CATALOG, "campaign", turn)] == events
