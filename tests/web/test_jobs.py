"""Background jobs: requested once, in order, resumed after an interruption, on either database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from web.service import jobs
from web.service.context import Context
from web.service.errors import NotHere
from web.storage import jobs as stored
from web.storage.jobs import StoredJob
from web.storage.records import later, now


def waiting(job_id: str, made_at: str) -> StoredJob:
    return StoredJob(job_id, "g", "k", {"x": 1}, "waiting", 0, 3, None, "", made_at)


def test_oldest_job_is_claimed_once(context: Context) -> None:
    stored.add(context.repository, waiting("b", "2026-01-02"))
    stored.add(context.repository, waiting("a", "2026-01-01"))
    first = stored.claim(context.repository, now(), later(60))
    second = stored.claim(context.repository, now(), later(60))
    assert first is not None and second is not None
    assert (first.id, second.id) == ("a", "b")
    assert stored.claim(context.repository, now(), later(60)) is None


def test_expired_claim_is_taken_over(context: Context) -> None:
    """A worker without progress loses its job; its late save is refused."""
    stored.add(context.repository, waiting("a", "2026-01-01"))
    gone = stored.claim(context.repository, now(), later(-1))
    assert gone is not None
    assert stored.save(context.repository, replace(gone, done=1, result={"n": 1}), gone.claimed_until)
    other = stored.claim(context.repository, now(), later(60))
    assert other is not None
    assert (other.done, other.result) == (1, {"n": 1})
    assert not stored.save(context.repository, replace(gone, done=2), gone.claimed_until)


def test_equal_jobs_run_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    one = jobs.request_job(context, "g", "k", {"a": 1, "b": 2}, 5)
    two = jobs.request_job(context, "g", "k", {"b": 2, "a": 1}, 5)
    assert one == two
    assert stored.count_waiting(context.repository) == 1
    with pytest.raises(NotHere):
        jobs.find_job(context, "f" * 32)


def test_job_is_resumed(context: Context) -> None:
    """The first worker fails after one of three steps; the next does only the other two."""
    did: list[int] = []

    def work(_: Context, job: StoredJob) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for number in range(job.done, job.total):
            did.append(number)
            yield number + 1, {"did": list(range(number + 1))}

    stored.add(context.repository, waiting("a", "2026-01-01"))
    job = stored.claim(context.repository, now(), later(-1))
    assert job is not None
    done, result = next(work(context, job))
    assert stored.save(context.repository, replace(job, done=done, result=result), job.claimed_until)
    again = stored.claim(context.repository, now(), later(60))
    assert again is not None
    for done, result in work(context, again):
        again = replace(again, done=done, result=result)
    assert did == [0, 1, 2]
    assert again.result == {"did": [0, 1, 2]}


def test_a_job_is_stopped_and_goes_on(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has done stays; the worker that had it may not save any more."""
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    stored.add(context.repository, waiting("a", "2026-01-01"))
    claimed = stored.claim(context.repository, now(), later(60))
    assert claimed is not None
    jobs.stop_job(context, claimed)
    stopped = jobs.find_job(context, "a")
    assert stopped.state == "done"
    assert not stored.save(context.repository, replace(claimed, done=2), claimed.claimed_until)
    jobs.resume_job(context, stopped)
    assert jobs.find_job(context, "a").state == "waiting"
    assert stored.claim(context.repository, now(), later(60)) is not None
