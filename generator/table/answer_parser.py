"""Parser for typed answers: options by name or number, wares, dice, JSON.

A number means a place in the printed list, unless the options are numbers themselves; then it is the option.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from schemas import fields
from schemas.errors import HorahError
from schemas.json_input import read_json

from .prompts import Buy, Choose, Prompt, Report, Roll

Reader = Callable[[str], str]  # returns the text of a file by its name

NOTHING_SIGN = "-"
FILE_SIGN = "@"
MAX_DIGITS = 9  # digits; larger than any number in a game


def parse_answer(prompt: Prompt, words: Sequence[str], read: Reader) -> Any:
    """Parse words as an answer to a prompt; pass unparsable words on, to be refused by the check.

    ``@name`` means the JSON of a file, which ``read`` opens.
    """
    words = list(words)
    if len(words) == 1 and words[0][:1] in ("[", "{", '"', FILE_SIGN):
        return parse_json(words[0], read)
    if isinstance(prompt, Report) and prompt.form.get("type") == "integer":
        return _parse_signed(" ".join(words))
    if isinstance(prompt, Report):
        return parse_json(" ".join(words), read)
    words = [part for word in words for part in word.replace(",", " ").split()]
    if isinstance(prompt, Roll):
        return [word if (number := _parse_number(word)) is None else number for word in words]
    if isinstance(prompt, Choose):
        chosen = [_find_option(prompt.options, word) for word in words if word != NOTHING_SIGN]
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen
    if isinstance(prompt, Buy):
        return _parse_purchase(tuple(ware.id for ware in prompt.shelf), words)
    return " ".join(words)


def parse_json(text: str, read: Reader) -> Any:
    """Parse JSON from the text, or from a file if the text begins with @."""
    try:
        return read_json(read(text.removeprefix(FILE_SIGN)) if text.startswith(FILE_SIGN) else text)
    except ValueError as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else 1
        raise HorahError("BAD_JSON", line=line) from None


def parse_field(rules: Mapping[str, Any], text: str) -> Any:
    """Parse the text typed for a field of a report; pass unparsable text on as it is."""
    value = fields.parse_text(rules, text)
    return [] if value is None and "array" in fields.allowed_types(rules) else value


def allows_numbers(options: Iterable[str]) -> bool:
    """Tell whether options may be named by their place in the list; not if options are numbers."""
    return not any(option.isdecimal() for option in options)


def _parse_signed(text: str) -> int:
    """Parse a whole number, with a sign if it has one."""
    word = text.strip().replace("−", "-")
    number = _parse_number(word.lstrip("+-"))
    if number is None or word.count("-") + word.count("+") > 1:
        raise HorahError("NOT_A_NUMBER", given=text)
    return -number if word.startswith("-") else number


def _parse_number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) <= MAX_DIGITS else None


def _find_option(options: Sequence[str], word: str) -> str:
    """Return an option by its name, or by its place in the list where places are printed."""
    number = _parse_number(word)
    if word in options or number is None or not allows_numbers(options) or not 1 <= number <= len(options):
        return word
    return options[number - 1]


def _parse_purchase(shelf: tuple[str, ...], words: Sequence[str]) -> dict[str, int]:
    """Parse a purchase: ``2`` or ``2x3`` or ``barbed_wire``; - for nothing."""
    bought: dict[str, int] = {}
    for word in words:
        if word == NOTHING_SIGN:
            continue
        name, count = word, 1
        before, x, after = word.rpartition("x")
        if word not in shelf and x and (number := _parse_number(after)) is not None:
            name, count = before, number
        chosen = _find_option(shelf, name)
        bought[chosen] = bought.get(chosen, 0) + count
    return bought
