"""Polls, pages and answers of tables beside a bare Flask route, two workers; and 200 people at 100 tables."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from bench.service import Wire, databases, load, request, serving
from tests.web.playing import legal

WORKERS = 2
ROUNDS, SECONDS = 10, 0.5
TABLES = 100
PEOPLE = 2 * TABLES
CROWD_SECONDS = 20.0
EVENINGS = 4  # crowds one after another, each at new tables: memory must not grow with them
FLOORS = {"poll": 0.7, "page of a table": 0.15, "answer": 0.10}
LIMIT = 10.0  # p99 against p50, when all of them play
API = "/api/v1/tables"
AHEAD = 40  # answers prepared for a round, on tables of their own
ENVIRONMENT = {"HORAH_RATE": "1000000"}  # the limits count, and refuse nobody


@dataclass
class Seat:
    """Someone at a table: what he sends."""

    table: str
    link: str

    def get(self, path: str = "") -> bytes:
        return request("GET", f"{API}/{self.table}{path}", headers={"Authorization": f"Bearer {self.link}"})

    def post(self, path: str, body: Any) -> bytes:
        headers = {"Authorization": f"Bearer {self.link}", "Content-Type": "application/json"}
        return request("POST", f"{API}/{self.table}{path}", json.dumps(body).encode(), headers)


@dataclass
class Game:
    """A table at which two people play by typed dice, so that every step is an answer of somebody's."""

    wire: Wire
    seats: dict[str, Seat] = field(default_factory=dict)

    def open(self) -> Game:
        opened = json.loads(self.wire.ask(request("POST", API, b'{"settings": {"dice": "typed"}}')).body)
        self.seats = {seat: Seat(opened["id"], link) for seat, link in opened["links"].items()}
        return self

    def next(self, pick: Callable[[int], int]) -> bytes | None:
        """The request that answers what is asked now; None at the end."""
        state = json.loads(self.wire.ask(self.seats["referee"].get()).body)
        if state["finished"]:
            return None
        seat = self.seats[state["asked"][0]["seat"]]
        prompt = json.loads(self.wire.ask(seat.get("/prompts")).body)[0]
        return seat.post("/answers", {"number": prompt["number"], "answer": legal(prompt, pick)})


def run() -> None:
    with TemporaryDirectory() as folder:
        for name, database in databases(Path(folder)):
            environment = {
                **ENVIRONMENT,
                "DATABASE_URL": database,
                "HORAH_LIMITS": f"shared://{folder}/limits",
            }
            with (
                serving("bench.service:bare()", {}) as bare,
                serving("web.app:create_app()", environment) as ours,
            ):
                print(f"{name}: {WORKERS} workers")
                _compare(bare.port, ours.port)
                _crowd(ours)
                _evenings(ours)


def _compare(bare: int, ours: int) -> None:
    """Rounds of each in turn, so that a busy moment falls on all of them; the median counts."""
    wire = Wire(ours)
    games = [_under_way(Game(wire).open(), number) for number in range(20)]
    polls, pages = [], []
    for game in games:
        for seat in (game.seats["axis"], game.seats["allied"]):
            tag = wire.ask(request("GET", f"/tables/{seat.link}/version")).header("ETag")
            polls.append(request("GET", f"/tables/{seat.link}/version", headers={"If-None-Match": tag}))
            pages.append(request("GET", f"/tables/{seat.link}"))
    plain = [request("GET", "/")]
    for port, requests in ((bare, plain), (ours, polls), (ours, pages)):
        load(port, requests, SECONDS)  # warm
    rates: dict[str, list[float]] = {"bare Flask route": [], **{kind: [] for kind in FLOORS}}
    for _ in range(ROUNDS):
        for kind, port, requests in (
            ("bare Flask route", bare, plain),
            ("poll", ours, polls),
            ("page of a table", ours, pages),
        ):
            rates[kind].append(len(load(port, requests, SECONDS)) / SECONDS)
        rates["answer"].append(_answers(ours))
    _tell(rates)


def _under_way(game: Game, number: int) -> Game:
    """Some steps into a battle."""
    pick = Random(number).randrange
    for _ in range(12):
        answer = game.next(pick)
        if answer is None:
            return _under_way(game.open(), number + 1000)
        game.wire.ask(answer)
    return game


def _answers(port: int) -> float:
    """Answers a second, each at a table of its own, by as many clients as ask for anything else."""
    wire = Wire(port)
    ready = [Game(wire).open().next(Random(number).randrange) for number in range(AHEAD)]
    sent = [answer for answer in ready if answer]
    shares = [sent[number::8] for number in range(8)]

    def send(share: list[bytes]) -> None:
        own = Wire(port)
        for answer in share:
            own.ask(answer)
        own.close()

    threads = [Thread(target=send, args=(share,)) for share in shares]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(sent) / (time.perf_counter() - start)


def _tell(rates: Mapping[str, list[float]]) -> None:
    floor = median(rates["bare Flask route"])
    for kind, found in rates.items():
        share = median(found) / floor
        bound = FLOORS.get(kind)
        verdict = "" if bound is None else f"at least {bound:.2f}: {'ok' if share >= bound else 'TOO SLOW'}"
        print(f"  {kind:<24} {median(found):8.0f} /s  {share:5.2f} x  {verdict}")


def _crowd(server: Any) -> None:
    """Everybody polls, looks and answers as fast as he is served, each over a connection of his own."""
    found = _played(server.port)
    every = sorted(seconds for _, seconds in found)
    half, most = every[len(every) // 2], every[int(len(every) * 0.99)]
    verdict = "ok" if most <= LIMIT * half else "TOO SLOW"
    print(f"  {PEOPLE} people at {TABLES} tables: {len(every) / CROWD_SECONDS:.0f} requests a second")
    print(
        f"    all      {len(every):6}  {_share(every)}: {most / half:.1f} x, at most {LIMIT:g} x: {verdict}"
    )
    for kind in ("poll", "page", "answer"):
        times = sorted(seconds for what, seconds in found if what == kind)
        print(f"    {kind:<8} {len(times):6}  {_share(times)}")


def _evenings(server: Any) -> None:
    """Other people come, and new tables with them; those of before leave memory."""
    grown = [server.memory()]
    for _ in range(EVENINGS):
        _played(server.port)
        grown.append(server.memory())
    print(
        f"    memory of the workers after crowd upon crowd: {', '.join(f'{each:.0f}' for each in grown)} MiB"
    )


def _played(port: int) -> list[tuple[str, float]]:
    """What everybody asked for, and how long he waited."""
    cores = os.cpu_count() or 1
    with get_context("fork").Pool(cores) as pool:
        shares = [(port, TABLES // cores, number) for number in range(cores)]
        return [one for part in pool.starmap(_people, shares) for one in part]


def _share(times: list[float]) -> str:
    half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
    return f"p50 {half * 1e3:6.0f} ms  p99 {most * 1e3:6.0f} ms"


def _people(port: int, tables: int, number: int) -> list[tuple[str, float]]:
    """Two people at each of some tables, for a while."""
    times: list[list[tuple[str, float]]] = [[] for _ in range(2 * tables)]
    threads = []
    end = time.perf_counter() + CROWD_SECONDS
    for table in range(tables):
        game = Game(Wire(port)).open()
        for place, seat in enumerate(("axis", "allied")):
            own = times[2 * table + place]
            threads.append(Thread(target=_person, args=(port, game, seat, number * 1000 + table, end, own)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [one for own in times for one in own]


def _person(
    port: int, game: Game, name: str, number: int, end: float, times: list[tuple[str, float]]
) -> None:
    """Three polls, a look at the page, and an answer where one is asked of this seat."""
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
