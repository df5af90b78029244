"""1-13, O16-O23, T78-T99, F100-F105: core rules that the examples of the rule text do not cover."""

from dataclasses import replace

import pytest

from catalogs.frozen import Frozen
from catalogs.games.combat_commander.ground import Ground, side
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal import artillery, fire, melee, move, recover
from generator.games.combat_commander.rehearsal.activation import list_led_units
from generator.games.combat_commander.rehearsal.board import UNSEEN
from generator.games.combat_commander.rehearsal.cards import reveal, roll, shuffle
from generator.games.combat_commander.rehearsal.damage import break_unit, rally
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.rehearsal.fire import Piece, get_target_hindrance
from generator.games.combat_commander.rehearsal.pieces import Radio
from generator.games.combat_commander.rehearsal.smoke import place_random_smoke
from generator.games.combat_commander.rehearsal.state import SIDES
from generator.games.combat_commander.rehearsal.victory import award, eliminate, update_control
from tests.generator.games.combat_commander.rehearsal.scenes import (
    CATALOG,
    die,
    fight,
    ground,
    in_hand,
    put,
    rolls,
    run,
)


def test_hands_by_posture() -> None:
    """1.1: 6 cards for the attacker, 5 on recon, 4 for the defender."""
    card = make(CATALOG, Settings(map=1), "15").card()
    sizes = {"attack": 6, "recon": 5, "defend": 4}
    for camp in new_fight(card, CATALOG).camps.values():
        assert camp.hand_size == sizes[camp.posture]


def test_a_revealed_card_lies_on_the_pile() -> None:
    """1.3, 1.4: a shuffle combines pile and deck."""
    scene = fight()
    camp = scene.camps["axis"]
    top = camp.deck[-1]
    run(reveal(scene, "axis"))
    assert camp.pile == [top]
    run(shuffle(scene, "axis"))
    assert (len(camp.deck), camp.pile) == (40, [])


@pytest.mark.parametrize(("trigger", "time"), [("time", 1), (None, 0), ("jam", 0)])
def test_a_time_trigger(trigger: str | None, time: int) -> None:
    """1.9.1.4: a Time trigger advances Time; 1.9.1.2: a jam only matters in attack rolls."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "A1", weapon="light_mg")
    put(scene, "allied", "squad_line", "A9")
    rolls(scene, "axis", die(3, 3, trigger, number=99))
    run(roll(scene, "axis", "recover"))
    assert scene.time == time
    assert not any(unit.weapon and unit.weapon.broken for unit in scene.camps["axis"].units)


def test_breaking_rallying_and_elimination() -> None:
    """3.2.1, 3.2.2, 3.2.4, 3.2.5, 4.2: markers and weapon stay until the second break eliminates the unit."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E5", weapon="light_mg", suppressed=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    unit.veteran = True
    run(break_unit(scene, unit, "test"))
    assert (unit.broken, unit.suppressed, unit.veteran, unit.weapon is not None) == (True,) * 4
    rally(scene, unit, "test")
    assert not unit.broken
    for _ in range(2):
        run(break_unit(scene, unit, "test"))
    assert unit.out == "casualty"
    assert scene.camps["axis"].lost == [unit]
    assert len(scene.wrecks) == 1
    assert scene.marker == -2


def test_leaders_activate_units_in_command() -> None:
    """3.3.1.1: units in command range, no leaders, none twice; command 0 covers the own hex."""
    scene = fight()
    leader = put(scene, "axis", "sgt_grein", "E5")  # command 2
    near, far = put(scene, "axis", "squad_rifle", "E7"), put(scene, "axis", "squad_rifle", "E8")
    put(scene, "axis", "lt_bolter", "E5")
    same = put(scene, "axis", "team_line", "E5")
    assert list_led_units(scene, leader) == [near, same]
    near.active = True
    assert list_led_units(scene, leader) == [same]
    leader.broken = True
    assert leader.command == 0
    assert list_led_units(scene, leader) == [same]
    assert far not in list_led_units(scene, leader)


def test_command_improves_units_and_machine_guns() -> None:
    """3.3.1.2, 3.3.1.3: all four figures, summed over leaders; no leaders, no ordnance."""
    scene = fight(variants={"8.2": "a"})
    squad = put(scene, "axis", "squad_rifle", "E5", weapon="heavy_mg")
    mortar = put(scene, "axis", "team_weapon", "E5", weapon="light_mortar")
    before = (
        scene.get_fp(squad),
        scene.get_range(squad),
        scene.get_move_points(squad),
        scene.get_morale(squad),
    )
    guns = [(each, each.weapon) for each in (squad, mortar)]
    plain = [scene.get_weapon_fp(unit, weapon) for unit, weapon in guns if weapon]
    one, two = put(scene, "axis", "sgt_grein", "E5"), put(scene, "axis", "lt_bolter", "E5")
    more = one.command + two.command
    after = scene.get_fp(squad), scene.get_range(squad), scene.get_move_points(squad), scene.get_morale(squad)
    assert [a - b for a, b in zip(after, before, strict=True)] == [more] * 4
    now = [scene.get_weapon_fp(unit, weapon) for unit, weapon in guns if weapon]
    assert [a - b for a, b in zip(now, plain, strict=True)] == [more, 0]
    assert scene.get_morale(one) == (one.front.morale or 0)


def test_the_marker_counts_for_the_axis() -> None:
    """4.1.1: the marker moves towards the side that earns points."""
    scene = fight()
    award(scene, "axis", 3, "event")
    award(scene, "allied", 5, "event")
    assert scene.marker == -2


def test_a_building_of_several_hexes_is_one_objective() -> None:
    """7.3.1.1: no enemy may remain in any of its hexes."""
    scene = fight(replace(ground(E5="building", E6="building"), buildings=(frozenset({"E5", "E6"}),)))
    numbers = scene.board.numbers
    scene.objectives = {1: frozenset({numbers["E5"], numbers["E6"]})}
    enemy = put(scene, "allied", "squad_line", "E6")
    put(scene, "axis", "squad_rifle", "E5")
    put(scene, "allied", "squad_line", "A9")
    update_control(scene, numbers["E5"])
    assert scene.control.get(1) is None
    eliminate(scene, enemy, "test")
    assert scene.control[1] == "axis"


def test_the_denser_smoke_remains() -> None:
    """8.1.4, 8.1.5, T94: no smoke in fire or on water."""
    scene = fight(ground(E6="stream"))
    numbers = scene.board.numbers
    scene.smoke[numbers["E5"]] = 7
    scene.blaze.add(numbers["E7"])
    for name in ("E5", "E6", "E7"):
        run(place_random_smoke(scene, "axis", numbers[name]))
    assert scene.smoke == {numbers["E5"]: 7}


def test_units_do_not_block_sight() -> None:
    """10.1.1: units in between do not matter; O20.3: nor are they attacked."""
    scene = fight()
    firer = put(scene, "axis", "squad_rifle", "E2")
    between = put(scene, "allied", "squad_line", "E4")
    target = put(scene, "allied", "squad_line", "E6")
    assert get_target_hindrance(scene, Piece(firer, None), target.hex) == 0
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1))
    run(fire.resolve_attack(scene, "axis", [Piece(firer, None)], target.hex))
    assert (target.broken, between.broken) == (True, False)


def test_fire_blocks_every_line() -> None:
    """10.2.1, T79: also from a hill and along its sides."""
    scene = fight(ground({"E2": 2}))
    numbers = scene.board.numbers
    assert scene.get_hindrance(numbers["E2"], numbers["E8"]) != UNSEEN
    scene.blaze.add(numbers["E5"])
    assert scene.get_hindrance(numbers["E2"], numbers["E8"]) == UNSEEN
    assert not scene.is_passable(numbers["E5"])


@pytest.mark.parametrize(("far", "reaches"), [(1, False), (2, True), (13, True), (14, False)])
def test_a_mortar_has_a_least_and_a_greatest_range(far: int, reaches: bool) -> None:
    """O20.2.2: a German light mortar reaches from 2 to 13 hexes."""
    scene = fight()
    mortar = put(scene, "axis", "team_weapon", "A1", weapon="light_mortar")
    there = next(hex_ for hex_, steps in enumerate(scene.board.distances[mortar.hex]) if steps == far)
    assert (get_target_hindrance(scene, Piece(mortar, mortar.weapon), there) != UNSEEN) is reaches


def test_a_round_of_smoke_in_place_of_an_attack() -> None:
    """O20.2.1: at any hex in range; a miss places no smoke."""
    for dice, laid in (((6, 6), True), ((1, 1), False)):
        scene = fight()
        smoker = next(
            ref
            for ref, c in CATALOG.counters.items()
            if c.faction == "german" and c.kind == "weapon" and c.smoke
        ).partition("weapon_")[2]
        crew = put(scene, "axis", "team_weapon", "E2", weapon=smoker)
        put(scene, "allied", "squad_line", "E9")
        rolls(scene, "axis", dice)
        run(fire.carry_out_fire(scene, "axis"), {"fire": crew.id, "target": ["smoke:E6"]})
        assert (scene.board.numbers["E6"] in scene.smoke) is laid


def test_the_worst_hindrance_of_a_group_counts() -> None:
    """O20.3.2: over all firers; T88.2: height counts once up and once down."""
    scene = fight(ground({"D4": 1}, E5="brush"))
    clear, hindered = put(scene, "axis", "squad_rifle", "D4"), put(scene, "axis", "squad_rifle", "E4")
    put(scene, "allied", "squad_line", "E6")
    target = scene.board.numbers["E6"]
    alone = fire.compute_fp(scene, [Piece(clear, None)], (target,))
    both = fire.compute_fp(scene, [Piece(clear, None), Piece(hindered, None)], (target,))
    assert get_target_hindrance(scene, Piece(hindered, None), target) == 3
    assert both == 5 + 1 + 1 - 3
    assert alone == 5 + 1 - max(0, get_target_hindrance(scene, Piece(clear, None), target))


def test_a_group_moves_at_the_pace_of_the_slowest() -> None:
    """O21.2: units that move together stay together."""
    scene = fight()
    quick = put(scene, "axis", "squad_rifle", "E2")
    slow = put(scene, "axis", "squad_rifle", "E2", suppressed=True)
    put(scene, "allied", "squad_line", "A9")
    assert move.list_steps(scene, [quick], 3, 0)
    assert not move.list_steps(scene, [quick, slow], 3, 0)
    leader = put(scene, "axis", "sgt_grein", "E2")
    run(
        move.carry_out_move(scene, "axis"),
        {
            "move": leader.id,
            "move_more": [[quick.id, slow.id]],
            "mover": [quick.id, "done"],
            "together": [[slow.id]],
            "step": ["E3", "E4", "stop"],
        },
    )
    assert {scene.board.names[unit.hex] for unit in (quick, slow)} == {"E4"}


def test_the_inactive_player_acts_first() -> None:
    """O21.6, A24.2: hidden wire and fire come before the mover's actions."""
    scene = fight(postures={"allied": "defend"})
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "E6")
    boxed = next(
        ref
        for ref, c in CATALOG.counters.items()
        if c.faction == "german" and c.kind == "squad" and "move" in c.front.boxed
    )
    mover.front = CATALOG.counters[boxed].front
    scene.camps["axis"].hand = [in_hand(action="smoke_grenades", number=80)]
    scene.camps["allied"].hand = [in_hand(action="hidden_wire", number=90), in_hand(order="fire", number=91)]
    asked = run(move.carry_out_move(scene, "axis"), {"step": ["E3"]})
    after = asked[asked.index("step") + 1 :]
    assert after.index("hidden_action") < after.index("op_fire") < after.index("move_action")


def test_opportunity_fire_is_one_attack_for_each_step_and_only_at_moves() -> None:
    """A33.1, A33.3, O23.3.2: not at advances or retreats; mortars take no part."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "team_weapon", "E9", weapon="light_mortar")
    put(scene, "allied", "squad_line", "E6")
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    assert "op_fire" not in run(
        melee.carry_out_advance(scene, "axis"), {"advance": mover.id, "advance_to": "E3"}
    )
    mover.broken, mover.active = True, False
    rolls(scene, "allied", (5, 4))
    assert "op_fire" not in run(recover.rout(scene, "allied"))
    mortars = [u for u in scene.camps["allied"].units if u.weapon]
    assert all(piece.weapon is None for piece in fire.list_pieces(scene, mortars, op=True))


def test_a_spotting_round_needs_sight_and_may_fall_on_water() -> None:
    """O18.2.1: any hex the observer sees, impassable ground included."""
    scene = fight(ground(E4="woods", G3="water_barrier"))
    leader = put(scene, "axis", "sgt_grein", "E3")
    numbers = scene.board.numbers
    assert artillery.may_aim(scene, leader, numbers["G3"])
    assert not artillery.may_aim(scene, leader, numbers["E6"])
    assert artillery.may_aim(scene, leader, leader.hex)


def test_a_barrage_rolls_for_hexes_with_units_or_works() -> None:
    """O18.2.3.2: one roll each, none for empty hexes; 1.9.1.2: a jam breaks no radio."""
    scene = fight()
    put(scene, "axis", "sgt_grein", "E2")
    for name in ("H5", "H6"):
        put(scene, "allied", "squad_line", name)
    scene.works[scene.board.numbers["H4"]] = "foxholes"
    radio = Radio(CATALOG.counters["german:radio_105mm"])
    scene.camps["axis"].radio = radio
    scene.log_enabled = True
    rolls(scene, "axis", (6, 6), (1, 4), die(1, 1, "jam"), die(1, 1, "jam"), die(1, 1, "jam"))
    run(artillery.carry_out_request(scene, "axis"), {"spot": "H5", "rounds": "shells"})
    purposes = [line.facts["purpose"] for line in scene.log if line.what == "rolled"]
    assert purposes.count("attack") == 3
    assert not radio.broken


def test_a_major_bridge_is_entered_along_its_road() -> None:
    """O16.3, O21.4, T80.1: by moves and advances."""
    over = Ground(
        "made up",
        Frozen({"E5": ("major_bridge", "stream")}),
        ways=Frozen({"road": frozenset({side("E4", "E5"), side("E5", "E6")})}),
    )
    scene = fight(over)
    bridge = scene.board.numbers["E5"]
    for name, may in (("E4", True), ("D4", False)):
        unit = put(scene, "axis", "squad_rifle", name)
        assert (bridge in move.list_steps(scene, [unit], 0, 0)) is may
        assert (bridge in melee.list_advance_hexes(scene, unit)) is may
    assert scene.get_cover(bridge, "axis") == 1  # T80: 2, less 1 for the road
    assert bridge not in scene.board.water


def test_no_weapon_fires_from_water() -> None:
    """T89, T95: no weapon fires; F100.3: no fortification is built."""
    scene = fight(ground(E5="stream", E6="marsh"))
    for name, cover in (("E5", -1), ("E6", 0)):
        unit = put(scene, "axis", "squad_rifle", name, weapon="light_mg")
        assert not scene.can_shoot_weapon(unit)
        assert not scene.can_fortify(unit.hex)
        assert scene.get_cover(unit.hex, "axis") == cover


def test_mines_attack_both_sides_and_once_for_a_group() -> None:
    """F103.1: leaving units are attacked too, staying ones not."""
    scene = fight()
    pair = [put(scene, "axis", "squad_rifle", "E2") for _ in range(2)]
    put(scene, "allied", "squad_line", "A9")
    scene.works[pair[0].hex] = "mines"
    leader = put(scene, "axis", "sgt_grein", "E2")
    scene.log_enabled = True
    ids = [unit.id for unit in pair]
    run(
        move.carry_out_move(scene, "axis"),
        {
            "move": leader.id,
            "move_more": [ids],
            "mover": [ids[0], "done"],
            "together": [[ids[1]]],
            "step": ["E3", "stop"],
        },
    )
    assert sum(line.what == "mines" for line in scene.log) == 1
    defended = [line for line in scene.log if line.what == "rolled" and line.facts["purpose"] == "defence"]
    assert len(defended) == 2


def test_units_exit_only_over_the_enemy_edge() -> None:
    """7.2: only the enemy's edge is an exit."""
    scene = fight()
    numbers = scene.board.numbers
    names = ("A5", "O5", "E1", "E10")
    exits = {each: [n for n in names if move.may_exit(scene, numbers[n], each)] for each in SIDES}
    assert exits == {"axis": ["E10"], "allied": ["E1"]}
