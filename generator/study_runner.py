"""Count the chunks of a study in this process, on all cores or on a Dask cluster, in order of completion."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from catalogs import Catalogs
from generator.game import games, load_game
from generator.studies import Counts, Study, get_case_seed
from schemas.errors import HorahError

CHUNKS_PER_CORE = 2  # chunks queued per core, so that no core is idle
MAX_RETRIES = 5  # retries of a chunk whose worker is lost

Done = Iterator[tuple[int, Counts]]
Name = TypeVar("Name")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Work:
    """A study, its seed, and the chunks still to count, with their index."""

    game: str
    study: str
    overlay: str | None
    seed: str
    left: Sequence[tuple[int, range]]


def studies_of(game: str) -> Mapping[str, Study]:
    """Return the studies of a game by name."""
    return {study.name: study for study in load_game(game).studies}


def find_study(name: str) -> tuple[str, Study]:
    """Return the study with a name, and its game."""
    known: dict[str, tuple[str, Study]] = {}
    for game in games().values():
        known |= {each.name: (game.id, each) for each in game.studies}
    if name not in known:
        raise HorahError("NO_STUDY", given=name, known=tuple(known))
    return known[name]


def count_cases(game: str, name: str, overlay: str | None, seed: str, numbers: range) -> Counts:
    """Count the cases with these numbers, in this or any other process."""
    study, catalog = studies_of(game)[name], _catalog(game, overlay)
    counts: Counts = {}
    for number in numbers:
        study.count(catalog, get_case_seed(seed, number), number, counts)
    return counts


@lru_cache(maxsize=4)
def _catalog(game: str, overlay: str | None) -> Any:
    return Catalogs(Path(overlay) if overlay else None)[game]


def count_here(work: Work) -> Done:
    """Count in this process, one chunk after the other."""
    for index, numbers in work.left:
        yield index, count_cases(work.game, work.study, work.overlay, work.seed, numbers)


def count_on_cores(work: Work, cores: int) -> Done:
    """Count in worker processes."""
    pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_ignore_interrupt)
    calls = (
        (index, (work.game, work.study, work.overlay, work.seed, numbers)) for index, numbers in work.left
    )
    return run_in_processes(count_cases, calls, pool, cores)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C


def run_in_processes(
    job: Callable[..., Result],
    calls: Iterable[tuple[Name, tuple[Any, ...]]],
    pool: ProcessPoolExecutor,
    cores: int,
) -> Iterator[tuple[Name, Result]]:
    """Run calls in a pool's processes; yield each name with its result, in order of completion.

    Closing the iterator cancels the remaining calls; the pool is shut down at the end.
    """
    waiting: dict[Future[Result], Name] = {}
    left = iter(calls)
    try:
        while True:
            for name, arguments in islice(left, CHUNKS_PER_CORE * cores - len(waiting)):
                waiting[pool.submit(job, *arguments)] = name
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    except BrokenProcessPool:
        raise HorahError("WORKER_LOST") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def count_on_cluster(work: Work, address: str) -> Done:
    """Count on the workers of a Dask scheduler; chunks of a lost worker are counted again."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise HorahError("NO_CLUSTER.extra") from None
    try:
        client = dask.Client(address, timeout="10s")
    except (OSError, TimeoutError, ValueError):
        raise HorahError("NO_CLUSTER.address", given=address) from None
    left = iter(work.left)

    def begun() -> tuple[int, Any] | None:
        chunk = next(left, None)
        if chunk is None:
            return None
        index, numbers = chunk
        key = f"{work.study}-{work.seed}-{numbers.start}-{numbers.stop}"
        job = client.submit(
            count_cases,
            work.game,
            work.study,
            work.overlay,
            work.seed,
            numbers,
            key=key,
            pure=True,
            retries=MAX_RETRIES,
        )
        return index, job

    try:
        workers = max(1, sum(client.ncores().values()))
        first = [pair for _ in range(CHUNKS_PER_CORE * workers) if (pair := begun())]
        numbers = {job.key: index for index, job in first}
        going = dask.as_completed([job for _, job in first])
        for job in going:
            yield numbers.pop(job.key), job.result()
            job.release()
            if (pair := begun()) is not None:
                numbers[pair[1].key] = pair[0]
                going.add(pair[1])
    finally:
        client.close()


def count_chunks(work: Work, *, cores: int | None = None, cluster: str | None = None) -> Done:
    """Count every remaining chunk on a cluster, on several cores or in this process."""
    if cluster is not None:
        return count_on_cluster(work, cluster)
    cores = min(cores or os.cpu_count() or 1, max(1, len(work.left)))
    return count_here(work) if cores == 1 else count_on_cores(work, cores)
