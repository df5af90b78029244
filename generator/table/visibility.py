"""Visibility: the parts of prompts, answers and log that a seat may see.

This is the only place that decides what is private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, overload

from .driver import Entry, Line
from .prompts import EVERYONE, REFEREE, Note, Prompt, Seat

OUTLINE_FIELDS = ("kind", "rule", "ask", "seat")
PRIVATE_FIELDS = (
    "why_not",
    "check",
    "mixed",
    "deck",
    "shown",
    "cup",
)  # functions, codes, and the sources of chance


def view_entry(entry: Entry, seat: Seat) -> Entry:
    """Return the entry as a seat may see it."""
    if entry.secret and seat not in (entry.seat, REFEREE):
        return entry._replace(answer={"hidden": True})
    return entry


def outline_prompt(prompt: Prompt) -> dict[str, Any]:
    """Return the public part of a prompt: who is asked what, under which rule."""
    return {name: getattr(prompt, name) for name in OUTLINE_FIELDS}


def view_prompt(prompt: Prompt, number: int) -> dict[str, Any]:
    """Return everything the asked seat needs to answer; ``number`` is sent back with the answer."""
    return {"number": number, **readable_fields(prompt)}


def readable_fields(prompt: Prompt) -> dict[str, Any]:
    """Return the readable fields of a prompt."""
    values = {
        f.name: to_json_types(getattr(prompt, f.name)) for f in fields(prompt) if f.name not in PRIVATE_FIELDS
    }
    return {**values, "kind": prompt.kind, "secret": prompt.secret}


def may_answer(prompt: Prompt, seat: Seat) -> bool:
    """Tell whether a seat may answer: the asked seat, or any seat if everyone is asked, but no watcher."""
    return seat != EVERYONE and prompt.seat in (seat, EVERYONE)


def may_read(prompt: Prompt, seat: Seat) -> bool:
    """Tell whether a seat may read a prompt's options, which can reveal what the asked seat holds."""
    return seat == REFEREE or may_answer(prompt, seat)


@dataclass(frozen=True, slots=True)
class Lines(Sequence[dict[str, Any]]):
    """Lazy sequence of log lines as a seat may see them: answers, and notes between them.

    Lines are built on access, so reading the end of a long log stays cheap. A note carries the number of the
    answer after which it stands, so that :func:`merge_notes` can merge notes and answers that are kept apart.
    """

    log: Sequence[Line]
    seat: Seat

    def __len__(self) -> int:
        return len(self.log)

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...

    def __getitem__(self, place: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self.log)))]
        asked, entry = self.log[place]
        if entry is not None:
            return view_entry(entry, self.seat).json()
        assert isinstance(asked, Note)
        number = self._answers_before(place % len(self.log))
        return {"n": number, "rule": asked.rule, "what": asked.what, "facts": to_json_types(asked.facts)}

    def _answers_before(self, place: int) -> int:
        while place and (entry := self.log[place - 1][1]) is None:
            place -= 1
        return entry.n + 1 if place and entry else 0


def merge_notes(
    entries: Iterable[Mapping[str, Any]], notes: Iterable[Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    """Merge answers and notes of a document in the order in which they happened."""
    waiting = list(notes)
    for entry in entries:
        while waiting and waiting[0]["n"] <= entry["n"]:
            yield waiting.pop(0)
        yield entry
    yield from waiting


def to_json_types(value: Any) -> Any:
    """Convert a value to JSON types."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json_types(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json_types(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [
            to_json_types(inner) for inner in (sorted(value) if isinstance(value, set | frozenset) else value)
        ]
    return value
