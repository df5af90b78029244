"""Studies: many seeded cases counted into tables, with the same numbers however the work was divided.

A case is known by its number alone, and only ever adds whole numbers to a table. So the sum over all of them
does not depend on who counted which, in which order, or how often somebody stopped on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Key = tuple[Any, ...]  # the values of a row, words and whole numbers
Counts = dict[str, dict[Key, int]]  # table -> row -> how often
Finding = tuple[str, Mapping[str, Any]]  # a sentence by its key, and its facts
CHUNK = 1000  # cases that are counted and kept together


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; its kind says what is called by which name, none is a number."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """A table of a study."""

    name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """What is counted, case by case."""

    name: str
    tables: tuple[Counted, ...]
    count: Callable[
        [Any, str, int, Counts], None
    ]  # catalogues, seed and number of a case; adds to the counts
    settings: Callable[[Any], Mapping[str, Any]]  # what the cases were made with, for the manifest
    findings: Callable[[Counts], Sequence[Finding]] = lambda counts: ()  # worked out from all counts
    usual: int = 100_000  # cases, where nobody says how many
    chunk: int = CHUNK

    def table(self, name: str) -> Counted:
        return next(table for table in self.tables if table.name == name)


def add(counts: Counts, table: str, *key: Any, by: int = 1) -> None:
    """One more of a row."""
    rows = counts.setdefault(table, {})
    rows[key] = rows.get(key, 0) + by


def merge(into: Counts, more: Counts) -> None:
    """Add counts to others."""
    for table, rows in more.items():
        for key, count in rows.items():
            add(into, table, *key, by=count)


def chunks(cases: int, size: int) -> list[range]:
    """The numbers of the cases, as they are counted together."""
    return [range(start, min(start + size, cases)) for start in range(0, cases, size)]


def seed_of(seed: str, number: int) -> str:
    """The seed of one case."""
    return f"{seed}-{number}"


def rows(counts: Counts, table: Counted) -> Iterator[tuple[Any, ...]]:
    """A table row by row in the order of its values, each with its count."""
    for key, number in sorted(counts.get(table.name, {}).items()):
        yield (*key, number)


def written(counts: Counts) -> dict[str, list[list[Any]]]:
    """Counts as JSON."""
    return {
        table: [[*key, number] for key, number in sorted(found.items())] for table, found in counts.items()
    }


def read(data: Mapping[str, Any]) -> Counts:
    """Counts that were kept as JSON."""
    return {table: {tuple(row[:-1]): row[-1] for row in found} for table, found in data.items()}
