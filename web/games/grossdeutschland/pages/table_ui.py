"""Table page of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.messages import MessageFormatter
from exports.kit.messages import MessageFormatter as Words
from generator.games.grossdeutschland.record import get_latest_state
from generator.settings import Setting
from web.games.table_ui import Field, Log, Look, TableUI
from web.service.tables import View

from ..request_context import catalog
from .battle_status import standing
from .forms import Scene, answer, question
from .odds import Figures, figured


def look(view: View, _: Log, words: Words) -> Look:
    """Return the state of the battle for the table page."""
    assert isinstance(words, MessageFormatter)
    tables = view.live.session.catalog
    assert isinstance(tables, Catalog)
    name = words.term("game.grossdeutschland")
    state, found = get_latest_state(view.live.table), view.state["state"]
    if state is None or found is None:
        return Look("gd/table.html", {"name": name, "standing": None}, _scene(tables, None, {"places": ()}))
    shown = standing(found, state.battle, tables, words.for_scenario(state.battle.document))
    odds = figured(_asked(found), tables, words, state.settings)
    scene = _scene(tables, found, state.battle.document)
    return Look("gd/table.html", {"name": shown.title, "standing": shown, "odds": odds}, scene)


def _asked(found: Any) -> Figures:
    """Return the fields of the odds form, with the current slot and weather as defaults."""
    return Figures.from_words(
        request.args if request.method == "GET" else {},
        slot=found["turn"]["slot"],
        weather=found["weather"] or "sunny",
    )


def _scene(tables: Catalog, found: Any, scenario: Mapping[str, Any]) -> Scene:
    if found is None:
        return Scene(tables, frozenset(), frozenset(), None, scenario)
    here = frozenset(unit for unit, how in found["units"].items() if how == "here")
    return Scene(tables, frozenset(found["spent"]), here, found["active"], scenario)


def field(setting: Setting, _: str, words: Words) -> Field:
    """Return the form field of a setting, with the words of its choices."""
    label = words.term(f"setting_label.{setting.name}")
    choices = {one: _choice(setting.name, one, words) for one in setting.choices}
    return Field(label, words.say(setting.sentence), choices)


def _choice(name: str, value: Any, words: Words) -> str:
    if name == "battle":
        return words.name("battle", value)
    key = f"setting_choice.{name}.{value}"
    return words.term(key) if words.knows(key) else str(value)


def wished() -> dict[str, Any]:
    """Return the battle in the query as a setting."""
    name = request.args.get("battle", "")
    return {"battle": name} if name in catalog().battles else {}


TABLE_UI = TableUI(
    wished=wished,
    look=look,
    question=question,
    answer=answer,
    field=field,
    groups=(
        ("setting_group.gd_what", ("battle", "scenario", "players", "dice", "chits", "supply")),
        ("setting_group.gd_readings", ("odds", "bridge", "hexes", "roads")),
    ),
)
