"""Long work in and out of the database: waiting, held by somebody, done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .repository import Repository, as_row
from .schema import jobs

State = Literal["waiting", "done", "failed"]


@dataclass(frozen=True, slots=True)
class StoredJob:
    """Something that is to be done, how far it is and what came of it so far."""

    id: str
    game: str
    kind: str
    body: Mapping[str, Any]
    state: State
    done: int
    total: int
    result: Mapping[str, Any] | None
    held_until: str
    made_at: str


def add(repository: Repository, job: StoredJob) -> None:
    """Ask for work; what was asked for already stays as it is."""
    try:
        with repository.writing() as connection:
            connection.execute(insert(jobs), as_row(job))
    except IntegrityError:
        return


def find(repository: Repository, job_id: str) -> StoredJob | None:
    return repository.find(StoredJob, select(jobs).where(jobs.c.id == job_id))


def waiting(repository: Repository, before: str = "") -> int:
    """How much waits, or how much was asked for before something."""
    query = select(func.count()).select_from(jobs).where(jobs.c.state == "waiting")
    return int(repository.scalar(query.where(jobs.c.made_at < before) if before else query))


def claim(repository: Repository, now: str, until: str) -> StoredJob | None:
    """The oldest work that nobody holds, held from now on; None where there is none."""
    free = (jobs.c.state == "waiting") & (jobs.c.held_until < now)
    query = select(jobs).where(free).order_by(jobs.c.made_at, jobs.c.id).limit(1)
    with repository.writing() as connection:
        found = connection.execute(query.with_for_update(skip_locked=True)).first()
        if found is None:
            return None
        job = StoredJob(*found)
        connection.execute(update(jobs).where(jobs.c.id == job.id).values(held_until=until))
    return replace(job, held_until=until)


def save(repository: Repository, job: StoredJob, before: str) -> bool:
    """How far it is now; False where another has taken it over meanwhile."""
    mine = (jobs.c.id == job.id) & (jobs.c.held_until == before)
    values = {"state": job.state, "done": job.done, "result": job.result, "held_until": job.held_until}
    with repository.writing() as connection:
        return connection.execute(update(jobs).where(mine).values(values)).rowcount == 1
