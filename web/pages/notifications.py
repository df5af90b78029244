"""Pages for notifications of a seat, and for the next meeting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from schemas.errors import HorahError
from schemas.limits import MAX_NOTIFICATION_ADDRESS_LENGTH, MAX_PUSH_SUBSCRIPTION_LENGTH
from web.http.downloads import as_attachment
from web.http.notification_links import table_url, unsubscribe_url
from web.http.rate_limit import costs
from web.http.request_context import clean_line, context, language, parse_number, sentence
from web.service import tables
from web.service.errors import Forbidden
from web.service.notifications import next_meeting, quiet_hours, subscriptions, web_push
from web.service.notifications.next_meeting import MAX_PLACE_LENGTH
from web.service.notifications.subscriptions import SubscriptionRequest
from web.service.tables.access import Sitting, enter

from .seats import show_refusal
from .template_helpers import procedure_name, term

blueprint = Blueprint("call_pages", __name__)


@blueprint.get("/tables/<link>/calls")
def show(link: str) -> Response:
    """Show the subscriptions of this seat and the form for a new one."""
    return _page(link, enter(context(), link))


def _page(link: str, sitting: Sitting, refusal: str = "", status: int = 200) -> Response:
    title = _title(sitting)
    try:
        own = subscriptions.list_subscriptions(context(), sitting)
    except Forbidden as fault:
        own, refusal, status = None, refusal or sentence(fault), fault.status
    return make_response(
        render_template(
            "notifications.html",
            link=link,
            here=sitting,
            title=title,
            own=own,
            offered=subscriptions.available_channels(context()),
            key=web_push.public_key(context().repository) if own is not None else "",
            zones=quiet_hours.list_zones(),
            clock=quiet_hours.format_time,
            after=context().post.after,
            refusal=refusal,
        ),
        status,
    )


def _title(sitting: Sitting) -> str:
    with tables.view_table(context(), sitting) as view:
        g.game = view.procedure.game
        return view.live.stored.title or procedure_name(view.procedure) or term(f"game.{g.game}")


@blueprint.post("/tables/<link>/calls")
@costs(5)
def subscribe(link: str) -> Redirect | Response:
    """Subscribe; a test message is sent at once."""
    way = request.form.get("way", "")
    given = request.form.get("subscription" if way == "push" else "address", "")
    wish = SubscriptionRequest(
        way,
        given[: MAX_PUSH_SUBSCRIPTION_LENGTH if way == "push" else MAX_NOTIFICATION_ADDRESS_LENGTH],
        request.form.get("form", ""),
        language(),
        request.form.get("zone", "")[:64],
    )
    return _run(
        link,
        lambda sitting: subscriptions.subscribe(
            context(), sitting, wish, table_url(sitting, way), unsubscribe_url
        ),
    )


@blueprint.post("/tables/<link>/calls/<call>/trial")
@costs(5)
def send_test(link: str, call: str) -> Redirect | Response:
    """Send a test message."""
    return _run(link, lambda sitting: subscriptions.send_test(context(), sitting, call))


@blueprint.post("/tables/<link>/calls/<call>/confirm")
@costs(5)
def confirm(link: str, call: str) -> Redirect | Response:
    """Confirm an e-mail address by its code."""
    return _run(
        link,
        lambda sitting: subscriptions.confirm(context(), sitting, call, request.form.get("code", "")[:40]),
    )


@blueprint.post("/tables/<link>/calls/<call>/end")
def end(link: str, call: str) -> Redirect | Response:
    """End a subscription."""
    return _run(link, lambda sitting: subscriptions.unsubscribe(context(), sitting, call))


@blueprint.post("/tables/<link>/calls/quiet")
def set_quiet_hours(link: str) -> Redirect | Response:
    """Set quiet hours."""
    zone, start, ends = (request.form.get(name, "")[:64] for name in ("zone", "from", "to"))
    return _run(link, lambda sitting: subscriptions.set_quiet_hours(context(), sitting, zone, start, ends))


def _run(link: str, action: Callable[[Sitting], Any]) -> Redirect | Response:
    sitting = enter(context(), link)
    try:
        action(sitting)
    except HorahError as fault:
        return _page(link, sitting, sentence(fault), getattr(fault, "status", 422))
    return redirect(url_for("call_pages.show", link=link), 303)


@blueprint.get("/calls/<call>")
def confirm_stop(call: str) -> str:
    """Show the page that an e-mail's unsubscribe link leads to."""
    subscriptions.find_subscription(context(), call)
    return render_template("notification_stop.html", call=call, ended=False)


@blueprint.post("/calls/<call>")
@costs(3)
def stop(call: str) -> str:
    """End a subscription by the id in its e-mails."""
    subscriptions.unsubscribe_by_id(context(), call)
    return render_template("notification_stop.html", call=call, ended=True)


# ---------------------------------------------------------------------------------------------- next meeting


@blueprint.post("/tables/<link>/evening")
@costs(3)
def change_meeting(link: str) -> Redirect | Response:
    """Propose a meeting, agree to it, or cancel it."""
    sitting, form = enter(context(), link), request.form
    try:
        if "cancel" in form:
            next_meeting.cancel(context(), sitting)
        elif "agree" in form:
            next_meeting.agree(context(), sitting, parse_number(form["agree"], -1))
        else:
            day, hour, zone = (form.get(name, "").strip()[:64] for name in ("day", "hour", "zone"))
            place = clean_line(form.get("place", ""))[:MAX_PLACE_LENGTH]
            next_meeting.propose(
                context(), sitting, day, hour, zone, parse_number(form.get("minutes", ""), 0), place
            )
    except HorahError as fault:
        return show_refusal(link, sitting, fault)
    return redirect(url_for("seat_pages.show", link=link, _anchor="evening"), 303)


@blueprint.get("/tables/<link>/evening.ics")
@costs(3)
def calendar(link: str) -> Response:
    """Download the next meeting as an iCalendar file, without the link of a seat."""
    sitting = enter(context(), link)
    body = next_meeting.make_calendar(context(), sitting, _title(sitting), table_url(sitting, ""))
    return as_attachment(Response(body, mimetype="text/calendar"), "hora-h.ics")
