"""Apply an owner's box (values copied from the printed components) to the catalogues.

A box may fill only declared blanks. It becomes in-memory source files; written to a folder, they are an
ordinary overlay, and both ways give the catalogues the same version.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from catalogs.catalog import Catalog
from catalogs.checks import check
from catalogs.errors import Fault
from catalogs.game import game as find_game
from catalogs.owner_fields import Blank, Cell, cells, groups
from catalogs.store import Row, Source, Store, read
from schemas import validation
from schemas.errors import HorahError
from schemas.fields import row_rules
from schemas.limits import KIBIBYTE, MAX_OWNER_DATA_BYTES
from schemas.messages import Message, say

FORMAT = "hora-h/box/1"
PRINTED_PROVENANCE = "printed table"  # provenance of every value that an owner copies
MEMORY_FOLDER = Path("box")
MAX_CACHED_CATALOGS = 16  # catalogues with a box to cache; about half a megabyte each, plus the box

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Blanks that unlock the same feature, with the number of places filled and in total.

    ``total`` is None where the owner adds whole rows and no source gives their number.
    """

    unlocks: str
    blanks: tuple[Blank, ...]
    filled: int
    total: int | None

    @property
    def complete(self) -> bool:
        return self.filled > 0 if self.total is None else self.filled >= self.total


class BadOwnerData(HorahError):
    """A box that cannot be used, with its faults by the cell or added row that they concern."""

    def __init__(self, faults: Sequence[tuple[Cell | None, Message]], game: str) -> None:
        first = faults[0][1]
        super().__init__("BAD_BOX", why=first, more=len(faults) - 1)
        self.faults = tuple(faults)
        self.game = game


def empty_document(game: str) -> Document:
    return {"format": FORMAT, "game": game, "cells": {}, "rows": {}}


def apply_owner_data(catalog: Catalog, box: Mapping[str, Any] | None) -> Catalog:
    """Return the catalogues with a box applied; results are cached."""
    result = catalog if box is None else _apply_cached(catalog, canonical_json(box))
    if isinstance(result, HorahError):
        raise result.with_traceback(None)
    return result


def apply_if_valid(catalog: Catalog, box: Mapping[str, Any] | None) -> Catalog:
    """Return the catalogues with a box applied, or alone if a saved box no longer fits them."""
    try:
        return apply_owner_data(catalog, box)
    except HorahError:
        return catalog


def canonical_json(box: Mapping[str, Any]) -> str:
    """Serialize a box so that equal boxes give equal text."""
    return json.dumps(box, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=MAX_CACHED_CATALOGS)
def _apply_cached(catalog: Catalog, text: str) -> Catalog | HorahError:
    try:
        return find_game(catalog.game).catalog(store_with(catalog.store, json.loads(text)))
    except HorahError as fault:
        return fault


def store_with(store: Store, box: Document) -> Store:
    """Return the store with a box applied; raise BadBox if it does not fit."""
    _check_shape(store, box)
    layer = make_sources(store, box)
    if not layer:
        return store
    filled = store.with_layer(layer)
    report = check(filled, base_schemas=False)
    if report.faults:
        raise BadOwnerData(
            [(_find_cell(fault, layer), _fault_message(fault)) for fault in report.faults], store.game
        )
    return filled


def make_sources(store: Store, box: Mapping[str, Any]) -> list[Source]:
    """Return the source files of a box, one per table."""
    given, added = box.get("cells", {}), box.get("rows", {})
    files = []
    for table in sorted({*given, *added}):
        rows = [*_filled_rows(store, table, given.get(table, {})), *added.get(table, ())]
        if rows:
            document = {**_envelope(store, table), "rows": rows}
            content = f"{json.dumps(document, ensure_ascii=False, indent=2)}\n".encode()
            files.append(Source(table, f"{table}.json", MEMORY_FOLDER / f"{table}.json", True, content))
    return files


def _envelope(store: Store, table: str) -> Document:
    """Return the envelope of a table: its format, rule and provenance."""
    head = next(read(source) for source in store.sources if source.table == table)
    return {"format": head["format"], "rule": head["rule"], "provenance": PRINTED_PROVENANCE}


def _filled_rows(store: Store, table: str, given: Mapping[str, Mapping[str, Any]]) -> Iterator[Document]:
    """Yield the rows that an owner filled in; each names the fields that were copied."""
    allowed = row_rules(validation.tables(store.game)[table]).get("properties", {})
    for row in store.raw(table).values():
        typed = {field: value for field, value in given.get(row.id, {}).items() if value is not None}
        if typed:
            yield _fill_row(row, typed, allowed)


def _fill_row(row: Row, typed: Mapping[str, Any], allowed: Mapping[str, Any]) -> Document:
    data: Document = copy.deepcopy(dict(row.data))
    for field, value in sorted(typed.items()):
        inside = data
        *way, last = field.split(".")
        for step in way:
            inside[step] = dict(inside.get(step) or {})
            inside = inside[step]
        inside[last] = value
    if "provenance" in allowed and row.provenance:
        data["provenance"] = row.provenance
    if "provenance_of" in allowed:
        copied = {field.partition(".")[0]: PRINTED_PROVENANCE for field in sorted(typed)}
        data["provenance_of"] = {**data.get("provenance_of", {}), **copied}
    return data


def _check_shape(store: Store, box: Any) -> None:
    """Raise if the document has the wrong shape or fills anything but declared blanks."""
    for problem in validation.problems(box, "box"):
        raise BadOwnerData([(None, validation.form_message(problem))], store.game)
    if box["game"] != store.game:
        raise HorahError("OTHER_GAMES_BOX", game=box["game"])
    if len(canonical_json(box).encode()) > MAX_OWNER_DATA_BYTES:
        raise HorahError("LARGE_BOX", most=MAX_OWNER_DATA_BYTES // KIBIBYTE)
    known, open_tables = _declared_blanks(store)
    faults: list[tuple[Cell | None, Message]] = []
    for table, rows in box.get("cells", {}).items():
        for row, fields in rows.items():
            strange = (Cell(table, row, field) for field in fields if Cell(table, row, field) not in known)
            faults += [(cell, say("box.no_blank", **_cell_facts(cell))) for cell in strange]
    for table, added in box.get("rows", {}).items():
        if table not in open_tables:
            faults.append((None, say("box.no_rows", table=table)))
            continue
        ours = [str(row.get("id")) for row in added if row.get("id") in store.table(table)]
        faults += [(Cell(table, id_, "id"), say("box.built_in", given=id_)) for id_ in ours]
    if faults:
        raise BadOwnerData(faults, store.game)


def _cell_facts(cell: Cell) -> Mapping[str, str]:
    return {"table": cell.table, "row": cell.row, "field": cell.field}


def _declared_blanks(store: Store) -> tuple[frozenset[Cell], frozenset[str]]:
    blanks = find_game(store.game).blanks
    known = frozenset(cell for blank in blanks for cell in cells(blank, store))
    return known, frozenset(blank.table for blank in blanks if not blank.field)


def _find_cell(fault: Fault, layer: Sequence[Source]) -> Cell | None:
    """Return the cell of a box that a fault concerns."""
    steps = str(fault.place).split("/")
    table = next((source.table for source in layer if source.display_name == fault.file), None)
    if table is None or len(steps) < 3 or not steps[2].isdigit():
        return None
    document = json.loads(next(source.bytes() for source in layer if source.table == table))
    row = document["rows"][int(steps[2])]
    return Cell(table, str(row.get("id", "")), ".".join(steps[3:]))


def _fault_message(fault: Fault) -> Message:
    return validation.form_message(validation.Problem("", fault.problem, fault.expected))


def compute_progress(store: Store, box: Mapping[str, Any]) -> tuple[Group, ...]:
    """Return the progress of an owner by unlocked feature; ``store`` must not include a box."""
    progress = []
    for unlocks, blanks in groups(find_game(store.game).blanks).items():
        places = [cell for blank in blanks for cell in cells(blank, store)]
        filled = sum(value_of(box, cell) is not None for cell in places)
        added = sum(len(box.get("rows", {}).get(blank.table, ())) for blank in blanks if not blank.field)
        counts = [blank.count for blank in blanks if not blank.field]
        known = sum(count for count in counts if count is not None)
        total = None if None in counts else len(places) + known
        progress.append(Group(unlocks, blanks, filled + added, total))
    return tuple(progress)


def value_of(box: Mapping[str, Any], cell: Cell) -> Any:
    """Return the value of a cell in a box, or None."""
    return box.get("cells", {}).get(cell.table, {}).get(cell.row, {}).get(cell.field)


def with_cells(box: Mapping[str, Any], given: Mapping[Cell, Any]) -> Document:
    """Return a copy of a box with some cells changed; None empties a cell."""
    copied: Document = copy.deepcopy(dict(box))
    inside = copied.setdefault("cells", {})
    for cell, value in given.items():
        row = inside.setdefault(cell.table, {}).setdefault(cell.row, {})
        if value is None:
            row.pop(cell.field, None)
        else:
            row[cell.field] = value
        if not row:
            del inside[cell.table][cell.row]
        if not inside[cell.table]:
            del inside[cell.table]
    return copied


def with_rows(box: Mapping[str, Any], table: str, rows: Sequence[Mapping[str, Any]]) -> Document:
    """Return a copy of a box with rows added to a table; a row replaces one with the same id."""
    copied: Document = copy.deepcopy(dict(box))
    inside = copied.setdefault("rows", {})
    by_id = {str(row.get("id", "")): dict(row) for row in (*inside.get(table, ()), *rows)}
    inside[table] = list(by_id.values())
    return copied


def without_row(box: Mapping[str, Any], table: str, row: str) -> Document:
    """Return a copy of a box without one of its added rows."""
    copied: Document = copy.deepcopy(dict(box))
    inside = copied.setdefault("rows", {})
    left = [each for each in inside.get(table, ()) if str(each.get("id", "")) != row]
    inside[table] = left
    if not left:
        del inside[table]
    return copied
