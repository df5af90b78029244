"""Single statements that are run all the time, put to the driver itself over connections kept for it.

A pool with its care, and building a statement anew, cost several times what such an answer does. A connection
that fails is let go, and whoever asked asks again the ordinary way, where faults are told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement, Engine, Select, bindparam, func, select
from sqlalchemy.sql.base import Executable

from .schema import events
from .together import Adding

MOST_IDLE = 8  # connections, one for each thread of a worker; more are closed after use

Row = tuple[Any, ...]
Reader = Callable[[Any], Any]
Line = TypeVar("Line", bound=Any)


def last_of(asked: ColumnElement[str]) -> Select[Any]:
    """The number of the last event of each of some tables."""
    last = select(func.max(events.c.n)).where(events.c.table_id == asked)
    return select(asked, last.scalar_subquery())


class Quick(ABC, Generic[Line]):
    """Connections on which every statement is a transaction of its own."""

    LAST: ClassVar[Select[Any]]  # of each table of the list ``asked``, which is JSON

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.Error: type[Exception] = engine.dialect.loaded_dbapi.Error
        self.idle: deque[Line] = deque()

    def rows(self, statement: Executable, **values: Any) -> list[Row]:
        """What the database answers; the driver's own exception if the statement fails."""
        line = self._line()
        try:
            found = self._ask(line, statement, values)
        except BaseException:
            line.close()
            raise
        if len(self.idle) < MOST_IDLE:
            self.idle.append(line)
        else:
            line.close()
        return found

    def kept(self, rows: Sequence[Mapping[str, Any]], also: Adding | None) -> bool:
        """Write events as one statement where the database can; False where it must be done the ordinary way,
        as also where one of their numbers is taken or the connection broke: there it is told."""
        return False

    def kept_battle(self, row: Mapping[str, Any]) -> bool:
        """The same for a battle, which does not wait for the disk."""
        return False

    def _line(self) -> Line:
        try:
            return self.idle.pop()
        except IndexError:
            pooled = self.engine.raw_connection()
            pooled.detach()
            return self._own(pooled.dbapi_connection)

    @abstractmethod
    def _own(self, connection: Any) -> Line: ...

    @abstractmethod
    def _ask(self, line: Line, statement: Executable, values: dict[str, Any]) -> list[Row]: ...


class QuickSqlite(Quick[Any]):
    """Through the driver's cursors."""

    LAST = last_of(func.json_each(bindparam("asked")).table_valued("value").c.value)

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._statement = cache(self._compiled)

    def _own(self, connection: Any) -> Any:
        return connection

    def _ask(self, line: Any, statement: Executable, values: dict[str, Any]) -> list[Row]:
        text, order, readers = self._statement(statement)
        cursor = line.cursor()
        cursor.execute(text, [values[name] for name in order])
        found: list[Row] = cursor.fetchall()
        cursor.close()
        return [_read(row, readers) for row in found] if readers else found

    def _compiled(self, statement: Any) -> tuple[str, Sequence[str], dict[int, Reader]]:
        """The words of a question, the order of its values, and how to read what is not plain."""
        dialect = self.engine.dialect
        compiled = statement.compile(dialect=dialect)
        readers: dict[int, Reader] = {}
        for place, column in enumerate(statement.selected_columns):
            reader = column.type.dialect_impl(dialect).result_processor(dialect, None)
            if reader is not None:
                readers[place] = reader
        return str(compiled), compiled.positiontup or (), readers


def _read(row: Row, readers: dict[int, Reader]) -> Row:
    return tuple(readers[place](value) if place in readers else value for place, value in enumerate(row))
