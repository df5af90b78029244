"""Plays of a battle or scenario, as diaries and tournaments list them."""

from __future__ import annotations

from typing import Any

from schemas.api.diaries import PlaysOf, PlaysWish
from web.games.registry import default_game, games
from web.http.request_context import context, formatter
from web.service import plays
from web.service.errors import NotHere

from .blueprint import Blueprint

PATH = "/plays"
blueprint = Blueprint("plays", __name__, description="Plays of a battle or scenario.")


@blueprint.endpoint("", query=PlaysWish, result=PlaysOf, errors=(404,), cost=3)
def show(wish: dict[str, Any]) -> Any:
    """Return who won how often, the odds that were shown, and every listed play"""
    game = wish["game"] or default_game().id
    if game not in games():
        raise NotHere
    subject = plays.find_subject(context(), game, wish["of"], formatter(game))
    found = subject.plays
    first, second, nobody = found.wins
    return {
        "path": subject.path,
        "played": len(found.plays),
        "first": first,
        "second": second,
        "nobody": nobody,
        "odds": found.odds,
        "last_played": found.last_played,
        "plays": [
            {
                "day": play.battle.day,
                "first": play.battle.first.name,
                "second": play.battle.second.name,
                "winner": play.battle.winner,
                "odds": play.battle.odds,
                "listed_in": play.path,
            }
            for play in found.plays
        ],
    }
