"""Timing that the benchmarks share."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def best_cpu_seconds(work: Callable[[], object], rounds: int) -> float:
    """Return the least CPU time of several rounds, which other load disturbs least."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
