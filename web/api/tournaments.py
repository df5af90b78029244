"""Tournaments of any game.

The organiser's or a player's secret link goes into the header Authorization, after Bearer; without one a
tournament is read as everyone may see it. Only the organiser changes and corrects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from generator.tournament import course, file
from generator.tournament.model import Plan, Report
from schemas.api.common import Printing
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
    Tournament,
    TournamentPage,
)
from web.current import address, bearer, client, context
from web.downloads import send_rendering
from web.rate_limit import costs
from web.service import tournaments
from web.service.tournaments import Sight

from .blueprint import Blueprint
from .responses import ANYONE, PDF, File, add_file_endpoints, wish_of

PATH = "/tournaments"
blueprint = Blueprint("tournaments", __name__, description="Tournaments of any game.")
route, arguments, response = blueprint.route, blueprint.arguments, blueprint.response
alt = blueprint.alt_response
ORGANISERS: list[dict[str, list[str]]] = [{"link": []}]


@route("")
@arguments(Paging, location="query")
@response(200, TournamentPage)
def shelf(wish: dict[str, Any]) -> Any:
    """Those that their organisers list, the latest first"""
    found, total = tournaments.shelf(context(), wish["page"], wish["size"])
    return {"items": found, "total": total}


@route("", methods=["POST"])
@costs(5)
@arguments(NewTournament)
@response(201, BegunTournament)
@alt(413, "REQUEST_ENTITY_TOO_LARGE")
def begin(wish: dict[str, Any]) -> Any:
    """Begin a tournament and get its organiser's link"""
    if "document" in wish:
        begun = tournaments.keep(context(), file.received(wish["document"]), client())
    else:
        begun = tournaments.begin(
            context(),
            wish.get("game", ""),
            wish["title"],
            wish["system"],
            wish["rounds"],
            wish["players"],
            client(),
        )
    body = {
        "id": begun.sight.id,
        "link": begun.link,
        "links": {str(number): link for number, link in tournaments.links(begun.sight, begun.link).items()},
    }
    return body, 201, {"Location": url_for("tournaments.show", tournament_id=begun.sight.id)}


@route("/<tournament_id>")
@response(200, Tournament)
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def show(tournament_id: str) -> Any:
    """A tournament with its rounds and standings as they are now"""
    return _shown(_sight(tournament_id))


@route("/<tournament_id>", methods=["PUT"])
@arguments(Listing)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def list_it(wish: dict[str, Any], tournament_id: str) -> Any:
    """Show it among the tournaments, or only to those who have its address"""
    return _shown(tournaments.set_listed(context(), _sight(tournament_id), wish["listed"]))


@route("/<tournament_id>", methods=["DELETE"])
@response(204)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def forget(tournament_id: str) -> None:
    """Delete a tournament"""
    tournaments.forget(context(), _sight(tournament_id))


@route("/<tournament_id>/players", methods=["POST"])
@costs(2)
@arguments(NewPlayer)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def add_player(wish: dict[str, Any], tournament_id: str) -> Any:
    """One more player"""
    return _shown(tournaments.add_player(context(), _sight(tournament_id), bearer() or "", wish["name"]))


@route("/<tournament_id>/players/<int:number>", methods=["PUT"])
@costs(2)
@arguments(ChangedPlayer)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def change_player(wish: dict[str, Any], tournament_id: str, number: int) -> Any:
    """A player's name, and whether he plays on"""
    sight = _sight(tournament_id)
    if "name" in wish:
        sight = tournaments.rename(context(), sight, number, wish["name"])
    if "plays" in wish:
        act = tournaments.come_back if wish["plays"] else tournaments.leave
        sight = act(context(), sight, number)
    return _shown(sight)


@route("/<tournament_id>/rounds", methods=["POST"])
@costs(10)
@arguments(NewRound)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def draw(wish: dict[str, Any], tournament_id: str) -> Any:
    """Draw the next round"""
    plan = Plan(wish["kind"], tuple(wish["names"]), wish["settings"])
    return _shown(tournaments.draw(context(), _sight(tournament_id), plan))


@route("/<tournament_id>/rounds", methods=["DELETE"])
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@alt(422, "UNPROCESSABLE_ENTITY")
@blueprint.doc(security=ORGANISERS)
def undraw(tournament_id: str) -> Any:
    """Take the last round back, while no table of it has reported"""
    return _shown(tournaments.undraw(context(), _sight(tournament_id)))


@route("/<tournament_id>/swap", methods=["POST"])
@arguments(Swap)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def swap(wish: dict[str, Any], tournament_id: str) -> Any:
    """Let two players of the last round change places"""
    return _shown(tournaments.swap(context(), _sight(tournament_id), wish["one"], wish["other"]))


@route("/<tournament_id>/rounds/<int:number>/tables/<int:table>", methods=["PUT"])
@costs(2)
@arguments(Reported)
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@blueprint.doc(security=ORGANISERS)
def report(wish: dict[str, Any], tournament_id: str, number: int, table: int) -> Any:
    """How a table ended: by a player once for his own, by the organiser for any and again"""
    told = Report(wish["winner"], wish["how"], wish["figures"], wish["note"])
    return _shown(tournaments.report(context(), _sight(tournament_id), number, table, told))


@route("/<tournament_id>/rounds/<int:number>/tables/<int:table>", methods=["DELETE"])
@response(200, Tournament)
@alt(403, "FORBIDDEN")
@alt(404, "NOT_FOUND")
@alt(422, "UNPROCESSABLE_ENTITY")
@blueprint.doc(security=ORGANISERS)
def unreport(tournament_id: str, number: int, table: int) -> Any:
    """Take a report of the last round back"""
    return _shown(tournaments.unreport(context(), _sight(tournament_id), number, table))


def _send_card(file: File, query: Mapping[str, Any], tournament_id: str, number: int, table: int) -> Response:
    sight, wish = _sight(tournament_id), wish_of(file.kind, query)
    printed = tournaments.card(context(), sight, number, table, wish)
    return send_rendering(printed, f"hora-h-round-{number}-table-{table}")


CARD = "The battle of a table where it was rolled up, as whoever asks may see it"
add_file_endpoints(
    blueprint,
    "/<tournament_id>/rounds/<int:number>/tables/<int:table>",
    [File("card.pdf", CARD, "pdf", PDF, Printing, cost=10)],
    _send_card,
)


def _send_sheet(file: File, query: Mapping[str, Any], tournament_id: str) -> Response:
    sight, sheet = _sight(tournament_id), file.name.removesuffix(".pdf")
    wish = wish_of(file.kind, query, address("tournaments.show", tournament_id=sight.id))
    printed = tournaments.printed(context(), sight, sheet, wish, query["round"])
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


def _sight(tournament_id: str) -> Sight:
    return tournaments.sit(context(), tournament_id, bearer())


def _shown(sight: Sight) -> dict[str, Any]:
    names = {each.number: each.name for each in sight.tournament.players}
    return {
        "id": sight.id,
        "version": sight.version,
        "listed": sight.entry.book.listed,
        "you": sight.entry.who,
        "sides": sight.match.sides,
        "endings": sight.match.endings,
        "finished": course.finished(sight.tournament),
        "tournament": tournaments.document(sight),
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
