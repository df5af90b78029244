"""Records of the database as frozen dataclasses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

# answer: by a person; fill: by dice and commanders; undo, reveal: a request, done when every person agrees;
# propose: an answer that counts when every person agrees; refuse, withdraw: the end of a request or proposal;
# correct: the answers from a place on are replaced; adopt: other catalogues are used from now on; the
# rest is metadata: take a seat, set a name, write a note, close or reopen the table,
# plan a meeting
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

SeatTokenKind = Literal["invite", "hand", "recover"]


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle generated in one step."""

    id: str
    procedure: str
    settings: Mapping[str, Any]
    seed: str
    catalog: str
    entries: Sequence[Mapping[str, Any]]
    made_at: str
    card: Mapping[str, Any]  # the referee's card at the time it was made
    owner: str = ""  # hash of the client that made it
    size: int = 0  # bytes
    seen_at: str = ""  # last day on which somebody opened it


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
    owner_data: Mapping[str, Any] | None = None
    owner: str = ""  # hash of the client that opened it
    size: int = 0  # bytes, its events included
    seen_at: str = ""  # last day on which somebody opened it


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The hash of a link and the seat it leads to."""

    link_hash: str
    table_id: str
    seat: str


@dataclass(frozen=True, slots=True)
class StoredSeatToken:
    """The hash of a single-use token that gives a seat."""

    token_hash: str
    table_id: str
    seat: str
    kind: SeatTokenKind
    n: int
    issuer_hash: str
    made_at: str
    used_at: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a table; events are added and never changed."""

    table_id: str
    n: int
    kind: EventKind
    seat: str
    body: Mapping[str, Any]
    at: str


def now() -> str:
    """Return the current time as it is stored."""
    return later(0)


def later(seconds: float) -> str:
    """Return the time so many seconds from now, as it is stored."""
    return stamp(datetime.now(UTC) + timedelta(seconds=seconds))


def stamp(moment: datetime) -> str:
    """Format a time as it is stored."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def document_bytes(*documents: Any) -> int:
    """Return the size of JSON documents."""
    return sum(len(json.dumps(document, ensure_ascii=False).encode()) for document in documents)
