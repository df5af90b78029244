"""Background jobs: one at a time in a process, in order, resumed after an interruption.

A thread takes waiting jobs from the database until there are none. Requesting a job or its progress starts
the thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from logging import getLogger
from pkgutil import resolve_name
from threading import Lock, Thread
from typing import Any

from web.games.registry import games
from web.storage import jobs
from web.storage.jobs import StoredJob
from web.storage.records import later, now

from .context import Context
from .errors import NotHere, QueueFull

CLAIM_SECONDS = 60  # seconds without progress before another worker takes over
MAX_WAITING_JOBS = 100  # jobs that may wait
MAX_STOP_ATTEMPTS = 20
MAX_CLIENT_JOBS = 10  # of them, jobs of one client
#: Run a job in steps; yield the units done and the result so far.
Work = Callable[[Context, StoredJob], Iterator[tuple[int, Mapping[str, Any]]]]
log = getLogger(__name__)


def request_job(
    context: Context, game: str, kind: str, body: Mapping[str, Any], total: int, owner: str = ""
) -> StoredJob:
    """Request a job; an equal one is not run twice."""
    job_id = digest_job(game, kind, body)
    job = jobs.find(context.repository, job_id)
    if job is None:
        if jobs.count_waiting(context.repository) >= MAX_WAITING_JOBS:
            raise QueueFull("QUEUE_FULL", most=MAX_WAITING_JOBS)
        if owner and jobs.count_waiting(context.repository, owner=owner) >= MAX_CLIENT_JOBS:
            raise QueueFull("QUEUE_FULL.client", most=MAX_CLIENT_JOBS)
        made = StoredJob(job_id, game, kind, body, "waiting", 0, total, None, "", now(), owner)
        jobs.add(context.repository, made)
        job = jobs.find(context.repository, job_id) or made
    ensure_worker(context)
    return job


def stop_job(context: Context, job: StoredJob) -> None:
    """Stop a job; what it has done so far counts as its result."""
    for _ in range(MAX_STOP_ATTEMPTS):  # the worker may save its progress in between
        current = jobs.find(context.repository, job.id)
        if current is None or current.state != "waiting":
            return
        stopped = replace(current, state="done", claimed_until=now())
        if jobs.save(context.repository, stopped, current.claimed_until):
            return


def resume_job(context: Context, job: StoredJob) -> None:
    """Go on with a job that was stopped."""
    if job.state == "done" and job.done < job.total:
        jobs.save(context.repository, replace(job, state="waiting", claimed_until=""), job.claimed_until)
        ensure_worker(context)


def find_requested(context: Context, game: str, kind: str, body: Mapping[str, Any]) -> StoredJob | None:
    """Return a job that was requested before, without requesting it."""
    return jobs.find(context.repository, digest_job(game, kind, body))


def digest_job(game: str, kind: str, body: Mapping[str, Any]) -> str:
    text = json.dumps([game, kind, body], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def find_job(context: Context, job_id: str) -> StoredJob:
    """Return the progress of a job."""
    job = jobs.find(context.repository, job_id)
    if job is None:
        raise NotHere
    if job.state == "waiting":
        ensure_worker(context)
    return job


def count_ahead(context: Context, job: StoredJob) -> int:
    """Return the number of jobs that run before this one."""
    return jobs.count_waiting(context.repository, job.made_at) if job.state == "waiting" else 0


_workers: dict[int, Thread] = {}
_workers_lock = Lock()


def ensure_worker(context: Context) -> None:
    """Start the job thread of this process unless it runs."""
    with _workers_lock:
        thread = _workers.get(id(context))
        if thread is None or not thread.is_alive():
            thread = _workers[id(context)] = Thread(target=_work, args=(context,), daemon=True, name="jobs")
            thread.start()


def _work(context: Context) -> None:
    while (job := jobs.claim(context.repository, now(), _claim_end())) is not None:
        try:
            _run_job(context, job)
        except Exception:
            log.exception("A job failed.")
            jobs.save(
                context.repository, replace(job, state="failed", claimed_until=now()), job.claimed_until
            )


def _run_job(context: Context, job: StoredJob) -> None:
    work: Work = resolve_name(games()[job.game].jobs[job.kind])
    held = job.claimed_until
    for done, result in work(context, job):
        job = replace(job, done=done, result=result, claimed_until=_claim_end())
        if not jobs.save(context.repository, job, held):
            return
        held = job.claimed_until
    jobs.save(context.repository, replace(job, state="done"), held)


def _claim_end() -> str:
    return later(CLAIM_SECONDS)
