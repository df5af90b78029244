"""Memory of horah serve while people make battles, tables and files of every kind; it must level off."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.service import ROOT, Wire, _wait, request

ROUNDS = 12
REQUESTS = 240  # in a round, each for something new
THREADS = 4
MAX_GROWTH = 1.1  # from the middle of the rounds, when all caches are full, to the end
ENVIRONMENT = {"HORAH_RATE": "0", "HORAH_QUOTA": "0"}


def run() -> None:
    with TemporaryDirectory() as folder, serving(Path(folder), ENVIRONMENT) as (port, process):
        sizes = []
        for number in range(ROUNDS):
            share = REQUESTS // THREADS
            firsts = range(number * REQUESTS, (number + 1) * REQUESTS, share)
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(_ask, [port] * THREADS, firsts, [share] * THREADS))
            sizes.append(_memory(process.pid))
            print(f"  after {(number + 1) * REQUESTS:5} requests {sizes[-1]:5.0f} MiB", flush=True)
        growth = sizes[-1] / sizes[ROUNDS // 2]
        print(f"  growth of the second half {growth:.2f} x: {'level' if growth <= MAX_GROWTH else 'GROWS'}")


@contextmanager
def serving(folder: Path, settings: Mapping[str, str]) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run horah serve on an empty database; yield its port and its process."""
    port = _free_port()
    command = [sys.executable, "-c", "from web.cli import main; main()", "serve", "--port", str(port)]
    environment = {**os.environ, **settings, "DATABASE_URL": f"sqlite:///{folder / 'horah.db'}"}
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait(port)
        yield port, server
    finally:
        server.terminate()
        server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _ask(port: int, first: int, count: int) -> None:
    """Make a battle, print it, look at a battlefield, open a table and look at pages, in turn."""
    wire = Wire(port)
    for seed in range(first, first + count):
        kind = seed % 6
        if kind == 0:
            made = json.loads(wire.ask(request("POST", "/api/v1/battles", b"{}")).body)
            wire.ask(request("GET", f"/api/v1/battles/{made['id']}/card.pdf?seat=referee"), refusals=True)
            wire.ask(request("GET", f"/battles/{made['id']}"))
        elif kind == 1:
            wire.ask(request("GET", f"/battlefields/village/{seed}/small.svg"), refusals=True)
        elif kind == 2:
            wire.ask(request("GET", f"/battlefields/hills/{seed}"), refusals=True)
        elif kind == 3:
            opened = json.loads(wire.ask(request("POST", "/api/v1/tables", b"{}")).body)
            wire.ask(request("GET", f"/tables/{opened['links']['axis']}"))
        elif kind == 4:
            wire.ask(request("GET", f"/catalogs?q={seed}"))
        else:
            wire.ask(request("GET", f"/battlefields/mixed/{seed}/map.pdf"), refusals=True)
    wire.close()


def _memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    time.sleep(0.5)
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    run()
