"""Response times of other people while one client asks for the most expensive things, on horah serve."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from bench.memory import serving
from bench.service import request

SECONDS = 10.0
CONNECTIONS = 32
MAX_P99_SECONDS = 0.5
ATTACKER, OTHERS = "127.0.0.2", "127.0.0.3"
PAGES = ("/", "/catalogs", "/tables/new", "/battles/new")
number = count(1)
ATTACKS: dict[str, Callable[[], str]] = {
    "nothing": lambda: "",
    "small pictures": lambda: f"/battlefields/village/{next(number)}/small.svg",
    "battlefield pages": lambda: f"/battlefields/hills/{next(number)}",
    "looks": lambda: f"/battlefields/woods/{next(number)}/look?from=C5",
    "editor": lambda: f"/battlefields/edit?kind=river&seed={next(number)}",
    "PDFs of battlefields": lambda: f"/battlefields/mixed/{next(number)}/map.pdf",
}


def run() -> None:
    for name, path in ATTACKS.items():
        with TemporaryDirectory() as folder, serving(Path(folder), {}) as (port, _):
            times, statuses = _besiege(port, path if name != "nothing" else None)
        times.sort()
        half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
        held = "held" if most <= MAX_P99_SECONDS else "NOT HELD"
        answers = ", ".join(f"{status}: {n}" for status, n in sorted(statuses.items())) or "-"
        print(
            f"  beside {name:<21} others p50 {half * 1e3:4.0f} ms  p99 {most * 1e3:4.0f} ms "
            f"(limit {MAX_P99_SECONDS * 1e3:.0f}): {held}; the attacker got {answers}"
        )


def _besiege(port: int, attack: Callable[[], str] | None) -> tuple[list[float], Counter[str]]:
    """Return the times of one visitor's pages and what the attacker's requests got."""
    ended, statuses, times = Event(), Counter[str](), list[float]()
    for path in PAGES:
        _get(port, OTHERS, path)  # imports and caches of the first request

    def besiege() -> None:
        while not ended.is_set():
            try:
                statuses[_get(port, ATTACKER, attack() if attack else "/")] += 1
            except OSError:
                statuses["closed"] += 1

    threads = [Thread(target=besiege) for _ in range(CONNECTIONS if attack else 0)]
    for thread in threads:
        thread.start()
    end = time.perf_counter() + SECONDS
    while (start := time.perf_counter()) < end:
        _get(port, OTHERS, PAGES[len(times) % len(PAGES)])
        times.append(time.perf_counter() - start)
        time.sleep(0.05)
    ended.set()
    for thread in threads:
        thread.join()
    return times, statuses


def _get(port: int, address: str, path: str) -> str:
    """Return the status of one request from an address, on a connection of its own."""
    with socket.create_connection(("127.0.0.1", port), 60, (address, 0)) as wire:
        wire.sendall(request("GET", path, headers={"Connection": "close"}))
        received = b""
        while some := wire.recv(65536):
            received += some
    return received[9:12].decode()


if __name__ == "__main__":
    run()
