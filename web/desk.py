"""A game's side of the table: how its questions are asked on a page, and what the page shows around them.

Every part has a plain form that any game may keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from exports.kit.scribe import Scribe
from generator.settings import Setting
from web.game import games
from web.pages import prompts
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

Log = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Look:
    """What a page shows of a table: its template, what that needs, and what is known around a question."""

    template: str = "table.html"
    shown: dict[str, Any] = field(default_factory=dict)
    scene: Any = None


@dataclass(frozen=True, slots=True)
class Field:
    """How a setting stands in a form: its label, the words of its choices, and what each choice does."""

    label: str
    sentence: str
    choices: dict[Any, str]
    about: dict[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Desk:
    """How a game's tables look."""

    look: Callable[[View, Log, Scribe], Look]
    question: Callable[[Prompt, Given, Any, Scribe], Question]
    answer: Callable[[Prompt, Given], Any]
    field: Callable[[Setting, str, Scribe], Field]  # of a procedure's setting
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # term of a title, and the settings under it
    settled: tuple[str, ...] = ()  # what is fixed at a table
    wished: Callable[[], Mapping[str, Any]] = dict  # settings that the reader's device remembers
    told: Callable[[Prompt, Any, Scribe], Sequence[str]] = lambda prompt, value, scribe: (
        scribe.answer({**prompt, "answer": value}),
    )  # an answer that others are to confirm, in plain words
    amend: str = ""  # the endpoint at which an answer that was confirmed is corrected, by link and number


def plain_look(view: View, _: Log, scribe: Scribe) -> Look:
    """The document when it is ready."""
    return Look(shown={"name": scribe.term(f"game.{scribe.catalog.game}")})


def plain_field(setting: Setting, _: str, scribe: Scribe) -> Field:
    """A setting by its term, its choices by their own names."""
    key = f"setting_label.{setting.name}"
    label = scribe.term(key) if scribe.knows(key) else setting.name.replace("_", " ").capitalize()
    return Field(label, scribe.say(setting.sentence), {one: str(one) for one in setting.choices})


PLAIN = Desk(
    look=plain_look,
    question=lambda prompt, given, scene, scribe: prompts.question(prompt, given, scribe),
    answer=prompts.answer,
    field=plain_field,
)


def desk_of(game: str) -> Desk:
    """How a game's tables look."""
    place = games()[game].desk
    found: Desk = resolve_name(place) if place else PLAIN
    return found
