"""Quiet hours: a daily time span in a time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from schemas.errors import HorahError

DAY = 24 * 60  # minutes in a day
DEFAULT_ZONE = "UTC"
SEAS = ("Arctic/", "Atlantic/", "Indian/", "Pacific/")
REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Australia/", "Europe/", *SEAS)


@cache
def list_zones() -> tuple[str, ...]:
    """Return the names of the known time zones."""
    return (DEFAULT_ZONE, *sorted(name for name in available_timezones() if name.startswith(REGIONS)))


def check_zone(name: str) -> str:
    """Return the name of a time zone; raise if it is unknown."""
    if name not in list_zones():
        raise HorahError("BAD_ZONE", given=name)
    return name


def parse_time(text: str) -> int:
    """Parse a time of day such as 22:30 into minutes after midnight."""
    hour, colon, minute = text.strip().partition(":")
    fits = bool(colon) and all(
        part.isascii() and part.isdigit() and len(part) <= 2 for part in (hour, minute)
    )
    if not fits or int(hour) > 23 or int(minute) > 59:
        raise HorahError("BAD_HOUR", given=text)
    return int(hour) * 60 + int(minute)


def format_time(of: int) -> str:
    """Format minutes after midnight as a time of day."""
    return f"{of // 60:02}:{of % 60:02}"


def quiet_end(moment: datetime, place: str, start: int, end: int) -> datetime | None:
    """Return when the quiet hours end that contain this moment; None if none do."""
    local = moment.astimezone(ZoneInfo(place))
    at = local.hour * 60 + local.minute
    within = start <= at < end if start < end else (at >= start or at < end)
    if start == end or not within:
        return None
    days = 1 if end <= at else 0
    day = local.date() + timedelta(days=days)
    ends = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=ZoneInfo(place)).astimezone(UTC)
    return ends if ends > moment else moment + timedelta(minutes=1)
