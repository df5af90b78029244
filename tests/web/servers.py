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
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0


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


class Wire:
    """A client with one connection, opened again when the server drops it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection: http.client.HTTPConnection | None = None

    def get(self, path: str, *, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("GET", path, None, headers or {})

    def post(self, path: str, *, json: Any, headers: Mapping[str, str] | None = None) -> Reply:
        return self.send("POST", path, json, headers or {})

    def send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Reply:
        """Send once and never again by itself: whoever asks must know whether an answer came."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            kind = {"Content-Type": "application/json"} if body is not None else {}
            self.connection.request(method, path, text, {**kind, **headers})
            reply = self.connection.getresponse()
            return Reply(reply.status, dict(reply.headers), reply.read())
        except BaseException:
            self.connection.close()
            self.connection = None
            raise


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
        found = self.workers()
        if found:
            os.kill(found[number % len(found)], signal.SIGKILL)


@contextmanager
def serving(
    database: str, *, workers: int = 2, threads: int = 8, app: str = "web.app:create_app()"
) -> Iterator[Server]:
    """A server over a database; it is stopped at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--log-level", "critical"]
    command += ["--workers", str(workers), "--worker-class", "gthread", "--threads", str(threads), app]
    environment = {**os.environ, "DATABASE_URL": database, "HORAH_RATE": "0", "HORAH_PAGES": "0"}
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    server = Server(port, process)
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
        try:
            if server.wire().get("/api/v1/healthz").status_code == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")
