"""One description of a setting: its default, its rule, its choices and its sentence stand with the dataclass.

Options of a command, fields of a form and the schema of the API are all made from what :func:`described`
gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from schemas.said import Said, in_words, say

LONGEST = 100  # of a word, and of a list of them
LARGEST = 2**31

Offered = Callable[
    [str], tuple[Any, ...]
]  # what the catalogues offer for a setting that names something there


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it bends, its default, and what it may be; ``several`` of the choices or one."""

    name: str
    rule: str
    sentence: Said
    default: Any
    choices: tuple[Any, ...]
    several: bool
    kind: str  # "yes_no", "choice" or "document"
    document: str = ""  # the kind of document it takes, whole; None where none is given


def setting(
    default: Any, rule: str, choices: tuple[Any, ...] = (), *, sentence: str = "", document: str = ""
) -> Any:
    """A field of a dataclass of settings.

    Its sentence stands under ``setting.<name>`` unless said otherwise. One that takes a document that people
    write names its kind: ``setting(None, "T", document="scenario")``.
    """
    about = {"rule": rule, "choices": choices, "sentence": sentence, "document": document}
    return field(default=default, metadata=about)


def described(settings: type[Any], offered: Offered, without: Iterable[str] = ()) -> tuple[Setting, ...]:
    """The settings of a dataclass in the order of its fields."""
    left_out = frozenset(without)
    return tuple(_described(each, offered) for each in fields(settings) if each.name not in left_out)


def _described(each: Any, offered: Offered) -> Setting:
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


def _sentence(each: Any) -> Said:
    about = each.metadata
    return in_words(about) if "en" in about else say(about["sentence"] or f"setting.{each.name}")


def is_plain(values: Mapping[str, Any]) -> str | None:
    """The first setting that is neither a word, a number, yes or no, nor a short list of them.

    None if all are.
    """
    for name, value in values.items():
        several = list(value.values()) if isinstance(value, Mapping) else value
        several = several if isinstance(several, list) else [several]
        if not _plain(name) or len(several) > LONGEST or not all(_plain(one) for one in several):
            return name if _plain(name) else "?"
    return None


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isprintable()
    return value is None or (isinstance(value, int) and abs(value) < LARGEST)
