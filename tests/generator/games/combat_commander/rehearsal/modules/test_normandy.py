"""NO-1 to NO-6, NO-C2, NO-C4: bocage, rural roads, Scouts, night, tanks, registered fire and air support."""

from dataclasses import replace

import pytest

from catalogs.frozen import Frozen
from catalogs.games.combat_commander.ground import Ground, side
from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander.rehearsal import artillery, fire, move
from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal.activation import list_led_units
from generator.games.combat_commander.rehearsal.board import UNSEEN
from generator.games.combat_commander.rehearsal.events import air_support, breeze, interdiction
from generator.games.combat_commander.rehearsal.fire import Piece, compute_fp
from generator.games.combat_commander.rehearsal.modules import night
from generator.games.combat_commander.rehearsal.modules.preparation import create_scout
from generator.games.combat_commander.rehearsal.modules.terrain import TerrainOverlay
from generator.games.combat_commander.rehearsal.pieces import Radio
from generator.games.combat_commander.rehearsal.state import Fight
from generator.games.combat_commander.rehearsal.support import roll_support
from generator.games.combat_commander.rehearsal.time_track import advance_time
from tests.generator.games.combat_commander.rehearsal.scenes import (
    CATALOG,
    die,
    fight,
    ground,
    in_hand,
    put,
    road,
    rolls,
    run,
    wall,
)

HEDGE = wall("E4", "E5", "hedge")
BOCAGE = TerrainOverlay(bocage=True)
DARK = TerrainOverlay(night=True)
NIGHT = ("NO-5.1", "NO-5.2", "NO-5.3", "NO-5.4", "NO-5.5", "NO-6")


def radio(scene: Fight, who: Side, name: str) -> Radio:
    found = Radio(CATALOG.counters[f"{scene.camps[who].faction}:radio_{name}"])
    scene.camps[who].radio = found
    return found


# NO-1, NO-2


@pytest.mark.parametrize(("overlay", "more"), [(TerrainOverlay(), 1), (BOCAGE, 2)])
def test_bocage_is_a_hedge_and_one_more(overlay: TerrainOverlay, more: int) -> None:
    """NO-1: 2 to cross, and cover 2 against fire across it."""
    scene = fight(HEDGE, rules=("NO-1",), overlay=overlay)
    squad = put(scene, "axis", "squad_rifle", "E4")
    there = scene.board.numbers["E5"]
    assert move.list_steps(scene, [squad], 0, 0)[there] == 1 + more
    assert scene.board.get_crossing_cover(there, squad.hex) == more
    assert scene.get_cover(there, "allied", crossed=more) == more
    assert scene.get_cover(there, "allied", crossed=more, shells=True) == 0


def test_a_rural_road_keeps_cover_and_movement_bonus() -> None:
    """NO-2: cover is not reduced; the road bonus stays."""
    scene = fight(
        road("E2", "E3", "E4", "E5", "E6", "E7"), rules=("NO-2",), overlay=TerrainOverlay(rural=None)
    )
    mover = put(scene, "axis", "squad_rifle", "E2")
    assert scene.get_cover(mover.hex, "axis") == 0
    run(move.carry_out_move(scene, "axis"), {"step": ["E3", "E4", "E5", "E6", "E7"]})
    assert scene.board.names[mover.hex] == "E7"


# NO-4


def test_a_scout_activates_only_mortars() -> None:
    """NO-4: the Scout's sight, the mortar's range; no command."""
    scene = fight(ground(E4="woods"), rules=("NO-4",), optional=("V8",))
    mortar = put(scene, "axis", "team_weapon", "E2", weapon="light_mortar")
    target = put(scene, "allied", "squad_line", "E6")
    man = create_scout(scene, "axis")
    scene.camps["axis"].units.append(man)
    scene.place_unit(man, scene.board.numbers["G4"])
    assert list_led_units(scene, man) == []
    assert fire.get_target_hindrance(scene, Piece(mortar, mortar.weapon), target.hex) == UNSEEN
    assert man in fire.can_fire(scene, "axis")
    asked = run(
        fire.carry_out_fire(scene, "axis"), {"fire": man.id, "fire_more": [[mortar.id]], "target": ["E6"]}
    )
    assert "target" in asked
    assert mortar.active and mortar.weapon is not None and mortar.weapon.fired


def test_a_broken_scout_activates_no_mortar() -> None:
    """NO-4: a broken Scout cannot spot."""
    scene = fight(ground(E4="woods"), optional=("V8",))
    put(scene, "axis", "team_weapon", "E2", weapon="light_mortar")
    put(scene, "allied", "squad_line", "E6")
    man = create_scout(scene, "axis")
    scene.camps["axis"].units.append(man)
    scene.place_unit(man, scene.board.numbers["G4"])
    man.broken = True
    assert man not in fire.can_fire(scene, "axis")


# NO-5


def test_a_pass_at_night_discards_the_hand() -> None:
    """NO-5.1: the whole hand is discarded."""
    for rules, left in ((NIGHT, 0), ((), 5)):
        scene = fight(rules=rules)
        put(scene, "axis", "squad_rifle", "A1")
        put(scene, "allied", "squad_line", "A9")
        cards = [in_hand(number=80 + n) for n in range(5)]
        scene.camps["axis"].hand = list(cards)
        run(course.take_turn(scene, "axis"), {"order": "discard"})
        assert sum(card in scene.camps["axis"].hand for card in cards) == left


def test_types_of_terrain_cost_one_more_at_night() -> None:
    """NO-5.2: woods 3, open ground 2; roads still 1, hills as usual."""
    over = replace(road("E5", "E6", D4="woods"), levels=Frozen({"E4": 1}))
    scene = fight(over, rules=NIGHT, overlay=DARK)
    squad = put(scene, "axis", "squad_rifle", "E5")
    numbers = scene.board.numbers
    costs = move.list_steps(scene, [squad], 0, 9)
    assert [costs[numbers[name]] for name in ("D4", "D5", "E6", "E4")] == [3, 2, 1, 3]


@pytest.mark.parametrize(("smoke", "lit", "left"), [(0, False, 2), (5, False, 0), (0, True, 5), (4, True, 1)])
def test_range_hinders_at_night(smoke: int, lit: bool, left: int) -> None:
    """NO-5.3: 3 at range 3, not added to smoke; nothing within 2 hexes of a starshell."""
    scene = fight(rules=NIGHT, overlay=DARK)
    squad = put(scene, "axis", "squad_rifle", "E3")
    put(scene, "allied", "squad_line", "E6")
    if smoke:
        scene.smoke[scene.board.numbers["E5"]] = smoke
    if lit:
        night.place_starshell(scene, "axis", scene.board.numbers["G7"])
    assert compute_fp(scene, [Piece(squad, None)], (scene.board.numbers["E6"],)) == left


def test_only_the_light_on_the_target_counts() -> None:
    """NO-6.2: a lit firer sees no better into the dark."""
    scene = fight(rules=NIGHT, overlay=DARK)
    night.place_starshell(scene, "axis", scene.board.numbers["E2"])
    numbers = scene.board.numbers
    assert scene.get_hindrance(numbers["E2"], numbers["E7"]) == 5
    assert scene.get_hindrance(numbers["E7"], numbers["E2"]) == 0


def test_no_radio_comes_at_night() -> None:
    """NO-5.4: the Support table offers no radios."""
    offers: list[set[str]] = []
    for rules in ((), NIGHT):
        scene = fight(rules=rules)
        scene.stock |= dict.fromkeys(CATALOG.leaders, 1)
        kinds: set[str] = set()
        for total in range(2, 13):
            rolls(scene, "axis", (max(1, total - 6), min(6, total - 1)))
            steps = roll_support(scene, "axis", "E68", radios=True)
            try:
                prompt = next(steps)
                while getattr(prompt, "ask", "") == "reroll":
                    prompt = steps.send("no")
            except StopIteration:
                continue
            kinds |= {CATALOG.support[one].kind for one in prompt.options if one != "none"}
        offers.append(kinds)
    assert "radio" in offers[0]
    assert offers[1] == offers[0] - {"radio"}


@pytest.mark.parametrize(("rules", "broken"), [((), True), (NIGHT, False)])
def test_no_aircraft_at_night(rules: tuple[str, ...], broken: bool) -> None:
    """NO-5.5: no Air Support."""
    scene = fight(rules=rules)
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "axis", die(1, 1, hex_="E5"))
    run(air_support(scene, "axis"), {"air_support": "E5"})
    assert target.broken is broken


# NO-6


@pytest.mark.parametrize(("targeting", "drift", "lands"), [((6, 6), (1, 4), "E6"), ((1, 1), (4, 2), "E8")])
def test_a_starshell_needs_a_leader_and_no_radio(
    targeting: tuple[int, int], drift: tuple[int, int], lands: str
) -> None:
    """NO-6.1: it is aimed and drifts like a spotting round."""
    scene = fight(rules=NIGHT, overlay=DARK)
    assert not artillery.can_request(scene, "axis")
    leader = put(scene, "axis", "sgt_grein", "E3")
    assert artillery.can_request(scene, "axis")
    rolls(scene, "axis", targeting, drift)
    run(artillery.carry_out_request(scene, "axis"), {"spot": "E6"})
    assert {scene.board.names[hex_] for hex_ in scene.special.starshells} == {lands}
    assert leader.active


def lit() -> Fight:
    scene = fight(rules=NIGHT, overlay=DARK)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    night.place_starshell(scene, "axis", scene.board.numbers["E5"])
    night.place_starshell(scene, "axis", scene.board.numbers["K5"])
    return scene


def test_a_breeze_blows_all_starshells_out() -> None:
    """NO-6.3: a Breeze removes all starshells."""
    scene = lit()
    scene.subject = die(1, 1)
    run(breeze(scene, "axis"))
    assert scene.special.starshells == set()
    assert scene.special.overlay.lit == frozenset()


def test_artillery_denied_puts_one_out() -> None:
    """NO-6.3: also if the enemy has no radio."""
    scene = lit()
    assert artillery.can_deny(scene, "allied")
    run(artillery.carry_out_denial(scene, "allied"), {"starshell": "K5"})
    assert scene.special.starshells == {scene.board.numbers["E5"]}
    radio(scene, "axis", "105mm")
    run(artillery.carry_out_denial(scene, "allied"), {"deny": "radio"})
    assert scene.special.starshells
    assert scene.camps["axis"].radio is not None and scene.camps["axis"].radio.broken


@pytest.mark.parametrize("what", ["smoke", "starshell"])
def test_time_takes_a_smoke_or_a_starshell(what: str) -> None:
    """NO-6.3, 6.1.2: the player chooses which to remove."""
    scene = lit()
    scene.smoke[scene.board.numbers["H5"]] = 3
    run(advance_time(scene, "axis"), {"clear": what})
    assert len(scene.special.starshells) == (1 if what == "starshell" else 2)
    assert len(scene.smoke) == (0 if what == "smoke" else 1)


# NO-C2.2


def hedged() -> Ground:
    """Return the example: F8 with bocage on four sides."""
    sides = {side("F8", name): "hedge" for name in ("F7", "E8", "G8", "F9")}
    return Ground("made up", Frozen({}), sides=Frozen(sides))


def engineers(over: Ground | None = None, *, smoke: int = 0) -> tuple[Fight, str]:
    scene = fight(over or hedged(), rules=("NO-1", "NO-C2.2"), overlay=BOCAGE)
    team = put(scene, "allied", "team_line", "F8", weapon="satchel_charge")
    put(scene, "allied", "team_line", "A9")
    put(scene, "axis", "squad_rifle", "A1")
    if smoke:
        scene.smoke[scene.board.numbers["F8"]] = smoke
    return scene, team.id


@pytest.mark.parametrize(
    ("smoke", "dice", "gone"), [(0, (1, 2), True), (0, (1, 1), False), (5, (1, 6), False), (5, (2, 4), True)]
)
def test_engineers_blow_the_bocage(smoke: int, dice: tuple[int, int], gone: bool) -> None:
    """NO-C2.2, example A: smoke of 5 in the hex requires 7; else only two ones miss."""
    scene, id_ = engineers(smoke=smoke)
    rolls(scene, "allied", dice)
    run(
        fire.carry_out_fire(scene, "allied"), {"fire": id_, "target": [f"bust:{id_}"], "gaps": [["F7", "E8"]]}
    )
    team, numbers = scene.get_unit(id_), scene.board.numbers
    assert (scene.special.overlay.busted == {side("F8", "F7"), side("F8", "E8")}) is gone
    assert move.list_steps(scene, [team], 0, 0)[numbers["F7"]] == (1 if gone else 3)
    assert team.weapon is None
    assert len(scene.special.charges[1]) == 1


def test_one_hedgerow_is_blown_without_asking() -> None:
    """NO-C2.2: a single side needs no choice."""
    scene, id_ = engineers(wall("F8", "F7", "hedge"))
    rolls(scene, "allied", (2, 3))
    asked = run(fire.carry_out_fire(scene, "allied"), {"fire": id_, "target": [f"bust:{id_}"]})
    assert "gaps" not in asked
    assert scene.special.overlay.busted == {side("F8", "F7")}


def test_a_charge_comes_back_with_a_team_that_has_no_weapon() -> None:
    """NO-C2.2: in the reinforcement step; without such a team it is eliminated."""
    for armed in (False, True):
        scene, id_ = engineers()
        rolls(scene, "allied", (2, 3))
        run(fire.carry_out_fire(scene, "allied"), {"fire": id_, "target": [f"bust:{id_}"], "gaps": [["F7"]]})
        if armed:
            for unit in list(scene.camps["allied"].units):
                unit.weapon = put(scene, "allied", "squad_line", "B9", weapon="medium_mg").weapon
        run(advance_time(scene, "axis"))
        found = [
            u for u in scene.camps["allied"].units if u.weapon and "satchel_charge" in u.weapon.counter.tags
        ]
        assert len(found) == (0 if armed else 1)


def test_squads_and_other_nations_are_no_engineers() -> None:
    """NO-C2.2: only an American team with a satchel charge beside bocage."""
    scene, id_ = engineers()
    assert scene.get_unit(id_) in fire.can_fire(scene, "allied")
    squad = put(scene, "allied", "squad_line", "F8", weapon="satchel_charge")
    german = put(scene, "axis", "team_line", "F9", weapon="satchel_charge")
    far = put(scene, "allied", "team_line", "K8", weapon="satchel_charge")
    for unit in (squad, german, far):
        assert not fire.bocage.can_bust(scene, unit)


# NO-C2.3, NO-C2.4, NO-C4


@pytest.mark.parametrize(
    ("who", "attacks", "name", "fp"), [("allied", 2, "75mm", 8), ("axis", 1, "105mm", 10)]
)
def test_tanks_fire_at_one_hex(who: Side, attacks: int, name: str, fp: int) -> None:
    """NO-C2.3, NO-C2.4, example B: a hit does not drift; two attacks of 8, or one of 10."""
    scene = fight(rules=("NO-C2.3", "NO-C2.4"))
    other: Side = "axis" if who == "allied" else "allied"
    radio(scene, who, name)
    scene.special.armour[who] = attacks
    put(scene, who, "sgt_smith" if who == "allied" else "sgt_grein", "E3")
    put(scene, other, "squad_rifle" if other == "axis" else "squad_line", "E5")
    beside = put(scene, other, "squad_rifle" if other == "axis" else "squad_line", "E6")
    scene.log_enabled = True
    rolls(scene, who, (1, 3), (1, 1), (1, 1))
    rolls(scene, other, (6, 6), (6, 6))
    run(artillery.carry_out_request(scene, who), {"spot": "E5", "rounds": "shells"})
    purposes = [line.facts["purpose"] for line in scene.log if line.what == "rolled"]
    assert purposes == ["spotting", *(["attack", "defence"] * attacks)]
    assert scene.attack.fp == fp
    assert not beside.suppressed


def test_tanks_that_miss_drift_as_a_hit() -> None:
    """NO-C2.3: range 2 requires 3; two ones miss and drift two steps."""
    scene = fight(rules=("NO-C2.3",))
    radio(scene, "allied", "75mm")
    scene.special.armour["allied"] = 2
    put(scene, "allied", "sgt_smith", "E7")
    put(scene, "axis", "squad_rifle", "E5")
    scene.log_enabled = True
    rolls(scene, "allied", (1, 1), (1, 2))
    run(artillery.carry_out_request(scene, "allied"), {"spot": "E5", "rounds": "shells"})
    assert [line.facts["hex"] for line in scene.log if line.what == "barrage"] == ["F3"]
    assert [line.facts["purpose"] for line in scene.log if line.what == "rolled"] == ["spotting"]


def test_tanks_may_have_to_see_for_themselves() -> None:
    """NO-C4.1, NO-C4.2: a hex hidden from the whole edge cannot be attacked."""
    hidden = ground(**dict.fromkeys(("D4", "D5", "E4", "E6", "F4", "F5"), "woods"))
    for optional, may in (((), True), (("NO-C4.1", "NO-C4.2"), False)):
        scene = fight(hidden, rules=("NO-C2.3",), optional=optional)
        scene.special.armour["allied"] = 2
        radio(scene, "allied", "75mm")
        leader = put(scene, "allied", "sgt_smith", "E6")
        assert artillery.may_aim(scene, leader, scene.board.numbers["E5"]) is may
        assert artillery.may_aim(scene, leader, scene.board.numbers["E7"])


# NO-C2.5


def test_registered_hexes_need_no_roll() -> None:
    """NO-C2.5: a registered hex stays; the rounds drift as accurate ones."""
    scene = fight(rules=("NO-C2.5",))
    radio(scene, "axis", "150mm")
    scene.special.to_register = 1
    for name in ("E3", "E2"):
        put(scene, "axis", "sgt_grein", name)
    put(scene, "allied", "squad_line", "A9")
    scene.log_enabled = True
    for _ in range(2):
        rolls(scene, "axis", (1, 4))
        run(artillery.carry_out_request(scene, "axis"), {"spot": "E8", "rounds": "shells", "register": "yes"})
    assert [line.facts["hex"] for line in scene.log if line.what == "barrage"] == ["E8", "E8"]
    assert not any(line.what == "rolled" for line in scene.log)
    assert (scene.special.to_register, len(scene.special.registered)) == (0, 1)


def test_only_german_guns_are_registered() -> None:
    """NO-C2.5: other nations cannot register hexes."""
    scene = fight(rules=("NO-C2.5",))
    radio(scene, "allied", "105mm")
    scene.special.to_register = 1
    put(scene, "allied", "sgt_smith", "E3")
    put(scene, "axis", "squad_rifle", "A1")
    assert "register" not in run(
        artillery.carry_out_request(scene, "allied"), {"spot": "E8", "rounds": "shells"}
    )


# NO-C2.6


def test_ground_support_until_the_first_german_interdiction() -> None:
    """NO-C2.6: Air Support for Americans until a German Interdiction ends it."""
    scene = fight(rules=("NO-C2.6",))
    scene.special.ground_support = True
    german, american = put(scene, "axis", "squad_rifle", "E5"), put(scene, "allied", "squad_line", "A9")
    rolls(scene, "allied", die(1, 1, hex_="E5"))
    run(interdiction(scene, "allied"), {"air_support": "E5"})
    assert german.broken
    run(interdiction(scene, "axis"))
    assert not scene.special.ground_support
    assert not american.suppressed
    run(interdiction(scene, "axis"), {"interdict": american.id})
    assert american.suppressed
    run(interdiction(scene, "allied"), {"interdict": german.id})
    assert german.suppressed
