"""Time and peak memory of a study by number of battles, on one core."""

from __future__ import annotations

import resource
from time import process_time

from generator.study_runner import count_cases

SIZES = (1_000, 10_000, 100_000, 1_000_000)


def run() -> None:
    """Time studies of generated battles; with linear growth the time per battle stays constant."""
    count_cases("combat_commander", "roll-up", None, "warm", range(200))
    for size in SIZES:
        start = process_time()
        count_cases("combat_commander", "roll-up", None, "bench", range(size))
        each = (process_time() - start) / size
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        speed = f"{each * 1e6:6.0f} µs each   {1 / each:6.0f} a second"
        print(f"{size:9,d} battles   {speed}   {memory:5.0f} MB at most")
