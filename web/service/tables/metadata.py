"""Table metadata beside the play: seats and names, notes, the next meeting, closing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from generator.table import Seat
from web.storage.records import Event

METADATA_EVENTS = frozenset({"sit", "name", "note", "close", "reopen", "evening"})
TOGETHER = "together"  # the seat of a device that several players share


@dataclass(frozen=True, slots=True)
class Remark:
    """A note beside the log; a private one is visible to its writer only."""

    seat: Seat
    text: str
    private: bool
    after: int  # number of answers when it was written
    at: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """The next meeting: proposed by a seat, and the seats that agreed."""

    body: dict[str, Any]
    seat: Seat
    n: int  # number of its event
    at: str
    agreed: frozenset[Seat] = frozenset()

    @property
    def start(self) -> str:
        """Return the local start time without its zone: 2026-11-20T19:30."""
        return str(self.body["start"])

    @property
    def zone(self) -> str:
        return str(self.body["zone"])

    @property
    def minutes(self) -> int:
        return int(self.body["minutes"])

    @property
    def place(self) -> str:
        return str(self.body["place"])


@dataclass(slots=True)
class TableMetadata:
    """The metadata of one table, as its events leave it."""

    names: dict[Seat, str] = field(default_factory=dict)
    sat: dict[Seat, str] = field(default_factory=dict)  # time when a seat was taken
    holders: dict[Seat, str] = field(
        default_factory=dict
    )  # hash of the only valid link, if it was handed over
    remarks: list[Remark] = field(default_factory=list)
    closed: tuple[Seat, str] | None = None  # the seat that closed the table, and when
    evening: Meeting | None = None

    def add(self, event: Event, answers: int) -> None:
        """Apply one event; ``answers`` is the number of answers at that moment."""
        body = event.body
        if event.kind == "sit":
            self.sat[event.seat] = event.at
            self.holders[event.seat] = body["key"]
        if event.kind in ("sit", "name"):
            self.names[event.seat] = body["name"]
        elif event.kind == "note":
            self.remarks.append(Remark(event.seat, body["text"], body["private"], answers, event.at))
        elif event.kind == "close":
            self.closed = (event.seat, event.at)
        elif event.kind == "reopen":
            self.closed = None
        elif event.kind == "evening":
            self._apply_meeting(event)

    def _apply_meeting(self, event: Event) -> None:
        """Apply a meeting event: an equal proposal by another seat is agreement, an empty one cancels."""
        meeting, body = self.evening, dict(event.body)
        if not body:
            self.evening = None
        elif meeting is not None and meeting.body == body and meeting.seat != event.seat:
            self.evening = replace(meeting, agreed=meeting.agreed | {event.seat})
        else:
            self.evening = Meeting(body, event.seat, event.n, event.at)

    def accepts_link(self, seat: Seat, key: str) -> bool:
        """Return whether a link is still valid for a seat; a seat that was handed over has only one link."""
        return not key or self.holders.get(seat, key) == key
