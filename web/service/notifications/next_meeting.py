"""The next meeting of a table: propose, agree, cancel, and a calendar file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from generator.table import EVERYONE
from schemas.errors import HorahError
from web.storage.records import Event

from ..context import Context
from ..errors import Conflict
from ..tables import store_events
from ..tables.access import Sitting, use_table
from ..tables.live import Live
from ..tables.metadata import Meeting
from ..tables.participants import check_seated
from ..tables.view import View
from . import quiet_hours

MAX_YEARS_AHEAD = 5
MIN_MINUTES, MAX_MINUTES = 30, 24 * 60  # minutes
MAX_PLACE_LENGTH = 120


def find_meeting(context: Context, here: Sitting) -> Meeting | None:
    """Return the proposed meeting, for participants only: its place is private."""
    check_seated(here)
    with use_table(context, here) as live:
        return live.history.around.evening


def find_upcoming(view: View, here: Sitting) -> Meeting | None:
    """Return the meeting that is still to come, for the table page of a participant."""
    meeting = view.live.history.around.evening
    seated = here.together or here.seat != EVERYONE
    day_ago = datetime.now(UTC) - timedelta(days=1)
    return meeting if meeting and seated and start_time(meeting) > day_ago else None


def propose(
    context: Context, here: Sitting, day: str, hour: str, zone: str, minutes: int, place: str
) -> None:
    """Propose a meeting; it replaces an earlier proposal."""
    check_seated(here)
    start = _check_start(day, hour, quiet_hours.check_zone(zone))
    if not MIN_MINUTES <= minutes <= MAX_MINUTES:
        raise HorahError("BAD_EVENING")
    body = {"start": start, "zone": zone, "minutes": minutes, "place": place[:MAX_PLACE_LENGTH]}
    store_events(context, here, lambda live: live.apply_event("evening", here.seat, body))


def agree(context: Context, here: Sitting, n: int) -> None:
    """Agree to the proposed meeting."""
    check_seated(here)

    def act(live: Live) -> list[Event]:
        meeting = live.history.around.evening
        if meeting is None or meeting.n != n:
            raise Conflict("NO_EVENING")
        if here.seat == meeting.seat or here.seat in meeting.agreed:
            return []
        return live.apply_event("evening", here.seat, meeting.body)

    store_events(context, here, act)


def cancel(context: Context, here: Sitting) -> None:
    """Cancel the meeting."""
    check_seated(here)

    def act(live: Live) -> list[Event]:
        return live.apply_event("evening", here.seat, {}) if live.history.around.evening else []

    store_events(context, here, act)


def start_time(meeting: Meeting) -> datetime:
    """Return the start time with its zone."""
    return datetime.fromisoformat(meeting.start).replace(tzinfo=ZoneInfo(meeting.zone))


def make_calendar(context: Context, here: Sitting, title: str, there: str) -> bytes:
    """Return an iCalendar file; its link leads to a page that finds the seat on the owner's device."""
    from icalendar import Calendar
    from icalendar import Event as Entry

    check_seated(here)
    with use_table(context, here) as live:
        meeting, persons, table = live.history.around.evening, live.session.persons, live.stored.id
    if meeting is None:
        raise Conflict("NO_EVENING")
    begins = start_time(meeting)
    entry = Entry()
    entry.add("uid", f"{table}@hora-h")
    entry.add("sequence", meeting.n)
    entry.add("dtstamp", datetime.fromisoformat(meeting.at).astimezone(UTC))
    entry.add("dtstart", begins)
    entry.add(
        "dtend", (begins.astimezone(UTC) + timedelta(minutes=meeting.minutes)).astimezone(begins.tzinfo)
    )
    entry.add("summary", f"Hora H: {title}")
    entry.add("url", there)
    if meeting.place:
        entry.add("location", meeting.place)
    sure = set(persons) <= {meeting.seat, *meeting.agreed}
    entry.add("status", "CONFIRMED" if sure else "TENTATIVE")
    whole = Calendar()
    whole.add("prodid", "-//Hora H//ES")
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add_component(entry)
    whole.add_missing_timezones()
    return bytes(whole.to_ical())


def _check_start(day: str, hour: str, zone: str) -> str:
    """Return a start time as it is stored; refuse one that is past or too far ahead."""
    try:
        minutes = quiet_hours.parse_time(hour)
        local = datetime.fromisoformat(f"{day}T{quiet_hours.format_time(minutes)}")
        moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    except (HorahError, ValueError, OverflowError):
        raise HorahError("BAD_EVENING") from None
    now = datetime.now(UTC)
    if not now - timedelta(days=1) < moment < now + timedelta(days=366 * MAX_YEARS_AHEAD):
        raise HorahError("BAD_EVENING")
    return local.strftime("%Y-%m-%dT%H:%M")
