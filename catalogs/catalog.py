"""A game's catalogues as objects: what holds for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from catalogs.frozen import Frozen
from catalogs.rows import build
from catalogs.store import Row, Store, languages

ENGLISH = "en"
Language = str  # es, en, or any other for which the catalogue of terms has words
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Colours:
    """The livery of a faction: for bands and figures, for rules, for the face of a counter (#RRGGBB)."""

    deep: str
    mid: str
    tint: str


def table(name: str, make: Callable[[Row], T]) -> cached_property[Mapping[str, T]]:
    """Declare a table of a catalogue: its rows by id, made when it is first asked for."""
    return cached_property(
        lambda catalog: Frozen({row.id: make(row) for row in catalog.store.table(name).values()})
    )


def typed_table(name: str, kind: type[T]) -> cached_property[Mapping[str, T]]:
    """Declare a table whose rows have the fields of a dataclass."""
    return table(name, lambda row: build(kind, row.data))


class Catalog:
    """The tables of a game with their words; each game adds its own typed tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def game(self) -> str:
        return self.store.game

    @property
    def version(self) -> str:
        """A digest of everything the rules read, overlay included; a transcript names it."""
        return self.store.version

    @cached_property
    def terms(self) -> Mapping[str, Mapping[Language, str]]:
        """The words a person sees, by key and language."""
        rows = self.store.table("terms").values()
        return Frozen({row.id: Frozen({name: row.data[name] for name in languages(row)}) for row in rows})

    #: The colours in which pages and paper show a faction, where it has any.
    liveries = typed_table("liveries", Colours)

    @cached_property
    def languages(self) -> tuple[Language, ...]:
        """The languages that have a name of their own among the terms."""
        return tuple(self.terms["language.name"])

    def term(self, key: str, language: Language) -> str:
        """The word for an id, ``term("seat.referee", "es")``; a KeyError where there is none.

        What a language does not say yet is said in English.
        """
        for tongue in (language, ENGLISH):
            for candidate in keys(key):
                words = self.terms.get(candidate)
                if words and tongue in words:
                    return words[tongue]
        raise KeyError(f"the catalogue of terms has no word for {key!r} in {language}")

    def _each(self, table: str, make: Callable[[Row], T]) -> Mapping[str, T]:
        return Frozen({row.id: make(row) for row in self.store.table(table).values()})


@lru_cache(maxsize=1 << 14)
def keys(key: str) -> tuple[str, ...]:
    """The keys a word may stand under, best first.

    ``counter_short.red.squad`` falls back on the long word ``counter.red.squad``, and both
    on a word without the faction, ``counter.squad``.
    """
    group, _, rest = key.partition(".")
    long = group.removesuffix("_short")
    shared = rest.partition(".")[2]
    found = [key, f"{long}.{rest}"]
    if shared:
        found += [f"{group}.{shared}", f"{long}.{shared}"]
    return tuple(dict.fromkeys(found))
