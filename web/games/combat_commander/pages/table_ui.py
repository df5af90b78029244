"""Combat Commander's part of the table pages: state, questions and settings of battles and campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from exports.kit.messages import MessageFormatter as Words
from generator.games.combat_commander.battle.state import SIDES
from generator.settings import Setting
from web.games.table_ui import Log, SettingText, TablePage, TableUI
from web.pages.prompts import Prompt
from web.service.tables import View

from ..request_context import catalog, formatter
from . import campaigns, prompts
from .battle_status import Standing, standing
from .card import leaf, victory
from .owned_maps import wished
from .page_text import both, term
from .report_form import in_words

#: Kind of term for the choices of a setting, where it differs from the setting's name.
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


def make_page(view: View, log: Log, _: Words) -> TablePage:
    """Return the view of a table: its card if ready, otherwise its state; for a campaign also the record."""
    procedure, state = view.procedure, view.state
    name = campaigns.name_of(procedure)
    campaign = campaigns.standing(state) if name else None
    found = Standing() if name else standing(state["state"], view.seat)
    number = campaigns.map_of(state, name) if name else found.map
    maps = catalog().maps_in(state["settings"].get("edition"))
    sheet = maps.get(number or 0)
    factions = catalog().campaigns[name].factions if name else {}
    for side, faction in factions.items():
        found.sides[side].faction = faction
    shown = view.ready and (campaign is None or campaign.at_hand)
    return TablePage(
        template="battle_table.html",
        question_context=prompts.Scene(number, sheet.objectives if sheet else None, name, log, found),
        variables={
            "name": term(f"campaign.{name}") if name else "",
            "standing": found,
            "track": track(found) if found.known and campaign is None else None,
            "campaign": campaign,
            "campaign_name": name,
            "factions": factions or {side: found.sides[side].faction for side in SIDES},
            "leaf": leaf(view.card(view.ready), formatter()) if shown else None,
            "typed": state["settings"].get("dice") == "typed",
        },
    )


def track(found: Standing) -> Markup:
    """4.1.1: draw the victory track of a battle under way."""
    sides = {side: {"faction": found.sides[side].faction} for side in SIDES}
    return victory({"sides": sides, "marker": found.marker or 0}, formatter())


def field(setting: Setting, procedure: str, words: Words) -> SettingText:
    """Return the form field of a setting; an open point of a campaign takes its texts from the campaign."""
    sheet = catalog().campaigns.get(procedure.partition("/")[0])
    reading = sheet.settings.get(setting.name) if sheet else None
    if reading is not None:
        choices = {one: both(reading.choices[one]) for one in setting.choices}
        return SettingText(both(reading.title), both(reading.summary), choices)
    rules = catalog().rules
    if setting.name == "optional":
        choices = {one: f"{one} {both(rules[one].title)}" for one in setting.choices}
        about = {one: both(rules[one].summary) for one in setting.choices}
        return SettingText(term("card.optional_rules"), words.say(setting.sentence), choices, about)
    label = term(f"setting_label.{setting.name}")
    return SettingText(
        label, words.say(setting.sentence), {one: label_of(setting.name, one) for one in setting.choices}
    )


def label_of(name: str, value: Any) -> str:
    """Return a choice in words."""
    kind = KINDS.get(name, name)
    for key in (f"setting_choice.{kind}.{value}", f"setting_choice.{name}.{value}", f"{kind}.{value}"):
        if formatter().knows(key):
            return term(key)
    return f"{term('card.map')} {value}" if name == "map" else str(value)


def describe_answer(prompt: Prompt, value: Any, _: Words) -> Sequence[str]:
    """Return a report in plain words, for the other side to confirm."""
    return in_words(prompt["context"], value).rows()


TABLE_UI = TableUI(
    make_page=make_page,
    make_question=lambda prompt, given, scene, _: prompts.question(prompt, given, scene),
    read_answer=prompts.answer,
    describe_setting=describe_setting,
    setting_groups=(
        ("setting_group.who", ("axis", "allied", "years", "factions", "without")),
        ("setting_group.where", ("map", "maps", "battlefield", "kept_battlefield")),
        ("setting_group.what", ("sizes", "same_size", "axis_qualities", "allied_qualities", "balance")),
        (
            "setting_group.how",
            ("axis_commander", "allied_commander", "axis_player", "dice", "placement", "results"),
        ),
        ("setting_group.book", ("edition", "holes", "reroll_green", "defender_radio", "optional")),
    ),
    fixed_settings=(
        "axis_player",
        "balance",
    ),  # at a table the seats are fixed, and there is no balance search
    preferred_settings=wished,
    describe_answer=describe_answer,
    correction_endpoint="campaign_report_pages.report",
)
