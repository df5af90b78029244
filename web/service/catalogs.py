"""Browse and search the catalogues: every row with its words, its rule and where it comes from."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from catalogs import Catalog, Language
from catalogs.checks import checks_of
from catalogs.store import Row, read

from .errors import NotHere

Words = Mapping[Language, str]

KEPT = 8  # catalogues: those of every game, and some more


@dataclass(frozen=True, slots=True)
class CatalogTable:
    """A table of the catalogues."""

    table: str
    title: Words
    rows: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a table. ``label`` is empty where the row has no word of its own."""

    table: str
    id: str
    label: Words
    rule: str
    provenance: str
    data: Mapping[str, Any]
    haystack: str  # what a search looks through

    def json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "id": self.id,
            "label": dict(self.label),
            "rule": self.rule,
            "provenance": self.provenance,
            "data": self.data,
        }


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the rows found."""

    items: tuple[Item, ...]
    total: int
    page: int
    size: int


def shelves(catalog: Catalog) -> tuple[CatalogTable, ...]:
    """Every table, in the order of its name."""
    return _shelves(catalog)


def shelf(catalog: Catalog, table: str) -> CatalogTable:
    """One table."""
    found = next((each for each in shelves(catalog) if each.table == table), None)
    if found is None:
        raise NotHere
    return found


def item(catalog: Catalog, table: str, row_id: str) -> Item:
    """One row."""
    shelf(catalog, table)
    found = next((each for each in _items(catalog)[table] if each.id == row_id), None)
    if found is None:
        raise NotHere
    return found


def find(catalog: Catalog, table: str | None = None, words: str = "", page: int = 1, size: int = 50) -> Page:
    """Rows of one table or of all that hold every word, whatever its accents and case."""
    if table is not None:
        shelf(catalog, table)
    wanted = folded(words).split()
    tables = [table] if table is not None else [each for each in _items(catalog) if each != "terms"]
    hits = [
        each
        for name in tables
        for each in _items(catalog)[name]
        if all(word in each.haystack for word in wanted)
    ]
    start = (page - 1) * size
    return Page(tuple(hits[start : start + size]), len(hits), page, size)


def folded(text: str) -> str:
    """Without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@lru_cache(maxsize=KEPT)
def _shelves(catalog: Catalog) -> tuple[CatalogTable, ...]:
    rules = _rules(catalog)
    shelves = []
    for table in catalog.store.tables:
        files = {row.file: None for row in catalog.store.table(table).values()}
        shelves.append(
            CatalogTable(
                table,
                _term(catalog, f"table.{table}"),
                len(catalog.store.table(table)),
                tuple(dict.fromkeys(rules[file] for file in files)),
            )
        )
    return tuple(shelves)


@lru_cache(maxsize=KEPT)
def _items(catalog: Catalog) -> Mapping[str, tuple[Item, ...]]:
    rules = _rules(catalog)
    return {
        table: tuple(
            _item(catalog, table, row, rules[row.file]) for row in catalog.store.table(table).values()
        )
        for table in catalog.store.tables
    }


@lru_cache(maxsize=KEPT)
def _rules(catalog: Catalog) -> Mapping[str, str]:
    """The rule each file stands under."""
    sources = [source for source in catalog.store.sources if source.table in catalog.store.tables]
    return {source.shown: str(read(source).get("rule", "")) for source in sources}


def _item(catalog: Catalog, table: str, row: Row, rule: str) -> Item:
    label = _label(catalog, table, row)
    text = json.dumps(row.data, ensure_ascii=False)
    words = [word for _, key in _seen(catalog, row) for word in _term(catalog, key).values()]
    haystack = folded(" ".join([row.id, row.id.replace("_", " "), *label.values(), *words, text]))
    return Item(table, row.id, label, str(row.data.get("rule") or rule), row.provenance, row.data, haystack)


def _label(catalog: Catalog, table: str, row: Row) -> Words:
    """The words of a row: those of its id, or its title."""
    if table == "terms":
        return {language: str(row.data[language]) for language in catalog.languages}
    own = [_term(catalog, key) for path, key in _seen(catalog, row) if path == ("id",)]
    if own and all(own):
        return {language: ", ".join(words[language] for words in own) for language in catalog.languages}
    title = row.data.get("title")
    return (
        {language: str(title[language]) for language in catalog.languages}
        if isinstance(title, Mapping)
        else {}
    )


def _seen(catalog: Catalog, row: Row) -> Sequence[tuple[tuple[object, ...], str]]:
    return _visible(catalog).get((row.file, row.index), ())


@lru_cache(maxsize=KEPT)
def _visible(catalog: Catalog) -> Mapping[tuple[str, int], Sequence[tuple[tuple[object, ...], str]]]:
    """The ids that a person sees, row by row, by the key of their word."""
    found: dict[tuple[str, int], list[tuple[tuple[object, ...], str]]] = {}
    for row, path, key in checks_of(catalog.game).visible(catalog.store):
        found.setdefault((row.file, row.index), []).append((path, key))
    return found


def _term(catalog: Catalog, key: str) -> Words:
    try:
        return {language: catalog.term(key, language) for language in catalog.languages}
    except KeyError:
        return {}
