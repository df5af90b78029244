"""The regular's decisions: surrender, command, mines, actions, discards, fire groups and patience."""

import pytest

from generator.games.combat_commander.rehearsal.bot_planning import Plan
from generator.games.combat_commander.rehearsal.cards import NONE
from generator.games.combat_commander.rehearsal.fight import DISCARD
from generator.games.combat_commander.rehearsal.fire import DONE
from generator.games.combat_commander.rehearsal.regular import Regular
from generator.games.combat_commander.rehearsal.state import Card, Fight
from generator.table import Choose
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, fight, in_hand, put

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
    for _ in range(8):
        gains.append(regular._get_least_gain("going"))
        assert regular.on_order(prompt) == DISCARD
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0 > gains[-1]


def test_a_casualty_counts_by_the_chance_to_win() -> None:
    """A defender far ahead on points fears losses; the attacker has nothing but them to win by."""
    scene = fight(postures={"axis": "defend", "allied": "attack"})
    own = put(scene, "axis", "squad_rifle", "E2")
    enemy = put(scene, "allied", "squad_line", "E9")
    for number in range(1, 6):
        put(scene, "axis", "squad_rifle", f"A{number}")
        put(scene, "allied", "squad_line", f"K{number}")
    scene.camps["axis"].surrender, scene.camps["allied"].surrender = 3, 6
    scene.marker, scene.time = 20, scene.sudden_death - 2
    losses = {}
    for side in ("axis", "allied"):
        regular = Regular(scene, side, WEIGHTS, "1")  # type: ignore[arg-type]
        regular.evaluator.refresh()
        losses[side] = [regular.evaluator.get_loss(unit) for unit in (own, enemy)]
    for own_loss, enemy_loss in losses.values():
        assert own_loss > 1.5 * enemy_loss


def test_a_leader_moves_with_its_squad() -> None:
    """O21.2: towards an objective the stack goes together, and the leader is never without units."""
    scene = fight(postures={"axis": "attack", "allied": "defend"}, objectives={1: "E9"})
    leader = put(scene, "axis", "sgt_esser", "E2")
    squad = put(scene, "axis", "squad_rifle", "E2")
    put(scene, "allied", "squad_line", "O10")
    regular = Regular(scene, "axis", WEIGHTS, "1")
    regular.evaluator.refresh()
    plan = regular.think_move()
    assert plan is not None
    assert set(plan.together) == {leader.id, squad.id}
    assert plan.goals[leader.id] == plan.goals[squad.id]


@pytest.mark.parametrize("work", ["mines", "wire"])
def test_nobody_follows_into_obstacles_that_have_just_been_revealed(work: str) -> None:
    """A35.2, A35.5: the way was planned before; the second unit stays where it is."""
    scene = fight()
    unit = put(scene, "axis", "squad_rifle", "E6")
    regular = Regular(scene, "axis", WEIGHTS, "1")
    way = [scene.board.numbers["E5"], scene.board.numbers["E4"]]
    prompt = Choose("O21.2", "mover", "axis", "unit", (unit.id, DONE))
    regular.plan = Plan(1.0, first=unit, goals={unit.id: way[-1]}, ways={unit.id: way}, gains={unit.id: 9.0})
    assert regular.on_mover(prompt) == unit.id
    scene.works[way[0]] = work
    assert regular.on_mover(prompt) == DONE


def test_an_attacker_saves_advances_for_melee() -> None:
    """O16: what a Move does as well costs more by Advance; a melee does not."""
    scene = fight(postures={"axis": "attack", "allied": "defend"}, objectives={1: "E9"})
    squads = [put(scene, "axis", "squad_rifle", "E2"), put(scene, "axis", "squad_rifle", "E2")]
    team = put(scene, "allied", "team_weapon", "E3")
    regular = Regular(scene, "axis", WEIGHTS, "1")
    melee = Plan(5.0, first=squads[0], goals={squads[0].id: team.hex})
    step = Plan(5.0, first=squads[0], goals={squads[0].id: scene.board.numbers["E1"]})
    assert regular._is_assault(melee)
    assert not regular._is_assault(step)
    bold = Regular(scene, "axis", {**WEIGHTS, "hoard_advance_attack": 0}, "1")
    for commander in (regular, bold):
        scene.place_unit(team, scene.board.numbers["O10"])
        commander.evaluator.refresh()
    saved, spent = (commander.list_move_plans(advance=True) for commander in (regular, bold))
    hoard = WEIGHTS["hoard_advance_attack"] / 100
    assert [plan.score for plan in saved] == pytest.approx([plan.score - hoard for plan in spent])
    assert saved


def test_points_that_turn_the_fight_together_count_late() -> None:
    """7.2: one exit does not help an attacker far behind, but all of them do, once Time runs out."""
    worths = []
    for time in (0, 5):
        scene = fight(postures={"axis": "attack", "allied": "defend"})
        for number in range(1, 9):
            put(scene, "axis", "squad_rifle", f"A{number}")
            put(scene, "allied", "squad_line", f"O{number}")
        scene.marker, scene.sudden_death, scene.time = -12, 6, time
        weights = {**WEIGHTS, "rush": 100}
        regular = Regular(scene, "axis", weights, "1")
        regular.evaluator.refresh()
        patient = Regular(scene, "axis", {**weights, "rush": 100000}, "1")
        patient.evaluator.refresh()
        worths.append((regular.evaluator.vp_worth, patient.evaluator.vp_worth))
    assert worths[0][0] == pytest.approx(worths[0][1])
    assert worths[1][0] > 1.5 * worths[1][1]


@pytest.mark.parametrize(("order", "played"), [("command_confusion", True), ("fire", False)])
def test_an_action_must_be_worth_the_order_on_its_card(order: str, played: bool) -> None:
    """A26: a shot with little effect costs a card without an order, but not a Fire card."""
    scene = fight()
    mover = put(scene, "axis", "squad_parachute", "E6")
    mover.moving = True
    put(scene, "allied", "squad_line", "E3")
    card = in_hand(order, "assault_fire")
    scene.camps["axis"].hand.append(card)
    regular = Regular(scene, "axis", {**WEIGHTS, "spend": 1000}, "1")
    regular.evaluator.refresh()
    option = f"assault_fire:{card.number}"
    answer = regular.on_move_action(Choose("A24", "move_action", "axis", "action", (NONE, option)))
    assert answer == (option if played else NONE)


def test_a_hidden_pillbox_covers_more_than_foxholes() -> None:
    """A35.3: it counts as the catalogue has it."""
    regular = Regular(fight(), "axis", WEIGHTS, "1")
    covers = [regular._get_hidden_cover(action) for action in ("hidden_pillbox", "hidden_entrenchments")]
    assert covers == [CATALOG.fortifications[work].cover for work in ("pillbox", "foxholes")]
    assert covers[0] > covers[1]
