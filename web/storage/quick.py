"""Single questions that are asked all the time, put to the driver itself over connections kept for it.

A pool with its care, and building a statement anew, cost several times what such an answer does. A connection
that fails is let go, and whoever asked asks again the ordinary way, where faults are told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import Engine, Select

MOST_IDLE = 4  # connections; more are closed after use

Row = tuple[Any, ...]
Reader = Callable[[Any], Any]


class Quick:
    """Connections on which every question is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.Error: type[Exception] = engine.dialect.loaded_dbapi.Error
        self.idle: deque[Any] = deque()
        self._statement = cache(self._compiled)

    def rows(self, query: Select[Any], **values: Any) -> list[Row]:
        """What the database answers; the driver's own exception if the question fails."""
        text, order, readers = self._statement(query)
        connection = self._connection()
        try:
            cursor = connection.cursor()
            cursor.execute(text, values if order is None else [values[name] for name in order])
            found: list[Row] = cursor.fetchall()
            cursor.close()
        except BaseException:
            connection.close()
            raise
        if len(self.idle) < MOST_IDLE:
            self.idle.append(connection)
        else:
            connection.close()
        if not readers:
            return found
        return [_read(row, readers) for row in found]

    def _connection(self) -> Any:
        try:
            return self.idle.pop()
        except IndexError:
            pooled = self.engine.raw_connection()
            pooled.detach()
            own: Any = pooled.dbapi_connection
            if self.engine.dialect.name != "sqlite":  # of whose transactions only we decide
                own.autocommit = True
            return own

    def _compiled(self, query: Select[Any]) -> tuple[str, list[str] | None, dict[int, Reader]]:
        """The words of a query, the order of its values, and how to read what is not plain."""
        dialect = self.engine.dialect
        compiled = query.compile(dialect=dialect)
        readers: dict[int, Reader] = {}
        for place, column in enumerate(query.selected_columns):
            reader = column.type.dialect_impl(dialect).result_processor(dialect, None)
            if reader is not None:
                readers[place] = reader
        return str(compiled), compiled.positiontup if compiled.positional else None, readers


def _read(row: Row, readers: dict[int, Reader]) -> Row:
    return tuple(readers[place](value) if place in readers else value for place, value in enumerate(row))
