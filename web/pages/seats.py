"""Who sits at a table: a page to come back to, invitations, seats that change hands, notes, closing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirect

from generator.game import procedure
from generator.table import EVERYONE, REFEREE
from schemas.errors import HorahError
from web.current import address, context, scribe, sentence, words_of
from web.rate_limit import costs
from web.service import company, tables
from web.service.errors import NotHere
from web.service.evening import LONGEST_PLACE
from web.service.quiet import zones
from web.service.seats import Sitting, enter
from web.service.secrecy import commitments

from .browser import browser_key
from .sitting import hide, seated
from .tables import LONGEST_NOTE, LONGEST_PERSON
from .words import code, name_of

blueprint = Blueprint("seat_pages", __name__)


@blueprint.get("/tables/<link>/seats")
def show(link: str) -> Response:
    """Every seat and who has it; to be looked at as often as one likes."""
    return _page(link, enter(context(), link))


def refused(link: str, here: Sitting, fault: HorahError) -> Response:
    """The page of the seats, with why something was not done."""
    return _page(link, here, sentence(fault), getattr(fault, "status", 422))


def _page(link: str, here: Sitting, refusal: str = "", status: int = 200) -> Response:
    chairs = company.chairs(context(), here, link)
    with tables.seen(context(), here) as view:
        state, kind, stored = view.state, view.procedure, view.live.stored
        meeting = view.live.history.around.evening
        g.game = kind.game
    words = scribe(kind.game)

    def about(seat: str) -> str:
        if seat == REFEREE:
            return str(gettext("For a referee, who sees everything and decides nothing."))
        own = f"seat_about.{seat}"
        return words.sentence(own if words.knows(own) else "seat_about.player", {"seat": seat})

    page = render_template(
        "seats.html",
        link=link,
        here=here,
        state=state,
        name=name_of(kind),
        chairs=chairs,
        about=about,
        table_address=address("table_pages.show", link=link),
        watch_address=address("table_pages.show", link=here.table),
        invitation=lambda word: address("seat_pages.invitation", word=word),
        code=code,
        hashes=commitments(stored.seed),
        typed=stored.settings.get("dice") == "typed",
        refusal=refusal,
        longest=LONGEST_PERSON,
        meeting=meeting,
        zones=zones(),
        longest_place=LONGEST_PLACE,
    )
    return make_response(page, status)


@blueprint.post("/tables/<link>/seats/invite")
@costs(3)
def invite(link: str) -> Redirect | Response:
    """An invitation for a seat that nobody has; one made before is void."""
    seat = request.form.get("seat", "")
    return _do(link, lambda here: company.invite(context(), here, link, seat))


@blueprint.post("/tables/<link>/seats/hand-over")
@costs(3)
def hand_over(link: str) -> Redirect | Response:
    """Offer one's own seat to another; or keep it after all."""
    seat = request.form.get("seat", "")
    if "keep" in request.form:
        return _do(link, lambda here: company.keep(context(), here, seat))
    return _do(link, lambda here: company.hand_over(context(), here, link, seat))


@blueprint.post("/tables/<link>/seats/name")
def rename(link: str) -> Redirect | Response:
    """Say how one is called."""
    seat, name = request.form.get("seat", ""), _person()
    return _do(link, lambda here: company.rename(context(), here, seat, name))


@blueprint.post("/tables/<link>/close")
def close(link: str) -> Redirect | Response:
    """Close the table."""
    return _do(link, lambda here: company.close(context(), here))


@blueprint.post("/tables/<link>/reopen")
def reopen(link: str) -> Redirect | Response:
    """Open it again."""
    return _do(link, lambda here: company.reopen(context(), here))


@blueprint.post("/tables/<link>/notes")
def note(link: str) -> Redirect | Response:
    """Write a note beside the log."""
    text = request.form.get("note", "").replace("\r\n", "\n").strip()[:LONGEST_NOTE]
    try:
        company.remark(context(), seated(link), text, private="private" in request.form)
    except HorahError as fault:
        return _page(link, enter(context(), link), sentence(fault), getattr(fault, "status", 422))
    return redirect(url_for("table_pages.show", link=link, _anchor="notes"), 303)


@blueprint.get("/tables/<link>/recovery")
def recovery(link: str) -> str:
    """What a recovery code is, and a button that makes one."""
    return _recovery(link, enter(context(), link))


@blueprint.post("/tables/<link>/recovery")
@costs(5)
def make_code(link: str) -> Response:
    """Make a code and show it, once; one made before is void."""
    here = enter(context(), link)
    try:
        made = company.recovery_code(context(), [link])
    except HorahError as fault:
        return _page(link, here, sentence(fault), getattr(fault, "status", 422))
    return make_response(_recovery(link, here, made))


def _recovery(link: str, here: Sitting, made: str = "") -> str:
    with tables.seen(context(), here) as view:
        g.game = view.procedure.game
        title = view.live.stored.title or name_of(view.procedure)
    if here.seat == EVERYONE and not here.together:
        raise NotHere
    return render_template(
        "recovery.html",
        link=link,
        seats=[(title, "" if here.together else here.seat)],
        made=made,
        there=address("mine_pages.index"),
    )


@blueprint.get("/invitations/<word>")
def invitation(word: str) -> Response | Redirect:
    """What one is invited to. Whoever took the seat from this browser is led to it."""
    found = company.invitation(context(), word)
    if found.used:
        try:
            own = company.claim(context(), word, "", browser_key())
        except HorahError as fault:
            return _invited(word, found, sentence(fault), 410)
        return redirect(url_for("table_pages.show", link=own), 303)
    return _invited(word, found)


@blueprint.post("/invitations/<word>")
@costs(3)
def claim(word: str) -> Response | Redirect:
    """Take the seat: from here on nobody else has its link."""
    found = company.invitation(context(), word)
    try:
        link = company.claim(context(), word, _person(), browser_key())
    except HorahError as fault:
        return _invited(word, found, sentence(fault), getattr(fault, "status", 422))
    response = redirect(url_for("seat_pages.show", link=link), 303)
    hide(response, link)
    return response


def _invited(word: str, found: company.Invitation, refusal: str = "", status: int = 200) -> Response:
    kind = procedure(found.procedure)
    g.game = kind.game
    browser_key()  # sent with the form that takes the seat
    page = render_template(
        "invitation.html",
        word=word,
        found=found,
        name=name_of(kind),
        game=scribe(kind.game).term(f"game.{kind.game}"),
        picture=address("offline_pages.picture", name="icon-512"),
        refusal=refusal,
        gone=status != 200,
        longest=LONGEST_PERSON,
    )
    return make_response(page, status)


def _person() -> str:
    return words_of(request.form.get("name", ""))[:LONGEST_PERSON]


def _do(link: str, act: Callable[[Sitting], Any]) -> Redirect | Response:
    """Do something about the seats and show them again; what does not work is told there."""
    here = enter(context(), link)
    try:
        act(here)
    except HorahError as fault:
        return refused(link, here, fault)
    return redirect(url_for("seat_pages.show", link=link), 303)
