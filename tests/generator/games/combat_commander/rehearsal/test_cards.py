"""1: the Fate cards, their triggers, and the Initiative."""

import pytest

from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal import fire, recover
from generator.games.combat_commander.rehearsal.cards import roll
from generator.games.combat_commander.rehearsal.events import EVENTS, resolve_event, resolve_sniper
from generator.games.combat_commander.rehearsal.victory import get_unit_vp
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, die, fight, put, rolls, run

#: Action -> the question at which it is offered.
PLAYED = {
    *fire.ATTACK_ACTIONS,
    *fire.DEFENCE_ACTIONS,
    "ambush",
    "assault_fire",
    "command_confusion",  # A28: never
    "demolitions",
    "dig_in",
    "hidden_mines",
    "hidden_unit",
    "hidden_wire",
    "light_wounds",
    "no_quarter",
    "smoke_grenades",
}
NEVER = "command_confusion"  # O19, A28


@pytest.mark.parametrize("deck", sorted(CATALOG.decks))
def test_every_card_has_its_three_rules(deck: str) -> None:
    """Each of the 72 cards has an order, an action and an event that are implemented."""
    texts = CATALOG.fate_texts[deck]
    assert len(texts) == 72
    for text in texts:
        assert text.order == NEVER or (
            text.order in course.ORDER_PROCEDURES and text.order in course.ORDER_CONDITIONS
        )
        assert text.action in PLAYED
        assert text.event in EVENTS


def test_the_result_waits_for_the_trigger() -> None:
    """1.9.1: a Medic triggered by a rout roll rallies the unit, which still retreats."""
    scene = fight()
    unit = put(scene, "allied", "squad_line", "E5", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    morale = scene.get_morale(unit)
    rolls(scene, "axis", die(morale // 2, morale + 1 - morale // 2, "event"), die(1, 1, event="medic"))
    run(recover.rout(scene, "axis"))
    assert not unit.broken
    assert scene.board.names[unit.hex] == "E6"


def test_no_trigger_inside_a_trigger() -> None:
    """1.9.1: the roll for the commissar triggers no second event."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    put(scene, "allied", "squad_line", "A9")
    rolls(
        scene,
        "axis",
        die(1, 1, "event"),
        die(6, 6, event="commissar"),
        die(1, 2, "event"),
        die(1, 1, event="kia"),
    )
    run(roll(scene, "axis", "attack"))
    assert not unit.broken
    assert unit in scene.camps["axis"].units


def test_the_last_card_moves_time_once() -> None:
    """6.1.2: the last card of a deck advances Time one space, with or without Time! on it."""
    for trigger in (None, "time"):
        scene = fight()
        put(scene, "axis", "squad_rifle", "E5")
        put(scene, "allied", "squad_line", "A9")
        scene.camps["axis"].deck = [die(3, 3, trigger)]
        run(roll(scene, "axis", "attack"))
        assert scene.time == 1
        assert len(scene.camps["axis"].deck) == 1


def test_the_initiative_cancels_a_roll_and_changes_hands() -> None:
    """9.1: the second roll counts; the Initiative passes to the other player."""
    scene = fight()
    rolls(scene, "allied", (6, 6), (1, 2))
    totals = []

    def rolled():  # type: ignore[no-untyped-def]
        totals.append((yield from roll(scene, "allied", "attack")))

    run(rolled(), {"reroll": ["yes", "no"]})
    assert totals[0].total == 3
    assert scene.initiative == "allied"


def test_a_sniper_breaks_one_unit_in_or_beside_the_hex() -> None:
    """1.9.1.3: only one unit breaks."""
    scene = fight()
    near, far = put(scene, "allied", "squad_line", "E6"), put(scene, "allied", "squad_line", "E8")
    rolls(scene, "axis", die(1, 1, hex_="E5"))
    run(resolve_sniper(scene, "axis"), {"sniper": near.id})
    assert near.broken
    assert not far.broken


def test_walking_wounded_may_bring_the_enemy_back() -> None:
    """Glossary, example A: the event may return a unit of either side."""
    scene = fight()
    lost = put(scene, "allied", "squad_line", "E6")
    put(scene, "allied", "squad_line", "A9")
    put(scene, "axis", "squad_rifle", "A1")
    from generator.games.combat_commander.rehearsal.victory import eliminate

    eliminate(scene, lost, "test")
    assert scene.marker == get_unit_vp(scene, lost) == 2
    rolls(scene, "axis", die(1, 1, event="walking_wounded"), die(1, 1, hex_="G5"))
    run(resolve_event(scene, "axis"), {"place": "G5"})
    assert lost.broken
    assert scene.board.names[lost.hex] == "G5"
    assert scene.camps["allied"].lost == []


def test_jammed_breaks_the_weapons_and_not_the_attack() -> None:
    """1.9.1.2, glossary, example B: the attack still counts."""
    scene = fight()
    gunner = put(scene, "axis", "team_line", "E2", weapon="heavy_mg")
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "axis", die(1, 1, "jam"))
    rolls(scene, "allied", (1, 1))
    pieces = [piece for piece in fire.list_pieces(scene, [gunner]) if piece.weapon]
    run(fire.resolve_attack(scene, "axis", pieces, target.hex))
    assert gunner.weapon is not None and gunner.weapon.broken
    assert target.broken  # 8 + 2 beats 7 + 2
