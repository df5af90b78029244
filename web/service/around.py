"""What people do around the play: who sits where and under which name, notes, when they meet, closing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from generator.table import Seat
from web.storage.records import Event

KINDS = frozenset({"sit", "name", "note", "close", "reopen", "evening"})
TOGETHER = "together"  # the link of one device for several players


@dataclass(frozen=True, slots=True)
class Remark:
    """A note beside the log; one that is private is its writer's alone."""

    seat: Seat
    text: str
    private: bool
    after: int  # answers that stood when it was written
    at: str


@dataclass(frozen=True, slots=True)
class Evening:
    """When they meet next: proposed by a seat, and who of the others said that it suits."""

    body: dict[str, Any]
    seat: Seat
    n: int  # of its event
    at: str
    agreed: frozenset[Seat] = frozenset()

    @property
    def start(self) -> str:
        """By the clock of the zone, without it: 2026-11-20T19:30."""
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
class Around:
    """The events around the play of one table, added up."""

    names: dict[Seat, str] = field(default_factory=dict)
    sat: dict[Seat, str] = field(default_factory=dict)  # when a seat was taken
    holders: dict[Seat, str] = field(default_factory=dict)  # the hash of the one link that counts, if any
    remarks: list[Remark] = field(default_factory=list)
    closed: tuple[Seat, str] | None = None  # who closed the table, and when
    evening: Evening | None = None

    def add(self, event: Event, answers: int) -> None:
        """Let one event happen, after so many answers."""
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
            self._meet(event)

    def _meet(self, event: Event) -> None:
        """The same said by another is his agreement; nothing said, and they do not meet."""
        found, body = self.evening, dict(event.body)
        if not body:
            self.evening = None
        elif found is not None and found.body == body and found.seat != event.seat:
            self.evening = replace(found, agreed=found.agreed | {event.seat})
        else:
            self.evening = Evening(body, event.seat, event.n, event.at)

    def lets(self, seat: Seat, key: str) -> bool:
        """Does this link still count for the seat? A seat that changed hands has one link."""
        return not key or self.holders.get(seat, key) == key
