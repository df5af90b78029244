"""The bot's decisions: risk, danger, joint melees and stacking."""

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.bot import Bot
from generator.games.combat_commander.rehearsal.bot_evaluation import Evaluator
from generator.games.combat_commander.rehearsal.bot_planning import Plan, Planner
from generator.games.combat_commander.rehearsal.outcome import simulate_fight
from generator.table import Choose
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, fight, put

WEIGHTS = CATALOG.recruit_commander


@pytest.mark.parametrize(
    ("marker", "time", "allied", "daring"),
    [
        (5, 7, "recon", False),  # ahead
        (-5, 7, "recon", True),  # behind, and late
        (-5, 0, "recon", False),  # behind, and early
        (0, 6, "defend", True),  # Time works for the defender
        (0, 6, "recon", False),
    ],
)
def test_the_bot_takes_risks_when_behind_and_late(marker: int, time: int, allied: str, daring: bool) -> None:
    scene = fight(postures={"allied": allied})
    scene.marker, scene.time = marker, time
    evaluator = Evaluator(scene, "axis", WEIGHTS)
    evaluator.refresh()
    assert (evaluator.nerve > 0) is daring


def test_smoke_on_the_way_makes_a_hex_safer() -> None:
    scene = fight()
    put(scene, "allied", "squad_line", "E3")
    evaluator = Evaluator(scene, "axis", WEIGHTS)
    hex_ = scene.board.numbers["E6"]
    evaluator.refresh()
    open_ = evaluator.get_danger(hex_)
    scene.smoke[scene.board.numbers["E5"]] = 4
    evaluator.refresh()
    assert evaluator.get_danger(hex_) < open_


def test_only_units_activated_together_plan_a_joint_melee() -> None:
    """Two squads could win; without a leader only one would advance, so it stays."""
    scene = fight()
    foes = put(scene, "allied", "squad_line", "E5").hex
    for hex_ in scene.board.neighbours[foes][:2]:
        put(scene, "axis", "squad_rifle", scene.board.names[hex_])
    alone = Bot(scene, "axis", WEIGHTS, "1")
    alone.evaluator.refresh()
    plan = alone.think_advance()
    assert plan is None or foes not in plan.goals.values()
    put(scene, "axis", "lt_schrader", scene.board.names[hex_])
    led = Bot(scene, "axis", WEIGHTS, "1")
    led.evaluator.refresh()
    together = led.think_advance()
    assert together is not None
    assert list(together.goals.values()).count(foes) > 1


def test_moves_under_fire_must_be_worth_it() -> None:
    scene = fight()
    foe = put(scene, "allied", "squad_line", "E3", weapon="medium_mg")
    unit = put(scene, "axis", "squad_rifle", "E6")
    commander = Bot(scene, "axis", WEIGHTS, "1")
    way = [scene.board.numbers[name] for name in ("E5", "D4")]
    commander.plan = Plan(1.0, first=unit, ways={unit.id: way}, gains={unit.id: 0.3})
    assert commander._accepts_fire(unit)
    scene.opportunity_firers = [foe]
    assert not commander._accepts_fire(unit)
    commander.plan.gains[unit.id] = 9.0
    assert commander._accepts_fire(unit)


@pytest.mark.parametrize(("seed", "most"), [("1", 7), ("3", 7), ("5", 7), ("10", 7)])
def test_units_led_together_do_not_overstack(seed: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """8.1: a hex holds seven soldiers; planned singly, the units would bring up to 37."""
    usual, crowds = Planner._plan_moves, []

    def look(planner: Planner, *, advance: bool) -> Plan | None:
        plan, scene, side = usual(planner, advance=advance), planner.fight, planner.side
        for goal in set(plan.goals.values()) if plan else ():
            going = [unit for unit in scene.camps[side].units if plan and plan.goals.get(unit.id) == goal]
            if isinstance(goal, int) and len(going) > 1 and not scene.has_enemy(goal, side):
                crowds.append(scene.count_soldiers(goal, side) + sum(unit.soldiers for unit in going))
        return plan

    monkeypatch.setattr(Planner, "_plan_moves", look)
    simulate_fight(make(CATALOG, Settings(), seed).card(), CATALOG, f"{seed}~0")
    assert crowds and max(crowds) <= most


def test_smoke_may_be_thrown_beside_a_foe_in_the_same_hex() -> None:
    """The line between mover and enemy in one hex has no hexes; smoke is still placed."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E5")
    mover.moving = True
    put(scene, "allied", "squad_line", "E5")
    recruit = Bot(scene, "axis", WEIGHTS, "1")
    assert scene.board.get_hexes_between(mover.hex, mover.hex) == ()
    names = ("E5", "E6")
    assert recruit.on_smoke_hex(Choose("A40", "smoke_hex", "axis", "hex", names)) in names
