"""Tables in memory: the state that replaying the events of a table gives. None of it is stored.

``number`` identifies the current question. It is the number of the event after which it was first asked, and
every answer names it: so a late answer, or one from before an undo, is never taken for another question.
While seats answer simultaneously it stays the same.

A table belongs to the catalogues it was opened with. A service with other catalogues may show it as far as
its answers fit, but takes no answers; otherwise two services could leave a table that neither can read. The
operator can let it continue with other catalogues, which is an event (``adopt``).

The seed is shown when the table is finished. An undo after that brings a new seed from there on, because the
old one would reveal the next dice; each seed counts from a position in the transcript.

A process holds a table in memory once for all requests, which use it one at a time; only the first one loads
it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, TypeVar

from catalogs import Catalog
from catalogs.owner_data import apply_if_valid
from generator.game import find_recorded_procedure
from generator.session import Session, begin
from generator.table import REFEREE, Departed, Seat, Table, read_entry
from schemas.errors import HorahError
from web.storage.records import Event, EventKind, StoredTable, now
from web.storage.schema import tables

from ..context import Context
from ..errors import Busy, Conflict, NotHere
from .history import History
from .own_catalogs import find_catalog

LOCK_TIMEOUT_SECONDS = 20.0  # seconds to wait for other threads at the same table
MAX_CACHED_VALUES = 64  # cached values of a table between two events
TABLE_WEIGHT = 200  # memory of a table without answers, in answers
OWNER_DATA_WEIGHT = 400  # memory of catalogues with owner data, in answers
Made = TypeVar("Made")


@dataclass(slots=True)
class Live:
    """A table in memory."""

    stored: StoredTable
    session: Session
    history: History
    installed: Catalog  # catalogues of this service; the session may use earlier ones
    shown: dict[Hashable, Any] = field(default_factory=dict)  # cached values until the next event

    @property
    def version(self) -> int:
        """Return the number of events."""
        return self.history.version

    @property
    def number(self) -> int:
        """Return the number of the current question."""
        places = self.history.places
        before = len(places) - len(self.table.sealed)
        return max(self.history.after, places[before - 1] + 1 if before else 0)

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    @property
    def catalog(self) -> str:
        """Return the version of the catalogues that this table belongs to."""
        adopted = self.history.adopted
        return adopted[-1][1] if adopted else self.stored.catalog

    @property
    def has_own_catalogs(self) -> bool:
        """Return whether the table belongs to the catalogues of this service."""
        return self.catalog == self.installed.version

    @property
    def revealed(self) -> bool:
        """Return whether everything may be seen: the game is over and every person agreed to reveal."""
        return self.session.finished and set(self.session.persons) <= self.history.reveal

    def cached(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return a cached value, made now if there is none; it is dropped with the next event.

        Do not change it.
        """
        if key in self.shown:
            kept: Made = self.shown[key]
            return kept
        made = self.shown[key] = make()
        while len(self.shown) > MAX_CACHED_VALUES:
            del self.shown[next(iter(self.shown))]
        return made

    def apply(self, events: Sequence[Event]) -> None:
        """Apply stored events: first drop what they cancel, then replay the remaining answers once."""
        if not events:
            return
        self.shown.clear()
        history = self.history
        for event in events:
            history.add(event)
        self.session.seeds = history.seeds
        if history.played < len(self.table.entries):
            self.session.back_to(history.played)
        self.table.replay(read_entry(body) for body in history.waiting)
        history.played, history.waiting = len(history.places), []

    def answer(self, seat: Seat, value: Any) -> list[Event]:
        """Take a person's answer and return its event, which the caller must store."""
        entry = self.session.answer(seat, value)
        return self._record([self._event("answer", seat, entry.json())])

    def fill(self) -> list[Event]:
        """Let dice and commanders answer their questions; return the events."""
        entries = self.session.fill()
        return self._record(
            [self._event("fill", entry.seat, entry.json(), n) for n, entry in enumerate(entries)]
        )

    def apply_event(self, kind: EventKind, seat: Seat, body: Mapping[str, Any]) -> list[Event]:
        """Apply an event of a seat and return it."""
        event = self._event(kind, seat, body)
        self.apply([event])
        return [event]

    def correct(self, seat: Seat, place: int, value: Any, seed: str | None) -> list[Event]:
        """Replace an answer; the rules replay everything after it."""
        correction = self.session.correct(place, value, seed)
        entries = correction.session.table.entries[place:]
        again = {entry.n for entry in correction.rolled_again}
        carried = [entry.n for entry in entries if entry.kind in ("roll", "draw") and entry.n not in again]
        body = {"place": place, "carried": carried, **({"seed": seed} if seed else {})}
        event = self._event("correct", seat, body)
        self.history.add(event)
        self.session = correction.session
        answers = [
            self._event(
                "answer" if self.session.answered_by_person(entry) else "fill", entry.by, entry.json(), n
            )
            for n, entry in enumerate(entries)
        ]
        return [event, *self._record(answers)]

    def adopt(self) -> list[Event]:
        """Adopt the catalogues of this service."""
        return self.apply_event("adopt", REFEREE, {"catalog": self.installed.version})

    def _event(self, kind: EventKind, seat: Seat, body: Mapping[str, Any], ahead: int = 0) -> Event:
        return Event(self.stored.id, self.version + ahead, kind, seat, body, now())

    def _record(self, events: list[Event]) -> list[Event]:
        self.shown.clear()
        for event in events:
            self.history.note(event)
        return events


@dataclass(slots=True)
class TableSlot:
    """The slot of a table in memory; its lock lets one thread use the table at a time."""

    lock: Lock = field(default_factory=Lock)
    live: Live | None = None

    @property
    def weight(self) -> int:
        """Return the size in the cache: a constant for each table, plus its answers and its owner data."""
        live = self.live  # another thread may set it to None
        if live is None:
            return TABLE_WEIGHT
        return TABLE_WEIGHT + len(live.table.entries) + (OWNER_DATA_WEIGHT if live.stored.owner_data else 0)


def open_session(context: Context, stored: StoredTable, version: str | None = None) -> Live:
    """Return a table before its first event, with the kept catalogues of a version or the installed ones."""
    kind = find_recorded_procedure(stored.procedure)
    installed = catalog = apply_if_valid(context.catalogs[kind.game], stored.owner_data)
    if version is not None and version != installed.version:
        catalog = find_catalog(context, kind.game, version, stored) or installed
    session = begin(kind, catalog, kind.read(catalog, stored.settings), stored.seed)
    return Live(stored, session, History(session.persons, session.seeds), installed)


def load_with_installed_catalogs(context: Context, stored: StoredTable) -> Live:
    """Replay a table with the catalogues of this service; raise Conflict if its answers do not fit them."""
    live = open_session(context, stored)
    _apply(live, context.repository.events(stored.id))
    return live


@contextmanager
def lock_table(context: Context, table_id: str) -> Iterator[Live]:
    """Yield the table as it stands in the database, for the caller alone.

    It stays in memory, unless it was changed and the change failed.
    """
    place = context.lives.get_or_make(table_id, TableSlot)
    if not place.lock.acquire(timeout=LOCK_TIMEOUT_SECONDS):
        raise Busy
    try:
        kept, place.live = place.live, None
        live = _current(context, table_id, kept)
        seen_at = context.repository.mark_seen(tables, table_id, live.stored.seen_at)
        live.stored = replace(live.stored, seen_at=seen_at)
        before = live.history.last
        try:
            yield live
        except HorahError:
            if live.history.last is before:  # a refused request changed nothing
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
    events = context.repository.events(table_id)
    adopted = [event.body["catalog"] for event in events if event.kind == "adopt"]
    live = open_session(context, stored, adopted[-1] if adopted else stored.catalog)
    _apply(live, events)
    return live


def _catch_up(context: Context, live: Live) -> bool:
    """Apply new events of other processes; return False if the past differs, as after a restore."""
    last = live.history.last
    if last is None:  # no event is known yet
        stored = context.repository.table(live.stored.id)
        if (
            stored is None
            or replace(stored, size=live.stored.size, seen_at=live.stored.seen_at) != live.stored
        ):
            return False
        _apply(live, context.repository.events(live.stored.id))
        return True
    news = context.repository.events(live.stored.id, last.n)
    if not news or news[0] != last or any(event.kind == "adopt" for event in news[1:]):
        return False
    _apply(live, news[1:])
    return True


def _apply(live: Live, events: Sequence[Event]) -> None:
    try:
        live.apply(events)
    except Departed as fault:
        raise Conflict(
            "DEPARTED.table", here=live.installed.version, there=live.catalog, why=fault.message
        ) from None
