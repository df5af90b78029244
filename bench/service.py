"""Requests per second under gunicorn with two workers, beside a bare Flask route in the same run."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from flask import Flask, jsonify

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
CLIENTS = 8  # connections, each in a thread, over as many processes as there are cores
ROUNDS, SECONDS = 12, 0.5
BATTLES = 300  # fetched in turn
LIMITS = {"make and keep a battle": 1 / 10, "fetch a battle": 1 / 2}


def bare() -> Flask:
    """The smallest route that returns some JSON."""
    app = Flask(__name__)

    @app.get("/")
    def small() -> Any:
        return jsonify(status="ok", number=1)

    return app


def run() -> None:
    """Rounds of each in turn, so that a busy moment falls on all of them; the median counts."""
    with TemporaryDirectory() as folder:
        for name, database in _databases(Path(folder)):
            _compare(name, database)


def _databases(folder: Path) -> Iterator[tuple[str, str]]:
    yield "SQLite", f"sqlite:///{folder / 'horah.db'}"
    postgres = os.environ.get("HORAH_BENCH_POSTGRES")
    if postgres:
        yield "PostgreSQL", postgres


def _compare(name: str, database: str) -> None:
    with (
        _serving("bench.service:bare()", {}) as plain,
        _serving("web.app:create_app()", _environment(database)) as horah,
    ):
        made = [_request("POST", "/api/v1/battles", b"{}")]
        fetched = [_request("GET", path) for path in _some_battles(horah)]
        kinds = {
            "bare Flask route": (plain, [_request("GET", "/")]),
            "make and keep a battle": (horah, made),
            "fetch a battle": (horah, fetched),
        }
        for port, requests in kinds.values():
            _load(port, requests, 0.5)  # warm
        times: dict[str, list[list[float]]] = {kind: [] for kind in kinds}
        for _ in range(ROUNDS):
            for kind, (port, requests) in kinds.items():
                times[kind].append(_load(port, requests, SECONDS))
    _tell(name, times)


def _tell(name: str, times: dict[str, list[list[float]]]) -> None:
    rates = {kind: median(len(found) / SECONDS for found in rounds) for kind, rounds in times.items()}
    floor = rates["bare Flask route"]
    print(f"{name}: {WORKERS} workers, {CLIENTS} clients")
    for kind, rounds in times.items():
        every = sorted(one for found in rounds for one in found)
        slow = every[int(len(every) * 0.99)]
        limit = f"(limit {LIMITS[kind]:.2f})" if kind in LIMITS else ""
        share = f"{rates[kind] / floor:5.2f} x {limit:<13}"
        print(f"  {kind:<24} {rates[kind]:8.0f} /s  {share} p99 {slow * 1e3:6.1f} ms")


def _environment(database: str) -> dict[str, str]:
    return {"DATABASE_URL": database, "HORAH_RATE": "0"}


@contextmanager
def _serving(app: str, environment: dict[str, str]) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--log-level", "critical"]
    command += ["--workers", str(WORKERS), app]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment})
    try:
        _wait(port)
        yield port
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            connection = _Connection(port)
            connection.ask(_request("GET", "/"))
            connection.close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not answer")


def _some_battles(port: int) -> list[str]:
    connection = _Connection(port)
    heads = [connection.ask(_request("POST", "/api/v1/battles", b"{}")) for _ in range(BATTLES)]
    connection.close()
    return [head.partition(b"Location: ")[2].partition(b"\r\n")[0].decode() for head in heads]


def _request(method: str, path: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    kind = "Content-Type: application/json\r\n" if body else ""
    return f"{head}{kind}\r\n".encode() + body


class _Connection:
    """As little client as can be, so that what is measured is the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> bytes:
        """Send, read the whole answer, give back its head."""
        self.socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0])
        left = length - len(body)
        while left > 0:
            left -= len(self._receive())
        if head[9:10] != b"2":
            raise RuntimeError(head.decode(errors="replace"))
        if b"Connection: close" in head:
            self.close()
            self.__init__(self.port)  # type: ignore[misc]
        return head

    def _receive(self) -> bytes:
        some = self.socket.recv(65536)
        if not some:
            raise OSError("the server has hung up")
        return some

    def close(self) -> None:
        self.socket.close()


def _load(port: int, requests: Sequence[bytes], seconds: float) -> list[float]:
    """How long each request took that was answered within some seconds."""
    count = min(CLIENTS, os.cpu_count() or 1)
    context = get_context("fork")
    with context.Pool(count) as pool:
        share = [(port, requests, seconds, CLIENTS // count, number) for number in range(count)]
        return [one for found in pool.starmap(_clients, share) for one in found]


def _clients(port: int, requests: Sequence[bytes], seconds: float, threads: int, number: int) -> list[float]:
    times: list[list[float]] = [[] for _ in range(threads)]
    together = [
        Thread(target=_client, args=(port, requests, seconds, number * threads + n, times[n]))
        for n in range(threads)
    ]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    return [one for found in times for one in found]


def _client(port: int, requests: Sequence[bytes], seconds: float, number: int, times: list[float]) -> None:
    connection, place = _Connection(port), number * 37
    clock: Callable[[], float] = time.perf_counter
    end = clock() + seconds
    while (start := clock()) < end:
        connection.ask(requests[place % len(requests)])
        times.append(clock() - start)
        place += 1
    connection.close()
