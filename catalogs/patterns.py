"""Find fields of rows by pattern, to declare references and the terms that ids need.

A pattern is a path into a row: ``deck``, ``dated/*/counter``. The step ``*`` visits the elements of a list or
the values of a mapping, ``@`` the keys of a mapping, and ``-`` the two ends of ``A1-B1``. ``id:0`` is the
first part of an id such as ``red:squad``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalogs.store import Row, Store

Path = tuple[object, ...]
Found = tuple[Path, Any]
Patterns = Mapping[str, Iterable[tuple[str, str]]]  # table -> pairs of a pattern and its target


def references(store: Store, patterns: Patterns) -> Iterator[tuple[Row, Path, str, object]]:
    """Yield every reference in the rows: the row, the path in it, the kind of target and the id."""
    for table, fields in patterns.items():
        for row in store.table(table).values():
            for pattern, kind in fields:
                yield from ((row, path, kind, value) for path, value in find_values(row.data, pattern))


def required_terms(store: Store, patterns: Patterns) -> Iterator[tuple[Row, Path, str]]:
    """Yield the terms that rows need: the row, the path in it and the key of the term.

    In a key such as ``formation.{0}.{1}`` the numbers stand for parts of the id; ``{all}`` is the whole id.
    """
    for row, path, key, value in references(store, patterns):
        parts = str(value).split(":")
        yield row, path, key.format(*parts, all=".".join(parts))


def find_values(data: Mapping[str, Any], pattern: str) -> list[Found]:
    """Return the paths that match a pattern with their values; skip missing and null values."""
    matches: list[Found] = [((), data)]
    for step in pattern.split("/"):
        deeper = (match for path, value in matches for match in _step_into(path, value, step))
        matches = [(path, value) for path, value in deeper if value is not None]
    return matches


def _step_into(path: Path, value: Any, step: str) -> Iterator[Found]:
    if step == "-":
        return ((path, end) for end in value.split("-"))
    if step == "@":
        return (((*path, key), key) for key in (value if isinstance(value, Mapping) else ()))
    if step == "*":
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        return (((*path, key), inner) for key, inner in items)
    name, _, part = step.partition(":")
    inner = value.get(name)
    return iter([((*path, name), inner.split(":")[int(part)] if part else inner)])
