"""Combat Commander's part of the table pages: state, questions and settings of battles and campaigns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from exports.kit.messages import MessageFormatter as Words
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.rehearsal.check import check_rehearsable
from generator.settings import Setting
from schemas.errors import HorahError
from web.games.table_ui import Log, SettingText, TablePage, TableUI
from web.pages.prompts import Given, Prompt, Question
from web.service.tables import View

from ..request_context import catalog, formatter
from . import campaigns, fight_board, prompts
from .battle_status import BattleStatus, read_status
from .card import draw_victory, lay_out_card
from .owned_maps import default_settings
from .page_text import in_language, term
from .report_form import describe_report
from .situation import list_counters, picture_map

#: Kind of term for the choices of a setting, where it differs from the setting's name.
TERM_KINDS = {
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


def view_table(view: View, log: Log, _: Words) -> TablePage:
    """Return the view of a table: its card if ready, otherwise its state; for a campaign also the record."""
    procedure, state = view.procedure, view.state
    if procedure.kind == "fight":
        return fight_board.view_fight(view)
    name = campaigns.campaign_name(procedure)
    campaign = campaigns.read_status(state) if name else None
    battle = (state["state"] or {}).get("preparing") if name else state["state"]
    status = read_status(battle, view.seat)
    number = campaigns.contested_map(state, name) if name else status.map
    maps = catalog().maps_in(state["settings"].get("edition"))
    sheet = maps.get(number or 0)
    factions = catalog().campaigns[name].factions if name else {}
    both: dict[str, str] = {side: factions.get(side) or status.sides[side].faction for side in SIDES}
    for side, faction in factions.items():
        status.sides[side].faction = faction
    marker = _marker_in_question(view)
    status.marker = status.marker if marker is None else marker
    edges: dict[str, str] = {side: status.sides[side].edge for side in SIDES if status.sides[side].edge}
    picture = picture_map(number, sheet.objectives if sheet else None, status, edges)
    is_shown = view.ready and (campaign is None or campaign.at_hand)
    return TablePage(
        template="battle_table.html",
        question_context=prompts.Scene(
            number,
            sheet.objectives if sheet else None,
            name,
            log,
            status,
            picture,
            both,
        ),
        variables={
            "name": term(f"campaign.{name}") if name else "",
            "standing": status,
            "picture": picture,
            "forces": {side: list_counters(status.sides[side], side) for side in SIDES},
            "track": draw_track(status) if status.known and status.marker is not None else None,
            "campaign": campaign,
            "campaign_name": name,
            "factions": both,
            "leaf": lay_out_card(view.card(view.ready), formatter()) if is_shown else None,
            "typed": state["settings"].get("dice") == "typed",
            "can_play": bool(is_shown and name) and can_play(view.card(view.ready)),
        },
    )


def can_play(card: Mapping[str, Any]) -> bool:
    """Return whether a card can be played on the board: its rules and its ground are known."""
    try:
        check_rehearsable(card, catalog())
    except HorahError:
        return False
    return True


def _marker_in_question(view: View) -> int | None:
    """RS.7: return the VP marker that a purchase starts from; the shown state is that of the last step."""
    for prompt in view.prompts:
        facts = prompt.get("context") or {}
        if prompt.get("kind") == "buy" and "marker" in facts and "points" not in facts:
            return int(facts["marker"]) * (1 if prompt["seat"] == "axis" else -1)
    return None


def draw_track(status: BattleStatus) -> Markup:
    """4.1.1: draw the victory track of a battle under way."""
    sides = {side: {"faction": status.sides[side].faction} for side in SIDES}
    return draw_victory({"sides": sides, "marker": status.marker or 0}, formatter())


def describe_setting(setting: Setting, procedure: str, words: Words) -> SettingText:
    """Return the form field of a setting; an open point of a campaign takes its texts from the campaign."""
    sheet = catalog().campaigns.get(procedure.partition("/")[0])
    reading = sheet.settings.get(setting.name) if sheet else None
    if reading is not None:
        choices = {choice: in_language(reading.choices[choice]) for choice in setting.choices}
        return SettingText(in_language(reading.title), in_language(reading.summary), choices)
    rules = catalog().rules
    if setting.name == "optional":
        choices = {choice: f"{choice} {in_language(rules[choice].title)}" for choice in setting.choices}
        about = {choice: in_language(rules[choice].summary) for choice in setting.choices}
        return SettingText(term("card.optional_rules"), words.say(setting.sentence), choices, about)
    own = f"setting_label.{procedure.partition('/')[0]}_{setting.name}"
    label = term(own if formatter().knows(own) else f"setting_label.{setting.name}")
    return SettingText(
        label,
        words.say(setting.sentence),
        {choice: choice_label(setting.name, choice) for choice in setting.choices},
    )


def choice_label(name: str, value: Any) -> str:
    """Return a choice in words."""
    kind = TERM_KINDS.get(name, name)
    keys = (f"setting_choice.{kind}.{value}", f"setting_choice.{name}.{value}", f"{kind}.{value}")
    for key in (*keys, f"fight_player.{value}"):
        if formatter().knows(key):
            return term(key)
    return f"{term('card.map')} {value}" if name == "map" else str(value)


def describe_answer(prompt: Prompt, value: Any, _: Words) -> Sequence[str]:
    """Return a report in plain words, for the other side to confirm."""
    text = describe_report(prompt["context"], value)
    return (*text.doubts, *text.rows())


def _make_question(prompt: Prompt, given: Given, scene: Any, words: Words) -> Question:
    """Return the form for a prompt; the board of a fight draws its own."""
    if scene is fight_board.SCENE:
        return Question(prompt, "choose", words.term(f"ask.{prompt['ask']}"))
    return prompts.make_question(prompt, given, scene)


def _read_answer(prompt: Prompt, form: Given) -> Any:
    """Return the answer of a form; at the board of a fight a pressed button stands for its option."""
    if "press" in form:
        return form["press"]
    return prompts.parse_answer(prompt, form)


TABLE_UI = TableUI(
    make_page=view_table,
    make_question=_make_question,
    read_answer=_read_answer,
    describe_setting=describe_setting,
    setting_groups=(
        ("setting_group.who", ("axis", "allied", "years", "factions", "without")),
        ("setting_group.where", ("map", "maps", "battlefield", "kept_battlefield")),
        ("setting_group.what", ("sizes", "same_size", "axis_qualities", "allied_qualities", "balance")),
        (
            "setting_group.how",
            ("axis_commander", "allied_commander", "axis_player", "dice", "placement", "results"),
        ),
        (
            "setting_group.book",
            ("edition", "holes", "reroll_green", "defender_radio", "overstacking", "optional"),
        ),
    ),
    fixed_settings=(
        "axis_player",
        "balance",
        "film",
        "film_axis",
        "film_allied",
        "film_answers",
    ),  # at a table the seats are fixed, there is no balance search, and films are taken over on their page
    preferred_settings=default_settings,
    describe_answer=describe_answer,
    correction_endpoint="campaign_report_pages.report",
)
