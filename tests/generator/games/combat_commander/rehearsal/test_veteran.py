"""The veteran: copies of a fight, unknown cards, the value of a position and the search."""

from random import Random
from typing import Any

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.fight import new_fight, resume_fight, run_fight
from generator.games.combat_commander.rehearsal.levels import make_commander
from generator.games.combat_commander.rehearsal.state import OTHER, SIDES, Fight
from generator.games.combat_commander.rehearsal.veteran.copies import copy_fight, deal_unknown_cards
from generator.games.combat_commander.rehearsal.veteran.position import (
    FEATURES,
    estimate_chance,
    list_features,
)
from generator.games.combat_commander.rehearsal.veteran.rollouts import play_on
from generator.table import Choose, Roll
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG, fight, put

FIGURES = CATALOG.veteran_commander


def answer(fight_: Fight, commanders: Any, question: Any, random: Random) -> Any:
    if isinstance(question, Choose):
        return commanders[question.seat](question)
    if isinstance(question, Roll):
        return [int(random.random() * die) + 1 for die in question.dice]
    return question.cup[int(random.random() * len(question.cup))]


def play_to_order(turn: int) -> Fight:
    """Return a fight of two recruits that waits for the first order of a turn."""
    card = make(CATALOG, Settings(map=1, sizes=("platoon",)), "11").card()
    started, random = new_fight(card, CATALOG), Random("start")
    commanders = {side: make_commander("recruit", started, side, "1") for side in SIDES}
    procedure = run_fight(started, card)
    question = next(procedure)
    while not (isinstance(question, Choose) and question.ask == "order" and started.turns == turn):
        question = procedure.send(answer(started, commanders, question, random))
    return started


@pytest.fixture
def waiting() -> Fight:
    return play_to_order(9)


def describe(state: Fight) -> tuple[Any, ...]:
    """Return everything that play changes."""
    camps = [
        (
            [(u.id, u.hex, u.broken, u.suppressed, u.active, u.weapon and u.weapon.id) for u in camp.units],
            [u.id for u in camp.lost],
            camp.hand,
            camp.deck,
            camp.pile,
            camp.secret,
        )
        for camp in state.camps.values()
    ]
    return camps, state.marker, state.time, state.turns, state.control, state.works, state.smoke, state.stock


def test_a_copy_plays_on_without_touching_its_original(waiting: Fight) -> None:
    before = repr(describe(waiting))
    twin = copy_fight(waiting)
    assert repr(describe(twin)) == before
    commanders = {side: make_commander("recruit", twin, side, "2") for side in SIDES}
    play_on(twin, commanders, Random("on"), last_turn=10_000)
    assert twin.winner is not None
    assert waiting.winner is None
    assert repr(describe(waiting)) == before


def test_a_copy_goes_on_as_its_original_would(waiting: Fight) -> None:
    """With the same answers and dice both come to the same end."""
    ends = []
    for state in (copy_fight(waiting), waiting):
        commanders = {side: make_commander("recruit", state, side, "3") for side in SIDES}
        random, procedure = Random("same"), resume_fight(state)
        question = next(procedure)
        try:
            while True:
                question = procedure.send(answer(state, commanders, question, random))
        except StopIteration:
            ends.append((state.winner, state.ending, state.marker, state.turns))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("side", SIDES)
def test_only_unknown_cards_are_dealt_anew(waiting: Fight, side: Any) -> None:
    twin = copy_fight(waiting)
    deal_unknown_cards(twin, side, Random("deal"))
    for seat in SIDES:
        old, new = waiting.camps[seat], twin.camps[seat]
        assert sorted(old.hand + old.deck) == sorted(new.hand + new.deck)
        assert (len(old.hand), old.pile) == (len(new.hand), new.pile)
        assert old.deck != new.deck
    assert waiting.camps[side].hand == twin.camps[side].hand
    assert waiting.camps[side].secret == twin.camps[side].secret
    assert len(waiting.camps[OTHER[side]].secret) == len(twin.camps[OTHER[side]].secret)


def test_every_feature_has_a_weight() -> None:
    assert set(FEATURES) <= set(FIGURES)


def test_a_better_position_has_a_better_chance() -> None:
    scene = fight()
    put(scene, "axis", "squad_rifle", "E6")
    put(scene, "allied", "squad_line", "E3")
    even = estimate_chance(scene, "axis", FIGURES)
    scene.marker += 10
    assert estimate_chance(scene, "axis", FIGURES) > even
    assert len(list_features(scene, "axis", FIGURES)) == len(FEATURES)


def test_the_veteran_answers_the_same_for_the_same_seed() -> None:
    """Its search draws from its own seed and leaves the fight alone."""
    choices = []
    for _ in range(2):
        state = play_to_order(3)
        before = repr(describe(state))
        veteran = make_commander("veteran", state, state.turn_of, "7")
        question = next(resume_fight(state))
        choices.append(veteran(question))  # type: ignore[arg-type]
        assert repr(describe(state)) == before
    assert choices[0] == choices[1]
