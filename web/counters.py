"""What clients have spent, counted in one file that all workers of a machine share.

A storage of the library ``limits``: where several machines serve, HORAH_LIMITS names one of its others
instead, such as ``redis://host``.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

from limits.storage import Storage

TABLE = "CREATE TABLE IF NOT EXISTS spent (client TEXT PRIMARY KEY, amount INTEGER, ends REAL) WITHOUT ROWID"
INDEX = "CREATE INDEX IF NOT EXISTS spent_ends ON spent (ends)"
# A count that ends later than one that begins now is from before the clock was set back: it counts no more.
SPEND = """
INSERT INTO spent VALUES (:client, :amount, :ends) ON CONFLICT (client) DO UPDATE SET
    amount = CASE WHEN ends <= :now OR ends > :ends THEN excluded.amount ELSE amount + excluded.amount END,
    ends = CASE WHEN ends <= :now OR ends > :ends THEN excluded.ends ELSE ends END
RETURNING amount
"""
# However many clients there are, a look for counts that have ended takes no longer.
FORGET = """
DELETE FROM spent WHERE client IN (
    SELECT client FROM spent WHERE ends <= :now UNION ALL
    SELECT client FROM spent WHERE ends > :late LIMIT :few
)
"""
SWEEP = 1.0  # seconds between two such looks
FEW = 500  # counts that one look forgets
SPAN = 60.0  # seconds that a count lasts
PATIENCE = 2.0


def usual() -> str:
    """The file of whoever runs the service on this machine."""
    who = os.getuid() if hasattr(os, "getuid") else "horah"
    return f"shared://{Path(tempfile.gettempdir()) / f'horah-limits-{who}.db'}"


class Shared(Storage):
    """Counts in a SQLite file; nothing in it is worth more than a minute, so no disk is waited for."""

    STORAGE_SCHEME = ["shared"]  # noqa: RUF012

    def __init__(
        self, uri: str | None = None, wrap_exceptions: bool = False, **_: float | str | bool
    ) -> None:
        super().__init__(uri, wrap_exceptions)
        self.path = (uri or usual()).removeprefix("shared://")
        self._mine = threading.local()
        self._swept = 0.0

    @property
    def base_exceptions(self) -> type[Exception]:
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        if now - self._swept > SWEEP:
            self._swept = now
            self._connection.execute(FORGET, {"now": now, "late": now + expiry, "few": FEW})
        values = {"client": key, "amount": amount, "ends": now + expiry, "now": now}
        return int(self._connection.execute(SPEND, values).fetchone()[0])

    def get(self, key: str) -> int:
        now = time.time()
        found = self._connection.execute(
            "SELECT amount FROM spent WHERE client = ? AND ends > ? AND ends <= ?", (key, now, now + SPAN)
        ).fetchone()
        return int(found[0]) if found else 0

    def get_expiry(self, key: str) -> float:
        found = self._connection.execute("SELECT ends FROM spent WHERE client = ?", (key,)).fetchone()
        return float(found[0]) if found else time.time()

    def check(self) -> bool:
        return bool(self._connection.execute("SELECT 1").fetchone())

    def reset(self) -> int:
        return self._connection.execute("DELETE FROM spent").rowcount

    def clear(self, key: str) -> None:
        self._connection.execute("DELETE FROM spent WHERE client = ?", (key,))

    @property
    def _connection(self) -> sqlite3.Connection:
        """A connection for each thread, made after a worker has forked."""
        if getattr(self._mine, "process", None) != os.getpid():
            made = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            made.execute("PRAGMA journal_mode = WAL")
            made.execute("PRAGMA synchronous = OFF")
            made.execute(TABLE)
            made.execute(INDEX)
            Path(self.path).chmod(0o600)
            self._mine.connection, self._mine.process = made, os.getpid()
        found: sqlite3.Connection = self._mine.connection
        return found
