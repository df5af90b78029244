"""What a game works out from a few things that are typed: on a page, at the keyboard and over the API alike.

A game names its aids (:mod:`web.game`). An aid is its fields and a function that answers in words; a field's
word is ``input.<field>`` in the game's terms, an aid's ``aid_title.<name>``. Things are given by their ids or
by their names in any language that the catalogue speaks. An aid may take a whole document of an author
besides, and give one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import combining, normalize

from exports.kit.scribe import Scribe
from generator.authoring import taken
from generator.game import Authored
from schemas.errors import HorahError

MOST = 30
ON = "1"
LONG = 400  # characters of a field of words


@dataclass(frozen=True, slots=True)
class Input:
    """A field of an aid: a number between two ends, a tick, one of some things, or words that name some."""

    name: str
    kind: str
    least: int = 0
    most: int = MOST
    start: str = "0"
    of: str = ""  # the kind of the things to pick from, or to name in words
    picks: Callable[[Any], Iterable[str]] = lambda catalog: ()

    def things(self, words: Scribe) -> dict[str, str]:
        """What there is to pick from, by id, as a reader calls it."""
        return {one: words.option_name(self.of, self.name, one) for one in self.picks(words.catalog)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes out: a line to read first, and rows of a table."""

    line: str
    rows: tuple[tuple[str, str], ...] = ()
    wrong: bool = False
    document: Mapping[str, Any] | None = None  # what was made, whole

    def json(self) -> dict[str, Any]:
        rows = [{"head": head, "cell": cell} for head, cell in self.rows]
        return {"line": self.line, "rows": rows, "wrong": self.wrong, "document": self.document}


class Typed:
    """What was typed, as numbers inside their ends; and the document that was given, if any."""

    def __init__(
        self, given: Mapping[str, str], inputs: Iterable[Input], document: Mapping[str, Any] | None = None
    ) -> None:
        self.given = given
        self.inputs = {each.name: each for each in inputs}
        self.document = document

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
    takes: Authored | None = None  # the kind of document that may be given

    def answer(
        self, given: Mapping[str, str], words: Scribe, document: Mapping[str, Any] | None = None
    ) -> Answer:
        if document is not None:
            if self.takes is None:
                raise HorahError("NO_AID_DOCUMENT")
            document = taken(words.catalog, self.takes, document)
        return self.work(Typed(given, self.inputs, document), words)


Aids = Mapping[str, Aid]


def number(name: str, least: int, most: int, start: int) -> Input:
    return Input(name, "number", least, most, str(start))


def tick(name: str, *, on: bool = False) -> Input:
    return Input(name, "tick", start=ON if on else "0")


def pick(name: str, of: str, picks: Callable[[Any], Iterable[str]], start: str = "") -> Input:
    return Input(name, "pick", start=start, of=of, picks=picks)


def written(
    name: str, start: str = "", of: str = "", picks: Callable[[Any], Iterable[str]] = lambda catalog: ()
) -> Input:
    return Input(name, "text", start=start, of=of, picks=picks)


def meant(words: Scribe, each: Input, text: str) -> str | None:
    """The thing that somebody names: by its id, or as it is called in a language of the catalogue."""
    wanted, things = plain(text), tuple(each.picks(words.catalog))
    for one in things:
        if plain(one) == wanted:
            return one
    for lang in (words.lang, *words.catalog.languages):
        for one, called in each.things(replace(words, lang=lang)).items():
            if wanted in (plain(called), plain(called.partition(" (")[0])):
                return one
    return None


def plain(text: str) -> str:
    """A word without its accents, capitals, and what joins its parts."""
    parted = normalize("NFKD", text.casefold()).replace("_", " ")
    return " ".join("".join(letter for letter in parted if not combining(letter)).split())


def whole(text: str, otherwise: int) -> int:
    """A whole number that somebody typed."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 4 else otherwise


def named(aids: Aids, name: str) -> Aid:
    if name not in aids:
        raise HorahError("NO_AID", given=name, known=tuple(aids))
    return aids[name]


def checked(aid: Aid, given: Mapping[str, Any], words: Scribe) -> dict[str, str]:
    """What a machine or a keyboard gave, held against the fields; what is not given stays as it starts."""
    inputs = {each.name: each for each in aid.inputs}
    found = {each.name: each.start for each in aid.inputs}
    for name, value in given.items():
        if name not in inputs:
            raise HorahError("NO_AID_FIELD", given=name, known=tuple(inputs))
        found[name] = _fits(inputs[name], value, words)
    return found


def _fits(each: Input, value: Any, words: Scribe) -> str:
    if each.kind == "tick":
        if str(value).lower() not in ("0", "1", "true", "false", ""):
            raise HorahError("NO_AID_VALUE.tick", field=each.name, given=str(value))
        return ON if str(value).lower() in ("1", "true", "") else "0"
    text = str(value)
    if each.kind == "number" and not each.least <= whole(text, each.least - 1) <= each.most:
        raise HorahError("NO_AID_VALUE.number", field=each.name, given=text, least=each.least, most=each.most)
    if each.kind == "pick":
        found = meant(words, each, text)
        if found is None:
            raise HorahError(
                "NO_AID_VALUE.pick", field=each.name, given=text, known=tuple(each.things(words).values())
            )
        return found
    if each.kind == "text" and len(text) > LONG:
        raise HorahError("NO_AID_VALUE.long", field=each.name, most=LONG)
    return text
