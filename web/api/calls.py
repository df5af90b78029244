"""Being called when one is waited for, and the next evening: asked for, tried, hushed, taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Response

from schemas.api.calls import (
    CallCode,
    Calls,
    NewCall,
    NewEvening,
    NextEvening,
    QuietHours,
    Renewal,
    ThisEvening,
)
from web.current import bearer, context, language, words_of
from web.downloads import as_attachment
from web.leading import to_stop, to_table
from web.service import calls, evening, push, quiet, tables
from web.service.calls import Listed, Wish
from web.service.letters import titled

from .blueprint import ANYONE, Blueprint, View

PATH = ""
blueprint = Blueprint(
    "calls", __name__, description="Being called when one is waited for, and when to meet next."
)
endpoint = blueprint.endpoint
CALENDAR: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "text/calendar"}


def sitting(table_id: str) -> tables.Sitting:
    """The seat that the link of this request leads to, at a table of any kind."""
    return tables.sit(context(), table_id, bearer())


def deed(path: str, method: str = "GET", **more: Any) -> Callable[[View], View]:
    """Add an endpoint by which only a player does something at a table."""
    place, errors = f"/tables/<table_id>{path}", (403, 404, 409)
    return endpoint(place, method, errors=errors, security=ANYONE, **more)


# --------------------------------------------------------------------------------------------- being called


@deed("/calls", result=Calls)
def show(table_id: str) -> Any:
    """How the seat is called, and how it can be"""
    return _shown(sitting(table_id))


@deed("/calls", "POST", body=NewCall, result=Calls, status=201, cost=5)
def ask(wish: dict[str, Any], table_id: str) -> Any:
    """Be called from now on; a trial is sent at once, to a mail address a code that must be typed"""
    here, way = sitting(table_id), wish["way"]
    given = wish["address"] if way != "push" else json.dumps(wish.get("subscription"))
    wanted = Wish(way, given, wish["form"], language(), wish["zone"])
    calls.ask(context(), here, wanted, to_table(here, way), to_stop)
    return _shown(here)


@deed("/calls/<call_id>/trial", "POST", result=Calls, cost=5)
def trial(table_id: str, call_id: str) -> Any:
    """See whether a message comes; whoever could not be reached is tried again"""
    here = sitting(table_id)
    calls.trial(context(), here, call_id)
    return _shown(here)


@deed("/calls/<call_id>/confirmation", "POST", body=CallCode, result=Calls, cost=5)
def confirm(wish: dict[str, Any], table_id: str, call_id: str) -> Any:
    """Say by the code of a letter that it arrived"""
    here = sitting(table_id)
    calls.confirm(context(), here, call_id, wish["code"])
    return _shown(here)


@deed("/calls/<call_id>", "DELETE", status=204)
def end(table_id: str, call_id: str) -> None:
    """Take it back"""
    calls.end(context(), sitting(table_id), call_id)


@deed("/quiet-hours", "PUT", body=QuietHours, result=Calls)
def hush(wish: dict[str, Any], table_id: str) -> Any:
    """Say when not to be called; it counts for every way in which the seat is called now"""
    here = sitting(table_id)
    calls.hush(context(), here, wish["zone"], wish["start"], wish["end"])
    return _shown(here)


@deed("/quiet-hours", "DELETE", status=204)
def unhush(table_id: str) -> None:
    """Be called at any hour"""
    calls.hush(context(), sitting(table_id), quiet.USUAL, "", "")


@endpoint("/calls/<call_id>", "DELETE", status=204, errors=(404,), cost=3)
def stop(call_id: str) -> None:
    """No more of them, for whoever has the number of a letter"""
    calls.stop(context(), call_id)


@endpoint("/calls/renewals", "POST", body=Renewal, status=204, errors=(409,), cost=3)
def renew(wish: dict[str, Any]) -> None:
    """A browser has another subscription than before; whoever knows the old one whole may say so"""
    calls.renew(context(), json.dumps(wish["old"]), json.dumps(wish["new"]))


def _shown(here: tables.Sitting) -> dict[str, Any]:
    own = calls.listed(context(), here)
    first = own[0].call if own else None
    silent = first is not None and first.quiet_from != first.quiet_to
    return {
        "offered": calls.offered(context()),
        "key": push.public_key(context().repository),
        "after": context().post.after,
        "quiet": {
            "zone": first.zone,
            "start": quiet.clock(first.quiet_from),
            "end": quiet.clock(first.quiet_to),
        }
        if first is not None and silent
        else None,
        "calls": [_call(each) for each in own],
    }


def _call(each: Listed) -> dict[str, Any]:
    call, last = each.call, each.last
    return {
        "id": call.id,
        "way": call.way,
        "form": call.form,
        "place": each.place,
        "lang": call.lang,
        "confirmed": not call.code_hash,
        "trouble": call.trouble,
        "last": {"kind": last.kind, "state": last.state, "at": last.due_at} if last else None,
    }


# ---------------------------------------------------------------------------------------------- the evening


@deed("/evening", result=NextEvening)
def next_evening(table_id: str) -> Any:
    """When they meet next, for those who sit at the table"""
    return _evening(sitting(table_id))


@deed("/evening", "PUT", body=NewEvening, result=NextEvening, cost=3)
def propose(wish: dict[str, Any], table_id: str) -> Any:
    """Say when to meet; what was proposed before is past"""
    here, place = sitting(table_id), words_of(wish["place"])
    when = (wish["day"], wish["hour"], wish["zone"], wish["minutes"])
    evening.propose(context(), here, *when, place)
    return _evening(here)


@deed("/evening/agreement", "POST", body=ThisEvening, result=NextEvening, cost=3)
def suits(wish: dict[str, Any], table_id: str) -> Any:
    """Say that it suits"""
    here = sitting(table_id)
    evening.agree(context(), here, wish["number"])
    return _evening(here)


@deed("/evening", "DELETE", status=204, cost=3)
def cancel(table_id: str) -> None:
    """It does not take place"""
    evening.cancel(context(), sitting(table_id))


@deed("/evening.ics", media=CALENDAR, cost=3)
def calendar(table_id: str) -> Response:
    """The next evening for a calendar; no key of a seat is in it"""
    here = sitting(table_id)
    with tables.seen(context(), here) as view:
        title = titled(context(), view.live.stored, language())
    body = evening.calendar(context(), here, title, to_table(here, ""))
    return as_attachment(Response(body, mimetype="text/calendar"), "hora-h.ics")


def _evening(here: tables.Sitting) -> dict[str, Any]:
    found = evening.evening(context(), here)
    if found is None:
        return {"evening": None}
    told = {"start": found.start, "zone": found.zone, "minutes": found.minutes, "place": found.place}
    return {"evening": {"number": found.n, "seat": found.seat, "agreed": sorted(found.agreed), **told}}
