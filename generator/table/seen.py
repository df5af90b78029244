"""What a seat may see of a table: prompts, answers and the log.

What is private is said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from .driver import Entry, Line
from .prompts import EVERYONE, REFEREE, Note, Prompt, Seat

OUTLINE = ("kind", "rule", "ask", "seat")
PRIVATE = ("why_not", "check", "mixed", "deck", "shown", "cup")  # functions, codes, and what fate holds


def view_entry(entry: Entry, seat: Seat) -> Entry:
    """The entry as a seat may see it."""
    if entry.secret and seat not in (entry.seat, REFEREE):
        return entry._replace(answer={"hidden": True})
    return entry


def outline(prompt: Prompt) -> dict[str, Any]:
    """What everyone may know: who is asked what, under which rule."""
    return {name: getattr(prompt, name) for name in OUTLINE}


def whole(prompt: Prompt, number: int) -> dict[str, Any]:
    """Everything the asked seat needs to answer; ``number`` is given back with the answer."""
    return {"number": number, **shown(prompt)}


def shown(prompt: Prompt) -> dict[str, Any]:
    """All of a prompt that may be read."""
    return {f.name: plain(getattr(prompt, f.name)) for f in fields(prompt) if f.name not in PRIVATE}


def may_answer(prompt: Prompt, seat: Seat) -> bool:
    """The seat that is asked; what everyone is asked, whoever has a seat. Watchers are asked nothing."""
    return seat != EVERYONE and prompt.seat in (seat, EVERYONE)


def may_read(prompt: Prompt, seat: Seat) -> bool:
    """A prompt's options can tell what its seat holds: only that seat and the referee read them."""
    return seat == REFEREE or may_answer(prompt, seat)


def log_lines(log: Iterable[Line], seat: Seat) -> Iterator[dict[str, Any]]:
    """Answers, and between them notes of what followed by rule, as a seat may see them.

    A note carries the number of the answer after which it stands, so that both can be kept apart and woven
    together again by :func:`woven`.
    """
    answers = 0
    for asked, entry in log:
        if isinstance(asked, Note):
            yield {"n": answers, "rule": asked.rule, "what": asked.what, "facts": plain(asked.facts)}
        elif entry is not None:
            answers = entry.n + 1
            yield view_entry(entry, seat).json()


def woven(
    entries: Iterable[Mapping[str, Any]], notes: Iterable[Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    """Answers and notes of a document in the order in which they came."""
    waiting = list(notes)
    for entry in entries:
        while waiting and waiting[0]["n"] <= entry["n"]:
            yield waiting.pop(0)
        yield entry
    yield from waiting


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(inner) for inner in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value
