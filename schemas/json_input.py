"""Parse JSON from untrusted input: API requests, forms and files.

Rejects NaN, infinite and very long numbers, lone surrogates, NUL and deep nesting, so that the result can be
copied, stored in any database and serialized again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from schemas.errors import HorahError

MAX_DEPTH = 40  # levels; our deepest document, a campaign with its owner's cards, has about twelve
NUL = "\0"


class TooDeep(ValueError):
    """JSON nested deeper than any of our documents."""


class NoNumber(ValueError):
    """A constant that Python reads as a number but JSON does not define: NaN, Infinity."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class HugeNumber(ValueError):
    """A number that is infinite or has too many digits."""


class HalfCharacter(ValueError):
    """A lone surrogate in a text."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def read_json(text: str) -> Any:
    """Parse JSON; raise ValueError if it is invalid.

    A NUL raises HorahError, so that every input shows the same message.
    """
    try:
        value = json.loads(text, parse_constant=_reject_constant)
    except (json.JSONDecodeError, NoNumber):
        raise
    except RecursionError:
        raise TooDeep from None
    except ValueError:  # Python refuses to parse an integer with so many digits
        raise HugeNumber from None
    for place, words in _texts(value):
        reject_nul(words, place)
        if not words.isascii():
            _reject_surrogates(words, place)
    return value


def reject_nul(text: str, place: str) -> None:
    """Raise HorahError if a text contains NUL, which not every database can store."""
    if NUL in text:
        raise HorahError("CONTROL_CHARACTERS", place=place)


def _reject_constant(name: str) -> None:
    raise NoNumber(name)


def _reject_surrogates(words: str, place: str) -> None:
    try:
        words.encode()
    except UnicodeEncodeError:
        raise HalfCharacter(place) from None


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Yield every text of a document with its place, keys included, level by level up to the depth limit."""
    level: list[tuple[str, Any]] = [("", document)]
    for _ in range(MAX_DEPTH + 1):
        below: list[tuple[str, Any]] = []
        for place, found in level:
            if isinstance(found, str):
                yield place or "/", found
            elif isinstance(found, float) and not isfinite(found):
                raise HugeNumber
            elif isinstance(found, dict):
                yield from ((place or "/", key) for key in found)
                below.extend((f"{place}/{key}", value) for key, value in found.items())
            elif isinstance(found, list):
                below.extend((f"{place}/{index}", value) for index, value in enumerate(found))
        if not below:
            return
        level = below
    raise TooDeep
