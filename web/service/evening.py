"""When they meet next: proposed by one at the table, agreed to by the others, a file for the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from generator.table import EVERYONE
from schemas.errors import HorahError
from web.storage.records import Event

from . import quiet
from .around import Evening
from .company import check_seated
from .context import Context
from .errors import Conflict
from .replay import Live
from .seats import Sitting, at
from .tables import happen
from .view import View

YEARS = 5
SHORTEST, LONGEST = 30, 24 * 60  # minutes
LONGEST_PLACE = 120


def evening(context: Context, here: Sitting) -> Evening | None:
    """What is proposed, for whoever sits here: where people meet is nobody else's business."""
    check_seated(here)
    with at(context, here) as live:
        return live.history.around.evening


def ahead(view: View, here: Sitting) -> Evening | None:
    """The evening that is still to come, for a page of the table; for whoever sits there alone."""
    found = view.live.history.around.evening
    seated = here.together or here.seat != EVERYONE
    day_ago = datetime.now(UTC) - timedelta(days=1)
    return found if found and seated and starts(found) > day_ago else None


def propose(
    context: Context, here: Sitting, day: str, hour: str, zone: str, minutes: int, place: str
) -> None:
    """Say when to meet; what was proposed before is past."""
    check_seated(here)
    start = _start(day, hour, quiet.zone(zone))
    if not SHORTEST <= minutes <= LONGEST:
        raise HorahError("BAD_EVENING")
    body = {"start": start, "zone": zone, "minutes": minutes, "place": place[:LONGEST_PLACE]}
    happen(context, here, lambda live: live.wish("evening", here.seat, body))


def agree(context: Context, here: Sitting, n: int) -> None:
    """Say that it suits."""
    check_seated(here)

    def act(live: Live) -> list[Event]:
        found = live.history.around.evening
        if found is None or found.n != n:
            raise Conflict("NO_EVENING")
        if here.seat == found.seat or here.seat in found.agreed:
            return []
        return live.wish("evening", here.seat, found.body)

    happen(context, here, act)


def cancel(context: Context, here: Sitting) -> None:
    """It does not take place."""
    check_seated(here)

    def act(live: Live) -> list[Event]:
        return live.wish("evening", here.seat, {}) if live.history.around.evening else []

    happen(context, here, act)


def starts(found: Evening) -> datetime:
    """When it begins, by the clock of its place."""
    return datetime.fromisoformat(found.start).replace(tzinfo=ZoneInfo(found.zone))


def calendar(context: Context, here: Sitting, title: str, there: str) -> bytes:
    """A file that any calendar reads; it leads to where the owner's device knows the seat."""
    from icalendar import Calendar
    from icalendar import Event as Entry

    check_seated(here)
    with at(context, here) as live:
        found, persons, table = live.history.around.evening, live.session.persons, live.stored.id
    if found is None:
        raise Conflict("NO_EVENING")
    begins = starts(found)
    entry = Entry()
    entry.add("uid", f"{table}@hora-h")
    entry.add("sequence", found.n)
    entry.add("dtstamp", datetime.fromisoformat(found.at).astimezone(UTC))
    entry.add("dtstart", begins)
    entry.add("dtend", (begins.astimezone(UTC) + timedelta(minutes=found.minutes)).astimezone(begins.tzinfo))
    entry.add("summary", f"Hora H: {title}")
    entry.add("url", there)
    if found.place:
        entry.add("location", found.place)
    sure = set(persons) <= {found.seat, *found.agreed}
    entry.add("status", "CONFIRMED" if sure else "TENTATIVE")
    whole = Calendar()
    whole.add("prodid", "-//Hora H//ES")
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add_component(entry)
    whole.add_missing_timezones()
    return bytes(whole.to_ical())


def _start(day: str, hour: str, zone: str) -> str:
    """A day and an hour as they are kept; one that is past or far away is none."""
    try:
        minutes = quiet.minutes(hour)
        found = datetime.fromisoformat(f"{day}T{quiet.clock(minutes)}")
        moment = found.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    except (HorahError, ValueError, OverflowError):
        raise HorahError("BAD_EVENING") from None
    now = datetime.now(UTC)
    if not now - timedelta(days=1) < moment < now + timedelta(days=366 * YEARS):
        raise HorahError("BAD_EVENING")
    return found.strftime("%Y-%m-%dT%H:%M")
