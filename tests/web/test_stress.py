"""Stress test: hostile clients, slow clients and killed workers while people play. Nothing is lost.

Run by ``make soak``, on both databases. Every acknowledged answer is looked for in the database at the end,
and every table must replay.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from catalogs import Catalogs
from web.service import tables
from web.service.context import Context, new_context
from web.storage.engine import engine_for
from web.storage.health import MIN_FREE_BYTES
from web.storage.tables import Repository

from .playing import Company, legal, open_table
from .servers import TIMEOUT_SECONDS, Server, horah_serving, serving
from .test_slow_clients import HALVES

pytestmark = pytest.mark.soak

MINUTES = float(os.environ.get("HORAH_TEST_SIEGE_MINUTES", "2"))
PLAYERS = 6
KILLS = 12
TRIES = int(200 * MINUTES)
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 1e308, "", "x", "\u202e", "ñ" * 5000, "'; DROP TABLE events", "<script>",
    [], [[]], [1] * 500, {}, {"a": {"b": {"c": []}}}, {"": ""}, "\ud800", [[[[[[[[]]]]]]]], "9" * 400,
)  # fmt: skip
NAMES = (
    "number",
    "answer",
    "answers",
    "title",
    "settings",
    "procedure",
    "lang",
    "log",
    "size",
    "seat",
    "x",
)
RAW = (
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET " + b"/" * 40_000 + b" HTTP/1.1\r\n\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
    b"\x00" * 5000,
)


@dataclass
class Siege:
    """State that all clients share."""

    server: Server
    over: Event = field(default_factory=Event)
    faults: list[str] = field(default_factory=list)
    kept: list[tuple[str, str, int, Any]] = field(default_factory=list)  # acknowledged answers
    addresses: list[str] = field(default_factory=list)  # what strangers may try
    tried: int = 0

    def player(self, number: int) -> None:
        """Open tables, play to the end with some undos, and repeat."""
        random, company = Random(number), None
        while not self.over.is_set():
            try:
                company = company or self._open(random)
                state = company.watcher.state()
                if state["finished"]:
                    company = None
                    continue
                if random.random() < 0.05:
                    for seat in ("axis", "allied"):
                        company.seat(seat).post("/undo", {"answers": 1})
                self._answer(company, state, random)
            except (OSError, http.client.HTTPException, json.JSONDecodeError, KeyError):
                continue  # interrupted; an unacknowledged answer may be stored or not

    def _open(self, random: Random) -> Company:
        company = open_table(self.server.wire(), settings={"dice": random.choice(("typed", "two"))})
        self.addresses.append(company.axis.table)
        return company

    def _answer(self, company: Company, state: Any, random: Random) -> None:
        seat = state["asked"][0]["seat"]
        found = company.seat(seat).prompts()
        if not found:
            return
        given = legal(found[0], random.randrange)
        reply = company.seat(seat).post("/answers", {"number": found[0]["number"], "answer": given})
        if reply.status_code == 200:
            self.kept.append((company.axis.table, seat, reply.json["version"], given))
        elif reply.status_code not in (409, 503):
            self.faults.append(f"an answer: {reply.status_code} {reply.text[:300]}")

    def stranger(self, number: int, routes: list[tuple[str, str]]) -> None:
        """Send random requests to any URL; no response may be a server error."""
        random, wire = Random(number), self.server.wire()
        while not self.over.is_set():
            method, rule = random.choice(routes)
            path = re.sub(r"<[^>]*>", lambda _: self._word(random), rule)
            query = "&".join(
                f"{random.choice(NAMES)}={random.choice(JUNK)!s}" for _ in range(random.randrange(3))
            )
            address = path + ("?" + re.sub(r"[^!-~]", "%20", query) if query else "")
            try:
                if method == "POST" and not rule.startswith("/api/") and random.random() < 0.8:
                    status, text = self._form(address, random)
                else:
                    reply = wire.send(method, address, self._body(random), self._headers(random))
                    status, text = reply.status_code, reply.text
            except (OSError, http.client.HTTPException, UnicodeError, ValueError):
                continue
            self.tried += 1
            if status >= 500 and status != 503:
                self.faults.append(f"{method} {rule}: {status} {text[:300]}")

    def _form(self, address: str, random: Random) -> tuple[int, str]:
        """Return a form with random values."""
        fields = [(random.choice(NAMES), str(random.choice(JUNK))) for _ in range(random.randrange(8))]
        body = urlencode(fields, errors="replace")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        with closing(
            http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT_SECONDS)
        ) as wire:
            wire.request("POST", address, body, {**headers, "Connection": "close"})
            reply = wire.getresponse()
            return reply.status, reply.read().decode(errors="replace")

    def _word(self, random: Random) -> str:
        known = self.addresses[-20:] or ["a" * 32]
        return str(
            random.choice((*known, "a" * 32, "1", "0", "999999", "x", "%00", "..", "ñ".encode().hex()))
        )

    def _body(self, random: Random) -> Any:
        if random.random() < 0.4:
            return random.choice(JUNK)
        return {random.choice(NAMES): random.choice(JUNK) for _ in range(random.randrange(5))}

    def _headers(self, random: Random) -> dict[str, str]:
        link = random.choice((*self.addresses[-5:], "a" * 32, "Bearer"))
        kinds = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
        return random.choice(
            ({}, {"Authorization": f"Bearer {link}"}, {"Content-Type": random.choice(kinds)})
        )

    def dawdler(self) -> None:
        """Open a hundred slow connections, and close some in the middle."""
        while not self.over.is_set():
            with ExitStack() as held:
                for number in range(100):
                    with suppress(OSError):
                        connection = socket.create_connection(("127.0.0.1", self.server.port), 5)
                        held.enter_context(closing(connection))
                        connection.sendall((*HALVES, *RAW)[number % (len(HALVES) + len(RAW))])
                        if number % 3 == 0:
                            connection.close()
                self.over.wait(2)

    def executioner(self, pause: float) -> None:
        for number in range(KILLS):
            if self.over.wait(pause):
                return
            self.server.kill_a_worker(number)

    def last(self, seconds: float, *people: Callable[[], None], attempts: int = 0) -> None:
        """Run all clients for a while, and until enough requests were made."""
        threads = [Thread(target=self._going_on, args=(each,)) for each in people]
        for thread in threads:
            thread.start()
        self.over.wait(seconds)
        end, before = time.monotonic() + TIMEOUT_SECONDS, self.tried
        while (self.tried < attempts or not self.kept) and time.monotonic() < end:
            self.over.wait(0.5)
            if self.tried > before:
                end, before = time.monotonic() + TIMEOUT_SECONDS, self.tried
        self.over.set()
        for thread in threads:
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive(), "somebody still waits for an answer"

    def _going_on(self, person: Callable[[], None]) -> None:
        try:
            person()
        except Exception as fault:  # report clients that ended with an error
            self.faults.append(f"{type(fault).__name__}: {fault}"[:500])


@pytest.fixture
def stored(database: str) -> Iterator[Context]:
    engine = engine_for(database)
    yield new_context(Repository(engine), Catalogs())
    engine.dispose()


def routes() -> list[tuple[str, str]]:
    """Return every URL with every method it accepts."""
    from web.app import create_app
    from web.config import Config

    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{folder}/horah.db", rate=0))
    return [
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"OPTIONS"})
    ]


def plain(answer: Any) -> Any:
    """Return an answer with its choices sorted; the order of choices does not matter."""
    several = isinstance(answer, list) and all(isinstance(one, str) for one in answer)
    return sorted(answer) if several else answer


def hold(siege: Siege, stored: Context) -> None:
    """Check that every acknowledged answer is stored once, every table replays, and the service responds."""
    assert siege.faults == []
    assert siege.kept, "nobody played"
    given: dict[tuple[str, str], list[Any]] = {}
    for table in {table for table, *_ in siege.kept}:
        events = stored.repository.events(table)
        assert [event.n for event in events] == list(range(len(events)))
        for event in events:
            if event.kind == "answer":
                given.setdefault((table, event.seat), []).append(plain(event.body["answer"]))
        assert tables.state(stored, tables.Sitting(table, "everyone"))["version"] == len(events)
    for table, seat, version, answer in siege.kept:
        assert plain(answer) in given[table, seat], "an acknowledged answer is lost"
        assert version <= stored.repository.version(table)
    assert siege.server.wire().get("/api/v1/healthz").status_code == 200


@pytest.mark.parametrize("kind", ["gunicorn", "horah serve"])
def test_everything_at_once(database: str, stored: Context, kind: str) -> None:
    """gunicorn's workers are killed; ``horah serve`` also gets slow clients."""
    started = serving if kind == "gunicorn" else horah_serving
    with started(database, HORAH_PAGES="1", HORAH_RATE="0") as server:
        siege, seconds = Siege(server), 60 * MINUTES
        everywhere = routes()
        siege.last(
            seconds,
            *(lambda n=n: siege.player(n) for n in range(PLAYERS)),  # type: ignore[misc]
            *(lambda n=n: siege.stranger(n, everywhere) for n in range(4)),  # type: ignore[misc]
            siege.dawdler if kind == "horah serve" else lambda: siege.executioner(seconds / (KILLS + 1)),
            attempts=TRIES,
        )
        hold(siege, stored)
        assert siege.tried >= TRIES


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small disk; skipped without the right to mount."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "horah-siege", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_full_disk_stops_only_writing(tmp_path: Path) -> None:
    """Answers are refused with a message, reads continue, and writes resume when there is space."""
    with small_disk(tmp_path / "disk", f"{MIN_FREE_BYTES + 8_000_000}") as disk:
        database = f"sqlite:///{disk / 'horah.db'}"
        with serving(database, HORAH_PAGES="1") as server:
            siege = Siege(server)
            company = open_table(server.wire(), settings={"dice": "typed"})
            ballast = disk / "ballast"
            with suppress(OSError):
                ballast.write_bytes(b"x" * 50_000_000)
            with suppress(OSError), ballast.open("ab") as rest:
                while True:
                    rest.write(b"x" * 512)
                    rest.flush()
            told = set()
            for number in range(40):
                state = company.watcher.state()
                found = company.seat(state["asked"][0]["seat"]).prompts()[0]
                given = legal(found, Random(number).randrange)
                seat = found["seat"]
                reply = company.seat(seat).post("/answers", {"number": found["number"], "answer": given})
                told.add(reply.status_code)
                if reply.status_code == 200:
                    siege.kept.append((company.axis.table, seat, reply.json["version"], given))
                page = server.wire().get(f"/tables/{company.axis.link}")
                assert page.status_code == 200, "who only looks is not refused"
            assert told - {200}, "the disk was not full"
            assert min(told - {200}) >= 500
            assert server.wire().get("/api/v1/healthz").status_code == 507
            ballast.unlink()
            assert server.wire().get("/api/v1/healthz").status_code == 200
            siege.over.clear()
            siege.last(5, lambda: siege.player(1))
            engine = engine_for(database)
            hold(siege, new_context(Repository(engine), Catalogs()))
            engine.dispose()


@pytest.mark.parametrize("by", ["-3600", "+3600"])
def test_processes_with_different_clocks(database: str, stored: Context, by: str) -> None:
    """Half of the processes run an hour early or late; order and limits still hold."""
    before = Path(__file__).with_name("clock")
    environment = {"PYTHONPATH": f"{before}{os.pathsep}{os.environ.get('PYTHONPATH', '')}", "MOVED": by}
    with serving(database, HORAH_PAGES="1", HORAH_RATE="100000", **environment) as server:
        siege = Siege(server)
        siege.last(15, *(lambda n=n: siege.player(n) for n in range(PLAYERS)))  # type: ignore[misc]
        hold(siege, stored)
