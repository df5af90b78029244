"""Browse and search the catalogues: every row with its names, its rule and its provenance."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from catalogs import Catalog, Language
from catalogs.checks import checks_of
from catalogs.store import Row, languages, read
from catalogs.terms import ENGLISH, plain

from .errors import NotHere

Words = Mapping[Language, str]

CACHED_CATALOGS = 8  # cached catalogues: those of every game, and some with owner data


@dataclass(frozen=True, slots=True)
class CatalogTable:
    """A table of the catalogues."""

    table: str
    title: Words
    rows: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a table; ``label`` is empty if the row has no name."""

    table: str
    id: str
    label: Words
    rule: str
    provenance: str
    data: Mapping[str, Any]
    haystack: str  # folded text that a search looks through

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
    """One page of search results."""

    items: tuple[Item, ...]
    total: int
    page: int
    size: int


@lru_cache(maxsize=CACHED_CATALOGS)
def list_tables(catalog: Catalog) -> tuple[CatalogTable, ...]:
    """Return every table, in alphabetical order."""
    rules, store = _rules(catalog), catalog.store
    return tuple(
        CatalogTable(
            name,
            _term(catalog, f"table.{name}"),
            len(store.table(name)),
            tuple(dict.fromkeys(rules[row.file] for row in store.table(name).values())),
        )
        for name in store.tables
    )


def find_table(catalog: Catalog, table: str) -> CatalogTable:
    """Return one table."""
    match = next((each for each in list_tables(catalog) if each.table == table), None)
    if match is None:
        raise NotHere
    return match


def find_item(catalog: Catalog, table: str, row_id: str) -> Item:
    """Return one row."""
    find_table(catalog, table)
    match = next((each for each in _items(catalog)[table] if each.id == row_id), None)
    if match is None:
        raise NotHere
    return match


def search(
    catalog: Catalog, table: str | None = None, words: str = "", page: int = 1, size: int = 50
) -> Page:
    """Return rows of one table or of all tables that contain every word, ignoring accents and case."""
    if table is not None:
        find_table(catalog, table)
    wanted = fold_text(words).split()
    tables = [table] if table is not None else [each for each in _items(catalog) if each != "terms"]
    hits = [
        each
        for name in tables
        for each in _items(catalog)[name]
        if all(word in each.haystack for word in wanted)
    ]
    start = (page - 1) * size
    return Page(tuple(hits[start : start + size]), len(hits), page, size)


def fold_text(text: str) -> str:
    """Return a text without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@lru_cache(maxsize=CACHED_CATALOGS)
def _items(catalog: Catalog) -> Mapping[str, tuple[Item, ...]]:
    rules = _rules(catalog)
    return {
        table: tuple(
            _item(catalog, table, row, rules[row.file]) for row in catalog.store.table(table).values()
        )
        for table in catalog.store.tables
    }


@lru_cache(maxsize=CACHED_CATALOGS)
def _rules(catalog: Catalog) -> Mapping[str, str]:
    """Return the rule that each file belongs to."""
    sources = [source for source in catalog.store.sources if source.table in catalog.store.tables]
    return {source.display_name: str(read(source).get("rule", "")) for source in sources}


def _item(catalog: Catalog, table: str, row: Row, rule: str) -> Item:
    label = _label(catalog, table, row)
    text = json.dumps(row.data, ensure_ascii=False)
    words = [word for _, key in _visible_ids(catalog, row) for word in _term(catalog, key).values()]
    haystack = fold_text(" ".join([row.id, row.id.replace("_", " "), *label.values(), *words, text]))
    return Item(table, row.id, label, str(row.data.get("rule") or rule), row.provenance, row.data, haystack)


def _label(catalog: Catalog, table: str, row: Row) -> Words:
    """Return the names of a row: the terms of its id, or its title."""
    if table == "terms":
        words = {language: plain(row.data[language]) for language in languages(row)}
        return {language: _in_language(words, language) for language in catalog.languages}
    own = [_term(catalog, key) for path, key in _visible_ids(catalog, row) if path == ("id",)]
    if own and all(own):
        return {language: ", ".join(words[language] for words in own) for language in catalog.languages}
    title = row.data.get("title")
    return (
        {language: str(_in_language(title, language)) for language in catalog.languages}
        if isinstance(title, Mapping)
        else {}
    )


def _in_language(texts: Mapping[str, str], language: str) -> str:
    """Return a text in a language, else in English, else in any."""
    return texts.get(language) or texts.get(ENGLISH) or next(iter(texts.values()), "")


def _visible_ids(catalog: Catalog, row: Row) -> Sequence[tuple[tuple[object, ...], str]]:
    return _visible(catalog).get((row.file, row.index), ())


@lru_cache(maxsize=CACHED_CATALOGS)
def _visible(catalog: Catalog) -> Mapping[tuple[str, int], Sequence[tuple[tuple[object, ...], str]]]:
    """Return the ids that people see, by row, with the keys of their terms."""
    ids: dict[tuple[str, int], list[tuple[tuple[object, ...], str]]] = {}
    for row, path, key in checks_of(catalog.game).visible(catalog.store):
        ids.setdefault((row.file, row.index), []).append((path, key))
    return ids


def _term(catalog: Catalog, key: str) -> Words:
    try:
        return {language: catalog.term(key, language) for language in catalog.languages}
    except KeyError:
        return {}
