"""O16, O22, O23, 7.3, 8.2: melee, recovery, rout, objectives and the end of a fight."""

import pytest

from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal import melee, recover
from generator.games.combat_commander.rehearsal.state import FightEnded
from generator.games.combat_commander.rehearsal.time_track import advance_time
from generator.games.combat_commander.rehearsal.victory import score_final_result, update_control
from tests.generator.games.combat_commander.rehearsal.scenes import (
    die,
    fight,
    ground,
    in_hand,
    put,
    rolls,
    run,
)


def test_melee_counts_units_and_boxes_not_weapons() -> None:
    """O16.4.1: an American line squad has 6 and 1 for the box; a German squad with a heavy MG has 5."""
    scene = fight()
    american = put(scene, "allied", "squad_line", "E5")
    german = put(scene, "axis", "squad_rifle", "E5", weapon="heavy_mg")
    assert melee.compute_melee_fp(scene, [american]) == 7
    assert melee.compute_melee_fp(scene, [german]) == 5


@pytest.mark.parametrize(
    ("axis", "allied", "left"),
    [((6, 6), (1, 1), {"axis"}), ((1, 1), (6, 6), {"allied"}), ((3, 4), (3, 2), set())],
)
def test_the_lower_melee_total_is_eliminated(
    axis: tuple[int, int], allied: tuple[int, int], left: set[str]
) -> None:
    """O16.4.3: a tie eliminates both sides."""
    scene = fight()
    for side, kind in (("axis", "squad_rifle"), ("allied", "squad_line")):
        put(scene, side, kind, "E5")  # type: ignore[arg-type]
        put(scene, side, kind, "A1" if side == "axis" else "A9")  # type: ignore[arg-type]
    rolls(scene, "axis", axis)
    rolls(scene, "allied", allied)
    run(melee.resolve_melees(scene, "axis"))
    assert {unit.side for unit in scene.units_at[scene.board.numbers["E5"]]} == left


def test_a_bunker_decides_a_tie() -> None:
    """F101, O16.4.3: the side that was last alone in it survives."""
    scene = fight()
    hex_ = scene.board.numbers["E5"]
    scene.works[hex_] = "bunker"
    put(scene, "allied", "squad_line", "E5")
    update_control(scene, hex_)
    put(scene, "axis", "squad_rifle", "E5")
    put(scene, "axis", "squad_rifle", "A1")
    rolls(scene, "axis", (3, 4))
    rolls(scene, "allied", (3, 2))
    run(melee.resolve_melees(scene, "axis"))
    assert [unit.side for unit in scene.units_at[hex_]] == ["allied"]


def test_ambush_breaks_before_the_count() -> None:
    """A25: the enemy chooses the unit; firepower is counted afterwards."""
    scene = fight()
    put(scene, "allied", "squad_line", "E5")
    german = put(scene, "axis", "squad_rifle", "E5")
    put(scene, "axis", "squad_rifle", "A1")
    scene.camps["allied"].hand = [in_hand(action="ambush", number=91)]
    rolls(scene, "axis", (1, 1))
    rolls(scene, "allied", (6, 6))
    scene.log_enabled = True
    run(melee.resolve_melees(scene, "axis"), {"ambush": "ambush:91"})
    strengths = {line.facts["who"]: line.facts["fp"] for line in scene.log if line.what == "melee"}
    assert strengths == {"allied": 7, "axis": 2}
    assert german.out == "casualty"


@pytest.mark.parametrize(
    ("dice", "broken", "suppressed"), [((1, 4), False, False), ((3, 4), True, True), ((4, 5), True, False)]
)
def test_rallying(dice: tuple[int, int], broken: bool, suppressed: bool) -> None:
    """O22.3: with a morale of 7 a 5 rallies, a 7 suppresses, a 9 does nothing."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    rolls(scene, "axis", dice)
    run(recover.recover(scene, "axis"))
    assert (unit.broken, unit.suppressed) == (broken, suppressed)


@pytest.mark.parametrize(
    ("dice", "ends", "suppressed"), [((1, 4), "E5", False), ((3, 4), "E5", True), ((4, 5), "E3", False)]
)
def test_routing(dice: tuple[int, int], ends: str, suppressed: bool) -> None:
    """O23.2: with a morale of 7 a 9 retreats two hexes, a 7 suppresses, a 5 does nothing."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    put(scene, "allied", "squad_line", "A9")
    rolls(scene, "allied", dice)
    run(recover.rout(scene, "allied"), {"retreat": ["E4", "E3"]})
    assert (scene.board.names[unit.hex], unit.suppressed) == (ends, suppressed)


def test_retreat_off_the_friendly_edge_eliminates() -> None:
    """O23.3.5, 7.2.2: the unit is eliminated."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E1", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    rolls(scene, "allied", (4, 4))
    run(recover.rout(scene, "allied"))
    assert unit.out == "casualty"
    assert scene.marker == -2


def test_leaders_may_push_broken_units_back() -> None:
    """V9: broken morale 8, cover 3 and command -2: 10 or more routs; without V9 it takes 14."""
    for optional, routs in ((("V9",), True), ((), False)):
        scene = fight(ground(E5="building"), optional=optional)
        unit = put(scene, "allied", "squad_line", "E5", broken=True)
        put(scene, "allied", "sgt_smith", "E5")
        put(scene, "axis", "squad_rifle", "A1")
        rolls(scene, "allied", (5, 5))
        run(recover.rout(scene, "allied"), {"push": "yes"})
        assert (scene.board.names[unit.hex] != "E5") is routs


def test_a_side_alone_on_an_objective_takes_it() -> None:
    """7.3.1, 7.3.3: a chit of 4 that changes control moves the marker by 8."""
    scene = fight(objectives={4: "E5"})
    scene.chits = ["N"]
    american = put(scene, "allied", "squad_line", "E5")
    update_control(scene, american.hex)
    assert scene.marker == -4
    german = put(scene, "axis", "squad_rifle", "E5")
    update_control(scene, american.hex)
    assert scene.marker == -4
    scene.place_unit(american, scene.board.numbers["E6"])
    update_control(scene, german.hex)
    assert scene.marker == 4


@pytest.mark.parametrize(
    ("marker", "secret", "winner", "ending"),
    [(3, [], "axis", "points"), (0, [], "axis", "tie"), (2, ["N"], "allied", "points")],
)
def test_final_scoring(marker: int, secret: list[str], winner: str, ending: str) -> None:
    """6.3.2: secret chits are scored; the Initiative breaks a tie."""
    scene = fight(objectives={4: "E5"})
    scene.marker = marker
    scene.control[4] = "allied"
    scene.camps["allied"].secret = secret
    with pytest.raises(FightEnded):
        score_final_result(scene)
    assert (scene.winner, scene.ending) == (winner, ending)


@pytest.mark.parametrize(("dice", "over"), [((3, 3), True), ((3, 4), False)])
def test_sudden_death(dice: tuple[int, int], over: bool) -> None:
    """6.2.2: the game ends on a roll below the Time space, not on the same number."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    scene.time = 6
    scene.camps["axis"].pile = []
    scene.camps["axis"].deck = [die(*dice, number=n) for n in range(10)]
    if over:
        with pytest.raises(FightEnded):
            run(advance_time(scene, "axis"))
    else:
        run(advance_time(scene, "axis"))
        assert scene.time == 7


def test_surrender_counts_casualties() -> None:
    """4.2, 6.3.1: a side surrenders at its surrender level."""
    from generator.games.combat_commander.rehearsal.victory import eliminate

    scene = fight()
    scene.camps["allied"].surrender = 2
    units = [put(scene, "allied", "squad_line", name) for name in ("E5", "E6", "E7")]
    put(scene, "axis", "squad_rifle", "A1")
    eliminate(scene, units[0], "test")
    with pytest.raises(FightEnded):
        eliminate(scene, units[1], "test")
    assert (scene.winner, scene.ending) == ("axis", "surrender")


def test_overstacked_hexes_give_up_units() -> None:
    """8.2a, example: of two broken squads one deploys, one team is lost, six soldiers remain."""
    scene = fight(variants={"8.2": "a"})
    squads = [put(scene, "axis", "squad_rifle", "E5", broken=True) for _ in range(2)]
    put(scene, "allied", "squad_line", "A9")
    teams = f"u{scene.unit_count + 1}"
    run(course._reduce_stacks(scene), {"thin_out": squads[1].id, "give_up": teams})
    assert scene.count_soldiers(scene.board.numbers["E5"], "axis") == 6
    assert all(unit.broken for unit in scene.camps["axis"].units)


def test_the_defender_earns_a_point_when_time_advances() -> None:
    """6.1.2: the defender earns one VP."""
    scene = fight(postures={"allied": "defend"})
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    run(advance_time(scene, "axis"))
    assert scene.marker == -1
