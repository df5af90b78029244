"""O20, A27-A41, 10.3, 11, 13: fire attacks, with the examples of the rule text."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from catalogs.frozen import Frozen
from generator.games.combat_commander.rehearsal import fire
from generator.games.combat_commander.rehearsal.artillery import carry_out_request
from generator.games.combat_commander.rehearsal.board import UNSEEN
from generator.games.combat_commander.rehearsal.fire import (
    Piece,
    compute_fp,
    filter_chain,
    get_target_hindrance,
    is_attack_possible,
    list_pieces,
    resolve_attack,
)
from generator.games.combat_commander.rehearsal.pieces import Radio, Unit
from generator.games.combat_commander.rehearsal.state import Fight
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


def hill() -> tuple[Fight, Mapping[str, Unit]]:
    """Return the example of O20: Grein at K8, the group that fires at M6, its road below the hill."""
    over = road("M5", "M6", "M7")
    scene = fight(replace(over, levels=Frozen({"J6": 1})))
    units = {
        "grein": put(scene, "axis", "sgt_grein", "K8"),
        "broken": put(scene, "axis", "squad_rifle", "K8", weapon="light_mg", broken=True),
        "bolter": put(scene, "axis", "lt_bolter", "L8"),
        "rifle": put(scene, "axis", "squad_rifle", "L8", weapon="heavy_mg"),
        "j7": put(scene, "axis", "squad_rifle", "J7"),
        "j6": put(scene, "axis", "squad_rifle", "J6", weapon="light_mg"),
        "target": put(scene, "allied", "squad_line", "M6"),
    }
    return scene, units


def group(scene: Fight, units: Mapping[str, Unit]) -> list[Piece]:
    """Return the group of example C: Rifle squad at L8 first, squads at K8, J7 and J6, light MG at J6."""
    able = [units["rifle"], units["broken"], units["j7"], units["j6"]]
    pieces = [Piece(unit, None) for unit in able] + [Piece(units["j6"], units["j6"].weapon)]
    return filter_chain(scene, pieces)


def test_a_broken_unit_fires_without_its_weapon() -> None:
    """Example B: a broken squad cannot fire its machine gun; Grein's command gives it range 3."""
    scene, units = hill()
    pieces = list_pieces(scene, [units["broken"]])
    assert [piece.weapon for piece in pieces] == [None]
    assert scene.get_range(units["broken"]) == 3
    assert get_target_hindrance(scene, pieces[0], units["target"].hex) == 0


def test_the_group_of_the_example_has_eleven() -> None:
    """Example C: 6 for the Rifle squad under Bolter, 4 others, 1 for firing downhill."""
    scene, units = hill()
    pieces = group(scene, units)
    assert len(pieces) == 5
    assert compute_fp(scene, pieces, (units["target"].hex,)) == 11


def test_grein_is_out_of_range_and_the_mortar_fires_alone() -> None:
    """Example C: the leader's range is 1; O20.3.1.1: ordnance joins no group."""
    scene, units = hill()
    assert get_target_hindrance(scene, Piece(units["grein"], None), units["target"].hex) == UNSEEN
    mortar = put(scene, "axis", "team_weapon", "K8", weapon="light_mortar")
    pieces = [*group(scene, units), Piece(mortar, mortar.weapon)]
    assert len(filter_chain(scene, pieces)) == 5
    assert filter_chain(scene, pieces[::-1]) == [pieces[-1]]


def test_the_road_costs_the_squad_its_defence() -> None:
    """Examples C and D: 11 and a 5 make 16; morale 6 less 1 for the road and a 10 make 15: it breaks."""
    scene, units = hill()
    rolls(scene, "axis", (4, 1))
    rolls(scene, "allied", (6, 4))
    run(resolve_attack(scene, "axis", group(scene, units), units["target"].hex))
    assert scene.attack.total == 16
    assert units["target"].broken


def test_sustained_fire_adds_and_an_event_comes_before_the_defence() -> None:
    """Examples E to G: 9 for the heavy MG, two Sustained Fires, a 7 with an Event: 20.

    Interdiction suppresses the broken squad: 8 less 1 for the road, less 1, and a 3 make 9: it is gone.
    """
    scene, units = hill()
    units["target"].broken = True
    put(scene, "allied", "squad_line", "A10")
    scene.camps["axis"].hand = [in_hand(action="sustained_fire", number=n) for n in (91, 92)]
    rolls(scene, "axis", die(1, 6, "event"), die(2, 2, event="interdiction"))
    rolls(scene, "allied", (1, 2))
    pieces = [Piece(units["rifle"], units["rifle"].weapon)]
    cards = ["sustained_fire:91", "sustained_fire:92"]
    run(
        resolve_attack(scene, "axis", pieces, units["target"].hex),
        {"fire_action": cards, "interdict": units["target"].id},
    )
    assert scene.attack.total == 20
    assert units["target"].out == "casualty"
    assert scene.marker == 2


@pytest.mark.parametrize(("smoke", "hit"), [(0, True), (2, True), (3, False)])
def test_a_mortar_must_hit_first(smoke: int, hit: bool) -> None:
    """Example H: range 3, a 6 from 6 times 1; smoke of 3 makes it miss."""
    scene = fight()
    mortar = put(scene, "axis", "team_weapon", "E2", weapon="light_mortar")
    target = put(scene, "allied", "team_line", "E5")
    if smoke:
        scene.smoke[scene.board.numbers["E4"]] = smoke
    rolls(scene, "axis", (6, 1), (6, 6))
    rolls(scene, "allied", (1, 1))
    run(resolve_attack(scene, "axis", [Piece(mortar, mortar.weapon)], target.hex))
    assert target.broken is hit


def test_smoke_can_forbid_an_attack() -> None:
    """Example J, 10.3.2.1: a team of FP 2 cannot attack through smoke of 3."""
    scene = fight()
    team = put(scene, "axis", "team_weapon", "E4")
    target = put(scene, "allied", "squad_line", "E6")
    scene.smoke[scene.board.numbers["E5"]] = 3
    before = len(scene.camps["axis"].deck)
    run(resolve_attack(scene, "axis", [Piece(team, None)], target.hex))
    assert compute_fp(scene, [Piece(team, None)], (target.hex,)) == -1
    assert len(scene.camps["axis"].deck) == before


def offered(scene: Fight) -> list[str]:
    """Return the first target options of an Axis Fire order."""
    steps = fire.carry_out_fire(scene, "axis")
    prompt = next(steps)
    while prompt.ask != "target":
        prompt = steps.send(prompt.options[0])
    return list(prompt.options)


def test_an_attack_that_cannot_be_made_is_not_offered() -> None:
    """O20.3.2: FP 2 through smoke of 3 needs an action of 2 in hand."""
    for hand, options in (([in_hand(action="marksmanship")], ["E6"]), ([], ["done"])):
        scene = fight()
        put(scene, "axis", "team_weapon", "E4")
        put(scene, "allied", "squad_line", "E6")
        scene.smoke[scene.board.numbers["E5"]] = 3
        scene.camps["axis"].hand = hand
        assert offered(scene) == options


def test_a_group_may_make_the_attack_that_none_of_it_could() -> None:
    """O20.3.1.2, O20.3.2: three teams of FP 2 have 4 together; smoke of 3 leaves 1."""
    for teams, enough in ((2, False), (3, True)):
        scene = fight()
        firers = [put(scene, "axis", "team_weapon", "E4") for _ in range(teams)]
        put(scene, "allied", "squad_line", "E6")
        scene.smoke[scene.board.numbers["E5"]] = 3
        pieces = [Piece(unit, None) for unit in firers]
        assert is_attack_possible(scene, "axis", pieces, scene.board.numbers["E6"]) is enough


def test_pieces_whose_attack_was_not_made_may_make_another() -> None:
    """O20.3.2: without the action the pieces may fire at a target without smoke."""
    scene = fight()
    team = put(scene, "axis", "team_weapon", "E4")
    put(scene, "allied", "squad_line", "E6")
    seen = put(scene, "allied", "squad_line", "D4")
    scene.smoke[scene.board.numbers["E5"]] = 3
    scene.camps["axis"].hand = [in_hand(action="marksmanship")]
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1))
    run(fire.carry_out_fire(scene, "axis"), {"target": ["E6", "D4"]})
    assert team.fired
    assert seen.broken


def test_opportunity_fire_that_was_not_made_may_be_made_otherwise() -> None:
    """A33.3, O20.3.2: the team alone cannot attack; the squad beside it may fire at the same step."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E6")
    team, squad = (put(scene, "allied", kind, "E4") for kind in ("team_line", "squad_line"))
    scene.smoke[scene.board.numbers["E5"]] = 3
    rolls(scene, "allied", (6, 6))
    rolls(scene, "axis", (1, 1))
    answers = {"op_fire": ["shoot", "shoot"], "group": [[team.id], [squad.id]]}
    run(fire.offer_opportunity_fire(scene, "allied", mover.hex, [team, squad]), answers)
    assert mover.broken


@pytest.mark.parametrize(
    ("smoke", "left"),
    [({}, 2), ({"E4": 4}, 1), ({"E4": 4, "E5": 4}, 1), ({"E3": 5}, 0)],
)
def test_hindrances_are_not_added_up(smoke: Mapping[str, int], left: int) -> None:
    """10.3.3, 10.3.4: brush twice is 3; smoke of 4 replaces it; smoke at the firer counts too."""
    scene = fight(ground(E4="brush", E5="brush"))
    squad = put(scene, "axis", "squad_rifle", "E3")
    put(scene, "allied", "team_line", "E6")
    scene.smoke.update({scene.board.numbers[name]: value for name, value in smoke.items()})
    assert compute_fp(scene, [Piece(squad, None)], (scene.board.numbers["E6"],)) == left


@pytest.mark.parametrize(
    ("attack", "defence", "moving", "state"),
    [
        ((6, 6), (1, 1), False, "broken"),
        ((1, 2), (1, 1), False, "suppressed"),
        ((1, 2), (1, 1), True, "broken"),
        ((1, 1), (6, 6), False, ""),
    ],
)
def test_the_three_results(
    attack: tuple[int, int], defence: tuple[int, int], moving: bool, state: str
) -> None:
    """O20.3.4: a higher total breaks; a tie suppresses, and breaks movers."""
    scene = fight()
    squad = put(scene, "axis", "squad_rifle", "E4")
    target = put(scene, "allied", "squad_line", "E5")
    target.moving = moving
    rolls(scene, "axis", attack)
    rolls(scene, "allied", defence)
    run(resolve_attack(scene, "axis", [Piece(squad, None)], target.hex))
    assert (target.broken, target.suppressed) == (state == "broken", state == "suppressed")


@pytest.mark.parametrize(("optional", "broken", "gone"), [((), False, False), (("V19",), True, False)])
def test_suppressed_twice(optional: tuple[str, ...], broken: bool, gone: bool) -> None:
    """13.2, V19: a second marker does nothing, or with V19 breaks."""
    scene = fight(optional=optional)
    squad = put(scene, "axis", "squad_rifle", "E4")
    target = put(scene, "allied", "squad_line", "E5", suppressed=True)
    rolls(scene, "axis", (1, 1))
    rolls(scene, "allied", (1, 1))
    run(resolve_attack(scene, "axis", [Piece(squad, None)], target.hex))
    assert (target.broken, bool(target.out)) == (broken, gone)
    assert target.suppressed is not broken


def test_concealment_takes_the_cover_off_the_attack() -> None:
    """A29: played when the total is known."""
    scene = fight(ground(E6="woods"))
    squad = put(scene, "axis", "squad_rifle", "E4")
    target = put(scene, "allied", "squad_line", "E6")
    scene.camps["allied"].hand = [in_hand(action="concealment", number=91)]
    rolls(scene, "axis", (4, 4))
    rolls(scene, "allied", (2, 2))
    run(resolve_attack(scene, "axis", [Piece(squad, None)], target.hex), {"hide_action": "concealment:91"})
    assert scene.attack.total == 13 - 2
    assert not target.broken  # 6 + 2 + 4 beats 11


@pytest.mark.parametrize(
    ("action", "weapon", "posture", "moving", "near", "fits"),
    [
        ("crossfire", "", "recon", True, False, True),
        ("crossfire", "", "recon", False, False, False),
        ("hand_grenades", "", "recon", False, True, True),
        ("hand_grenades", "", "recon", False, False, False),
        ("marksmanship", "", "recon", False, False, True),
        ("sustained_fire", "heavy_mg", "recon", False, False, True),
        ("sustained_fire", "", "recon", False, False, False),
        ("bore_sighting", "heavy_mg", "defend", False, False, True),
        ("bore_sighting", "heavy_mg", "attack", False, False, False),
        ("bore_sighting", "light_mg", "defend", False, False, False),
    ],
)
def test_when_an_action_fits(
    action: str, weapon: str, posture: str, moving: bool, near: bool, fits: bool
) -> None:
    """A27, A30, A34, A37, A41: each only when its condition holds."""
    scene = fight(postures={"axis": posture})
    squad = put(scene, "axis", "squad_rifle", "E4", weapon=weapon)
    target = put(scene, "allied", "squad_line", "E5" if near else "E6")
    target.moving = moving
    scene.camps["axis"].hand = [in_hand(action=action)]
    piece = Piece(squad, squad.weapon if weapon else None)
    attack = fire.Attack("axis", (piece,), [target.hex], 5)
    assert fire.list_attack_actions(scene, attack) == ((action,) if fits else ())


def test_spray_fire_takes_two_hexes_with_one_roll() -> None:
    """A40: every piece has boxed range and the hexes are adjacent."""
    scene = fight()
    squad = put(scene, "axis", "squad_rifle", "E3")
    first, second = put(scene, "allied", "squad_line", "E6"), put(scene, "allied", "squad_line", "E7")
    scene.camps["axis"].hand = [in_hand(action="spray_fire", number=91)]
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1), (1, 2))
    run(resolve_attack(scene, "axis", [Piece(squad, None)], first.hex), {"fire_action": "spray_fire:91"})
    assert first.broken
    assert second.broken


def test_light_wounds_turn_a_squad_into_a_team() -> None:
    """A36: one VP is lost and the squad is replaced instead of breaking."""
    scene = fight()
    squad = put(scene, "axis", "squad_rifle", "E4")
    target = put(scene, "allied", "squad_line", "E5")
    scene.camps["allied"].hand = [in_hand(action="light_wounds")]
    rolls(scene, "axis", (6, 6))
    rolls(scene, "allied", (1, 1))
    run(resolve_attack(scene, "axis", [Piece(squad, None)], target.hex), {"light_wounds": "yes"})
    [team] = scene.camps["allied"].units
    assert (team.kind, team.broken) == ("team", False)
    assert scene.marker == 1


@pytest.mark.parametrize(
    ("kind", "origin", "cover"),
    [("wall", "E3", 2), ("hedge", "E3", 1), ("wall", "E7", 0), ("fence", "E3", 0)],
)
def test_walls_and_hedges_cover_against_fire_across_them(kind: str, origin: str, cover: int) -> None:
    """T84, T87, T97: hexside cover counts only across the side."""
    scene = fight(wall("E4", "E5", kind))
    numbers = scene.board.numbers
    assert scene.board.get_crossing_cover(numbers["E5"], numbers[origin]) == cover


@pytest.mark.parametrize(("many", "cover"), [(1, 1), (2, 0), (3, -4)])
def test_overstacking_takes_cover_away(many: int, cover: int) -> None:
    """8.2b, example of the orchard: two squads exceed the limit by one, three by five."""
    scene = fight(ground(E5="orchard"))
    squads = [put(scene, "axis", "squad_rifle", "E5") for _ in range(many)]
    assert scene.get_cover(squads[0].hex, "axis") == cover
    assert scene.get_morale(squads[0]) == 7 + cover


@pytest.mark.parametrize(
    ("work", "over", "cover", "shells"),
    [
        ("foxholes", {}, 3, 4),
        ("trench", {}, 4, 5),
        ("pillbox", {}, 5, 6),
        ("bunker", {}, 6, 7),
        ("foxholes", {"E5": "building"}, 3, 4),
        ("wire", {"E5": "woods"}, 2, 2),
    ],
)
def test_fortifications_cover_in_place_of_the_ground(
    work: str, over: Mapping[str, str], cover: int, shells: int
) -> None:
    """F101-F106, T78.3: the better of the two, never both."""
    scene = fight(ground(**over))
    hex_ = scene.board.numbers["E5"]
    scene.works[hex_] = work
    assert (scene.get_cover(hex_, "axis"), scene.get_cover(hex_, "axis", shells=True)) == (cover, shells)


def test_foxholes_on_a_road() -> None:
    """T93: 7, 3 for the foxholes, less 1 for the road, is 9."""
    scene = fight(road("E4", "E5"))
    squad = put(scene, "axis", "squad_rifle", "E5")
    assert scene.get_morale(squad) == 6
    scene.works[squad.hex] = "foxholes"
    assert scene.get_morale(squad) == 9


def test_shells_burst_in_the_trees() -> None:
    """T99: a mortar of 6 into woods with a 7 has 15."""
    scene = fight(ground(E6="woods"))
    put(scene, "allied", "squad_line", "E6")
    attack = fire.Attack("axis", (), [scene.board.numbers["E6"]], 6, shells=True, total=13)
    assert fire.get_total_against(scene, attack, attack.targets[0]) == 15


def test_a_flamethrower_ignores_cover_and_a_satchel_is_used_up() -> None:
    """11.6: cover does not count; the charge is eliminated."""
    scene = fight(ground(E6="building"))
    flame = put(scene, "axis", "squad_pionier", "E5", weapon="flamethrower")
    target = put(scene, "allied", "squad_line", "E6")
    rolls(scene, "axis", (2, 2), (1, 1))
    rolls(scene, "allied", (2, 2))
    run(resolve_attack(scene, "axis", [Piece(flame, flame.weapon)], target.hex))
    assert target.broken  # 11 + 2 beats 6 + 4
    satchel = put(scene, "axis", "squad_pionier", "E5", weapon="satchel_charge")
    rolls(scene, "axis", (2, 2), (1, 1))
    rolls(scene, "allied", (6, 6))
    run(resolve_attack(scene, "axis", [Piece(satchel, satchel.weapon)], target.hex))
    assert satchel.weapon is None


@pytest.mark.parametrize(
    ("spotting", "drift", "centre"),
    [((6, 6), (1, 4), "H5"), ((6, 6), (4, 4), "H7"), ((1, 1), (4, 3), "H8"), ((1, 1), (1, 5), None)],
)
def test_fire_for_effect(spotting: tuple[int, int], drift: tuple[int, int], centre: str | None) -> None:
    """O18.2: accurate rounds drift two steps, others in one direction; off the map they are lost."""
    scene = fight()
    put(scene, "axis", "sgt_grein", "H2")
    target = put(scene, "allied", "squad_line", "H5")
    other = put(scene, "allied", "squad_line", "H8")
    scene.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    scene.log_enabled = True
    rolls(scene, "axis", spotting, drift)
    run(carry_out_request(scene, "axis"), {"spot": "H5", "rounds": "shells"})
    found = [line.facts["hex"] for line in scene.log if line.what == "barrage"]
    assert found == ([centre] if centre else [])
    assert target.side == other.side
