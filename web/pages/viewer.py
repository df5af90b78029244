"""The viewer of a table. On a device that several players share, a cookie says whose view it shows."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from generator.table import Seat
from web.http.request_context import context
from web.service import tables
from web.service.tables.access import Sitting, enter, view_as

VIEWER_COOKIE = "looking"


def current_sitting(link: str) -> Sitting:
    """Return the seat of a link; on a shared device that of the current player, if one is chosen."""
    sitting = enter(context(), link)
    chosen = request.cookies.get(VIEWER_COOKIE, "") if sitting.together else ""
    return view_as(sitting, chosen) if chosen and chosen in players(sitting) else sitting


def players(sitting: Sitting) -> tuple[Seat, ...]:
    """Return the players of a shared device: those whose seat was not handed over."""
    with tables.view_table(context(), sitting) as view:
        handed_over = view.live.history.around.holders
        return tuple(seat for seat in view.live.session.persons if seat not in handed_over)


def show_view(response: Response, link: str, seat: Seat) -> None:
    """Show the view of one player."""
    response.set_cookie(
        VIEWER_COOKIE,
        seat,
        path=_cookie_path(link),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def hide_view(response: Response, link: str) -> None:
    """Show no player's view."""
    response.delete_cookie(VIEWER_COOKIE, path=_cookie_path(link))


def _cookie_path(link: str) -> str:
    return f"{request.script_root}/tables/{link}"
