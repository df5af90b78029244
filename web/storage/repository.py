"""The one place that speaks SQL for the service."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Select, Table, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from .engine import QUICK, WRITE
from .quick import Quick, QuickSqlite
from .records import Event, StoredBattle, StoredSeat, StoredTable, StoredTicket
from .schema import battles, events, seats, tables, tickets
from .together import Adding, Together, Work

Record = TypeVar("Record", StoredBattle, StoredTable, StoredSeat, StoredTicket, Event)

EVENTS = (
    select(events)
    .where(events.c.table_id == bindparam("table_id"), events.c.n >= bindparam("start"))
    .order_by(events.c.n)
)
TABLE = select(tables).where(tables.c.id == bindparam("id"))
PROCEDURE = select(tables.c.procedure).where(tables.c.id == bindparam("id"))
SEAT = select(seats).where(seats.c.link_hash == bindparam("link_hash"))
LAST = select(func.max(events.c.n)).where(events.c.table_id == bindparam("table_id"))
BATTLE = select(battles).where(battles.c.id == bindparam("id"))
MADE_AT = select(battles.c.made_at).where(battles.c.id == bindparam("id"))


class Taken(Exception):
    """The running number has been taken by another event."""


class Repository:
    """Battles, tables and events, in and out."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._at_once = engine.execution_options(**_no_transaction(engine))
        # SQLite has one writer at a time: threads of one process wait here, in turn, and not in its retries.
        self._turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self._together = Together(self.writing)
        self.quick = _quick(engine)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """For a single question, which is a picture of one moment by itself and needs no transaction."""
        with self._at_once.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, quick: bool = False) -> Iterator[Connection]:
        """A transaction that writes; a quick one is a single statement and does not wait for the disk."""
        options = {WRITE: True, QUICK: quick}
        with self._turn, self.engine.connect().execution_options(**options) as connection, connection.begin():
            if quick and self.engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
            yield connection

    def ping(self) -> None:
        """Fail if the database does not answer."""
        with self.reading() as connection:
            connection.execute(select(battles.c.id).limit(1))

    def add_battle(self, battle: StoredBattle) -> None:
        """Keep a battle; were it lost with the power, another would be made by another click."""
        if self.quick.kept_battle(as_row(battle)):
            return
        try:
            with self.writing(quick=True) as connection:
                _add(connection, battles, [battle])
        except IntegrityError:
            if self.battle(battle.id) != battle:
                raise
            # It is there: a connection had broken before it could say so.

    def battle(self, battle_id: str) -> StoredBattle | None:
        found = self._rows(BATTLE, id=battle_id)
        return StoredBattle(*found[0]) if found else None

    def battle_made_at(self, battle_id: str) -> str | None:
        """When a battle was made: one cheap question."""
        found = self._rows(MADE_AT, id=battle_id)
        return str(found[0][0]) if found else None

    def add_table(
        self,
        table: StoredTable,
        its_seats: Sequence[StoredSeat],
        first: Sequence[Event],
        its_tickets: Sequence[StoredTicket] = (),
    ) -> None:
        def add(connection: Connection) -> None:
            _add(connection, tables, [table])
            _add(connection, seats, its_seats)
            _add(connection, tickets, its_tickets)
            _add(connection, events, first)

        self._write(add)

    def table(self, table_id: str) -> StoredTable | None:
        found = self._rows(TABLE, id=table_id)
        return StoredTable(*found[0]) if found else None

    def procedure(self, table_id: str) -> str | None:
        """What is played at a table; None if there is no such table."""
        found = self._rows(PROCEDURE, id=table_id)
        return str(found[0][0]) if found else None

    def table_ids(self) -> list[str]:
        with self.reading() as connection:
            return list(connection.execute(select(tables.c.id).order_by(tables.c.opened_at)).scalars())

    def seat(self, link_hash: str) -> StoredSeat | None:
        found = self._rows(SEAT, link_hash=link_hash)
        return StoredSeat(*found[0]) if found else None

    def events(self, table_id: str, start: int = 0) -> list[Event]:
        """The events of a table in order, from a number on."""
        return [Event(*row) for row in self._rows(EVENTS, table_id=table_id, start=start)]

    def version(self, table_id: str) -> int:
        """How many events a table has; it grows with every one. 0 if there is no such table."""
        ((last,),) = self._rows(LAST, table_id=table_id)
        return 0 if last is None else int(last) + 1

    def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """How many events each of some tables has, as far as it has any."""
        found = self._rows(self.quick.LAST, asked=json.dumps(table_ids))
        return {table_id: int(last) + 1 for table_id, last in found if last is not None}

    def _rows(self, query: Select[Any], **values: Any) -> Sequence[Sequence[Any]]:
        """The answer to one question."""
        try:
            return self.quick.rows(query, **values)
        except self.quick.Error:  # told by the next that asks, if it is no connection that broke
            with self.asking() as connection:
                return connection.execute(query, values).all()

    def stand(self, table_id: str) -> str:
        """What the last event of a table is; another one under its number, as after a restore, is another."""
        query = select(events.c.n, events.c.at).where(events.c.table_id == table_id)
        with self.reading() as connection:
            last = connection.execute(query.order_by(events.c.n.desc()).limit(1)).first()
        return f"{last.n} {last.at}" if last else ""

    def append(self, new: Sequence[Event], also: Adding | None = None) -> None:
        """Add events, all or none; Taken if one of their numbers is there already.

        ``also`` is written with them, or not at all.
        """
        if not new or self.quick.kept([as_row(event) for event in new], also):
            return

        def add(connection: Connection) -> None:
            # The first goes alone: if another came first it is this number that is taken, and told plainly.
            _add(connection, events, new[:1])
            _add(connection, events, new[1:])
            if also is not None:
                also(connection)

        try:
            self._write(add)
        except IntegrityError as fault:
            if self.events(new[0].table_id, new[0].n)[: len(new)] != list(new):
                raise Taken from fault
            # They are there: a connection had broken before it could say so.

    def _write(self, work: Work) -> None:
        """PostgreSQL lets many write at once and waits for the disk with all of them; of SQLite we do it."""
        if self.engine.dialect.name == "sqlite":
            self._together.write(work)
            return
        with self.writing() as connection:
            work(connection)


def _quick(engine: Engine) -> Quick[Any]:
    if engine.dialect.name == "sqlite":
        return QuickSqlite(engine)
    from .prepared import QuickPostgres  # who has no PostgreSQL need not wait for its driver

    return QuickPostgres(engine)


def _no_transaction(engine: Engine) -> dict[str, Any]:
    """What lets a statement stand alone; of SQLite's transactions only we decide."""
    return {QUICK: True} if engine.dialect.name == "sqlite" else {"isolation_level": "AUTOCOMMIT"}


@cache
def _insert(table: Table) -> Insert:
    return insert(table)


def _add(connection: Connection, table: Table, records: Sequence[Record]) -> None:
    rows = [as_row(record) for record in records]
    if rows:
        connection.execute(_insert(table), rows[0] if len(rows) == 1 else rows)


def as_row(record: Any) -> dict[str, Any]:
    """A record as a row; shallow, for its JSON is written as it stands."""
    return {field.name: getattr(record, field.name) for field in fields(record)}
