"""Parser for short reports: ``mayfield=07.05 crowe=evade``, a number alone, or JSON.

Men are typed by name, orders and teams by their words in the player's language; a unique beginning is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from exports.kit.messages import MessageFormatter
from generator.table import Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer
from schemas.errors import HorahError
from schemas.fields import NO, YES
from web.cli.io import read_text
from web.service.catalog_search import fold_text

NUMBER = re.compile(r"[+\-−]?[0-9]{1,4}")


def typed(prompt: Prompt, words: Sequence[str], voice: MessageFormatter) -> Any:
    """Parse typed words into the shape of the prompt; the rules validate it later."""
    if not isinstance(prompt, Report) or words[0][:1] in ("{", "[", "@", '"'):
        return parse_answer(prompt, words, read_text)
    fields: Mapping[str, Any] = prompt.form["properties"]
    if len(fields) == 1 and "=" not in words[0]:
        (name,) = fields
        return {name: _value(fields[name], " ".join(words), voice)}
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        field = _field(fields, name, voice)
        if word == NOTHING_SIGN:
            continue
        if field is None or not equals:
            known = tuple(called(each, voice) for each in fields)
            raise HorahError("BAD_TELLING", given=word, known=known)
        found[field] = _value(fields[field], value, voice)
    return found


def called(field: str, voice: MessageFormatter) -> str:
    """Return the name of a field to type: a man's name, else the field's."""
    man = getattr(voice.catalog, "men", {}).get(field)
    return str(man.name) if man else field


def word_of(one: str, voice: MessageFormatter) -> str:
    """Return the label of one option of a field."""
    kinds = (f"{kind}.{one}" for kind in ("order", "team", "event_kind", "yes_no"))
    return next((voice.term(key) for key in kinds if voice.knows(key)), one)


def _field(fields: Iterable[str], name: str, voice: MessageFormatter) -> str | None:
    names = {each: (each, called(each, voice), voice.term(f"field.{each}")) for each in fields}
    return next((each for each, known in names.items() if _same(name, known)), None)


def _same(text: str, known: Iterable[str]) -> bool:
    return fold_text(text) in {fold_text(each) for each in known}


def _value(rules: Mapping[str, Any], text: str, voice: MessageFormatter) -> Any:
    if "enum" in rules:
        return _meant(rules["enum"], text, voice)
    if rules["type"] == "boolean":
        return text.lower() in YES if text.lower() in YES | NO else text
    if rules["type"] == "integer":
        return int(text.replace("−", "-")) if NUMBER.fullmatch(text) else text
    return text.replace(",", ".")


def _meant(options: Sequence[Any], text: str, voice: MessageFormatter) -> Any:
    """Return the option that a text names, in full or by a unique beginning."""
    names = {one: (str(one), word_of(str(one), voice)) for one in options}
    whole = [one for one, known in names.items() if _same(text, known)]
    found = whole or [one for one, known in names.items() if _begins(text, known)]
    if len(found) != 1:
        raise HorahError("BAD_TELLING.value", given=text, legal=tuple(known[1] for known in names.values()))
    return found[0]


def _begins(text: str, known: Iterable[str]) -> bool:
    return any(fold_text(each).startswith(fold_text(text)) for each in known)
