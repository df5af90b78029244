"""Play a copied fight on for a few turns and judge where it leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Roll

from ..fight import resume_fight
from ..state import Fight

Commander = Callable[[Choose], Any]


def play_on(fight: Fight, commanders: Mapping[Side, Commander], random: Random, last_turn: int) -> None:
    """Play a fight on from the question for an order until it ends or a turn is over."""
    procedure = resume_fight(fight)
    answer: Any = None
    draw = random.random
    try:
        while True:
            question = procedure.send(answer)
            if isinstance(question, Choose):
                if fight.turns > last_turn:
                    procedure.close()
                    return
                answer = commanders[question.seat](question)  # type: ignore[index]
            elif isinstance(question, Roll):
                answer = [int(draw() * die) + 1 for die in question.dice]
            else:
                answer = question.cup[int(draw() * len(question.cup))]  # type: ignore[union-attr]
    except StopIteration:
        return
