"""Writers of one process share a transaction, where the database has one writer at a time.

A writer waits for the disk, and while it does others come. The next to have its turn writes for all who wait,
each behind a savepoint of its own, and waits for the disk once: nobody is told that something is kept before
it is, and who comes late is refused alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Insert
from sqlalchemy.exc import IntegrityError

Work = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Adding:
    """Rows to be written together with something else, or not at all."""

    statement: Insert
    rows: Sequence[Mapping[str, Any]]

    def __call__(self, connection: Connection) -> None:
        connection.execute(self.statement, self.rows)


@dataclass(slots=True, eq=False)
class Job:
    """What one writer wants written, and what became of it."""

    work: Work
    done: bool = False
    fault: BaseException | None = None


class Together:
    """The writers of a process; ``writing`` begins a transaction, one at a time."""

    def __init__(self, writing: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._writing = writing
        self._turn = Lock()
        self._guard = Lock()
        self._waiting: list[Job] = []

    def write(self, work: Work) -> None:
        """Write, alone or with others; back when it is on the disk, or with the error that it met."""
        job = Job(work)
        with self._guard:
            self._waiting.append(job)
        with self._turn:
            if not job.done:
                self._write_all()
        if job.fault is not None:
            raise job.fault

    def _write_all(self) -> None:
        with self._guard:
            jobs, self._waiting = self._waiting, []
        try:
            with self._writing() as connection:
                for job in jobs:
                    _write_one(connection, job, alone=len(jobs) == 1)
        except BaseException as fault:
            for job in jobs:
                job.fault = job.fault or fault
        finally:
            for job in jobs:
                job.done = True


def _write_one(connection: Connection, job: Job, *, alone: bool) -> None:
    """What is taken already concerns the one who came late; any other fault all have who write together."""
    if alone:
        job.work(connection)
        return
    try:
        with connection.begin_nested():
            job.work(connection)
    except IntegrityError as fault:
        job.fault = fault
