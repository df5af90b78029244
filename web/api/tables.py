"""Tables of any game.

The secret link of a seat goes into the header Authorization, after Bearer. A game may register the blueprint
once more, with a separate prefix for one kind of its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from marshmallow import Schema

from generator.game import default_procedure, find_procedure
from generator.verify import verify
from schemas.api.common import Language, LogLine, Printing, Reading
from schemas.api.tables import (
    Agreement,
    Answer,
    Corrected,
    NewTable,
    OpenedTable,
    Prompt,
    Record,
    Refused,
    State,
    Undo,
    Verdict,
    Withdrawal,
)
from web.games.registry import default_game, games
from web.http.downloads import send_rendering
from web.http.rate_limit import pay
from web.http.request_context import bearer, clean_line, client_owner, context, language
from web.service import owner_data, tables
from web.service.tables import proposals
from web.service.tables.log_text import add_texts, verdict_json

from .blueprint import ANYONE, Blueprint, View
from .responses import JSON, PDF, SVG, TEXT, File, add_file_endpoints, wish_of

PATH = "/tables"
blueprint = Blueprint(
    "tables", __name__, description="Tables that people share; each seat sees its own view."
)
endpoint = blueprint.endpoint


def action_endpoint(name: str, asks: type[Schema] | None = None, cost: int = 1) -> Callable[[View], View]:
    """Add an endpoint for an action of a seat that returns the state after it."""
    path, errors = f"/<table_id>/{name}", (403, 404, 409)
    return endpoint(path, "POST", body=asks, result=State, errors=errors, security=ANYONE, cost=cost)


def separate_prefixes() -> dict[str, str]:
    """Return the kinds of tables that have a separate prefix, by the blueprint that serves it."""
    return {place: kind for game in games().values() for place, kind in game.table_blueprints.items()}


def serves_kind(kind: str) -> bool:
    """Tell whether the requested prefix serves tables of this kind."""
    own = separate_prefixes().get(request.blueprint or "")
    return kind == own if own else kind not in separate_prefixes().values()


def sitting(table_id: str) -> tables.Sitting:
    """Return the seat of this request's link."""
    return tables.find_sitting(context(), table_id, bearer(), serves_kind)


@endpoint("", "POST", body=NewTable, result=OpenedTable, status=201, cost=5)
def open_table(wish: dict[str, Any]) -> Any:
    """Open a table and return its links"""
    apart = request.blueprint in separate_prefixes()
    default = "" if apart else default_procedure(default_game().id, serves_kind).name
    played = find_procedure(wish.get("procedure", default), serves_kind)
    stored_data = (
        owner_data.find(context(), wish["box_link"], played.game).document if "box_link" in wish else None
    )
    data = wish.get("box", stored_data)
    host = None
    if mine := wish.get("mine"):
        host = tables.Host(mine, clean_line(wish["name"]), wish["referee"])
    opened = tables.open_table(
        context(), played.name, wish["settings"], wish["title"], data, host, client_owner()
    )
    return opened, 201, {"Location": f"{request.path}/{opened.id}"}


@endpoint("/<table_id>", result=State, errors=(404,), security=ANYONE, cost=0)
@blueprint.alt_response(304, description="Nothing has changed.")
def show(table_id: str) -> Any:
    """Return the state of the table"""
    here = sitting(table_id)
    tag = f"{tables.version(context(), here)}-{here.seat}"
    if request.if_none_match.contains(tag):
        return Response(status=304, headers=_tagged(tag))
    pay(1)
    return tables.state(context(), here), 200, _tagged(tag)


@endpoint("/<table_id>/prompts", result=Prompt(many=True), errors=(404,), security=ANYONE)
def prompts(table_id: str) -> Any:
    """List the prompts of this seat"""
    return tables.prompts(context(), sitting(table_id))


@action_endpoint("answers", Answer)
def answer(wish: dict[str, Any], table_id: str) -> Any:
    """Answer a prompt; of two answers at once, one is accepted and the other refused (409)"""
    return tables.answer(context(), sitting(table_id), wish["number"], wish["answer"])


@action_endpoint("undo", Undo)
def undo(wish: dict[str, Any], table_id: str) -> Any:
    """Ask to take answers back; it happens when every player asks for the same"""
    return tables.undo(context(), sitting(table_id), wish["answers"])


@action_endpoint("reveal")
def reveal(table_id: str) -> Any:
    """Ask to reveal everything because the game is over; it happens when every player asks"""
    return tables.reveal(context(), sitting(table_id))


@action_endpoint("agreement", Agreement)
def agree(wish: dict[str, Any], table_id: str) -> Any:
    """Confirm another seat's report; it counts when every player has confirmed"""
    return proposals.agree(context(), sitting(table_id), wish["number"])


@action_endpoint("refusal", Refused)
def refuse(wish: dict[str, Any], table_id: str) -> Any:
    """Refuse an undo, a reveal or another seat's report"""
    return proposals.refuse(context(), sitting(table_id), wish["what"], wish["why"])


@action_endpoint("withdrawal", Withdrawal)
def withdraw(wish: dict[str, Any], table_id: str) -> Any:
    """Withdraw your own request"""
    return proposals.withdraw(context(), sitting(table_id), wish["what"])


@action_endpoint("corrections", Corrected, cost=5)
def correct(wish: dict[str, Any], table_id: str) -> Any:
    """Propose another answer for a report; when all agree, the rules replay from there"""
    return proposals.correct(context(), sitting(table_id), wish["place"], wish["answer"])


@endpoint("/<table_id>/log", query=Reading, result=LogLine(many=True), errors=(404,), security=ANYONE)
def log(wish: dict[str, Any], table_id: str) -> Any:
    """List every answer and its effects; a long log is paged, and Link names the next page"""
    start, end = wish["start"], wish["start"] + wish["limit"]
    with tables.view_table(context(), sitting(table_id)) as view:
        total, part = len(view.log), view.log[start:end]
        catalog, settings = view.live.session.catalog, view.settings[0]
    headers = {"X-Total-Count": str(total)}
    if end < total:
        asked = {**request.args.to_dict(), "start": end, "limit": wish["limit"]}
        headers["Link"] = f'<{request.path}?{urlencode(asked)}>; rel="next"'
    return add_texts(catalog, part, language(), settings), 200, headers


@endpoint("/<table_id>/record", result=Record, errors=(404,), security=ANYONE)
def record(table_id: str) -> Any:
    """Return the complete record, to check the dice with `horah verify`"""
    return tables.record(context(), sitting(table_id))


@endpoint("/<table_id>/verification", result=Verdict, errors=(404, 409), security=ANYONE, cost=3)
def verification(table_id: str) -> Any:
    """Check the table's dice"""
    catalogs = context().catalogs
    return verdict_json(verify(catalogs, tables.finished_record(context(), sitting(table_id))), catalogs)


def _send_card(file: File, query: Mapping[str, Any], table_id: str) -> Response:
    here = sitting(table_id)
    printed = tables.render_card(context(), here, wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{table_id[:8]}-{here.seat}")


EVENING = "All sheets of this seat in one file, for games that have one"
add_file_endpoints(
    blueprint,
    "/<table_id>",
    (
        File("card.json", "The finished card as JSON", "json", JSON),
        File("card.txt", "The finished card as text", "text", TEXT, Language),
        File("card.pdf", "The finished card on paper", "pdf", PDF, Printing, cost=10),
        File("pack.pdf", EVENING, "pack", PDF, Printing, cost=10),
        File("map.svg", "The map of the finished card as a drawing", "svg", SVG, Language, cost=3),
    ),
    _send_card,
    conflicts=True,
)


def _tagged(tag: str) -> dict[str, str]:
    return {"ETag": f'"{tag}"', "Cache-Control": "no-store", "Vary": "Authorization"}
