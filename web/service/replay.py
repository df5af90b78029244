"""A table as its events leave it. Nothing of this is stored: it is what replaying the events gives.

``number`` names what is asked now. It is the number of the event after which it was first asked, so that an
answer says what it answers: an answer that comes too late, or from before an undo, cannot be taken for that
to another question. While seats answer together it stays the same.

A table belongs to the catalogues it was opened with: others may show it as far as its answers fit, but take
no answer, or two services with different tables would leave one that neither can read. Whoever runs the
service can let it go on with other catalogues, which is an event too (``adopt``).

The seed is shown when the table is finished. An undo after that brings a new seed from there on, for the old
one would tell the dice to come; each seed counts from a place in the transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.game import procedure
from generator.session import Session, begin
from generator.table import REFEREE, Departed, Seat, Table, entry_from
from web.storage.records import Event, EventKind, StoredTable, now

from .context import Context
from .errors import Conflict, NotHere


@dataclass(slots=True)
class Live:
    """A table in memory. Whoever changes it has taken it out of the cache before."""

    stored: StoredTable
    session: Session
    last: Event | None = None
    after: int = 0  # no question of now was asked before this event
    places: list[int] = field(default_factory=list)  # the event of each answer
    by_people: list[int] = field(default_factory=list)  # the answers that people gave
    undo: dict[Seat, int] = field(default_factory=dict)  # who wants to go back to how many answers
    undone: list[tuple[int, int]] = field(default_factory=list)  # answers before and after each undo
    reveal: set[Seat] = field(default_factory=set)
    adopted: list[tuple[int, str]] = field(default_factory=list)  # from which answer on, and the catalogue

    @property
    def version(self) -> int:
        """How many events there are."""
        return 0 if self.last is None else self.last.n + 1

    @property
    def number(self) -> int:
        """The number of what is asked now."""
        before = len(self.places) - len(self.table.sealed)
        return max(self.after, self.places[before - 1] + 1 if before else 0)

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    @property
    def catalog(self) -> str:
        """The version of the catalogues that this table belongs to."""
        return self.adopted[-1][1] if self.adopted else self.stored.catalog

    @property
    def at_home(self) -> bool:
        """Are the catalogues here its own?"""
        return self.catalog == self.session.catalog.version

    @property
    def bound(self) -> bool:
        """Does it take answers by its own catalogues alone?"""
        return self.stored.bound or bool(self.adopted)

    @property
    def revealed(self) -> bool:
        """Everything may be seen: the game is over and every person has said so."""
        return self.session.finished and set(self.session.persons) <= self.reveal

    def apply(self, event: Event) -> None:
        """Let one event happen."""
        if event.kind == "undo":
            self._undo(event)
        elif event.kind == "reveal":
            self.reveal.add(event.seat)
        elif event.kind == "adopt":
            self.adopted.append((len(self.table.entries), event.body["catalog"]))
        else:
            self.table.replay([entry_from(event.body)])
            self._note(event)
        self.last = event

    def answer(self, seat: Seat, value: Any) -> list[Event]:
        """Take a person's answer; the event is still to be stored."""
        entry = self.session.answer(seat, value)
        return self._keep([self._event("answer", seat, entry.json())])

    def fill(self) -> list[Event]:
        """Let dice and commanders answer what is theirs."""
        entries = self.session.fill()
        return self._keep(
            [self._event("fill", entry.seat, entry.json(), n) for n, entry in enumerate(entries)]
        )

    def wish(self, kind: EventKind, seat: Seat, body: Mapping[str, Any]) -> list[Event]:
        """Let a seat's wish happen."""
        event = self._event(kind, seat, body)
        self.apply(event)
        return [event]

    def adopt(self) -> list[Event]:
        """Let the catalogues of here count from now on."""
        return self.wish("adopt", REFEREE, {"catalog": self.session.catalog.version})

    def _event(self, kind: EventKind, seat: Seat, body: Mapping[str, Any], ahead: int = 0) -> Event:
        return Event(self.stored.id, self.version + ahead, kind, seat, body, now())

    def _keep(self, events: list[Event]) -> list[Event]:
        for event in events:
            self._note(event)
            self.last = event
        return events

    def _note(self, event: Event) -> None:
        """An answer has been taken: where it stands, whose it was; it ends what was wished before it."""
        if event.kind == "answer":
            self.by_people.append(len(self.places))
        self.places.append(event.n)
        self.undo.clear()

    def _undo(self, event: Event) -> None:
        self.undo[event.seat] = event.body["to"]
        if {self.undo.get(seat) for seat in self.session.persons} == {event.body["to"]}:
            self._go_back(event, event.body["to"])

    def _go_back(self, event: Event, keep: int) -> None:
        had = len(self.table.entries)
        self.session.back_to(keep, event.body["seed"] if self.session.finished else None)
        self.places = self.places[:keep]
        self.by_people = [place for place in self.by_people if place < keep]
        self.undone.append((had, keep))
        self.undo.clear()
        self.reveal.clear()
        self.after = event.n + 1


def open_session(context: Context, stored: StoredTable) -> Live:
    """A table before its first event."""
    kind = procedure(stored.procedure)
    catalog = context.catalogs[kind.game]
    return Live(stored, begin(kind, catalog, kind.read(catalog, stored.settings), stored.seed))


def take(context: Context, table_id: str) -> Live:
    """The table as it stands in the database, for the caller alone; ``give_back`` keeps it for the next."""
    live = context.lives.take(table_id)
    if live is not None and _catch_up(context, live):
        return live
    stored = context.repository.table(table_id)
    if stored is None:
        raise NotHere
    live = open_session(context, stored)
    _apply(context, live, context.repository.events(table_id))
    return live


def give_back(context: Context, live: Live) -> None:
    context.lives.put(live.stored.id, live)


def _catch_up(context: Context, live: Live) -> bool:
    """Add what others did since; false if the past is not what it was, as after a restore."""
    if live.last is None:
        return False
    news = context.repository.events(live.stored.id, live.last.n)
    if not news or news[0] != live.last:
        return False
    _apply(context, live, news[1:])
    return True


def _apply(context: Context, live: Live, events: Sequence[Event]) -> None:
    try:
        for event in events:
            live.apply(event)
    except Departed as fault:
        raise Conflict(
            "DEPARTED.table", here=live.session.catalog.version, there=live.catalog, why=fault.said
        ) from None
