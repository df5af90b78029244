"""The form of all settings, made from what they say about themselves; and the settings out of a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext, lazy_gettext
from werkzeug.datastructures import MultiDict

from catalogs.games.combat_commander.campaigns import Setting as Reading
from web.current import context
from web.service.settings import Setting

from .words import both, scribe, term

Given = MultiDict[str, str]
TOLD = ("optional",)  # settings whose choices are rules of the catalogue
FEW = 6  # so many choices stand side by side; more go into a list

LABELS = {
    "edition": lazy_gettext("Tables"),
    "maps": lazy_gettext("Maps at hand"),
    "map": lazy_gettext("Map"),
    "factions": lazy_gettext("Factions at hand"),
    "axis": lazy_gettext("Axis faction"),
    "allied": lazy_gettext("Allied faction"),
    "without": lazy_gettext("Leave out"),
    "years": lazy_gettext("Years"),
    "sizes": lazy_gettext("Sizes"),
    "same_size": lazy_gettext("Both sides the same size"),
    "axis_qualities": lazy_gettext("Axis quality"),
    "allied_qualities": lazy_gettext("Allied quality"),
    "holes": lazy_gettext("Holes in the tables"),
    "axis_player": lazy_gettext("Who plays the Axis"),
    "dice": lazy_gettext("Dice"),
    "axis_commander": lazy_gettext("Axis commander"),
    "allied_commander": lazy_gettext("Allied commander"),
    "reroll_green": lazy_gettext("Second chance for green troops"),
    "defender_radio": lazy_gettext("A radio for the defender too"),
    "placement": lazy_gettext("Record of the set-up"),
    "balance": lazy_gettext("Balance"),
    "results": lazy_gettext("Who reports the battles"),
}
WORDS = {
    "map.choose": lazy_gettext("Chosen by a player"),
    "map.random": lazy_gettext("At random"),
    "holes.stop": lazy_gettext("Stop"),
    "holes.remedy": lazy_gettext("Read the recommended column"),
    "axis_player.coin": lazy_gettext("The coin decides"),
    "axis_player.first": lazy_gettext("The first player"),
    "axis_player.second": lazy_gettext("The second player"),
    "commander.person": lazy_gettext("A person"),
    "placement.objectives": lazy_gettext("Objectives occupied"),
    "placement.hexes": lazy_gettext("Every unit with its hex"),
    "results.person": lazy_gettext("A person"),
    "results.random": lazy_gettext("Chance"),
}
#: Which word stands for a choice, where it is not that of the setting itself.
KINDS = {
    "axis": "faction",
    "allied": "faction",
    "factions": "faction",
    "without": "faction",
    "sizes": "size",
    "axis_qualities": "quality",
    "allied_qualities": "quality",
    "axis_commander": "commander",
    "allied_commander": "commander",
}
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (lazy_gettext("Who meets whom"), ("axis", "allied", "years", "factions", "without")),
    (lazy_gettext("Where"), ("map", "maps")),
    (lazy_gettext("With what"), ("sizes", "same_size", "axis_qualities", "allied_qualities", "balance")),
    (
        lazy_gettext("Who decides, and how"),
        ("axis_commander", "allied_commander", "axis_player", "dice", "placement", "results"),
    ),
    (lazy_gettext("By which book"), ("edition", "holes", "reroll_green", "defender_radio", "optional")),
)


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A setting as it stands in a form; ``kind`` is yes_no, one, list, several, or told: each explained."""

    name: str
    label: str
    sentence: str
    rule: str
    kind: str
    choices: tuple[Choice, ...]
    on: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    fields: tuple[Field, ...]
    changed: bool


def groups(
    settings: Sequence[Setting], values: Mapping[str, Any], fixed: Sequence[str] = (), campaign: str = ""
) -> list[Group]:
    """The settings in the order in which people think of them; new ones come last, and none is forgotten."""
    left = {each.name: each for each in settings if each.name not in fixed}
    found = []
    for title, names in GROUPS:
        found.append((str(title), [left.pop(name) for name in names if name in left]))
    rest = gettext("How open points are read") if campaign else gettext("Other settings")
    found.append((rest, list(left.values())))
    return [
        Group(
            title,
            tuple(_field(each, values, campaign) for each in members),
            any(values.get(each.name, each.default) != each.default for each in members),
        )
        for title, members in found
        if members
    ]


def read(settings: Sequence[Setting], form: Given) -> dict[str, Any]:
    """The settings of a filled-in form; what cannot be is left to the rules to refuse with a sentence."""
    return {each.name: _value(each, form) for each in settings if f"has-{each.name}" in form}


def _value(setting: Setting, form: Given) -> Any:
    if setting.kind == "yes_no":
        return setting.name in form
    known = {str(choice): choice for choice in setting.choices}
    if setting.several:
        return [known.get(word, word) for word in form.getlist(setting.name)]
    word = form.get(setting.name, "")
    return None if not word and setting.default is None else known.get(word, word)


def _field(setting: Setting, values: Mapping[str, Any], campaign: str) -> Field:
    value = values.get(setting.name, setting.default)
    chosen = {str(one) for one in value} if isinstance(value, list | tuple) else {str(value)}
    reading = _reading(setting.name, campaign)
    choices = [
        Choice(
            str(one),
            both(reading.choices[one]) if reading else label_of(setting.name, one),
            str(one) in chosen,
            _about(setting.name, one),
        )
        for one in setting.choices
    ]
    if setting.default is None:
        choices.insert(0, Choice("", gettext("Rolled"), value is None))
    return Field(
        name=setting.name,
        label=both(reading.title) if reading else _label(setting.name),
        sentence=both(reading.summary) if reading else both(setting.sentence),
        rule=setting.rule,
        kind=_kind(setting, len(choices)),
        choices=tuple(choices),
        on=value is True,
    )


def _choice(name: str, value: Any, reading: Reading | None) -> str:
    return both(reading.choices[value]) if reading else label_of(name, value)


def _reading(name: str, campaign: str) -> Reading | None:
    """How a point that a campaign's text leaves open can be read, from its catalogue."""
    sheet = context().catalog.campaigns.get(campaign)
    return sheet.settings.get(name) if sheet else None


def _about(name: str, value: Any) -> str:
    """What an optional rule does."""
    return both(context().catalog.rules[value].summary) if name in TOLD else ""


def _label(name: str) -> str:
    if name in TOLD:
        return term("card.optional_rules")
    return str(LABELS.get(name, name.replace("_", " ").capitalize()))


def _kind(setting: Setting, choices: int) -> str:
    if setting.kind == "yes_no":
        return "yes_no"
    if setting.several:
        return "told" if setting.name in TOLD else "several"
    return "one" if choices <= FEW else "list"


def label_of(name: str, value: Any) -> str:
    """A choice in words."""
    key = f"{KINDS.get(name, name)}.{value}"
    if key in WORDS:
        return str(WORDS[key])
    if key in context().catalog.terms:
        return term(key)
    if name in TOLD:
        return f"{value} {both(context().catalog.rules[value].title)}"
    if name == "map":
        return f"{scribe().term('card.map')} {value}"
    return str(value)
