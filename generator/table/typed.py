"""What people type as an answer, the same at every prompt: options by name or number, wares, dice, JSON.

A number names a place in the printed list, unless the options are numbers themselves: then it is the option.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from schemas import fields
from schemas.errors import HorahError
from schemas.plain import read_json

from .prompts import Buy, Choose, Prompt, Report, Roll

Reader = Callable[[str], str]  # the text of a file by its name

NOTHING = "-"
FILE = "@"
LONGEST_NUMBER = 9  # figures; nothing in a game comes near


def parsed(prompt: Prompt, words: Sequence[str], read: Reader) -> Any:
    """What was typed as an answer to the prompt; what fits no form goes on as it is, to be refused there.

    ``@name`` is the JSON of a file, which ``read`` opens.
    """
    words = list(words)
    if len(words) == 1 and words[0][:1] in ("[", "{", '"', FILE):
        return json_in(words[0], read)
    if isinstance(prompt, Report):
        return json_in(" ".join(words), read)
    words = [part for word in words for part in word.replace(",", " ").split()]
    if isinstance(prompt, Roll):
        return [word if (number := _number(word)) is None else number for word in words]
    if isinstance(prompt, Choose):
        chosen = [_option(prompt.options, word) for word in words if word != NOTHING]
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen
    if isinstance(prompt, Buy):
        return _purchase(tuple(ware.id for ware in prompt.shelf), words)
    return " ".join(words)


def json_in(text: str, read: Reader) -> Any:
    """JSON as it was typed, or that of a file after an @."""
    try:
        return read_json(read(text.removeprefix(FILE)) if text.startswith(FILE) else text)
    except ValueError as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else 1
        raise HorahError("BAD_JSON", line=line) from None


def field_value(rules: Mapping[str, Any], text: str) -> Any:
    """What was typed for a field of a report; what does not fit goes on as it is."""
    found = fields.typed(rules, text)
    return [] if found is None and "array" in fields.kinds(rules) else found


def by_place(options: Iterable[str]) -> bool:
    """May an option be named by its place in the list? Not where options are numbers themselves."""
    return not any(option.isdecimal() for option in options)


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) <= LONGEST_NUMBER else None


def _option(options: Sequence[str], word: str) -> str:
    """An option by its name, or by its place in the list where places are printed."""
    number = _number(word)
    if word in options or number is None or not by_place(options) or not 1 <= number <= len(options):
        return word
    return options[number - 1]


def _purchase(shelf: tuple[str, ...], words: Sequence[str]) -> dict[str, int]:
    """``2`` or ``2x3`` or ``barbed_wire``; - for nothing."""
    bought: dict[str, int] = {}
    for word in words:
        if word == NOTHING:
            continue
        name, count = word, 1
        before, x, after = word.rpartition("x")
        if word not in shelf and x and (number := _number(after)) is not None:
            name, count = before, number
        chosen = _option(shelf, name)
        bought[chosen] = bought.get(chosen, 0) + count
    return bought
