"""Response times and memory with 200 people at 100 tables on two workers."""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.service import Server, Wire, databases, request, serving
from tests.web.playing import legal

WORKERS = 2
TABLES = 100
PEOPLE = 2 * TABLES
CROWD_SECONDS = 20.0
MAX_P99_SECONDS = 1.5  # on an idle machine
MAX_P99_TO_P50 = 10.0
CROWDS = 5  # one after another, each at new tables
MAX_GROWTH = 1.15  # of memory, from the second crowd (all caches full) to the last
API = "/api/v1/tables"
ENVIRONMENT = {"HORAH_RATE": "1000000"}  # keep the rate limiter on, but never reach its limit


@dataclass
class Seat:
    """A person at a table, and the requests they send."""

    table: str
    link: str

    def get(self, path: str = "") -> bytes:
        return request("GET", f"{API}/{self.table}{path}", headers={"Authorization": f"Bearer {self.link}"})

    def post(self, path: str, body: Any) -> bytes:
        headers = {"Authorization": f"Bearer {self.link}", "Content-Type": "application/json"}
        return request("POST", f"{API}/{self.table}{path}", json.dumps(body).encode(), headers)


@dataclass
class Game:
    """A table where two people type their dice, so that every step is an answer of a person."""

    wire: Wire
    seats: dict[str, Seat] = field(default_factory=dict)

    def open(self) -> Game:
        opened = json.loads(self.wire.ask(request("POST", API, b'{"settings": {"dice": "typed"}}')).body)
        self.seats = {seat: Seat(opened["id"], link) for seat, link in opened["links"].items()}
        return self


def run() -> None:
    with TemporaryDirectory() as folder:
        for name, database in databases(Path(folder)):
            with serving("web.app:create_app()", {**ENVIRONMENT, "DATABASE_URL": database}) as server:
                print(f"{name}: {WORKERS} workers")
                _crowd(server)
                _crowds(server)


def _crowd(server: Server) -> None:
    """Measure everybody polling, viewing and answering as fast as possible, one connection each."""
    found = _played(server.port)
    every = sorted(seconds for _, seconds in found)
    half, most = every[len(every) // 2], every[int(len(every) * 0.99)]
    verdict = "ok" if most <= min(MAX_P99_SECONDS, MAX_P99_TO_P50 * half) else "TOO SLOW"
    print(
        f"  {PEOPLE} people at {TABLES} tables: {len(every) / CROWD_SECONDS:.0f} requests a second, no error"
    )
    print(
        f"    all      {len(every):6}  {_share(every)}: {most / half:.1f} x, "
        f"at most {MAX_P99_SECONDS:g} s and {MAX_P99_TO_P50:g} x: {verdict}"
    )
    for kind in ("poll", "page", "answer"):
        times = sorted(seconds for what, seconds in found if what == kind)
        print(f"    {kind:<8} {len(times):6}  {_share(times)}")


def _crowds(server: Server) -> None:
    """Print the workers' memory after each crowd; tables of earlier crowds must leave memory."""
    memory = [server.memory()]
    for _ in range(CROWDS - 1):
        _played(server.port)
        memory.append(server.memory())
    verdict = "level" if memory[-1] <= MAX_GROWTH * memory[1] else "GROWS"
    print(
        f"    memory of the workers after each crowd: {', '.join(f'{m:.0f}' for m in memory)} MiB: {verdict}"
    )


def _played(port: int) -> list[tuple[str, float]]:
    """Return the kind and duration of every request of one crowd."""
    cores = os.cpu_count() or 1
    with get_context("fork").Pool(cores) as pool:
        shares = [(port, TABLES // cores, number) for number in range(cores)]
        return [one for part in pool.starmap(_people, shares) for one in part]


def _share(times: list[float]) -> str:
    half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
    return f"p50 {half * 1e3:6.0f} ms  p99 {most * 1e3:6.0f} ms"


def _people(port: int, tables: int, number: int) -> list[tuple[str, float]]:
    """Run two people at each of some tables for a while."""
    times: list[list[tuple[str, float]]] = [[] for _ in range(2 * tables)]
    games = [Game(Wire(port)).open() for _ in range(tables)]
    people = []
    end = time.perf_counter() + CROWD_SECONDS
    for table, game in enumerate(games):
        for place, seat in enumerate(("axis", "allied")):
            own = times[2 * table + place]
            people.append((port, game, seat, number * 1000 + table, end, own))
    with ThreadPoolExecutor(len(people)) as pool:
        for done in [pool.submit(_person, *each) for each in people]:
            done.result()  # re-raise the person's error, such as a failed request
    return [one for own in times for one in own]


def _person(
    port: int, game: Game, name: str, number: int, end: float, times: list[tuple[str, float]]
) -> None:
    """Repeat three polls, a page view, and an answer if this seat is asked for one."""
    wire, seat, random = Wire(port), game.seats[name], Random(number)

    def timed(kind: str, sent: bytes) -> Any:
        start = time.perf_counter()
        reply = wire.ask(sent, refusals=kind == "answer")
        times.append((kind, time.perf_counter() - start))
        return reply

    for what in cycle(("poll", "poll", "poll", "page", "answer")):
        if time.perf_counter() > end:
            break
        if what == "poll":
            timed("poll", request("GET", f"/tables/{seat.link}/version", headers={"If-None-Match": '"0"'}))
        elif what == "page":
            timed("page", request("GET", f"/tables/{seat.link}"))
        else:
            asked = [each for each in json.loads(wire.ask(seat.get("/prompts")).body) if each["seat"] == name]
            if asked:
                given = {"number": asked[0]["number"], "answer": legal(asked[0], random.randrange)}
                timed("answer", seat.post("/answers", given))
    wire.close()


if __name__ == "__main__":
    run()
