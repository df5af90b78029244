"""What people type as an answer, the same at every prompt: options by name or number, wares, dice, JSON.

A number names a place in the printed list, unless the options are numbers themselves: then it is the option.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from exports.games.combat_commander.asking import by_place
from generator.table import Buy, Choose, Prompt, Report, Roll
from schemas.errors import HorahError

NOTHING = "-"
LONGEST_NUMBER = 9  # figures; nothing in the game comes near


def parsed(prompt: Prompt, words: Sequence[str]) -> Any:
    """What was typed as an answer to the prompt; what fits no form goes on as it is, to be refused there."""
    words = list(words)
    if len(words) == 1 and words[0][:1] in tuple('[{"@'):
        return json_in(words[0])
    if isinstance(prompt, Report):
        return json_in(" ".join(words))
    words = [part for word in words for part in word.replace(",", " ").split()]
    if isinstance(prompt, Roll):
        return [word if (number := _number(word)) is None else number for word in words]
    if isinstance(prompt, Choose):
        chosen = [_option(prompt.options, word) for word in words if word != NOTHING]
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen
    if isinstance(prompt, Buy):
        return _purchase(tuple(ware.id for ware in prompt.shelf), words)
    return " ".join(words)


def json_in(text: str) -> Any:
    """JSON as it was typed, or that of a file after an @."""
    try:
        if text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as fault:
        raise HorahError(
            f"{text[1:]} cannot be read ({fault.strerror}).",
            f"No se puede leer {text[1:]} ({fault.strerror}).",
            code="UNREADABLE",
        ) from None
    except (ValueError, RecursionError) as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else 1
        raise HorahError(
            f"This is not whole JSON: it stops making sense at line {line}. The question shows an example.",
            f"Esto no es JSON completo: deja de entenderse en la línea {line}. La pregunta trae un ejemplo.",
            code="BAD_JSON",
        ) from None


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) <= LONGEST_NUMBER else None


def _option(options: tuple[str, ...], word: str) -> str:
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
