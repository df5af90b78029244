"""Can the database be written to, and is there room? And what its refusals mean."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from .engine import BUSY_MILLISECONDS, WRITE

LOCK_MILLISECONDS = 2_000  # a health check waits less long for the lock than an answer does
ROOM = 16 * 1024 * 1024  # bytes without which the next answers may not find a place
FULL = ("disk is full", "disk full", "no space left", "could not extend file")
NO_ROOM = ("53100", "53400")  # PostgreSQL: disk_full, configuration_limit_exceeded


def is_full(error: DBAPIError) -> bool:
    """Does a database refuse because there is no room left?"""
    code = getattr(error.orig, "sqlstate", None)
    said = str(error.orig).lower()
    return code in NO_ROOM or any(each in said for each in FULL)


def room(engine: Engine) -> int | None:
    """How many bytes are left where a SQLite file lies; None where only the server knows."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    with suppress(OSError):
        return shutil.disk_usage(Path(name).absolute().parent).free
    return None


def try_writing(engine: Engine) -> None:
    """Take the lock that a writer takes, and give it back; a DBAPIError says why it cannot be had."""
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
