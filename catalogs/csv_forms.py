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

from catalogs.game import game as find_game
from catalogs.owner_data import Document, value_of, with_cells, with_rows
from catalogs.owner_fields import Cell, cells
from catalogs.store import Store
from schemas import validation
from schemas.errors import HorahError
from schemas.fields import (
    Rules,
    format_value,
    home_schema,
    may_be_empty,
    parse_text,
    resolve_references,
    row_rules,
)

ID = "id"
NOT_ASKED = "-"  # marks a cell that is not a blank
MAX_LINES = 2000
MAX_LENGTH = 190_000  # characters
ROW_METADATA = frozenset({"provenance", "provenance_of", "printed", "note"})  # fields about the row itself


def tables(game: str) -> tuple[str, ...]:
    """Return the tables with blanks, in the order in which the game declares them."""
    return tuple(dict.fromkeys(blank.table for blank in find_game(game).blanks))


def columns(store: Store, table: str) -> tuple[str, ...]:
    """Return the fields that an owner fills in: those of the blanks, or all fields of an added row."""
    blanks = [blank for blank in find_game(store.game).blanks if blank.table == table]
    if any(not blank.field for blank in blanks):
        return tuple(name for name in row_fields(store.game, table) if name != ID)
    return tuple(dict.fromkeys(blank.field for blank in blanks))


def row_fields(game: str, table: str) -> tuple[str, ...]:
    """Return the fields of a row that an owner adds whole."""
    rules = row_rules(validation.tables(game)[table])
    return tuple(name for name in rules.get("properties", {}) if name not in ROW_METADATA)


def id_pattern(game: str, table: str) -> str:
    """Return the pattern that builds the id of an added row; empty if the owner types the id."""
    return next((blank.named for blank in find_game(game).blanks if blank.table == table and blank.named), "")


def complete_row(game: str, table: str, row: Mapping[str, Any]) -> Document:
    """Complete a row that an owner adds.

    Build its id from its fields, and set required fields that may be empty to None.
    """
    completed = dict(row)
    pattern = id_pattern(game, table)
    if (
        pattern
        and not completed.get(ID)
        and {name for _, name, _, _ in Formatter().parse(pattern)} <= {*completed}
    ):
        completed = {ID: pattern.format_map(completed), **completed}
    for name in row_rules(validation.tables(game)[table]).get("required", ()):
        if name not in completed and may_be_empty(field_rules(game, table, name)):
            completed[name] = None
    return completed


def field_rules(game: str, table: str, field: str) -> Rules:
    """Return the schema of a field of a table."""
    name = validation.tables(game)[table]
    rules = row_rules(name)
    for step in field.split("."):
        home = home_schema(name, rules)
        rules = resolve_references(home, rules.get("properties", {}).get(step, {}))
    if "items" in rules:
        rules = {**rules, "items": resolve_references(home_schema(name, rules), rules["items"])}
    return rules


def adds_rows(game: str, table: str) -> bool:
    """Return whether an owner adds whole rows to a table."""
    return any(not blank.field for blank in find_game(game).blanks if blank.table == table)


def blank_cells(store: Store, table: str) -> Iterator[Cell]:
    """Yield the blank cells of a table."""
    for blank in find_game(store.game).blanks:
        if blank.table == table:
            yield from cells(blank, store)


def write_csv(store: Store, box: Mapping[str, Any], table: str) -> str:
    """Write the CSV of a table's blanks, with the values that a box already has."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = columns(store, table)
    writer.writerow([ID, *fields])
    known = set(blank_cells(store, table))
    for name in dict.fromkeys(cell.row for cell in blank_cells(store, table)):
        cells_ = [Cell(table, name, field) for field in fields]
        values = [
            _escape_formula(format_value(value_of(box, cell))) if cell in known else NOT_ASKED
            for cell in cells_
        ]
        writer.writerow([name, *values])
    for row in box.get("rows", {}).get(table, ()):
        writer.writerow(
            [
                _escape_formula(format_value(row.get(ID))),
                *(_escape_formula(format_value(row.get(name))) for name in fields),
            ]
        )
    return out.getvalue()


def _escape_formula(text: str) -> str:
    """Quote a text that a spreadsheet would read as a formula; leave negative numbers alone."""
    formula = text.startswith(("=", "+", "@", "\t")) or (text.startswith("-") and not text[1:2].isdigit())
    return f"'{text}" if formula else text


def merge_csv(store: Store, box: Mapping[str, Any], table: str, text: str) -> Document:
    """Return a box with the values of a CSV table merged in; the checks decide whether they fit."""
    head, lines = _parse_csv(text)
    fields = columns(store, table)
    unknown = [name for name in head if name not in (ID, *fields)]
    if ID not in head or unknown:
        raise _bad_sheet(store, "columns", given=unknown or head, known=(ID, *fields))
    rules = {name: field_rules(store.game, table, name) for name in (ID, *fields)}
    built_in, known = store.table(table), set(blank_cells(store, table))
    adds, changes, rows = adds_rows(store.game, table), {}, []
    for number, line in enumerate(lines, 2):
        row = _parse_row(head, line, rules)
        if adds and str(row.get(ID)) not in built_in:
            rows.append(complete_row(store.game, table, row))
            continue
        for name, value in row.items():
            cell = Cell(table, str(row.get(ID)), name)
            if name == ID or (value == NOT_ASKED and cell not in known):
                continue
            if cell not in known:
                raise _bad_sheet(store, "row", line=number, given=cell.row, field=name)
            changes[cell] = value
    merged = with_cells(box, changes)
    return with_rows(merged, table, rows) if rows else merged


def _bad_sheet(store: Store, why: str, **facts: Any) -> HorahError:
    error = HorahError(f"BAD_SHEET.{why}", **facts)
    error.game = store.game
    return error


def _parse_row(head: Sequence[str], line: Sequence[str], rules: Mapping[str, Rules]) -> Document:
    values = {
        name: parse_text(rules[name], text.removeprefix("'")) for name, text in zip(head, line, strict=False)
    }
    return {name: value for name, value in values.items() if value is not None}


def _parse_csv(text: str) -> tuple[list[str], list[list[str]]]:
    """Split CSV text into the header and the other lines, detecting the delimiter."""
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_LENGTH:
        raise HorahError("BAD_SHEET.long", most=MAX_LINES)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        lines = [
            line for line in csv.reader(io.StringIO(text), delimiter=delimiter) if any(map(str.strip, line))
        ]
    except csv.Error:
        raise HorahError("BAD_SHEET.unreadable") from None
    if not lines:
        raise HorahError("BAD_SHEET.unreadable")
    if len(lines) > MAX_LINES:
        raise HorahError("BAD_SHEET.long", most=MAX_LINES)
    return [name.strip() for name in lines[0]], lines[1:]
