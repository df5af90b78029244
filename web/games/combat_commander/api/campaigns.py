"""Campaigns: tables like any other, and besides them cards of battles, the record and the positions."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask_smorest import Api

from schemas.api.common import Language, Printing
from schemas.api.tables import CardLine
from web.api.blueprint import Blueprint
from web.api.sending import PDF, SVG, TEXT, send, wish_of
from web.api.tables import ANYONE
from web.api.tables import blueprint as shared
from web.current import bearer, context
from web.games.combat_commander.service import records
from web.rate_limit import costs
from web.service import tables
from web.service.printing import Kind

PATH = "/campaigns"
blueprint = Blueprint("campaign-papers", __name__, description="Cards and records of campaigns.")
route, arguments, response = blueprint.route, blueprint.arguments, blueprint.response


def register(api: Api, prefix: str) -> None:
    """Everything a table has, under another name; then what only campaigns have."""
    api.register_blueprint(shared, name="campaigns", url_prefix=prefix)
    api.register_blueprint(blueprint, url_prefix=prefix)


def sitting(table_id: str) -> tables.Sitting:
    return tables.sit(context(), table_id, bearer(), lambda kind: kind == "campaign")


@route("/<table_id>/cards")
@response(200, CardLine(many=True))
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def cards(table_id: str) -> Any:
    """The battles whose cards are ready"""
    ready = tables.cards(context(), sitting(table_id))
    return [{"number": number, "card": card} for number, card in enumerate(ready, 1)]


@route("/<table_id>/cards/<int:number>/card.pdf")
@costs(10)
@arguments(Printing, location="query")
@response(200, **PDF)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def card_pdf(wish: dict[str, Any], table_id: str, number: int) -> Response:
    """The card of one battle on paper"""
    here = sitting(table_id)
    printed = tables.printed(context(), here, wish_of("pdf", wish), number)
    return send(printed, f"hora-h-{table_id[:8]}-{number}-{here.seat}")


@route("/<table_id>/campaign.pdf")
@costs(10)
@arguments(Printing, location="query")
@response(200, **PDF)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def record_pdf(wish: dict[str, Any], table_id: str) -> Response:
    """The state of everything on one page"""
    return _record(table_id, "pdf", wish)


@route("/<table_id>/campaign.txt")
@arguments(Language, location="query")
@response(200, **TEXT)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def record_text(wish: dict[str, Any], table_id: str) -> Response:
    """The state of everything as text"""
    return _record(table_id, "text", wish)


@route("/<table_id>/positions.svg")
@costs(3)
@arguments(Language, location="query")
@response(200, **SVG)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def positions(wish: dict[str, Any], table_id: str) -> Response:
    """The graph of positions with the path so far"""
    return _record(table_id, "svg", wish)


def _record(table_id: str, kind: Kind, wish: dict[str, Any]) -> Response:
    here = sitting(table_id)
    printed = records.record(context(), here, wish_of(kind, wish))
    return send(printed, f"hora-h-{table_id[:8]}-campaign")
