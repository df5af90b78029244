"""The reason why a roll is asked again, so players need not look for it in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.log import format_log_line

from .messages import MessageFormatter

Line = Mapping[str, Any]  # a log line: an answer, or a note with ``what``
SELF_EXPLAINING_NOTES = (
    "again",
    "NO_LEGAL_OB",
    "reroll_green",
    "leader_again",
)  # notes that state the reason themselves
ROLL_OFF = "initiative_roll"  # RS.15: both sides make this roll, and no note records it


def explain_repeated_roll(
    log: Sequence[Line], asked: Mapping[str, Any], catalog: Catalog, lang: Language
) -> str:
    """Return the reason for a roll that repeats the one before, or nothing for a first roll."""
    if asked["kind"] != "roll":
        return ""
    if asked["ask"] == ROLL_OFF:
        return explain_tie(log, asked, catalog, lang)
    notes: list[Line] = []
    for line in reversed(log):
        if "what" not in line:
            break
        notes.insert(0, line)
    else:
        return ""
    if any(line[name] != asked[name] for name in ("rule", "ask", "seat")):
        return ""
    explained = [line for line in notes if line["what"] in SELF_EXPLAINING_NOTES]
    formatter = MessageFormatter(catalog, lang)
    if explained:
        return format_log_line(explained[-1], formatter).text
    results = " ".join(format_log_line(line, formatter).text for line in notes)
    return formatter.format("again.next", told=results).strip()


def explain_tie(log: Sequence[Line], asked: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """RS.15: return the note that both sides tied and roll again."""
    answers = (line for line in reversed(log) if "what" not in line)
    last = takewhile(lambda line: (line["rule"], line["ask"]) == (asked["rule"], ROLL_OFF), answers)
    rolls = [line["answer"] for line in last][::-1]
    before = rolls[: len(rolls) - len(rolls) % 2]  # the first side of a new pair may have rolled already
    if not before:
        return ""
    return MessageFormatter(catalog, lang).format("again.tie", total=sum(before[-1]))
