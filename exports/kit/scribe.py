"""The one scribe: makes sentences out of what the rules say, in one language.

A sentence stands in the catalogue of terms with named places. A place may say what kind of thing stands in
it: ``{who:seat}`` and ``{things:thing}`` are put into words by the kind, a list with commas between.
``{names:&}`` ends a list with "and", ``{names:|}`` with "or", ``{parts:;}`` parts it by semicolons,
``{given:given}`` shows what a person typed, ``{legal:{of}}`` takes its kind from another fact, ``{by:+d}`` is
a number and ``{mean:decimal}`` one that is written already. Ids never reach a reader: what has no word is
shown by the last part of its name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Self, SupportsFloat

from catalogs import Catalog, Language
from schemas.errors import HorahError
from schemas.said import VERBATIM, Said

LONGEST = 60  # of what a person typed, shown back


@dataclass(frozen=True)
class Scribe:
    """A catalogue and a language. A game's own scribe says how its things are called: :meth:`name`."""

    catalog: Catalog
    lang: Language

    def at(self, told: Mapping[str, Any]) -> Self:
        """The scribe of one table by its settings, or of one document; a game whose players give names of
        their own takes them from there."""
        return self

    def term(self, key: str) -> str:
        """The catalogue's word for an id; the id's own last part where an overlay brings no word for it."""
        try:
            return self.catalog.term(key, self.lang)
        except KeyError:
            return bare(key)

    def knows(self, key: str) -> bool:
        """Is there a word for an id?"""
        return key == VERBATIM or key in self.catalog.terms

    def name(self, kind: str, value: object) -> str:
        """What a thing of a kind is called."""
        return self.term(f"{kind}.{value}")

    def picked(self, of: str, field: str, one: str) -> str:
        """What one of the things is called that a field offers; a game may tell fields apart."""
        return self.name(of, one)

    def say(self, said: Said | HorahError | str) -> str:
        """A sentence; what is a text already stays as it is."""
        if isinstance(said, str):
            return said
        found = said.said if isinstance(said, HorahError) else said
        if found.key == VERBATIM:
            return str(found.facts.get(self.lang) or found.facts["en"])
        return self.sentence(found.key, found.facts)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """The sentence of a key with its facts in their places."""
        return _Places(self).vformat(self.term(key), (), facts)

    def words(self, kind: str, value: object) -> str:
        """Something, or several, or so many of each, of a kind."""
        return _Places(self).format_field(value, kind)

    def answer(self, entry: Mapping[str, Any]) -> str:
        """An answer of a transcript; things are called by what was asked for."""
        given = entry["answer"]
        if isinstance(given, Mapping) and given.get("hidden"):
            return self.term("answer.hidden")
        return " + ".join(map(str, given)) if entry["kind"] == "roll" else self.words(entry["ask"], given)

    def decimal(self, value: SupportsFloat | str, places: int | None = None) -> str:
        """A number as the language writes it: with so many places, or as few as it needs."""
        if isinstance(value, str):
            return value.replace(".", self.term("number.point"))
        return self.decimal(f"{float(value):g}" if places is None else f"{float(value):.{places}f}")

    def percent(self, share: SupportsFloat, places: int | None = 1) -> str:
        """A share of one, in per cent."""
        return f"{self.decimal(100 * float(share), places)} %"

    def list(self, words: list[str], link: str = "and") -> str:
        """a, b and c; a, b or c."""
        if len(words) < 2:
            return "".join(words)
        before, begins = SOFTER[link]
        soft = begins(words[-1]) and self.knows(f"list.{before}")
        link = self.term(f"list.{before if soft else link}")
        return ", ".join(words[:-1]) + f" {link} " + words[-1]

    def given(self, value: object) -> str:
        """What a person typed, as he typed it, if it is not too long."""
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        return f"«{text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}»"

    def place(self, name: str) -> str:
        """A field of something reported or written, as it stands there; a game may have a word for it."""
        return name

    def own(self, text: str) -> str:
        """A text of a document; a game may have those of its own documents in the reader's language."""
        return text

    def spoken(self, value: Any) -> Any:
        """A document, or a part of one, with such texts as the reader has them."""
        if isinstance(value, str):
            return self.own(value)
        if isinstance(value, Mapping):
            return {name: self.spoken(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.spoken(inner) for inner in value)
        return value

    def dice(self, faces: tuple[int, ...]) -> str:
        """Dice in words."""
        if len(faces) == 1:
            return self.sentence("dice.one", {"faces": faces[0]})
        example = " ".join(str(min(die, place + 3)) for place, die in enumerate(faces))
        return self.sentence("dice.some", {"count": len(faces), "faces": faces[0], "example": example})


class _Places(Formatter):
    """Puts facts into the named places of a sentence."""

    def __init__(self, scribe: Scribe) -> None:
        self.scribe = scribe

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, "") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "given":
            return self.scribe.given(value)
        if format_spec == "decimal":
            return self.scribe.decimal(value)
        if format_spec == "dice":
            return self.scribe.dice(value)
        if format_spec == "place" and isinstance(value, str):
            return self.scribe.place(value)
        if isinstance(value, Said | HorahError):
            return self.scribe.say(value)
        kind = format_spec.rstrip("&|;")
        if isinstance(value, Mapping):  # how many of each
            return self._several(
                [f"{count} × {self._one(one, kind)}" for one, count in value.items()], format_spec
            )
        if isinstance(value, list | tuple | set | frozenset):
            return self._several([self.format_field(one, kind) for one in value], format_spec)
        return self._one(value, format_spec)

    def _several(self, words: list[str], spec: str) -> str:
        if not words:
            return self.scribe.term("answer.nothing")
        if spec.endswith(("&", "|")):
            return self.scribe.list(words, "and" if spec.endswith("&") else "or")
        return ("; " if spec.endswith(";") else ", ").join(words)

    def _one(self, value: Any, spec: str) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and (not spec or spec[0] in "+-.,0123456789"):
            return (
                self.scribe.decimal(format(value, spec)) if isinstance(value, float) else format(value, spec)
            )
        if value is None:
            return self.scribe.term("answer.nothing") if spec else ""
        return self.scribe.name(spec, value) if spec else str(value)


def bare(key: str) -> str:
    """The last part of a name, for what has no word."""
    return key.rpartition(".")[2].rpartition(":")[2].replace("_", " ")


def _begins_with_i(word: str) -> bool:
    """Spanish «y» becomes «e» before the sound i."""
    start = word.lower().lstrip("«\"'")
    return start.startswith(("i", "hi", "í")) and not start.startswith(("hie", "ia", "ie", "io"))


def _begins_with_o(word: str) -> bool:
    """Spanish «o» becomes «u» before the sound o."""
    return word.lower().lstrip("«\"'").startswith(("o", "ho", "ó", "hó", "8"))


SOFTER = {"and": ("and_before_i", _begins_with_i), "or": ("or_before_o", _begins_with_o)}
