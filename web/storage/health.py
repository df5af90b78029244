"""Database health: can it be written to, is there free space, and what its errors mean."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import DBAPIError

from .engine import BUSY_MILLISECONDS, WRITE
from .schema import battles, documents, jobs, outbox, owner_data, shared_documents, tables
from .tables import Repository

LOCK_MILLISECONDS = 2_000  # a health check waits less for the lock than a request does
MIN_FREE_BYTES = 16 * 1024 * 1024  # free bytes below which the service is unhealthy
FULL_MESSAGES = ("disk is full", "disk full", "no space left", "could not extend file")
FULL_SQLSTATES = ("53100", "53400")  # PostgreSQL: disk_full, configuration_limit_exceeded


def is_full(error: DBAPIError) -> bool:
    """Return whether a database error means that the disk is full."""
    code = getattr(error.orig, "sqlstate", None)
    message = str(error.orig).lower()
    return code in FULL_SQLSTATES or any(each in message for each in FULL_MESSAGES)


def free_bytes(engine: Engine, disk: str = "") -> int | None:
    """Return the free bytes at a SQLite file, or on the disk of a database server; None if unknown.

    ``disk`` is a folder on the disk of the database server, if this machine can see one.
    """
    name, folder = engine.url.database, Path(disk) if disk else None
    if engine.dialect.name == "sqlite" and name and name != ":memory:":
        folder = Path(name).absolute().parent
    if folder is not None:
        with suppress(OSError):
            return shutil.disk_usage(folder).free
    return None


def storage_figures(repository: Repository) -> Iterator[tuple[str, int, int | None]]:
    """Yield the name, rows and bytes of what people store, then jobs and messages that wait."""
    for table in (battles, tables, documents, shared_documents, owner_data):
        query = select(func.count(), func.coalesce(func.sum(table.c.size), 0)).select_from(table)
        with repository.reading() as connection:
            rows, size = connection.execute(query).one()
        yield table.name, int(rows), int(size)
    for table in (jobs, outbox):
        query = select(func.count()).select_from(table).where(table.c.state == "waiting")
        yield f"{table.name}_waiting", int(repository.scalar(query)), None


def try_writing(engine: Engine) -> None:
    """Take a writer's lock and release it; a DBAPIError says why that fails."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(**{WRITE: True}) as connection:
            cursor = connection.connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout={LOCK_MILLISECONDS}")
            try:
                connection.begin().rollback()
            finally:
                cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        return
    with engine.begin() as connection:
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}"))
        connection.execute(text("LOCK TABLE battles IN ROW EXCLUSIVE MODE"))
