"""PostgreSQL past the driver's cursors, which cost four times as much as the library underneath them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2s
from typing import Any

from psycopg import Connection, Error, OperationalError
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from sqlalchemy import JSON, Engine, Insert, bindparam, cast, func, insert, literal_column, select, true
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from .quick import Quick, Row, last_of
from .schema import battles, events
from .together import Adding

# Any number of events as one value, so that one statement serves for all.
_NEWS = func.json_populate_recordset(literal_column("NULL::events"), bindparam("news", type_=JSON))
EVENTS = insert(events).from_select(
    list(events.columns.keys()), select(_NEWS.table_valued(*events.columns.keys()))
)
_MADE = func.json_populate_recordset(literal_column("NULL::battles"), bindparam("made", type_=JSON))
# Its transaction does not wait for the disk, which it says itself so that it is a single question.
BATTLE = insert(battles).from_select(
    list(battles.columns.keys()),
    select(_MADE.table_valued(*battles.columns.keys())).where(
        func.set_config(literal_column("'synchronous_commit'"), literal_column("'off'"), true())
        == literal_column("'off'")
    ),
)


class Prepared:
    """A connection to PostgreSQL and the statements that it has prepared."""

    def __init__(self, connection: Connection[Any]) -> None:
        connection.autocommit = True
        self.connection = connection
        self.wire = connection.pgconn
        self.reader = Transformer(connection)
        self.known: set[bytes] = set()

    def run(self, name: bytes, text: bytes, values: Sequence[bytes]) -> list[Row]:
        if name not in self.known:
            _check(self.wire.prepare(name, text))
            self.known.add(name)
        result = self.wire.exec_prepared(name, values)
        _check(result)
        self.reader.set_pgresult(result)
        return self.reader.load_rows(0, result.ntuples, tuple)

    def close(self) -> None:
        self.connection.close()


class _Numbered(PGDialect_psycopg):
    """The same words, with numbered places for values."""

    default_paramstyle = "numeric_dollar"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]


class QuickPostgres(Quick[Prepared]):
    """Through statements that each connection prepares once."""

    LAST = last_of(func.json_array_elements_text(cast(bindparam("asked"), JSON)).column_valued("asked_for"))

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._numbered = _Numbered()
        self._statement = cache(self._compiled)
        self._with_events = cache(_with_events)

    def _own(self, connection: Any) -> Prepared:
        return Prepared(connection)

    def _ask(self, line: Prepared, statement: Executable, values: dict[str, Any]) -> list[Row]:
        name, text, own = self._statement(statement)
        given = (values[place] if value is None else value for place, value in own.items())
        return line.run(name, text, [_plain(value) for value in given])

    def kept(self, rows: Sequence[Mapping[str, Any]], also: Adding | None) -> bool:
        if also is not None and len(also.rows) != 1:
            return False
        statement = self._with_events(also.statement) if also else EVENTS
        try:
            self.rows(statement, news=rows, **(also.rows[0] if also else {}))
        except Error:
            return False
        return True

    def kept_battle(self, row: Mapping[str, Any]) -> bool:
        try:
            self.rows(BATTLE, made=[row])
        except Error:
            return False
        return True

    def _compiled(self, statement: ClauseElement) -> tuple[bytes, bytes, Mapping[str, Any]]:
        """A name for a statement, its words, and its values in order, as far as it has them itself."""
        compiled = statement.compile(dialect=self._numbered)
        assert isinstance(compiled, SQLCompiler)
        text = str(compiled).encode()
        return (
            blake2s(text).hexdigest().encode(),
            text,
            {place: compiled.params[place] for place in compiled.positiontup or ()},
        )


def _with_events(statement: Insert) -> Insert:
    """Both in one statement, which is a transaction by itself."""
    return statement.add_cte(EVENTS.cte("kept"))


def _plain(value: str | int | Sequence[Any]) -> bytes:
    """A value as PostgreSQL reads it; a list is JSON."""
    return (value if isinstance(value, str) else json.dumps(value)).encode()


def _check(result: PGresult) -> None:
    if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        raise OperationalError(result.error_message.decode(errors="replace"))
