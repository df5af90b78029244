"""State of a table derived from its events before anything is replayed.

Answers that were taken back are dropped here and never replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.session import Seeds, seeds_after
from generator.table import Seat
from web.storage.records import Event

from .metadata import METADATA_EVENTS, TableMetadata


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer that counts when every person agrees; with a place it corrects that answer."""

    number: int  # number of its event
    seat: Seat
    value: Any
    place: int | None = None
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A seat refused a request or a proposal of another."""

    seat: Seat
    what: str  # undo, reveal or proposal
    why: str = ""


@dataclass(slots=True)
class History:
    """The events of a table, summed up."""

    persons: tuple[Seat, ...]
    seeds: Seeds  # first answer and seed
    last: Event | None = None
    after: int = 0  # the pending questions were asked after this event
    places: list[int] = field(default_factory=list)  # the event of each valid answer
    by_people: list[int] = field(default_factory=list)  # indexes of the answers that people gave
    undo: dict[Seat, int] = field(default_factory=dict)  # seat -> number of answers it wants to go back to
    undone: list[tuple[int, int]] = field(
        default_factory=list
    )  # number of answers before and after each undo
    reveal: set[Seat] = field(default_factory=set)
    proposal: Proposal | None = None
    refusal: Refusal | None = None  # the last one, until another event
    corrected: list[int] = field(default_factory=list)  # indexes of the answers that replaced others
    carried: set[int] = field(default_factory=set)  # indexes of rolls that a correction did not repeat
    adopted: list[tuple[int, str]] = field(default_factory=list)  # first answer and version of the catalogues
    played: int = 0  # number of valid answers that have been replayed
    waiting: list[Mapping[str, Any]] = field(
        default_factory=list
    )  # valid answers that have not been replayed
    around: TableMetadata = field(default_factory=TableMetadata)

    @property
    def version(self) -> int:
        """Return the number of events."""
        return 0 if self.last is None else self.last.n + 1

    def add(self, event: Event) -> None:
        """Apply one event."""
        if event.kind == "undo":
            self._undo(event)
        elif event.kind == "reveal":
            self.reveal.add(event.seat)
        elif event.kind in METADATA_EVENTS:
            self.around.add(event, len(self.places))
        elif event.kind == "adopt":
            self.adopted.append((len(self.places), event.body["catalog"]))
        elif event.kind == "propose":
            self._propose(event)
        elif event.kind == "agree":
            assert self.proposal is not None
            self.proposal = replace(self.proposal, agreed=self.proposal.agreed | {event.seat})
        elif event.kind in ("refuse", "withdraw"):
            self._end(event)
        elif event.kind == "correct":
            self._correct(event)
        else:
            self._answer(event)
            self.waiting.append(event.body)
        self.last = event

    def note(self, event: Event) -> None:
        """Record an answer that the session has already taken."""
        self._answer(event)
        self.played += 1
        self.last = event

    def _answer(self, event: Event) -> None:
        """Record an answer; it ends all pending requests."""
        if event.kind == "answer":
            self.by_people.append(len(self.places))
        self.places.append(event.n)
        self.undo.clear()
        self.proposal = self.refusal = None

    def _propose(self, event: Event) -> None:
        body = event.body
        self.proposal = Proposal(event.n, event.seat, body["value"], body.get("place"))
        self.refusal = None

    def _end(self, event: Event) -> None:
        """Apply a refusal, which ends all requests of its kind, or a withdrawal of the seat's own."""
        what, refused = event.body["what"], event.kind == "refuse"
        if what == "undo":
            self.undo = {} if refused else {s: to for s, to in self.undo.items() if s != event.seat}
        elif what == "reveal":
            self.reveal = set() if refused else self.reveal - {event.seat}
        else:
            self.proposal = None
        self.refusal = Refusal(event.seat, what, event.body.get("why", "")) if refused else None

    def _correct(self, event: Event) -> None:
        place = event.body["place"]
        self._go_back(event, place)
        self.corrected.append(place)
        self.carried |= set(event.body["carried"])

    def _undo(self, event: Event) -> None:
        self.refusal = None
        self.undo[event.seat] = event.body["to"]
        if {self.undo.get(seat) for seat in self.persons} == {event.body["to"]}:
            self._go_back(event, event.body["to"])

    def _go_back(self, event: Event, keep: int) -> None:
        """Drop answers from a place on; the event brings a new seed if the old one was shown at the end."""
        self.undone.append((len(self.places), keep))
        self.seeds = seeds_after(self.seeds, keep, event.body.get("seed"))
        del self.places[keep:]
        while self.by_people and self.by_people[-1] >= keep:
            self.by_people.pop()
        del self.waiting[max(0, keep - self.played) :]
        self.played = min(self.played, keep)
        self.undo.clear()
        self.reveal.clear()
        self.proposal = None
        self.corrected = [place for place in self.corrected if place < keep]
        self.carried = {place for place in self.carried if place < keep}
        self.after = event.n + 1
