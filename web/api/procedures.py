"""Procedures that can be played, and their settings."""

from __future__ import annotations

from typing import Any

from generator.chance import check_seed
from generator.game import find_procedure, list_procedures
from generator.session import roll_at_once
from generator.settings import Setting
from generator.settings_check import check_settings
from generator.table import EVERYONE, REFEREE
from schemas.api.catalogs import NewRoll, Procedure, Roll
from schemas.errors import HorahError
from web.http.request_context import context, language
from web.service.tables.log_text import add_texts
from web.service.tokens import new_battle_seed

from .blueprint import Blueprint
from .responses import in_each_language

PATH = "/procedures"
blueprint = Blueprint(
    "procedures", __name__, description="Procedures that can be played, with their settings."
)


@blueprint.endpoint("", result=Procedure(many=True))
def procedures() -> Any:
    """List every procedure with its settings"""
    return [
        {
            "name": each.name,
            "game": each.game,
            "kind": each.kind,
            "settings": [
                _said(setting, each.game) for setting in each.describe(context().catalogs[each.game])
            ],
        }
        for each in list_procedures()
    ]


@blueprint.endpoint("/rolls", "POST", body=NewRoll, result=Roll, cost=20)
def roll(wish: dict[str, Any]) -> Any:
    """Play a procedure to its end at once, with random players; nothing is stored"""
    procedure = find_procedure(wish["procedure"])
    seat = wish["seat"]
    if seat not in (*procedure.seats, REFEREE, EVERYONE):
        raise HorahError("NOT_ASKED.seat")
    catalog = context().catalogs[procedure.game]
    settings = procedure.read(catalog, check_settings(procedure, catalog, wish["settings"]))
    seed = check_seed(wish["seed"]) if wish["seed"] else new_battle_seed()
    session = roll_at_once(procedure, catalog, settings, seed)
    return {
        "procedure": procedure.name,
        "seed": seed,
        "settings": procedure.write(settings),
        "documents": session.documents(seat),
        "log": add_texts(catalog, session.log(seat), language(), procedure.write(settings)),
    }


def _said(setting: Setting, game: str) -> dict[str, Any]:
    """Return a setting as JSON, with its sentence in every language."""
    sentence = in_each_language(context().catalogs[game], lambda words: words.say(setting.sentence))
    return {**{name: getattr(setting, name) for name in setting.__slots__}, "sentence": sentence}
