"""Ratings pages: of a diary, a tournament or a results file, and the list of what can be rated."""

from __future__ import annotations

from flask import Blueprint, Response, g, make_response, render_template, request

from exports.diary.text import make_calibration_part
from exports.ratings.plot import EDGE, SQUARE, make_reliability_plot, make_time_plot
from exports.ratings.text import list_notes, make_player_grid, make_side_grid
from generator.ratings import rate_results
from generator.results import Results
from generator.tournament.cards import find_match
from schemas.errors import HorahError
from web.games.registry import default_game
from web.http.rate_limit import costs
from web.http.request_context import context, formatter, sentence
from web.service import diaries, tournaments

from .diaries import remembered_link
from .results import read_results
from .template_helpers import format_day

blueprint = Blueprint("rating_pages", __name__)


@blueprint.get("/ratings")
def index() -> str:
    """List the public diaries and tournaments, whose ratings everyone may see."""
    return _index()


def _index(refusal: str = "") -> str:
    return render_template(
        "ratings/index.html",
        own=remembered_link(),
        diaries=diaries.list_public(context())[0],
        tournaments=tournaments.list_public(context())[0],
        refusal=refusal,
    )


@blueprint.post("/ratings")
@costs(10)
def of_file() -> Response:
    """Rate a results file without keeping it."""
    try:
        results = read_results(default_game().id)
    except HorahError as fault:
        return make_response(_index(sentence(fault)), getattr(fault, "status", 422))
    return make_response(render_ratings(results, request.path))


@blueprint.get("/diaries/<diary_id>/ratings")
@costs(5)
def of_diary(diary_id: str) -> str:
    """Rate the battles of a listed diary."""
    sight = diaries.sit(context(), diary_id, None)
    return render_ratings(diaries.list_results(sight), f"/diaries/{diary_id}")


@blueprint.get("/diaries/keep/<link>/ratings")
@costs(5)
def of_own_diary(link: str) -> str:
    """Rate the battles of the keeper's diary, private ones too."""
    sight = diaries.enter(context(), link)
    return render_ratings(diaries.list_results(sight), f"/diaries/keep/{link}")


@blueprint.get("/tournaments/<tournament_id>/ratings")
@costs(5)
def of_tournament(tournament_id: str) -> str:
    """Rate the battles of a tournament."""
    sight = tournaments.read(context(), tournament_id)
    return render_ratings(tournaments.list_results(sight), f"/tournaments/{tournament_id}")


def render_ratings(results: Results, back: str) -> str:
    """Return the page of ratings; ``back`` is where it was opened from."""
    g.game = results.game
    words, match = formatter(results.game), find_match(results.game)
    ratings = rate_results(results)
    plot = make_time_plot(ratings)
    return render_template(
        "ratings/show.html",
        title=results.title,
        back=back,
        ratings=ratings,
        players=make_player_grid(ratings, words),
        sides=make_side_grid(ratings, match, words),
        notes=list_notes(ratings, words),
        plot=plot,
        days=[format_day(plot.first_day), format_day(plot.last_day)] if plot else [],
        dots=make_reliability_plot(ratings.calibration),
        square=(SQUARE, EDGE),
        calibration=make_calibration_part(ratings.calibration, words) if ratings.calibration else None,
    )
