"""A connection to SQLite or PostgreSQL that behaves the same for the repository."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import mkstemp
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from schemas.errors import HorahError

OWNER_ONLY = 0o600
POOL_SIZE = 12  # the threads of a process: those that answer and those that send notifications
OURS = "battles"  # a table that every version has
BUSY_MILLISECONDS = 15_000
LOOK_AGAIN_SECONDS = 0.005
WRITE = "horah_write"  # an execution option: this transaction is going to write


def engine_for(address: str) -> Engine:
    """An engine for a database address; sqlite:///file or postgresql://..."""
    url = url_of(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, pool_size=POOL_SIZE, pool_pre_ping=True, hide_parameters=True)


def url_of(address: str) -> URL:
    """An address, taken apart; one that is not understood is refused."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise _bad_address() from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        return url
    raise _bad_address()


def _bad_address() -> HorahError:
    return HorahError("BAD_DATABASE")


def _sqlite(url: URL) -> Engine:
    if file := _file(url):
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise HorahError("NO_DATABASE", database=str(file), why=fault.strerror or "") from None
        _keep_private(file)
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_MILLISECONDS / 1000},
        pool_size=POOL_SIZE,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _file(url: URL) -> Path | None:
    """The file of a SQLite database, if it has one."""
    name = url.database
    return None if not name or name == ":memory:" or name.startswith("file:") else Path(name)


def _keep_private(file: Path) -> None:
    """The file holds seeds and is its owner's alone, from its first moment; SQLite's own follow it.

    It is never opened here under its own name: closing it would give up the locks that SQLite holds on it
    for other connections of this process.
    """
    with suppress(OSError):  # what cannot be opened is told when it is opened
        if not file.exists():
            opened, private = mkstemp(dir=file.parent, prefix=f".{file.name}.")
            os.close(opened)
            try:
                os.link(private, file)  # unless another has made it meanwhile
            finally:
                Path(private).unlink()
        if file.stat().st_mode & 0o077:
            file.chmod(OWNER_ONLY)


def there(file: Path) -> bool:
    """Is there such a file? One whose name is longer than any can be is not."""
    try:
        return file.is_file()
    except OSError:
        return False


def holds_ours(address: str) -> bool:
    """Is there a database of Hora H at this address? Asking makes none, and changes nothing in another's."""
    url = url_of(address)
    if url.get_backend_name() != "sqlite":
        engine = engine_for(address)
        try:
            return inspect(engine).has_table(OURS)
        finally:
            engine.dispose()
    file = _file(url)
    if file is None or not there(file):
        return False
    query = "SELECT 1 FROM sqlite_master WHERE name = ?"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(query, (OURS,)).fetchone() is not None
    except sqlite3.DatabaseError:
        return False


def _prepare(connection: Any, _: ConnectionPoolEntry) -> None:
    """Set up a connection: we begin transactions ourselves, in write-ahead mode, and wait for locks.

    With synchronous=FULL every commit is on the disk before it is acknowledged.
    """
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a log beside the file. Whoever opens a new file first changes it, and SQLite refuses all others
    meanwhile at once, whatever time they would wait: so the waiting is done here."""
    until = monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(LOOK_AGAIN_SECONDS)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer takes its lock at once, so that it waits and does not fail halfway."""
    writes = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
