"""JSON pointers (RFC 6901): write, read and resolve paths into a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Place = tuple[str | int, ...]  # path into a document: ("lanes", 2, "toll")


def to_pointer(place: Iterable[str | int]) -> str:
    """Return a path as a pointer: /lanes/2/toll."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in place)


def split_pointer(text: str) -> tuple[str, ...]:
    """Return the keys and positions of a pointer, unescaped."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:])


def locate(document: Any, text: str) -> Place:
    """Return the path that a pointer names in a document, with list positions as integers."""
    path: list[str | int] = []
    for step in split_pointer(text):
        key = int(step) if isinstance(document, list) and step.isdecimal() else step
        path.append(key)
        document = _inside(document, key)
    return tuple(path)


def _inside(document: Any, key: str | int) -> Any:
    try:
        return document[key]
    except (KeyError, IndexError, TypeError):
        return None


def get(document: Any, text: str, default: Any = None) -> Any:
    """Return the value at a pointer, or the default if there is none."""
    value = document
    for step in split_pointer(text):
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, ValueError, TypeError):
            return default
    return value


def put(document: Any, text: str, value: Any) -> None:
    """Set the value at a pointer in place; create missing objects on the way."""
    *path, last = split_pointer(text)
    inside = document
    for step in path:
        inside = inside[int(step)] if isinstance(inside, list) else inside.setdefault(step, {})
    inside[int(last) if isinstance(inside, list) else last] = value


def drop(document: Any, text: str) -> None:
    """Remove the value at a pointer in place, if it exists."""
    path, _, last = text.rpartition("/")
    [key] = split_pointer(f"/{last}")
    inside = get(document, path)
    if isinstance(inside, list) and int(key) < len(inside):
        del inside[int(key)]
    elif isinstance(inside, dict):
        inside.pop(key, None)


def fits(text: str, pattern: str) -> bool:
    """Return whether a pointer matches a pattern with stars."""
    path, wanted = split_pointer(text), split_pointer(pattern)
    return len(wanted) == len(path) and all(a in ("*", b) for a, b in zip(wanted, path, strict=True))
