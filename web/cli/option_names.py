"""Options typed by number, by id or by the start of their name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.table.answer_parser import allows_numbers
from web.games.calculators import fold_text


def find_option(options: Mapping[str, str], text: str) -> str:
    """Return the option that a text means, or the text itself if it means none or several.

    ``options`` are the names by id. A number is a place in the printed list, unless ids are numbers.
    """
    if text in options:
        return text
    if text.isdecimal() and allows_numbers(options) and 1 <= int(text) <= len(options):
        return list(options)[int(text) - 1]
    wanted = fold_text(text)
    names = {option: fold_text(name) for option, name in options.items()}
    exact = [option for option, name in names.items() if wanted in (name, fold_text(option))]
    starts = [option for option, name in names.items() if name.startswith(wanted)]
    return next((found[0] for found in (exact, starts) if len(found) == 1), text)


def find_options(options: Mapping[str, str], words: Sequence[str]) -> list[str]:
    """Return the options that words mean; names of several words stand between commas."""
    joined = " ".join(words)
    whole = find_option(options, joined)
    if whole in options:
        return [whole]
    parts = [part.strip() for part in joined.split(",")] if "," in joined else list(words)
    return [find_option(options, part) for part in parts if part]
