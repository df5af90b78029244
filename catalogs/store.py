"""The catalogue files of a game by table and row, with overlays applied.

A table is the file ``<table>.json``, or the files of the folder ``<table>/``, or both. Each file is an
envelope (format, rule, provenance) around rows with an id. An overlay folder has the same layout: its rows
replace rows with the same id or are appended, and its list ``remove`` deletes rows. In a game's document
folders, each file is one whole document.
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

from catalogs.errors import refuse
from catalogs.translations import text_key, translate
from schemas.messages import say

Data = Mapping[str, Any]
UNREAD = ("terms", "liveries")  # tables that no rule reads: terms and colours
KEYS_FILE = "terms/keys.txt"  # the key of every term that code and tables of this folder need
GRAMMAR = ("plural", "gender")  # of a row of terms: the facts that decide which words are used
WORDS = "terms"  # a row of terms may be merged from several files, one per language


@dataclass(frozen=True, slots=True)
class Row:
    """A raw row and the place it was read from."""

    id: str
    data: Data
    file: str
    index: int
    provenance: str  # of the row or its file; empty if neither has one

    def place(self, *path: object) -> str:
        """Return the JSON pointer to a field of this row in its file."""
        return "/".join(["", "rows", str(self.index), *(str(step) for step in path)])


@dataclass(frozen=True, slots=True)
class Source:
    """A catalogue file: its table, its path inside its layer, its location and its layer."""

    table: str
    name: str
    path: Path
    overlay: bool
    content: bytes | None = None  # content of a file that exists only in memory, such as owner data

    def bytes(self) -> bytes:
        return self.path.read_bytes() if self.content is None else self.content

    @property
    def display_name(self) -> str:
        """Return the name shown to users: the file for an overlay, else the path in the catalogues."""
        return str(self.path) if self.overlay else self.name


def sources(folder: Path, *, overlay: bool, aside: frozenset[str] = frozenset()) -> Iterator[Source]:
    """Yield every JSON file of a layer in sorted order; its table is its top folder or its file name."""
    files = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.json"))
    for name, path in files:
        top, _, rest = name.partition("/")
        if not rest or top not in aside:
            yield Source(top.removesuffix(".json"), name, path, overlay)


def read(source: Source) -> Data:
    """Read the JSON object in a file; raise CatalogError if there is none."""
    try:
        document = json.loads(source.bytes().decode("utf-8"))
    except OSError as error:
        unreadable = say("wrong.unreadable", why=str(error.strerror))
        raise refuse("schema", source.display_name, "", unreadable, say("expected.readable")) from None
    except UnicodeDecodeError:
        raise refuse("schema", source.display_name, "", say("wrong.not_utf8"), say("expected.utf8")) from None
    except json.JSONDecodeError as error:
        place = say("place.line", line=error.lineno, column=error.colno)
        problem = say("wrong.not_json", why=error.msg)
        raise refuse("schema", source.display_name, place, problem, say("expected.json")) from None
    if not isinstance(document, dict):
        raise refuse("schema", source.display_name, "", say("wrong.no_object"), say("expected.envelope"))
    return document


class Store:
    """The raw rows of every table of a game; each table is read on first use."""

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
        self.aside = aside  # folders of an overlay that belong to other games
        self.unread = unread.union(UNREAD)
        self.whole = whole  # folders whose files are whole documents
        self._tables: dict[str, dict[str, Row]] = {}
        self._below: Store | None = None
        self._layer: tuple[Source, ...] = ()

    def with_layer(self, layer: Sequence[Source]) -> Store:
        """Return a copy with one more in-memory layer; tables that the layer does not change are shared."""
        layered = copy.copy(self)
        for name in ("layers", "sources", "tables", "version", "documents", "_digest", "_added_translations"):
            layered.__dict__.pop(name, None)
        layered._tables, layered._below, layered._layer = {}, self, tuple(layer)
        return layered

    @cached_property
    def layers(self) -> tuple[tuple[Source, ...], ...]:
        """Return the files by layer, lowest first.

        The order is: files shared by all games, files of the game, the overlay's shared folder, the overlay's
        folder for this game, and last the owner's box.
        """
        if self._below is not None:
            return (*self._below.layers, self._layer)
        built_in = (each for each in (self.shared, self.base) if each is not None)
        return (
            *(tuple(sources(folder, overlay=False)) for folder in built_in),
            *(tuple(sources(folder, overlay=True, aside=self.aside)) for folder in self.overlays),
        )

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Return every file; those of the overlay come last."""
        return tuple(source for layer in self.layers for source in layer)

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables that have a file."""
        return tuple(sorted({source.table for source in self.sources} - self.whole))

    @cached_property
    def version(self) -> str:
        """Return a digest of every file that procedures read, overlay included.

        Terms, colours, file locations and the tables that the game declares as unread do not count.
        """
        return str(self._digest.hexdigest()[:16])

    @cached_property
    def _digest(self) -> Any:
        digest = hashlib.sha256() if self._below is None else self._below._digest.copy()
        for source in self.sources if self._below is None else self._layer:
            if source.table in self.unread:
                continue
            content = source.bytes()
            digest.update(f"{source.overlay:d}\0{source.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest

    def table(self, name: str) -> Mapping[str, Row]:
        """Return the rows of a table by id, in printed order, with overlays applied."""
        if self._below is not None and all(source.table != name for source in self._layer):
            return self._below.table(name)
        if name not in self._tables:
            rows = self.raw(name)
            self._tables[name] = rows if name == WORDS else self._translated(name, rows)
        return self._tables[name]

    def raw(self, name: str) -> dict[str, Row]:
        """Return the rows of a table as their files have them, without texts in additional languages."""
        rows: dict[str, Row] = {}
        for sources_ in self.layers:
            layer = _layer(rows, [source for source in sources_ if source.table == name])
            if name == WORDS:
                layer = {id_: _merge_words(rows.get(id_), row) for id_, row in layer.items()}
            rows.update(layer)
        return rows

    def _translated(self, table: str, rows: dict[str, Row]) -> dict[str, Row]:
        """Add the translations found in the terms table to the texts of rows."""
        words = self._added_translations
        if not words:
            return rows
        keyed = {id_: text_key(table, id_) for id_ in rows}
        return {id_: replace(row, data=translate(row.data, keyed[id_], words)) for id_, row in rows.items()}

    @cached_property
    def _added_translations(self) -> Mapping[str, Data]:
        """Return table texts in additional languages, from the files of terms that have such texts."""
        texts: dict[str, dict[str, Any]] = {}
        for source in self.sources:
            if source.table == WORDS and b'"text.' in source.bytes():
                for row in read(source)["rows"]:
                    if row["id"].startswith("text."):
                        texts.setdefault(row["id"], {}).update({k: v for k, v in row.items() if v})
        return texts

    @cached_property
    def documents(self) -> Mapping[str, Mapping[str, Data]]:
        """Return the whole documents that come with the game, by folder and id."""
        by_folder: dict[str, dict[str, Data]] = {folder: {} for folder in sorted(self.whole)}
        for source in self.sources:
            if source.table in self.whole:
                document = read(source)
                by_folder[source.table][str(document.get("id") or source.path.stem)] = document
        return by_folder


def _layer(below: dict[str, Row], files: list[Source]) -> dict[str, Row]:
    """Return the rows of one layer, and delete the rows it removes from the layer below."""
    layer: dict[str, Row] = {}
    for source in files:
        document = read(source)
        _remove(below, document, source)
        for index, data in enumerate(document["rows"]):
            row = Row(
                data["id"],
                data,
                source.display_name,
                index,
                data.get("provenance", document.get("provenance", "")),
            )
            other = layer.get(row.id)
            if other and source.table == WORDS and not {*languages(row)} & {*languages(other)}:
                row = _merge_words(other, row)
            elif other:
                twice = say("wrong.id_twice", id=row.id, file=other.file)
                raise refuse("schema", source.display_name, row.place("id"), twice, say("expected.own_id"))
            layer[row.id] = row
    return layer


def needed_keys(folder: Path) -> list[str]:
    """Return the keys of the terms that a folder must have."""
    file = folder / KEYS_FILE
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def languages(row: Row) -> list[str]:
    """Return the languages of a row of terms; an empty text is not translated yet."""
    return [name for name, words in row.data.items() if len(name) == 2 and name != "id" and words]


def _merge_words(below: Row | None, row: Row) -> Row:
    """Merge a row of terms into the one below it; keep languages that the new row lacks."""
    if below is None:
        return row
    kept = {name: below.data[name] for name in (*languages(below), *GRAMMAR) if name in below.data}
    forms = {**below.data.get("forms", {}), **row.data.get("forms", {})}
    return replace(row, data={**kept, **row.data, **({"forms": forms} if forms else {})})


def _remove(rows: dict[str, Row], document: Data, source: Source) -> None:
    for index, unwanted in enumerate(document.get("remove", ())):
        if rows.pop(unwanted, None) is None:
            nothing = say("wrong.nothing_to_remove", id=unwanted)
            raise refuse(
                "reference", source.display_name, f"/remove/{index}", nothing, say("expected.row_below")
            )
