"""What a seat may see of a table: prompts, answers and the log.

What is private is said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, overload

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
    found = {f.name: plain(getattr(prompt, f.name)) for f in fields(prompt) if f.name not in PRIVATE}
    return {**found, "kind": prompt.kind, "secret": prompt.secret}


def may_answer(prompt: Prompt, seat: Seat) -> bool:
    """The seat that is asked; what everyone is asked, whoever has a seat. Watchers are asked nothing."""
    return seat != EVERYONE and prompt.seat in (seat, EVERYONE)


def may_read(prompt: Prompt, seat: Seat) -> bool:
    """A prompt's options can tell what its seat holds: only that seat and the referee read them."""
    return seat == REFEREE or may_answer(prompt, seat)


@dataclass(frozen=True, slots=True)
class Lines(Sequence[dict[str, Any]]):
    """Answers, and between them notes of what followed by rule, as a seat may see them.

    A line is made when it is asked for: whoever looks at the end of a long log pays for the end alone.
    A note carries the number of the answer after which it stands, so that both can be kept apart and woven
    together again by :func:`woven`.
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
        return {"n": number, "rule": asked.rule, "what": asked.what, "facts": plain(asked.facts)}

    def _answers_before(self, place: int) -> int:
        while place and (entry := self.log[place - 1][1]) is None:
            place -= 1
        return entry.n + 1 if place and entry else 0


def log_lines(log: Sequence[Line], seat: Seat) -> Iterator[dict[str, Any]]:
    """All of them, in order."""
    return iter(Lines(log, seat))


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
