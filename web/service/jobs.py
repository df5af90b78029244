"""Long work at a fair share of the machine: one thing at a time in a process, in turn, gone on with later.

A thread takes what waits out of the database, as long as something does. Nothing runs where nobody asks:
whoever asks for work, or looks how far it is, sees to it that somebody works.
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

from web.game import games
from web.storage import jobs
from web.storage.jobs import StoredJob
from web.storage.records import later, now

from .context import Context
from .errors import NotHere, ServiceError

HOLD = 60  # seconds without a sign of life before another takes over
QUEUE = 100  # how much may wait
#: Does some of the work at a time: how far it is and what came of it so far.
Work = Callable[[Context, StoredJob], Iterator[tuple[int, Mapping[str, Any]]]]
log = getLogger(__name__)


def ask(context: Context, game: str, kind: str, body: Mapping[str, Any], total: int) -> StoredJob:
    """Ask for work, once: the same is not done twice."""
    job_id = id_of(game, kind, body)
    found = jobs.find(context.repository, job_id)
    if found is None:
        if jobs.waiting(context.repository) >= QUEUE:
            raise ServiceError("QUEUE_FULL", most=QUEUE)
        made = StoredJob(job_id, game, kind, body, "waiting", 0, total, None, "", now())
        jobs.add(context.repository, made)
        found = jobs.find(context.repository, job_id) or made
    wake(context)
    return found


def known(context: Context, game: str, kind: str, body: Mapping[str, Any]) -> StoredJob | None:
    """Work that somebody asked for already; nobody is asked for it here."""
    return jobs.find(context.repository, id_of(game, kind, body))


def id_of(game: str, kind: str, body: Mapping[str, Any]) -> str:
    text = json.dumps([game, kind, body], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def look(context: Context, job_id: str) -> StoredJob:
    """How far it is."""
    found = jobs.find(context.repository, job_id)
    if found is None:
        raise NotHere
    if found.state == "waiting":
        wake(context)
    return found


def ahead(context: Context, job: StoredJob) -> int:
    """How much is done before it."""
    return jobs.waiting(context.repository, job.made_at) if job.state == "waiting" else 0


_working: dict[int, Thread] = {}
_turn = Lock()


def wake(context: Context) -> None:
    """See to it that this process works while something waits."""
    with _turn:
        thread = _working.get(id(context))
        if thread is None or not thread.is_alive():
            thread = _working[id(context)] = Thread(target=_work, args=(context,), daemon=True, name="jobs")
            thread.start()


def _work(context: Context) -> None:
    while (job := jobs.claim(context.repository, now(), _until())) is not None:
        try:
            _carry_out(context, job)
        except Exception:
            log.exception("A job failed.")
            jobs.save(context.repository, replace(job, state="failed", held_until=now()), job.held_until)


def _carry_out(context: Context, job: StoredJob) -> None:
    work: Work = resolve_name(games()[job.game].jobs[job.kind])
    held = job.held_until
    for done, result in work(context, job):
        job = replace(job, done=done, result=result, held_until=_until())
        if not jobs.save(context.repository, job, held):
            return
        held = job.held_until
    jobs.save(context.repository, replace(job, state="done"), held)


def _until() -> str:
    return later(HOLD)
