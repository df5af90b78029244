"""Commanders that answer for the sides without a person, also after a table was read again."""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import NO_ANSWER, Answer, Choose, Prompt, Refused, Table
from generator.table.answers import check_answer

from ..rehearsal.bot import Bot
from ..rehearsal.bot_planning import Plan
from ..rehearsal.levels import Commander, make_commander
from ..rehearsal.state import SIDES
from .settings import PERSON, FightSettings
from .state import Play, get_play

#: What a commander raises if its plan does not fit the question.
MISFITS = (Refused, AssertionError, LookupError, StopIteration, ValueError)


class SeatCommanders:
    """Answerer for the sides without a person, each with its own commander.

    The commanders live as long as the table stays in memory. The transcript keeps their answers, so a replay
    needs no commander; what they decide comes from the seed and from what their seat sees.
    """

    by = "commander"

    def __init__(self, settings: FightSettings, seed: str) -> None:
        self.settings, self.seed = settings, seed

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        if not isinstance(prompt, Choose) or prompt.seat not in SIDES:
            return NO_ANSWER
        side: Side = "axis" if prompt.seat == "axis" else "allied"
        level = self.settings.get_player(side)
        if level == PERSON:
            return NO_ANSWER
        play = get_play(table)
        commander = play.commanders.get(side)
        if commander is None:
            seed = f"{self.seed}/{len(table.entries)}"
            commander = play.commanders[side] = make_commander(level, play.fight, side, seed)
            make_plan(play, commander)
        assert isinstance(play.question, Choose)
        return answer_legally(play, commander, play.question)


def answer_legally(play: Play, commander: Commander, question: Choose) -> Answer:
    """Return a commander's answer.

    One that joins in the middle of an order may have a plan that no longer fits: then it plans again, and if
    that does not fit either, takes the first option, or as few as allowed.
    """
    for _ in range(2):
        try:
            return check_answer(question, commander(question))
        except MISFITS:
            make_plan(play, commander)
    return question.options[0] if question.single else list(question.options[: question.least])


def make_plan(play: Play, commander: Commander) -> None:
    """Let a commander plan the order that is being carried out, as far as it can still be planned."""
    if isinstance(commander, Bot):
        commander.plan = think(commander, play.order) or Plan(0.0)


def think(commander: Bot, order: str) -> Plan | None:
    """Return the plan of a commander for an order."""
    make = getattr(commander, f"think_{order}", None)
    commander.evaluator.refresh()
    plan: Plan | None = make() if make is not None else None
    return plan
