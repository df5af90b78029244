"""Two versions of a document: what changed between them, as a list a person can read."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from schemas.json_pointer import to_pointer

Document = Mapping[str, Any]

#: What belongs to the making of a document and not to the document.
UNSEEN = frozenset({"format", "transcript", "settings", "commitment", "seat"})
NOTHING: Any = object()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two versions."""

    kind: Literal["added", "removed", "changed"]
    place: str  # JSON pointer
    before: Any  # None if there was nothing
    after: Any


def diff(before: Document, after: Document) -> tuple[Change, ...]:
    """Everything that differs, in the order of the document; the transcript is left out."""
    keys = [key for key in dict.fromkeys((*before, *after)) if key not in UNSEEN]
    found: list[Change] = []
    for key in keys:
        old, new = before.get(key, NOTHING), after.get(key, NOTHING)
        found.extend(_compare(to_pointer((key,)), old, new))
    return tuple(found)


def _compare(place: str, old: Any, new: Any) -> Iterator[Change]:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _compare(f"{place}{to_pointer((key,))}", old.get(key, NOTHING), new.get(key, NOTHING))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _compare_lists(place, old, new)
    else:
        yield _change(place, old, new)


def _compare_lists(place: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Lists of names are compared by what is in them, lists of entries place by place."""
    if all(isinstance(entry, str) for entry in (*old, *new)):
        gone, come = Tally(old) - Tally(new), Tally(new) - Tally(old)
        if not gone and not come:
            yield _change(place, old, new)
        for entry in gone.elements():
            yield _change(f"{place}/{old.index(entry)}", entry, NOTHING)
        for entry in come.elements():
            yield _change(f"{place}/{new.index(entry)}", NOTHING, entry)
        return
    for index in range(max(len(old), len(new))):
        here = old[index] if index < len(old) else NOTHING
        there = new[index] if index < len(new) else NOTHING
        yield from _compare(f"{place}/{index}", here, there)


def _change(place: str, old: Any, new: Any) -> Change:
    kind: Literal["added", "removed", "changed"] = (
        "added" if old is NOTHING else "removed" if new is NOTHING else "changed"
    )
    before, after = (None if value is NOTHING else value for value in (old, new))
    return Change(kind, place, before, after)
