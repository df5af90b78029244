"""Database engines for SQLite and PostgreSQL that behave the same for the repository."""

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

OWNER_ONLY_MODE = 0o600
POOL_SIZE = 12  # threads of a process: request threads and notification senders
MARKER_TABLE = "battles"  # a database table that every version has
BUSY_MILLISECONDS = 15_000
RETRY_SECONDS = 0.005
WRITE = "horah_write"  # execution option of transactions that write


def engine_for(address: str) -> Engine:
    """Return an engine for a database URL: sqlite:///file or postgresql://..."""
    url = parse_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, pool_size=POOL_SIZE, pool_pre_ping=True, hide_parameters=True)


def parse_url(address: str) -> URL:
    """Parse a database URL; raise if it is not supported."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise _bad_url() from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        return url
    raise _bad_url()


def _bad_url() -> HorahError:
    return HorahError("BAD_DATABASE")


def _sqlite(url: URL) -> Engine:
    if file := _database_file(url):
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise HorahError("NO_DATABASE", database=str(file), why=fault.strerror or "") from None
        _make_private(file)
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_MILLISECONDS / 1000},
        pool_size=POOL_SIZE,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _configure_connection)
    event.listen(engine, "begin", _begin)
    return engine


def _database_file(url: URL) -> Path | None:
    """Return the file of a SQLite database, if it has one."""
    name = url.database
    return None if not name or name == ":memory:" or name.startswith("file:") else Path(name)


def _make_private(file: Path) -> None:
    """Create the file readable by its owner only: it contains seeds. SQLite's other files follow it.

    The file is never opened here under its own name: closing it would release the locks that SQLite holds on
    it for other connections of this process.
    """
    with suppress(OSError):  # reported later, when the file is opened
        if not file.exists():
            opened, private = mkstemp(dir=file.parent, prefix=f".{file.name}.")
            os.close(opened)
            try:
                os.link(private, file)  # fails if another process has created it
            finally:
                Path(private).unlink()
        if file.stat().st_mode & 0o077:
            file.chmod(OWNER_ONLY_MODE)


def file_exists(file: Path) -> bool:
    """Return whether a file exists; a name that is too long does not."""
    try:
        return file.is_file()
    except OSError:
        return False


def holds_our_database(address: str) -> bool:
    """Return whether there is a database of Hora H at this URL, without creating or changing one."""
    url = parse_url(address)
    if url.get_backend_name() != "sqlite":
        engine = engine_for(address)
        try:
            return inspect(engine).has_table(MARKER_TABLE)
        finally:
            engine.dispose()
    file = _database_file(url)
    if file is None or not file_exists(file):
        return False
    query = "SELECT 1 FROM sqlite_master WHERE name = ?"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(query, (MARKER_TABLE,)).fetchone() is not None
    except sqlite3.DatabaseError:
        return False


def _configure_connection(connection: Any, _: ConnectionPoolEntry) -> None:
    """Configure a connection: explicit transactions, write-ahead log, waiting for locks.

    With synchronous=FULL every commit is on the disk before it is acknowledged.
    """
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    _enable_wal(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite ignores its busy timeout here, so wait and retry."""
    until = monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(RETRY_SECONDS)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer takes its lock at once, so that it waits and does not fail halfway."""
    writes = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
