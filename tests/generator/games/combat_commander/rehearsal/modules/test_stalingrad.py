"""ST-T1 to ST-7, ST-C2: rubble, factories, snipers, ruins, sewers, Ampulomets and city melees."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander.rehearsal import artillery, fire, melee, move
from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal.blaze import can_burn, start_blaze
from generator.games.combat_commander.rehearsal.board import UNSEEN
from generator.games.combat_commander.rehearsal.events import resolve_sniper
from generator.games.combat_commander.rehearsal.fire import Piece
from generator.games.combat_commander.rehearsal.modules import rubble, sewers, snipers
from generator.games.combat_commander.rehearsal.modules.terrain import TerrainOverlay
from generator.games.combat_commander.rehearsal.pieces import Radio, Weapon
from generator.games.combat_commander.rehearsal.state import Fight, FightEnded
from generator.games.combat_commander.rehearsal.time_track import advance_time
from tests.catalogs.games.combat_commander.overlays import lay as write_overlay
from tests.generator.games.combat_commander.rehearsal.scenes import (
    CATALOG,
    OPEN,
    die,
    fight,
    ground,
    in_hand,
    put,
    road,
    rolls,
    run,
)

EAST: Mapping[Side, str] = {"axis": "german", "allied": "russian"}
EXAMPLE = TerrainOverlay(rubble=frozenset({"B1", "B2", "B3", "B5"}))


def hall(*hexes: str) -> Ground:
    """Return a ground with a building over several hexes."""
    return replace(ground(**dict.fromkeys(hexes, "building")), buildings=(frozenset(hexes),))


def city(over: Ground = OPEN, *rules: str, overlay: TerrainOverlay | None = None) -> Fight:
    """Return a fight between Germans and Russians under city rules."""
    return fight(over, rules=rules, overlay=overlay or TerrainOverlay(), factions=EAST)


# ST-T1


def test_rubble_grows_with_its_neighbours() -> None:
    """ST-T1.1, example: B2 has 4 and 4, B1 and B3 have 3 and 3, B5 has 2 and 2."""
    scene = city(OPEN, "ST-T1", overlay=EXAMPLE)
    numbers = scene.board.numbers
    for name, value in (("B2", 4), ("B1", 3), ("B3", 3), ("B5", 2)):
        assert scene.get_cover(numbers[name], "axis") == value
        squad = put(scene, "axis", "squad_rifle", "A3" if name != "B5" else "A5")
        if numbers[name] in scene.board.neighbours[squad.hex]:
            assert move.list_steps(scene, [squad], 0, 4)[numbers[name]] == value


def test_rubble_fills_its_hex_and_makes_no_blind_hex() -> None:
    """ST-T1.1, example: no sight along the side of B3 and B4; a hill sees over it."""
    scene = city(OPEN, "ST-T1", overlay=EXAMPLE)
    numbers = scene.board.numbers
    assert scene.get_hindrance(numbers["A4"], numbers["C4"]) == UNSEEN
    assert scene.get_hindrance(numbers["A4"], numbers["B3"]) == 0
    high = city(ground({"E5": 1}), "ST-T1", overlay=TerrainOverlay(rubble=frozenset({"E6"})))
    assert high.get_hindrance(high.board.numbers["E5"], high.board.numbers["E7"]) == 0
    house = city(ground({"E5": 1}, E6="building"))
    assert house.get_hindrance(house.board.numbers["E5"], house.board.numbers["E7"]) == UNSEEN


def test_rubble_with_six_neighbours() -> None:
    """ST-T1.1: cost 8 and cover 8, too much to enter."""
    names = frozenset({"E5", "E4", "E6", "D4", "D5", "F4", "F5"})
    scene = city(OPEN, "ST-T1", overlay=TerrainOverlay(rubble=names))
    middle = scene.board.numbers["E5"]
    assert scene.get_cover(middle, "allied") == 8
    squad = put(scene, "axis", "squad_rifle", "E4")
    assert middle not in move.list_steps(scene, [squad], 0, 0)
    assert middle in melee.list_advance_hexes(scene, squad)
    assert scene.get_hindrance(middle, scene.board.numbers["E7"]) == UNSEEN


def test_nothing_under_rubble_counts() -> None:
    """ST-T1.1, T78.1: rubble replaces every other type, also for tree bursts."""
    scene = city(ground(E5="woods", E6="marsh"), "ST-T1", overlay=TerrainOverlay(rubble=frozenset({"E5"})))
    numbers = scene.board.numbers
    assert scene.board.tree_burst[numbers["E5"]] == 0
    assert scene.get_cover(numbers["E5"], "axis") == 2
    assert numbers["E6"] in scene.board.water


@pytest.fixture(scope="module")
def numbers_typed(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """Return a catalogue with the owner's Fortification Vulnerability: 7 for 10 and 12 firepower."""
    rows = [
        {
            "id": "rule.vulnerability",
            "kind": "rule",
            "rule": "O18.2.3.3",
            "figures": {"fp_10": 7, "fp_12": 7},
        }
    ]
    return load(write_overlay(tmp_path_factory.mktemp("typed"), "fight", rows))


@pytest.mark.parametrize(("dice", "falls"), [((3, 4), True), ((3, 3), False)])
def test_a_gun_brings_a_building_down(numbers_typed, dice: tuple[int, int], falls: bool) -> None:  # type: ignore[no-untyped-def]
    """ST-T1.3.1, ST-T1.4: rubble on its number; units inside are suppressed before they roll."""
    scene = city(ground(E6="building"), "ST-T1")
    scene.catalog = numbers_typed
    crew = put(scene, "axis", "team_weapon", "E2", weapon="ig_18_gun")
    target = put(scene, "allied", "squad_rifle", "E6")
    rolls(scene, "axis", (6, 6), dice)
    rolls(scene, "allied", (6, 6))
    run(fire.resolve_attack(scene, "axis", [Piece(crew, crew.weapon)], target.hex))
    assert (scene.special.overlay.rubble == {"E6"}) is falls
    assert target.suppressed is falls
    assert scene.get_cover(target.hex, "allied") == (2 if falls else 3)


def test_without_the_numbers_nothing_falls() -> None:
    """ST-T1.3: the numbers are only on the player aid."""
    scene = city(ground(E6="building"), "ST-T1")
    run(rubble.resolve_collapse(scene, scene.board.numbers["E6"], 12, 7))
    assert scene.special.overlay.rubble == frozenset()


def test_rubble_of_a_large_building_spreads(numbers_typed) -> None:  # type: ignore[no-untyped-def]
    """ST-T1.3.2: another hit spreads it where the Initiative player chooses; a small building does not."""
    scene = city(hall("E5", "E6"), "ST-T1")
    scene.catalog = numbers_typed
    hut = scene.board.numbers["H5"]
    run(rubble.place_rubble(scene, scene.board.numbers["E5"]))
    run(rubble.resolve_collapse(scene, scene.board.numbers["E5"], 12, 7), {"rubble": "D5"})
    assert scene.special.overlay.rubble == {"E5", "D5"}
    assert not rubble.is_vulnerable(scene, hut)
    run(rubble.place_rubble(scene, hut))
    assert not rubble.is_vulnerable(scene, hut)


def test_guns_far_away_fire_at_empty_buildings(numbers_typed) -> None:  # type: ignore[no-untyped-def]
    """ST-T1.3.1, O18.2.3.2: an empty building takes a roll, an empty field does not."""
    for rules, left in ((("ST-T1",), 3), ((), 4)):
        scene = city(ground(E5="building"), *rules)
        scene.catalog = numbers_typed
        put(scene, "axis", "sgt_grein", "E2")
        put(scene, "allied", "squad_rifle", "A9")
        scene.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
        scene.camps["axis"].deck = []
        rolls(scene, "axis", (6, 6), (1, 4), (3, 4), (1, 1), (1, 1), (1, 1))
        run(artillery.carry_out_request(scene, "axis"), {"spot": "E5", "rounds": "shells"})
        assert len(scene.camps["axis"].deck) == left
        assert (scene.special.overlay.rubble == {"E5"}) is bool(rules)


def test_fire_takes_rubble_away() -> None:
    """ST-T1.2: a blaze removes rubble."""
    scene = city(OPEN, "ST-T1", overlay=EXAMPLE)
    run(start_blaze(scene, [scene.board.numbers["B3"]]))
    assert scene.special.overlay.rubble == {"B1", "B2", "B5"}
    assert scene.get_cover(scene.board.numbers["B2"], "axis") == 3


# ST-T2


@pytest.mark.parametrize(("under", "burns"), [("stream", False), ("water_barrier", False), ("woods", True)])
def test_fire_does_not_clear_rubble_off_water(under: str, burns: bool) -> None:
    """ST-T1.2, T95, T98: rubble may lie on water, where no fire burns."""
    scene = city(ground(E5=under), overlay=TerrainOverlay(rubble=frozenset({"E5"})))
    e5 = scene.board.numbers["E5"]
    assert e5 not in scene.board.water
    assert can_burn(scene, e5) is burns


def test_a_factory_is_seen_through_from_inside() -> None:
    """ST-T2.1: a hindrance of 3 inside, an obstacle from outside."""
    over = hall("E4", "E5", "E6", "E7")
    scene = city(over, "ST-T2", overlay=TerrainOverlay(factories=over.buildings))
    numbers = scene.board.numbers
    assert scene.get_hindrance(numbers["E4"], numbers["E5"]) == 0
    assert scene.get_hindrance(numbers["E4"], numbers["E7"]) == 3
    assert scene.get_hindrance(numbers["E3"], numbers["E7"]) == UNSEEN
    assert city(over).get_hindrance(numbers["E4"], numbers["E7"]) == UNSEEN


@pytest.mark.parametrize(("factory", "seen"), [(False, {"E8"}), (True, set())])
def test_a_factory_hides_two_hexes(factory: bool, seen: set[str]) -> None:
    """ST-T2.2: a building has one blind hex, a factory two."""
    over = replace(hall("E6"), levels=ground({"E4": 1}).levels)
    scene = city(over, "ST-T2", overlay=TerrainOverlay(factories=(frozenset({"E6"}),) if factory else ()))
    numbers = scene.board.numbers
    found = {name for name in ("E7", "E8") if scene.get_hindrance(numbers["E4"], numbers[name]) != UNSEEN}
    assert found == seen


def test_a_ruined_factory_is_closed() -> None:
    """ST-T2.3: when all its hexes burn or are rubble."""
    over = hall("E4", "E5")
    scene = city(over, "ST-T1", "ST-T2", overlay=TerrainOverlay(factories=over.buildings))
    run(rubble.place_rubble(scene, scene.board.numbers["E4"]))
    assert scene.special.overlay.factories
    run(start_blaze(scene, [scene.board.numbers["E5"]]))
    assert scene.special.overlay.factories == ()


# ST-3


@pytest.mark.parametrize(
    ("holder", "aim", "after"),
    [
        ("allied", 4, ("allied", 2)),
        ("allied", 2, (None, 0)),
        (None, 0, ("axis", 2)),
        ("axis", 2, ("axis", 4)),
        ("axis", 4, ("axis", 4)),
    ],
)
def test_the_marker_of_the_urban_sniper(
    holder: Side | None, aim: int, after: tuple[Side | None, int]
) -> None:
    """ST-3.1: the five cases for an Axis sniper without effect."""
    scene = city(OPEN, "ST-3")
    scene.special.sniper, scene.special.aim = holder, aim
    rolls(scene, "axis", die(1, 1, hex_="E5"))
    run(resolve_sniper(scene, "axis"))
    assert (scene.special.sniper, scene.special.aim) == after


@pytest.mark.parametrize(("chosen", "holder"), [("enemy", None), ("friend", "axis"), ("none", "axis")])
def test_a_sniper_without_effect_advances_the_marker(chosen: str, holder: Side | None) -> None:
    """ST-3.1: also if the player declines."""
    scene = city(OPEN, "ST-3")
    units = {
        "enemy": put(scene, "allied", "squad_rifle", "E5").id,
        "friend": put(scene, "axis", "squad_rifle", "E6").id,
        "none": "none",
    }
    rolls(scene, "axis", die(1, 1, hex_="E5"))
    run(resolve_sniper(scene, "axis"), {"sniper": units[chosen]})
    assert scene.special.sniper == holder


def test_the_urban_sniper_adds_to_an_attack_once() -> None:
    """ST-3.2: adds 4 to the roll and is then used up."""
    scene = city(OPEN, "ST-3")
    scene.special.sniper, scene.special.aim = "axis", 4
    squad = put(scene, "axis", "squad_rifle", "E2")
    target = put(scene, "allied", "squad_rifle", "E5")
    rolls(scene, "axis", (1, 2))
    asked = run(fire.resolve_attack(scene, "axis", [Piece(squad, None)], target.hex), {"urban_sniper": "yes"})
    assert scene.attack.total == 5 + 3 + 4
    assert asked.count("urban_sniper") == 1
    assert (scene.special.sniper, scene.special.aim) == (None, 0)


def test_the_urban_sniper_decides_a_melee() -> None:
    """ST-3.2: only the owner's roll."""
    scene = city(OPEN, "ST-3")
    scene.special.sniper, scene.special.aim = "allied", 2
    german, russian = put(scene, "axis", "squad_rifle", "E5"), put(scene, "allied", "squad_rifle", "E5")
    put(scene, "axis", "squad_rifle", "A1")
    lead = melee.compute_melee_fp(scene, [german]) - melee.compute_melee_fp(scene, [russian])
    rolls(scene, "axis", (1, 1))
    rolls(scene, "allied", (1, 2 + lead - 2))
    run(melee.resolve_each_melee(scene, "axis"), {"urban_sniper": "yes"})
    assert (german.out, russian.out) == ("casualty", "")


def test_no_sniper_without_the_rule() -> None:
    scene = city()
    snipers.advance_marker(scene, "axis")
    assert scene.special.sniper is None


# ST-4


def test_there_are_no_roads_in_the_ruins() -> None:
    """ST-4: neither movement bonus nor reduced cover."""
    over = road("E2", "E3", "E4", "E5", "E6", "E7", E3="woods")
    plain, ruins = city(over), city(over, "ST-4", overlay=TerrainOverlay(ruins=True))
    numbers = plain.board.numbers
    assert (plain.get_cover(numbers["E2"], "axis"), ruins.get_cover(numbers["E2"], "axis")) == (-1, 0)
    squads = [put(scene, "axis", "squad_rifle", "E2") for scene in (plain, ruins)]
    costs = [
        move.list_steps(scene, [squad], 0, 0)[numbers["E3"]]
        for scene, squad in zip((plain, ruins), squads, strict=True)
    ]
    assert costs == [1, 2]
    assert not ruins.board.bonus_roads


# ST-T5


def sewer_scene(*, weapon: str = "") -> tuple[Fight, str]:
    scene = city(OPEN, "ST-T5", "ST-7")
    scene.special.sewers = {scene.board.numbers[name] for name in ("E5", "H3", "K7")}
    unit = put(scene, "allied", "squad_rifle", "E5", weapon=weapon)
    put(scene, "allied", "squad_rifle", "A9")
    put(scene, "axis", "squad_rifle", "A1")
    return scene, unit.id


@pytest.mark.parametrize(
    ("dice", "out", "ends"), [((1, 2), "K7", "H3"), ((2, 2), "K7", "K7"), ((2, 2), "track", None)]
)
def test_russians_go_under_the_street(dice: tuple[int, int], out: str, ends: str | None) -> None:
    """ST-T5.2: to the chosen exit, on a double where the Axis player wants, or onto the Time track."""
    scene, id_ = sewer_scene()
    unit = scene.get_unit(id_)
    rolls(scene, "allied", dice)
    run(
        melee.carry_out_advance(scene, "allied"),
        {"advance": id_, "sewer": [[id_]], "sewer_end": "H3", "sewer_lost": "K7", "sewer_out": out},
    )
    assert (scene.board.names[unit.hex] if unit.hex >= 0 else None) == ends
    assert scene.camps["allied"].coming == ({} if ends else {1: [unit]})


def test_a_heavy_weapon_stays_above_and_germans_do() -> None:
    """ST-T5.2: a heavy weapon is eliminated first; only Russians may enter."""
    scene, id_ = sewer_scene(weapon="medium_mg")
    unit = scene.get_unit(id_)
    rolls(scene, "allied", (1, 2))
    run(melee.carry_out_advance(scene, "allied"), {"advance": id_, "sewer": [[id_]], "sewer_end": "H3"})
    assert unit.weapon is None
    assert len(scene.wrecks) == 1
    german = put(scene, "axis", "squad_rifle", "K7")
    assert sewers.list_sewer_exits(scene, german) == []


def test_the_last_russian_underground_ends_the_game() -> None:
    """ST-T5.2, 6.3: as if the unit had exited."""
    scene = city(OPEN, "ST-T5")
    scene.special.sewers = {scene.board.numbers[name] for name in ("E5", "H3")}
    unit = put(scene, "allied", "squad_rifle", "E5")
    put(scene, "axis", "squad_rifle", "A1")
    rolls(scene, "allied", (2, 2))
    with pytest.raises(FightEnded):
        run(melee.carry_out_advance(scene, "allied"), {"sewer": [[unit.id]], "sewer_out": "track"})
    assert scene.ending in ("points", "tie")


def test_one_reinforcement_enters_through_a_sewer() -> None:
    """ST-T5.3: one Russian per Time trigger; the next enters at the edge."""
    scene, _ = sewer_scene()
    first, second = put(scene, "allied", "squad_rifle", "B9"), put(scene, "allied", "squad_rifle", "B9")
    for unit in (first, second):
        scene.place_unit(unit, -1)
        scene.camps["allied"].units.remove(unit)
    scene.camps["allied"].coming = {1: [first, second]}
    run(advance_time(scene, "axis"), {"enter": ["K7"]})
    assert scene.board.names[first.hex] == "K7"
    assert second.hex in scene.board.edge["bottom"]


def test_fire_and_rubble_close_a_sewer() -> None:
    """ST-T5.4: the sewer hex is removed."""
    scene, _ = sewer_scene()
    run(rubble.place_rubble(scene, scene.board.numbers["H3"]))
    run(start_blaze(scene, [scene.board.numbers["K7"]]))
    assert scene.special.sewers == {scene.board.numbers["E5"]}


# ST-6


def ampulomet(scene: Fight, hex_: str) -> Piece:
    """Return an invented counter: the compilation shows it without figures."""
    crew = put(scene, "allied", "team_weapon", hex_)
    counter = CATALOG.counters["russian:weapon_light_mortar"]
    crew.weapon = Weapon("w9", replace(counter, tags=("ampulomet",)))
    return Piece(crew, crew.weapon)


@pytest.mark.parametrize(("dice", "burns"), [((3, 3), True), ((2, 6), False)])
def test_an_ampulomet_ignores_cover_and_may_set_fire(dice: tuple[int, int], burns: bool) -> None:
    """ST-6: 6 and a 7 against bare morale; a double sets fire after the defence."""
    scene = city(ground(E6="building"), "ST-6")
    piece = ampulomet(scene, "E3")
    target = put(scene, "axis", "squad_rifle", "E6")
    rolls(scene, "allied", dice, (3, 4))
    rolls(scene, "axis", (1, 4))
    run(fire.resolve_attack(scene, "allied", [piece], target.hex), {"flee": "E7"})
    assert target.broken  # 13 beats 7 + 5; with the building's 3 it would not
    assert (scene.board.numbers["E6"] in scene.blaze) is burns
    assert scene.board.names[target.hex] == ("E7" if burns else "E6")


def test_an_ampulomet_may_burn_its_crew() -> None:
    """ST-6: a miss with a double eliminates the weapon, breaks a friend and burns the hex."""
    scene = city(OPEN, "ST-6")
    piece = ampulomet(scene, "E3")
    put(scene, "axis", "squad_rifle", "E6")
    rolls(scene, "allied", (1, 1))
    run(fire.resolve_attack(scene, "allied", [piece], scene.board.numbers["E6"]))
    assert piece.unit.weapon is None
    assert piece.unit.broken
    assert scene.board.numbers["E3"] in scene.blaze


# ST-7


def brawl() -> tuple[Fight, Piece]:
    """Return a melee in E5, a German squad outside it, and a Russian one with sight to both."""
    scene = city(OPEN, "ST-7")
    put(scene, "axis", "squad_rifle", "E5")
    put(scene, "allied", "squad_rifle", "E5")
    outside = put(scene, "axis", "squad_rifle", "E7")
    put(scene, "allied", "squad_rifle", "E8")
    return scene, Piece(outside, None)


def test_a_melee_hex_neither_fires_nor_is_fired_at() -> None:
    """ST-7.1: no fire into or out of a melee hex."""
    scene, outside = brawl()
    here = scene.board.numbers["E5"]
    inside = Piece(scene.list_units(here, "axis")[0], None)
    assert fire.get_target_hindrance(scene, outside, here) == UNSEEN
    assert fire.get_target_hindrance(scene, inside, scene.board.numbers["E8"]) == UNSEEN
    assert fire.get_target_hindrance(scene, outside, scene.board.numbers["E8"]) == 0
    scene.place_unit(scene.list_units(here, "allied")[0], scene.board.numbers["E4"])
    assert fire.get_target_hindrance(scene, inside, scene.board.numbers["E4"]) == 0


def test_no_spotting_round_near_a_melee() -> None:
    """ST-7.1: neither in the hex nor adjacent; rounds may drift there."""
    scene, _ = brawl()
    leader = put(scene, "axis", "sgt_grein", "E9")
    numbers = scene.board.numbers
    barred = {
        name for name in ("E3", "E4", "E5", "E6", "E7") if not artillery.may_aim(scene, leader, numbers[name])
    }
    assert barred == {"E4", "E5", "E6"}


def test_a_melee_waits_for_the_axis_turn() -> None:
    """ST-7.2, ST-7.2.2: resolved at the start of the Axis turn; the Russian rolls first."""
    scene, _ = brawl()
    scene.log_enabled = True
    run(melee.resolve_melees(scene, "allied"))
    assert not any(line.what == "melee" for line in scene.log)
    for side in ("allied", "axis"):
        scene.camps[side].hand = [in_hand(number=80 + n) for n in range(5)]  # type: ignore[index]
    run(course.take_turn(scene, "allied"))
    assert not any(line.what == "melee" for line in scene.log)
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1))
    run(course.take_turn(scene, "axis"))
    assert [line.facts["who"] for line in scene.log if line.what == "melee"] == ["allied", "axis"]
    assert {unit.side for unit in scene.units_at[scene.board.numbers["E5"]]} == {"axis"}


def test_units_may_leave_a_melee() -> None:
    """ST-7.2: units in a melee hex may move out."""
    scene, _ = brawl()
    russian = scene.list_units(scene.board.numbers["E5"], "allied")[0]
    run(
        move.carry_out_move(scene, "allied"),
        {"move": russian.id, "mover": russian.id, "step": ["D5", "stop"]},
    )
    assert not scene.is_melee_locked(scene.board.numbers["E5"])
