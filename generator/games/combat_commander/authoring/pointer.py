"""Places in a card as JSON pointers: reading, and changing a document in place."""

from __future__ import annotations

from typing import Any


def steps(place: str) -> tuple[str, ...]:
    """The keys and positions of a pointer, unescaped."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in place.split("/")[1:])


def get(document: Any, place: str, default: Any = None) -> Any:
    """What stands at a place, or the default where there is nothing."""
    found = document
    for step in steps(place):
        try:
            found = found[int(step) if isinstance(found, list) else step]
        except (KeyError, IndexError, ValueError, TypeError):
            return default
    return found


def put(document: Any, place: str, value: Any) -> None:
    """Set a field; what lies between is made as needed."""
    *path, last = steps(place)
    found = document
    for step in path:
        found = found[int(step)] if isinstance(found, list) else found.setdefault(step, {})
    found[int(last) if isinstance(found, list) else last] = value


def drop(document: Any, place: str) -> None:
    """Take a field or an entry away, if it is there."""
    *path, last = steps(place)
    found = document
    for step in path:
        found = get(found, f"/{step}")
    if isinstance(found, list) and int(last) < len(found):
        del found[int(last)]
    elif isinstance(found, dict):
        found.pop(last, None)


def fits(place: str, pattern: str) -> bool:
    """Is this one of the places a pattern with stars names?"""
    path, wanted = steps(place), steps(pattern)
    return len(wanted) == len(path) and all(a in ("*", b) for a, b in zip(wanted, path, strict=True))
