"""Calculators of a game, the same for the page, the command line and the API.

A game declares its calculators (:mod:`web.games.registry`). Each has input fields and a function that
returns an answer. The label of a field is ``input.<field>`` in the game's terms, the title of a calculator
``aid_title.<name>``. Input values are ids, or names in any language of the catalogue. A calculator may also
take and return a whole document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import combining, normalize

from exports.kit.messages import MessageFormatter
from generator.authoring import require_playable
from generator.game import Authored
from schemas.errors import HorahError

MAX_NUMBER = 30
ON = "1"
MAX_TEXT_LENGTH = 400  # characters of a text field


@dataclass(frozen=True, slots=True)
class Input:
    """An input field of a calculator: a number in a range, a tick, a choice, or free text."""

    name: str
    kind: str
    least: int = 0
    most: int = MAX_NUMBER
    start: str = "0"
    choice_kind: str = ""
    choices: Callable[[Any], Iterable[str]] = lambda catalog: ()

    def choice_names(self, words: MessageFormatter) -> dict[str, str]:
        """Return the choices by id, with their names in the reader's language."""
        return {
            id_: words.option_name(self.choice_kind, self.name, id_) for id_ in self.choices(words.catalog)
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a calculator: a headline and the rows of a table."""

    line: str
    rows: tuple[tuple[str, str], ...] = ()
    wrong: bool = False
    document: Mapping[str, Any] | None = None  # the whole document that was made

    def json(self) -> dict[str, Any]:
        rows = [{"head": head, "cell": cell} for head, cell in self.rows]
        return {"line": self.line, "rows": rows, "wrong": self.wrong, "document": self.document}


class Typed:
    """The typed values, with numbers limited to their range, and the given document, if any."""

    def __init__(
        self, given: Mapping[str, str], inputs: Iterable[Input], document: Mapping[str, Any] | None = None
    ) -> None:
        self.given = given
        self.inputs = {each.name: each for each in inputs}
        self.document = document

    def __getitem__(self, name: str) -> int:
        each = self.inputs[name]
        text = self.given.get(name, each.start)
        return min(max(parse_number(text, each.least), each.least), each.most)

    def on(self, name: str) -> bool:
        return self.given.get(name, "") == ON

    def word(self, name: str, known: Iterable[str]) -> str:
        """Return the typed value if it is known, otherwise the first known value."""
        choices_ = list(known)
        value = self.given.get(name, "")
        return value if value in choices_ else choices_[0]

    def text(self, name: str) -> str:
        return self.given.get(name, "")[:MAX_TEXT_LENGTH]


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator of a game."""

    inputs: tuple[Input, ...]
    work: Callable[[Typed, Any], Answer]  # called with the game's formatter
    document_kind: Authored | None = None  # the kind of document that may be given

    def answer(
        self, given: Mapping[str, str], words: MessageFormatter, document: Mapping[str, Any] | None = None
    ) -> Answer:
        if document is not None:
            if self.document_kind is None:
                raise HorahError("NO_AID_DOCUMENT")
            document = require_playable(words.catalog, self.document_kind, document)
        return self.work(Typed(given, self.inputs, document), words)


Calculators = Mapping[str, Calculator]


def number(name: str, least: int, most: int, start: int) -> Input:
    return Input(name, "number", least, most, str(start))


def tick(name: str, *, on: bool = False) -> Input:
    return Input(name, "tick", start=ON if on else "0")


def pick(name: str, choice_kind: str, choices: Callable[[Any], Iterable[str]], start: str = "") -> Input:
    return Input(name, "pick", start=start, choice_kind=choice_kind, choices=choices)


def text_input(
    name: str,
    start: str = "",
    choice_kind: str = "",
    choices: Callable[[Any], Iterable[str]] = lambda catalog: (),
) -> Input:
    return Input(name, "text", start=start, choice_kind=choice_kind, choices=choices)


def find_choice(words: MessageFormatter, field: Input, text: str) -> str | None:
    """Return the choice that a text names, by id or by name in any language of the catalogue."""
    wanted, things = fold_text(text), tuple(field.choices(words.catalog))
    for thing in things:
        if fold_text(thing) == wanted:
            return thing
    for lang in (words.lang, *words.catalog.languages):
        for thing, called in field.choice_names(replace(words, lang=lang)).items():
            if wanted in (fold_text(called), fold_text(called.partition(" (")[0])):
                return thing
    return None


def fold_text(text: str) -> str:
    """Return a text without accents, case and underscores, for comparison."""
    parted = normalize("NFKD", text.casefold()).replace("_", " ")
    return " ".join("".join(letter for letter in parted if not combining(letter)).split())


def parse_number(text: str, otherwise: int) -> int:
    """Return a typed whole number of at most three digits, or the fallback."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 4 else otherwise


def find_calculator(calculators: Calculators, name: str) -> Calculator:
    if name not in calculators:
        raise HorahError("NO_AID", given=name, known=tuple(calculators))
    return calculators[name]


def check_inputs(calculator: Calculator, given: Mapping[str, Any], words: MessageFormatter) -> dict[str, str]:
    """Check values given over the API or on the command line.

    Fields that are not given keep their start value.
    """
    inputs = {each.name: each for each in calculator.inputs}
    values = {each.name: each.start for each in calculator.inputs}
    for name, value in given.items():
        if name not in inputs:
            raise HorahError("NO_AID_FIELD", given=name, known=tuple(inputs))
        values[name] = _check_value(inputs[name], value, words)
    return values


def _check_value(field: Input, value: Any, words: MessageFormatter) -> str:
    if field.kind == "tick":
        if str(value).lower() not in ("0", "1", "true", "false", ""):
            raise HorahError("NO_AID_VALUE.tick", field=field.name, given=str(value))
        return ON if str(value).lower() in ("1", "true", "") else "0"
    text = str(value)
    if field.kind == "number" and not field.least <= parse_number(text, field.least - 1) <= field.most:
        raise HorahError(
            "NO_AID_VALUE.number", field=field.name, given=text, least=field.least, most=field.most
        )
    if field.kind == "pick":
        choice = find_choice(words, field, text)
        if choice is None:
            raise HorahError(
                "NO_AID_VALUE.pick",
                field=field.name,
                given=text,
                known=tuple(field.choice_names(words).values()),
            )
        return choice
    if field.kind == "text" and len(text) > MAX_TEXT_LENGTH:
        raise HorahError("NO_AID_VALUE.long", field=field.name, most=MAX_TEXT_LENGTH)
    return text
