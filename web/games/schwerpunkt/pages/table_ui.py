"""Table page of Schwerpunkt: the clock, the two sides, the counters and the prompts."""

from __future__ import annotations

from typing import Any

from exports.kit.messages import MessageFormatter
from generator.games.schwerpunkt.battle import SIDES, opposing_side
from generator.settings import Setting
from web.games.table_ui import Field, Log, Look, TableUI, default_field
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

from . import answers, prompts
from .prompts import translate_texts

PERCENT = 100


def look(view: View, _: Log, formatter: MessageFormatter) -> Look:
    """Return the state of the battle as the seat may see it."""
    standing = translate_texts(view.state["state"], formatter)
    mine = view.seat if view.seat in SIDES else None
    shown: dict[str, Any] = {
        "name": formatter.term("game.schwerpunkt"),
        "standing": standing,
        "sides": SIDES if mine is None else (mine, opposing_side(mine)),
        "own": [counter for counter in standing["counters"] if mine is None or counter["side"] == mine],
        "seen": [counter for counter in standing["counters"] if mine is not None and _is_seen(counter, mine)],
        "done": _compute_percent_done(standing["clock"]),
        "say": formatter.sentence,
        "mine": mine,
    }
    return Look(template="schwerpunkt_table.html", shown=shown, scene=standing)


def _is_seen(counter: dict[str, Any], mine: str) -> bool:
    return bool(counter["side"] != mine and counter["type"] != "hq")


def _compute_percent_done(clock: dict[str, Any]) -> int | None:
    """Return the percentage of the battle that is over, or None if its end is unknown."""
    last = clock["last"]
    return None if not last else min(PERCENT, clock["box"] * PERCENT // last)


def question(prompt: Prompt, given: Given, _: Any, formatter: MessageFormatter) -> Question:
    return prompts.question(prompt, given, formatter)


def field(setting: Setting, procedure: str, formatter: MessageFormatter) -> Field:
    """Return the form field of a setting, with the words of its choices."""
    default = default_field(setting, procedure, formatter)
    words = {choice: formatter.term(f"{setting.name}.{choice}") for choice in setting.choices}
    return Field(default.label, default.sentence, words, default.about)


TABLE_UI = TableUI(look=look, question=question, answer=answers.answer, field=field)
