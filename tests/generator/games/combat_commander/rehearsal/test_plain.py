"""What a plain commander thinks: when to dare, where fire falls, who storms together."""

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.bot_evaluation import Judge
from generator.games.combat_commander.rehearsal.outcome import play_out
from generator.games.combat_commander.rehearsal.bot import Plain
from generator.games.combat_commander.rehearsal.bot_planning import Plan, Planner
from generator.table import Choose
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, fight, put

WEIGHTS = CATALOG.plain_commander


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
def test_who_is_behind_when_time_runs_out_dares(marker: int, time: int, allied: str, daring: bool) -> None:
    scene = fight(postures={"allied": allied})
    scene.marker, scene.time = marker, time
    judge = Judge(scene, "axis", WEIGHTS)
    judge.forget()
    assert (judge.nerve > 0) is daring


def test_smoke_on_the_way_makes_a_hex_safer() -> None:
    scene = fight()
    put(scene, "allied", "squad_line", "E3")
    judge = Judge(scene, "axis", WEIGHTS)
    hex_ = scene.ground.numbers["E6"]
    judge.forget()
    open_ = judge.danger(hex_)
    scene.smoke[scene.ground.numbers["E5"]] = 4
    judge.forget()
    assert judge.danger(hex_) < open_


def test_only_those_who_go_together_storm_together() -> None:
    """Two squads could take the hex; without a leader only one of them would go, and he stays."""
    scene = fight()
    foes = put(scene, "allied", "squad_line", "E5").hex
    for hex_ in scene.ground.around[foes][:2]:
        put(scene, "axis", "squad_rifle", scene.ground.names[hex_])
    alone = Plain(scene, "axis", WEIGHTS, "1")
    alone.judge.forget()
    plan = alone.think_advance()
    assert plan is None or foes not in plan.goals.values()
    put(scene, "axis", "lt_schrader", scene.ground.names[hex_])
    led = Plain(scene, "axis", WEIGHTS, "1")
    led.judge.forget()
    together = led.think_advance()
    assert together is not None
    assert list(together.goals.values()).count(foes) > 1


def test_under_fire_the_rest_of_a_way_must_be_worth_it() -> None:
    scene = fight()
    foe = put(scene, "allied", "squad_line", "E3", weapon="medium_mg")
    unit = put(scene, "axis", "squad_rifle", "E6")
    commander = Plain(scene, "axis", WEIGHTS, "1")
    way = [scene.ground.numbers[name] for name in ("E5", "D4")]
    commander.plan = Plan(1.0, first=unit, ways={unit.id: way}, gains={unit.id: 0.3})
    assert commander._dares(unit)
    scene.firing = [foe]
    assert not commander._dares(unit)
    commander.plan.gains[unit.id] = 9.0
    assert commander._dares(unit)


@pytest.mark.parametrize(("seed", "most"), [("1", 7), ("3", 9), ("5", 9), ("10", 9)])
def test_those_who_are_led_together_do_not_crowd_one_hex(
    seed: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8.1: a place has room for seven; each of them for himself would have made it up to 37."""
    usual, crowds = Planner._travel, []

    def look(planner: Planner, *, advance: bool) -> Plan | None:
        plan, scene, side = usual(planner, advance=advance), planner.fight, planner.side
        for goal in set(plan.goals.values()) if plan else ():
            going = [unit for unit in scene.camps[side].units if plan and plan.goals.get(unit.id) == goal]
            if isinstance(goal, int) and len(going) > 1 and not scene.enemy_in(goal, side):
                crowds.append(scene.figures(goal, side) + sum(unit.soldiers for unit in going))
        return plan

    monkeypatch.setattr(Planner, "_travel", look)
    play_out(make(CATALOG, Settings(), seed).card(), CATALOG, f"{seed}~0")
    assert crowds and max(crowds) <= most


def test_smoke_may_be_thrown_beside_a_foe_in_the_same_hex() -> None:
    """Nothing lies between a mover and a foe whom he has come upon; his smoke is laid all the same."""
    scene = fight()
    mover = put(scene, "axis", "squad_rifle", "E5")
    mover.moving = True
    put(scene, "allied", "squad_line", "E5")
    plain = Plain(scene, "axis", WEIGHTS, "1")
    assert scene.ground.between(mover.hex, mover.hex) == ()
    names = ("E5", "E6")
    assert plain.on_smoke_hex(Choose("A40", "smoke_hex", "axis", "hex", names)) in names
