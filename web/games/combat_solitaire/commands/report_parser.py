"""Parser for short reports: ``mayfield=07.05 crowe=evade``, a number alone, or JSON.

Men are typed by name, orders and teams by their words in the player's language; a unique beginning is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from exports.kit.messages import MessageFormatter
from generator.table import Choose, Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer
from schemas.errors import HorahError
from schemas.fields import FALSE_WORDS, TRUE_WORDS
from web.cli.io import read_text
from web.service.catalog_search import fold_text

OPTION_KINDS = {
    "event": "event_kind",
    "card": "card_effect",
    "lot_scope": "lot_scope",
    "morale": "morale",
    "ammo": "ammo",
    "wound": "wound",
}
NUMBER = re.compile(r"[+\-−]?[0-9]{1,4}")


def parse_report(prompt: Prompt, words: Sequence[str], formatter: MessageFormatter) -> Any:
    """Parse typed words into the shape of the prompt; the rules validate it later."""
    if isinstance(prompt, Choose):
        return parse_answer(prompt, _find_options(prompt, words, formatter), read_text)
    if not isinstance(prompt, Report) or words[0][:1] in ("{", "[", "@", '"'):
        return parse_answer(prompt, words, read_text)
    fields: Mapping[str, Any] = prompt.form["properties"]
    if list(words) == [NOTHING_SIGN]:
        return {}
    if len(fields) == 1 and "=" not in words[0]:
        (name,) = fields
        return {name: _parse_value(name, fields[name], " ".join(words), formatter)}
    answer: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        field = _find_field(fields, name, formatter)
        if word == NOTHING_SIGN:
            continue
        if field is None or not equals:
            known = tuple(get_typed_name(known_field, formatter) for known_field in fields)
            raise HorahError("BAD_TELLING", given=word, known=known)
        answer[field] = _parse_value(field, fields[field], value, formatter)
    return answer


def _find_options(prompt: Choose, words: Sequence[str], formatter: MessageFormatter) -> list[str]:
    """Replace words by the options that they name: a label, or the unambiguous start of one."""
    labels = {option: format_option(prompt, option, formatter) for option in prompt.options}
    whole = [option for option, label in labels.items() if _is_same(" ".join(words), (label,))]
    return whole[:1] or [_find_label(word, labels) for word in words]


def _find_label(word: str, labels: Mapping[str, str]) -> str:
    if word in labels or word.isdecimal() or word == NOTHING_SIGN:
        return word
    matches = [option for option, label in labels.items() if _is_beginning(word, label.split())]
    return matches[0] if len(matches) == 1 else word


def format_option(prompt: Choose, option: str, formatter: MessageFormatter) -> str:
    """Return the label of an option, with where a soldier is."""
    place = prompt.context.get("places", {}).get(option)
    name = formatter.name(prompt.of, option)
    if place is None:
        return name
    if prompt.of == "action":
        return formatter.name("words", place)
    return f"{name}: {formatter.name('soldier', place)}"


def get_typed_name(field: str, formatter: MessageFormatter) -> str:
    """Return the name of a field to type: a man's name, else the field's."""
    man = getattr(formatter.catalog, "men", {}).get(field)
    return str(man.name) if man else field


def get_option_label(field: str, option: str, formatter: MessageFormatter) -> str:
    """Return the label of one option of a field."""
    own = OPTION_KINDS.get(field)
    kinds = (f"{kind}.{option}" for kind in ((own,) if own else ("order", "team", "yes_no")))
    return next((formatter.term(key) for key in kinds if formatter.knows(key)), option)


def _find_field(fields: Iterable[str], name: str, formatter: MessageFormatter) -> str | None:
    names = {
        field: (field, get_typed_name(field, formatter), formatter.term(f"field.{field}")) for field in fields
    }
    return next((field for field, known in names.items() if _is_same(name, known)), None)


def _is_same(text: str, known: Iterable[str]) -> bool:
    return fold_text(text) in {fold_text(name) for name in known}


def _parse_value(field: str, rules: Mapping[str, Any], text: str, formatter: MessageFormatter) -> Any:
    if "enum" in rules:
        return _find_option(field, rules["enum"], text, formatter)
    if rules["type"] == "boolean":
        return text.lower() in TRUE_WORDS if text.lower() in TRUE_WORDS | FALSE_WORDS else text
    if rules["type"] == "integer":
        return int(text.replace("−", "-")) if NUMBER.fullmatch(text) else text
    return text.replace(",", ".") if "pattern" in rules else text


def _find_option(field: str, options: Sequence[Any], text: str, formatter: MessageFormatter) -> Any:
    """Return the option that a text names, in full or by a unique beginning."""
    names = {option: (str(option), get_option_label(field, str(option), formatter)) for option in options}
    whole = [option for option, known in names.items() if _is_same(text, known)]
    matches = whole or [option for option, known in names.items() if _is_beginning(text, known)]
    if len(matches) != 1:
        raise HorahError("BAD_TELLING.value", given=text, legal=tuple(known[1] for known in names.values()))
    return matches[0]


def _is_beginning(text: str, known: Iterable[str]) -> bool:
    return any(fold_text(name).startswith(fold_text(text)) for name in known)
