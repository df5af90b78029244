"""7.3.2, 7.3.3: chits that a card leaves to chance are drawn in every fight."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.scenario import new as new_card
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.rehearsal.outcome import make_film
from generator.games.combat_commander.rehearsal.setup import set_up
from generator.games.combat_commander.rehearsal.state import Fight
from generator.table import Draw, Roll
from tests.generator.games.combat_commander.authoring.cards import changed

CATALOG = load()
CARD = new_card(CATALOG, "german", "russian", 1943, 1)


def set_up_with(letters: list[str], changes: dict[str, Any]) -> Fight:
    """Set up a card; draws give these letters, choices the first option."""
    card = changed(CARD, changes)
    fight = new_fight(card, CATALOG)
    steps = set_up(fight, card)
    answer: Any = None
    left = list(letters)
    try:
        while True:
            asked = steps.send(answer)
            if isinstance(asked, Draw):
                answer = left.pop(0)
                assert answer in asked.cup
            elif isinstance(asked, Roll):
                answer = [1] * len(asked.dice)
            else:
                answer = asked.options[0]  # type: ignore[union-attr]
    except StopIteration:
        assert not left
        return fight


def test_the_workbench_leaves_three_chits_to_chance() -> None:
    fight = set_up_with(["A", "B", "C"], {})
    assert fight.chits == ["A"]
    assert (fight.camps["axis"].secret, fight.camps["allied"].secret) == (["B"], ["C"])
    assert not {"A", "B", "C"} & set(fight.cup)


def test_an_open_chit_scores_for_the_controller() -> None:
    control = dict.fromkeys(CARD["objectives"]["control"], "allied")
    chances = {"/objectives/random": {"open": 1}, "/objectives/control": control}
    before = set_up_with([], {**chances, "/objectives/random": {}}).marker
    worth = CATALOG.chits["A"].vp * len(CATALOG.chits["A"].objectives)
    assert set_up_with(["A"], chances).marker == before - worth


def test_a_chit_without_a_secret_side_is_open() -> None:
    letter = next(letter for letter, chit in CATALOG.chits.items() if not chit.secret_side)
    fight = set_up_with([letter], {"/objectives/random": {"axis": 1}})
    assert (fight.chits, fight.camps["axis"].secret) == ([letter], [])


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_film_names_the_open_chit(number: int) -> None:
    steps = make_film(CARD, CATALOG, f"chits~{number}").steps
    before_turn_1 = [what for _, what, _ in steps[: [step[1] for step in steps].index("turn")]]
    assert before_turn_1.count("open_chit") + before_turn_1.count("secret_chit") == 3
