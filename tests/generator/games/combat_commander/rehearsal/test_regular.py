"""The regular's decisions: surrender, mines, discards, split fire groups and patience."""

import pytest

from generator.games.combat_commander.rehearsal.fight import DISCARD
from generator.games.combat_commander.rehearsal.regular import Regular
from generator.games.combat_commander.rehearsal.state import Card, Fight
from generator.table import Choose
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, fight, put

WEIGHTS = CATALOG.regular_commander
DECK = [
    Card(dice.number, dice, text)
    for dice, text in zip(CATALOG.decks["german"], CATALOG.fate_texts["german"], strict=True)
]


def deal(scene: Fight, *orders: str) -> None:
    """Give the Axis a hand with these orders."""
    left = list(DECK)
    for order in orders:
        card = next(card for card in left if card.text.order == order)
        left.remove(card)
        scene.camps["axis"].hand.append(card)


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_loss_counts_more_near_surrender(side: str) -> None:
    scene = fight()
    unit = put(scene, side, "squad_rifle" if side == "axis" else "squad_line", "E5")  # type: ignore[arg-type]
    regular = Regular(scene, "axis", WEIGHTS, "1")
    losses = []
    for surrender in (8, 2, 1):
        scene.camps[side].surrender = surrender  # type: ignore[index]
        for number in range(8 - len(scene.camps[side].units)):  # type: ignore[index]
            put(scene, side, unit.ref.partition(":")[2], f"A{number + 1}")  # type: ignore[arg-type]
        regular.evaluator.refresh()
        losses.append(regular.evaluator.get_loss(unit))
    assert losses[0] < losses[1] < losses[2]


def test_the_way_leads_round_known_mines() -> None:
    """F103: straight on is shorter, but two units of danger dearer."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E6")
    regular = Regular(scene, "axis", WEIGHTS, "1")
    numbers = scene.board.numbers
    regular.evaluator.refresh()
    straight = regular.evaluator.find_routes(unit, 5)[numbers["E4"]][1]
    scene.works[straight[0]] = "mines"
    regular.evaluator.refresh()
    around = regular.evaluator.find_routes(unit, 5)[numbers["E4"]][1]
    assert straight[0] not in around


def test_a_useless_hand_is_discarded_at_once() -> None:
    """O15: all that is worth less than a fresh card goes, up to the limit."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "E6")
    deal(scene, "fire", "command_confusion", "command_confusion", "artillery_request", "artillery_denied")
    numbers = {card.text.order: str(card.number) for card in scene.camps["axis"].hand}
    prompt = Choose(
        "O15",
        "discards",
        "axis",
        "card",
        tuple(str(card.number) for card in scene.camps["axis"].hand),
        least=0,
        most=5,
    )
    discarded = Regular(scene, "axis", WEIGHTS, "1").on_discards(prompt)
    assert len(discarded) == 4
    assert numbers["fire"] not in discarded


def test_patience_ends() -> None:
    """The longer no order is given, the less a move must gain."""
    scene = fight()
    put(scene, "axis", "squad_rifle", "E6")
    put(scene, "allied", "squad_line", "E1")
    regular = Regular(scene, "axis", WEIGHTS, "1")
    deal(scene, "command_confusion")
    prompt = Choose("5", "order", "axis", "card", (DISCARD,))
    gains = []
    for _ in range(4):
        gains.append(regular._get_least_gain("going"))
        assert regular.on_order(prompt) == DISCARD
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0 > gains[-1]
