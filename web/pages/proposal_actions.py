"""Form handlers that end a request at a table: agree, refuse, withdraw."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Redirect

from schemas.limits import MAX_REASON_LENGTH
from web.http.request_context import clean_line, context, parse_number
from web.service.errors import NotHere
from web.service.tables import proposals
from web.service.tables.proposals import REQUESTS

from .tables import run_action
from .viewer import current_sitting

blueprint = Blueprint("request_pages", __name__, url_prefix="/tables")


@blueprint.post("/<link>/agree")
def agree(link: str) -> Redirect | Response:
    """Agree to a proposal."""
    sitting = current_sitting(link)
    number = parse_number(request.form.get("number", ""), -1)
    return run_action(link, sitting, lambda: proposals.agree(context(), sitting, number))


@blueprint.post("/<link>/refuse")
def refuse(link: str) -> Redirect | Response:
    """Refuse a request or a proposal of another seat."""
    sitting, what = current_sitting(link), _request_kind()
    why = clean_line(request.form.get("why", ""))[:MAX_REASON_LENGTH]
    return run_action(link, sitting, lambda: proposals.refuse(context(), sitting, what, why))


@blueprint.post("/<link>/withdraw")
def withdraw(link: str) -> Redirect | Response:
    """Withdraw one's own request."""
    sitting, what = current_sitting(link), _request_kind()
    return run_action(link, sitting, lambda: proposals.withdraw(context(), sitting, what))


def _request_kind() -> str:
    what = request.form.get("what", "")
    if what not in REQUESTS:
        raise NotHere
    return what
