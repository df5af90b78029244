"""1: the Fate cards, their triggers, and the Initiative."""

import pytest

from generator.games.combat_commander.rehearsal import fight as course
from generator.games.combat_commander.rehearsal import fire, recover
from generator.games.combat_commander.rehearsal.cards import roll
from generator.games.combat_commander.rehearsal.events import EVENTS, happen, sniper
from generator.games.combat_commander.rehearsal.victory import worth
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, die, fight, put, rolls, run

#: Where each action is offered; a card that says one of them finds its moment there.
PLAYED = {
    *fire.ADDING,
    *fire.HIDING,
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
    """72 cards, each with an order, an action and an event that somebody carries out."""
    texts = CATALOG.fate_texts[deck]
    assert len(texts) == 72
    for text in texts:
        assert text.order == NEVER or (text.order in course.ORDERS and text.order in course.CAN)
        assert text.action in PLAYED
        assert text.event in EVENTS


def test_the_result_waits_for_the_trigger() -> None:
    """1.9.1: a roll above its morale comes with an Event; the Medic rallies it, and it still retreats."""
    scene = fight()
    unit = put(scene, "allied", "squad_line", "E5", broken=True)
    put(scene, "axis", "squad_rifle", "A1")
    morale = scene.morale(unit)
    rolls(scene, "axis", die(morale // 2, morale + 1 - morale // 2, "event"), die(1, 1, event="medic"))
    run(recover.rout(scene, "axis"))
    assert not unit.broken
    assert scene.ground.names[unit.hex] == "E6"


def test_no_trigger_inside_a_trigger() -> None:
    """1.9.1: what is rolled for the commissar brings no second event."""
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
    """6.1.2: the last card of a deck, a Time! on it or not, moves Time one space."""
    for trigger in (None, "time"):
        scene = fight()
        put(scene, "axis", "squad_rifle", "E5")
        put(scene, "allied", "squad_line", "A9")
        scene.camps["axis"].deck = [die(3, 3, trigger)]
        run(roll(scene, "axis", "attack"))
        assert scene.time == 1
        assert len(scene.camps["axis"].deck) == 1


def test_the_initiative_cancels_a_roll_and_changes_hands() -> None:
    """9.1: the second roll counts; the card goes to the other player."""
    scene = fight()
    rolls(scene, "allied", (6, 6), (1, 2))
    totals = []

    def rolled():  # type: ignore[no-untyped-def]
        totals.append((yield from roll(scene, "allied", "attack")))

    run(rolled(), {"reroll": ["yes", "no"]})
    assert totals[0].total == 3
    assert scene.initiative == "allied"


def test_a_sniper_breaks_one_unit_in_or_beside_the_hex() -> None:
    """1.9.1.3."""
    scene = fight()
    near, far = put(scene, "allied", "squad_line", "E6"), put(scene, "allied", "squad_line", "E8")
    rolls(scene, "axis", die(1, 1, hex_="E5"))
    run(sniper(scene, "axis"), {"sniper": near.id})
    assert near.broken
    assert not far.broken


def test_walking_wounded_may_bring_the_enemy_back() -> None:
    """The glossary's example A: the event says a unit, not a friendly one."""
    scene = fight()
    lost = put(scene, "allied", "squad_line", "E6")
    put(scene, "allied", "squad_line", "A9")
    put(scene, "axis", "squad_rifle", "A1")
    from generator.games.combat_commander.rehearsal.victory import eliminate

    eliminate(scene, lost, "test")
    assert scene.marker == worth(scene, lost) == 2
    rolls(scene, "axis", die(1, 1, event="walking_wounded"), die(1, 1, hex_="G5"))
    run(happen(scene, "axis"), {"place": "G5"})
    assert lost.broken
    assert scene.ground.names[lost.hex] == "G5"
    assert scene.camps["allied"].lost == []


def test_jammed_breaks_the_weapons_and_not_the_attack() -> None:
    """1.9.1.2, the glossary's example B."""
    scene = fight()
    gunner = put(scene, "axis", "team_line", "E2", weapon="heavy_mg")
    target = put(scene, "allied", "squad_line", "E5")
    rolls(scene, "axis", die(1, 1, "jam"))
    rolls(scene, "allied", (1, 1))
    pieces = [piece for piece in fire.pieces_of(scene, [gunner]) if piece.weapon]
    run(fire.shoot(scene, "axis", pieces, target.hex))
    assert gunner.weapon is not None and gunner.weapon.broken
    assert target.broken  # 8 + 2 beats 7 + 2
