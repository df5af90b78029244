"""Campaigns: the endpoints of tables, plus battle cards, the record and the positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask_smorest import Api

from schemas.api.common import Language, Printing
from schemas.api.tables import CardLine
from web.api.blueprint import ANYONE, Blueprint
from web.api.responses import PDF, SVG, TEXT, File, add_file_endpoints, wish_of
from web.api.tables import blueprint as shared
from web.games.combat_commander.service import records
from web.http.downloads import send_rendering
from web.http.request_context import bearer, context
from web.service import tables

PATH = "/campaigns"
blueprint = Blueprint("campaign-papers", __name__, description="Cards and records of campaigns.")
endpoint = blueprint.endpoint


def register(api: Api, prefix: str) -> None:
    """Register the table endpoints under /campaigns, then the endpoints only campaigns have."""
    api.register_blueprint(shared, name="campaigns", url_prefix=prefix)
    api.register_blueprint(blueprint, url_prefix=prefix)


def sitting(table_id: str) -> tables.Sitting:
    return tables.find_sitting(context(), table_id, bearer(), lambda kind: kind == "campaign")


@endpoint("/<table_id>/cards", result=CardLine(many=True), errors=(404,), security=ANYONE)
def cards(table_id: str) -> Any:
    """List the battles whose cards are ready"""
    ready = tables.cards(context(), sitting(table_id))
    return [{"number": number, "card": card} for number, card in enumerate(ready, 1)]


def _send_card(file: File, query: Mapping[str, Any], table_id: str, number: int) -> Response:
    seated = sitting(table_id)
    printed = tables.render_card(context(), seated, wish_of(file.kind, query), number)
    return send_rendering(printed, f"hora-h-{table_id[:8]}-{number}-{seated.seat}")


def _send_record(file: File, query: Mapping[str, Any], table_id: str) -> Response:
    printed = records.render_record_file(context(), sitting(table_id), wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{table_id[:8]}-campaign")


def _send_blank(file: File, query: Mapping[str, Any], campaign: str) -> Response:
    printed = records.render_blank_file(context(), campaign, wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{campaign}")


add_file_endpoints(
    blueprint,
    "/<campaign>",
    [File("blank.pdf", "A blank record of a campaign, to fill in by pen", "pdf", PDF, Printing, cost=5)],
    _send_blank,
    anyone=False,
)
add_file_endpoints(
    blueprint,
    "/<table_id>/cards/<int:number>",
    [File("card.pdf", "The card of one battle on paper", "pdf", PDF, Printing, cost=10)],
    _send_card,
)
add_file_endpoints(
    blueprint,
    "/<table_id>",
    (
        File("campaign.pdf", "The state of everything on one page", "pdf", PDF, Printing, cost=10),
        File("campaign.txt", "The state of everything as text", "text", TEXT, Language),
        File("positions.svg", "The graph of positions with the path so far", "svg", SVG, Language, cost=3),
    ),
    _send_record,
)
