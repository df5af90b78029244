"""A table as its events leave it. Nothing of this is stored: it is what replaying the events gives.

``number`` names what is asked now. It is the number of the event after which it was first asked, so that an
answer says what it answers: an answer that comes too late, or from before an undo, cannot be taken for that
to another question. While seats answer together it stays the same.

A table belongs to the catalogues it was opened with: others may show it as far as its answers fit, but take
no answer, or two services with different tables would leave one that neither can read. Whoever runs the
service can let it go on with other catalogues, which is an event too (``adopt``).

The seed is shown when the table is finished. An undo after that brings a new seed from there on, for the old
one would tell the dice to come; each seed counts from a place in the transcript.

A process has a table in memory once, for everyone who looks at it or answers there: they come one after the
other, and only the first of them may have to load it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from catalogs.box import laid
from generator.game import recorded_procedure
from generator.session import Session, begin
from generator.table import REFEREE, Departed, Seat, Table, entry_from
from schemas.errors import HorahError
from web.storage.records import Event, EventKind, StoredTable, now

from .context import Context
from .errors import Busy, Conflict, NotHere
from .history import History

PATIENCE = 20.0  # seconds to wait for others at the same table
MOST_SHOWN = 64  # things made to be shown of a table that are kept while nothing happens
TABLE_WEIGHT = 200  # answers that take as much memory as a table without any,
BOX = 400  # and as catalogues with the figures of an owner
Made = TypeVar("Made")


@dataclass(slots=True)
class Live:
    """A table in memory."""

    stored: StoredTable
    session: Session
    history: History
    shown: dict[Hashable, Any] = field(default_factory=dict)  # what was made to be shown of it as it stands

    @property
    def version(self) -> int:
        """How many events there are."""
        return self.history.version

    @property
    def number(self) -> int:
        """The number of what is asked now."""
        places = self.history.places
        before = len(places) - len(self.table.sealed)
        return max(self.history.after, places[before - 1] + 1 if before else 0)

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    @property
    def catalog(self) -> str:
        """The version of the catalogues that this table belongs to."""
        adopted = self.history.adopted
        return adopted[-1][1] if adopted else self.stored.catalog

    @property
    def at_home(self) -> bool:
        """Are the catalogues here its own?"""
        return self.catalog == self.session.catalog.version

    @property
    def revealed(self) -> bool:
        """Everything may be seen: the game is over and every person has said so."""
        return self.session.finished and set(self.session.persons) <= self.history.reveal

    def kept(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Something made to be shown, kept for the next who asks while nothing happens; not to be changed."""
        if key in self.shown:
            kept: Made = self.shown[key]
            return kept
        made = self.shown[key] = make()
        while len(self.shown) > MOST_SHOWN:
            del self.shown[next(iter(self.shown))]
        return made

    def apply(self, events: Sequence[Event]) -> None:
        """Let events happen that others stored: first what they cancel, then one replay of what is left."""
        if not events:
            return
        self.shown.clear()
        history = self.history
        for event in events:
            history.add(event)
        self.session.seeds = history.seeds
        if history.played < len(self.table.entries):
            self.session.back_to(history.played)
        self.table.replay(entry_from(body) for body in history.waiting)
        history.played, history.waiting = len(history.places), []

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
        self.apply([event])
        return [event]

    def correct(self, seat: Seat, place: int, value: Any, seed: str | None) -> list[Event]:
        """Put another answer in the place of an old one; what follows is played again by the rules."""
        found = self.session.correct(place, value, seed)
        entries = found.session.table.entries[place:]
        again = {entry.n for entry in found.rolled_again}
        carried = [entry.n for entry in entries if entry.kind in ("roll", "draw") and entry.n not in again]
        body = {"place": place, "carried": carried, **({"seed": seed} if seed else {})}
        event = self._event("correct", seat, body)
        self.history.add(event)
        self.session = found.session
        answers = [
            self._event(
                "answer" if self.session.answered_by_person(entry) else "fill", entry.by, entry.json(), n
            )
            for n, entry in enumerate(entries)
        ]
        return [event, *self._keep(answers)]

    def adopt(self) -> list[Event]:
        """Let the catalogues of here count from now on."""
        return self.wish("adopt", REFEREE, {"catalog": self.session.catalog.version})

    def _event(self, kind: EventKind, seat: Seat, body: Mapping[str, Any], ahead: int = 0) -> Event:
        return Event(self.stored.id, self.version + ahead, kind, seat, body, now())

    def _keep(self, events: list[Event]) -> list[Event]:
        self.shown.clear()
        for event in events:
            self.history.note(event)
        return events


@dataclass(slots=True)
class Place:
    """Where a table is kept in memory; whoever wants it waits for the one who has it."""

    lock: Lock = field(default_factory=Lock)
    live: Live | None = None

    @property
    def weight(self) -> int:
        """Return how much it counts in the cache: every table for something, then its answers and its box."""
        live = self.live  # the thread that holds the table may be taking it away
        if live is None:
            return TABLE_WEIGHT
        return TABLE_WEIGHT + len(live.table.entries) + (BOX if live.stored.box else 0)


def open_session(context: Context, stored: StoredTable) -> Live:
    """A table before its first event."""
    kind = recorded_procedure(stored.procedure)
    catalog = laid(context.catalogs[kind.game], stored.box)
    session = begin(kind, catalog, kind.read(catalog, stored.settings), stored.seed)
    return Live(stored, session, History(session.persons, session.seeds))


@contextmanager
def held(context: Context, table_id: str) -> Iterator[Live]:
    """The table as it stands in the database, for the caller alone.

    It stays for the next one, unless it was changed and the change came to nothing.
    """
    place = context.lives.get_or_make(table_id, Place)
    if not place.lock.acquire(timeout=PATIENCE):
        raise Busy
    try:
        kept, place.live = place.live, None
        live = _current(context, table_id, kept)
        before = live.history.last
        try:
            yield live
        except HorahError:
            if live.history.last is before:  # a refusal changes nothing
                place.live = live
            raise
        place.live = live
        context.lives.put(table_id, place)
    finally:
        place.lock.release()


def _current(context: Context, table_id: str, kept: Live | None) -> Live:
    if kept is not None and _catch_up(context, kept):
        return kept
    stored = context.repository.table(table_id)
    if stored is None:
        raise NotHere
    live = open_session(context, stored)
    _apply(live, context.repository.events(table_id))
    return live


def _catch_up(context: Context, live: Live) -> bool:
    """Add what others did since; false if the past is not what it was, as after a restore."""
    last = live.history.last
    if last is None:  # nothing has happened yet, as far as we know
        if context.repository.table(live.stored.id) != live.stored:
            return False
        _apply(live, context.repository.events(live.stored.id))
        return True
    news = context.repository.events(live.stored.id, last.n)
    if not news or news[0] != last:
        return False
    _apply(live, news[1:])
    return True


def _apply(live: Live, events: Sequence[Event]) -> None:
    try:
        live.apply(events)
    except Departed as fault:
        raise Conflict(
            "DEPARTED.table", here=live.session.catalog.version, there=live.catalog, why=fault.said
        ) from None
