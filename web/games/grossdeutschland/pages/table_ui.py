"""Table page of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import request

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.messages import MessageFormatter
from exports.kit.messages import MessageFormatter as Words
from generator.games.grossdeutschland.record import get_latest_state
from generator.games.grossdeutschland.settings import COMPANION
from generator.settings import Setting
from web.games.table_ui import Log, SettingText, TablePage, TableUI
from web.service.tables import View

from ..request_context import catalog
from .battle_status import describe_standing
from .forms import answer, question
from .odds import Figures, compute_odds
from .scene import Scene


def make_page(view: View, _: Log, words: Words) -> TablePage:
    """Return the state of the battle for the table page."""
    assert isinstance(words, MessageFormatter)
    catalog_ = view.live.session.catalog
    assert isinstance(catalog_, Catalog)
    name = words.term("game.grossdeutschland")
    state, document = get_latest_state(view.live.table), view.state["state"]
    if state is None or document is None:
        return TablePage(
            "gd/table.html", {"name": name, "standing": None}, _make_scene(catalog_, None, {"places": ()})
        )
    shown = describe_standing(document, state.battle, catalog_, words.for_scenario(state.battle.document))
    if state.settings.mode == COMPANION:  # the event cups stand on the players' table
        shown = replace(shown, cups=())
    odds = compute_odds(_read_figures(document), catalog_, words, state.settings)
    scene = _make_scene(catalog_, document, state.battle.document)
    return TablePage("gd/table.html", {"name": shown.title, "standing": shown, "odds": odds}, scene)


def _read_figures(document: Any) -> Figures:
    """Return the fields of the odds form, with the current slot and weather as defaults."""
    return Figures.from_words(
        request.args if request.method == "GET" else {},
        slot=document["turn"]["slot"],
        weather=document["weather"] or "sunny",
    )


def _make_scene(catalog_: Catalog, document: Any, scenario: Mapping[str, Any]) -> Scene:
    if document is None:
        return Scene(catalog_, scenario)
    return Scene(
        catalog_,
        scenario,
        spent=frozenset(document["spent"]),
        here=frozenset(unit for unit, how in document["units"].items() if how == "here"),
        active=document["active"],
        supply=document["supply"],
        slot=document["turn"]["slot"],
        weather=document["weather"] or "",
        holders=document["holders"],
    )


def describe_setting(setting: Setting, _: str, words: Words) -> SettingText:
    """Return the form field of a setting, with the words of its choices."""
    label = words.term(f"setting_label.{setting.name}")
    choices = {choice: _name_choice(setting.name, choice, words) for choice in setting.choices}
    return SettingText(label, words.say(setting.sentence), choices)


def _name_choice(name: str, value: Any, words: Words) -> str:
    if name == "battle":
        return words.name("battle", value)
    key = f"setting_choice.{name}.{value}"
    return words.term(key) if words.knows(key) else str(value)


def read_query_settings() -> dict[str, Any]:
    """Return the battle in the query as a setting."""
    name = request.args.get("battle", "")
    return {"battle": name} if name in catalog().battles else {}


TABLE_UI = TableUI(
    preferred_settings=read_query_settings,
    make_page=make_page,
    make_question=question,
    read_answer=answer,
    describe_setting=describe_setting,
    setting_groups=(
        ("setting_group.gd_what", ("battle", "scenario", "mode", "players", "dice", "chits", "supply")),
        ("setting_group.gd_readings", ("odds", "bridge", "hexes", "roads")),
    ),
)
