"""The files of the catalogues, table by table and row by row, with an overlay laid over them.

A table is the file ``<table>.json``, or the files of the folder ``<table>/``, or both. Each file is an
envelope (format, rule, provenance) around rows with an id. An overlay folder has the same layout: its rows
replace rows of the same id or come after them, and its list ``remove`` takes rows away.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from catalogs.faults import fault

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A raw row and the place it was read from."""

    id: str
    data: Data
    file: str
    index: int
    provenance: str

    def place(self, *path: object) -> str:
        """The place of a field of this row in its file, as a pointer."""
        return "/".join(["", "rows", str(self.index), *(str(step) for step in path)])


@dataclass(frozen=True, slots=True)
class Source:
    """A catalogue file: its table, its name for people, where it lies and which layer it belongs to."""

    table: str
    name: str
    path: Path
    overlay: bool


def sources(folder: Path, *, overlay: bool) -> Iterator[Source]:
    """Every JSON file of a layer in a steady order; its table is its folder, or its own name at the top."""
    for path in sorted(folder.rglob("*.json")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = path.relative_to(folder).as_posix()
        yield Source(parts[0], f"overlay {name}" if overlay else name, path, overlay)


def read(source: Source) -> Data:
    """The document in a file; a file that is no JSON object is a fault."""
    try:
        document = json.loads(source.path.read_text(encoding="utf-8"))
    except OSError as error:
        raise fault(
            "schema", source.name, "", f"it cannot be read ({error.strerror})", "a readable file"
        ) from None
    except UnicodeDecodeError:
        raise fault("schema", source.name, "", "it is not text in UTF-8", "JSON in UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise fault("schema", source.name, place, f"it is not JSON ({error.msg})", "valid JSON") from None
    if not isinstance(document, dict):
        raise fault(
            "schema", source.name, "", "it does not hold a JSON object", "format, rule, provenance and rows"
        )
    return document


class Store:
    """The raw rows of every table; each table is read when it is first asked for."""

    def __init__(self, base: Path, overlay: Path | None = None) -> None:
        self.base = base
        self.overlay = overlay
        self._tables: dict[str, dict[str, Row]] = {}

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        over = sources(self.overlay, overlay=True) if self.overlay else ()
        return (*sources(self.base, overlay=False), *over)

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables that any file speaks for."""
        return tuple(sorted({source.table for source in self.sources}))

    @cached_property
    def version(self) -> str:
        """A digest of the content of every file, overlay included."""
        digest = hashlib.sha256()
        for source in self.sources:
            content = source.path.read_bytes()
            digest.update(f"{source.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()[:16]

    def table(self, name: str) -> Mapping[str, Row]:
        """The rows of a table by id, in printed order, the overlay's rows laid over the others."""
        if name not in self._tables:
            self._tables[name] = self._read_table(name)
        return self._tables[name]

    def _read_table(self, name: str) -> dict[str, Row]:
        rows: dict[str, Row] = {}
        for overlay in (False, True):
            layer: dict[str, Row] = {}
            for source in self.sources:
                if source.table == name and source.overlay is overlay:
                    self._lay(rows, layer, source)
            rows.update(layer)
        return rows

    @staticmethod
    def _lay(rows: dict[str, Row], layer: dict[str, Row], source: Source) -> None:
        """Read one file into its layer; two rows of one layer may not share an id."""
        document = read(source)
        for index, unwanted in enumerate(document.get("remove", ())):
            if rows.pop(unwanted, None) is None:
                place = f"/remove/{index}"
                raise fault(
                    "reference",
                    source.name,
                    place,
                    f"no row is called {unwanted!r}",
                    "the id of a row to remove",
                )
        for index, data in enumerate(document["rows"]):
            row = Row(data["id"], data, source.name, index, data.get("provenance", document["provenance"]))
            if row.id in layer:
                problem = f"the id {row.id!r} is used twice, also in {layer[row.id].file}"
                raise fault("schema", source.name, row.place("id"), problem, "an id of its own for every row")
            layer[row.id] = row
