"""What only the owner's components tell: cells that no source has, and whole rows that he copies once.

A game declares its blanks (:class:`catalogs.game.Game`). What an owner types is his *box*: cells by table and
row, and rows of his own. A box is laid over the catalogues like an overlay and checked like one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.store import Row, Store


@dataclass(frozen=True, slots=True)
class Blank:
    """Cells of a table that the owner fills, or rows that he adds; several may unlock the same thing.

    Without ``rows``, which gives ids, every row whose field is there and null is one. ``unlocks`` is the key
    of a term that says what the program can do when they are filled.
    """

    table: str
    field: str = ""  # of a row, "fire.attack" for one inside another; empty: the owner adds whole rows
    rows: Callable[[Store], Iterable[str]] | None = None
    unlocks: str = ""
    count: int | None = None  # of whole rows: how many there are, where a source says
    named: str = ""  # of whole rows: the id that the other fields give, "{battle}:{date}"; empty: typed


def columns(
    table: str, *fields: str, unlocks: str, rows: Callable[[Store], Iterable[str]] | None = None
) -> tuple[Blank, ...]:
    """Fields of a table whose blank cells unlock the same thing."""
    return tuple(Blank(table, field, rows=rows, unlocks=unlocks) for field in fields)


@dataclass(frozen=True, slots=True)
class Cell:
    """One blank place: a table, a row and a field."""

    table: str
    row: str
    field: str


def cells(blank: Blank, store: Store) -> Iterator[Cell]:
    """The places of a blank, by catalogues without anybody's box."""
    if not blank.field:
        return
    null = (row.id for row in store.table(blank.table).values() if _null(row, blank.field))
    for name in blank.rows(store) if blank.rows else null:
        yield Cell(blank.table, name, blank.field)


def _null(row: Row, field: str) -> bool:
    """Does a row say of a field that nobody knows it? A field that is not there is none of the row's."""
    found: Any = row.data
    for step in field.split("."):
        if not isinstance(found, Mapping) or step not in found:
            return False
        found = found[step]
        if found is None:
            return True
    return False


def groups(blanks: Sequence[Blank]) -> Mapping[str, tuple[Blank, ...]]:
    """Blanks by what they unlock, in the order in which the game names them."""
    found: dict[str, tuple[Blank, ...]] = {}
    for blank in blanks:
        found[blank.unlocks] = (*found.get(blank.unlocks, ()), blank)
    return found
