"""Database health: can it be written to, is there free space, and what its errors mean."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from .engine import BUSY_MILLISECONDS, WRITE

LOCK_MILLISECONDS = 2_000  # a health check waits less for the lock than a request does
MIN_FREE_BYTES = 16 * 1024 * 1024  # free bytes below which the service is unhealthy
FULL_MESSAGES = ("disk is full", "disk full", "no space left", "could not extend file")
FULL_SQLSTATES = ("53100", "53400")  # PostgreSQL: disk_full, configuration_limit_exceeded


def is_full(error: DBAPIError) -> bool:
    """Return whether a database error means that the disk is full."""
    code = getattr(error.orig, "sqlstate", None)
    message = str(error.orig).lower()
    return code in FULL_SQLSTATES or any(each in message for each in FULL_MESSAGES)


def free_bytes(engine: Engine) -> int | None:
    """Return the free bytes at a SQLite file; None if only the database server knows."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    with suppress(OSError):
        return shutil.disk_usage(Path(name).absolute().parent).free
    return None


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
