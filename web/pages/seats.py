"""Pages for the participants of a table: seats, invitations, hand-overs, notes, closing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirect

from generator.game import find_procedure
from generator.table import EVERYONE, REFEREE
from schemas.errors import HorahError
from schemas.limits import MAX_PERSON_NAME_LENGTH, MAX_TABLE_NOTE_LENGTH
from web.http.rate_limit import costs
from web.http.request_context import address, clean_line, context, formatter, sentence
from web.service import tables
from web.service.errors import NotHere
from web.service.notifications.next_meeting import MAX_PLACE_LENGTH
from web.service.notifications.quiet_hours import list_zones
from web.service.tables import participants
from web.service.tables.access import Sitting, enter
from web.service.tokens import commitments

from .browser_cookie import browser_key
from .template_helpers import procedure_name, qr_code
from .viewer import current_sitting, hide_view

blueprint = Blueprint("seat_pages", __name__)


@blueprint.get("/tables/<link>/seats")
def show(link: str) -> Response:
    """Show every seat and who has it."""
    return _page(link, enter(context(), link))


def show_refusal(link: str, sitting: Sitting, fault: HorahError) -> Response:
    """Show the seats with an error message."""
    return _page(link, sitting, sentence(fault), getattr(fault, "status", 422))


def _page(link: str, sitting: Sitting, refusal: str = "", status: int = 200) -> Response:
    chairs = participants.list_seats(context(), sitting, link)
    with tables.view_table(context(), sitting) as view:
        state, kind, stored = view.state, view.procedure, view.live.stored
        meeting = view.live.history.around.evening
        g.game = kind.game
    words = formatter(kind.game)

    def about(seat: str) -> str:
        if seat == REFEREE:
            return str(gettext("A referee sees everything and decides nothing."))
        own = f"seat_about.{seat}"
        return words.sentence(own if words.knows(own) else "seat_about.player", {"seat": seat})

    page = render_template(
        "seats.html",
        link=link,
        here=sitting,
        state=state,
        name=procedure_name(kind),
        chairs=chairs,
        about=about,
        table_address=address("table_pages.show", link=link),
        watch_address=address("table_pages.show", link=sitting.table),
        invitation=lambda word: address("seat_pages.invitation", word=word),
        code=qr_code,
        hashes=commitments(stored.seed),
        typed=stored.settings.get("dice") == "typed",
        refusal=refusal,
        longest=MAX_PERSON_NAME_LENGTH,
        meeting=meeting,
        zones=list_zones(),
        longest_place=MAX_PLACE_LENGTH,
    )
    return make_response(page, status)


@blueprint.post("/tables/<link>/seats/invite")
@costs(3)
def invite(link: str) -> Redirect | Response:
    """Make an invitation for a free seat; an earlier one becomes void."""
    seat = request.form.get("seat", "")
    return _run(link, lambda sitting: participants.invite(context(), sitting, link, seat))


@blueprint.post("/tables/<link>/seats/hand-over")
@costs(3)
def hand_over(link: str) -> Redirect | Response:
    """Offer one's own seat to another person, or withdraw the offer."""
    seat = request.form.get("seat", "")
    if "keep" in request.form:
        return _run(link, lambda sitting: participants.withdraw_hand_over(context(), sitting, seat))
    return _run(link, lambda sitting: participants.hand_over(context(), sitting, link, seat))


@blueprint.post("/tables/<link>/seats/name")
def rename(link: str) -> Redirect | Response:
    """Set the name of a person."""
    seat, name = request.form.get("seat", ""), _typed_name()
    return _run(link, lambda sitting: participants.rename(context(), sitting, seat, name))


@blueprint.post("/tables/<link>/close")
def close(link: str) -> Redirect | Response:
    """Close the table."""
    return _run(link, lambda sitting: participants.close(context(), sitting))


@blueprint.post("/tables/<link>/reopen")
def reopen(link: str) -> Redirect | Response:
    """Reopen the table."""
    return _run(link, lambda sitting: participants.reopen(context(), sitting))


@blueprint.post("/tables/<link>/notes")
def note(link: str) -> Redirect | Response:
    """Write a note beside the log."""
    text = request.form.get("note", "").replace("\r\n", "\n").strip()[:MAX_TABLE_NOTE_LENGTH]
    try:
        participants.add_note(context(), current_sitting(link), text, private="private" in request.form)
    except HorahError as fault:
        return _page(link, enter(context(), link), sentence(fault), getattr(fault, "status", 422))
    return redirect(url_for("table_pages.show", link=link, _anchor="notes"), 303)


@blueprint.get("/tables/<link>/recovery")
def recovery(link: str) -> str:
    """Explain recovery codes and offer to make one."""
    return _recovery(link, enter(context(), link))


@blueprint.post("/tables/<link>/recovery")
@costs(5)
def make_code(link: str) -> Response:
    """Make a recovery code and show it once; an earlier one becomes void."""
    sitting = enter(context(), link)
    try:
        made = participants.make_recovery_code(context(), [link])
    except HorahError as fault:
        return _page(link, sitting, sentence(fault), getattr(fault, "status", 422))
    return make_response(_recovery(link, sitting, made))


def _recovery(link: str, sitting: Sitting, made: str = "") -> str:
    with tables.view_table(context(), sitting) as view:
        g.game = view.procedure.game
        title = view.live.stored.title or procedure_name(view.procedure)
    if sitting.seat == EVERYONE and not sitting.together:
        raise NotHere
    return render_template(
        "recovery.html",
        link=link,
        seats=[(title, "" if sitting.together else sitting.seat)],
        made=made,
        there=address("mine_pages.index"),
    )


@blueprint.get("/invitations/<word>")
def invitation(word: str) -> Response | Redirect:
    """Show an invitation; the browser that has already used it is redirected to the seat."""
    offered = participants.find_invitation(context(), word)
    if offered.used:
        try:
            own = participants.claim(context(), word, "", browser_key())
        except HorahError as fault:
            return _invitation_page(word, offered, sentence(fault), 410)
        return redirect(url_for("table_pages.show", link=own), 303)
    return _invitation_page(word, offered)


@blueprint.post("/invitations/<word>")
@costs(3)
def claim(word: str) -> Response | Redirect:
    """Take the seat; from now on nobody else has its link."""
    offered = participants.find_invitation(context(), word)
    try:
        link = participants.claim(context(), word, _typed_name(), browser_key())
    except HorahError as fault:
        return _invitation_page(word, offered, sentence(fault), getattr(fault, "status", 422))
    response = redirect(url_for("table_pages.show", link=link), 303)
    hide_view(response, link)
    return response


def _invitation_page(
    word: str, invitation: participants.Invitation, refusal: str = "", status: int = 200
) -> Response:
    kind = find_procedure(invitation.procedure)
    g.game = kind.game
    browser_key()  # set the cookie that the form needs
    page = render_template(
        "invitation.html",
        word=word,
        found=invitation,
        name=procedure_name(kind),
        game=formatter(kind.game).term(f"game.{kind.game}"),
        picture=address("offline_pages.icon", name="icon-512"),
        refusal=refusal,
        gone=status != 200,
        longest=MAX_PERSON_NAME_LENGTH,
    )
    return make_response(page, status)


def _typed_name() -> str:
    return clean_line(request.form.get("name", ""))[:MAX_PERSON_NAME_LENGTH]


def _run(link: str, action: Callable[[Sitting], Any]) -> Redirect | Response:
    """Run an action on the seats and show them again, with an error message if it failed."""
    sitting = enter(context(), link)
    try:
        action(sitting)
    except HorahError as fault:
        return show_refusal(link, sitting, fault)
    return redirect(url_for("seat_pages.show", link=link), 303)
