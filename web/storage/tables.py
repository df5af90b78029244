"""Repository of battles, tables, seats and events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable, Select, Table, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .engine import WRITE
from .records import Event, StoredBattle, StoredSeat, StoredSeatToken, StoredTable, document_bytes, now, stamp
from .schema import battles, documents, events, owner_data, seat_tokens, seats, shared_documents, tables

SEEN_INTERVAL = timedelta(days=1)  # between two notes that somebody opened a battle or table
EVENT_BYTES = 150  # of an event in the database besides its body, with its index
Record = TypeVar("Record")
Work = Callable[[Connection], None]


class Taken(Exception):
    """Another row with the same running number was stored first."""


class Repository:
    """Reads and writes battles, tables and events."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # SQLite has one writer at a time: threads of a process queue here instead of in SQLite's retries.
        self._turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that reads."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; at its end it is committed and on the disk."""
        with (
            self._turn,
            self.engine.connect().execution_options(**{WRITE: True}) as connection,
            connection.begin(),
        ):
            yield connection

    def find(self, record: type[Record], query: Select[Any]) -> Record | None:
        """Return the first row of a query as a record; None if there is none."""
        with self.reading() as connection:
            row = connection.execute(query).first()
        return record(*row) if row else None

    def every(self, record: type[Record], query: Select[Any]) -> list[Record]:
        """Return all rows of a query as records."""
        with self.reading() as connection:
            return [record(*row) for row in connection.execute(query)]

    def scalar(self, query: Select[Any]) -> Any:
        """Return the first column of the first row of a query; None if there is none."""
        with self.reading() as connection:
            return connection.scalar(query)

    def execute(self, *statements: Executable) -> int:
        """Run statements in one transaction; return how many rows the last one changed."""
        with self.writing() as connection:
            for statement in statements:
                changed = connection.execute(statement).rowcount
            return changed

    def add(self, *rows: tuple[Table, Sequence[Any]]) -> None:
        """Store records, all or none; raise Taken if one of their keys exists already."""
        try:
            with self.writing() as connection:
                add_records(connection, *rows)
        except IntegrityError as fault:
            raise Taken from fault

    def ping(self) -> None:
        """Raise if the database does not answer."""
        self.scalar(select(battles.c.id).limit(1))

    def add_battle(self, battle: StoredBattle) -> None:
        self.add((battles, [battle]))

    def battle(self, battle_id: str) -> StoredBattle | None:
        return self.find(StoredBattle, select(battles).where(battles.c.id == battle_id))

    def add_table(
        self,
        table: StoredTable,
        its_seats: Sequence[StoredSeat],
        first: Sequence[Event],
        its_tokens: Sequence[StoredSeatToken] = (),
    ) -> None:
        self.add((tables, [table]), (seats, its_seats), (seat_tokens, its_tokens), (events, first))

    def table(self, table_id: str) -> StoredTable | None:
        return self.find(StoredTable, select(tables).where(tables.c.id == table_id))

    def procedure(self, table_id: str) -> str | None:
        """Return the procedure of a table; None if there is no such table."""
        name: str | None = self.scalar(select(tables.c.procedure).where(tables.c.id == table_id))
        return name

    def table_ids(self) -> list[str]:
        with self.reading() as connection:
            return list(connection.execute(select(tables.c.id).order_by(tables.c.opened_at)).scalars())

    def seat(self, link_hash: str) -> StoredSeat | None:
        return self.find(StoredSeat, select(seats).where(seats.c.link_hash == link_hash))

    def mark_seen(self, table: Table, row_id: str, seen_at: str) -> str:
        """Store that a battle or a table was opened, at most once a day; return the stored time."""
        moment = now()
        if seen_at > stamp(datetime.now(UTC) - SEEN_INTERVAL):
            return seen_at
        self.execute(update(table).where(table.c.id == row_id).values(seen_at=moment))
        return moment

    def events(self, table_id: str, start: int = 0) -> list[Event]:
        """Return the events of a table in order, from a number on."""
        query = select(events).where(events.c.table_id == table_id, events.c.n >= start)
        return self.every(Event, query.order_by(events.c.n))

    def version(self, table_id: str) -> int:
        """Return how many events a table has; 0 if there is no such table."""
        last = self.scalar(select(func.max(events.c.n)).where(events.c.table_id == table_id))
        return 0 if last is None else int(last) + 1

    def last_event_key(self, table_id: str) -> str:
        """Return number and time of the last event; after a restore the same number may be another event."""
        query = select(events.c.n, events.c.at).where(events.c.table_id == table_id)
        with self.reading() as connection:
            last = connection.execute(query.order_by(events.c.n.desc()).limit(1)).first()
        return f"{last[0]} {last[1]}" if last else ""

    def owner_bytes(self, owner: str) -> int:
        """Return the number of bytes stored for one owner."""
        stored = (shared_documents, owner_data, documents, battles, tables)
        sums = (select(func.sum(table.c.size)).where(table.c.owner == owner) for table in stored)
        return sum(self.scalar(query) or 0 for query in sums)

    def append(self, new: Sequence[Event], also: Work | None = None) -> None:
        """Store events, all or none; raise Taken if one of their numbers exists already.

        ``also`` writes in the same transaction.
        """
        if not new:
            return
        try:
            with self.writing() as connection:
                add_records(connection, (events, new))
                connection.execute(
                    update(tables)
                    .where(tables.c.id == new[0].table_id)
                    .values(size=tables.c.size + event_bytes(new))
                )
                if also is not None:
                    also(connection)
        except IntegrityError as fault:
            raise Taken from fault


def add_records(connection: Connection, *rows: tuple[Table, Sequence[Any]]) -> None:
    """Insert records into tables, in this order."""
    for table, records in rows:
        if records:
            connection.execute(insert(table), [as_row(record) for record in records])


def as_row(record: Any) -> dict[str, Any]:
    """Return a record as a row."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def event_bytes(events: Sequence[Event]) -> int:
    """Return the bytes that events take in the database."""
    return sum(document_bytes(event.body) + EVENT_BYTES for event in events)
