"""Concurrent answers and killed processes; real servers, both databases."""

from __future__ import annotations

import http.client
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest

from catalogs import Catalogs
from web.service import tables
from web.service.context import Context, new_context
from web.storage.engine import engine_for
from web.storage.tables import Repository

from .playing import Player, legal, open_table, play
from .servers import TIMEOUT_SECONDS, Server, horah_serving, serving

CROWD = 200


@pytest.fixture(params=[serving, horah_serving], ids=["gunicorn", "horah serve"])
def server(database: str, request: pytest.FixtureRequest) -> Iterator[Server]:
    with request.param(database) as found:
        yield found


@pytest.fixture
def gunicorn(database: str) -> Iterator[Server]:
    with serving(database) as found:
        yield found


@pytest.fixture
def stored(database: str) -> Iterator[Context]:
    """Return the answers in the database, read directly."""
    engine = engine_for(database)
    yield new_context(Repository(engine), Catalogs())
    engine.dispose()


def test_200_concurrent_answers_to_one_prompt(server: Server, stored: Context) -> None:
    company = open_table(server.wire())
    (prompt,) = company.referee.prompts()
    link = company.seat(prompt["seat"]).link
    before = stored.repository.version(company.axis.table)
    gate = Barrier(CROWD)

    def one(number: int) -> tuple[int, str, Any]:
        player = Player(server.wire(), company.axis.table, link)
        given = prompt["options"][number % len(prompt["options"])]
        gate.wait(TIMEOUT_SECONDS)
        reply = player.post("/answers", {"number": prompt["number"], "answer": given})
        return reply.status_code, reply.json.get("code", ""), given

    with ThreadPoolExecutor(CROWD) as crowd:
        replies = list(crowd.map(one, range(CROWD)))
    assert Counter((status, code) for status, code, _ in replies) == {
        (200, ""): 1,
        (409, "ANSWERED"): CROWD - 1,
    }
    (taken,) = [given for status, _, given in replies if status == 200]
    events = stored.repository.events(company.axis.table)
    assert [event.n for event in events] == list(range(len(events)))
    answers = [event for event in events[before:] if event.kind == "answer"]
    assert [event.body["answer"] for event in answers] == [taken]
    assert company.referee.state()["version"] == len(events)


def test_concurrent_sealed_answers_are_both_stored(server: Server, stored: Context) -> None:
    """Two answers to the two halves of one question never exclude each other."""
    for round_ in range(10):
        company = open_table(server.wire())
        play(company, Random(round_).randrange, until="order_of_battle")
        gate = Barrier(2)

        def seal(seat: str, company: Any = company, gate: Barrier = gate) -> int:
            player = Player(server.wire(), company.axis.table, company.seat(seat).link)
            (prompt,) = player.prompts()
            gate.wait(TIMEOUT_SECONDS)
            return player.post(
                "/answers", {"number": prompt["number"], "answer": legal(prompt, lambda n: 0)}
            ).status_code

        with ThreadPoolExecutor(2) as pair:
            assert list(pair.map(seal, ["axis", "allied"])) == [200, 200]
        given = [e.seat for e in stored.repository.events(company.axis.table) if e.kind == "answer"]
        assert sorted(given[-2:]) == ["allied", "axis"]


@pytest.mark.parametrize(
    "kills", [pytest.param(10, id="10 kills"), pytest.param(50, marks=pytest.mark.soak, id="50 kills")]
)
def test_killed_workers_lose_nothing(gunicorn: Server, stored: Context, kills: int) -> None:
    """After kill -9 every acknowledged answer is stored once, and every table replays."""
    crowd = Crowd(gunicorn, size=4)
    with ThreadPoolExecutor(len(crowd.taken)) as players:
        playing = [players.submit(crowd.keep_playing, number) for number in range(len(crowd.taken))]
        try:
            done = 0
            while done < kills or not sum(crowd.interrupted):
                crowd.await_answers(5, playing)  # every kill falls among answers
                gunicorn.kill_a_worker(done)
                done += 1
            crowd.await_answers(5, playing)
        finally:
            crowd.running = False
    for player in playing:
        player.result()
    _check(stored, [answer for answers in crowd.taken for answer in answers])


@pytest.mark.parametrize(
    "kills", [pytest.param(3, id="3 kills"), pytest.param(20, marks=pytest.mark.soak, id="20 kills")]
)
def test_killed_horah_serve_loses_nothing(database: str, stored: Context, kills: int) -> None:
    """The same for ``horah serve``, which is restarted each time."""
    port, taken = 0, []
    for _ in range(kills):
        with horah_serving(database, port=port) as server:
            port, crowd = server.port, Crowd(server, size=4)
            with ThreadPoolExecutor(4) as players:
                playing = [players.submit(crowd.keep_playing, number) for number in range(4)]
                try:
                    crowd.await_answers(10, playing)
                    server.process.kill()
                    server.process.wait()
                finally:
                    crowd.running = False
            for player in playing:
                player.result()
            taken += [answer for answers in crowd.taken for answer in answers]
    _check(stored, taken)


class Crowd:
    """Players who keep answering at their own tables and record acknowledged answers."""

    def __init__(self, server: Server, size: int) -> None:
        self.server = server
        self.running = True
        self.taken: list[list[tuple[str, str, int, Any, int]]] = [[] for _ in range(size)]
        self.interrupted = [0] * size

    def keep_playing(self, number: int) -> None:
        random, wire = Random(number), self.server.wire()
        company = None
        while self.running:
            try:
                if company is None:
                    company = open_table(wire, settings={"dice": "typed"})
                state = company.watcher.state()
                if state["finished"]:
                    company = None
                    continue
                seat = state["asked"][0]["seat"]
                (prompt,) = company.seat(seat).prompts()
                given = legal(prompt, random.randrange)
                reply = company.seat(seat).post("/answers", {"number": prompt["number"], "answer": given})
                assert reply.status_code == 200, reply.json
                table, after = company.axis.table, reply.json["version"]
                self.taken[number].append((table, seat, prompt["number"], given, after))
            except (OSError, http.client.HTTPException):
                self.interrupted[number] += 1  # killed under us: we do not know, and look again

    def await_answers(self, count: int, playing: list[Future[None]]) -> None:
        """Wait until so many more answers have been acknowledged."""
        goal = sum(map(len, self.taken)) + count
        end = time.monotonic() + TIMEOUT_SECONDS
        while sum(map(len, self.taken)) < goal:
            for player in playing:
                if player.done():
                    player.result()  # says what went wrong
            assert time.monotonic() < end, "the server does not answer any more"
            time.sleep(0.005)


def _check(stored: Context, acknowledged: list[tuple[str, str, int, Any, int]]) -> None:
    found: dict[str, list[Any]] = {}
    for table, seat, number, given, after in acknowledged:
        if table not in found:
            found[table] = stored.repository.events(table)
            assert [event.n for event in found[table]] == list(range(len(found[table])))
            assert tables.state(stored, tables.Sitting(table, "referee"))["version"] == len(found[table])
        same = [
            event
            for event in found[table][number:after]
            if event.kind == "answer" and event.seat == seat and _same(event.body["answer"], given)
        ]
        assert same, f"answer {given!r} to number {number} was acknowledged and is not there"


def _same(kept: Any, given: Any) -> bool:
    """Compare answers; lists of choices are stored in the order of the options."""
    if isinstance(kept, list) and isinstance(given, list) and all(isinstance(one, str) for one in given):
        return sorted(kept) == sorted(given)
    return json.dumps(kept, sort_keys=True) == json.dumps(given, sort_keys=True)
