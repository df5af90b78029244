"""A24-A41, 5, 6, 8, O14-O15: actions at their moment, the turn, and what an order must do."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal import fire, melee, move, recover
from generator.games.combat_commander.rehearsal.artillery import can_deny, can_request, deny, request
from generator.games.combat_commander.rehearsal.cards import draw, jam
from generator.games.combat_commander.rehearsal.fire import Piece
from generator.games.combat_commander.rehearsal.damage import break_unit, mend_weapons, suppress
from generator.games.combat_commander.rehearsal.pieces import Radio
from generator.games.combat_commander.rehearsal.state import Ended, Fight
from generator.games.combat_commander.rehearsal.time import advance
from generator.games.combat_commander.rehearsal.victory import eliminate, leave
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
    """A German squad at E2, an American one at E5, and what the German fires with."""
    found = fight(ground(**terrain), postures={"axis": posture, "allied": posture})  # type: ignore[dict-item]
    squad = put(found, "axis", "squad_rifle", "E2", weapon=weapon)
    target = put(found, "allied", "squad_line", "E5")
    put(found, "allied", "squad_line", "A9")
    return found, [Piece(squad, squad.weapon)], target


def total(found: Fight, pieces: list[Piece], target: Any, *actions: str) -> int:
    """The attack with some cards added to it and two ones rolled."""
    cards = [in_hand(action=action, number=80 + n) for n, action in enumerate(actions)]
    found.camps["axis"].hand = cards
    rolls(found, "axis", (1, 2))
    rolls(found, "allied", (6, 6), (6, 6))
    wanted = [f"{card.text.action}:{card.number}" for card in cards]
    run(fire.shoot(found, "axis", pieces, target.hex), {"fire_action": wanted})
    found_total: int = found.attack.total
    return found_total


# A27-A41: what adds to an attack


@pytest.mark.parametrize(
    ("weapon", "posture", "may"),
    [("heavy_mg", "defend", True), ("heavy_mg", "attack", False), ("light_mg", "defend", False)],
)
def test_bore_sighting(weapon: str, posture: str, may: bool) -> None:
    """A27: the defender's, with a weapon of at least 5."""
    found, pieces, target = duel(weapon, posture=posture)
    found.camps["axis"].hand = [in_hand(action="bore_sighting")]
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    assert ("bore_sighting" in fire.adding(found, attack)) is may
    if may:
        assert total(found, pieces, target, "bore_sighting") == 8 + 3 + 2


def test_crossfire_needs_a_mover() -> None:
    """A30."""
    found, pieces, target = duel()
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    found.camps["axis"].hand = [in_hand(action="crossfire")]
    assert fire.adding(found, attack) == ()
    target.moving = True
    assert fire.adding(found, attack) == ("crossfire",)


def test_hand_grenades_need_a_neighbour() -> None:
    """A34: one of those who fire must stand beside the target."""
    found, pieces, target = duel()
    found.camps["axis"].hand = [in_hand(action="hand_grenades")]
    assert fire.adding(found, fire.Attack("axis", tuple(pieces), [target.hex], 5)) == ()
    near = put(found, "axis", "squad_rifle", "E4")
    attack = fire.Attack("axis", (*pieces, Piece(near, None)), [target.hex], 5)
    assert fire.adding(found, attack) == ("hand_grenades",)


def test_marksmanship_is_for_men_not_weapons() -> None:
    """A37: a squad or team must fire itself."""
    found, pieces, target = duel("light_mg")
    found.camps["axis"].hand = [in_hand(action="marksmanship")]
    assert fire.adding(found, fire.Attack("axis", tuple(pieces), [target.hex], 5)) == ()
    assert total(found, [Piece(pieces[0].unit, None)], target, "marksmanship") == 5 + 3 + 2


def test_spray_fire_takes_two_hexes() -> None:
    """A40: boxed range, two neighbouring hexes with enemies, one roll for both, and not three."""
    found = fight()
    squad = put(found, "allied", "squad_line", "E2")  # range is not boxed on this side
    boxed = next(
        ref
        for ref, c in CATALOG.counters.items()
        if c.faction == "german" and c.kind == "squad" and "range" in c.front.boxed
    )
    gunner = put(found, "axis", boxed.partition(":")[2], "E7")
    first, second = put(found, "allied", "squad_line", "E5"), put(found, "allied", "squad_line", "E4")
    found.camps["axis"].hand = [in_hand(action="spray_fire", number=91)]
    rolls(found, "axis", (6, 6))
    rolls(found, "allied", (1, 1), (1, 1))
    run(
        fire.shoot(found, "axis", [Piece(gunner, None)], first.hex),
        {"fire_action": "spray_fire:91", "spray": "E4"},
    )
    assert first.broken and second.broken
    assert not squad.broken


@pytest.mark.parametrize(("dice", "broken"), [((3, 3), True), ((3, 4), False)])
def test_sustained_fire_overheats_on_a_double(dice: tuple[int, int], broken: bool) -> None:
    """A41: two more firepower; a double breaks the machine gun."""
    found, pieces, target = duel("light_mg")
    found.camps["axis"].hand = [in_hand(action="sustained_fire", number=91)]
    rolls(found, "axis", dice)
    run(fire.shoot(found, "axis", pieces, target.hex), {"fire_action": "sustained_fire:91"})
    weapon = pieces[0].unit.weapon
    assert weapon is not None and weapon.broken is broken


# A29, A35: what a target does


def test_concealment_takes_the_cover_off_once_more() -> None:
    """A29: woods of 2 make a total of 16 into 14."""
    found, pieces, target = duel(E5="woods")
    found.camps["allied"].hand = [in_hand(action="concealment", number=91)]
    rolls(found, "axis", (6, 5))
    rolls(found, "allied", (3, 3))
    run(fire.shoot(found, "axis", pieces, target.hex), {"hide_action": "concealment:91"})
    assert found.attack.total == 14
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
    """A35.1: the defender's, not in a building or in water."""
    found, pieces, target = duel(posture=posture, **terrain)
    found.camps["allied"].hand = [in_hand(action=action, number=91)]
    run(fire.shoot(found, "axis", pieces, target.hex), {"hide_action": f"{action}:91"} if work else {})
    assert found.works.get(target.hex) == work


def test_a_hidden_pillbox_only_on_an_objective_and_once() -> None:
    """A35.3."""
    found, pieces, target = duel(posture="defend")
    found.camps["allied"].hand = [in_hand(action="hidden_pillbox", number=91)]
    attack = fire.Attack("axis", tuple(pieces), [target.hex], 5)
    assert fire.hiding(found, attack, target.hex, "allied") == ()
    found.objectives = {1: frozenset({target.hex})}
    assert fire.hiding(found, attack, target.hex, "allied") == ("hidden_pillbox",)
    found.works[found.ground.numbers["A9"]] = "pillbox"
    assert fire.hiding(found, attack, target.hex, "allied") == ()


def test_hidden_mines_attack_who_comes_in() -> None:
    """A35.2: at once, and who was there already is left alone."""
    found = fight(postures={"allied": "defend"})
    mover, there = put(found, "axis", "squad_rifle", "E2"), put(found, "axis", "squad_rifle", "E3")
    put(found, "allied", "squad_line", "A9")
    found.camps["allied"].hand = [in_hand(action="hidden_mines", number=91)]
    rolls(found, "allied", (6, 6))
    rolls(found, "axis", (1, 1))
    answers = {
        "move": mover.id,
        "mover": mover.id,
        "step": ["E3", "stop"],
        "hidden_action": "hidden_mines:91",
    }
    run(move.order(found, "axis"), answers)
    assert (mover.broken, there.broken) == (True, False)


# A26, A31, A35.4, A36, A38, A39


def test_assault_fire_is_for_boxed_movers() -> None:
    """A26: one attack by those activated to move whose firepower is boxed, weapons too, for each card."""
    found = fight()
    mover = put(found, "allied", "squad_line", "E6")
    target = put(found, "axis", "squad_rifle", "E3")
    assert move.assault_targets(found, [mover]) == [target.hex]
    assert move.assault_targets(found, [put(found, "allied", "team_weapon", "E6")]) == []


def discard(found: Fight, chosen: list[str], **answers: Any) -> None:
    found.camps["axis"].hand = [in_hand(number=number) for number in (80, 81, 82)]
    run(course.turn(found, "axis"), {"order": "discard", "discards": [chosen], **answers})


def test_demolitions_answer_who_passes() -> None:
    """A31: a work under one's own men, when the enemy throws cards away and not when he throws none."""
    for chosen, left in ((["80"], 0), ([], 1)):
        found = fight()
        put(found, "axis", "squad_rifle", "A1")
        unit = put(found, "allied", "squad_line", "E5")
        found.works[unit.hex] = "foxholes"
        found.camps["allied"].hand = [in_hand(action="demolitions", number=91)]
        discard(found, chosen, **({"demolitions": "demolitions:91"} if chosen else {}))
        assert len(found.works) == left


def test_cards_thrown_away_after_orders_are_no_pass() -> None:
    """A31, A35.4, O15: a formation that may discard after its orders has not passed."""
    found = fight()
    mover = put(found, "axis", "squad_rifle", "E2")
    unit = put(found, "allied", "squad_line", "E9")
    found.works[unit.hex] = "foxholes"
    found.camps["allied"].hand = [in_hand(action="demolitions", number=91)]
    found.camps["axis"].late_discards = 2
    found.camps["axis"].hand = [in_hand(order="move", number=80), *(in_hand(number=n) for n in (81, 82))]
    asked = run(
        course.turn(found, "axis"),
        {"order": ["80", "end"], "move": mover.id, "step": ["E3", "stop"], "discards": [["81"]]},
    )
    assert "demolitions" not in asked


def test_a_hidden_unit_takes_the_objective_it_shows_up_on() -> None:
    """A35.4, 7.3.1: in an empty covered hex of the zone."""
    found = fight(ground(E9="woods", F9="woods"), postures={"allied": "defend"}, objectives={1: "E9"})
    put(found, "axis", "squad_rifle", "A1")
    put(found, "allied", "squad_line", "A9")
    camp = found.camps["allied"]
    camp.zone = frozenset(found.ground.numbers[name] for name in ("E9", "F9", "G9"))
    camp.hand = [in_hand(action="hidden_unit", number=91)]
    found.stock |= dict.fromkeys(CATALOG.leaders, 1)
    offer = next(
        o
        for o in CATALOG.support.values()
        if o.faction == "american" and 1943 in o.years and o.kind != "radio" and not o.restriction
    )
    rolls(found, "allied", (max(1, offer.roll - 6), min(6, offer.roll - 1)))
    discard(found, ["80"], hidden_unit="hidden_unit:91", support=offer.id, place="E9")
    assert found.control == {1: "allied"}


@pytest.mark.parametrize(("broken", "kept"), [(False, False), (True, True)])
def test_light_wounds(broken: bool, kept: bool) -> None:
    """A36: for a point a team takes the squad's place, broken as it was, with what it carries."""
    found = fight()
    squad = put(found, "allied", "squad_line", "E5", broken=broken, weapon="medium_mg")
    squad.active = True
    found.camps["allied"].hand = [in_hand(action="light_wounds", number=91)]
    run(break_unit(found, squad, "test"), {"light_wounds": "yes"})
    [team] = found.here(found.ground.numbers["E5"], "allied")
    assert (team.kind, team.broken, team.active, team.weapon is not None) == ("team", kept, True, True)
    assert found.marker == 1
    assert found.camps["allied"].lost == []


@pytest.mark.parametrize(
    ("axis", "allied", "vp"), [("german", "russian", 2), ("german", "american", 0), ("italian", "russian", 0)]
)
def test_no_quarter(axis: str, allied: str, vp: int) -> None:
    """A38: for Germans against Russians, and for Russians; 2 points to who survived the melee."""
    found = fight(factions={"axis": axis, "allied": allied})
    squads = {
        side: next(
            ref.partition(":")[2]
            for ref, c in CATALOG.counters.items()
            if c.faction == faction and c.kind == "squad"
        )
        for side, faction in (("axis", axis), ("allied", allied))
    }
    for side, hex_ in (("axis", "A1"), ("allied", "A9")):
        put(found, side, squads[side], hex_)  # type: ignore[arg-type]
        put(found, side, squads[side], "E5")  # type: ignore[arg-type]
    found.camps["axis"].hand = [in_hand(action="no_quarter", number=91)]
    found.camps["axis"].units[1].veteran = True
    rolls(found, "axis", (6, 6))
    rolls(found, "allied", (1, 1))
    run(melee.melees(found, "axis"), {"no_quarter": "no_quarter:91"} if vp else {})
    assert found.marker == 2 + vp


def test_smoke_grenades_of_boxed_movers() -> None:
    """A39: into the hex of a mover with boxed movement or beside it, before he moves."""
    found = fight()
    boxed = next(
        ref
        for ref, c in CATALOG.counters.items()
        if c.faction == "german" and c.kind == "squad" and "move" in c.front.boxed
    )
    mover = put(found, "axis", boxed.partition(":")[2], "E2")
    put(found, "allied", "squad_line", "A9")
    found.camps["axis"].hand = [in_hand(action="smoke_grenades", number=91)]
    answers = {"move_action": "smoke_grenades:91", "smoke_hex": "E3", "step": ["E3", "stop"]}
    run(move.order(found, "axis"), answers)
    assert list(found.smoke) == [found.ground.numbers["E3"]]
    assert found.ground.names[mover.hex] == "E3"


# O14, O15, 5, 6, 8


def test_somebody_must_fire() -> None:
    """O14.4: an order of fire that is given is carried out once at least."""
    found, pieces, target = duel()
    offered: list[list[str]] = []
    steps = fire.order(found, "axis")
    answer = None
    rolls(found, "axis", (1, 1))
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
    """O14.1, 5.1: who moved is not activated again in the turn; the hand is filled at its end (5.4)."""
    found = fight()
    mover = put(found, "axis", "squad_rifle", "E2")
    put(found, "allied", "squad_line", "A9")
    found.camps["axis"].hand = [in_hand(order="move", number=n) for n in (80, 81)]
    asked = run(course.turn(found, "axis"), {"order": ["80", "end"], "step": ["E3", "stop"]})
    assert asked.count("order") == 2
    assert mover.active
    assert len(found.camps["axis"].hand) == 5
    assert move.can_move(found, "axis") == []


def test_time_interrupts_the_filling_of_a_hand() -> None:
    """5.4, 6.1.2: the last card drawn moves Time, and the pile is shuffled."""
    found = fight()
    put(found, "axis", "squad_rifle", "A1")
    put(found, "allied", "squad_line", "A9")
    camp = found.camps["axis"]
    camp.deck, camp.pile = [die(1, 1, number=1)], [die(1, 1, number=n) for n in range(2, 9)]
    run(draw(found, "axis"))
    assert (found.time, len(camp.hand), len(camp.deck)) == (1, 5, 3)


def test_reinforcements_may_come_in_upon_an_enemy() -> None:
    """6.1.2, O16.4.2: along the friendly edge; the melee follows when Time has done."""
    found = fight()
    put(found, "axis", "squad_rifle", "A2")
    coming = put(found, "axis", "squad_rifle", "B2")
    found.put(coming, -1)
    found.camps["axis"].units.remove(coming)
    found.camps["axis"].coming = {1: [coming]}
    enemy = put(found, "allied", "squad_line", "E1")
    put(found, "allied", "squad_line", "A9")
    found.camps["axis"].deck = [die(6, 6, number=n) for n in range(40)]
    found.camps["allied"].deck = [die(1, 1, number=n) for n in range(40)]
    run(advance(found, "axis"), {"enter": "E1"})
    assert (enemy.out, coming.out) == ("casualty", "")


def test_dig_in_when_time_has_gone_on() -> None:
    """A32, 6.1.2: foxholes under one's own men, not in water."""
    found = fight(ground(A1="marsh"))
    put(found, "axis", "squad_rifle", "A1")
    unit = put(found, "axis", "squad_rifle", "E2")
    put(found, "allied", "squad_line", "A9")
    found.camps["axis"].hand = [in_hand(action="dig_in", number=91)]
    run(advance(found, "allied"), {"dig_in": "dig_in:91", "dig_in_hex": "E2"})
    assert found.works == {unit.hex: "foxholes"}


def test_smoke_goes_as_time_goes_on() -> None:
    """6.1.2: one marker, of whoever moved Time."""
    found = fight()
    put(found, "axis", "squad_rifle", "A1")
    put(found, "allied", "squad_line", "A9")
    found.smoke = {found.ground.numbers[name]: 3 for name in ("E5", "E6")}
    run(advance(found, "axis"), {"clear_smoke": "E6"})
    assert list(found.smoke) == [found.ground.numbers["E5"]]


@pytest.mark.parametrize(("fired", "gone"), [(1, False), (2, True)])
def test_denied_artillery(fired: int, gone: bool) -> None:
    """O17, O18.1: a radio breaks, then goes; a request mends a broken one and activates nobody."""
    found = fight()
    leader = put(found, "axis", "sgt_grein", "E2")
    put(found, "allied", "squad_line", "A9")
    assert not can_deny(found, "allied") and not can_request(found, "axis")
    found.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    for _ in range(fired):
        run(deny(found, "allied"))
    radio = found.camps["axis"].radio
    assert (radio is None) is gone
    if radio is not None:
        run(request(found, "axis"))
        assert not radio.broken and not leader.active


def test_a_radio_breaks_after_smoke() -> None:
    """V5, O18.2.3.1: seven markers, and the radio breaks."""
    found = fight(optional=("V5",))
    put(found, "axis", "sgt_grein", "E2")
    put(found, "allied", "squad_line", "A9")
    found.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    rolls(found, "axis", (6, 6), (1, 4))
    run(request(found, "axis"), {"spot": "H5", "rounds": "smoke"})
    assert len(found.smoke) == 7
    assert found.camps["axis"].radio.broken


def test_a_cliff_is_climbed_without_a_weapon() -> None:
    """O16.2, T83: by an advance alone."""
    found = fight(wall("E4", "E5", "cliff"))
    bare = put(found, "axis", "squad_rifle", "E4")
    armed = put(found, "axis", "squad_rifle", "E4", weapon="light_mg")
    there = found.ground.numbers["E5"]
    assert there in melee.reachable(found, bare)
    assert there not in melee.reachable(found, armed)
    assert there not in move.steps(found, [bare], 0, 0)


def test_who_moves_does_not_enter_an_enemy() -> None:
    """O21.4; O16.2: an advance does."""
    found = fight()
    squad = put(found, "axis", "squad_rifle", "E4")
    enemy = put(found, "allied", "squad_line", "E5")
    assert enemy.hex not in move.steps(found, [squad], 0, 0)
    assert enemy.hex in melee.reachable(found, squad)


def test_a_weapon_changes_hands_for_a_point() -> None:
    """11.3, O21.1.1, V12: to a friend in the hex without one; no leader takes what slows him."""
    found = fight(optional=("V12",))
    giver = put(found, "axis", "squad_rifle", "E4", weapon="heavy_mg")
    taker, leader = put(found, "axis", "team_line", "E4"), put(found, "axis", "sgt_grein", "E4")
    put(found, "allied", "squad_line", "A9")
    assert move.transfers(found, [giver]) == [f"give:{taker.id}"]
    assert leader.weapon is None
    move.transfer(found, giver, f"give:{taker.id}")
    assert giver.weapon is None and taker.weapon is not None


@pytest.mark.parametrize(("number", "state"), [(1, "sound"), (6, "broken"), (10, "gone")])
def test_the_number_of_a_random_hex_mends_or_ends_weapons(number: int, state: str) -> None:
    """11.4."""
    found = fight()
    unit = put(found, "axis", "squad_rifle", "E4", weapon="light_mg")
    assert unit.weapon is not None
    jam(found, [unit.weapon])
    mend_weapons(found, number)
    now = "gone" if unit.weapon is None else ("broken" if unit.weapon.broken else "sound")
    assert now == state


def test_a_suppressed_unit_fires_no_weapon_and_recovers_first() -> None:
    """13.2, 13.3, O22.2: one less of everything; the marker goes at the start of a Recover."""
    found = fight()
    unit = put(found, "axis", "squad_rifle", "E4", weapon="light_mg", suppressed=True)
    assert not found.can_shoot_weapon(unit)
    assert (found.fp(unit), found.moves(unit)) == (4, 3)
    run(recover.recover(found, "axis"))
    assert not unit.suppressed
    assert not recover.can_recover(found, "axis")


def test_suppressed_twice() -> None:
    """V19: it breaks, and the marker goes; without V19 nothing more happens."""
    for optional, broken in ((("V19",), True), ((), False)):
        found = fight(optional=optional)
        unit = put(found, "axis", "squad_rifle", "E4", suppressed=True)
        run(suppress(found, unit, "test"))
        assert (unit.broken, unit.suppressed) == (broken, not broken)


def test_wire_takes_from_men_and_keeps_weapons_silent() -> None:
    """F106.1, F106.3: one less firepower, range and morale; no weapon; no group with others."""
    found = fight()
    unit = put(found, "axis", "squad_rifle", "E4", weapon="light_mg")
    beside = put(found, "axis", "squad_rifle", "E5")
    before = found.fp(unit), found.reach(unit), found.morale(unit), found.moves(unit)
    found.works[unit.hex] = "wire"
    after = found.fp(unit), found.reach(unit), found.morale(unit), found.moves(unit)
    assert [a - b for a, b in zip(after, before, strict=True)] == [-1, -1, -1, 0]
    assert not found.can_shoot_weapon(unit)
    pieces = [Piece(unit, None), Piece(beside, None)]
    assert fire.chained(found, pieces) == pieces[:1]


def test_both_surrender_at_once() -> None:
    """6.3.1, 9.2: the Initiative decides."""
    found = fight()
    for camp in found.camps.values():
        camp.surrender = 1
    put(found, "axis", "squad_rifle", "E5")
    put(found, "allied", "squad_line", "E5")
    found.initiative = "allied"
    rolls(found, "axis", (3, 4))
    rolls(found, "allied", (3, 2))
    with pytest.raises(Ended):
        run(melee.melees(found, "axis"))
    assert (found.winner, found.ending) == ("allied", "surrender")


@pytest.mark.parametrize(("letter_rule", "vp"), [("double_elimination_vp", 4), ("", 2)])
def test_doubled_points(letter_rule: str, vp: int) -> None:
    """7.3.2: a chit that doubles eliminations, for both."""
    found = fight()
    found.chits = [
        letter for letter, chit in CATALOG.chits.items() if letter_rule and chit.rule == letter_rule
    ]
    unit = put(found, "allied", "squad_line", "E5")
    put(found, "allied", "squad_line", "A9")
    put(found, "axis", "squad_rifle", "A1")
    eliminate(found, unit, "test")
    assert found.marker == vp


def test_who_left_comes_back_sound_and_without_markers() -> None:
    """7.2.1: onto the Time track; veterans are none any more; his weapon is mended."""
    found = fight()
    unit = put(found, "axis", "squad_rifle", "E10", broken=True, suppressed=True, weapon="light_mg")
    put(found, "axis", "squad_rifle", "A1")
    unit.veteran = True
    assert unit.weapon is not None
    unit.weapon.broken = True
    leave(found, unit, 1)
    assert (unit.broken, unit.suppressed, unit.veteran, unit.weapon.broken) == (False,) * 4
    assert found.camps["axis"].coming == {1: [unit]}


def test_a_rout_is_announced_for_either_side_once() -> None:
    """O23.1: the player, not his units, is activated; he may be the active one himself."""
    found = fight()
    put(found, "axis", "squad_rifle", "E5", broken=True)
    put(found, "allied", "squad_line", "E9", broken=True)
    assert set(recover.routable(found)) == {"axis", "allied"}
    run(recover.rout(found, "axis"), {"rout": "axis"})
    assert recover.routable(found) == ["allied"]
    assert not recover.can_recover(found, "axis")


def test_a_retreat_through_mines_and_wire() -> None:
    """O23.3.3, O23.3.4: wire does not stop it, mines attack."""
    found = fight()
    unit = put(found, "axis", "squad_rifle", "E5", broken=True)
    put(found, "axis", "squad_rifle", "A1")
    put(found, "allied", "squad_line", "A9")
    numbers = found.ground.numbers
    found.works = {numbers["E4"]: "wire", numbers["E3"]: "mines"}
    rolls(found, "allied", (4, 5), (6, 6))
    rolls(found, "axis", (1, 1))
    run(recover.rout(found, "allied"), {"retreat": ["E4", "E3"]})
    assert unit.out == "casualty"
    assert found.fallen == {numbers["E3"]: 1}
