"""Drawing slots: one client holds one slot and a few threads; the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from threading import Event

import pytest

from web.app import create_app
from web.config import Config
from web.service.drawing_slots import DrawingSlots, requester
from web.service.errors import Busy

TIMEOUT_SECONDS = 60.0  # seconds; only ends a test that hangs


class Crowd:
    """Clients that work in slots until they are told to finish."""

    def __init__(self, slots: DrawingSlots) -> None:
        self.slots, self.pool = slots, ThreadPoolExecutor(16)

    def work(self, client: str) -> tuple[Event, Event, Future[None]]:
        started, finish = Event(), Event()

        def run() -> None:
            requester.set(client)
            with self.slots.claim():
                started.set()
                assert finish.wait(TIMEOUT_SECONDS)

        return started, finish, self.pool.submit(copy_context().run, run)


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd(DrawingSlots(2, 3, TIMEOUT_SECONDS))
    yield crowd
    crowd.pool.shutdown()


def test_one_client_has_one_slot_and_a_short_queue(crowd: Crowd) -> None:
    greedy = [crowd.work("greedy") for _ in range(4)]
    assert any(started.wait(TIMEOUT_SECONDS) for started, _, _ in greedy[:1])
    while sum(crowd.slots._present.values()) < 4:
        Event().wait(0.01)
    with pytest.raises(Busy):  # one works and three wait already
        crowd.work("greedy")[2].result(TIMEOUT_SECONDS)
    started, finish, other = crowd.work("modest")
    assert started.wait(TIMEOUT_SECONDS)  # although three of the greedy client wait for longer
    assert sum(each[0].is_set() for each in greedy) == 1
    for _, end, _ in (*greedy, (started, finish, other)):
        end.set()
    for _, _, done in (*greedy, (started, finish, other)):
        done.result(TIMEOUT_SECONDS)
    assert not crowd.slots._present and not crowd.slots._working


def test_work_inside_a_slot_needs_no_other() -> None:
    slots = DrawingSlots(1, 0, 0.0)
    with slots.claim(), slots.claim():
        assert slots._working.total() == 1
    assert not slots._present


def test_error_frees_the_slot() -> None:
    slots = DrawingSlots(1, 0, 0.0)
    with pytest.raises(ZeroDivisionError), slots.claim():
        raise ZeroDivisionError
    with slots.claim():
        pass


def test_new_battlefields_are_charged_by_their_time(tmp_path: Path) -> None:
    """A drawing takes some ten milliseconds, a unit each; a cached one costs a plain request."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=300))
    client = app.test_client()
    drawn = [client.get(f"/battlefields/village/{seed}/small.svg").status_code for seed in range(150)]
    assert drawn[0] == 200 and 429 in drawn
    other = {"REMOTE_ADDR": "203.0.113.7"}
    again = [client.get("/battlefields/village/0/small.svg", environ_base=other) for _ in range(150)]
    assert {each.status_code for each in again} == {200}
