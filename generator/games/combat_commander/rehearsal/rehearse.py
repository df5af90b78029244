"""Simulate many fights of one card in parallel; the results do not depend on how they are divided."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from catalogs.games.combat_commander import Catalog, load
from catalogs.games.combat_commander.model import Side

from .check import check_rehearsable
from .fight_builder import Document
from .outcome import Outcome, make_fight_seed, simulate_fight

FIGHTS_PER_TASK = 4
Progress = Callable[[int, int], bool]  # arguments: done, total; returning False stops


@dataclass(frozen=True, slots=True)
class RehearsalResult:
    """The simulated fights by number."""

    seed: str
    asked: int
    outcomes: Mapping[int, Outcome]

    def list_outcomes(self) -> Sequence[Outcome]:
        return [self.outcomes[number] for number in sorted(self.outcomes)]


def rehearse(
    card: Document,
    catalog: Catalog,
    seed: str,
    times: int,
    *,
    cores: int | None = None,
    kinds: Mapping[Side, str] | None = None,
    progress: Progress = lambda done, of: True,
    start: int = 0,
) -> RehearsalResult:
    """Simulate fights ``start`` to ``start + times`` of a seed; if stopped, return the finished ones."""
    check_rehearsable(card, catalog)
    cores = min(cores or os.cpu_count() or 1, max(1, times // FIGHTS_PER_TASK))
    outcomes_by_number: dict[int, Outcome] = {}
    fights = _simulate_in_process if cores == 1 else simulate_in_processes
    for numbers, outcomes in fights(card, catalog, seed, range(start, start + times), cores, kinds):
        outcomes_by_number.update(zip(numbers, outcomes, strict=True))
        if not progress(len(outcomes_by_number), times):
            break
    return RehearsalResult(seed, times, dict(sorted(outcomes_by_number.items())))


def _simulate_in_process(
    card: Document, catalog: Catalog, seed: str, numbers: range, _: int, kinds: Mapping[Side, str] | None
) -> Iterator[tuple[Sequence[int], Sequence[Outcome]]]:
    for number in numbers:
        yield [number], [simulate_fight(card, catalog, make_fight_seed(seed, number), kinds)]


def simulate_in_processes(
    card: Document,
    catalog: Catalog,
    seed: str,
    numbers: range,
    cores: int,
    kinds: Mapping[Side, str] | None = None,
    *,
    niceness: int = 0,
) -> Iterator[tuple[Sequence[int], Sequence[Outcome]]]:
    """Yield fights simulated in worker processes, in order of completion, at the given niceness."""
    chunks = [
        numbers[offset : offset + FIGHTS_PER_TASK] for offset in range(0, len(numbers), FIGHTS_PER_TASK)
    ]
    pool = create_process_pool(catalog, cores, niceness)
    try:
        waiting: dict[Future[list[Outcome]], range] = {}
        left = iter(chunks)
        for chunk in left:
            waiting[pool.submit(simulate_chunk, dict(card), seed, chunk, kinds)] = chunk
            if len(waiting) >= 2 * cores:
                break
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
            for chunk in left:
                waiting[pool.submit(simulate_chunk, dict(card), seed, chunk, kinds)] = chunk
                if len(waiting) >= 2 * cores:
                    break
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def create_process_pool(catalog: Catalog, cores: int, niceness: int = 0) -> ProcessPoolExecutor:
    """Return a pool of processes that load the same catalogues."""
    overlays = tuple(str(folder.parent) for folder in catalog.store.overlays)
    return ProcessPoolExecutor(
        cores, mp_context=get_context("spawn"), initializer=_initialise_worker, initargs=(overlays, niceness)
    )


def get_worker_catalog() -> Catalog:
    """Return the catalogue of this worker process."""
    return _CATALOG[0]


_CATALOG: list[Catalog] = []


def _initialise_worker(overlays: tuple[str, ...], niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops the workers
    os.nice(niceness)
    _CATALOG[:] = [load(Path(overlays[0]) if overlays else None)]


def simulate_chunk(
    card: Document, seed: str, numbers: range, kinds: Mapping[Side, str] | None
) -> list[Outcome]:
    """Simulate some fights in a worker process."""
    return [
        simulate_fight(card, get_worker_catalog(), make_fight_seed(seed, number), kinds) for number in numbers
    ]
