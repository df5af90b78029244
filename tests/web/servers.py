"""Real servers: gunicorn with several workers on a free port, and connections to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300.0  # seconds: no measure, only an end for what hangs


@dataclass(frozen=True)
class Reply:
    """An answer that has been read to its end."""

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
    """A client with a connection of its own for every request.

    One that is kept may be closed by the server just while something is sent over it, and then nobody knows
    whether it was read. Over a new one every request is sent once, and an error is a fault.
    """

    port: int

    def get(self, path: str, *, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("GET", path, None, headers or {})

    def post(self, path: str, *, json: Any, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("POST", path, json, headers or {})

    def send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Reply:
        text = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if body is not None else {}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, text, {"Connection": "close", **kind, **headers})
            reply = connection.getresponse()
            return Reply(reply.status, dict(reply.headers), reply.read())


@dataclass(frozen=True)
class Server:
    """A gunicorn under way."""

    port: int
    process: subprocess.Popen[bytes]

    def wire(self) -> Wire:
        return Wire(self.port)

    def workers(self) -> list[int]:
        """The processes that answer, as the system knows them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill_a_worker(self, number: int) -> None:
        """Kill one of those there are, if it is not gone by itself in the meantime."""
        found = self.workers()
        with suppress(ProcessLookupError):
            if found:
                os.kill(found[number % len(found)], signal.SIGKILL)


@contextmanager
def serving(
    database: str, *, workers: int = 2, app: str = "web.app:create_app()", **settings: str
) -> Iterator[Server]:
    """A server over a database, started as the README says; it is stopped at the end."""
    environment = {**os.environ, "DATABASE_URL": database, "HORAH_RATE": "0", "HORAH_PAGES": "0", **settings}
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:  # the port is taken from here on
        place = f"fd://{listener.fileno()}"
        command = [sys.executable, "-m", "gunicorn", "--config", "python:web.worker", "--bind", place]
        command += ["--log-level", "critical", "--workers", str(workers), app]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[listener.fileno()])
        server = Server(listener.getsockname()[1], process)
    try:
        wait_for(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(server: Server) -> None:
    """Wait until it answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert server.process.poll() is None, "the server has ended"
        with suppress(OSError):
            if server.wire().get("/api/v1/healthz").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")
