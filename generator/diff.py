"""Differences between two versions of a document, as a readable list."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from schemas.json_pointer import to_pointer

Document = Mapping[str, Any]

#: Fields about the making of a document, left out of the comparison.
IGNORED_FIELDS = frozenset({"format", "transcript", "settings", "commitment", "seat"})
MISSING: Any = object()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two versions."""

    kind: Literal["added", "removed", "changed"]
    place: str  # JSON pointer
    before: Any  # None if there was no value
    after: Any


def diff(before: Document, after: Document) -> tuple[Change, ...]:
    """Return all differences in document order; the fields of UNSEEN are left out."""
    keys = [key for key in dict.fromkeys((*before, *after)) if key not in IGNORED_FIELDS]
    changes: list[Change] = []
    for key in keys:
        old, new = before.get(key, MISSING), after.get(key, MISSING)
        changes.extend(_compare(to_pointer((key,)), old, new))
    return tuple(changes)


def _compare(place: str, old: Any, new: Any) -> Iterator[Change]:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _compare(f"{place}{to_pointer((key,))}", old.get(key, MISSING), new.get(key, MISSING))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _compare_lists(place, old, new)
    else:
        yield _change(place, old, new)


def _compare_lists(place: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Compare lists of names by content, and other lists place by place."""
    if all(isinstance(entry, str) for entry in (*old, *new)):
        gone, come = Tally(old) - Tally(new), Tally(new) - Tally(old)
        if not gone and not come:
            yield _change(place, old, new)
        for entry in gone.elements():
            yield _change(f"{place}/{old.index(entry)}", entry, MISSING)
        for entry in come.elements():
            yield _change(f"{place}/{new.index(entry)}", MISSING, entry)
        return
    for index in range(max(len(old), len(new))):
        before = old[index] if index < len(old) else MISSING
        after = new[index] if index < len(new) else MISSING
        yield from _compare(f"{place}/{index}", before, after)


def _change(place: str, old: Any, new: Any) -> Change:
    kind: Literal["added", "removed", "changed"] = (
        "added" if old is MISSING else "removed" if new is MISSING else "changed"
    )
    before, after = (None if value is MISSING else value for value in (old, new))
    return Change(kind, place, before, after)
