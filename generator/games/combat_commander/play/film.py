"""Take over a film: the first answers of a fight that commanders fought from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.chance import draw_below, open_part, roll_dice
from generator.table import NO_ANSWER, Answer, Choose, Draw, Prompt, Report, Roll, Table

from ..rehearsal.fight import new_fight, run_fight
from ..rehearsal.levels import make_commander
from .settings import FightSettings

Kinds = Mapping[Side, str]  # the commander of each side


class FilmAnswers:
    """Answerer for the part of a fight that is taken from a film."""

    by = "film"

    def __init__(self, catalog: Catalog, settings: FightSettings) -> None:
        assert settings.card is not None
        self._answers = iterate_answers(catalog, settings.card, settings.film, settings.film_commanders)
        self._taken = 0

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        if not isinstance(prompt, Report):
            return NO_ANSWER
        place = len(table.entries)
        while True:  # a table that was read in the middle of the film goes on there
            answer, _ = next(self._answers)
            self._taken += 1
            if self._taken > place:
                return answer


def count_film_answers(catalog: Catalog, card: Mapping[str, Any], seed: str, kinds: Kinds, step: int) -> int:
    """Return how many answers of a film lead to one of its steps, counted from 0."""
    told = (steps for _, steps in iterate_answers(catalog, card, seed, kinds))
    return sum(1 for _ in takewhile(lambda steps: steps <= step, told))


def iterate_answers(
    catalog: Catalog, card: Mapping[str, Any], seed: str, kinds: Kinds
) -> Iterator[tuple[Answer, int]]:
    """Yield the answers of a film, each with the number of steps that were told before it."""
    fight = new_fight(card, catalog)
    fight.log_enabled = True
    players = {side: make_commander(kind, fight, side, seed) for side, kind in kinds.items()}
    procedure, answer, count, steps = run_fight(fight, card), None, 0, 0
    while True:
        try:
            question = procedure.send(answer)
        except StopIteration:
            return
        steps += len(fight.log)
        fight.log.clear()
        key = f"{seed if isinstance(question, Draw) and question.secret else open_part(seed)}/{count}"
        if isinstance(question, Choose):
            answer = players["axis" if question.seat == "axis" else "allied"](question)
        elif isinstance(question, Roll):
            answer = roll_dice(key, question.dice)
        else:
            assert isinstance(question, Draw)
            answer = question.cup[draw_below(key, len(question.cup))]
        count += 1
        yield answer, steps
