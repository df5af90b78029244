"""Form of a procedure's settings, made from their declaration, and the settings read from a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from exports.kit.messages import MessageFormatter
from generator.game import Procedure
from generator.settings import Setting
from web.games.table_ui import SettingText, table_ui_of
from web.http.request_context import context, language
from web.http.request_context import formatter as game_formatter
from web.service import documents

Given = MultiDict[str, str]
MAX_DOCUMENTS = 100  # documents in a list to choose from
MAX_SIDE_BY_SIDE = 6  # choices shown side by side; more go into a list


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A setting in a form.

    ``kind`` is yes_no, one, list, several, told (each choice explained), or document: one of a list, or an
    address.
    """

    name: str
    label: str
    sentence: str
    rule: str
    kind: str
    choices: tuple[Choice, ...]
    on: bool = False
    typed: str = ""  # an address that is not among the choices
    library: str = ""  # URL of the library of its kind


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    fields: tuple[Field, ...]
    changed: bool


def make_groups(
    procedure: Procedure,
    settings: Sequence[Setting],
    values: Mapping[str, Any],
    formatter: MessageFormatter,
    fixed: Sequence[str] = (),
) -> list[Group]:
    """Return the settings in groups, in the game's order; ungrouped ones come last."""
    left = {each.name: each for each in settings if each.name not in fixed}
    titled = []
    for title, names in table_ui_of(procedure.game).setting_groups:
        titled.append((formatter.term(title), [left.pop(name) for name in names if name in left]))
    rest = gettext("Other settings") if titled else ""
    titled.append((rest, list(left.values())))
    return [
        Group(
            title,
            tuple(_make_field(procedure, each, values, formatter) for each in members),
            any(values.get(each.name, each.default) != each.default for each in members),
        )
        for title, members in titled
        if members
    ]


def settings_without_people(described: Sequence[Setting], alone: Mapping[str, str]) -> list[Setting]:
    """Return the settings for a battle generated without a person: no documents, no choices that need one."""
    return [
        replace(each, choices=tuple(one for one in each.choices if one != alone.get(each.name)))
        for each in described
        if not each.document and alone.get(each.name) != ""
    ]


def changed_values(settings: Sequence[Setting], form: Given) -> dict[str, Any]:
    """Return the values of a form that differ from their defaults."""
    typed = read_settings(settings, form)
    usual = {each.name: _as_json(each.default) for each in settings}
    return {name: value for name, value in typed.items() if _as_json(value) != usual[name]}


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value


def describe_settings(
    procedure: Procedure, settings: Sequence[Setting], values: Mapping[str, Any], formatter: MessageFormatter
) -> list[tuple[str, str]]:
    """Return settings as text: label and chosen value."""
    lines = []
    for each in settings:
        if each.name not in values:
            continue
        words, value = (
            table_ui_of(procedure.game).describe_setting(each, procedure.name, formatter),
            values[each.name],
        )
        chosen = value if isinstance(value, list | tuple) else [value]
        names = [str(words.choices.get(one, one)) for one in chosen if not isinstance(one, bool)]
        lines.append((words.label, ", ".join(names)))
    return lines


def read_settings(settings: Sequence[Setting], form: Given) -> dict[str, Any]:
    """Return the settings of a form; the rules refuse invalid values."""
    return {each.name: _read_value(each, form) for each in settings if f"has-{each.name}" in form}


def _read_value(setting: Setting, form: Given) -> Any:
    if setting.kind == "yes_no":
        return setting.name in form
    if setting.kind == "document":
        return form.get(f"{setting.name}-address", "").strip() or form.get(setting.name, "") or None
    known = {str(choice): choice for choice in setting.choices}
    if setting.several:
        return [known.get(word, word) for word in form.getlist(setting.name)]
    word = form.get(setting.name, "")
    return None if not word and setting.default is None else known.get(word, word)


def _make_field(
    procedure: Procedure, setting: Setting, values: Mapping[str, Any], formatter: MessageFormatter
) -> Field:
    value = values.get(setting.name, setting.default)
    chosen = {str(one) for one in value} if isinstance(value, list | tuple) else {str(value)}
    words = table_ui_of(procedure.game).describe_setting(setting, procedure.name, formatter)
    if setting.kind == "document":
        return _make_document_field(procedure, setting, value, words)
    choices = [
        Choice(str(one), words.choices[one], str(one) in chosen, words.descriptions.get(one, ""))
        for one in setting.choices
    ]
    if setting.default is None:
        choices.insert(0, Choice("", gettext("Random"), value is None))
    return Field(
        name=setting.name,
        label=words.label,
        sentence=words.sentence,
        rule=setting.rule,
        kind=_choose_kind(setting, len(choices), bool(words.descriptions)),
        choices=tuple(choices),
        on=value is True,
    )


def _make_document_field(procedure: Procedure, setting: Setting, value: Any, words: SettingText) -> Field:
    """Return the field of a document: one of the library, or any by its address."""
    kind = documents.find_kind(context(), procedure.game, setting.document)
    lines = documents.list_library(context(), kind, size=MAX_DOCUMENTS).items
    known = {line.id: document_title(line.shown, kind.about.title, procedure.game) for line in lines}
    given = value if isinstance(value, str) else ""
    choices = [
        Choice("", "–", not given),
        *(Choice(id_, title, id_ == given) for id_, title in known.items()),
    ]
    return Field(
        name=setting.name,
        label=words.label,
        sentence=words.sentence,
        rule=setting.rule,
        kind="document",
        choices=tuple(choices),
        typed="" if given in known else given,
        library=url_for("document_pages.library", game=procedure.game, kind=setting.document),
    )


def document_title(shown: Mapping[str, Any], title: str, game: str) -> str:
    """Return the title of a document, in the reader's language if it has one."""
    text = shown.get(title)
    if isinstance(text, Mapping):
        return str(text.get(language()) or text.get("en") or "") or "?"
    return game_formatter(game).translate(str(text or "?"))


def _choose_kind(setting: Setting, choices: int, explained: bool) -> str:
    if setting.kind == "yes_no":
        return "yes_no"
    if setting.several:
        return "told" if explained else "several"
    return "one" if choices <= MAX_SIDE_BY_SIDE else "list"
