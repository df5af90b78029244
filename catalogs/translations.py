"""Translations of texts that stand in tables, such as the summary of a rule.

Spanish and English stand in the row. Additional languages stand in the terms table, under a key that names
the place: ``text.rules.NO-1.summary``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.frozen import is_translated


def text_key(table: str, row: str) -> str:
    """Return the key prefix of a row's texts in the terms table."""
    return f"text.{table}.{row}".replace(":", ".")


def find_texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Yield all texts in a part of a row: their keys and their English text."""
    if is_translated(value):
        english = value["en"]
        if isinstance(english, dict):
            yield from ((f"{key}.{part}", said) for part, said in english.items())
        else:
            yield key, english
        return
    for step, inner in _items(value):
        yield from find_texts(inner, f"{key}.{step}")


def translate(value: Any, key: str, words: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return a part of a row with its texts in every language that has terms for them."""
    if is_translated(value):
        return {**_find_translations(value["en"], key, words), **value}
    inside = [translate(inner, f"{key}.{step}", words) for step, inner in _items(value)]
    if isinstance(value, dict):
        return dict(zip(value, inside, strict=True))
    return inside if isinstance(value, list) else value


def _find_translations(english: Any, key: str, words: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the translations of a text by language; parts not translated yet stay in English."""
    if not isinstance(english, dict):
        return {name: said for name, said in words.get(key, {}).items() if len(name) == 2 and name != "id"}
    parts = {part: _find_translations(said, f"{key}.{part}", words) for part, said in english.items()}
    spoken = {language for part in parts.values() for language in part}
    return {
        language: {part: parts[part].get(language, english[part]) for part in english} for language in spoken
    }


def _items(value: Any) -> Iterator[tuple[object, Any]]:
    """Yield the items inside a part of a row with their names; for list items with an id, the id."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            named = isinstance(inner, dict) and isinstance(inner.get("id"), str)
            yield (inner["id"] if named else index), inner
