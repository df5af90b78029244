"""A game's part of the table page: how its questions are asked and what the page shows around them.

Every part has a plain default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from exports.kit.messages import MessageFormatter
from generator.settings import Setting
from web.games.registry import games
from web.pages import prompts
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

Log = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Look:
    """The template of a table page, its variables, and the context that questions need."""

    template: str = "table.html"
    shown: dict[str, Any] = field(default_factory=dict)
    scene: Any = None


@dataclass(frozen=True, slots=True)
class Field:
    """How a form shows a setting: its label, the names of its choices, and what each choice does."""

    label: str
    sentence: str
    choices: dict[Any, str]
    about: dict[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableUI:
    """The functions and settings that draw a game's table page."""

    look: Callable[[View, Log, MessageFormatter], Look]
    question: Callable[[Prompt, Given, Any, MessageFormatter], Question]
    answer: Callable[[Prompt, Given], Any]
    field: Callable[[Setting, str, MessageFormatter], Field]  # of a procedure's setting
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # term of a title, and the settings under it
    settled: tuple[str, ...] = ()  # settings that the form of a new table does not offer
    wished: Callable[[], Mapping[str, Any]] = dict  # preferred settings from cookies
    told: Callable[[Prompt, Any, MessageFormatter], Sequence[str]] = lambda prompt, value, formatter: (
        formatter.answer({**prompt, "answer": value}),
    )  # lines that describe an answer which others must confirm
    amend: str = ""  # endpoint that corrects a confirmed answer, by link and number


def default_look(view: View, _: Log, formatter: MessageFormatter) -> Look:
    """Show the finished document only."""
    return Look(shown={"name": formatter.term(f"game.{formatter.catalog.game}")})


def default_field(setting: Setting, _: str, formatter: MessageFormatter) -> Field:
    """Describe a setting by its term, and its choices by their values."""
    key = f"setting_label.{setting.name}"
    label = formatter.term(key) if formatter.knows(key) else setting.name.replace("_", " ").capitalize()
    return Field(label, formatter.say(setting.sentence), {one: str(one) for one in setting.choices})


DEFAULT = TableUI(
    look=default_look,
    question=lambda prompt, given, scene, formatter: prompts.question(prompt, given, formatter),
    answer=prompts.answer,
    field=default_field,
)


def table_ui_of(game: str) -> TableUI:
    """Return the table page of a game."""
    place = games()[game].table_ui
    found: TableUI = resolve_name(place) if place else DEFAULT
    return found
