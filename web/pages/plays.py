"""Page with the plays of a battle or scenario, as diaries and tournaments list them."""

from __future__ import annotations

from flask import Blueprint, g, render_template, request

from exports.diary.text import format_odds, format_result, format_sides
from generator.game import games
from generator.tournament.cards import find_match
from web.games.registry import default_game
from web.http.rate_limit import costs
from web.http.request_context import context, formatter
from web.service import plays
from web.service.errors import NotHere

from .template_helpers import format_day

blueprint = Blueprint("play_pages", __name__, url_prefix="/plays")

MAX_ROWS = 100  # plays that the page lists


@blueprint.get("")
@costs(3)
def show() -> str:
    """Show who won how often, the odds that were shown, and every listed play."""
    game = request.args.get("game", default_game().id)
    if game not in games() or not games()[game].match:
        raise NotHere
    g.game, words, match = game, formatter(game), find_match(game)
    subject = plays.find_subject(context(), game, request.args.get("of", ""), words)
    found = subject.plays
    return render_template(
        "plays.html",
        subject=subject,
        title=subject.facts.get("title") or subject.facts.get("evening") or "",
        found=found,
        sides=[words.name("seat", side) for side in match.sides],
        last_played=format_day(found.last_played),
        rows=[
            (
                play,
                format_day(play.battle.day),
                format_sides(play.battle, match, words),
                format_result(play.battle, words),
                format_odds(play.battle, words),
            )
            for play in found.plays[:MAX_ROWS]
        ],
    )
