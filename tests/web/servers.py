"""Real servers, gunicorn and ``horah serve``, on a free port, and connections to them."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 300.0  # seconds: only ends a test that hangs


@dataclass(frozen=True)
class Reply:
    """A complete response."""

    status_code: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.data)


@dataclass(frozen=True)
class Wire:
    """A client with a new connection for every request.

    The server may close a kept connection while something is sent over it, and then it is unknown whether it
    was read. Over a new one every request is sent once, and an error is a fault.
    """

    port: int

    def get(self, path: str, *, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("GET", path, None, headers or {})

    def post(self, path: str, *, json: Any, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("POST", path, json, headers or {})

    def send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Reply:
        text = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if body is not None else {}
        with closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        ) as connection:
            connection.request(method, path, text, {"Connection": "close", **kind, **headers})
            reply = connection.getresponse()
            return Reply(reply.status, dict(reply.headers), reply.read())


@dataclass
class Server:
    """A running server: gunicorn with several workers, or ``horah serve``."""

    port: int
    process: subprocess.Popen[bytes]

    def wire(self) -> Wire:
        return Wire(self.port)

    def workers(self) -> list[int]:
        """Return the worker processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill_a_worker(self, number: int) -> None:
        """Kill one of gunicorn's workers with -9, unless it has already ended."""
        found = self.workers()
        with suppress(ProcessLookupError):
            if found:
                os.kill(found[number % len(found)], signal.SIGKILL)


@contextmanager
def serving(
    database: str,
    *,
    workers: int = 2,
    app: str = "web.app:create_app()",
    log: IO[bytes] | None = None,
    options: Sequence[str] = ("--log-level", "critical"),
    **settings: str,
) -> Iterator[Server]:
    """Run gunicorn on a database, as the README says."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:  # the port is taken from here on
        place = f"fd://{listener.fileno()}"
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:web.http.gunicorn_conf",
            "--bind",
            place,
        ]
        command += [*options, "--workers", str(workers), app]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=_environment(database, settings),
            pass_fds=[listener.fileno()],
            stdout=log,
            stderr=log,
        )
        server = Server(listener.getsockname()[1], process)
    with _stopped_at_the_end(server):
        yield server


@contextmanager
def horah_serving(
    database: str,
    *,
    port: int = 0,
    command: Sequence[str] = ("-c", "from web.cli import main; main()"),
    log: IO[bytes] | None = None,
    **settings: str,
) -> Iterator[Server]:
    """Run ``horah serve`` (waitress) on a database."""
    process = subprocess.Popen(
        [sys.executable, "-u", *command, "serve", "--port", str(port)],
        cwd=ROOT,
        env=_environment(database, settings),
        stdout=subprocess.PIPE,
        stderr=log,
    )
    assert process.stdout is not None
    with process.stdout:
        where = re.search(rb":(\d+)/", process.stdout.readline())
        assert where, "the server has ended"
        with _stopped_at_the_end(Server(int(where[1]), process)) as server:
            yield server


def _environment(database: str, settings: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": database, "HORAH_RATE": "0", "HORAH_PAGES": "0", **settings}


@contextmanager
def _stopped_at_the_end(server: Server) -> Iterator[Server]:
    try:
        wait_for(server)
        yield server
    finally:
        server.process.terminate()
        try:
            server.process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            server.process.kill()
            server.process.wait()


def wait_for(server: Server) -> None:
    """Wait until the server responds."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < end:
        assert server.process.poll() is None, "the server has ended"
        with suppress(OSError):
            if server.wire().get("/api/v1/healthz").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")
