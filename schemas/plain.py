"""JSON as every door takes it, whether it comes by the API, in a form or as a file.

No NaN, no number of thousands of figures, no half characters, no NUL, and nothing nested deeper than any
document of ours: what comes through can be copied, kept in any database and written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from schemas.errors import HorahError

DEEPEST = 40  # our deepest document, a campaign with the cards of its owner, has a dozen levels
NUL = "\0"


class TooDeep(ValueError):
    """Lists in lists, beyond what any document holds."""


class NoNumber(ValueError):
    """A word that Python would read as a number and JSON has not: NaN, Infinity."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class HugeNumber(ValueError):
    """A number of more figures than anybody counts."""


class HalfCharacter(ValueError):
    """One of the two halves by which some characters are written, alone."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def read_json(text: str) -> Any:
    """What a text says as JSON; ValueError if it is none.

    A NUL in it is refused with a sentence, the same one at every door.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (json.JSONDecodeError, NoNumber):
        raise
    except RecursionError:
        raise TooDeep from None
    except ValueError:  # Python reads no number of so many figures
        raise HugeNumber from None
    for place, words in _texts(value):
        no_nul(words, place)
        if not words.isascii():
            _whole(words, place)
    return value


def no_nul(text: str, place: str) -> None:
    """Refuse a text with a NUL, which no keyboard types and not every database keeps."""
    if NUL in text:
        raise HorahError("CONTROL_CHARACTERS", place=place)


def _no_constant(name: str) -> None:
    raise NoNumber(name)


def _whole(words: str, place: str) -> None:
    try:
        words.encode()
    except UnicodeEncodeError:
        raise HalfCharacter(place) from None


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Every text of a document, keys included, with its place; level by level, as deep as may be."""
    level: list[tuple[str, Any]] = [("", document)]
    for _ in range(DEEPEST + 1):
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
