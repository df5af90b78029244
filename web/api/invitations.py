"""Invitations: show one and claim its seat."""

from __future__ import annotations

from typing import Any

from schemas.api.participants import Invitation, Named, Taken
from web.http.request_context import clean_line, context
from web.service.tables import participants

from .blueprint import Blueprint

PATH = "/invitations"
blueprint = Blueprint("invitations", __name__, description="Single-use invitations to a seat.")


@blueprint.endpoint("/<word>", result=Invitation, errors=(404,))
def show(word: str) -> Any:
    """Show an invitation"""
    return participants.find_invitation(context(), word)


@blueprint.endpoint("/<word>", "POST", body=Named, result=Taken, status=201, errors=(404, 409), cost=3)
def claim(wish: dict[str, Any], word: str) -> Any:
    """Take the seat; a second claim is refused (409)"""
    invitation = participants.find_invitation(context(), word)
    link = participants.claim(context(), word, clean_line(wish["name"]))
    return {"table": invitation.table, "seat": invitation.seat, "link": link}
