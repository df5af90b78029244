"""0.IV, 6.0: the clock. Boxes are numbered from 0, the box in which the battle begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

HOUR_MINUTES = 60
DAY_MINUTES = 24 * HOUR_MINUTES


def parse_minute(hour: str) -> int:
    """Return the minute of the day: 06:30 is 390."""
    hours, _, minutes = hour.partition(":")
    return int(hours) * HOUR_MINUTES + int(minutes)


def parse_moment(box: str) -> int:
    """Return the minutes since the first midnight: 2 00:00 is 1440."""
    day, _, hour = box.partition(" ")
    return (int(day) - 1) * DAY_MINUTES + parse_minute(hour)


@dataclass(frozen=True, slots=True)
class Mark:
    """6.2: an event due when the clock enters or crosses a box."""

    box: int
    kind: str
    side: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The boxes of a battle; without minutes or a start they have only numbers."""

    minutes: int | None
    start: int | None
    end: int | None
    periods: tuple[tuple[int, str], ...]  # (first minute of the day, period), sorted
    marks: tuple[Mark, ...]

    @property
    def has_hours(self) -> bool:
        return self.minutes is not None and self.start is not None

    @property
    def last(self) -> int | None:
        """Number of the last box, if the battle has an end."""
        if self.minutes is None or self.start is None or self.end is None:
            return None
        return (self.end - self.start) // self.minutes

    def box(self, when: str) -> int:
        """Return the box of a day and hour."""
        if self.minutes is None or self.start is None:
            return 0
        return (parse_moment(when) - self.start) // self.minutes

    def minutes_at(self, box: int) -> int | None:
        """Return the minutes from the first midnight to a box."""
        if self.minutes is None or self.start is None:
            return None
        return self.start + box * self.minutes

    def day(self, box: int) -> int:
        """Return the calendar day of a box."""
        at = self.minutes_at(box)
        return 1 if at is None else at // DAY_MINUTES + 1

    def label(self, box: int) -> str:
        """Return day and hour of a box, 1 06:30, or its number if the clock has no hours."""
        at = self.minutes_at(box)
        if at is None:
            return str(box)
        return f"{at // DAY_MINUTES + 1} {at % DAY_MINUTES // HOUR_MINUTES:02}:{at % HOUR_MINUTES:02}"

    def period(self, box: int) -> str | None:
        """18.1: return the period of a box; the day's last period holds until the first of the next day."""
        at = self.minutes_at(box)
        if at is None or not self.periods:
            return None
        passed = [name for begins, name in self.periods if begins <= at % DAY_MINUTES]
        return passed[-1] if passed else self.periods[-1][1]

    def boxes_crossed(self, old: int, new: int) -> range:
        """6.2: return every box that the clock enters or crosses."""
        return range(old + 1, new + 1)

    def marks_at(self, box: int) -> Iterator[Mark]:
        return (mark for mark in self.marks if mark.box == box)

    def is_midnight(self, box: int) -> bool:
        """13.4: tell whether a new day begins with this box."""
        return self.has_hours and self.day(box) > self.day(box - 1)


def make_clock(document: Mapping[str, Any]) -> Clock:
    """Make the clock of a battle's document."""
    start, end = document["start"], document["end"]
    bare = Clock(
        document["minutes"],
        None if start is None else parse_moment(start),
        None if end is None else parse_moment(end),
        tuple(sorted((parse_minute(row["hour"]), row["period"]) for row in document["periods"])),
        (),
    )
    marks = (Mark(bare.box(row["box"]), row["kind"], row["side"], row["text"]) for row in document["marks"])
    return Clock(bare.minutes, bare.start, bare.end, bare.periods, tuple(sorted(marks, key=lambda m: m.box)))
