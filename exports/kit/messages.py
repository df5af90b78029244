"""Message formatter: turn the messages of the rules into sentences of one language.

A sentence is a term of the catalogue with named placeholders. A placeholder may name the kind of its value:
``{who:seat}`` and ``{things:thing}`` are put into words by kind, a list with commas. ``{names:&}`` ends a
list with "and", ``{names:|}`` with "or", ``{parts:;}`` separates it by semicolons, ``{given:given}`` quotes
user input, ``{legal:{of}}`` takes its kind from another fact, ``{by:+d}`` formats a number and
``{mean:decimal}`` one with the decimal point of the language. ``{who:side.the}`` asks for a form of a noun,
``{who:side.The}`` for the same with a capital. Words by plural category or gender are chosen by the fact that
the row names. Ids never reach a reader: an id without a term is shown by the last part of its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from string import Formatter
from typing import Any, Self, SupportsFloat

from babel.numbers import get_decimal_symbol

from catalogs import Catalog, Language
from catalogs.terms import GENDERS, Words, deciding_fact, locale_for, plain, texts
from schemas.errors import HorahError
from schemas.messages import VERBATIM, Message

LINKS = {"&": "and", "|": "or", ";": "semicolon"}  # how a list is joined, by the last sign of its kind
NARROW_SPACE, HARD_SPACE = "\u202f", "\u00a0"  # our fonts have no narrow one
MAX_QUOTE_LENGTH = 60  # maximum length of quoted user input


class Noun(str):
    """The name of a thing that a sentence may ask for in another form, ``{faction:faction.the}``."""

    kind: str
    ref: str

    def __new__(cls, name: str, kind: str, ref: str) -> Noun:
        noun = super().__new__(cls, name)
        noun.kind, noun.ref = kind, ref
        return noun


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

    def noun(self, kind: str, value: str) -> Noun:
        """Return the name of a thing, which sentences can ask for in other forms."""
        return Noun(self.name(kind, value), kind, value)

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
        """Format the term of a key with its facts; if it is not translated, in English as a whole."""
        spoken = self.spoken(key)
        voice = self if spoken == self.lang else replace(self, lang=spoken)
        return _Placeholders(voice).vformat(voice.pattern(key, facts), (), facts)

    def spoken(self, key: str) -> Language:
        """Return the language of a term: that of the reader, or English."""
        try:
            return self.catalog.find_term(key, self.lang)[1]
        except KeyError:
            return self.lang

    def pattern(self, key: str, facts: Mapping[str, Any]) -> str:
        """Return the words of a term in the number and gender of the facts, with placeholders."""
        try:
            row, spoken = self.catalog.find_term(key, self.lang)
        except KeyError:
            return last_part(key)
        words: Words = row[spoken]
        while not isinstance(words, str):
            by = "gender" if words.keys() & set(GENDERS) else "plural"
            fact, kind = deciding_fact(row, by)
            value, kind = facts.get(fact), kind or _kind_of(fact, words)
            category = (
                self.noun_fact(kind, value, "gender") if by == "gender" else self._number(kind, value, spoken)
            )
            words = words.get(category) or words.get("other") or next(iter(words.values()))
        return words

    def _number(self, kind: str, value: object, spoken: Language) -> str:
        """Return the plural category of a number, of several things, or of a noun."""
        if isinstance(value, Noun):
            return self.noun_fact(value.kind, value.ref, "number") or "one"
        if isinstance(value, list | tuple | set | frozenset):
            value = len(value)
        elif isinstance(value, Mapping):
            value = sum(value.values())
        elif isinstance(value, str) and value.isdecimal():
            value = int(value)
        if isinstance(value, int | float | Decimal):
            return locale_for(spoken).plural_form(value)
        return (self.noun_fact(kind, value, "number") or "one") if kind else "other"

    def noun_key(self, kind: str, value: object) -> str:
        """Return the key of the term whose forms belong to a thing of a kind."""
        return f"{kind}.{value}"

    def noun_fact(self, kind: str, value: object, fact: str) -> str:
        """Return the grammatical number or gender of a noun, or nothing if it is not known."""
        if isinstance(value, Noun):
            kind, value = value.kind, value.ref
        known = self.catalog.form(self.noun_key(kind, value), self.lang, fact)
        return known if isinstance(known, str) else ""

    def form(self, kind: str, value: object, form: str, count: int | None = None) -> str:
        """Return a form of a noun, by default its plain name; a form written with a capital has one."""
        if isinstance(value, Noun):
            kind, value = value.kind, value.ref
        words = self.catalog.form(self.noun_key(kind, value), self.lang, form.lower())
        if words is None:
            text = self.name(kind, value)
        elif isinstance(words, str) or count is None:
            text = plain(words)
        else:
            text = plain(words.get(self._number("", count, self.lang)) or words)
        text = text.replace("{count}", str(count)) if count is not None else text
        return text[:1].upper() + text[1:] if form[:1].isupper() else text

    def quantity(self, kind: str, value: object, count: int) -> str:
        """Return a number of things: "2 markers" by the form ``counted``, otherwise "2 × Marker"."""
        if self.catalog.form(self.noun_key(kind, value), self.lang, "counted") is not None:
            return self.form(kind, value, "counted", count)
        return self.sentence("list.counted", {"count": count, "name": self.name(kind, value)})

    def words(self, kind: str, value: object) -> str:
        """Format one value, several, or counts of each, of a kind."""
        return _Placeholders(self).format_field(value, kind)

    def answer(self, entry: Mapping[str, Any]) -> str:
        """Format an answer of a transcript; its things are named by the question."""
        given = entry["answer"]
        if isinstance(given, Mapping) and given.get("hidden"):
            return self.term("answer.hidden")
        if entry["kind"] == "report" and isinstance(given, Mapping):
            return self.list(
                [self._reported_field(name, value) for name, value in given.items()], "semicolon"
            )
        return " + ".join(map(str, given)) if entry["kind"] == "roll" else self.words(entry["ask"], given)

    def _reported_field(self, name: str, value: object) -> str:
        """Return a field of a report by its label, with its value in words."""
        if isinstance(value, bool):
            text = self.term("cli.yes" if value else "cli.no")
        elif isinstance(value, str) and self.knows(f"{name}.{value}"):
            text = self.term(f"{name}.{value}")
        else:
            text = self.words("", value)
        return self.labelled(self.term(f"field.{name}"), text)

    def decimal(self, value: SupportsFloat | str, places: int | None = None) -> str:
        """Format a number as the language writes it, with fixed decimals or as few as needed."""
        if isinstance(value, str):
            return value.replace(".", get_decimal_symbol(locale_for(self.lang)))
        return self.decimal(f"{float(value):g}" if places is None else f"{float(value):.{places}f}")

    def percent(self, share: SupportsFloat, places: int | None = 1) -> str:
        """Format a share of one as a percentage."""
        sign = str(locale_for(self.lang).percent_formats[None].suffix[0]).replace(NARROW_SPACE, HARD_SPACE)
        return self.decimal(100 * float(share), places) + sign

    def list(self, words: Sequence[str], link: str = "and") -> str:
        """Join words as "a, b and c", "a, b or c", "a, b, c" (comma) or "a; b; c" (semicolon)."""
        if len(words) < 2:
            return "".join(words)
        head = self.list(words[:-1], link if link == "semicolon" else "comma")
        return self._link(link, head, words[-1])

    def _link(self, link: str, before: str, after: str) -> str:
        """Join two parts of a list; before some sounds a language may use another word."""
        key = f"list.{link}"
        pattern, sounds = self.term(key), self.catalog.form(key, self.lang, "softened_before")
        if sounds and re.match(plain(sounds), after, re.IGNORECASE):
            pattern = plain(self.catalog.form(key, self.lang, "softened") or pattern)
        return _Placeholders(self).vformat(pattern, (), {"before": before, "after": after})

    def quote(self, value: object) -> str:
        """Quote user input, shortened if it is too long."""
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        short = text if len(text) <= MAX_QUOTE_LENGTH else text[: MAX_QUOTE_LENGTH - 1] + "…"
        return self.sentence("punctuation.quote", {"text": short})

    def labelled(self, label: str, value: object) -> str:
        """Return a label and its value with a colon between them."""
        return self.sentence("punctuation.colon", {"label": label, "value": value})

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
                [self.formatter.quantity(kind, one, count) for one, count in value.items()], format_spec
            )
        if isinstance(value, list | tuple | set | frozenset):
            return self._several([self.format_field(one, kind) for one in value], format_spec)
        return self._one(value, format_spec)

    def _several(self, words: list[str], spec: str) -> str:
        if not words:
            return self.formatter.term("answer.nothing")
        return self.formatter.list(words, LINKS.get(spec[-1:], "comma"))

    def _one(self, value: Any, spec: str) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and (not spec or spec[0] in "+-.,0123456789"):
            text = format(value, spec)
            return self.formatter.decimal(text) if isinstance(value, float) else text
        if value is None:
            return self.formatter.term("answer.nothing") if spec else ""
        kind, dot, form = spec.rpartition(".")
        if dot and not self.formatter.knows(f"{spec}.{value}"):
            return self.formatter.form(kind, value, form)
        if isinstance(value, Noun):
            return self.formatter.name(value.kind, value.ref)
        return self.formatter.name(spec, value) if spec else str(value)


def _kind_of(fact: str, words: Words) -> str:
    """Return the kind that the words name for a fact: side for {who:side.the}."""
    for text in texts(words):
        for _, name, spec, _ in Formatter().parse(text):
            if name == fact and spec:
                return spec.rstrip("&|;").partition(".")[0]
    return ""


def last_part(key: str) -> str:
    """Return the last part of a name, for an id without a term."""
    return key.rpartition(".")[2].rpartition(":")[2].replace("_", " ")
