"""Invitations: what one is invited to, and taking the seat."""

from __future__ import annotations

from typing import Any

from schemas.api.company import Invitation, Named, Taken
from web.current import context, words_of
from web.rate_limit import costs
from web.service import company

from .blueprint import Blueprint

PATH = "/invitations"
blueprint = Blueprint("invitations", __name__, description="A seat for whoever brings the word of it, once.")


@blueprint.route("/<word>")
@blueprint.response(200, Invitation)
@blueprint.alt_response(404, "NOT_FOUND")
def show(word: str) -> Any:
    """What one is invited to"""
    return company.invitation(context(), word)


@blueprint.route("/<word>", methods=["POST"])
@costs(3)
@blueprint.arguments(Named)
@blueprint.response(201, Taken)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def claim(wish: dict[str, Any], word: str) -> Any:
    """Take the seat; who comes second is told so (409)"""
    found = company.invitation(context(), word)
    link = company.claim(context(), word, words_of(wish["name"]))
    return {"table": found.table, "seat": found.seat, "link": link}
