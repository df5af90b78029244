"""Writers who share a transaction: nobody waits for the disk alone, and nobody pays for another's mistake."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Signal
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from web.storage.engine import engine_for
from web.storage.migrate import upgrade
from web.storage.records import Event, StoredTable, now
from web.storage.repository import Repository, Taken

WRITERS = 12


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    engine = engine_for(f"sqlite:///{tmp_path / 'horah.db'}")
    upgrade(engine)
    found = Repository(engine)
    found.add_table(StoredTable("t", "toy/1", "", {}, "s", "c", now()), [], [])
    yield found
    engine.dispose()


def events(start: int, count: int, seat: str = "red") -> list[Event]:
    return [Event("t", start + n, "answer", seat, {"n": start + n}, now()) for n in range(count)]


class Held:
    """The first writer stops in the middle of its transaction until all the others wait."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.inside, self.go = Signal(), Signal()
        self.commits = 0
        event.listen(repository.engine, "commit", self.committed)

    def committed(self, _: Connection) -> None:
        self.commits += 1

    def first(self) -> None:
        def work(_: Connection) -> None:
            self.inside.set()
            assert self.go.wait(60)

        self.repository._together.write(work)

    def all_wait(self, count: int) -> None:
        while len(self.repository._together._waiting) < count:
            pass
        self.go.set()


def at_once(repository: Repository, jobs: list[list[Event]]) -> tuple[list[Any], int]:
    """What each writer met, and how many transactions it took all of them."""
    held = Held(repository)

    def append(new: list[Event]) -> Any:
        try:
            repository.append(new)
        except Exception as fault:
            return fault
        return None

    with ThreadPoolExecutor(len(jobs) + 1) as crowd:
        first = crowd.submit(held.first)
        assert held.inside.wait(60)
        met = [crowd.submit(append, new) for new in jobs]
        held.all_wait(len(jobs))
        first.result()
        return [each.result() for each in met], held.commits - 1


def test_those_who_wait_are_written_by_one(repository: Repository) -> None:
    met, commits = at_once(repository, [events(3 * n, 3) for n in range(WRITERS)])
    assert (met, commits) == ([None] * WRITERS, 1)
    assert [each.n for each in repository.events("t")] == list(range(3 * WRITERS))


def test_of_those_with_the_same_number_one_is_taken_and_no_other_suffers(repository: Repository) -> None:
    rivals = [events(0, 2, f"seat {n}") for n in range(WRITERS)]
    met, commits = at_once(repository, [*rivals, events(100, 2)])
    assert commits == 1
    assert [type(each) for each in met].count(Taken) == WRITERS - 1 and met[-1] is None
    kept = repository.events("t")
    assert [each.n for each in kept] == [0, 1, 100, 101]
    assert kept[0].seat == kept[1].seat, "half of one and half of another"


def test_a_fault_of_the_disk_is_told_to_all_who_wrote(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialect = repository.engine.dialect

    def full(_: Any) -> None:
        monkeypatch.undo()
        raise OperationalError("COMMIT", {}, Exception("database or disk is full"))

    def spoil(*_: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", full)

    held = Held(repository)
    with ThreadPoolExecutor(4) as crowd:
        first = crowd.submit(held.first)
        assert held.inside.wait(60)
        jobs = [crowd.submit(repository.append, events(10 * n, 1)) for n in range(3)]
        while len(repository._together._waiting) < 3:
            pass
        event.listen(
            repository.engine, "savepoint", lambda *_: monkeypatch.setattr(dialect, "do_commit", full)
        )
        held.go.set()
        first.result()
        met = [job.exception() for job in jobs]
    assert [type(each) for each in met] == [OperationalError] * 3
    assert repository.events("t") == []
    repository.append(events(0, 1))
    assert len(repository.events("t")) == 1
