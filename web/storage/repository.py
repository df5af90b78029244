"""Battles, tables, seats and events, in and out of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from .engine import WRITE
from .records import Event, StoredBattle, StoredSeat, StoredTable, StoredTicket
from .schema import battles, events, seats, tables, tickets

Record = TypeVar("Record", StoredBattle, StoredTable, StoredSeat, StoredTicket, Event)
Work = Callable[[Connection], None]


class Taken(Exception):
    """The running number has been taken by another event."""


class Repository:
    """Battles, tables and events, in and out."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # SQLite has one writer at a time: threads of one process queue here, not in SQLite's retries.
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

    def ping(self) -> None:
        """Fail if the database does not answer."""
        self._first(select(battles.c.id).limit(1))

    def add_battle(self, battle: StoredBattle) -> None:
        with self.writing() as connection:
            _add(connection, battles, [battle])

    def battle(self, battle_id: str) -> StoredBattle | None:
        row = self._first(select(battles).where(battles.c.id == battle_id))
        return StoredBattle(*row) if row else None

    def add_table(
        self,
        table: StoredTable,
        its_seats: Sequence[StoredSeat],
        first: Sequence[Event],
        its_tickets: Sequence[StoredTicket] = (),
    ) -> None:
        with self.writing() as connection:
            _add(connection, tables, [table])
            _add(connection, seats, its_seats)
            _add(connection, tickets, its_tickets)
            _add(connection, events, first)

    def table(self, table_id: str) -> StoredTable | None:
        row = self._first(select(tables).where(tables.c.id == table_id))
        return StoredTable(*row) if row else None

    def procedure(self, table_id: str) -> str | None:
        """Return what is played at a table; None if there is no such table."""
        row = self._first(select(tables.c.procedure).where(tables.c.id == table_id))
        return str(row[0]) if row else None

    def table_ids(self) -> list[str]:
        with self.reading() as connection:
            return list(connection.execute(select(tables.c.id).order_by(tables.c.opened_at)).scalars())

    def seat(self, link_hash: str) -> StoredSeat | None:
        row = self._first(select(seats).where(seats.c.link_hash == link_hash))
        return StoredSeat(*row) if row else None

    def events(self, table_id: str, start: int = 0) -> list[Event]:
        """Return the events of a table in order, from a number on."""
        query = select(events).where(events.c.table_id == table_id, events.c.n >= start)
        with self.reading() as connection:
            return [Event(*row) for row in connection.execute(query.order_by(events.c.n))]

    def version(self, table_id: str) -> int:
        """Return how many events a table has; 0 if there is no such table."""
        row = self._first(select(func.max(events.c.n)).where(events.c.table_id == table_id))
        return 0 if row is None or row[0] is None else int(row[0]) + 1

    def stand(self, table_id: str) -> str:
        """Return what the last event is: after a restore, another event under the same number is another."""
        query = select(events.c.n, events.c.at).where(events.c.table_id == table_id)
        last = self._first(query.order_by(events.c.n.desc()).limit(1))
        return f"{last[0]} {last[1]}" if last else ""

    def append(self, new: Sequence[Event], also: Work | None = None) -> None:
        """Add events, all or none; Taken if one of their numbers is there already.

        ``also`` writes in the same transaction.
        """
        if not new:
            return
        try:
            with self.writing() as connection:
                _add(connection, events, new)
                if also is not None:
                    also(connection)
        except IntegrityError as fault:
            raise Taken from fault

    def _first(self, query: Select[Any]) -> Sequence[Any] | None:
        with self.reading() as connection:
            return connection.execute(query).first()


def _add(connection: Connection, table: Table, records: Sequence[Record]) -> None:
    if records:
        connection.execute(insert(table), [as_row(record) for record in records])


def as_row(record: Any) -> dict[str, Any]:
    """Return a record as a row."""
    return {field.name: getattr(record, field.name) for field in fields(record)}
