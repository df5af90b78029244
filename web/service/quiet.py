"""Quiet hours: from one hour of the day to another, by the clock of a place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from schemas.errors import HorahError

DAY = 24 * 60  # minutes
USUAL = "UTC"
SEAS = ("Arctic/", "Atlantic/", "Indian/", "Pacific/")
REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Australia/", "Europe/", *SEAS)


@cache
def zones() -> tuple[str, ...]:
    """The places whose clocks are known, by name."""
    return (USUAL, *sorted(name for name in available_timezones() if name.startswith(REGIONS)))


def zone(name: str) -> str:
    """A zone by its name; another name is refused."""
    if name not in zones():
        raise HorahError("BAD_ZONE", given=name)
    return name


def minutes(text: str) -> int:
    """An hour of the day, 22:30, in minutes after midnight."""
    hour, colon, minute = text.strip().partition(":")
    fits = bool(colon) and all(
        part.isascii() and part.isdigit() and len(part) <= 2 for part in (hour, minute)
    )
    if not fits or int(hour) > 23 or int(minute) > 59:
        raise HorahError("BAD_HOUR", given=text)
    return int(hour) * 60 + int(minute)


def clock(of: int) -> str:
    """Minutes after midnight as an hour of the day."""
    return f"{of // 60:02}:{of % 60:02}"


def until(moment: datetime, place: str, start: int, end: int) -> datetime | None:
    """When the quiet hours end that this moment lies in; None where it lies in none."""
    local = moment.astimezone(ZoneInfo(place))
    at = local.hour * 60 + local.minute
    within = start <= at < end if start < end else (at >= start or at < end)
    if start == end or not within:
        return None
    days = 1 if end <= at else 0
    day = local.date() + timedelta(days=days)
    ends = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=ZoneInfo(place)).astimezone(UTC)
    return ends if ends > moment else moment + timedelta(minutes=1)
