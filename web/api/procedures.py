"""Procedures that can be played, and their settings."""

from __future__ import annotations

from typing import Any

from generator.game import list_procedures
from generator.settings import Setting
from schemas.api.catalogs import Procedure
from web.http.request_context import context

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


def _said(setting: Setting, game: str) -> dict[str, Any]:
    """Return a setting as JSON, with its sentence in every language."""
    sentence = in_each_language(context().catalogs[game], lambda words: words.say(setting.sentence))
    return {**{name: getattr(setting, name) for name in setting.__slots__}, "sentence": sentence}
