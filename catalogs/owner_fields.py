"""Blanks: cells and rows that only an owner of the printed game can fill in.

A game declares its blanks (:class:`catalogs.game.Game`). The values that an owner types form a *box*: cells
by table and row, and additional rows. A box is applied to the catalogues like an overlay and checked like
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.store import Row, Store


@dataclass(frozen=True, slots=True)
class Blank:
    """Cells of a table that the owner fills in, or whole rows that the owner adds.

    ``rows`` returns the ids of the rows; without it, every row whose field is present and null counts.
    ``unlocks`` is the key of the term for the feature that filling them in makes available. Several blanks
    may share it.
    """

    table: str
    field: str = ""  # dotted for nested fields, "fire.attack"; empty: the owner adds whole rows
    rows: Callable[[Store], Iterable[str]] | None = None
    unlocks: str = ""
    count: int | None = None  # expected number of whole rows, where a source gives it
    named: str = ""  # id pattern for whole rows, "{battle}:{date}"; empty: the owner types the id


def columns(
    table: str, *fields: str, unlocks: str, rows: Callable[[Store], Iterable[str]] | None = None
) -> tuple[Blank, ...]:
    """Declare blanks for several fields of a table that unlock the same feature."""
    return tuple(Blank(table, field, rows=rows, unlocks=unlocks) for field in fields)


@dataclass(frozen=True, slots=True)
class Cell:
    """One blank place: a table, a row and a field."""

    table: str
    row: str
    field: str


def cells(blank: Blank, store: Store) -> Iterator[Cell]:
    """Yield the cells of a blank, read from catalogues without a box."""
    if not blank.field:
        return
    null = (row.id for row in store.table(blank.table).values() if _is_null(row, blank.field))
    for name in blank.rows(store) if blank.rows else null:
        yield Cell(blank.table, name, blank.field)


def _is_null(row: Row, field: str) -> bool:
    """Return whether a field is present and null; a field that the row does not have does not count."""
    value: Any = row.data
    for step in field.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return False
        value = value[step]
        if value is None:
            return True
    return False


def groups(blanks: Sequence[Blank]) -> Mapping[str, tuple[Blank, ...]]:
    """Group blanks by the feature they unlock, in the order in which the game declares them."""
    by_feature: dict[str, tuple[Blank, ...]] = {}
    for blank in blanks:
        by_feature[blank.unlocks] = (*by_feature.get(blank.unlocks, ()), blank)
    return by_feature
