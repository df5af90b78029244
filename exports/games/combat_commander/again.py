"""Why a roll is asked again: the log says it, and whoever rolls should not have to look for it there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.log import line as spoken

from .scribe import Scribe

Line = Mapping[str, Any]  # of a log: an answer, or a note with ``what``
REPEATED = ("again", "NO_LEGAL_OB", "reroll_green", "leader_again")  # notes that say it by themselves
ROLL_OFF = "initiative_roll"  # RS.15: the one roll that both sides make, and that nothing is noted of


def why_again(log: Sequence[Line], asked: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """A sentence for a roll that follows one of its own kind; nothing where it is the first."""
    if asked["kind"] != "roll":
        return ""
    if asked["ask"] == ROLL_OFF:
        return tied(log, asked, catalog, lang)
    notes: list[Line] = []
    for line in reversed(log):
        if "what" not in line:
            break
        notes.insert(0, line)
    else:
        return ""
    if any(line[name] != asked[name] for name in ("rule", "ask", "seat")):
        return ""
    said = [line for line in notes if line["what"] in REPEATED]
    scribe = Scribe(catalog, lang)
    if said:
        return spoken(said[-1], scribe).text
    told = " ".join(spoken(line, scribe).text for line in notes)
    return scribe.said("again.next", told=told).strip()


def tied(log: Sequence[Line], asked: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """RS.15: both sides rolled the same, so both roll once more."""
    answers = (line for line in reversed(log) if "what" not in line)
    last = takewhile(lambda line: (line["rule"], line["ask"]) == (asked["rule"], ROLL_OFF), answers)
    rolls = [line["answer"] for line in last][::-1]
    before = rolls[: len(rolls) - len(rolls) % 2]  # the first side of a new pair may have rolled already
    if not before:
        return ""
    return Scribe(catalog, lang).said("again.tie", total=sum(before[-1]))
