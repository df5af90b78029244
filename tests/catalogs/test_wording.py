"""Patterns that no sentence for people may have, in any term or page text; exceptions are named."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from catalogs.game import SHARED, games, store_for
from catalogs.store import WORDS, Store, languages
from catalogs.terms import Words, texts
from catalogs.translations import find_texts, text_key
from web.translations import load_catalog

PLACE = re.compile(r"\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}|%\(\w+\)[sd]")
PATTERNS = {
    "en": {
        "a player is not he": re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE),
        "guillemets are Spanish": re.compile("[«»]"),
        "whoever": re.compile(r"\bwho(m)?(so)?ever\b", re.IGNORECASE),
        "of one's own": re.compile(
            r"(?<!instead )\bof (one's|his|your|their|its|our) own\b(?! side)", re.IGNORECASE
        ),
        "an id": re.compile(r"(?<![\w/.<{-])[a-z]+(_[a-z]+)+(?![\w/.}-])"),
        "1 of several": re.compile(r"(?<!range )(?<!rrow )(?<!%)\b1 [a-z]{2,}[^s\W]s\b"),
    },
    "es": {
        "an id": re.compile(r"(?<![\w/.<{-])[a-z]+(_[a-z]+)+(?![\w/.}-])"),
        "1 de varios": re.compile(r"(?<!turno )(?<!%)\b1 [a-zñáéíóú]{3,}[aeo]s\b"),
    },
}
#: A number before a plural, in a text without plural forms: it would say "1 markers".
COUNTED = {
    "en": re.compile(r"\{(?:count|number|n)\} [a-z]{2,}[^s\W]s\b"),
    "es": re.compile(r"\{(?:count|number|n)\} [a-zñáéíóú]{3,}[aeo]s\b"),
}
EXCEPTIONS = {
    "an id": {"expected.axis_table", "cli.grossdeutschland.print.sheets", "cli.cassino.print"},  # to be typed
    "1 de varios": {"aid.costs"},  # "1 menos"
    "1 of several": {"text.errata.corrected.bunker_complex.text.printed"},  # as printed
    "plural": {  # always several
        "dice.some",
        "wrong.deck_dice",
        "wrong.deck_hex",
        "expected.deck_dice",
        "expected.deck_hexes",
        "problem.AMBIGUOUS_COLUMN",
        "problem.BAD_SPACES",
    },
}


def sentences(language: str) -> Iterator[tuple[str, Words]]:
    """Yield every text for people in a language, with its key."""
    for store in (Store(SHARED), *(store_for(name, None) for name in games())):
        for row in store.table(WORDS).values():
            if language in languages(row):
                yield row.id, row.data[language]
        for table in set(store.tables) - {WORDS}:
            for row in store.raw(table).values():
                if language == "en":
                    yield from find_texts(row.data, text_key(table, row.id))
    for message in load_catalog("es"):
        words = message.id if language == "en" else message.string
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            yield f"page: {key[:40]}", words if isinstance(words, str) else dict(enumerate(words))


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language, kinds in PATTERNS.items() for name in kinds]
)
def test_no_sentence_has(language: str, name: str) -> None:
    pattern = PATTERNS[language][name]
    found = {
        key: text
        for key, words in sentences(language)
        for text in texts(words)
        if pattern.search(PLACE.sub("", text)) and key not in EXCEPTIONS.get(name, ())
    }
    assert found == {}


@pytest.mark.parametrize("language", COUNTED)
def test_every_number_before_a_noun_has_plural_forms(language: str) -> None:
    found = {
        key: words
        for key, words in sentences(language)
        if isinstance(words, str) and COUNTED[language].search(words)
    }
    assert {key: text for key, text in found.items() if key not in EXCEPTIONS.get("plural", ())} == {}
