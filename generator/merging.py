"""Two people changed the same document: theirs, with what I changed put on top."""

from __future__ import annotations

import copy
from collections import Counter as Tally
from typing import Any


class _Nothing:
    """No such field; a copy of it is itself."""

    def __deepcopy__(self, _: Any) -> _Nothing:
        return self


NOTHING = _Nothing()


def merged(base: Any, mine: Any, theirs: Any) -> Any:
    """What only one of us changed is as that one has it; where both changed the same field, mine stands."""
    if mine == base:
        return copy.deepcopy(theirs)
    if theirs == base:
        return copy.deepcopy(mine)
    if all(isinstance(each, dict) for each in (base, mine, theirs)):
        return _objects(base, mine, theirs)
    if all(_names(each) for each in (base, mine, theirs)):
        return _lists(base, mine, theirs)
    if isinstance(base, list) and all(_grown(base, each) for each in (mine, theirs)):
        return _rows(base, mine, theirs)
    return copy.deepcopy(mine)


def _grown(base: list[Any], other: Any) -> bool:
    return isinstance(other, list) and len(other) >= len(base)


def _rows(base: list[Any], mine: list[Any], theirs: list[Any]) -> list[Any]:
    """Rows that were there are merged one by one; those that came are all kept, theirs first."""
    there = [merged(*three) for three in zip(base, mine, theirs, strict=False)]
    come = [row for row in mine[len(base) :] if row not in theirs[len(base) :]]
    return [*there, *copy.deepcopy(theirs[len(base) :]), *copy.deepcopy(come)]


def _objects(base: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    found = {
        key: merged(base.get(key, NOTHING), mine.get(key, NOTHING), theirs.get(key, NOTHING))
        for key in dict.fromkeys((*theirs, *mine))
    }
    return {key: value for key, value in found.items() if value is not NOTHING}


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _lists(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    """Names in a list: what I took out goes, what I added comes at the end."""
    gone, come = Tally(base) - Tally(mine), Tally(mine) - Tally(base)
    kept = []
    for name in theirs:
        if gone[name]:
            gone[name] -= 1
        else:
            kept.append(name)
    return kept + list((come - (Tally(kept) - Tally(base))).elements())
