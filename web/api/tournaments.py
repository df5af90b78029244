"""Tournaments of any game.

The organiser's or a player's secret link goes into the header Authorization, after Bearer; without one the
response holds only what everyone may see. Only the organiser may change and correct.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response, current_app, request, url_for

from generator.ratings import rate_results
from generator.results import Results, write_csv, write_json
from generator.results import read_untrusted as read_results
from generator.tournament import actions, file
from generator.tournament.model import Plan, Report
from schemas.api.common import Printing
from schemas.api.diaries import Ratings, ResultsFile
from schemas.api.tournaments import (
    BegunTournament,
    ChangedPlayer,
    Listing,
    NewPlayer,
    NewRound,
    NewTournament,
    Paging,
    Reported,
    SheetWish,
    Swap,
    TakenReports,
    Tournament,
    TournamentPage,
)
from web.http.downloads import send_rendering
from web.http.request_context import PUBLIC, address, bearer, client_owner, context
from web.service import tournaments
from web.service.tournaments import Sight

from .blueprint import ANYONE, LINK, Blueprint, View
from .responses import CSV, CSV_TYPE, PDF, TEXT, File, add_file_endpoints, wish_of
from .shared_documents import list_public

PATH = "/tournaments"
blueprint = Blueprint("tournaments", __name__, description="Tournaments of any game.")
endpoint = blueprint.endpoint


def change(path: str, method: str, errors: Sequence[int] = (403, 404), **more: Any) -> Callable[[View], View]:
    """Add an endpoint that changes a tournament and returns it."""
    place = f"/<tournament_id>{path}"
    return endpoint(place, method, result=Tournament, errors=errors, security=LINK, **more)


@endpoint("", query=Paging, result=TournamentPage)
def shelf(wish: dict[str, Any]) -> Any:
    """List the listed tournaments, the latest first"""
    return list_public(tournaments, wish)


@endpoint("", "POST", body=NewTournament, result=BegunTournament, status=201, errors=(413,), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Begin a tournament and return the links of its organiser and players"""
    if "document" in wish:
        begun = tournaments.keep(context(), file.read_untrusted(wish["document"]), client_owner())
    else:
        begun = tournaments.begin(
            context(),
            wish.get("game", ""),
            wish["title"],
            wish["system"],
            wish["rounds"],
            wish["players"],
            client_owner(),
        )
    body = {
        "id": begun.sight.id,
        "link": begun.link,
        "links": {
            str(number): link for number, link in tournaments.player_links(begun.sight, begun.link).items()
        },
    }
    return body, 201, {"Location": url_for("tournaments.show", tournament_id=begun.sight.id)}


@endpoint("/<tournament_id>", result=Tournament, errors=(404,), security=ANYONE)
def show(tournament_id: str) -> Any:
    """Return a tournament with its rounds and current standings"""
    return _shown(_sight(tournament_id))


@change("", "PUT", body=Listing)
def list_it(wish: dict[str, Any], tournament_id: str) -> Any:
    """List a tournament publicly, or show it only to those who have its address"""
    return _shown(tournaments.set_listed(context(), _sight(tournament_id), wish["listed"]))


@endpoint("/<tournament_id>", "DELETE", status=204, errors=(403, 404), security=LINK)
def forget(tournament_id: str) -> None:
    """Delete a tournament"""
    tournaments.forget(context(), _sight(tournament_id))


@change("/players", "POST", body=NewPlayer, cost=2)
def add_player(wish: dict[str, Any], tournament_id: str) -> Any:
    """Add a player"""
    return _shown(tournaments.add_player(context(), _sight(tournament_id), bearer() or "", wish["name"]))


@change("/players/<int:number>", "PUT", body=ChangedPlayer, cost=2)
def change_player(wish: dict[str, Any], tournament_id: str, number: int) -> Any:
    """Rename a player, or set whether they play on"""
    sight = _sight(tournament_id)
    if "name" in wish:
        sight = tournaments.rename(context(), sight, number, wish["name"])
    if "plays" in wish:
        act = tournaments.come_back if wish["plays"] else tournaments.leave
        sight = act(context(), sight, number)
    return _shown(sight)


@change("/rounds", "POST", body=NewRound, cost=10)
def draw(wish: dict[str, Any], tournament_id: str) -> Any:
    """Draw the next round"""
    plan = Plan(wish["kind"], tuple(wish["names"]), wish["settings"])
    return _shown(tournaments.draw(context(), _sight(tournament_id), plan))


@change("/rounds", "DELETE", errors=(403, 404, 422))
def undraw(tournament_id: str) -> Any:
    """Delete the last round, unless one of its tables has reported"""
    return _shown(tournaments.undraw(context(), _sight(tournament_id)))


@change("/swap", "POST", body=Swap)
def swap(wish: dict[str, Any], tournament_id: str) -> Any:
    """Swap two players of the last round"""
    return _shown(tournaments.swap(context(), _sight(tournament_id), wish["one"], wish["other"]))


@change("/rounds/<int:number>/tables/<int:table>", "PUT", body=Reported, cost=2)
def report(wish: dict[str, Any], tournament_id: str, number: int, table: int) -> Any:
    """Report a result: a player once for their own table, the organiser for any and repeatedly"""
    result = Report(wish["winner"], wish["how"], wish["figures"], wish["note"])
    return _shown(tournaments.report(context(), _sight(tournament_id), number, table, result))


@change("/rounds/<int:number>/tables/<int:table>", "DELETE", errors=(403, 404, 422))
def unreport(tournament_id: str, number: int, table: int) -> Any:
    """Delete a report of the last round"""
    return _shown(tournaments.unreport(context(), _sight(tournament_id), number, table))


@change("/results", "POST", body=TakenReports, errors=(403, 404, 413), cost=5)
def take_results(wish: dict[str, Any], tournament_id: str) -> Any:
    """Take the rows of a results file as reports, as the organiser"""
    given = read_results(wish["results"], context().catalogs)
    return _shown(tournaments.add_results(context(), _sight(tournament_id), given))


@endpoint("/<tournament_id>/ratings", result=Ratings, errors=(404,), security=ANYONE, cost=5)
def ratings(tournament_id: str) -> Any:
    """Return the ratings of players and of the sides of scenarios"""
    return rate_results(_results(tournament_id))


@endpoint("/<tournament_id>/results.json", result=ResultsFile, errors=(404,), security=ANYONE)
def results_json(tournament_id: str) -> Any:
    """Return the reported tables as a results file"""
    return write_json(_results(tournament_id))


@endpoint("/<tournament_id>/results.csv", media=CSV, errors=(404,), security=ANYONE)
def results_csv(tournament_id: str) -> Response:
    """Return the reported tables as CSV, with the same columns"""
    return Response(write_csv(_results(tournament_id)), content_type=CSV_TYPE)


@endpoint("/<tournament_id>/results.trf", media=TEXT, errors=(404, 422), security=ANYONE)
def results_trf(tournament_id: str) -> Response:
    """Return a Swiss tournament in the format TRF16"""
    return Response(tournaments.write_report_file(_sight(tournament_id)), mimetype="text/plain")


def _results(tournament_id: str) -> Results:
    return tournaments.list_results(_sight(tournament_id), get_public_address(tournament_id))


def _send_card(file: File, query: Mapping[str, Any], tournament_id: str, number: int, table: int) -> Response:
    sight, wish = _sight(tournament_id), wish_of(file.kind, query)
    printed = tournaments.render_card(context(), sight, number, table, wish)
    return send_rendering(printed, f"hora-h-round-{number}-table-{table}")


CARD = "Card of a table's generated battle, as the caller may see it"
add_file_endpoints(
    blueprint,
    "/<tournament_id>/rounds/<int:number>/tables/<int:table>",
    [File("card.pdf", CARD, "pdf", PDF, Printing, cost=10)],
    _send_card,
)


def _send_sheet(file: File, query: Mapping[str, Any], tournament_id: str) -> Response:
    sight, sheet = _sight(tournament_id), file.name.removesuffix(".pdf")
    wish = wish_of(file.kind, query, address("tournaments.show", tournament_id=sight.id))
    printed = tournaments.render_sheet(context(), sight, sheet, wish, query["round"])
    return send_rendering(printed, f"hora-h-{sheet}")


add_file_endpoints(
    blueprint,
    "/<tournament_id>",
    (
        File("pairings.pdf", "The pairings of a round on paper", "pdf", PDF, SheetWish, cost=10),
        File("slips.pdf", "Result slips of a round, to fill in by hand", "pdf", PDF, SheetWish, cost=10),
        File("standings.pdf", "The standings on paper", "pdf", PDF, SheetWish, cost=10),
    ),
    _send_sheet,
    anyone=False,
)


def get_public_address(tournament_id: str) -> str:
    """Return the address of a tournament's page."""
    return f"{current_app.config[PUBLIC] or request.url_root.rstrip('/')}/tournaments/{tournament_id}"


def _sight(tournament_id: str) -> Sight:
    return tournaments.sit(context(), tournament_id, bearer())


def _shown(sight: Sight) -> dict[str, Any]:
    names = {each.number: each.name for each in sight.tournament.players}
    return {
        "id": sight.id,
        "version": sight.version,
        "listed": sight.entry.stored.listed,
        "you": sight.entry.writer,
        "sides": sight.match.sides,
        "endings": sight.match.endings,
        "finished": actions.is_finished(sight.tournament),
        "tournament": tournaments.visible_document(sight),
        "standings": [
            {
                "place": line.place,
                "number": line.number,
                "name": names[line.number],
                "points": float(line.points),
                "by_round": [None if each is None else float(each) for each in line.by_round],
                "played": line.played,
                "won": line.won,
                "byes": line.byes,
                "lean": line.lean,
            }
            for line in sight.lines
        ],
    }
