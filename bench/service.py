"""Requests per second under gunicorn with two workers, against a bare Flask route."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from flask import Flask, jsonify

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
CLIENTS = 8  # connections, one thread each, spread over one process per core
ROUNDS, SECONDS = 12, 0.5
BATTLES = 300  # fetched in turn
OURS = ("--config", "python:web.http.gunicorn_conf")
BARE = ("--worker-class", "gthread", "--threads", "8")  # the same server without our configuration


def bare() -> Flask:
    """Return an app with the smallest route that returns JSON."""
    app = Flask(__name__)

    @app.get("/")
    def small() -> Any:
        return jsonify(status="ok", number=1)

    return app


def run() -> None:
    """Measure all kinds alternately, so that other load affects them alike, and report medians."""
    with TemporaryDirectory() as folder:
        for name, database in databases(Path(folder)):
            _compare(name, database)


def databases(folder: Path) -> Iterator[tuple[str, str]]:
    yield "SQLite", f"sqlite:///{folder / 'horah.db'}"
    postgres = os.environ.get("HORAH_BENCH_POSTGRES")
    if postgres:
        yield "PostgreSQL", postgres


def _compare(name: str, database: str) -> None:
    with (
        serving("bench.service:bare()", {}, BARE) as bare_server,
        serving("web.app:create_app()", _environment(database)) as our_server,
    ):
        plain, horah = bare_server.port, our_server.port
        made = [request("POST", "/api/v1/battles", b"{}")]
        fetched = [request("GET", path) for path in _some_battles(horah)]
        kinds = {
            "bare Flask route": (plain, [request("GET", "/")]),
            "make and keep a battle": (horah, made),
            "fetch a battle": (horah, fetched),
        }
        for port, requests in kinds.values():
            load(port, requests, 0.5)  # warm up
        times: dict[str, list[list[float]]] = {kind: [] for kind in kinds}
        for _ in range(ROUNDS):
            for kind, (port, requests) in kinds.items():
                times[kind].append(load(port, requests, SECONDS))
    _tell(name, times)


def _tell(name: str, times: dict[str, list[list[float]]]) -> None:
    rates = {kind: median(len(found) / SECONDS for found in rounds) for kind, rounds in times.items()}
    floor = rates["bare Flask route"]
    print(f"{name}: {WORKERS} workers, {CLIENTS} clients")
    for kind, rounds in times.items():
        every = sorted(one for found in rounds for one in found)
        slow = every[int(len(every) * 0.99)]
        share = f"{rates[kind] / floor:5.2f} x"
        print(f"  {kind:<24} {rates[kind]:8.0f} /s  {share}  p99 {slow * 1e3:6.1f} ms")


def _environment(database: str) -> dict[str, str]:
    return {"DATABASE_URL": database, "HORAH_RATE": "0"}


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]

    def memory(self) -> float:
        """Return the memory of its workers together, in MiB."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in children]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def serving(app: str, environment: dict[str, str], options: Sequence[str] = OURS) -> Iterator[Server]:
    """Serve an application with gunicorn, as the README describes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", *options, "--log-level", "critical"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS), app]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment})
    try:
        _wait(port)
        yield Server(port, server)
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            connection = Wire(port)
            connection.ask(request("GET", "/"))
            connection.close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not answer")


def _some_battles(port: int) -> list[str]:
    connection = Wire(port)
    replies = [connection.ask(request("POST", "/api/v1/battles", b"{}")) for _ in range(BATTLES)]
    connection.close()
    return [reply.header("Location") for reply in replies]


def request(method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    lines = {"Host": "localhost", "Content-Length": str(len(body)), **(headers or {})}
    if body and "Content-Type" not in lines:
        lines["Content-Type"] = "application/json"
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


@dataclass(frozen=True, slots=True)
class Reply:
    head: bytes
    body: bytes

    @property
    def status(self) -> bytes:
        return self.head[9:12]

    def header(self, name: str) -> str:
        found = self.head.lower().partition(f"\r\n{name.lower()}: ".encode())
        at = len(found[0]) + len(found[1])
        return self.head[at:].partition(b"\r\n")[0].decode() if found[1] else ""


class Wire:
    """A minimal HTTP client, so that the measurement shows the server's time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: bytes, *, refusals: bool = False) -> Reply:
        """Send a request and return the response; raise if it fails, or if a refusal is not allowed."""
        self.socket.sendall(sent)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head, _, body = received.partition(b"\r\n\r\n")
        reply = Reply(head, body)
        length = int(reply.header("Content-Length") or 0)
        while len(body) < length:
            body += self._receive()
        reply = Reply(head, body)
        if (
            reply.status[:1] != b"2"
            and reply.status != b"304"
            and not (refusals and (reply.status[:1] == b"4" or reply.status == b"503"))
        ):
            raise RuntimeError(head.decode(errors="replace"))
        if reply.header("Connection").lower() == "close":
            self.close()
            self.__init__(self.port)  # type: ignore[misc]
        return reply

    def _receive(self) -> bytes:
        some = self.socket.recv(65536)
        if not some:
            raise OSError("the server has hung up")
        return some

    def close(self) -> None:
        self.socket.close()


def load(port: int, requests: Sequence[bytes], seconds: float) -> list[float]:
    """Return the durations of all requests answered within some seconds."""
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
    connection, place = Wire(port), number * 37
    clock: Callable[[], float] = time.perf_counter
    end = clock() + seconds
    while (start := clock()) < end:
        connection.ask(requests[place % len(requests)])
        times.append(clock() - start)
        place += 1
    connection.close()
