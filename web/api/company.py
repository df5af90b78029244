"""Who sits at a table: seats, invitations to them, hand-over, names, notes, closing."""

from __future__ import annotations

from typing import Any

from schemas.api.company import Chair, Named, NewNote, Note, Seat, Word
from schemas.api.tables import State
from web.current import bearer, context, words_of
from web.rate_limit import costs
from web.service import company, tables

from .blueprint import Blueprint
from .responses import ANYONE

PATH = "/tables"
blueprint = Blueprint("company", __name__, description="Who sits at a table, whatever is played there.")
route, arguments, response = blueprint.route, blueprint.arguments, blueprint.response


def sitting(table_id: str) -> tables.Sitting:
    """The seat that the link of this request leads to, at a table of any kind."""
    return tables.sit(context(), table_id, bearer())


@route("/<table_id>/seats")
@response(200, Chair(many=True))
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def seats(table_id: str) -> Any:
    """Every seat and who has it"""
    return company.chairs(context(), sitting(table_id), bearer() or table_id)


@route("/<table_id>/invitations", methods=["POST"])
@costs(3)
@arguments(Seat)
@response(201, Word)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.doc(security=ANYONE)
def invite(wish: dict[str, Any], table_id: str) -> Any:
    """Invite somebody to a seat that nobody has; an invitation made before is void"""
    here = sitting(table_id)
    return {"invitation": company.invite(context(), here, bearer() or table_id, wish["seat"])}


@route("/<table_id>/hand-over", methods=["POST"])
@costs(3)
@response(201, Word)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def hand_over(table_id: str) -> Any:
    """Offer one's own seat to another; when it is taken, this link ends"""
    here = sitting(table_id)
    return {"invitation": company.hand_over(context(), here, bearer() or table_id, here.seat)}


@route("/<table_id>/hand-over", methods=["DELETE"])
@response(204)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def keep(table_id: str) -> None:
    """Keep the seat after all"""
    here = sitting(table_id)
    company.keep(context(), here, here.seat)


@route("/<table_id>/name", methods=["PUT"])
@arguments(Named)
@response(200, State)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def rename(wish: dict[str, Any], table_id: str) -> Any:
    """Say how one is called"""
    here = sitting(table_id)
    company.rename(context(), here, here.seat, words_of(wish["name"]))
    return tables.state(context(), here)


@route("/<table_id>/notes")
@response(200, Note(many=True))
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def notes(table_id: str) -> Any:
    """The notes beside the log, as the seat may see them"""
    return _notes(sitting(table_id))


@route("/<table_id>/notes", methods=["POST"])
@arguments(NewNote)
@response(201, Note(many=True))
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.doc(security=ANYONE)
def note(wish: dict[str, Any], table_id: str) -> Any:
    """Write a note, for all at the table or for oneself"""
    here = sitting(table_id)
    company.remark(context(), here, wish["text"].strip(), private=wish["private"])
    return _notes(here)


def _notes(here: tables.Sitting) -> Any:
    with tables.seen(context(), here) as view:
        return view.remarks


@route("/<table_id>/close", methods=["POST"])
@response(200, State)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def close(table_id: str) -> Any:
    """Close the table: it is kept as it stands and takes no answers"""
    here = sitting(table_id)
    company.close(context(), here)
    return tables.state(context(), here)


@route("/<table_id>/reopen", methods=["POST"])
@response(200, State)
@blueprint.alt_response(403, "FORBIDDEN")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=ANYONE)
def reopen(table_id: str) -> Any:
    """Open it again"""
    here = sitting(table_id)
    company.reopen(context(), here)
    return tables.state(context(), here)
