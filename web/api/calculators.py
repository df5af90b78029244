"""Calculators of a game: costs, odds and priorities from a few typed fields."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

from schemas.api.calculators import AidAnswer, AidFields, AidShown
from web.games.calculators import Calculators, Input, check_inputs, find_calculator
from web.games.registry import games
from web.http.request_context import formatter
from web.service.errors import NotHere

from .blueprint import Blueprint

PATH = "/aids"
blueprint = Blueprint(
    "aids", __name__, description="Calculators: costs, odds and priorities by the rules of a game."
)
endpoint = blueprint.endpoint


@endpoint("/<game>", result=AidShown(many=True), errors=(404,))
def shelf(game: str) -> Any:
    """List the calculators of a game with their fields"""
    words = formatter(game) if game in games() else None
    return [
        {
            "name": name,
            "title": words.term(f"aid_title.{name}") if words else "",
            "takes": aid.document_kind.format if aid.document_kind else "",
            "fields": [_field(each, words) for each in aid.inputs],
        }
        for name, aid in _calculators(game).items()
    ]


def _field(each: Input, words: Any) -> dict[str, Any]:
    things = each.choice_names(words)
    return {
        "name": each.name,
        "label": words.term(f"input.{each.name}"),
        "kind": each.kind,
        "least": each.least if each.kind == "number" else None,
        "most": each.most if each.kind == "number" else None,
        "start": each.start,
        "options": list(things),
        "names": list(things.values()),
    }


@endpoint("/<game>/<aid>", "POST", body=AidFields, result=AidAnswer, errors=(404,), cost=2)
def answer(given: dict[str, Any], game: str, aid: str) -> Any:
    """Calculate a result"""
    aids = _calculators(game)
    if aid not in aids:
        raise NotHere
    words, one = formatter(game), find_calculator(aids, aid)
    return one.answer(check_inputs(one, given["fields"], words), words, given.get("document")).json()


def _calculators(game: str) -> Calculators:
    if game not in games() or not games()[game].calculators:
        raise NotHere
    aids: Calculators = resolve_name(games()[game].calculators)
    return aids
