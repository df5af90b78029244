"""0.IV, 6.0: the clock. Boxes are counted from the one in which the battle begins, which is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

HOUR = 60
DAY = 24 * HOUR


def minute(hour: str) -> int:
    """The minute of the day of an hour: 06:30 is 390."""
    hours, _, minutes = hour.partition(":")
    return int(hours) * HOUR + int(minutes)


def moment(box: str) -> int:
    """Minutes from the first midnight to a day and an hour: 2 00:00 is 1440."""
    day, _, hour = box.partition(" ")
    return (int(day) - 1) * DAY + minute(hour)


@dataclass(frozen=True, slots=True)
class Mark:
    """6.2: something that falls due when the clock enters or crosses a box."""

    box: int
    kind: str
    side: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The boxes of a battle; without minutes or a start they have numbers and no hours."""

    minutes: int | None
    start: int | None
    end: int | None
    periods: tuple[tuple[int, str], ...]  # minute of the day from which each holds, in order
    marks: tuple[Mark, ...]

    @property
    def told(self) -> bool:
        return self.minutes is not None and self.start is not None

    @property
    def last(self) -> int | None:
        """The number of the last box, where the battle says when it ends."""
        if self.minutes is None or self.start is None or self.end is None:
            return None
        return (self.end - self.start) // self.minutes

    def box(self, when: str) -> int:
        """The box of a day and an hour."""
        if self.minutes is None or self.start is None:
            return 0
        return (moment(when) - self.start) // self.minutes

    def at(self, box: int) -> int | None:
        """Minutes from the first midnight to a box."""
        if self.minutes is None or self.start is None:
            return None
        return self.start + box * self.minutes

    def day(self, box: int) -> int:
        """The calendar day of a box."""
        at = self.at(box)
        return 1 if at is None else at // DAY + 1

    def label(self, box: int) -> str:
        """Day and hour of a box, 1 06:30; a number alone where the clock has no hours."""
        at = self.at(box)
        if at is None:
            return str(box)
        return f"{at // DAY + 1} {at % DAY // HOUR:02}:{at % HOUR:02}"

    def period(self, box: int) -> str | None:
        """18.1: the period of a box; the last of the day before holds until the first begins."""
        at = self.at(box)
        if at is None or not self.periods:
            return None
        passed = [name for begins, name in self.periods if begins <= at % DAY]
        return passed[-1] if passed else self.periods[-1][1]

    def crossed(self, old: int, new: int) -> range:
        """6.2: every box that the clock enters or crosses on its way, each once."""
        return range(old + 1, new + 1)

    def due(self, box: int) -> Iterator[Mark]:
        return (mark for mark in self.marks if mark.box == box)

    def midnight(self, box: int) -> bool:
        """13.4: does a new day begin with this box?"""
        return self.told and self.day(box) > self.day(box - 1)


def clock_from(document: Mapping[str, Any]) -> Clock:
    """The clock of a battle's document."""
    start, end = document["start"], document["end"]
    bare = Clock(
        document["minutes"],
        None if start is None else moment(start),
        None if end is None else moment(end),
        tuple(sorted((minute(each["hour"]), each["period"]) for each in document["periods"])),
        (),
    )
    marks = (
        Mark(bare.box(each["box"]), each["kind"], each["side"], each["text"]) for each in document["marks"]
    )
    return Clock(bare.minutes, bare.start, bare.end, bare.periods, tuple(sorted(marks, key=lambda m: m.box)))
