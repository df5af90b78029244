"""A game's part of the table page: how its questions are asked and what the page shows around them.

Every part has a plain default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from exports.game import make_sheets
from exports.kit.messages import MessageFormatter
from exports.kit.plain_sheet import make_parts
from generator.settings import Setting
from web.games.registry import games
from web.pages import prompts
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

Log = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TablePage:
    """The template of a table page, its variables, and the context that questions need."""

    template: str = "table.html"
    variables: dict[str, Any] = field(default_factory=dict)
    question_context: Any = None


@dataclass(frozen=True, slots=True)
class SettingText:
    """The words of a setting in a form: its label, its choices, and what each choice does."""

    label: str
    sentence: str
    choices: dict[Any, str]
    descriptions: dict[Any, str] = field(default_factory=dict)


def default_page(view: View, _: Log, formatter: MessageFormatter) -> TablePage:
    """Show what the procedure says about its state, and the last finished document."""
    standing = view.state["state"] or {}
    variables = {
        "name": formatter.term(f"game.{formatter.catalog.game}"),
        "standing": list(make_parts(standing, formatter)),
        "sheets": make_sheets(view.card(view.ready), formatter) if view.ready else [],
    }
    return TablePage(variables=variables)


def default_question(prompt: Prompt, given: Given, _: Any, formatter: MessageFormatter) -> Question:
    """Ask with the plain form of the prompt's kind."""
    return prompts.question(prompt, given, formatter)


def default_setting_text(setting: Setting, _: str, formatter: MessageFormatter) -> SettingText:
    """Describe a setting by its term, and its choices by their terms or values."""
    key = f"setting_label.{setting.name}"
    label = formatter.term(key) if formatter.knows(key) else setting.name.replace("_", " ").capitalize()
    choices = {choice: _choice_text(setting.name, choice, formatter) for choice in setting.choices}
    return SettingText(label, formatter.say(setting.sentence), choices)


def _choice_text(name: str, choice: Any, formatter: MessageFormatter) -> str:
    keys = (f"setting_choice.{name}.{choice}", f"{name}.{choice}")
    return next((formatter.term(key) for key in keys if formatter.knows(key)), str(choice))


def default_answer_text(prompt: Prompt, value: Any, formatter: MessageFormatter) -> Sequence[str]:
    """Describe an answer as the log does."""
    return (formatter.answer({**prompt, "answer": value}),)


@dataclass(frozen=True, slots=True)
class TableUI:
    """The functions and settings that draw a game's table page."""

    make_page: Callable[[View, Log, MessageFormatter], TablePage] = default_page
    make_question: Callable[[Prompt, Given, Any, MessageFormatter], Question] = default_question
    read_answer: Callable[[Prompt, Given], Any] = prompts.answer
    # Called with the setting and the name of its procedure.
    describe_setting: Callable[[Setting, str, MessageFormatter], SettingText] = default_setting_text
    setting_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # term of a title, and its settings
    fixed_settings: tuple[str, ...] = ()  # settings that the form of a new table does not offer
    preferred_settings: Callable[[], Mapping[str, Any]] = dict  # from cookies or the query
    # Lines that describe an answer which others must confirm.
    describe_answer: Callable[[Prompt, Any, MessageFormatter], Sequence[str]] = default_answer_text
    correction_endpoint: str = ""  # corrects a confirmed answer, by link and number


def table_ui_of(game: str) -> TableUI:
    """Return the table page of a game."""
    name = games()[game].table_ui
    table_ui: TableUI = resolve_name(name) if name else TableUI()
    return table_ui
