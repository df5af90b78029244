"""To be called when it is one's turn: ask for it, try it, say when not, take it back. And when to meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from schemas.errors import HorahError
from web.current import context, language, number, sentence, words_of
from web.downloads import as_attachment
from web.leading import to_stop, to_table
from web.rate_limit import costs
from web.service import calls, evening, push, quiet, tables
from web.service.calls import Wish
from web.service.errors import Forbidden
from web.service.evening import LONGEST_PLACE
from web.service.seats import Sitting, enter

from .seats import refused
from .words import name_of, term

blueprint = Blueprint("call_pages", __name__)

LONGEST = {"address": 2000, "subscription": 4000}


@blueprint.get("/tables/<link>/calls")
def show(link: str) -> Response:
    """How this seat is called, and how it can be."""
    return _page(link, enter(context(), link))


def _page(link: str, here: Sitting, refusal: str = "", status: int = 200) -> Response:
    title = _title(here)
    try:
        own = calls.listed(context(), here)
    except Forbidden as fault:
        own, refusal, status = None, refusal or sentence(fault), fault.status
    return make_response(
        render_template(
            "calls.html",
            link=link,
            here=here,
            title=title,
            own=own,
            offered=calls.offered(context()),
            key=push.public_key(context().repository) if own is not None else "",
            zones=quiet.zones(),
            clock=quiet.clock,
            after=context().post.after,
            refusal=refusal,
        ),
        status,
    )


def _title(here: Sitting) -> str:
    with tables.seen(context(), here) as view:
        g.game = view.procedure.game
        return view.live.stored.title or name_of(view.procedure) or term(f"game.{g.game}")


@blueprint.post("/tables/<link>/calls")
@costs(5)
def ask(link: str) -> Redirect | Response:
    """Be called from now on; a trial is sent at once."""
    way = request.form.get("way", "")
    given = request.form.get("subscription" if way == "push" else "address", "")
    wish = Wish(
        way,
        given[: LONGEST["subscription" if way == "push" else "address"]],
        request.form.get("form", ""),
        language(),
        request.form.get("zone", "")[:64],
    )
    return _do(link, lambda here: calls.ask(context(), here, wish, to_table(here, way), to_stop))


@blueprint.post("/tables/<link>/calls/<call>/trial")
@costs(5)
def trial(link: str, call: str) -> Redirect | Response:
    """See whether a message comes."""
    return _do(link, lambda here: calls.trial(context(), here, call))


@blueprint.post("/tables/<link>/calls/<call>/confirm")
@costs(5)
def confirm(link: str, call: str) -> Redirect | Response:
    """Type the code of a letter."""
    return _do(link, lambda here: calls.confirm(context(), here, call, request.form.get("code", "")[:40]))


@blueprint.post("/tables/<link>/calls/<call>/end")
def end(link: str, call: str) -> Redirect | Response:
    """Take it back."""
    return _do(link, lambda here: calls.end(context(), here, call))


@blueprint.post("/tables/<link>/calls/quiet")
def hush(link: str) -> Redirect | Response:
    """Say when not."""
    zone, start, ends = (request.form.get(name, "")[:64] for name in ("zone", "from", "to"))
    return _do(link, lambda here: calls.hush(context(), here, zone, start, ends))


def _do(link: str, act: Callable[[Sitting], Any]) -> Redirect | Response:
    here = enter(context(), link)
    try:
        act(here)
    except HorahError as fault:
        return _page(link, here, sentence(fault), getattr(fault, "status", 422))
    return redirect(url_for("call_pages.show", link=link), 303)


@blueprint.get("/calls/<call>")
def stopping(call: str) -> str:
    """What a letter's last line leads to: one press, and there are no more."""
    calls.stoppable(context(), call)
    return render_template("call_stop.html", call=call, ended=False)


@blueprint.post("/calls/<call>")
@costs(3)
def stop(call: str) -> str:
    """No more of them."""
    calls.stop(context(), call)
    return render_template("call_stop.html", call=call, ended=True)


# ------------------------------------------------------------------------------------------------ the evening


@blueprint.post("/tables/<link>/evening")
@costs(3)
def meet(link: str) -> Redirect | Response:
    """Propose when to meet, agree to it, or let it be."""
    here, form = enter(context(), link), request.form
    try:
        if "cancel" in form:
            evening.cancel(context(), here)
        elif "agree" in form:
            evening.agree(context(), here, number(form["agree"], -1))
        else:
            day, hour, zone = (form.get(name, "").strip()[:64] for name in ("day", "hour", "zone"))
            place = words_of(form.get("place", ""))[:LONGEST_PLACE]
            evening.propose(context(), here, day, hour, zone, number(form.get("minutes", ""), 0), place)
    except HorahError as fault:
        return refused(link, here, fault)
    return redirect(url_for("seat_pages.show", link=link, _anchor="evening"), 303)


@blueprint.get("/tables/<link>/evening.ics")
@costs(3)
def calendar(link: str) -> Response:
    """The next evening for a calendar; no key of a seat is in it."""
    here = enter(context(), link)
    body = evening.calendar(context(), here, _title(here), to_table(here, ""))
    return as_attachment(Response(body, mimetype="text/calendar"), "hora-h.ics")
