"""Texts that stand in tables, such as the summary of a rule, in further languages.

Spanish and English stand in the row. A further language stands among the words, under a key that names the
place: ``text.rules.NO-1.summary``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.frozen import several


def text_key(table: str, row: str) -> str:
    """Where the texts of a row stand among the words."""
    return f"text.{table}.{row}".replace(":", ".")


def texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """All texts in a part of a row: their keys, and how they read in English."""
    if several(value):
        english = value["en"]
        if isinstance(english, dict):
            yield from ((f"{key}.{part}", said) for part, said in english.items())
        else:
            yield key, english
        return
    for step, inner in _inside(value):
        yield from texts(inner, f"{key}.{step}")


def speaking(value: Any, key: str, words: Mapping[str, Mapping[str, Any]]) -> Any:
    """A part of a row with its texts in every language that there are words for."""
    if several(value):
        return {**_further(value["en"], key, words), **value}
    inside = [speaking(inner, f"{key}.{step}", words) for step, inner in _inside(value)]
    if isinstance(value, dict):
        return dict(zip(value, inside, strict=True))
    return inside if isinstance(value, list) else value


def _further(english: Any, key: str, words: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The words for a text, by language; for one of several parts, what is not said yet is English."""
    if not isinstance(english, dict):
        return {name: said for name, said in words.get(key, {}).items() if len(name) == 2 and name != "id"}
    parts = {part: _further(said, f"{key}.{part}", words) for part, said in english.items()}
    spoken = {language for part in parts.values() for language in part}
    return {
        language: {part: parts[part].get(language, english[part]) for part in english} for language in spoken
    }


def _inside(value: Any) -> Iterator[tuple[object, Any]]:
    """What a part of a row holds, each with its name: of a line with an id, the id."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            named = isinstance(inner, dict) and isinstance(inner.get("id"), str)
            yield (inner["id"] if named else index), inner
