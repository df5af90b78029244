"""What a person at the terminal reads: the language, and the words of the command line in it.

The words stand in the catalogue of terms under ``cli.``, in one small file for what holds for any game and
one for each game. Only those are read here, and those of an overlay; ``horah --help`` loads no catalogue.
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

import click

from web.game import games

Language = str  # two letters; any language that has words
VARIABLE = "HORAH_LANG"
OVERLAY = "HORAH_OVERLAY"
SURROUNDINGS = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
OTHERWISE: Language = "en"
GROUP, NAME = "cli.", "language.name"

Words = Mapping[str, Mapping[Language, str]]


def language() -> Language:
    """``--lang`` or HORAH_LANG if given, else the language of the terminal if there are words in it."""
    for value in (told(VARIABLE), *map(os.environ.get, SURROUNDINGS)):
        if value:
            short = value[:2].lower()
            return short if short in languages() else OTHERWISE
    return OTHERWISE


def languages() -> tuple[Language, ...]:
    """Every language that has words."""
    return tuple(sorted({name for row in words().values() for name in row}))


def told(name: str) -> str | None:
    """What the command line itself says of the language or the overlay."""
    context = click.get_current_context(silent=True)
    return context.meta.get(name) if context else None


def listen(context: click.Context, given: Sequence[str]) -> None:
    """Take language and overlay from the command line before anything else: ``--help`` speaks in them."""
    options = {"--lang": VARIABLE, "--overlay": OVERLAY}
    for word, following in pairwise([*given, ""]):
        name, sign, value = word.partition("=")
        value = value if sign else following
        if name in options and value:
            context.meta[options[name]] = value


def say(key: str, /, **facts: object) -> str:
    """The words of a key in the language the person reads, with the facts in their places."""
    found = words()[f"{GROUP}{key}"]
    text = found.get(language()) or found[OTHERWISE]
    try:
        return text.format(**facts)
    except (KeyError, IndexError, ValueError):  # an overlay's words with a place that nothing fits
        return text


def written(key: str, spoken: Language) -> str | None:
    """The words of a key in a language as they stand, their places left open."""
    return words().get(f"{GROUP}{key}", {}).get(spoken)


def knows(key: str) -> bool:
    """Are there words for a key?"""
    return f"{GROUP}{key}" in words()


def words() -> Words:
    """The words of the command line, those of an overlay laid over them."""
    folder = told(OVERLAY) or os.environ.get(OVERLAY)
    return _words(tuple(games()), folder)


@cache
def _words(_: tuple[str, ...], overlay: str | None) -> Words:
    home = _data()
    own = (game.words or home / game.id / "terms" / "commands.json" for game in games().values())
    found: dict[str, dict[Language, str]] = {}
    for file in (home / "shared" / "terms" / "commands.json", *own, *_overlaid(overlay)):
        for row in _rows(file):
            if row["id"].startswith(GROUP) or row["id"] == NAME:
                found.setdefault(row["id"], {}).update(
                    {name: text for name, text in row.items() if len(name) == 2 and name != "id"}
                )
    return found


def _data() -> Path:
    """Where the catalogues lie; they are not imported for it."""
    spec = find_spec("catalogs")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "data"


def _overlaid(folder: str | None) -> Iterator[Path]:
    """The files of words in an overlay, which has a folder for each game."""
    with suppress(OSError):  # a name that cannot be is refused where the overlay is opened
        if not folder or not Path(folder).is_dir():
            return
        for pattern in ("*/terms.json", "*/terms/*.json"):
            yield from sorted(Path(folder).glob(pattern))


def _rows(file: Path) -> list[dict[str, str]]:
    """The rows of a file of words. What cannot be read says nothing here: the catalogues refuse it."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    fit = isinstance(rows, list) and all(
        isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows
    )
    return [{key: text for key, text in row.items() if isinstance(text, str)} for row in rows] if fit else []
