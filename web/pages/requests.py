"""The presses by which a request at a table ends: confirm, object, withdraw."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Redirect

from web.current import context, words_of
from web.current import number as whole
from web.service import proposals
from web.service.errors import NotHere
from web.service.proposals import REQUESTS

from .sitting import seated
from .tables import done

blueprint = Blueprint("request_pages", __name__, url_prefix="/tables")
LONGEST_REASON = 200


@blueprint.post("/<link>/agree")
def agree(link: str) -> Redirect | Response:
    """It was so."""
    here = seated(link)
    number = whole(request.form.get("number", ""), -1)
    return done(link, here, lambda: proposals.agree(context(), here, number))


@blueprint.post("/<link>/refuse")
def refuse(link: str) -> Redirect | Response:
    """No to what another asks for or told."""
    here, what = seated(link), _what()
    why = words_of(request.form.get("why", ""))[:LONGEST_REASON]
    return done(link, here, lambda: proposals.refuse(context(), here, what, why))


@blueprint.post("/<link>/withdraw")
def withdraw(link: str) -> Redirect | Response:
    """A request of one's own is taken back."""
    here, what = seated(link), _what()
    return done(link, here, lambda: proposals.withdraw(context(), here, what))


def _what() -> str:
    what = request.form.get("what", "")
    if what not in REQUESTS:
        raise NotHere
    return what
