"""Slow and idle clients stop nobody: real sockets, the recommended command and ``horah serve``."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from web import patience
from web.polls import is_poll
from web.worker import Worker

from .playing import open_table, play
from .servers import PATIENCE, ROOT, Wire, serving

IDLE = HALF_OPEN = 50
HALVES = (  # what a client may have sent and then no more of
    b"G",
    b"GET /api/v1/healthz HTTP/1.1\r\n",
    b"GET /api/v1/healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a",
    b"POST /api/v1/battles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
)
WHOLE = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def recommended(folder: Any) -> Iterator[int]:
    with serving(f"sqlite:///{folder / 'horah.db'}") as server:
        yield server.port


@contextmanager
def horah_serve(folder: Any) -> Iterator[int]:
    environment = {**os.environ, "HORAH_DATA": str(folder), "PYTHONUNBUFFERED": "1", "HORAH_RATE": "0"}
    command = [sys.executable, "-c", "from web.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        where = re.search(r":(\d+)/", process.stdout.readline())
        assert where
        yield int(where[1])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout.close()


@pytest.mark.parametrize("served", [recommended, horah_serve])
def test_others_play_while_a_hundred_connections_say_nothing(
    served: Callable[[Any], Any], tmp_path: Any
) -> None:
    """Fifty are silent, fifty have sent half a request, and ten ask for much and take nothing of it."""
    with served(tmp_path) as port, ExitStack() as held:

        def connect() -> socket.socket:
            return held.enter_context(closing(socket.create_connection(("127.0.0.1", port), PATIENCE)))

        for _ in range(IDLE):
            connect()
        for number in range(HALF_OPEN):
            connect().sendall(HALVES[number % len(HALVES)])
        for _ in range(10):
            connect().sendall(WHOLE * 20)
        for _ in range(3):
            assert play(open_table(Wire(port)))["finished"]


def fine(environ: Any, start: Any) -> list[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server in this process that has no patience at all with half a request."""
    monkeypatch.setattr(patience, "WHOLE", -1.0)
    monkeypatch.setattr(patience, "LOOK", 0.0)
    with here(fine) as port:
        yield port


@contextmanager
def here(application: Any, **more: Any) -> Iterator[int]:
    """A server in this process."""
    connections: patience.Connections = {}
    over = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = patience.serving(application, [listener], connections, **more)

        def run() -> None:
            while not over.is_set():
                patience.turn(connections, 0.01)
                patience.end_what_dawdles(connections)

        thread = Thread(target=run)
        thread.start()
        yield listener.getsockname()[1]
        over.set()
        thread.join()
        server.task_dispatcher.shutdown()
        for each in list(connections.values()):
            each.close()


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_does_not_end_is_ended(quick: int, half: bytes) -> None:
    with closing(socket.create_connection(("127.0.0.1", quick), PATIENCE)) as connection:
        connection.sendall(half)
        assert connection.recv(1000) == b""


def test_a_connection_that_only_waits_for_its_next_question_stays(quick: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", quick), PATIENCE)) as connection:
        for _ in range(3):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.endswith(b"ok"):
                answer += connection.recv(1000)
                assert answer, "the connection has been closed"


@pytest.mark.parametrize(
    ("version", "said", "stays"),
    [("1.1", "", True), ("1.1", "Connection: close\r\n", False), ("1.0", "", False)],
)
def test_an_answer_without_a_body_ends_no_connection(version: str, said: str, stays: bool) -> None:
    """A poll to which nothing has happened is a 304: the next one comes over the same connection."""

    def nothing_new(environ: Any, start: Any) -> list[bytes]:
        start("304 NOT MODIFIED", [("ETag", '"7"')])
        return []

    asked = f"GET / HTTP/{version}\r\nHost: x\r\n{said}\r\n".encode()
    with (
        here(nothing_new) as port,
        closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as connection,
    ):
        answers = b""
        for _ in range(3 if stays else 1):
            connection.sendall(asked)
            while not answers.endswith(b"\r\n\r\n"):
                answers += connection.recv(1000)
                assert answers, "the connection has been closed"
            assert answers.startswith(b"HTTP/1.1 304" if version == "1.1" else b"HTTP/1.0 304")
            assert (b"Connection: close" in answers) is not stays
            answers = b""
        assert stays or connection.recv(1000) == b""


def test_a_poll_is_answered_while_every_thread_is_busy() -> None:
    go_on = Event()

    def application(environ: Any, start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/long":
            go_on.wait(PATIENCE)
        return fine(environ, start)

    poll = f"/tables/{'a' * 32}/version"
    with here(application, threads=2, at_once=is_poll) as port, ExitStack() as held:

        def ask(path: str) -> socket.socket:
            connection = held.enter_context(closing(socket.create_connection(("127.0.0.1", port), PATIENCE)))
            connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            return connection

        long = [ask("/long") for _ in range(3)]
        try:
            assert ask(poll).makefile("rb").read().endswith(b"ok")
            assert not go_on.is_set()
        finally:
            go_on.set()
        assert all(connection.makefile("rb").read().endswith(b"ok") for connection in long)


def test_polls_that_wait_are_spoken_of_before_they_are_answered() -> None:
    """Those that came while one was answered are looked up together."""
    polls = [f"/tables/{letter * 32}/version" for letter in "abcd"]
    go_on, told = Event(), []

    def application(environ: Any, start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == polls[0]:
            go_on.wait(PATIENCE)
        return fine(environ, start)

    with (
        here(application, threads=1, at_once=is_poll, ahead=lambda paths: told.append(list(paths))) as port,
        ExitStack() as held,
    ):

        def ask(path: str) -> socket.socket:
            connection = held.enter_context(closing(socket.create_connection(("127.0.0.1", port), PATIENCE)))
            connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            return connection

        first = ask(polls[0])
        while not told:
            time.sleep(0.01)
        others = [ask(path) for path in polls[1:]]
        others.append(ask("/"))  # comes behind them, through another thread
        assert others.pop().makefile("rb").read().endswith(b"ok")
        go_on.set()
        assert all(each.makefile("rb").read().endswith(b"ok") for each in (first, *others))
    assert told[0] == polls[:1]
    assert [path for paths in told[1:] for path in paths] == polls[1:]
    assert len(told) == 2


def test_where_connections_are_many_none_stays_and_all_have_their_turn() -> None:
    """Sixty pages ask again and again until each has been answered; ten connections may be open at once."""
    poll = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    served: set[int] = set()
    tired: list[int] = []

    def follow(port: int, number: int) -> None:
        connection = None
        for _ in range(2000):
            connection = connection or socket.create_connection(("127.0.0.1", port), PATIENCE)
            connection.sendall(poll)
            answer = b""
            while not answer.endswith(b"ok"):
                answer += connection.recv(1000)
            served.add(number)
            if b"Connection: close" in answer:
                connection.close()
                connection = None
            if len(served) == 60:
                break
        else:
            tired.append(number)
        if connection:
            connection.close()

    with here(fine, connection_limit=12) as port:
        with closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as alone:
            alone.sendall(poll)
            assert b"Connection: close" not in alone.recv(1000)
        pages = [Thread(target=follow, args=(port, number)) for number in range(60)]
        for page in pages:
            page.start()
        for page in pages:
            page.join()
    assert tired == []


@pytest.mark.parametrize(("others_wait", "told"), [(True, [["/a", "/b"]]), (False, [["/a"], ["/b"]])])
def test_where_others_wait_polls_come_together_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, others_wait: bool, told: list[list[str]]
) -> None:
    """The second comes while the first waits that moment, or after it has been answered."""
    heard: list[list[str]] = []
    answered: list[Event] = [Event(), Event()]

    def poll(number: int) -> Any:
        asked = SimpleNamespace(path=f"/{'ab'[number]}")
        return SimpleNamespace(requests=[asked], service=answered[number].set)

    def moment(_: float) -> None:
        if len(quick.waiting) == 1:
            quick.add_task(poll(1))

    monkeypatch.setattr(patience, "time", SimpleNamespace(sleep=moment, monotonic=time.monotonic))
    quick = patience.AtOnce(lambda paths: heard.append(list(paths)), lambda: others_wait)
    quick.add_task(poll(0))
    assert answered[0].wait(PATIENCE)
    if not others_wait:
        quick.add_task(poll(1))
    assert answered[1].wait(PATIENCE)
    quick.shutdown()
    assert heard == told


def test_a_look_ahead_that_fails_costs_nobody_an_answer() -> None:
    """Whoever waited is answered as if nobody had looked, each by his own answer."""

    def ahead(_: Any) -> None:
        raise OSError("the database is away")

    def echo(environ: Any, start: Any) -> list[bytes]:
        start("200 OK", [])
        return [environ["PATH_INFO"].encode()]

    with here(echo, threads=1, at_once=is_poll, ahead=ahead) as port:
        for path in (f"/tables/{letter * 32}/version" for letter in "abc"):
            with closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as connection:
                connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
                assert connection.makefile("rb").read().endswith(path.encode())


class Stub(Worker):
    """What decides whether gunicorn hears that all is well, without a process."""

    def __init__(self, busy: dict[int, float]) -> None:
        self.busy, self.timeout = busy, 60
        self.cfg: Any = type("Settings", (), {"threads": 2})


@pytest.mark.parametrize(
    ("ages", "stuck"),
    [([], False), ([500.0], False), ([500.0, 5.0], False), ([500.0, 61.0], True), ([59.0, 59.0], False)],
)
def test_a_process_whose_threads_all_hang_is_told_from_a_busy_one(ages: list[float], stuck: bool) -> None:
    now = time.monotonic()
    assert Stub({number: now - age for number, age in enumerate(ages)}).stuck(now) is stuck
