"""Backup and restore of a running service: one file for either database, so that one can move between them.

The file is text: a line that says what it is, a line for each row, and a last line with their number and a
digest, without which it is not whole. It holds seeds, so that only its owner may read it.
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
from schemas.said import Said, say

from .engine import WRITE
from .migrate import head_revision
from .records import now
from .schema import metadata

FORMAT = "hora-h/backup/1"
BATCH = 500
HEAD = 1000  # longer than any first line
TABLES = metadata.sorted_tables  # those that others point to come first
FURNITURE = "keys"  # a service has them from its first start on: with nothing else it is still empty


def backup(engine: Engine, path: Path) -> int:
    """Write everything as it stands at one moment; the number of rows.

    It is written beside, read again, and put in place only when it is whole. What is there already is
    replaced only if it is a backup, and never by one with nothing in it.
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
            if path.exists() and all(table == FURNITURE for table, _ in _read(Path(name))):
                raise HorahError("NOTHING_TO_KEEP", path=str(path))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise HorahError("UNWRITABLE.backup", path=str(path), why=fault.strerror) from None
    return rows


def _check_replaceable(path: Path) -> None:
    """A file that is no backup, such as the database itself, is not overwritten."""
    try:
        if not path.exists():
            return
        with path.open("rb") as file:
            ours = json.loads(file.readline(HEAD)).get("format") == FORMAT
    except OSError as fault:
        raise HorahError("UNWRITABLE.backup", path=str(path), why=fault.strerror) from None
    except (ValueError, AttributeError, RecursionError):
        ours = False
    if not ours:
        raise HorahError("NO_BACKUP_THERE", path=str(path))


def _check_whole(path: Path, rows: int) -> None:
    """Read what was written, from the disk: every row of it is there."""
    if sum(1 for _ in _read(path)) != rows:
        raise _bad(path, say("backup.changed"))


def restore(engine: Engine, path: Path, *, replace: bool = False) -> int:
    """Put everything back in one transaction: whoever is connected sees all of it or nothing."""
    rows = sum(1 for _ in _read(path))  # the whole file is checked before anything is touched
    with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
        _make_room(connection, replace=replace)
        batch: list[dict[str, Any]] = []
        current = ""
        for table, row in _read(path):
            if table != current or len(batch) >= BATCH:
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
    """Every row of one moment: both databases keep a reader's picture still while others write."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            for table in TABLES:
                for row in connection.execution_options(yield_per=BATCH).execute(select(table)).mappings():
                    yield table.name, dict(row)


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a backup; one that is cut short or was changed is refused."""
    digest, count, end = hashlib.sha256(), 0, None
    names = {table.name for table in TABLES}
    try:
        with path.open(encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise _bad(path, say("backup.no_beginning"))
            if head.get("schema") != head_revision():
                raise _bad(path, say("backup.other_version"))
            for line in lines:
                part = json.loads(line)
                if isinstance(part, dict):
                    end = part
                    break
                digest.update(line.encode())
                count += 1
                if part[0] not in names:
                    raise _bad(path, say("backup.unknown_table", table=str(part[0])))
                yield part[0], part[1]
    except OSError as fault:
        raise _bad(path, say("backup.unreadable", why=str(fault.strerror))) from None
    except (ValueError, RecursionError, IndexError, KeyError, TypeError):
        raise _bad(path, say("backup.bad_line", number=count + 2)) from None
    if end is None:
        raise _bad(path, say("backup.no_end"))
    if end != {"rows": count, "sha256": digest.hexdigest()}:
        raise _bad(path, say("backup.changed"))


def _make_room(connection: Connection, *, replace: bool) -> None:
    kept = [table for table in TABLES if table.name != FURNITURE]
    if not replace and any(connection.execute(select(table).limit(1)).first() for table in kept):
        raise HorahError("NOT_EMPTY")
    for table in reversed(TABLES):
        connection.execute(delete(table))


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(metadata.tables[name]), rows)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _bad(path: Path, why: Said) -> HorahError:
    return HorahError("BAD_BACKUP", path=str(path), why=why)
