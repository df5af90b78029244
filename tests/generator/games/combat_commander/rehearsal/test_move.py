"""O21, A33, F103-F106, T88: movement and Opportunity Fire, with the examples of the rule text."""

import pytest

from catalogs.frozen import Frozen
from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.rehearsal import move
from generator.games.combat_commander.rehearsal.fire import Piece, strength
from tests.generator.games.combat_commander.rehearsal.scenes import (
    fight,
    ground,
    in_hand,
    put,
    road,
    rolls,
    run,
)

SLOPE = Ground("made up", Frozen({"K6": ("woods",)}), Frozen({"K8": 1, "K7": 1, "K6": 1}))


def test_uphill_costs_one_more() -> None:
    """Examples A and D: 2 to K8, a third for K7."""
    scene = fight(SLOPE)
    rifle = put(scene, "axis", "squad_rifle", "L8")
    numbers = scene.ground.numbers
    assert move.steps(scene, [rifle], 0, 0)[numbers["K8"]] == 2
    scene.put(rifle, numbers["K8"])
    assert move.steps(scene, [rifle], 2, 0)[numbers["K7"]] == 1


def test_a_leader_on_the_way_lends_his_command() -> None:
    """Examples F and H: with Biermann at K7 the squad has 5 and enters the woods; beyond him it has 4."""
    scene = fight(SLOPE)
    rifle = put(scene, "axis", "squad_rifle", "K7")
    numbers = scene.ground.numbers
    assert numbers["K6"] not in move.steps(scene, [rifle], 3, 0)
    put(scene, "axis", "sgt_biermann", "K7")
    assert move.steps(scene, [rifle], 3, 0)[numbers["K6"]] == 2
    scene.put(rifle, numbers["K6"])
    assert move.steps(scene, [rifle], 5, 0) == {}


def test_opportunity_fire_through_smoke_uphill() -> None:
    """Example E: 6, less 1 for the hill, less 4 for the smoke, is 1."""
    scene = fight(SLOPE)
    firer = put(scene, "allied", "squad_line", "L5")
    put(scene, "axis", "squad_rifle", "K7")
    scene.smoke[scene.ground.numbers["K7"]] = 4
    assert strength(scene, [Piece(firer, None)], (scene.ground.numbers["K7"],)) == 1


def test_who_fires_may_fire_again_at_the_same_order() -> None:
    """Examples E and G, A33.3: one card, an attack at every hex that is entered."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    firer = put(scene, "allied", "squad_line", "E6")
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    rolls(scene, "allied", (1, 1), (1, 1), (1, 1))
    rolls(scene, "axis", (6, 6), (6, 6), (6, 6))
    asked = run(
        move.order(scene, "axis"),
        {
            "move": mover.id,
            "mover": mover.id,
            "step": ["E3", "E4", "stop"],
            "op_fire": ["91", "shoot"],
            "op": firer.id,
        },
    )
    assert asked.count("op_fire") == 2
    assert firer.active
    assert not mover.broken
    assert scene.ground.names[mover.hex] == "E4"


def test_a_unit_that_fired_at_movers_is_not_activated_again() -> None:
    """The note to the example: activated once in the turn, it lets the next mover pass."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "E2")
    firer = put(scene, "allied", "squad_line", "E6")
    firer.active = True
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    asked = run(move.order(scene, "axis"), {"step": ["E3", "stop"]})
    assert "op_fire" not in asked


def test_a_road_gives_a_point_and_wire_takes_them_all() -> None:
    """T93, F106.2."""
    scene = fight(road("E2", "E3", "E4", "E5", "E6", "E7"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    run(move.order(scene, "axis"), {"step": ["E3", "E4", "E5", "E6", "E7"]})
    assert scene.ground.names[mover.hex] == "E7"
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    scene.works[scene.ground.numbers["E3"]] = "wire"
    run(move.order(scene, "axis"), {"step": ["E3"]})
    assert scene.ground.names[mover.hex] == "E3"


def test_from_trench_to_trench_nobody_fires() -> None:
    """F105.2: one point whatever the ground, and no Opportunity Fire."""
    scene = fight(ground(E3="woods"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "E5")
    numbers = scene.ground.numbers
    scene.works |= {numbers["E2"]: "trench", numbers["E3"]: "bunker"}
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    assert move.steps(scene, [mover], 0, 0)[numbers["E3"]] == 1
    assert "op_fire" not in run(move.order(scene, "axis"), {"step": ["E3", "stop"]})


@pytest.mark.parametrize(("attack", "defence", "broken"), [((4, 4), (1, 1), True), ((1, 1), (6, 6), False)])
def test_mines_attack_who_enters(attack: tuple[int, int], defence: tuple[int, int], broken: bool) -> None:
    """F103.2: 6 against bare morale, in whatever cover."""
    scene = fight(ground(E3="building"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.works[scene.ground.numbers["E3"]] = "mines"
    rolls(scene, "allied", attack)
    rolls(scene, "axis", defence)
    run(move.order(scene, "axis"), {"step": ["E3", "stop"]})
    assert mover.broken is broken


def test_leaving_by_the_enemys_edge_gives_points() -> None:
    """7.2.1: a squad is worth 2; it waits on the Time track, sound again."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E10", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    run(move.order(scene, "axis"), {"move": mover.id, "mover": mover.id, "step": ["exit"]})
    assert scene.marker == 2
    assert scene.camps["axis"].coming == {1: [mover]}
    assert not mover.broken


def test_who_can_only_leave_may_be_activated() -> None:
    """7.2.1: leaving costs 1, and a broken squad has just that; the woods around it cost 2."""
    scene = fight(ground(E9="woods", D9="woods", D10="woods", F9="woods", F10="woods"))
    mover = put(scene, "axis", "squad_rifle", "E10", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    assert not move.steps(scene, [mover], 0, 0)
    assert mover in move.can_move(scene, "axis")
    run(move.order(scene, "axis"), {"move": mover.id, "mover": mover.id, "step": ["exit"]})
    assert mover.out == "exit"


def test_the_last_to_leave_ends_the_game() -> None:
    """6.3, 6.3.2."""
    from generator.games.combat_commander.rehearsal.state import Ended

    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E10")
    put(scene, "allied", "squad_line", "A9")
    with pytest.raises(Ended):
        run(move.order(scene, "axis"), {"step": ["exit"]})
    assert (scene.winner, scene.ending) == ("axis", "points")
    assert mover.out == "exit"


def test_hidden_wire_stops_a_mover() -> None:
    """A35.5: the defender's alone."""
    for posture, stopped in (("defend", True), ("attack", False)):
        scene = fight(postures={"allied": posture})
        mover = put(scene, "axis", "squad_rifle", "E2")
        put(scene, "allied", "squad_line", "A9")
        scene.camps["allied"].hand = [in_hand(action="hidden_wire", number=91)]
        answers = {"step": ["E3", "E4", "stop"], "hidden_action": "hidden_wire:91"}
        run(move.order(scene, "axis"), answers)
        assert (scene.ground.names[mover.hex] == "E3") is stopped
