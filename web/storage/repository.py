"""The one place that speaks SQL for the service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Table, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from .engine import QUICK, WRITE
from .records import Event, StoredBattle, StoredSeat, StoredTable
from .schema import battles, events, seats, tables

Record = TypeVar("Record", StoredBattle, StoredTable, StoredSeat, Event)

MADE_AT = select(battles.c.made_at).where(battles.c.id == bindparam("id"))


class Taken(Exception):
    """The running number has been taken by another event."""


class Repository:
    """Battles, tables and events, in and out."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # SQLite has one writer at a time: threads of one process wait here, in turn, and not in its retries.
        self._turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection, connection.begin():
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
        with self.writing(quick=True) as connection:
            _add(connection, battles, [battle])

    def battle(self, battle_id: str) -> StoredBattle | None:
        with self.reading() as connection:
            found = connection.execute(select(battles).where(battles.c.id == battle_id)).first()
        return StoredBattle(*found) if found else None

    def battle_made_at(self, battle_id: str) -> str | None:
        """When a battle was made: one cheap question."""
        with self.reading() as connection:
            found: str | None = connection.scalar(MADE_AT, {"id": battle_id})
        return found

    def add_table(self, table: StoredTable, its_seats: Sequence[StoredSeat], first: Sequence[Event]) -> None:
        with self.writing() as connection:
            _add(connection, tables, [table])
            _add(connection, seats, its_seats)
            _add(connection, events, first)

    def table(self, table_id: str) -> StoredTable | None:
        with self.reading() as connection:
            found = connection.execute(select(tables).where(tables.c.id == table_id)).first()
        return StoredTable(*found) if found else None

    def table_ids(self) -> list[str]:
        with self.reading() as connection:
            return list(connection.execute(select(tables.c.id).order_by(tables.c.opened_at)).scalars())

    def seat(self, link_hash: str) -> StoredSeat | None:
        with self.reading() as connection:
            found = connection.execute(select(seats).where(seats.c.link_hash == link_hash)).first()
        return StoredSeat(*found) if found else None

    def events(self, table_id: str, start: int = 0) -> list[Event]:
        """The events of a table in order, from a number on."""
        query = select(events).where(events.c.table_id == table_id, events.c.n >= start).order_by(events.c.n)
        with self.reading() as connection:
            return [Event(*row) for row in connection.execute(query)]

    def version(self, table_id: str) -> int:
        """How many events a table has; it grows with every one."""
        query = select(func.max(events.c.n)).where(events.c.table_id == table_id)
        with self.reading() as connection:
            last = connection.execute(query).scalar()
        return 0 if last is None else last + 1

    def stand(self, table_id: str) -> str:
        """What the last event of a table is; another one under its number, as after a restore, is another."""
        query = select(events.c.n, events.c.at).where(events.c.table_id == table_id)
        with self.reading() as connection:
            last = connection.execute(query.order_by(events.c.n.desc()).limit(1)).first()
        return f"{last.n} {last.at}" if last else ""

    def append(self, new: Sequence[Event]) -> None:
        """Add events, all or none; Taken if one of their numbers is there already.

        The first goes alone: if another event came first it is this number that is taken, and told plainly.
        """
        if not new:
            return
        try:
            with self.writing() as connection:
                _add(connection, events, new[:1])
                _add(connection, events, new[1:])
        except IntegrityError as fault:
            raise Taken from fault


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
