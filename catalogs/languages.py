"""How far a language has come: the sentences it lacks, and the words in it that do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Any

from catalogs.errors import Fault
from catalogs.game import SHARED, games, store_for
from catalogs.store import WORDS, Row, Store, languages
from catalogs.terms import COUNT, ENGLISH, categories_for, deciding_fact, texts
from catalogs.translations import find_texts, text_key
from schemas.messages import say

GRAMMATICAL_FACTS = ("number", "gender")  # of a noun; all other names in its forms are words


@dataclass(frozen=True)
class Part:
    """The sentences of one game, or those that all games share."""

    name: str
    store: Store

    @cached_property
    def english(self) -> dict[str, Mapping[str, Any]]:
        """Return every sentence of this part by its key: words, and forms of nouns, in English."""
        shared = set(Store(SHARED).table(WORDS)) if self.name != SHARED.name else set()
        rows = {key: row for key, row in self.store.table(WORDS).items() if key not in shared}
        sentences = {key: row.data for key, row in rows.items() if row.data.get(ENGLISH)}
        for table in self.store.tables:
            for row in self.store.raw(table).values() if table != WORDS else ():
                for key, text in find_texts(row.data, text_key(table, row.id)):
                    sentences[key] = {"id": key, ENGLISH: text}
        return sentences

    def list_missing(self, language: str) -> list[str]:
        """Return the keys of the sentences that a language has no words for."""
        words = self.store.table(WORDS)
        return [key for key in self.english if key not in words or language not in languages(words[key])]

    def blank_rows(self, language: str) -> list[dict[str, Any]]:
        """Return a row to fill in for each sentence that a language lacks; the note has the English words."""
        rows = []
        for key in self.list_missing(language):
            data = self.english[key]
            row: dict[str, Any] = {"id": key, "note": _describe_words(data[ENGLISH]), language: ""}
            if not isinstance(data[ENGLISH], str) and "plural" in data:
                row["plural"] = data["plural"]
            rows.append(row)
        return rows

    def faults(self, language: str) -> Iterator[Fault]:
        """Yield words that do not fit: other placeholders, missing plural forms, missing forms of nouns."""
        from catalogs.checks import check_placeholders

        for row in self.store.table(WORDS).values():
            if row.id in self.english and language in languages(row):
                fault = check_placeholders(row, [ENGLISH, language]) if ENGLISH in row.data else None
                yield from (fault,) if fault else ()
                yield from _missing_categories(row, language)
        yield from self._missing_forms(language)

    def _missing_forms(self, language: str) -> Iterator[Fault]:
        """Yield the nouns without a form that a sentence of the language asks for and English has."""
        rows = self.store.table(WORDS)
        asked = {
            pair
            for row in rows.values()
            if language in languages(row)
            for text in texts(row.data[language])
            for pair in _forms_asked_for(text)
        }
        for row in rows.values():
            forms = row.data.get("forms", {})
            if row.id not in self.english or language not in languages(row):
                continue
            lack = [
                form
                for kind, form in sorted(asked)
                if row.id.startswith(f"{kind}.")
                and form in forms.get(ENGLISH, {})
                and form not in forms.get(language, {})
            ]
            if lack:
                wrong = say("wrong.no_forms", id=row.id, language=language, forms=lack)
                yield Fault("word", row.file, row.place(), wrong, say("expected.noun_forms"))


def format_keys(folder: Path) -> str:
    """Return the content of a folder's list of needed terms."""
    rows = Store(folder).raw(WORDS)
    return "".join(f"{key}\n" for key in sorted(rows) if rows[key].data.get(ENGLISH))


def list_parts(overlay: Any = None) -> list[Part]:
    """Return the shared sentences and those of every game."""
    stores = {game: store_for(game, overlay) for game in games()}
    first = next(iter(stores.values()))
    shared = Store(SHARED, *(folder for folder in first.overlays if folder.name == SHARED.name))
    return [Part(SHARED.name, shared), *(Part(game, store) for game, store in stores.items())]


def _describe_words(words: Any) -> str:
    return words if isinstance(words, str) else " | ".join(texts(words))


def _missing_categories(row: Row, language: str) -> Iterator[Fault]:
    words = row.data[language]
    fact, kind = deciding_fact(row.data, "plural")
    if isinstance(words, str) or "other" not in words or kind or fact != COUNT:
        return
    if lack := [category for category in categories_for(language) if category not in words]:
        wrong = say("wrong.no_categories", id=row.id, language=language, categories=lack)
        yield Fault("word", row.file, row.place(language), wrong, say("expected.plural_forms"))


def _forms_asked_for(text: str) -> Iterator[tuple[str, str]]:
    """Yield the forms of nouns that a sentence asks for, with their kinds."""
    for _, _, spec, _ in Formatter().parse(text):
        kind, dot, form = (spec or "").rstrip("&|;").rpartition(".")
        if dot and kind and form.isalpha():
            yield kind, form.lower()
