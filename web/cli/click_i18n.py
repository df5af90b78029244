"""Translations of click's own messages ("Usage", "Error" and so on).

Click looks up each message by its English text. The messages that users meet have a key under ``cli.click``;
all others stay in English.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from string import Formatter

from web.cli.i18n import Language, find_text

KEYS: Mapping[str, str] = {
    "Usage:": "click.usage",
    "Options": "options",
    "Commands": "commands",
    "Aborted!": "click.aborted",
    "Missing command.": "click.missing_command",
    "default: {default}": "click.default",
    "env var: {var}": "click.variable",
    "required": "click.required",
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
_spoken: list[Language] = []  # the current language, if one was set


def set_language(language: Language) -> None:
    """Set the language of click's messages."""
    _spoken[:] = [language]
    for name in MODULES:
        module = sys.modules.get(f"click.{name}")
        for word, say in (("_", translate), ("ngettext", translate_plural)):
            if hasattr(module, word):
                setattr(module, word, say)


def translate(message: str) -> str:
    """Return the translation of a message of click, with its placeholders."""
    key = KEYS.get(message) or PLURALS.get(message)
    translation = find_text(key, _spoken[0]) if key and _spoken else None
    return message if translation is None or not _same_places(message, translation) else translation


def translate_plural(singular: str, plural: str, number: int) -> str:
    """Return the translation of the singular or the plural message."""
    return translate(singular if number == 1 else plural)


def _same_places(message: str, translation: str) -> bool:
    """Return whether a translation has no placeholder that the message lacks, as an overlay's may have."""
    first, second = ({place for _, place, _, _ in Formatter().parse(text)} for text in (message, translation))
    return second <= first
