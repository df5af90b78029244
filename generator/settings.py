"""Declaration of settings: default, rule, choices and sentence stand in the fields of a dataclass.
:func:`describe_settings` gives what command options, form fields and API schemas are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from schemas.messages import Message, in_words, say

MAX_SETTING_LENGTH = 100  # characters of a word, and items of a list
MAX_SETTING_NUMBER = 2**31

Offered = Callable[[str], tuple[Any, ...]]  # the catalogue entries offered for a setting


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its rule, default and choices; ``several`` allows more than one choice."""

    name: str
    rule: str
    sentence: Message
    default: Any
    choices: tuple[Any, ...]
    several: bool
    kind: str  # "yes_no", "choice" or "document"
    document: str = ""  # the kind of document it takes, "" if none


def setting(
    default: Any, rule: str, choices: tuple[Any, ...] = (), *, sentence: str = "", document: str = ""
) -> Any:
    """Declare a field of a dataclass of settings.

    Its sentence is the term ``setting.<name>`` by default. A setting that takes a document names its kind:
    ``setting(None, "T", document="scenario")``.
    """
    about = {"rule": rule, "choices": choices, "sentence": sentence, "document": document}
    return field(default=default, metadata=about)


def describe_settings(
    settings: type[Any], offered: Offered, without: Iterable[str] = ()
) -> tuple[Setting, ...]:
    """Return the settings of a dataclass in the order of its fields."""
    left_out = frozenset(without)
    return tuple(_describe_field(each, offered) for each in fields(settings) if each.name not in left_out)


def _describe_field(each: Any, offered: Offered) -> Setting:
    default, document = each.default, each.metadata.get("document", "")
    kind = "document" if document else "yes_no" if isinstance(default, bool) else "choice"
    return Setting(
        name=each.name,
        rule=each.metadata["rule"],
        sentence=_sentence(each),
        default=list(default) if isinstance(default, tuple) else default,
        choices=() if document else tuple(each.metadata["choices"]) or offered(each.name),
        several=isinstance(default, tuple),
        kind=kind,
        document=document,
    )


def _sentence(each: Any) -> Message:
    about = each.metadata
    return in_words(about) if "en" in about else say(about["sentence"] or f"setting.{each.name}")


def find_illegal_setting(values: Mapping[str, Any]) -> str | None:
    """Return the name of the first setting that is no word, number, yes/no or short list, or None."""
    for name, value in values.items():
        several = list(value.values()) if isinstance(value, Mapping) else value
        several = several if isinstance(several, list) else [several]
        if (
            not _is_plain(name)
            or len(several) > MAX_SETTING_LENGTH
            or not all(_is_plain(one) for one in several)
        ):
            return name if _is_plain(name) else "?"
    return None


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_SETTING_LENGTH and value.isprintable()
    return value is None or (isinstance(value, int) and abs(value) < MAX_SETTING_NUMBER)
