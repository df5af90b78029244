"""Three-way merge of a document that two people changed."""

from __future__ import annotations

import copy
from collections import Counter as Tally
from typing import Any


class _Nothing:
    """Marker for a missing field; a copy of it is itself."""

    def __deepcopy__(self, _: Any) -> _Nothing:
        return self


MISSING = _Nothing()


def merge_versions(base: Any, mine: Any, theirs: Any) -> Any:
    """Merge two changed versions of a value. Where both changed the same field, mine wins."""
    if mine == base:
        return copy.deepcopy(theirs)
    if theirs == base:
        return copy.deepcopy(mine)
    if all(isinstance(each, dict) for each in (base, mine, theirs)):
        return _merge_objects(base, mine, theirs)
    if all(_is_list_of_names(each) for each in (base, mine, theirs)):
        return _merge_names(base, mine, theirs)
    if isinstance(base, list) and all(_has_grown(base, each) for each in (mine, theirs)):
        return _merge_rows(base, mine, theirs)
    return copy.deepcopy(mine)


def _has_grown(base: list[Any], other: Any) -> bool:
    return isinstance(other, list) and len(other) >= len(base)


def _merge_rows(base: list[Any], mine: list[Any], theirs: list[Any]) -> list[Any]:
    """Merge existing rows one by one and keep all added rows, theirs first."""
    merged = [merge_versions(*three) for three in zip(base, mine, theirs, strict=False)]
    added = [row for row in mine[len(base) :] if row not in theirs[len(base) :]]
    return [*merged, *copy.deepcopy(theirs[len(base) :]), *copy.deepcopy(added)]


def _merge_objects(base: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    merged = {
        key: merge_versions(base.get(key, MISSING), mine.get(key, MISSING), theirs.get(key, MISSING))
        for key in dict.fromkeys((*theirs, *mine))
    }
    return {key: value for key, value in merged.items() if value is not MISSING}


def _is_list_of_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _merge_names(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    """Merge lists of names: remove what I removed, append what I added."""
    removed, added = Tally(base) - Tally(mine), Tally(mine) - Tally(base)
    merged = []
    for name in theirs:
        if removed[name]:
            removed[name] -= 1
        else:
            merged.append(name)
    return merged + list((added - (Tally(merged) - Tally(base))).elements())
