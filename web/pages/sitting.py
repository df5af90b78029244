"""Who looks at a table by a link. On one device for several players a cookie says whose eyes it has now."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from generator.table import Seat
from web.current import context
from web.service import tables
from web.service.seats import Sitting, enter, seen_by

LOOKING = "looking"


def seated(link: str) -> Sitting:
    """The seat that a link leads to; behind the screen between seats nobody's."""
    here = enter(context(), link)
    wish = request.cookies.get(LOOKING, "") if here.together else ""
    return seen_by(here, wish) if wish and wish in players(here) else here


def players(here: Sitting) -> tuple[Seat, ...]:
    """Who plays on a device for several: those whose seat was not handed over."""
    with tables.seen(context(), here) as view:
        given = view.live.history.around.holders
        return tuple(seat for seat in view.live.session.persons if seat not in given)


def show_to(response: Response, link: str, seat: Seat) -> None:
    """Take the screen away for one of them."""
    response.set_cookie(
        LOOKING,
        seat,
        path=_place(link),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def hide(response: Response, link: str) -> None:
    """Put the screen up again."""
    response.delete_cookie(LOOKING, path=_place(link))


def _place(link: str) -> str:
    return f"{request.script_root}/tables/{link}"
