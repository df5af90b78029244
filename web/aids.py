"""What a game works out from a few things that are typed: on a page, at the keyboard and over the API alike.

A game names its aids (:mod:`web.game`). An aid is its fields and a function that answers in words; a field's
word is ``input.<field>`` in the game's terms, an aid's ``aid_title.<name>``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from exports.kit.scribe import Scribe
from schemas.errors import HorahError

MOST = 30
ON = "1"
LONG = 400  # characters of a field of words


@dataclass(frozen=True, slots=True)
class Input:
    """A field of an aid: a number between two ends, a tick, one of some words, or words."""

    name: str
    kind: str
    least: int = 0
    most: int = MOST
    start: str = "0"
    of: str = ""  # the kind of the things to pick from
    picks: Callable[[Any], Iterable[str]] = lambda catalog: ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes out: a line to read first, and rows of a table."""

    line: str
    rows: tuple[tuple[str, str], ...] = ()
    wrong: bool = False


class Typed:
    """What was typed, as numbers inside their ends."""

    def __init__(self, given: Mapping[str, str], inputs: Iterable[Input]) -> None:
        self.given = given
        self.inputs = {each.name: each for each in inputs}

    def __getitem__(self, name: str) -> int:
        each = self.inputs[name]
        text = self.given.get(name, each.start)
        return min(max(whole(text, each.least), each.least), each.most)

    def on(self, name: str) -> bool:
        return self.given.get(name, "") == ON

    def word(self, name: str, known: Iterable[str]) -> str:
        """One of some words; the first where none of them was typed."""
        words = list(known)
        found = self.given.get(name, "")
        return found if found in words else words[0]

    def text(self, name: str) -> str:
        return self.given.get(name, "")[:LONG]


@dataclass(frozen=True, slots=True)
class Aid:
    """Something that the rules work out."""

    inputs: tuple[Input, ...]
    work: Callable[[Typed, Any], Answer]  # with the game's scribe

    def answer(self, given: Mapping[str, str], words: Scribe) -> Answer:
        return self.work(Typed(given, self.inputs), words)


Aids = Mapping[str, Aid]


def number(name: str, least: int, most: int, start: int) -> Input:
    return Input(name, "number", least, most, str(start))


def tick(name: str, *, on: bool = False) -> Input:
    return Input(name, "tick", start=ON if on else "0")


def pick(name: str, of: str, picks: Callable[[Any], Iterable[str]], start: str = "") -> Input:
    return Input(name, "pick", start=start, of=of, picks=picks)


def written(name: str, start: str = "") -> Input:
    return Input(name, "text", start=start)


def whole(text: str, otherwise: int) -> int:
    """A whole number that somebody typed."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 4 else otherwise


def named(aids: Aids, name: str) -> Aid:
    if name not in aids:
        raise HorahError("NO_AID", given=name, known=tuple(aids))
    return aids[name]


def checked(aid: Aid, given: Mapping[str, Any], catalog: Any) -> dict[str, str]:
    """What a machine or a keyboard gave, held against the fields; what is not given stays as it starts."""
    inputs = {each.name: each for each in aid.inputs}
    found = {each.name: each.start for each in aid.inputs}
    for name, value in given.items():
        if name not in inputs:
            raise HorahError("NO_AID_FIELD", given=name, known=tuple(inputs))
        found[name] = _fits(inputs[name], value, catalog)
    return found


def _fits(each: Input, value: Any, catalog: Any) -> str:
    if each.kind == "tick":
        if str(value).lower() not in ("0", "1", "true", "false", ""):
            raise HorahError("NO_AID_VALUE.tick", field=each.name, given=str(value))
        return ON if str(value).lower() in ("1", "true", "") else "0"
    text = str(value)
    if each.kind == "number" and not each.least <= whole(text, each.least - 1) <= each.most:
        raise HorahError("NO_AID_VALUE.number", field=each.name, given=text, least=each.least, most=each.most)
    if each.kind == "pick" and text not in (options := tuple(each.picks(catalog))):
        raise HorahError("NO_AID_VALUE.pick", field=each.name, given=text, known=options)
    if each.kind == "text" and len(text) > LONG:
        raise HorahError("NO_AID_VALUE.long", field=each.name, most=LONG)
    return text
