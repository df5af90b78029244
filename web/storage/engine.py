"""A connection to SQLite or PostgreSQL that behaves the same for the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from schemas.errors import HorahError

BUSY_MILLISECONDS = 15_000
WRITE = "horah_write"  # an execution option: this transaction is going to write
# Another: a single statement, which may be lost if the power fails, though never if a process dies.
QUICK = "horah_quick"


def engine_for(address: str) -> Engine:
    """An engine for a database address; sqlite:///file or postgresql://..."""
    url = _url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, pool_pre_ping=True, hide_parameters=True)


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        raise _bad_address() from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        return url
    raise _bad_address()


def _bad_address() -> HorahError:
    return HorahError("BAD_DATABASE")


def _sqlite(url: URL) -> Engine:
    if url.database:
        Path(url.database).expanduser().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_MILLISECONDS / 1000}, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: ConnectionPoolEntry) -> None:
    """Take transactions out of the driver's hands: it would begin them too late and without the lock."""
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A writer takes its lock at once, so that it waits for others instead of failing halfway.

    A single statement is a transaction by itself, and holds the lock no longer than SQLite needs.
    """
    options, raw = connection.get_execution_options(), connection.connection.dbapi_connection
    assert raw is not None
    cursor = raw.cursor()
    level = "NORMAL" if options.get(QUICK) else "FULL"
    if options.get(WRITE) and connection.info.get("synchronous") != level:
        cursor.execute(f"PRAGMA synchronous={level}")
        connection.info["synchronous"] = level
    if not options.get(QUICK):
        cursor.execute("BEGIN IMMEDIATE" if options.get(WRITE) else "BEGIN")
