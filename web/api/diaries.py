"""Diaries of any game.

The keeper's secret link goes into the header Authorization, after Bearer. Without it a diary can be read only
if its keeper lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response

from generator.diary.file import read_battle, read_untrusted
from generator.ratings import rate_results
from generator.results import read_untrusted as read_results
from generator.results import write_csv, write_json
from schemas.api.diaries import (
    BegunDiary,
    Diary,
    DiaryFigures,
    DiaryPage,
    DiaryPrinting,
    FoughtBattle,
    NewDiary,
    Ratings,
    ResultsFile,
    TakenResults,
    WhoseFigures,
)
from schemas.api.tournaments import Listing, Paging
from web.http.downloads import send_rendering
from web.http.request_context import bearer, context, formatter
from web.service import diaries
from web.service.diaries import Sight

from .blueprint import ANYONE, LINK, Blueprint, View
from .responses import CSV, CSV_TYPE, PDF, File, add_file_endpoints, wish_of
from .shared_documents import begin_document, list_public
from .tournaments import get_public_address

PATH = "/diaries"
blueprint = Blueprint("diaries", __name__, description="Diaries of any game.")
endpoint = blueprint.endpoint


def change(path: str, method: str, errors: Sequence[int] = (403, 404), **more: Any) -> Callable[[View], View]:
    """Add an endpoint that changes a diary and returns it."""
    place = f"/<diary_id>{path}"
    return endpoint(place, method, result=Diary, errors=errors, security=LINK, **more)


@endpoint("", query=Paging, result=DiaryPage)
def shelf(wish: dict[str, Any]) -> Any:
    """List the listed diaries, the latest first"""
    return list_public(diaries, wish)


@endpoint("", "POST", body=NewDiary, result=BegunDiary, status=201, errors=(413,), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Begin a diary and return its keeper's link"""
    return begin_document(diaries, wish, read_untrusted, "diaries.show", "diary_id")


@endpoint("/<diary_id>", result=Diary, errors=(404,), security=ANYONE)
def show(diary_id: str) -> Any:
    """Return a diary with its battles"""
    return _shown(_sight(diary_id))


@change("", "PUT", body=Listing)
def list_it(wish: dict[str, Any], diary_id: str) -> Any:
    """List a diary publicly, or unlist it"""
    return _shown(diaries.set_listed(context(), _sight(diary_id), wish["listed"]))


@endpoint("/<diary_id>", "DELETE", status=204, errors=(403, 404), security=LINK)
def forget(diary_id: str) -> None:
    """Delete a diary"""
    diaries.forget(context(), _sight(diary_id))


@change("/battles", "POST", body=FoughtBattle, errors=(403, 404, 413), cost=2)
def add(wish: dict[str, Any], diary_id: str) -> Any:
    """Add a battle"""
    return _shown(diaries.add(context(), _sight(diary_id), read_battle(wish)))


@change("/battles/<int:number>", "PUT", body=FoughtBattle, cost=2)
def correct(wish: dict[str, Any], diary_id: str, number: int) -> Any:
    """Replace a battle"""
    return _shown(diaries.correct(context(), _sight(diary_id), number, read_battle(wish)))


@change("/battles/<int:number>", "DELETE", errors=(403, 404, 422))
def strike(diary_id: str, number: int) -> Any:
    """Delete a battle"""
    return _shown(diaries.strike(context(), _sight(diary_id), number))


@change("/battles/<int:number>/rematch", "POST", errors=(403, 404, 422))
def rematch(diary_id: str, number: int) -> Any:
    """Add a rematch of a battle with the sides swapped"""
    return _shown(diaries.rematch(context(), _sight(diary_id), number))


@change("/results", "POST", body=TakenResults, errors=(403, 404, 413), cost=5)
def take_results(wish: dict[str, Any], diary_id: str) -> Any:
    """Import the results of a tournament or of a results file; repeated, it changes only what differs"""
    here, sight, name = context(), _sight(diary_id), wish["tournament"]
    if "results" in wish:
        return _shown(diaries.add_results(here, sight, read_results(wish["results"], here.catalogs)))
    where = get_public_address(name)
    return _shown(diaries.import_results(here, sight, name, where, formatter(sight.diary.game)))


@endpoint("/<diary_id>/results.json", result=ResultsFile, errors=(404,), security=ANYONE)
def results_json(diary_id: str) -> Any:
    """Return the battles as a results file"""
    return write_json(diaries.list_results(_sight(diary_id)))


@endpoint("/<diary_id>/results.csv", media=CSV, errors=(404,), security=ANYONE)
def results_csv(diary_id: str) -> Response:
    """Return the battles as CSV, with the same columns"""
    return Response(write_csv(diaries.list_results(_sight(diary_id))), content_type=CSV_TYPE)


@endpoint("/<diary_id>/ratings", result=Ratings, errors=(404,), security=ANYONE, cost=5)
def ratings(diary_id: str) -> Any:
    """Return the ratings of players and of the sides of scenarios"""
    return rate_results(diaries.list_results(_sight(diary_id)))


def _send(file: File, query: Mapping[str, Any], diary_id: str) -> Response:
    printed = diaries.render_diary(context(), _sight(diary_id), wish_of(file.kind, query), query["player"])
    return send_rendering(printed, "hora-h-diary")


PAPER = "The diary with its figures on paper, of all or of one player"
add_file_endpoints(
    blueprint, "/<diary_id>", [File("diary.pdf", PAPER, "pdf", PDF, DiaryPrinting, cost=5)], _send
)


@endpoint("/<diary_id>/figures", query=WhoseFigures, result=DiaryFigures, errors=(404,), security=ANYONE)
def figures(wish: dict[str, Any], diary_id: str) -> Any:
    """Return the figures of the battles, of all players or of one"""
    return _sight(diary_id).figures(wish["player"])


def _sight(diary_id: str) -> Sight:
    return diaries.sit(context(), diary_id, bearer())


def _shown(sight: Sight) -> dict[str, Any]:
    return {
        "id": sight.id,
        "version": sight.version,
        "listed": sight.entry.stored.listed,
        "keeper": sight.keeper,
        "sides": sight.match.sides,
        "endings": sight.match.told,
        "diary": diaries.visible_document(sight),
    }
