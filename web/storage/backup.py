"""Backup and restore of a running service: one file format for both databases, so one can move between them.

The file is text: a header line, one line for each row, and a last line with the number of rows and a digest,
without which the file is incomplete. It contains seeds, so only its owner may read it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, Engine, delete, insert, select

from schemas.errors import HorahError
from schemas.messages import Message, say

from .engine import WRITE
from .migrate import head_revision
from .records import now
from .schema import metadata

FORMAT = "hora-h/backup/1"
BATCH_ROWS = 500
MAX_HEADER_BYTES = 1000  # bytes; longer than any header line
TABLES = metadata.sorted_tables  # referenced tables come first
KEYS_TABLE = "keys"  # written at the first start: a database with only this table is empty


def backup(engine: Engine, path: Path) -> int:
    """Write a consistent snapshot and return the number of rows.

    The file is written beside the target, read again and moved into place when it is complete. An existing
    file is replaced only if it is a backup. An empty database is refused: it is probably the wrong one.
    """
    path = path.absolute()
    _check_replaceable(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                rows = _write(engine, out)
                out.flush()
                os.fsync(out.fileno())
            _check_whole(Path(name), rows)
            if all(table == KEYS_TABLE for table, _ in _read(Path(name))):
                raise HorahError("NOTHING_TO_KEEP", path=str(path))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise HorahError("UNWRITABLE.backup", path=str(path), why=fault.strerror) from None
    return rows


def _check_replaceable(path: Path) -> None:
    """Refuse to overwrite a file that is no backup, such as the database itself."""
    try:
        if not path.exists():
            return
        with path.open("rb") as file:
            ours = json.loads(file.readline(MAX_HEADER_BYTES)).get("format") == FORMAT
    except OSError as fault:
        raise HorahError("UNWRITABLE.backup", path=str(path), why=fault.strerror) from None
    except (ValueError, AttributeError, RecursionError):
        ours = False
    if not ours:
        raise HorahError("NO_BACKUP_THERE", path=str(path))


def _check_whole(path: Path, rows: int) -> None:
    """Read the written file back and check that every row is there."""
    if check_backup(path) != rows:
        raise _bad_backup(path, say("backup.changed"))


def check_backup(path: Path) -> int:
    """Read a whole backup and return its number of rows; raise if it is incomplete or was changed."""
    return sum(1 for _ in _read(path))


def restore(engine: Engine, path: Path, *, replace: bool = False) -> int:
    """Restore everything in one transaction, after a check of the whole file."""
    rows = check_backup(path)
    with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
        _make_room(connection, replace=replace)
        batch: list[dict[str, Any]] = []
        current = ""
        for table, row in _read(path):
            if table != current or len(batch) >= BATCH_ROWS:
                _insert(connection, current, batch)
                current, batch = table, []
            batch.append(row)
        _insert(connection, current, batch)
    return rows


def _write(engine: Engine, out: TextIO) -> int:
    out.write(_line({"format": FORMAT, "schema": head_revision(), "made_at": now()}))
    digest, count = hashlib.sha256(), 0
    for name, row in _rows(engine):
        line = _line([name, row])
        digest.update(line.encode())
        out.write(line)
        count += 1
    out.write(_line({"rows": count, "sha256": digest.hexdigest()}))
    return count


def _rows(engine: Engine) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every row of one snapshot: both databases isolate a reader from concurrent writers."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            for table in TABLES:
                for row in (
                    connection.execution_options(yield_per=BATCH_ROWS).execute(select(table)).mappings()
                ):
                    yield table.name, dict(row)


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of a backup; raise if it is incomplete or was changed."""
    digest, count, end = hashlib.sha256(), 0, None
    names = {table.name for table in TABLES}
    try:
        with path.open(encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise _bad_backup(path, say("backup.no_beginning"))
            if head.get("schema") != head_revision():
                raise _bad_backup(path, say("backup.other_version"))
            for line in lines:
                part = json.loads(line)
                if isinstance(part, dict):
                    end = part
                    break
                digest.update(line.encode())
                count += 1
                if part[0] not in names:
                    raise _bad_backup(path, say("backup.unknown_table", table=str(part[0])))
                yield part[0], part[1]
    except OSError as fault:
        raise _bad_backup(path, say("backup.unreadable", why=str(fault.strerror))) from None
    except (ValueError, RecursionError, IndexError, KeyError, TypeError):
        raise _bad_backup(path, say("backup.bad_line", number=count + 2)) from None
    if end is None:
        raise _bad_backup(path, say("backup.no_end"))
    if end != {"rows": count, "sha256": digest.hexdigest()}:
        raise _bad_backup(path, say("backup.changed"))


def _make_room(connection: Connection, *, replace: bool) -> None:
    tables = [table for table in TABLES if table.name != KEYS_TABLE]
    if not replace and any(connection.execute(select(table).limit(1)).first() for table in tables):
        raise HorahError("NOT_EMPTY")
    for table in reversed(TABLES):
        connection.execute(delete(table))


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(metadata.tables[name]), rows)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _bad_backup(path: Path, why: Message) -> HorahError:
    return HorahError("BAD_BACKUP", path=str(path), why=why)
