"""Base class of a game's catalogues: terms, liveries and lazily built typed tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from catalogs.frozen import Frozen
from catalogs.rows import build
from catalogs.store import Row, Store, languages
from catalogs.terms import ENGLISH, Words, plain

Language = str  # language code: es, en or any other in the terms table
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a faction (#RRGGBB): for bands and figures, for rules, and for counter faces."""

    deep: str
    mid: str
    tint: str


def table(name: str, make: Callable[[Row], T]) -> cached_property[Mapping[str, T]]:
    """Declare a table of a catalogue: its rows by id, built on first use."""
    return cached_property(lambda catalog: catalog._map_rows(name, make))


def typed_table(name: str, kind: type[T]) -> cached_property[Mapping[str, T]]:
    """Declare a table whose rows have the fields of a dataclass."""
    return table(name, lambda row: build(kind, row.data))


class Catalog:
    """The tables and terms of a game; each game adds typed tables in a subclass."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def game(self) -> str:
        return self.store.game

    @property
    def version(self) -> str:
        """Return a digest of every file that the rules read, overlay included; transcripts store it."""
        return self.store.version

    @cached_property
    def terms(self) -> Mapping[str, Mapping[Language, str]]:
        """Return the texts shown to users, by key and language; plural forms by ``other``."""
        rows = self.store.table("terms").values()
        return Frozen(
            {row.id: Frozen({name: plain(row.data[name]) for name in languages(row)}) for row in rows}
        )

    #: Colours of a faction on pages and paper, for factions that have any.
    liveries = typed_table("liveries", Colours)

    @cached_property
    def languages(self) -> tuple[Language, ...]:
        """Return the languages that the term ``language.name`` exists in."""
        return tuple(self.terms["language.name"])

    def term(self, key: str, language: Language) -> str:
        """Return the text of a term, ``term("seat.referee", "es")``; raise KeyError if there is none.

        A text that is not translated yet is returned in English.
        """
        row, spoken = self.find_term(key, language)
        return plain(row[spoken])

    def find_term(self, key: str, language: Language) -> tuple[Mapping[str, Any], Language]:
        """Return the row of a term and the language it has words in: the one asked for, or English."""
        rows = self.store.table("terms")
        for spoken in (language, ENGLISH):
            for candidate in keys(key):
                row = rows.get(candidate)
                if row is not None and row.data.get(spoken):
                    return row.data, spoken
        raise KeyError(f"the catalogue of terms has no word for {key!r} in {language}")

    def form(self, key: str, language: Language, name: str) -> Words | None:
        """Return a form of a noun, ``form("seat.referee", "es", "the")``, or None if it has no such form."""
        try:
            row, spoken = self.find_term(key, language)
        except KeyError:
            return None
        form: Words | None = row.get("forms", {}).get(spoken, {}).get(name)
        return form

    def _map_rows(self, table: str, make: Callable[[Row], T]) -> Mapping[str, T]:
        return Frozen({row.id: make(row) for row in self.store.table(table).values()})


@lru_cache(maxsize=1 << 14)
def keys(key: str) -> tuple[str, ...]:
    """Return the keys under which a term may be stored, best first.

    ``counter_short.red.squad`` falls back to the long form ``counter.red.squad``, and both fall back to a
    term without the faction, ``counter.squad``.
    """
    group, _, rest = key.partition(".")
    long = group.removesuffix("_short")
    shared = rest.partition(".")[2]
    candidates = [key, f"{long}.{rest}"]
    if shared:
        candidates += [f"{group}.{shared}", f"{long}.{shared}"]
    return tuple(dict.fromkeys(candidates))
