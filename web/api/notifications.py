"""Notifications of a seat and the next meeting of a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Response

from schemas.api.notifications import (
    CallCode,
    Calls,
    NewCall,
    NewEvening,
    NextEvening,
    QuietHours,
    Renewal,
    ThisEvening,
)
from web.http.downloads import as_attachment
from web.http.notification_links import table_url, unsubscribe_url
from web.http.request_context import clean_line, context, language
from web.service import tables
from web.service.notifications import next_meeting, quiet_hours, subscriptions, web_push
from web.service.notifications.messages import table_title
from web.service.notifications.subscriptions import Subscription, SubscriptionRequest

from .blueprint import ANYONE, Blueprint, View
from .participants import sitting

PATH = ""
blueprint = Blueprint(
    "calls", __name__, description="Notifications of a seat and the next meeting of a table."
)
endpoint = blueprint.endpoint
CALENDAR: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "text/calendar"}


def table_endpoint(path: str, method: str = "GET", **more: Any) -> Callable[[View], View]:
    """Add an endpoint at a table for players only."""
    place, errors = f"/tables/<table_id>{path}", (403, 404, 409)
    return endpoint(place, method, errors=errors, security=ANYONE, **more)


# -------------------------------------------------------------------------------------------- notifications


@table_endpoint("/calls", result=Calls)
def show(table_id: str) -> Any:
    """Return the subscriptions of the seat and the available channels"""
    return _show(sitting(table_id))


@table_endpoint("/calls", "POST", body=NewCall, result=Calls, status=201, cost=5)
def subscribe(wish: dict[str, Any], table_id: str) -> Any:
    """Subscribe; a test message is sent at once, to an e-mail address with a code to confirm"""
    here, way = sitting(table_id), wish["way"]
    given = wish["address"] if way != "push" else json.dumps(wish.get("subscription"))
    wanted = SubscriptionRequest(way, given, wish["form"], language(), wish["zone"])
    subscriptions.subscribe(context(), here, wanted, table_url(here, way), unsubscribe_url)
    return _show(here)


@table_endpoint("/calls/<subscription_id>/trial", "POST", result=Calls, cost=5)
def send_test(table_id: str, subscription_id: str) -> Any:
    """Send a test message, also after earlier failures"""
    here = sitting(table_id)
    subscriptions.send_test(context(), here, subscription_id)
    return _show(here)


@table_endpoint("/calls/<subscription_id>/confirmation", "POST", body=CallCode, result=Calls, cost=5)
def confirm(wish: dict[str, Any], table_id: str, subscription_id: str) -> Any:
    """Confirm an e-mail address with the code of the message"""
    here = sitting(table_id)
    subscriptions.confirm(context(), here, subscription_id, wish["code"])
    return _show(here)


@table_endpoint("/calls/<subscription_id>", "DELETE", status=204)
def unsubscribe(table_id: str, subscription_id: str) -> None:
    """End a subscription"""
    subscriptions.unsubscribe(context(), sitting(table_id), subscription_id)


@table_endpoint("/quiet-hours", "PUT", body=QuietHours, result=Calls)
def set_quiet_hours(wish: dict[str, Any], table_id: str) -> Any:
    """Set the quiet hours of the seat"""
    here = sitting(table_id)
    subscriptions.set_quiet_hours(context(), here, wish["zone"], wish["start"], wish["end"])
    return _show(here)


@table_endpoint("/quiet-hours", "DELETE", status=204)
def remove_quiet_hours(table_id: str) -> None:
    """Remove the quiet hours"""
    subscriptions.set_quiet_hours(context(), sitting(table_id), quiet_hours.DEFAULT_ZONE, "", "")


@endpoint("/calls/<subscription_id>", "DELETE", status=204, errors=(404,), cost=3)
def unsubscribe_by_id(subscription_id: str) -> None:
    """Unsubscribe with the id in a message"""
    subscriptions.unsubscribe_by_id(context(), subscription_id)


@endpoint("/calls/renewals", "POST", body=Renewal, status=204, errors=(409,), cost=3)
def renew_push(wish: dict[str, Any]) -> None:
    """Replace a browser's push subscription; the request must hold the complete old one"""
    subscriptions.renew_push(context(), json.dumps(wish["old"]), json.dumps(wish["new"]))


def _show(here: tables.Sitting) -> dict[str, Any]:
    own = subscriptions.list_subscriptions(context(), here)
    first = own[0].stored if own else None
    silent = first is not None and first.quiet_from != first.quiet_to
    return {
        "offered": subscriptions.available_channels(context()),
        "key": web_push.public_key(context().repository),
        "after": context().post.after,
        "quiet": {
            "zone": first.zone,
            "start": quiet_hours.format_time(first.quiet_from),
            "end": quiet_hours.format_time(first.quiet_to),
        }
        if first is not None and silent
        else None,
        "calls": [_show_subscription(each) for each in own],
    }


def _show_subscription(each: Subscription) -> dict[str, Any]:
    subscription, last = each.stored, each.last
    return {
        "id": subscription.id,
        "way": subscription.channel,
        "form": subscription.format,
        "place": each.place,
        "lang": subscription.lang,
        "confirmed": not subscription.code_hash,
        "trouble": subscription.trouble,
        "last": {"kind": last.kind, "state": last.state, "at": last.due_at} if last else None,
    }


# ---------------------------------------------------------------------------------------------- the evening


@table_endpoint("/evening", result=NextEvening)
def show_meeting(table_id: str) -> Any:
    """Return the next meeting, for the players at the table"""
    return _show_meeting(sitting(table_id))


@table_endpoint("/evening", "PUT", body=NewEvening, result=NextEvening, cost=3)
def propose(wish: dict[str, Any], table_id: str) -> Any:
    """Propose a meeting; it replaces an earlier proposal"""
    here, place = sitting(table_id), clean_line(wish["place"])
    when = (wish["day"], wish["hour"], wish["zone"], wish["minutes"])
    next_meeting.propose(context(), here, *when, place)
    return _show_meeting(here)


@table_endpoint("/evening/agreement", "POST", body=ThisEvening, result=NextEvening, cost=3)
def agree(wish: dict[str, Any], table_id: str) -> Any:
    """Agree to the proposed meeting"""
    here = sitting(table_id)
    next_meeting.agree(context(), here, wish["number"])
    return _show_meeting(here)


@table_endpoint("/evening", "DELETE", status=204, cost=3)
def cancel(table_id: str) -> None:
    """Cancel the meeting"""
    next_meeting.cancel(context(), sitting(table_id))


@table_endpoint("/evening.ics", media=CALENDAR, cost=3)
def calendar(table_id: str) -> Response:
    """Download the next meeting as a calendar file, without any secret link"""
    here = sitting(table_id)
    with tables.view_table(context(), here) as view:
        title = table_title(context(), view.live.stored, language())
    body = next_meeting.make_calendar(context(), here, title, table_url(here, ""))
    return as_attachment(Response(body, mimetype="text/calendar"), "hora-h.ics")


def _show_meeting(here: tables.Sitting) -> dict[str, Any]:
    meeting = next_meeting.find_meeting(context(), here)
    if meeting is None:
        return {"evening": None}
    details = {
        "start": meeting.start,
        "zone": meeting.zone,
        "minutes": meeting.minutes,
        "place": meeting.place,
    }
    return {
        "evening": {"number": meeting.n, "seat": meeting.seat, "agreed": sorted(meeting.agreed), **details}
    }
