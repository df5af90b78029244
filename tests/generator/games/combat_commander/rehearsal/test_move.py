"""O21, A33, F103-F106, T88: movement and Opportunity Fire, with the examples of the rule text."""

import pytest

from catalogs.frozen import Frozen
from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.rehearsal import move
from generator.games.combat_commander.rehearsal.fire import Piece, compute_fp
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
    numbers = scene.board.numbers
    assert move.list_steps(scene, [rifle], 0, 0)[numbers["K8"]] == 2
    scene.place_unit(rifle, numbers["K8"])
    assert move.list_steps(scene, [rifle], 2, 0)[numbers["K7"]] == 1


def test_a_leader_on_the_way_adds_command() -> None:
    """Examples F and H: with Biermann at K7 the squad has 5 and enters the woods; beyond it has 4."""
    scene = fight(SLOPE)
    rifle = put(scene, "axis", "squad_rifle", "K7")
    numbers = scene.board.numbers
    assert numbers["K6"] not in move.list_steps(scene, [rifle], 3, 0)
    put(scene, "axis", "sgt_biermann", "K7")
    assert move.list_steps(scene, [rifle], 3, 0)[numbers["K6"]] == 2
    scene.place_unit(rifle, numbers["K6"])
    assert move.list_steps(scene, [rifle], 5, 0) == {}


def test_opportunity_fire_through_smoke_uphill() -> None:
    """Example E: 6, less 1 for the hill, less 4 for the smoke, is 1."""
    scene = fight(SLOPE)
    firer = put(scene, "allied", "squad_line", "L5")
    put(scene, "axis", "squad_rifle", "K7")
    scene.smoke[scene.board.numbers["K7"]] = 4
    assert compute_fp(scene, [Piece(firer, None)], (scene.board.numbers["K7"],)) == 1


def test_opportunity_firers_may_fire_again_in_the_same_order() -> None:
    """Examples E and G, A33.3: one card allows an attack at every hex entered."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    firer = put(scene, "allied", "squad_line", "E6")
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    rolls(scene, "allied", (1, 1), (1, 1), (1, 1))
    rolls(scene, "axis", (6, 6), (6, 6), (6, 6))
    asked = run(
        move.carry_out_move(scene, "axis"),
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
    assert scene.board.names[mover.hex] == "E4"


def test_a_unit_that_fired_at_movers_is_not_activated_again() -> None:
    """Note to the example: a unit is activated once in a turn."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "E2")
    firer = put(scene, "allied", "squad_line", "E6")
    firer.active = True
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    asked = run(move.carry_out_move(scene, "axis"), {"step": ["E3", "stop"]})
    assert "op_fire" not in asked


def test_a_road_gives_a_point_and_wire_stops() -> None:
    """T93, F106.2: road bonus, and wire ends the move."""
    scene = fight(road("E2", "E3", "E4", "E5", "E6", "E7"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    run(move.carry_out_move(scene, "axis"), {"step": ["E3", "E4", "E5", "E6", "E7"]})
    assert scene.board.names[mover.hex] == "E7"
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E2")
    scene.works[scene.board.numbers["E3"]] = "wire"
    run(move.carry_out_move(scene, "axis"), {"step": ["E3"]})
    assert scene.board.names[mover.hex] == "E3"


def test_no_opportunity_fire_between_trenches() -> None:
    """F105.2: one movement point on any terrain, and no Opportunity Fire."""
    scene = fight(ground(E3="woods"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "E5")
    numbers = scene.board.numbers
    scene.works |= {numbers["E2"]: "trench", numbers["E3"]: "bunker"}
    scene.camps["allied"].hand = [in_hand(order="fire", number=91)]
    assert move.list_steps(scene, [mover], 0, 0)[numbers["E3"]] == 1
    assert "op_fire" not in run(move.carry_out_move(scene, "axis"), {"step": ["E3", "stop"]})


@pytest.mark.parametrize(("attack", "defence", "broken"), [((4, 4), (1, 1), True), ((1, 1), (6, 6), False)])
def test_mines_attack_entering_units(attack: tuple[int, int], defence: tuple[int, int], broken: bool) -> None:
    """F103.2: 6 against morale without cover."""
    scene = fight(ground(E3="building"))
    mover = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "A9")
    scene.works[scene.board.numbers["E3"]] = "mines"
    rolls(scene, "allied", attack)
    rolls(scene, "axis", defence)
    run(move.carry_out_move(scene, "axis"), {"step": ["E3", "stop"]})
    assert mover.broken is broken


def test_leaving_by_the_enemys_edge_gives_points() -> None:
    """7.2.1: a squad is worth 2; it waits on the Time track, unbroken."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E10", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    run(move.carry_out_move(scene, "axis"), {"move": mover.id, "mover": mover.id, "step": ["exit"]})
    assert scene.marker == 2
    assert scene.camps["axis"].coming == {1: [mover]}
    assert not mover.broken


def test_a_unit_that_can_only_exit_may_be_activated() -> None:
    """7.2.1: exiting costs 1, which a broken squad has; the woods around cost 2."""
    scene = fight(ground(E9="woods", D9="woods", D10="woods", F9="woods", F10="woods"))
    mover = put(scene, "axis", "squad_rifle", "E10", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    assert not move.list_steps(scene, [mover], 0, 0)
    assert mover in move.can_move(scene, "axis")
    run(move.carry_out_move(scene, "axis"), {"move": mover.id, "mover": mover.id, "step": ["exit"]})
    assert mover.out == "exit"


def test_the_last_to_leave_ends_the_game() -> None:
    """6.3, 6.3.2: the game is scored."""
    from generator.games.combat_commander.rehearsal.state import FightEnded

    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E10")
    put(scene, "allied", "squad_line", "A9")
    with pytest.raises(FightEnded):
        run(move.carry_out_move(scene, "axis"), {"step": ["exit"]})
    assert (scene.winner, scene.ending) == ("axis", "points")
    assert mover.out == "exit"


def test_hidden_wire_stops_a_mover() -> None:
    """A35.5: only for the defender."""
    for posture, stopped in (("defend", True), ("attack", False)):
        scene = fight(postures={"allied": posture})
        mover = put(scene, "axis", "squad_rifle", "E2")
        put(scene, "allied", "squad_line", "A9")
        scene.camps["allied"].hand = [in_hand(action="hidden_wire", number=91)]
        answers = {"step": ["E3", "E4", "stop"], "hidden_action": "hidden_wire:91"}
        run(move.carry_out_move(scene, "axis"), answers)
        assert (scene.board.names[mover.hex] == "E3") is stopped
