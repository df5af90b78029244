"""Message formatter: turn the messages of the rules into sentences of one language.

A sentence is a term of the catalogue with named placeholders. A placeholder may name the kind of its value:
``{who:seat}`` and ``{things:thing}`` are put into words by kind, a list with commas. ``{names:&}`` ends a
list with "and", ``{names:|}`` with "or", ``{parts:;}`` separates it by semicolons, ``{given:given}`` quotes
user input, ``{legal:{of}}`` takes its kind from another fact, ``{by:+d}`` formats a number and
``{mean:decimal}`` one that is formatted already. Ids never reach a reader: an id without a term is shown by
the last part of its name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Self, SupportsFloat

from catalogs import Catalog, Language
from schemas.errors import HorahError
from schemas.messages import VERBATIM, Message

MAX_QUOTE_LENGTH = 60  # maximum length of quoted user input


@dataclass(frozen=True)
class MessageFormatter:
    """A catalogue and a language; each game has a subclass that names its things in :meth:`name`."""

    catalog: Catalog
    lang: Language

    def for_settings(self, settings: Mapping[str, Any]) -> Self:
        """Return the formatter for a table's settings or a document, which may bring names of their own."""
        return self

    def term(self, key: str) -> str:
        """Return the term of an id, or the last part of the id if an overlay brings no term."""
        try:
            return self.catalog.term(key, self.lang)
        except KeyError:
            return last_part(key)

    def knows(self, key: str) -> bool:
        """Return whether there is a term for an id."""
        return key == VERBATIM or key in self.catalog.terms

    def name(self, kind: str, value: object) -> str:
        """Return the name of a thing of a kind."""
        return self.term(f"{kind}.{value}")

    def option_name(self, kind: str, field: str, option: str) -> str:
        """Return the name of an option of a field; a game may distinguish fields."""
        return self.name(kind, option)

    def say(self, message_or_error: Message | HorahError | str) -> str:
        """Format a message; a plain text stays as it is."""
        if isinstance(message_or_error, str):
            return message_or_error
        message = message_or_error.message if isinstance(message_or_error, HorahError) else message_or_error
        if message.key == VERBATIM:
            return str(message.facts.get(self.lang) or message.facts["en"])
        return self.sentence(message.key, message.facts)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """Format the term of a key with its facts."""
        return _Placeholders(self).vformat(self.term(key), (), facts)

    def words(self, kind: str, value: object) -> str:
        """Format one value, several, or counts of each, of a kind."""
        return _Placeholders(self).format_field(value, kind)

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Format an answer of a transcript; its things are named by the question."""
        given = entry["answer"]
        if isinstance(given, Mapping) and given.get("hidden"):
            return self.term("answer.hidden")
        return " + ".join(map(str, given)) if entry["kind"] == "roll" else self.words(entry["ask"], given)

    def decimal(self, value: SupportsFloat | str, places: int | None = None) -> str:
        """Format a number as the language writes it, with fixed decimals or as few as needed."""
        if isinstance(value, str):
            return value.replace(".", self.term("number.point"))
        return self.decimal(f"{float(value):g}" if places is None else f"{float(value):.{places}f}")

    def percent(self, share: SupportsFloat, places: int | None = 1) -> str:
        """Format a share of one as a percentage."""
        return f"{self.decimal(100 * float(share), places)} %"

    def list(self, words: list[str], link: str = "and") -> str:
        """Join words as "a, b and c" or "a, b or c"."""
        if len(words) < 2:
            return "".join(words)
        before, begins = SOFT_CONJUNCTIONS[link]
        soft = begins(words[-1]) and self.knows(f"list.{before}")
        link = self.term(f"list.{before if soft else link}")
        return ", ".join(words[:-1]) + f" {link} " + words[-1]

    def quote(self, value: object) -> str:
        """Quote user input, shortened if it is too long."""
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        return f"«{text if len(text) <= MAX_QUOTE_LENGTH else text[: MAX_QUOTE_LENGTH - 1] + '…'}»"

    def place(self, name: str) -> str:
        """Return the name of a report field; a game may have a term for it."""
        return name

    def translate(self, text: str) -> str:
        """Return a text of a document; a game may translate texts of its own documents."""
        return text

    def translate_all(self, value: Any) -> Any:
        """Return a document, or a part of one, with its texts translated by :meth:`translate`."""
        if isinstance(value, str):
            return self.translate(value)
        if isinstance(value, Mapping):
            return {name: self.translate_all(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.translate_all(inner) for inner in value)
        return value

    def dice(self, faces: tuple[int, ...]) -> str:
        """Format dice in words."""
        if len(faces) == 1:
            return self.sentence("dice.one", {"faces": faces[0]})
        example = " ".join(str(min(die, place + 3)) for place, die in enumerate(faces))
        return self.sentence("dice.some", {"count": len(faces), "faces": faces[0], "example": example})


class _Placeholders(Formatter):
    """Fills the placeholders of a sentence."""

    def __init__(self, formatter: MessageFormatter) -> None:
        self.formatter = formatter

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, "") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "given":
            return self.formatter.quote(value)
        if format_spec == "decimal":
            return self.formatter.decimal(value)
        if format_spec == "dice":
            return self.formatter.dice(value)
        if format_spec == "place" and isinstance(value, str):
            return self.formatter.place(value)
        if isinstance(value, Message | HorahError):
            return self.formatter.say(value)
        kind = format_spec.rstrip("&|;")
        if isinstance(value, Mapping):  # counts of each
            return self._several(
                [f"{count} × {self._one(one, kind)}" for one, count in value.items()], format_spec
            )
        if isinstance(value, list | tuple | set | frozenset):
            return self._several([self.format_field(one, kind) for one in value], format_spec)
        return self._one(value, format_spec)

    def _several(self, words: list[str], spec: str) -> str:
        if not words:
            return self.formatter.term("answer.nothing")
        if spec.endswith(("&", "|")):
            return self.formatter.list(words, "and" if spec.endswith("&") else "or")
        return ("; " if spec.endswith(";") else ", ").join(words)

    def _one(self, value: Any, spec: str) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and (not spec or spec[0] in "+-.,0123456789"):
            return (
                self.formatter.decimal(format(value, spec))
                if isinstance(value, float)
                else format(value, spec)
            )
        if value is None:
            return self.formatter.term("answer.nothing") if spec else ""
        return self.formatter.name(spec, value) if spec else str(value)


def last_part(key: str) -> str:
    """Return the last part of a name, for an id without a term."""
    return key.rpartition(".")[2].rpartition(":")[2].replace("_", " ")


def _begins_with_i(word: str) -> bool:
    """Return whether a Spanish word makes a preceding «y» become «e»."""
    start = word.lower().lstrip("«\"'")
    return start.startswith(("i", "hi", "í")) and not start.startswith(("hie", "ia", "ie", "io"))


def _begins_with_o(word: str) -> bool:
    """Return whether a Spanish word makes a preceding «o» become «u»."""
    return word.lower().lstrip("«\"'").startswith(("o", "ho", "ó", "hó", "8"))


SOFT_CONJUNCTIONS = {"and": ("and_before_i", _begins_with_i), "or": ("or_before_o", _begins_with_o)}
