"""What goes into the database and comes out of it, as plain frozen objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

# answer: a person's; fill: dice and commanders; undo, reveal: a seat's wish, done when every person has it;
# propose: an answer that counts when every person agrees; refuse, withdraw: the end of a wish or a proposal;
# correct: answers from a place on go, and those that follow stand instead; adopt: other catalogues count; the
# rest is what people do around the play: sit down, say their name, write a note, close the table and open it
# again, say when they meet
EventKind = Literal[
    "answer",
    "fill",
    "undo",
    "reveal",
    "propose",
    "agree",
    "refuse",
    "withdraw",
    "correct",
    "adopt",
    "sit",
    "name",
    "note",
    "close",
    "reopen",
    "evening",
]

TicketKind = Literal["invite", "hand", "recover"]


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle made at once."""

    id: str
    procedure: str
    settings: Mapping[str, Any]
    seed: str
    catalog: str
    entries: Sequence[Mapping[str, Any]]
    made_at: str
    card: Mapping[str, Any]  # the referee's, as it was made


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table that people share; everything that happens at it is an event."""

    id: str
    procedure: str
    title: str
    settings: Mapping[str, Any]
    seed: str
    catalog: str
    opened_at: str
    box: Mapping[str, Any] | None = None  # what an owner copied from his components


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The hash of a link and the seat it leads to."""

    link_hash: str
    table_id: str
    seat: str


@dataclass(frozen=True, slots=True)
class StoredTicket:
    """The hash of what gives a seat to whoever brings it, once."""

    hash: str
    table_id: str
    seat: str
    kind: TicketKind
    n: int
    by: str
    made_at: str
    used_at: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One row of a table's history; rows are added and never changed."""

    table_id: str
    n: int
    kind: EventKind
    seat: str
    body: Mapping[str, Any]
    at: str


def now() -> str:
    """The time as it is stored."""
    return later(0)


def later(seconds: float) -> str:
    """A time to come, as it is stored."""
    return stamp(datetime.now(UTC) + timedelta(seconds=seconds))


def stamp(moment: datetime) -> str:
    """A moment as it is stored."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
