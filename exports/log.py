"""The log of a card: every roll and choice in order with its rule, and what followed from it.

The card holds the answers; what followed (marker moves, leaders, postures) is found by playing the procedure
again over them. A secret answer that this seat may not see stays hidden; any chit of the cup stands in for
it, because nothing that is shown depends on it. Where the answers do not fit this version, the log holds the
answers alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exports.scribe import Card, Scribe
from generator.battle.procedure import NAME, fight, new_battle
from generator.battle.settings import settings_from
from generator.table import Draw, Entry, Line, Note, Table, entry_from
from schemas.errors import HorahError

HIDDEN = {"hidden": True}
#: Where the word for an answer is looked up, in this order.
GROUPS = (
    "side",
    "seat",
    "faction",
    "quality",
    "posture",
    "size",
    "coin",
    "yes_no",
    "package",
    "why",
    "fortification",
)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: an answer with its number, or a note on what followed."""

    rule: str
    words: str
    number: int | None = None
    seat: str = ""
    answer: str = ""
    hidden: bool = False


def log(card: Card, scribe: Scribe) -> list[LogLine]:
    """The log as this card's seat may read it; empty for a card that was not rolled up."""
    transcript = card.get("transcript")
    if not transcript or not transcript["entries"]:
        return []
    entries = [entry_from(entry) for entry in transcript["entries"]]
    lines = _played_again(card, scribe, entries)
    if lines is None:
        return [_answered(scribe, entry) for entry in entries]
    seen = iter(entries)
    return [
        _note(scribe, prompt) if isinstance(prompt, Note) else _answered(scribe, next(seen))
        for prompt, _ in lines
    ]


def _played_again(card: Card, scribe: Scribe, entries: Sequence[Entry]) -> list[Line] | None:
    if card["transcript"]["procedure"] != NAME:
        return None
    try:
        battle = new_battle(scribe.catalog, settings_from(card["settings"]))
        table = Table(lambda: fight(battle))
        seen = {entry.answer for entry in entries if isinstance(entry.answer, str)}
        for entry in entries:
            table.replay([_stand_in(table, entry, seen)])
    except HorahError:
        return None
    return table.log


def _stand_in(table: Table[Any], entry: Entry, seen: set[str]) -> Entry:
    """For a hidden draw, any chit that would have stayed hidden and that nobody is seen to draw."""
    if entry.answer != HIDDEN:
        return entry
    prompt = next((p for p in table.pending if p.seat == entry.seat and isinstance(p, Draw)), None)
    if prompt is None:
        return entry
    letter = next(letter for letter in prompt.cup if letter not in prompt.shown and letter not in seen)
    return Entry(entry.n, entry.rule, entry.kind, entry.ask, entry.seat, letter, entry.secret)


def _answered(scribe: Scribe, entry: Entry) -> LogLine:
    words = scribe.term(f"ask.{entry.ask}")
    seat = scribe.term(f"seat.{entry.seat}")
    if entry.answer == HIDDEN:
        return LogLine(entry.rule, words, entry.n + 1, seat, scribe.phrase("log_hidden"), True)
    return LogLine(entry.rule, words, entry.n + 1, seat, _answer(scribe, entry))


def _answer(scribe: Scribe, entry: Entry) -> str:
    answer = entry.answer
    if entry.kind == "roll" and isinstance(answer, list) and len(answer) == 2:
        return f"{answer[0]} + {answer[1]} = {sum(answer)}"
    if entry.ask.endswith("_chit") and isinstance(answer, str):
        return f"{answer}: {scribe.term(f'chit.{answer}')}"
    if entry.ask == "placement" and isinstance(answer, list):
        return scribe.list([_placed(scribe, unit) for unit in answer])
    return say(scribe, answer)


def _placed(scribe: Scribe, unit: Mapping[str, Any]) -> str:
    names = [scribe.piece(ref).label for ref in (unit.get("piece"), unit.get("weapon")) if ref]
    return f"{unit.get('hex', '?')} {' + '.join(names)}"


def _note(scribe: Scribe, note: Note) -> LogLine:
    facts = {name: _fact(scribe, name, value) for name, value in note.facts.items()}
    try:
        words = scribe.term(f"note.{note.what}").format(**facts)
    except (KeyError, IndexError):
        words = ", ".join(facts.values())
    return LogLine(note.rule, words)


def _fact(scribe: Scribe, name: str, value: object) -> str:
    if name in ("from", "to") and isinstance(value, int):
        return _marker(scribe, value)
    if name == "edge":
        return scribe.phrase(f"edge.{value}")
    if name == "modifier" and isinstance(value, int):
        return f"−{-value}" if value < 0 else f"+{value}"
    return say(scribe, value)


def _marker(scribe: Scribe, value: int) -> str:
    if not value:
        return "0"
    return f"{abs(value)} {scribe.side('axis' if value > 0 else 'allied')}"


def say(scribe: Scribe, value: object) -> str:
    """An answer or a fact in words."""
    if isinstance(value, Mapping):
        counted = [_counted(scribe, name, count) for name, count in value.items()]
        return scribe.list(counted) or scribe.phrase("nothing")
    if isinstance(value, list | tuple):
        return scribe.list([say(scribe, one) for one in value]) or scribe.phrase("nothing")
    if isinstance(value, str):
        return _word(scribe, value)
    return str(value)


def _counted(scribe: Scribe, name: str, count: object) -> str:
    if isinstance(count, int):
        return f"{count} × {_word(scribe, name)}" if count != 1 else _word(scribe, name)
    return f"{_word(scribe, name)}: {say(scribe, count)}"


def _word(scribe: Scribe, value: str) -> str:
    catalog = scribe.catalog
    if value in catalog.leaders or value in catalog.counters:
        return scribe.piece(value).name
    if value in catalog.orders_of_battle:
        faction, chit, size = value.split(":")
        name = scribe.term(f"formation.{faction}.{chit}")
        return scribe.phrase("formation", name=name, size=scribe.term(f"size.{size}"))
    offer = catalog.support.get(":".join(value.split(":")[:3]))
    if offer is not None:
        leader = value.removeprefix(f"{offer.id}:")
        return (
            scribe.piece(leader).name
            if leader in catalog.leaders
            else scribe.term(f"support.{offer.faction}.{offer.unit}")
        )
    for group in GROUPS:
        if f"{group}.{value}" in catalog.terms:
            return scribe.term(f"{group}.{value}")
    return value
