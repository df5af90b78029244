"""RS.2, RS.3 and RS.9 by edition: an edition may build on another and correct it by errata.

The rows of an edition are those of its base, with its errata applied, and then replaced by its own rows. An
erratum names the cell it changes and the printed value; if the cell holds another value, the erratum does not
fit and the catalogue is rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from catalogs.errors import refuse
from catalogs.frozen import Frozen, freeze
from catalogs.rows import build
from catalogs.store import Row, Store
from schemas.messages import say

from . import model
from .build import map_sheet

TABLES = ("axis_rolls", "year_rolls", "ally_rolls", "quality_columns", "packages")
Tables = dict[str, dict[str, dict[str, Any]]]  # table -> key inside the edition -> row


def edition(store: Store, name: str) -> model.Edition:
    """Build one edition with everything it prints."""
    rows = tables(store, name)
    if "" not in rows["axis_rolls"]:
        row = store.table("editions")[name]
        wrong = say("wrong.no_axis_table", edition=name)
        raise refuse("edition", row.file, row.place(), wrong, say("expected.axis_table", edition=name))
    return model.Edition(
        id=name,
        axis=_rolls(rows["axis_rolls"][""]["results"]),
        year=Frozen({axis: _rolls(row["results"]) for axis, row in rows["year_rolls"].items()}),
        allied=_allied(rows["ally_rolls"]),
        quality=_quality(rows["quality_columns"]),
        packages=tuple(build(model.Package, row, id=key) for key, row in rows["packages"].items()),
        errata=tuple(erratum(row) for row in _list_edition_rows(store, "errata", name).values()),
        holes=tuple(hole(row) for row in _list_edition_rows(store, "holes", name).values()),
        maps=_maps(store, name),
    )


def _maps(store: Store, name: str) -> Frozen[int, model.Map]:
    """2.3: return the maps as printed for an edition; an edition inherits the printing of its base."""
    prints: list[str] = []
    above: str | None = name
    while above is not None:
        prints.insert(0, above)
        above = store.table("editions")[above].data["base"]
    sheets = (map_sheet(row, prints) for row in store.table("maps").values())
    return Frozen({sheet.number: sheet for sheet in sheets})


def tables(store: Store, name: str, above: tuple[str, ...] = ()) -> Tables:
    """Return the rows that an edition reads, its base's included, keyed without the edition."""
    row = store.table("editions")[name]
    base = row.data["base"]
    if base is None:
        rows: Tables = {table: {} for table in TABLES}
    elif base in (*above, name):
        raise refuse(
            "reference", row.file, row.place("base"), say("wrong.edition_ring"), say("expected.no_ring")
        )
    elif base not in store.table("editions"):
        wrong = say("wrong.no_such", kind="edition", value=base)
        raise refuse("reference", row.file, row.place("base"), wrong, say("expected.edition_or_null"))
    else:
        rows = tables(store, base, (*above, name))
    for own in _list_edition_rows(store, "errata", name).values():
        _apply(rows, own)
    for table in TABLES:
        rows[table].update(
            {key: dict(line.data) for key, line in _list_edition_rows(store, table, name).items()}
        )
    return rows


def _list_edition_rows(store: Store, table: str, name: str) -> dict[str, Row]:
    """Return the rows of a table that belong to one edition, keyed by the rest of their id."""
    split = ((row.id.partition(":"), row) for row in store.table(table).values())
    return {key: row for (owner, _, key), row in split if owner == name}


def _apply(rows: Tables, erratum_row: Row) -> None:
    """Apply an erratum; raise CatalogError unless the cells hold the value it gives as printed."""
    for index, change in enumerate(erratum_row.data["changes"]):
        lines = rows[change["table"]]
        key, path = change["row"], change["field"]
        cell_value = _cell(lines.get(key), path)
        if cell_value != change["printed"]:
            cell = " ".join([change["table"], key, "/".join(path)]).strip()
            place = erratum_row.place("changes", index, "printed")
            wrong = say("wrong.erratum", cell=cell, found=repr(cell_value), printed=repr(change["printed"]))
            raise refuse("reference", erratum_row.file, place, wrong, say("expected.printed"))
        if not path:
            lines[key] = {"id": key, **change["corrected"]}
            continue
        lines[key] = deepcopy(lines[key])
        holder = lines[key]
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = change["corrected"]


def _cell(row: Mapping[str, Any] | None, path: list[str]) -> Any:
    value: Any = row
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _rolls(results: Mapping[str, Any]) -> Frozen[int, Any]:
    return Frozen({int(roll): result for roll, result in results.items()})


def _allied(rows: Mapping[str, Mapping[str, Any]]) -> Frozen[str, Mapping[int, Mapping[int, str]]]:
    by_axis: dict[str, dict[int, Mapping[int, str]]] = {}
    for key, row in rows.items():
        axis, _, year = key.partition(":")
        by_axis.setdefault(axis, {})[int(year)] = _rolls(row["results"])
    return Frozen({axis: Frozen(years) for axis, years in by_axis.items()})


def _quality(rows: Mapping[str, Mapping[str, Any]]) -> Frozen[str, tuple[model.QualityColumn, ...]]:
    columns: dict[str, tuple[model.QualityColumn, ...]] = {}
    for key, row in rows.items():
        faction, name = key.split(":")[:2]
        column = build(model.QualityColumn, {"name": name, **row})
        columns[faction] = (*columns.get(faction, ()), column)
    return Frozen(columns)


def erratum(row: Row) -> model.Erratum:
    text: Mapping[model.Language, Mapping[str, str]] = freeze(row.data["text"])
    return model.Erratum(rule=row.data["rule"], id=row.id.partition(":")[2], text=text, **text["en"])


def hole(row: Row) -> model.Hole:
    remedy = row.data["remedy"]
    return build(model.Hole, row.data, remedy=remedy["en"], text=freeze(remedy))
