"""A24-A41, 5, 6, 8, O14-O15: actions, the turn and mandatory parts of an order."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal import fire, melee, move, recover
from generator.games.combat_commander.rehearsal.artillery import (
    can_deny,
    can_request,
    carry_out_denial,
    carry_out_request,
)
from generator.games.combat_commander.rehearsal.cards import draw_hand, jam_weapons
from generator.games.combat_commander.rehearsal.damage import break_unit, repair_weapons, suppress
from generator.games.combat_commander.rehearsal.fire import Piece
from generator.games.combat_commander.rehearsal.pieces import Radio
from generator.games.combat_commander.rehearsal.state import Fight, FightEnded
from generator.games.combat_commander.rehearsal.time_track import advance_time
from generator.games.combat_commander.rehearsal.victory import eliminate, exit_map
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


def duel(weapon: str = "", *, posture: str = "recon", **terrain: str) -> tuple[Fight, list[Piece], Any]:
    """Return a fight with a German squad at E2, an American one at E5, and the German pieces."""
    scene = fight(ground(**terrain), postures={"axis": posture, "allied": posture})  # type: ignore[dict-item]
    squad = put(scene, "axis", "squad_rifle", "E2", weapon=weapon)
    target = put(scene, "allied", "squad_line", "E5")
    put(scene, "allied", "squad_line", "A9")
    return scene, [Piece(squad, squad.weapon)], target


def total(scene: Fight, pieces: list[Piece], target: Any, *actions: str) -> int:
    """Return the total of an attack with some action cards and a roll of two ones."""
    cards = [in_hand(action=action, number=80 + n) for n, action in enumerate(actions)]
    scene.camps["axis"].hand = cards
    rolls(scene, "axis", (1, 2))
    rolls(scene, "allied", (6, 6), (6, 6))
    wanted = [f"{card.text.action}:{card.number}" for card in cards]
    run(fire.resolve_attack(scene, "axis", pieces, target.hex), {"fire_action": wanted})
    found_total: int = scene.attack.total
    return found_total


# A27-A41: actions that strengthen an attack


@pytest.mark.parametrize(
    ("weapon", "posture", "may"),
    [("heavy_mg", "defend", True), ("heavy_mg", "attack", False), ("light_mg", "defend", False)],
)
def test_bore_sighting(weapon: str, posture: str, may: bool) -> None:
    """A27: only the defender, with a weapon of at least 5."""
    scene, pieces, target = duel(weapon, posture=posture)
    scene.camps["axis"].hand = [in_hand(action="bore_sighting")]
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    assert ("bore_sighting" in fire.list_attack_actions(scene, attack)) is may
    if may:
        assert total(scene, pieces, target, "bore_sighting") == 8 + 3 + 2


def test_crossfire_needs_a_mover() -> None:
    """A30: Crossfire needs a moving target."""
    scene, pieces, target = duel()
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    scene.camps["axis"].hand = [in_hand(action="crossfire")]
    assert fire.list_attack_actions(scene, attack) == ()
    target.moving = True
    assert fire.list_attack_actions(scene, attack) == ("crossfire",)


def test_hand_grenades_need_a_neighbour() -> None:
    """A34: a firing piece must be adjacent to the target."""
    scene, pieces, target = duel()
    scene.camps["axis"].hand = [in_hand(action="hand_grenades")]
    assert fire.list_attack_actions(scene, fire.Attack("axis", tuple(pieces), [target.hex], 5)) == ()
    near = put(scene, "axis", "squad_rifle", "E4")
    attack = fire.Attack("axis", (*pieces, Piece(near, None)), [target.hex], 5)
    assert fire.list_attack_actions(scene, attack) == ("hand_grenades",)


def test_marksmanship_needs_a_firing_unit() -> None:
    """A37: a squad or team must fire itself, not only a weapon."""
    scene, pieces, target = duel("light_mg")
    scene.camps["axis"].hand = [in_hand(action="marksmanship")]
    assert fire.list_attack_actions(scene, fire.Attack("axis", tuple(pieces), [target.hex], 5)) == ()
    assert total(scene, [Piece(pieces[0].unit, None)], target, "marksmanship") == 5 + 3 + 2


def test_spray_fire_takes_two_hexes() -> None:
    """A40: boxed range, two adjacent enemy hexes, one roll for both, never three."""
    scene = fight()
    squad = put(scene, "allied", "squad_line", "E2")  # range is not boxed on this side
    boxed = next(
        ref
        for ref, c in CATALOG.counters.items()
        if c.faction == "german" and c.kind == "squad" and "range" in c.front.boxed
    )
    gunner = put(scene, "axis", boxed.partition(":")[2], "E7")
    first, second = put(scene, "allied", "squad_line", "E5"), put(scene, "allied", "squad_line", "E4")
    scene.camps["axis"].hand = [in_hand(action="spray_fire", number=91)]
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1), (1, 1))
    run(
        fire.resolve_attack(scene, "axis", [Piece(gunner, None)], first.hex),
        {"fire_action": "spray_fire:91", "spray": "E4"},
    )
    assert first.broken and second.broken
    assert not squad.broken


@pytest.mark.parametrize(("dice", "broken"), [((3, 3), True), ((3, 4), False)])
def test_sustained_fire_overheats_on_a_double(dice: tuple[int, int], broken: bool) -> None:
    """A41: two more firepower; a double breaks the machine gun."""
    scene, pieces, target = duel("light_mg")
    scene.camps["axis"].hand = [in_hand(action="sustained_fire", number=91)]
    rolls(scene, "axis", dice)
    run(fire.resolve_attack(scene, "axis", pieces, target.hex), {"fire_action": "sustained_fire:91"})
    weapon = pieces[0].unit.weapon
    assert weapon is not None and weapon.broken is broken


# A29, A35: actions of the target


def test_concealment_reduces_the_total_by_the_cover() -> None:
    """A29: woods of 2 reduce a total of 16 to 14."""
    scene, pieces, target = duel(E5="woods")
    scene.camps["allied"].hand = [in_hand(action="concealment", number=91)]
    rolls(scene, "axis", (6, 5))
    rolls(scene, "allied", (3, 3))
    run(fire.resolve_attack(scene, "axis", pieces, target.hex), {"hide_action": "concealment:91"})
    assert scene.attack.total == 14
    assert target.suppressed  # 6 + 2 + 6 is the same


@pytest.mark.parametrize(
    ("action", "terrain", "posture", "work"),
    [
        ("hidden_entrenchments", {}, "defend", "foxholes"),
        ("hidden_entrenchments", {}, "attack", None),
        ("hidden_entrenchments", {"E5": "building"}, "defend", None),
        ("hidden_entrenchments", {"E5": "marsh"}, "defend", None),
    ],
)
def test_hidden_entrenchments(
    action: str, terrain: Mapping[str, str], posture: str, work: str | None
) -> None:
    """A35.1: only the defender, not in a building or in water."""
    scene, pieces, target = duel(posture=posture, **terrain)
    scene.camps["allied"].hand = [in_hand(action=action, number=91)]
    run(
        fire.resolve_attack(scene, "axis", pieces, target.hex),
        {"hide_action": f"{action}:91"} if work else {},
    )
    assert scene.works.get(target.hex) == work


def test_a_hidden_pillbox_only_on_an_objective_and_once() -> None:
    """A35.3: a hidden pillbox needs an objective and exists once."""
    scene, pieces, target = duel(posture="defend")
    scene.camps["allied"].hand = [in_hand(action="hidden_pillbox", number=91)]
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    assert fire.list_defence_actions(scene, attack, target.hex, "allied") == ()
    scene.objectives = {1: frozenset({target.hex})}
    assert fire.list_defence_actions(scene, attack, target.hex, "allied") == ("hidden_pillbox",)
    scene.works[scene.board.numbers["A9"]] = "pillbox"
    assert fire.list_defence_actions(scene, attack, target.hex, "allied") == ()


def test_hidden_mines_attack_entering_units() -> None:
    """A35.2: the attack comes at once; units already there are not attacked."""
    scene = fight(postures={"allied": "defend"})
    mover, there = put(scene, "axis", "squad_rifle", "E2"), put(scene, "axis", "squad_rifle", "E3")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["allied"].hand = [in_hand(action="hidden_mines", number=91)]
    rolls(scene, "allied", (6, 6))
    rolls(scene, "axis", (1, 1))
    answers = {
        "move": mover.id,
        "mover": mover.id,
        "step": ["E3", "stop"],
        "hidden_action": "hidden_mines:91",
    }
    run(move.carry_out_move(scene, "axis"), answers)
    assert (mover.broken, there.broken) == (True, False)


# A26, A31, A35.4, A36, A38, A39


def test_assault_fire_is_for_boxed_movers() -> None:
    """A26: one attack per card by moving units and weapons with boxed firepower."""
    scene = fight()
    mover = put(scene, "allied", "squad_line", "E6")
    target = put(scene, "axis", "squad_rifle", "E3")
    assert move.list_assault_targets(scene, [mover]) == [target.hex]
    assert move.list_assault_targets(scene, [put(scene, "allied", "team_weapon", "E6")]) == []


def discard(scene: Fight, chosen: list[str], **answers: Any) -> None:
    scene.camps["axis"].hand = [in_hand(number=number) for number in (80, 81, 82)]
    run(course.take_turn(scene, "axis"), {"order": "discard", "discards": [chosen], **answers})


def test_demolitions_react_to_a_pass() -> None:
    """A31: remove a work under own units when the enemy discards, not when it discards nothing."""
    for chosen, left in ((["80"], 0), ([], 1)):
        scene = fight()
        put(scene, "axis", "squad_rifle", "A1")
        unit = put(scene, "allied", "squad_line", "E5")
        scene.works[unit.hex] = "foxholes"
        scene.camps["allied"].hand = [in_hand(action="demolitions", number=91)]
        discard(scene, chosen, **({"demolitions": "demolitions:91"} if chosen else {}))
        assert len(scene.works) == left


def test_discards_after_orders_are_no_pass() -> None:
    """A31, A35.4, O15: a formation that discards after its orders has not passed."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    unit = put(scene, "allied", "squad_line", "E9")
    scene.works[unit.hex] = "foxholes"
    scene.camps["allied"].hand = [in_hand(action="demolitions", number=91)]
    scene.camps["axis"].late_discards = 2
    scene.camps["axis"].hand = [in_hand(order="move", number=80), *(in_hand(number=n) for n in (81, 82))]
    asked = run(
        course.take_turn(scene, "axis"),
        {"order": ["80", "end"], "move": mover.id, "step": ["E3", "stop"], "discards": [["81"]]},
    )
    assert "demolitions" not in asked


def test_a_hidden_unit_takes_its_objective() -> None:
    """A35.4, 7.3.1: it appears in an empty covered hex of the zone."""
    scene = fight(ground(E9="woods", F9="woods"), postures={"allied": "defend"}, objectives={1: "E9"})
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    camp = scene.camps["allied"]
    camp.zone = frozenset(scene.board.numbers[name] for name in ("E9", "F9", "G9"))
    camp.hand = [in_hand(action="hidden_unit", number=91)]
    scene.stock |= dict.fromkeys(CATALOG.leaders, 1)
    offer = next(
        o
        for o in CATALOG.support.values()
        if o.faction == "american" and 1943 in o.years and o.kind != "radio" and not o.restriction
    )
    rolls(scene, "allied", (max(1, offer.roll - 6), min(6, offer.roll - 1)))
    discard(scene, ["80"], hidden_unit="hidden_unit:91", support=offer.id, place="E9")
    assert scene.control == {1: "allied"}


@pytest.mark.parametrize(("broken", "kept"), [(False, False), (True, True)])
def test_light_wounds(broken: bool, kept: bool) -> None:
    """A36: for a point a team replaces the squad, with its state and weapon."""
    scene = fight()
    squad = put(scene, "allied", "squad_line", "E5", broken=broken, weapon="medium_mg")
    squad.active = True
    scene.camps["allied"].hand = [in_hand(action="light_wounds", number=91)]
    run(break_unit(scene, squad, "test"), {"light_wounds": "yes"})
    [team] = scene.list_units(scene.board.numbers["E5"], "allied")
    assert (team.kind, team.broken, team.active, team.weapon is not None) == ("team", kept, True, True)
    assert scene.marker == 1
    assert scene.camps["allied"].lost == []


@pytest.mark.parametrize(
    ("axis", "allied", "vp"), [("german", "russian", 2), ("german", "american", 0), ("italian", "russian", 0)]
)
def test_no_quarter(axis: str, allied: str, vp: int) -> None:
    """A38: 2 points for surviving Germans against Russians, and for Russians."""
    scene = fight(factions={"axis": axis, "allied": allied})
    squads = {
        side: next(
            ref.partition(":")[2]
            for ref, c in CATALOG.counters.items()
            if c.faction == faction and c.kind == "squad"
        )
        for side, faction in (("axis", axis), ("allied", allied))
    }
    for side, hex_ in (("axis", "A1"), ("allied", "A9")):
        put(scene, side, squads[side], hex_)  # type: ignore[arg-type]
        put(scene, side, squads[side], "E5")  # type: ignore[arg-type]
    scene.camps["axis"].hand = [in_hand(action="no_quarter", number=91)]
    scene.camps["axis"].units[1].veteran = True
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1))
    run(melee.resolve_melees(scene, "axis"), {"no_quarter": "no_quarter:91"} if vp else {})
    assert scene.marker == 2 + vp


def test_smoke_grenades_of_boxed_movers() -> None:
    """A39: into or beside the hex of a mover with boxed movement, before it moves."""
    scene = fight()
    boxed = next(
        ref
        for ref, c in CATALOG.counters.items()
        if c.faction == "german" and c.kind == "squad" and "move" in c.front.boxed
    )
    mover = put(scene, "axis", boxed.partition(":")[2], "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["axis"].hand = [in_hand(action="smoke_grenades", number=91)]
    answers = {"move_action": "smoke_grenades:91", "smoke_hex": "E3", "step": ["E3", "stop"]}
    run(move.carry_out_move(scene, "axis"), answers)
    assert list(scene.smoke) == [scene.board.numbers["E3"]]
    assert scene.board.names[mover.hex] == "E3"


# O14, O15, 5, 6, 8


def test_a_fire_order_needs_one_attack() -> None:
    """O14.4: a Fire order is carried out at least once."""
    scene, pieces, target = duel()
    offered: list[list[str]] = []
    steps = fire.carry_out_fire(scene, "axis")
    answer = None
    rolls(scene, "axis", (1, 1))
    try:
        while True:
            prompt = steps.send(answer)
            options = list(getattr(prompt, "options", ()))
            if prompt.ask == "target":
                offered.append(options)
            answer = (
                "no" if prompt.ask == "reroll" else (options[0] if getattr(prompt, "single", True) else [])
            )
    except StopIteration:
        pass
    assert offered[0] == ["E5"]
    assert offered[-1] == ["done"]
    assert pieces[0].unit.fired
    assert target is not None


def test_an_order_takes_a_card_and_activates_once() -> None:
    """O14.1, 5.1: a moved unit is not activated again in the turn; 5.4: the hand is filled at its end."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["axis"].hand = [in_hand(order="move", number=n) for n in (80, 81)]
    asked = run(course.take_turn(scene, "axis"), {"order": ["80", "end"], "step": ["E3", "stop"]})
    assert asked.count("order") == 2
    assert mover.active
    assert len(scene.camps["axis"].hand) == 5
    assert move.can_move(scene, "axis") == []


def test_time_interrupts_the_filling_of_a_hand() -> None:
    """5.4, 6.1.2: the last card drawn advances Time and the pile is shuffled."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    camp = scene.camps["axis"]
    camp.deck, camp.pile = [die(1, 1, number=1)], [die(1, 1, number=n) for n in range(2, 9)]
    run(draw_hand(scene, "axis"))
    assert (scene.time, len(camp.hand), len(camp.deck)) == (1, 5, 3)


def test_reinforcements_may_enter_an_enemy_hex() -> None:
    """6.1.2, O16.4.2: along the friendly edge; the melee follows after all Time steps."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "A2")
    coming = put(scene, "axis", "squad_rifle", "B2")
    scene.place_unit(coming, -1)
    scene.camps["axis"].units.remove(coming)
    scene.camps["axis"].coming = {1: [coming]}
    enemy = put(scene, "allied", "squad_line", "E1")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["axis"].deck = [die(6, 6, number=n) for n in range(40)]
    scene.camps["allied"].deck = [die(1, 1, number=n) for n in range(40)]
    run(advance_time(scene, "axis"), {"enter": "E1"})
    assert (enemy.out, coming.out) == ("casualty", "")


def test_dig_in_when_time_advances() -> None:
    """A32, 6.1.2: foxholes in hexes with own units, not in water."""
    scene = fight(ground(A1="marsh"))
    put(scene, "axis", "squad_rifle", "A1")
    unit = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["axis"].hand = [in_hand(action="dig_in", number=91)]
    run(advance_time(scene, "allied"), {"dig_in": "dig_in:91", "dig_in_hex": "E2"})
    assert scene.works == {unit.hex: "foxholes"}


def test_time_removes_one_smoke() -> None:
    """6.1.2: one marker, chosen by the player who advanced Time."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    scene.smoke = {scene.board.numbers[name]: 3 for name in ("E5", "E6")}
    run(advance_time(scene, "axis"), {"clear_smoke": "E6"})
    assert list(scene.smoke) == [scene.board.numbers["E5"]]


@pytest.mark.parametrize(("fired", "gone"), [(1, False), (2, True)])
def test_denied_artillery(fired: int, gone: bool) -> None:
    """O17, O18.1: a radio breaks, then is eliminated; a request repairs it without an activation."""
    scene = fight()
    leader = put(scene, "axis", "sgt_grein", "E2")
    put(scene, "allied", "squad_line", "A9")
    assert not can_deny(scene, "allied") and not can_request(scene, "axis")
    scene.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    for _ in range(fired):
        run(carry_out_denial(scene, "allied"))
    radio = scene.camps["axis"].radio
    assert (radio is None) is gone
    if radio is not None:
        run(carry_out_request(scene, "axis"))
        assert not radio.broken and not leader.active


def test_a_radio_breaks_after_smoke() -> None:
    """V5, O18.2.3.1: seven markers, and the radio breaks."""
    scene = fight(optional=("V5",))
    put(scene, "axis", "sgt_grein", "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    rolls(scene, "axis", (6, 6), (1, 4))
    run(carry_out_request(scene, "axis"), {"spot": "H5", "rounds": "smoke"})
    assert len(scene.smoke) == 7
    assert scene.camps["axis"].radio.broken


def test_a_cliff_is_climbed_without_a_weapon() -> None:
    """O16.2, T83: only by an advance."""
    scene = fight(wall("E4", "E5", "cliff"))
    bare = put(scene, "axis", "squad_rifle", "E4")
    armed = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg")
    there = scene.board.numbers["E5"]
    assert there in melee.list_advance_hexes(scene, bare)
    assert there not in melee.list_advance_hexes(scene, armed)
    assert there not in move.list_steps(scene, [bare], 0, 0)


def test_moves_do_not_enter_enemy_hexes() -> None:
    """O21.4: a move may not enter an enemy hex; O16.2: an advance may."""
    scene = fight()
    squad = put(scene, "axis", "squad_rifle", "E4")
    enemy = put(scene, "allied", "squad_line", "E5")
    assert enemy.hex not in move.list_steps(scene, [squad], 0, 0)
    assert enemy.hex in melee.list_advance_hexes(scene, squad)


def test_a_weapon_transfer_costs_a_point() -> None:
    """11.3, O21.1.1, V12: to a unit in the hex without one; no heavy weapon to a leader."""
    scene = fight(optional=("V12",))
    giver = put(scene, "axis", "squad_rifle", "E4", weapon="heavy_mg")
    taker, leader = put(scene, "axis", "team_line", "E4"), put(scene, "axis", "sgt_grein", "E4")
    put(scene, "allied", "squad_line", "A9")
    assert move.list_transfers(scene, [giver]) == [f"give:{taker.id}"]
    assert leader.weapon is None
    move.transfer_weapon(scene, giver, f"give:{taker.id}")
    assert giver.weapon is None and taker.weapon is not None


@pytest.mark.parametrize(("number", "state"), [(1, "sound"), (6, "broken"), (10, "gone")])
def test_random_hex_numbers_repair_or_eliminate_weapons(number: int, state: str) -> None:
    """11.4: low numbers repair, high numbers eliminate."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg")
    assert unit.weapon is not None
    jam_weapons(scene, [unit.weapon])
    repair_weapons(scene, number)
    now = "gone" if unit.weapon is None else ("broken" if unit.weapon.broken else "sound")
    assert now == state


def test_a_suppressed_unit_fires_no_weapon_and_recovers_first() -> None:
    """13.2, 13.3, O22.2: all figures reduced by one; Recover first removes the marker."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg", suppressed=True)
    assert not scene.can_shoot_weapon(unit)
    assert (scene.get_fp(unit), scene.get_move_points(unit)) == (4, 3)
    run(recover.recover(scene, "axis"))
    assert not unit.suppressed
    assert not recover.can_recover(scene, "axis")


def test_suppressed_twice() -> None:
    """V19: the unit breaks and loses the marker; without V19 nothing happens."""
    for optional, broken in ((("V19",), True), ((), False)):
        scene = fight(optional=optional)
        unit = put(scene, "axis", "squad_rifle", "E4", suppressed=True)
        run(suppress(scene, unit, "test"))
        assert (unit.broken, unit.suppressed) == (broken, not broken)


def test_wire_weakens_units_and_forbids_weapons() -> None:
    """F106.1, F106.3: one less firepower, range and morale; no weapon; no joint fire group."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E4", weapon="light_mg")
    beside = put(scene, "axis", "squad_rifle", "E5")
    before = scene.get_fp(unit), scene.get_range(unit), scene.get_morale(unit), scene.get_move_points(unit)
    scene.works[unit.hex] = "wire"
    after = scene.get_fp(unit), scene.get_range(unit), scene.get_morale(unit), scene.get_move_points(unit)
    assert [a - b for a, b in zip(after, before, strict=True)] == [-1, -1, -1, 0]
    assert not scene.can_shoot_weapon(unit)
    pieces = [Piece(unit, None), Piece(beside, None)]
    assert fire.filter_chain(scene, pieces) == pieces[:1]


def test_both_surrender_at_once() -> None:
    """6.3.1, 9.2: the Initiative decides."""
    scene = fight()
    for camp in scene.camps.values():
        camp.surrender = 1
    put(scene, "axis", "squad_rifle", "E5")
    put(scene, "allied", "squad_line", "E5")
    scene.initiative = "allied"
    rolls(scene, "axis", (3, 4))
    rolls(scene, "allied", (3, 2))
    with pytest.raises(FightEnded):
        run(melee.resolve_melees(scene, "axis"))
    assert (scene.winner, scene.ending) == ("allied", "surrender")


@pytest.mark.parametrize(("letter_rule", "vp"), [("double_elimination_vp", 4), ("", 2)])
def test_doubled_points(letter_rule: str, vp: int) -> None:
    """7.3.2: a chit that doubles eliminations for both sides."""
    scene = fight()
    scene.chits = [
        letter for letter, chit in CATALOG.chits.items() if letter_rule and chit.rule == letter_rule
    ]
    unit = put(scene, "allied", "squad_line", "E5")
    put(scene, "allied", "squad_line", "A9")
    put(scene, "axis", "squad_rifle", "A1")
    eliminate(scene, unit, "test")
    assert scene.marker == vp


def test_exited_units_return_unbroken_and_without_markers() -> None:
    """7.2.1: onto the Time track, no longer veteran, with a repaired weapon."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E10", broken=True, suppressed=True, weapon="light_mg")
    put(scene, "axis", "squad_rifle", "A1")
    unit.veteran = True
    assert unit.weapon is not None
    unit.weapon.broken = True
    exit_map(scene, unit, 1)
    assert (unit.broken, unit.suppressed, unit.veteran, unit.weapon.broken) == (False,) * 4
    assert scene.camps["axis"].coming == {1: [unit]}


def test_a_rout_is_announced_for_either_side_once() -> None:
    """O23.1: the player is activated, not the units; it may be the active player."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "E5", broken=True)
    put(scene, "allied", "squad_line", "E9", broken=True)
    assert set(recover.list_routable_sides(scene)) == {"axis", "allied"}
    run(recover.rout(scene, "axis"), {"rout": "axis"})
    assert recover.list_routable_sides(scene) == ["allied"]
    assert not recover.can_recover(scene, "axis")


def test_a_retreat_through_mines_and_wire() -> None:
    """O23.3.3, O23.3.4: wire does not stop a retreat, mines attack."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    numbers = scene.board.numbers
    scene.works = {numbers["E4"]: "wire", numbers["E3"]: "mines"}
    rolls(scene, "allied", (4, 5), (6, 6))
    rolls(scene, "axis", (1, 1))
    run(recover.rout(scene, "allied"), {"retreat": ["E4", "E3"]})
    assert unit.out == "casualty"
    assert scene.fallen == {numbers["E3"]: 1}
