"""Words of terms: plain texts, or texts by plural category (CLDR) and gender, and the forms of nouns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from babel import Locale

Words: TypeAlias = "str | Mapping[str, Words]"
ENGLISH = "en"
CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # plural categories of CLDR
GENDERS = ("m", "f", "n")
COUNT = "count"  # the fact that decides the plural form unless the row names another
LOCALES = {ENGLISH: "en_GB", "es": "es_ES"}  # British dates: 17 Nov 2026; elsewhere Babel's default
SAMPLE_NUMBERS = range(200)  # every category that ordinary numbers need


def plain(words: Words) -> str:
    """Return the text of words outside of a sentence: the form ``other``, or the first."""
    while not isinstance(words, str):
        words = words.get("other") or next(iter(words.values()))
    return words


def texts(words: Words) -> Iterator[str]:
    """Yield every text of words."""
    if isinstance(words, str):
        yield words
    else:
        for inner in words.values():
            yield from texts(inner)


def deciding_fact(row: Mapping[str, Any], by: str) -> tuple[str, str]:
    """Return the fact that decides the number or the gender of a term's words, and its kind if named."""
    name, _, kind = str(row.get(by) or row.get("plural") or COUNT).partition(":")
    return name, kind


@cache
def locale_for(language: str) -> Locale:
    """Return Babel's locale of a language; English for a language that Babel does not know."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(LOCALES.get(language, language))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(LOCALES[ENGLISH])


def language_tag(language: str) -> str:
    """Return the tag of a language for documents, ``en-GB``."""
    return LOCALES.get(language, language).replace("_", "-")


@cache
def categories_for(language: str) -> tuple[str, ...]:
    """Return the plural categories that ordinary numbers have in a language."""
    needed = {locale_for(language).plural_form(number) for number in SAMPLE_NUMBERS} | {"other"}
    return tuple(category for category in CATEGORIES if category in needed)
