"""Studies: many seeded cases counted into tables, with the same result however the work is divided.

A case depends on its number alone and only adds whole numbers to tables. So the sum does not depend on which
process counted a case, in which order, or on interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Key = tuple[Any, ...]  # the values of a row: words and whole numbers
Counts = dict[str, dict[Key, int]]  # table -> row -> count
Finding = tuple[str, Mapping[str, Any]]  # key of a sentence, and its facts
CHUNK_SIZE = 1000  # cases that are counted and saved together


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; ``kind`` is the kind of name it holds, "" for numbers."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """A table of a study."""

    name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """A study: its tables, and how one case is counted."""

    name: str
    tables: tuple[Counted, ...]
    count: Callable[[Any, str, int, Counts], None]  # catalogues, seed, number of the case; adds to the counts
    settings: Callable[[Any], Mapping[str, Any]]  # settings of the cases, for the manifest
    findings: Callable[[Counts], Sequence[Finding]] = lambda counts: ()  # derived from all counts
    usual: int = 100_000  # default number of cases
    chunk: int = CHUNK_SIZE

    def table(self, name: str) -> Counted:
        return next(table for table in self.tables if table.name == name)


def add(counts: Counts, table: str, *key: Any, by: int = 1) -> None:
    """Add to the count of a row."""
    rows = counts.setdefault(table, {})
    rows[key] = rows.get(key, 0) + by


def merge(into: Counts, more: Counts) -> None:
    """Add counts to others."""
    for table, rows in more.items():
        for key, count in rows.items():
            add(into, table, *key, by=count)


def split_into_chunks(cases: int, size: int) -> list[range]:
    """Split the case numbers into chunks."""
    return [range(start, min(start + size, cases)) for start in range(0, cases, size)]


def get_case_seed(seed: str, number: int) -> str:
    """Return the seed of one case."""
    return f"{seed}-{number}"


def iterate_rows(counts: Counts, table: Counted) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in sorted order, each with its count."""
    for key, number in sorted(counts.get(table.name, {}).items()):
        yield (*key, number)


def counts_to_json(counts: Counts) -> dict[str, list[list[Any]]]:
    """Write counts as JSON."""
    return {table: [[*key, number] for key, number in sorted(rows.items())] for table, rows in counts.items()}


def counts_from_json(data: Mapping[str, Any]) -> Counts:
    """Read counts from JSON."""
    return {table: {tuple(row[:-1]): row[-1] for row in rows} for table, rows in data.items()}
