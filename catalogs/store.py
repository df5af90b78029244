"""The files of the catalogues, table by table and row by row, with an overlay laid over them.

A table is the file ``<table>.json``, or the files of the folder ``<table>/``, or both. Each file is an
envelope (format, rule, provenance) around rows with an id. An overlay folder has the same layout: its rows
replace rows of the same id or come after them, and its list ``remove`` takes rows away. In the folders that a
game calls its documents each file is a whole one.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from catalogs.faults import refuse
from catalogs.texts import speaking, text_key
from schemas.said import say

Data = Mapping[str, Any]
UNREAD = ("terms", "liveries")  # tables that no rule reads: how things are called, and their colours
WORDS = "terms"  # a row of words may be put together from several files, a language each


@dataclass(frozen=True, slots=True)
class Row:
    """A raw row and the place it was read from."""

    id: str
    data: Data
    file: str
    index: int
    provenance: str  # its own or its file's; empty if neither says

    def place(self, *path: object) -> str:
        """The place of a field of this row in its file, as a pointer."""
        return "/".join(["", "rows", str(self.index), *(str(step) for step in path)])


@dataclass(frozen=True, slots=True)
class Source:
    """A catalogue file: its table, its path inside its layer, where it lies and which layer it is in."""

    table: str
    name: str
    path: Path
    overlay: bool
    content: bytes | None = None  # of one that lies in no folder, such as what an owner typed

    def bytes(self) -> bytes:
        return self.path.read_bytes() if self.content is None else self.content

    @property
    def shown(self) -> str:
        """The name people see: the file itself for an overlay, the path inside the catalogues otherwise."""
        return str(self.path) if self.overlay else self.name


def sources(folder: Path, *, overlay: bool, aside: frozenset[str] = frozenset()) -> Iterator[Source]:
    """Every JSON file of a layer in a steady order; its table is its folder, or its own name at the top."""
    found = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.json"))
    for name, path in found:
        top, _, rest = name.partition("/")
        if not rest or top not in aside:
            yield Source(top.removesuffix(".json"), name, path, overlay)


def read(source: Source) -> Data:
    """The document in a file; a file that holds no JSON object is refused."""
    try:
        document = json.loads(source.bytes().decode("utf-8"))
    except OSError as error:
        unreadable = say("wrong.unreadable", why=str(error.strerror))
        raise refuse("schema", source.shown, "", unreadable, say("expected.readable")) from None
    except UnicodeDecodeError:
        raise refuse("schema", source.shown, "", say("wrong.not_utf8"), say("expected.utf8")) from None
    except json.JSONDecodeError as error:
        place = say("place.line", line=error.lineno, column=error.colno)
        problem = say("wrong.not_json", why=error.msg)
        raise refuse("schema", source.shown, place, problem, say("expected.json")) from None
    if not isinstance(document, dict):
        raise refuse("schema", source.shown, "", say("wrong.no_object"), say("expected.envelope"))
    return document


class Store:
    """The raw rows of every table of a game; each table is read when it is first asked for."""

    def __init__(
        self,
        base: Path,
        *overlays: Path,
        shared: Path | None = None,
        game: str | None = None,
        aside: frozenset[str] = frozenset(),
        unread: frozenset[str] = frozenset(),
        whole: frozenset[str] = frozenset(),
    ) -> None:
        self.base = base
        self.overlays = overlays
        self.shared = shared
        self.game = game or base.name
        self.aside = aside  # folders of an overlay that are for others
        self.unread = unread.union(UNREAD)
        self.whole = whole  # folders whose files are whole documents
        self._tables: dict[str, dict[str, Row]] = {}
        self._below: Store | None = None
        self._box: tuple[Source, ...] = ()

    def boxed(self, box: Sequence[Source]) -> Store:
        """The same files with one layer more, which lies in no folder; what it leaves alone is shared."""
        found = copy.copy(self)
        for name in ("layers", "sources", "tables", "version", "documents", "_digest", "_further"):
            found.__dict__.pop(name, None)
        found._tables, found._below, found._box = {}, self, tuple(box)
        return found

    @cached_property
    def layers(self) -> tuple[tuple[Source, ...], ...]:
        """The files, the lowest layer first.

        What all games share, the game's own, and the overlay: what it has for all games, then what it has
        for this one. What an owner typed comes last.
        """
        if self._below is not None:
            return (*self._below.layers, self._box)
        built_in = (each for each in (self.shared, self.base) if each is not None)
        return (
            *(tuple(sources(folder, overlay=False)) for folder in built_in),
            *(tuple(sources(folder, overlay=True, aside=self.aside)) for folder in self.overlays),
        )

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Every file, the overlay's last."""
        return tuple(source for layer in self.layers for source in layer)

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables that any file speaks for."""
        return tuple(sorted({source.table for source in self.sources} - self.whole))

    @cached_property
    def version(self) -> str:
        """A digest of every file the procedures read, overlay included.

        Words, colours, and where files lie, do not count, nor what a game says none of its procedures reads.
        """
        return str(self._digest.hexdigest()[:16])

    @cached_property
    def _digest(self) -> Any:
        digest = hashlib.sha256() if self._below is None else self._below._digest.copy()
        for source in self.sources if self._below is None else self._box:
            if source.table in self.unread:
                continue
            content = source.bytes()
            digest.update(f"{source.overlay:d}\0{source.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest

    def table(self, name: str) -> Mapping[str, Row]:
        """The rows of a table by id, in printed order, the overlay's rows laid over the others."""
        if self._below is not None and all(source.table != name for source in self._box):
            return self._below.table(name)
        if name not in self._tables:
            rows = self.raw(name)
            self._tables[name] = rows if name == WORDS else self._translated(name, rows)
        return self._tables[name]

    def raw(self, name: str) -> dict[str, Row]:
        """The rows of a table as their files have them, texts in further languages left out."""
        rows: dict[str, Row] = {}
        for sources_ in self.layers:
            layer = _layer(rows, [source for source in sources_ if source.table == name])
            if name == WORDS:
                layer = {id_: _joined(rows.get(id_), row) for id_, row in layer.items()}
            rows.update(layer)
        return rows

    def _translated(self, table: str, rows: dict[str, Row]) -> dict[str, Row]:
        """Rows whose texts speak the further languages that stand among the words."""
        words = self._further
        if not words:
            return rows
        keyed = {id_: text_key(table, id_) for id_ in rows}
        return {id_: replace(row, data=speaking(row.data, keyed[id_], words)) for id_, row in rows.items()}

    @cached_property
    def _further(self) -> Mapping[str, Data]:
        """Texts of tables in further languages; words are read for their sake only where there are any."""
        files = (source for source in self.sources if source.table == WORDS)
        if not any(b'"text.' in source.bytes() for source in files):
            return {}
        return {key: row.data for key, row in self.table(WORDS).items() if key.startswith("text.")}

    @cached_property
    def documents(self) -> Mapping[str, Mapping[str, Data]]:
        """The whole documents that come with the game, by folder and id."""
        found: dict[str, dict[str, Data]] = {folder: {} for folder in sorted(self.whole)}
        for source in self.sources:
            if source.table in self.whole:
                document = read(source)
                found[source.table][str(document.get("id") or source.path.stem)] = document
        return found


def _layer(below: dict[str, Row], files: list[Source]) -> dict[str, Row]:
    """The rows of one layer; rows it removes are taken from the layer below."""
    layer: dict[str, Row] = {}
    for source in files:
        document = read(source)
        _remove(below, document, source)
        for index, data in enumerate(document["rows"]):
            row = Row(
                data["id"], data, source.shown, index, data.get("provenance", document.get("provenance", ""))
            )
            other = layer.get(row.id)
            if other and source.table == WORDS and not {*languages(row)} & {*languages(other)}:
                row = _joined(other, row)
            elif other:
                twice = say("wrong.id_twice", id=row.id, file=other.file)
                raise refuse("schema", source.shown, row.place("id"), twice, say("expected.own_id"))
            layer[row.id] = row
    return layer


def languages(row: Row) -> list[str]:
    """The languages in which a row of words speaks."""
    return [name for name in row.data if len(name) == 2 and name != "id"]


def _joined(below: Row | None, row: Row) -> Row:
    """A row of words laid over another; words of other languages than its own stay."""
    if below is None:
        return row
    return replace(row, data={**{name: below.data[name] for name in languages(below)}, **row.data})


def _remove(rows: dict[str, Row], document: Data, source: Source) -> None:
    for index, unwanted in enumerate(document.get("remove", ())):
        if rows.pop(unwanted, None) is None:
            nothing = say("wrong.nothing_to_remove", id=unwanted)
            raise refuse("reference", source.shown, f"/remove/{index}", nothing, say("expected.row_below"))
