"""Details of the rule text that are easily missed: effects of triggers, replaced units, optional rules."""

import copy
from typing import Any

import pytest

from catalogs.frozen import Frozen
from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.rehearsal import events, fire, melee, move, recover
from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal.bot_evaluation import get_ordnance_hit_chance
from generator.games.combat_commander.rehearsal.bot_planning import Planner
from generator.games.combat_commander.rehearsal.cards import roll
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.rehearsal.fire import Attack, Piece, resolve_attack, roll_defences
from generator.games.combat_commander.rehearsal.levels import RandomBot
from generator.games.combat_commander.rehearsal.pieces import Unit
from generator.games.combat_commander.rehearsal.setup import list_carriers
from generator.games.combat_commander.rehearsal.state import Fight
from generator.games.combat_commander.rehearsal.victory import eliminate, exit_map
from generator.table import Choose
from tests.generator.games.combat_commander.rehearsal.scenes import (
    CATALOG,
    die,
    fight,
    ground,
    in_hand,
    put,
    rolls,
    run,
    wall,
)
from tests.generator.games.combat_commander.rehearsal.test_fights import card_of


def far_off(scene: Fight) -> Fight:
    """Add a distant unit of each side, so that no side is wiped out."""
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    return scene


# Fire


@pytest.mark.parametrize(("hill", "total"), [("E2", 13), ("E5", 11), ("A1", 12)])
def test_ordnance_gains_and_loses_by_height(hill: str, total: int) -> None:
    """T88.2: a gun of 10 and a 2 make 12; 13 from above, 11 from below; the bot knows it."""
    scene = fight(Ground("made up", Frozen({}), Frozen({hill: 1})))
    gun = put(scene, "axis", "team_weapon", "E2", weapon="ig_18_gun")
    target = put(scene, "allied", "squad_line", "E5")
    piece = Piece(gun, gun.weapon)
    planner = Planner(scene, "axis", CATALOG.recruit_commander)
    even = planner.evaluator.get_effect(total - 2, target.hex)
    assert planner._rate_shot(target.hex, [piece], planner.list_reach([gun])) == pytest.approx(
        get_ordnance_hit_chance(3, 0) * even
    )
    rolls(scene, "axis", (6, 6), (1, 1))
    run(resolve_attack(scene, "axis", [piece], target.hex))
    assert scene.attack.total == total


@pytest.mark.parametrize(
    ("beside", "origin", "cover"),
    [("E4", "F2", 2), ("F4", "F2", 0), ("E4", "F3", 0), ("F4", "G3", 2), ("E4", "E1", 2)],
)
def test_hexside_cover_follows_the_sight_line(beside: str, origin: str, cover: int) -> None:
    """T97, 10.1: the line crosses one of two equally near sides, or the corner between them."""
    scene = fight(wall(beside, "E5", "wall"))
    numbers = scene.board.numbers
    assert scene.board.get_crossing_cover(numbers["E5"], numbers[origin]) == cover


@pytest.mark.parametrize(
    ("origin", "target", "dice", "lands", "asked"),
    [
        ("E2", "E6", (1, 2), "E7", False),
        ("E2", "E6", (2, 1), "E5", False),
        ("D2", "E8", (1, 2), "E9", False),
        ("E2", "G5", (1, 2), "G6", True),
    ],
)
def test_a_round_lands_astray_in_line(
    origin: str, target: str, dice: tuple[int, int], lands: str, asked: bool
) -> None:
    """V7: short or long on the line; only at a corner the Initiative player chooses."""
    scene = far_off(fight(optional=("V7",)))
    gun = put(scene, "axis", "team_weapon", origin, weapon="ig_18_gun")
    aimed, there = put(scene, "allied", "squad_line", target), put(scene, "allied", "squad_line", lands)
    rolls(scene, "axis", dice, (6, 6))
    rolls(scene, "allied", (1, 1))
    found = run(resolve_attack(scene, "axis", [Piece(gun, gun.weapon)], aimed.hex), {"astray": lands})
    assert ("astray" in found) is asked
    assert (aimed.broken, there.broken) == (False, True)


def test_a_stray_round_on_empty_ground_does_nothing() -> None:
    """V7: no attack is rolled."""
    scene = far_off(fight(optional=("V7",)))
    gun = put(scene, "axis", "team_weapon", "E2", weapon="ig_18_gun")
    target = put(scene, "allied", "squad_line", "E6")
    rolls(scene, "axis", (1, 2))
    run(resolve_attack(scene, "axis", [Piece(gun, gun.weapon)], target.hex))
    assert len(scene.camps["axis"].pile) == 1


@pytest.mark.parametrize(("optional", "broken"), [((), True), (("V6",), False)])
def test_water_dampens_every_round(optional: tuple[str, ...], broken: bool) -> None:
    """V6: 10 and a 2 against 6, less 1 for the stream, and a 6 is one more; two less is not enough."""
    scene = far_off(fight(ground(E5="stream"), optional=optional))
    gun = put(scene, "axis", "team_weapon", "E2", weapon="ig_18_gun")
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "axis", (6, 6), (1, 1))
    rolls(scene, "allied", (3, 3))
    run(resolve_attack(scene, "axis", [Piece(gun, gun.weapon)], target.hex))
    assert target.broken is broken


def shot(scene: Fight, *cards: Any, **answers: Any) -> None:
    """Let a squad at E4 fire into E5."""
    squad = put(scene, "axis", "squad_rifle", "E4")
    rolls(scene, "axis", *cards)
    run(resolve_attack(scene, "axis", [Piece(squad, None)], scene.board.numbers["E5"]), answers)


def test_units_that_arrive_by_a_trigger_do_not_defend() -> None:
    """O20.3.4: only units present when the attack was rolled defend."""
    scene = far_off(fight())
    target, lost = put(scene, "allied", "squad_line", "E5"), put(scene, "allied", "team_line", "K5")
    eliminate(scene, lost, "test")
    rolls(scene, "allied", (1, 1), (1, 1))
    cards = die(6, 6, "event"), die(1, 1, event="walking_wounded"), die(1, 1, hex_="E5")
    shot(scene, *cards, wounded=lost.id, place="E5")
    assert target.broken
    assert (lost.out, lost.hex) == ("", target.hex)


def test_units_that_flee_by_a_trigger_still_defend() -> None:
    """O20.3.4: units present when the attack was rolled defend from their new hex."""
    scene = far_off(fight())
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "allied", (1, 1))
    shot(scene, die(6, 6, "event"), die(1, 1, event="blaze"), die(1, 1, hex_="E5"), flee="E6")
    assert (scene.board.names[target.hex], target.broken) == ("E6", True)


def test_teams_inherit_the_result_of_their_squad() -> None:
    """E52.2: the squad deploys by the event of its own defence roll; both teams break."""
    scene = far_off(fight())
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "allied", die(1, 1, "event"), die(1, 1, event="deploy"))
    shot(scene, (6, 6), deploy=target.id)
    teams = scene.list_units(scene.board.numbers["E5"], "allied")
    assert [(team.kind, team.broken) for team in teams] == [("team", True)] * 2


def test_teams_roll_in_the_place_of_their_squad() -> None:
    """E52.2: a broken squad deploys while another rallies; each team rolls."""
    scene = far_off(fight())
    first = put(scene, "axis", "squad_rifle", "E4", broken=True)
    second = put(scene, "axis", "squad_rifle", "E5", broken=True)
    rolls(scene, "axis", die(1, 2, "event"), die(1, 1, event="deploy"), (1, 1), (6, 6))
    run(recover.recover(scene, "axis"), {"deploy": second.id})
    assert not first.broken
    assert [team.broken for team in scene.list_units(scene.board.numbers["E5"], "axis")] == [False, True]


def test_units_rallied_by_a_medic_still_roll_in_recover() -> None:
    """O22.2: a tie suppresses the unit, now unbroken with a morale of 7."""
    scene = far_off(fight())
    put(scene, "axis", "squad_rifle", "E4", broken=True)
    second = put(scene, "axis", "squad_rifle", "E5", broken=True)
    rolls(scene, "axis", die(1, 2, "event"), die(1, 1, event="medic"), (3, 4))
    run(recover.recover(scene, "axis"), {"medic": second.id})
    assert (second.broken, second.suppressed) == (False, True)


@pytest.mark.parametrize("optional", [(), ("V19",)])
def test_a_rout_does_not_suppress_twice(optional: tuple[str, ...]) -> None:
    """O23.2: a tie only suppresses unsuppressed units, so V19 breaks none."""
    scene = far_off(fight(optional=optional))
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True, suppressed=True)
    assert scene.get_morale(unit) == 6
    rolls(scene, "allied", (3, 3))
    run(recover.rout(scene, "allied"))
    assert (unit.out, unit.suppressed) == ("", True)


# The spotter


def spotting() -> tuple[Fight, Unit, Unit, Unit]:
    """Return a spotter who sees the enemy behind a wood, and two mortars that do not."""
    scene = far_off(fight(ground(E4="woods"), optional=("V8",)))
    spotter = put(scene, "axis", "sgt_biermann", "G4")
    spotter.spotter = True
    mortars = [put(scene, "axis", "team_weapon", hex_, weapon="light_mortar") for hex_ in ("E2", "E1")]
    put(scene, "allied", "squad_line", "E6")
    return scene, spotter, *mortars


def test_a_spotter_of_an_earlier_order_does_not_spot() -> None:
    """V8: only mortars activated together with the spotter use its sight."""
    scene, spotter, mortar, _ = spotting()
    spotter.active = True
    steps = fire.carry_out_fire(scene, "axis")
    next(steps)
    assert [name for name in steps.send(mortar.id).options if not name.startswith("smoke")] == ["A9"]


def test_a_spotter_activates_any_number_of_mortars() -> None:
    """V8: a mortar that was not called waits for another order."""
    scene, spotter, first, second = spotting()
    assert spotter in fire.can_fire(scene, "axis")
    answers = {"fire": spotter.id, "fire_more": [[first.id]], "target": ["E6"]}
    run(fire.carry_out_fire(scene, "axis"), answers)
    assert first.weapon is not None and first.weapon.fired
    assert not second.active
    assert not scene.spotter_group


# Movement


def test_a_team_of_light_wounds_goes_on() -> None:
    """A36: the team keeps the squad's activation until the order ends."""
    scene = far_off(fight())
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "E6")
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    scene.camps["axis"].hand = [in_hand(action="light_wounds", number=92)]
    rolls(scene, "allied", (6, 6))
    rolls(scene, "axis", (1, 1))
    answers = {"move": mover.id, "mover": mover.id, "step": ["E3", "E4", "stop"], "light_wounds": "yes"}
    run(move.carry_out_move(scene, "axis"), {**answers, "op_fire": ["91", "none"]})
    [team] = scene.list_units(scene.board.numbers["E4"], "axis")
    assert (team.kind, team.active, team.moving) == ("team", True, False)


@pytest.mark.parametrize(
    ("order", "optional", "state"),
    [
        ("move", (), "broken"),
        ("move", ("H-F103.2",), "suppressed"),
        ("advance", (), "suppressed"),
        ("advance", ("H-F103.2",), "suppressed"),
    ],
)
def test_a_tie_against_mines(order: str, optional: tuple[str, ...], state: str) -> None:
    """F103.2, O20.3.4: only units activated to move break; 6 and a 7 against 7 and a 6."""
    scene = far_off(fight(optional=optional))
    unit = put(scene, "axis", "squad_rifle", "E2")
    scene.works[scene.board.numbers["E3"]] = "mines"
    rolls(scene, "allied", (3, 4))
    rolls(scene, "axis", (3, 3))
    answers = {"move": unit.id, "mover": unit.id, "step": ["E3", "stop"]}
    if order == "advance":
        answers = {"advance": unit.id, "advance_to": "E3"}
    carry_out = move.carry_out_move if order == "move" else melee.carry_out_advance
    run(carry_out(scene, "axis"), answers)
    assert (unit.broken, unit.suppressed) == (state == "broken", state == "suppressed")


def test_returned_units_may_be_activated_again() -> None:
    """7.2.1: even in the turn in which they return."""
    scene = far_off(fight())
    unit = put(scene, "axis", "squad_rifle", "E10")
    unit.active = True
    exit_map(scene, unit, 1)
    assert not unit.active


def test_a_weapon_is_taken_by_the_house_rule_alone() -> None:
    """11.3: the mover gives its weapon; with H-11.3 it may take one, also in an Advance."""
    for optional, found in (((), {"give"}), (("H-11.3",), {"give", "take"})):
        scene = far_off(fight(optional=optional))
        armed = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg")
        bare = put(scene, "axis", "team_line", "E4")
        both = [*move.list_transfers(scene, [armed]), *move.list_transfers(scene, [bare])]
        assert {option.partition(":")[0] for option in both} == found
        if optional:
            answers = {"advance": bare.id, "advance_to": f"take:{armed.id}"}
            run(melee.carry_out_advance(scene, "axis"), answers)
            assert armed.weapon is None and bare.weapon is not None


def test_a_weapon_is_dropped_between_orders() -> None:
    """11.3: dropping uses no card and is no order, so discarding is still possible."""
    scene = far_off(fight())
    armed = put(scene, "axis", "squad_rifle", "E4", weapon="heavy_mg")
    weapon = armed.weapon
    scene.camps["axis"].hand = [in_hand(number=91)]
    asked = run(
        course.take_turn(scene, "axis"), {"order": [f"drop:{armed.id}", "discard"], "discards": [["91"]]}
    )
    assert "discards" in asked
    assert (armed.weapon, scene.wrecks) == (None, [weapon])


def test_dropping_a_heavy_weapon_restores_movement() -> None:
    """11.3, 11.1: it costs nothing and the movement penalty ends at once."""
    scene = far_off(fight())
    armed = put(scene, "axis", "squad_rifle", "E2", weapon="heavy_mg")
    slow = scene.get_move_points(armed)
    assert armed.weapon is not None and armed.weapon.counter.front.move
    way = [f"E{3 + step}" for step in range(slow - armed.weapon.counter.front.move)]
    answers = {"move": armed.id, "mover": armed.id, "step": [f"drop:{armed.id}", *way, "stop"]}
    run(move.carry_out_move(scene, "axis"), answers)
    assert len(way) > slow
    assert (scene.board.names[armed.hex], armed.weapon) == (way[-1], None)


def test_a_unit_may_climb_after_dropping_its_weapon() -> None:
    """11.3, O16.2: an Advance without a weapon crosses a cliff."""
    scene = far_off(fight(wall("E4", "E5", "cliff")))
    armed = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg")
    answers = {"advance": armed.id, "advance_to": [f"drop:{armed.id}", "E5"]}
    run(melee.carry_out_advance(scene, "axis"), answers)
    assert (scene.board.names[armed.hex], armed.weapon) == ("E5", None)


def test_a_random_commander_seldom_drops_weapons() -> None:
    """11.3: a few of many answers drop a weapon."""
    anybody = RandomBot("1")
    prompt = Choose("5", "order", "axis", "card", ("drop:u1", "drop:u2", "90", "discard"))
    thrown = sum(anybody(prompt).startswith("drop:") for _ in range(2000))
    assert 0 < thrown < 100


@pytest.mark.parametrize(("optional", "owner"), [((), "axis"), (("H-O23.3.5",), "allied")])
@pytest.mark.parametrize("hexes", [("E4",), ("E3", "E4")])
def test_a_retreat_through_an_objective(
    optional: tuple[str, ...], owner: str, hexes: tuple[str, ...]
) -> None:
    """7.3.1, H-O23.3.5: the unit takes the objective, unless the house rule forbids it."""
    scene = far_off(fight(optional=optional))
    put(scene, "axis", "squad_rifle", "E5", broken=True)
    scene.objectives = {1: frozenset(scene.board.numbers[name] for name in hexes)}
    scene.control = {1: "allied"}
    rolls(scene, "allied", (5, 5))
    run(recover.rout(scene, "allied"), {"retreat": ["E4", "E3", "E2"]})
    assert scene.control == {1: owner}


# Events


def happens(scene: Fight, name: str, hex_: str = "E5", /, **answers: Any) -> None:
    """Resolve an event of the Axis player with the given random hex."""
    rolls(scene, "axis", die(1, 1, event=name), die(1, 1, hex_=hex_))
    run(events.resolve_event(scene, "axis"), answers)


def test_a_hero_may_appear_on_a_controlled_objective() -> None:
    """E58, glossary: friendly hexes hold friends or belong to a controlled objective."""
    scene = far_off(fight(objectives={1: "H5", 2: "K5", 3: "M5"}))
    put(scene, "allied", "squad_line", "K5")
    scene.control = {1: "axis", 2: "axis", 3: "allied"}
    found = [scene.board.names[hex_] for hex_ in events.list_friendly_hexes(scene, "axis")]
    assert found == ["A1", "H5"]
    happens(scene, "hero", hero="H5")
    assert [unit.kind for unit in scene.list_units(scene.board.numbers["H5"], "axis")] == ["hero"]


def test_a_blaze_on_an_objective_changes_control() -> None:
    """E46, 7.3.1.1: once the unit has left, the enemy is alone in the building."""
    scene = far_off(fight())
    put(scene, "allied", "squad_line", "E5")
    put(scene, "axis", "squad_rifle", "E6")
    scene.objectives = {1: frozenset(scene.board.numbers[name] for name in ("E5", "E6"))}
    scene.control = {1: "allied"}
    happens(scene, "blaze", flee="E4")
    assert scene.control == {1: "axis"}


@pytest.mark.parametrize(("optional", "owner"), [((), "axis"), (("H-E42",), None)])
def test_late_events_do_not_change_control(optional: tuple[str, ...], owner: str | None) -> None:
    """H-E42: a unit that arrives by an event must leave and enter again."""
    scene = far_off(fight(optional=optional, objectives={1: "E5"}))
    scene.time = scene.sudden_death
    lost = put(scene, "axis", "squad_rifle", "K5")
    eliminate(scene, lost, "test")
    happens(scene, "walking_wounded", wounded=lost.id, place="E5")
    assert scene.control.get(1) == owner


def test_time_is_no_event() -> None:
    """H-E42, 6.1.2: the deck runs out during a late event; the defender still gets the VP."""
    scene = far_off(fight(optional=("H-E42",), postures={"allied": "defend"}))
    scene.time = scene.sudden_death
    camp = scene.camps["axis"]
    camp.deck = [die(1, 1), die(1, 1, event="dust", number=10), die(6, 6, "event", number=11)]
    camp.pile = [die(6, 6, number=number) for number in range(2, 9)]
    run(roll(scene, "axis", "attack"))
    assert (scene.advances, scene.marker) == (1, -1)


# The card


def test_a_scout_taken_as_spotter_comes_into_the_fight() -> None:
    """V8: a side with enough mortars may take a Scout instead of marking a leader."""
    card = copy.deepcopy(card_of(3))
    card["rules"]["optional"] = ["V8"]
    card["sides"]["axis"]["setup"]["mortar_spotter"] = "scout"
    [scout] = [unit for unit in new_fight(card, CATALOG).camps["axis"].units if unit.spotter]
    assert (scout.ref, scout.scout) == ("scout", True)


def test_bought_leaders_exclude_the_other_of_the_pair() -> None:
    """RS.7: if one of a pair was bought, no event brings the other."""
    card = copy.deepcopy(card_of(3))
    card["sides"]["allied"]["support"] = []
    card["sides"]["axis"]["support"] = [{"id": "x", "cost": 5, "pieces": ["german:lt_bolter"]}]
    assert new_fight(card, CATALOG).arrived_leaders == {"german:lt_bolter"}


def test_units_bought_alone_carry_no_weapon_of_the_order_of_battle() -> None:
    """RS.7: a bought weapon stays with its unit."""
    card = copy.deepcopy(card_of(3))
    force = card["sides"]["axis"]
    squad = next(ref for ref in force["counters"] if "squad" in ref)
    force["support"] = [{"id": "x", "cost": 1, "pieces": [squad]}]
    made = new_fight(card, CATALOG)
    [alone] = [unit for unit in made.camps["axis"].units if unit.bought]
    assert alone.ref == squad
    assert alone not in list_carriers(made, "axis", heavy=False)


def test_a_weapon_that_the_card_binds_is_with_its_unit() -> None:
    """11.2: the named unit carries the weapon."""
    card = copy.deepcopy(card_of(3))
    force = card["sides"]["axis"]
    counters = CATALOG.counters
    weapon = next(ref for ref in force["counters"] if counters[ref].kind == "weapon")
    squad = next(ref for ref in force["counters"] if counters[ref].kind == "squad")
    force["bound"] = [{"weapon": weapon, "unit": squad}]
    made = new_fight(card, CATALOG)
    armed = [unit for unit in made.camps["axis"].units if unit.weapon and unit.weapon.counter.ref == weapon]
    assert [unit.ref for unit in armed] == [squad]


# Optional choices of a player


@pytest.mark.parametrize("deploys", [True, False])
def test_the_free_deploy_of_a_crowded_hex_is_a_choice(deploys: bool) -> None:
    """8.2a: with it a squad and a team of two squads remain, without it one squad."""
    scene = far_off(fight(variants={"8.2": "a"}))
    squads = [put(scene, "axis", "squad_rifle", "E5") for _ in range(2)]
    run(course._reduce_stacks(scene), {"thin_out": squads[0].id if deploys else "none"})
    left = scene.list_units(scene.board.numbers["E5"], "axis")
    assert len(left) == (2 if deploys else 1)


def test_concealment_works_against_own_shells() -> None:
    """A29: every defender may play it; woods of 2 reduce the total by 2."""
    scene = far_off(fight(ground(E5="woods")))
    put(scene, "axis", "squad_rifle", "E5")
    scene.camps["axis"].hand = [in_hand(action="concealment", number=91)]
    attack = Attack("axis", (), [scene.board.numbers["E5"]], 8, shells=True, total=15)
    run(roll_defences(scene, attack), {"hide_action": "concealment:91"})
    assert attack.total == 13


# The film


def test_a_film_tells_what_an_attack_comes_to() -> None:
    """O20.3.3, O20.3.4: firepower, total, and the defender's morale with cover."""
    scene = far_off(fight(ground(E5="woods")))
    put(scene, "allied", "squad_line", "E5")
    scene.log_enabled = True
    rolls(scene, "allied", (6, 6))
    shot(scene, (1, 1))
    [total] = [line.facts for line in scene.log if line.what == "total"]
    [defends] = [line.facts for line in scene.log if line.what == "defends"]
    assert (total["fp"], total["total"], total["hexes"]) == (5, 7, ("E5",))
    assert (defends["morale"], defends["total"]) == (8, 7)


def test_a_film_tells_the_move_before_what_it_takes() -> None:
    """7.3.1: the move precedes the change of control."""
    scene = far_off(fight(objectives={1: "E3"}))
    mover = put(scene, "axis", "squad_rifle", "E2")
    scene.log_enabled = True
    run(move.carry_out_move(scene, "axis"), {"move": mover.id, "mover": mover.id, "step": ["E3", "stop"]})
    steps = [line.what for line in scene.log if line.what in ("moved", "objective")]
    assert steps == ["moved", "objective"]
