"""Storage of background jobs: waiting, claimed, done."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import func, select, update

from .schema import jobs
from .tables import Repository, Taken

State = Literal["waiting", "done", "failed"]


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job with its progress and its result so far."""

    id: str
    game: str
    kind: str
    body: Mapping[str, Any]
    state: State
    done: int
    total: int
    result: Mapping[str, Any] | None
    claimed_until: str
    made_at: str
    owner: str = ""  # hash of the client that requested it


def add(repository: Repository, job: StoredJob) -> None:
    """Store a job, unless it was requested before."""
    with suppress(Taken):
        repository.add((jobs, [job]))


def find(repository: Repository, job_id: str) -> StoredJob | None:
    return repository.find(StoredJob, select(jobs).where(jobs.c.id == job_id))


def count_waiting(repository: Repository, before: str = "", owner: str = "") -> int:
    """Return the number of waiting jobs: all, those requested before a time, or those of a client."""
    query = select(func.count()).select_from(jobs).where(jobs.c.state == "waiting")
    if before:
        query = query.where(jobs.c.made_at < before)
    if owner:
        query = query.where(jobs.c.owner == owner)
    return int(repository.scalar(query))


def claim(repository: Repository, now: str, until: str) -> StoredJob | None:
    """Claim the oldest free job; None if there is none."""
    free = (jobs.c.state == "waiting") & (jobs.c.claimed_until < now)
    query = select(jobs).where(free).order_by(jobs.c.made_at, jobs.c.id).limit(1)
    with repository.writing() as connection:
        row = connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        job = StoredJob(*row)
        connection.execute(update(jobs).where(jobs.c.id == job.id).values(claimed_until=until))
    return replace(job, claimed_until=until)


def save(repository: Repository, job: StoredJob, before: str) -> bool:
    """Store the progress of a job; return False if another worker has taken it over."""
    mine = (jobs.c.id == job.id) & (jobs.c.claimed_until == before)
    values = {"state": job.state, "done": job.done, "result": job.result, "claimed_until": job.claimed_until}
    return repository.execute(update(jobs).where(mine).values(values)) == 1
