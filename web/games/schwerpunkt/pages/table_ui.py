"""Table page of Schwerpunkt: the clock, the two sides, the counters and the prompts."""

from __future__ import annotations

from typing import Any

from exports.kit.messages import MessageFormatter
from generator.games.schwerpunkt.battle import SIDES, opposing_side
from web.games.table_ui import Log, TablePage, TableUI
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

from . import answers, prompts
from .prompts import translate_texts

PERCENT = 100


def make_page(view: View, _: Log, formatter: MessageFormatter) -> TablePage:
    """Return the state of the battle as the seat may see it."""
    standing = translate_texts(view.state["state"], formatter)
    mine = view.seat if view.seat in SIDES else None
    variables: dict[str, Any] = {
        "name": formatter.term("game.schwerpunkt"),
        "standing": standing,
        "sides": SIDES if mine is None else (mine, opposing_side(mine)),
        "own": [counter for counter in standing["counters"] if mine is None or counter["side"] == mine],
        "seen": [counter for counter in standing["counters"] if mine is not None and _is_seen(counter, mine)],
        "done": _compute_percent_done(standing["clock"]),
        "say": formatter.sentence,
        "mine": mine,
    }
    return TablePage(template="schwerpunkt_table.html", variables=variables, question_context=standing)


def _is_seen(counter: dict[str, Any], mine: str) -> bool:
    return bool(counter["side"] != mine and counter["type"] != "hq")


def _compute_percent_done(clock: dict[str, Any]) -> int | None:
    """Return the percentage of the battle that is over, or None if its end is unknown."""
    last = clock["last"]
    return None if not last else min(PERCENT, clock["box"] * PERCENT // last)


def make_question(prompt: Prompt, given: Given, _: Any, formatter: MessageFormatter) -> Question:
    return prompts.question(prompt, given, formatter)


TABLE_UI = TableUI(make_page=make_page, make_question=make_question, read_answer=answers.answer)
