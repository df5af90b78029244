"""Language of the command line, and its terms.

The terms are in the catalogues under ``cli.``, in one small file for all games and one for each game, and in
the files of further languages (``terms/fr.json``). Only those files and the overlay's are read here, so
``horah --help`` loads no catalogue.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from web.games.registry import games

Language = str  # two letters; any language that has terms
VARIABLE = "HORAH_LANG"
OVERLAY = "HORAH_OVERLAY"
LANGUAGE_VARIABLES = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
DEFAULT_LANGUAGE: Language = "en"
TERM_PREFIX, LANGUAGE_NAME_TERM = "cli.", "language.name"

Words = Mapping[str, Mapping[Language, Any]]  # a text, or texts by plural category


def language() -> Language:
    """Return ``--lang`` or HORAH_LANG if given, otherwise the terminal's language if it has terms."""
    for value in (option_value(VARIABLE), *map(os.environ.get, LANGUAGE_VARIABLES)):
        if value:
            short = value[:2].lower()
            return short if short in languages() else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def languages() -> tuple[Language, ...]:
    """Return every language that has terms."""
    return tuple(sorted({name for row in load_terms().values() for name in row}))


def option_value(name: str) -> str | None:
    """Return the language or overlay given on the command line, if any."""
    context = click.get_current_context(silent=True)
    return context.meta.get(name) if context else None


def read_options(context: click.Context, given: Sequence[str]) -> None:
    """Read language and overlay from the arguments before click parses them, so that ``--help`` uses them."""
    options = {"--lang": VARIABLE, "--overlay": OVERLAY}
    for word, following in pairwise([*given, ""]):
        name, sign, value = word.partition("=")
        value = value if sign else following
        if name in options and value:
            context.meta[options[name]] = value


def say(key: str, /, **facts: object) -> str:
    """Return the text of a term in the user's language, with its placeholders filled."""
    texts = load_terms()[f"{TERM_PREFIX}{key}"]
    lang = language() if language() in texts else DEFAULT_LANGUAGE
    text = _choose(texts[lang], facts.get("count"), lang)
    try:
        return text.format(**facts)
    except (KeyError, IndexError, ValueError):  # an overlay's text with an unknown placeholder
        return text


def _choose(words: Any, count: object, lang: Language) -> str:
    """Return the text for a number; only texts with plural forms load Babel."""
    if isinstance(words, str):
        return words
    from catalogs.terms import locale_for, plain

    category = locale_for(lang).plural_form(count) if isinstance(count, int) else "other"
    return plain(words.get(category) or words)


def find_text(key: str, spoken: Language) -> str | None:
    """Return the text of a term in a language, with its placeholders; None if there is none."""
    words = load_terms().get(f"{TERM_PREFIX}{key}", {}).get(spoken)
    return None if words is None else _choose(words, None, spoken)


def has_term(key: str) -> bool:
    """Return whether there is a term for a key."""
    return f"{TERM_PREFIX}{key}" in load_terms()


def load_terms() -> Words:
    """Return the terms of the command line, with those of the overlay applied."""
    folder = option_value(OVERLAY) or os.environ.get(OVERLAY)
    return _load_terms(tuple(games()), folder)


@cache
def _load_terms(_: tuple[str, ...], overlay: str | None) -> Words:
    home = _data_folder()
    data = [game.root / "catalogs" / "data" / game.id for game in games().values()]
    shared = home / "shared"
    files = [folder / name for folder in (shared, *data) for name in ("terms.json", "terms/commands.json")]
    files += [file for folder in (shared, *data) for file in sorted(folder.glob("terms/??.json"))]
    terms: dict[str, dict[Language, Any]] = {}
    for file in (*files, *_overlay_files(overlay)):
        for row in _read_rows(file):
            if row["id"].startswith(TERM_PREFIX) or row["id"] == LANGUAGE_NAME_TERM:
                terms.setdefault(row["id"], {}).update(
                    {name: words for name, words in row.items() if len(name) == 2 and name != "id" and words}
                )
    return terms


def _data_folder() -> Path:
    """Return the folder of the catalogues without importing them."""
    spec = find_spec("catalogs")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "data"


def _overlay_files(folder: str | None) -> Iterator[Path]:
    """Yield the term files of an overlay, which has a folder for each game."""
    with suppress(OSError):  # an impossible path is refused when the overlay is opened
        if not folder or not Path(folder).is_dir():
            return
        for pattern in ("*/terms.json", "*/terms/*.json"):
            yield from sorted(Path(folder).glob(pattern))


def _read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a term file; empty for an unreadable file, which the catalogues refuse later."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    fit = isinstance(rows, list) and all(
        isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows
    )
    return rows if fit else []
