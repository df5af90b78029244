"""Write and read owner data as CSV: one file per table, to fill in with a spreadsheet.

The first column is the id of the row; the others are the fields that the owner fills in. An empty cell
changes nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from catalogs.game import game as found_game
from catalogs.owner_data import Document, value_of, with_cells, with_rows
from catalogs.owner_fields import Cell, cells
from catalogs.store import Store
from schemas import validation
from schemas.errors import HorahError
from schemas.fields import Rules, follow, home, may_be_empty, row_rules, shown, typed

ID = "id"
NOT_ASKED = "-"  # marks a cell that is not a blank
MOST_LINES = 2000
LONGEST = 190_000  # characters
OWN = frozenset({"provenance", "provenance_of", "printed", "note"})  # fields about the row itself


def tables(game: str) -> tuple[str, ...]:
    """Return the tables with blanks, in the order in which the game declares them."""
    return tuple(dict.fromkeys(blank.table for blank in found_game(game).blanks))


def columns(store: Store, table: str) -> tuple[str, ...]:
    """Return the fields that an owner fills in: those of the blanks, or all fields of an added row."""
    blanks = [blank for blank in found_game(store.game).blanks if blank.table == table]
    if any(not blank.field for blank in blanks):
        return tuple(name for name in own_fields(store.game, table) if name != ID)
    return tuple(dict.fromkeys(blank.field for blank in blanks))


def own_fields(game: str, table: str) -> tuple[str, ...]:
    """Return the fields of a row that an owner adds whole."""
    rules = row_rules(validation.tables(game)[table])
    return tuple(name for name in rules.get("properties", {}) if name not in OWN)


def named(game: str, table: str) -> str:
    """Return the pattern that builds the id of an added row; empty if the owner types the id."""
    return next(
        (blank.named for blank in found_game(game).blanks if blank.table == table and blank.named), ""
    )


def whole(game: str, table: str, row: Mapping[str, Any]) -> Document:
    """Complete a row that an owner adds.

    Build its id from its fields, and set required fields that may be empty to None.
    """
    found = dict(row)
    pattern = named(game, table)
    if pattern and not found.get(ID) and {name for _, name, _, _ in Formatter().parse(pattern)} <= {*found}:
        found = {ID: pattern.format_map(found), **found}
    for name in row_rules(validation.tables(game)[table]).get("required", ()):
        if name not in found and may_be_empty(field_rules(game, table, name)):
            found[name] = None
    return found


def field_rules(game: str, table: str, field: str) -> Rules:
    """Return the schema of a field of a table."""
    name = validation.tables(game)[table]
    found = row_rules(name)
    for step in field.split("."):
        at = home(name, found)
        found = follow(at, found.get("properties", {}).get(step, {}))
    if "items" in found:
        found = {**found, "items": follow(home(name, found), found["items"])}
    return found


def adds_rows(game: str, table: str) -> bool:
    """Return whether an owner adds whole rows to a table."""
    return any(not blank.field for blank in found_game(game).blanks if blank.table == table)


def places(store: Store, table: str) -> Iterator[Cell]:
    """Yield the blank cells of a table."""
    for blank in found_game(store.game).blanks:
        if blank.table == table:
            yield from cells(blank, store)


def written(store: Store, box: Mapping[str, Any], table: str) -> str:
    """Write the CSV of a table's blanks, with the values that a box already has."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = columns(store, table)
    writer.writerow([ID, *fields])
    known = set(places(store, table))
    for name in dict.fromkeys(cell.row for cell in places(store, table)):
        cells_ = [Cell(table, name, field) for field in fields]
        values = [_safe(shown(value_of(box, cell))) if cell in known else NOT_ASKED for cell in cells_]
        writer.writerow([name, *values])
    for row in box.get("rows", {}).get(table, ()):
        writer.writerow([_safe(shown(row.get(ID))), *(_safe(shown(row.get(name))) for name in fields)])
    return out.getvalue()


def _safe(text: str) -> str:
    """Quote a text that a spreadsheet would read as a formula; leave negative numbers alone."""
    formula = text.startswith(("=", "+", "@", "\t")) or (text.startswith("-") and not text[1:2].isdigit())
    return f"'{text}" if formula else text


def taken(store: Store, box: Mapping[str, Any], table: str, text: str) -> Document:
    """Return a box with the values of a CSV table merged in; the checks decide whether they fit."""
    head, lines = _lines(text)
    fields = columns(store, table)
    unknown = [name for name in head if name not in (ID, *fields)]
    if ID not in head or unknown:
        raise _refused(store, "columns", given=unknown or head, known=(ID, *fields))
    rules = {name: field_rules(store.game, table, name) for name in (ID, *fields)}
    built_in, known = store.table(table), set(places(store, table))
    adds, changes, rows = adds_rows(store.game, table), {}, []
    for number, line in enumerate(lines, 2):
        row = _row(head, line, rules)
        if adds and str(row.get(ID)) not in built_in:
            rows.append(whole(store.game, table, row))
            continue
        for name, given in row.items():
            cell = Cell(table, str(row.get(ID)), name)
            if name == ID or (given == NOT_ASKED and cell not in known):
                continue
            if cell not in known:
                raise _refused(store, "row", line=number, given=cell.row, field=name)
            changes[cell] = given
    found = with_cells(box, changes)
    return with_rows(found, table, rows) if rows else found


def _refused(store: Store, why: str, **facts: Any) -> HorahError:
    error = HorahError(f"BAD_SHEET.{why}", **facts)
    error.game = store.game
    return error


def _row(head: Sequence[str], line: Sequence[str], rules: Mapping[str, Rules]) -> Document:
    given = {name: typed(rules[name], text.removeprefix("'")) for name, text in zip(head, line, strict=False)}
    return {name: value for name, value in given.items() if value is not None}


def _lines(text: str) -> tuple[list[str], list[list[str]]]:
    """Split CSV text into the header and the other lines, detecting the delimiter."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST:
        raise HorahError("BAD_SHEET.long", most=MOST_LINES)
    first = text.partition("\n")[0]
    sign = max(",;\t", key=first.count)
    try:
        found = [line for line in csv.reader(io.StringIO(text), delimiter=sign) if any(map(str.strip, line))]
    except csv.Error:
        raise HorahError("BAD_SHEET.unreadable") from None
    if not found:
        raise HorahError("BAD_SHEET.unreadable")
    if len(found) > MOST_LINES:
        raise HorahError("BAD_SHEET.long", most=MOST_LINES)
    return [name.strip() for name in found[0]], found[1:]
