"""What the library of the command line says itself, "Usage" and "Error" and why, in the person's language.

It asks for each of its sentences by the English one. Those that people meet have a key under ``cli.click``;
what has none is left in English.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from string import Formatter

from web.language import Language, written

KEYS: Mapping[str, str] = {
    "Usage:": "click.usage",
    "Options": "options",
    "Commands": "commands",
    "Aborted!": "click.aborted",
    "Missing command.": "click.missing_command",
    "default: {default}": "click.default",
    "env var: {var}": "click.variable",
    "Got unexpected extra argument ({args})": "click.extra_argument",
    "Show this message and exit.": "click.show_help",
    "Could not open file {filename!r}: {message}": "click.could_not_open",
    "Error: {message}": "click.error",
    "Invalid value for {param_hint}: {message}": "click.invalid_for",
    "Invalid value: {message}": "click.invalid",
    "Missing argument": "click.missing_argument",
    "Missing option": "click.missing_option",
    "No such command {name!r}.": "click.no_command",
    "No such option {name!r}.": "click.no_option",
    "Try '{command} {option}' for help.": "click.try_help",
    "Did you mean {possibility}?": "click.did_you_mean",
    "Option {name!r} does not take a value.": "click.takes_no_value",
    "Option {name!r} requires an argument.": "click.needs_value",
    "{name} {filename!r} does not exist.": "click.does_not_exist",
    "{name} {filename!r} is a directory.": "click.is_directory",
    "{name} {filename!r} is a file.": "click.is_file",
    "{name} {filename!r} is not readable.": "click.not_readable",
    "{name} {filename!r} is not writable.": "click.not_writable",
    "{value!r} is not a valid {number_type}.": "click.not_a_number",
    "{value} is not in the range {range}.": "click.not_in_range",
    "{value!r} is not {choice}.": "click.not_the_choice",
}
PLURALS: Mapping[str, str] = {
    "Got unexpected extra arguments ({args})": "click.extra_arguments",
    "(Did you mean one of: {possibilities}?)": "click.did_you_mean_one",
    "{value!r} is not one of {choices}.": "click.not_a_choice",
}
MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")
_spoken: list[Language] = []  # the language that was asked for last


def speak(language: Language) -> None:
    """From here on the library speaks a language."""
    _spoken[:] = [language]
    for name in MODULES:
        module = sys.modules.get(f"click.{name}")
        for word, say in (("_", translated), ("ngettext", counted)):
            if hasattr(module, word):
                setattr(module, word, say)


def translated(message: str) -> str:
    """A sentence of the library in the language spoken, with the places that it fills itself."""
    key = KEYS.get(message) or PLURALS.get(message)
    found = written(key, _spoken[0]) if key and _spoken else None
    return message if found is None or not _same_places(message, found) else found


def counted(one: str, many: str, number: int) -> str:
    """The same for one and for several."""
    return translated(one if number == 1 else many)


def _same_places(message: str, found: str) -> bool:
    """An overlay's words may have places that nothing fits."""
    first, second = ({place for _, place, _, _ in Formatter().parse(text)} for text in (message, found))
    return second <= first
