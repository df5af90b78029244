"""Chunks of a study counted on all cores, or on a Dask cluster that others keep, in the order they end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from catalogs import Catalogs
from generator.game import games, load_game
from generator.studies import Counts, Study, seed_of
from schemas.errors import HorahError

AHEAD = 2  # chunks that wait for each core, so that none stands idle
RETRIES = 5  # of a chunk whose worker is lost

Done = Iterator[tuple[int, Counts]]
Name = TypeVar("Name")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Work:
    """What is counted: the study, the seed, and the chunks that are still to do by their index."""

    game: str
    study: str
    overlay: str | None
    seed: str
    left: Sequence[tuple[int, range]]


def studies_of(game: str) -> Mapping[str, Study]:
    """What a game can study."""
    return {study.name: study for study in load_game(game).studies}


def study(name: str) -> tuple[str, Study]:
    """The study of a name, with its game."""
    known: dict[str, tuple[str, Study]] = {}
    for game in games().values():
        known |= {each.name: (game.id, each) for each in game.studies}
    if name not in known:
        raise HorahError("NO_STUDY", given=name, known=tuple(known))
    return known[name]


def count(game: str, name: str, overlay: str | None, seed: str, numbers: range) -> Counts:
    """The cases of some numbers counted, here or in any other process or machine."""
    found, catalog = studies_of(game)[name], _catalog(game, overlay)
    counts: Counts = {}
    for number in numbers:
        found.count(catalog, seed_of(seed, number), number, counts)
    return counts


@lru_cache(maxsize=4)
def _catalog(game: str, overlay: str | None) -> Any:
    return Catalogs(Path(overlay) if overlay else None)[game]


def here(work: Work) -> Done:
    """In this process, one after the other."""
    for index, numbers in work.left:
        yield index, count(work.game, work.study, work.overlay, work.seed, numbers)


def on_cores(work: Work, cores: int) -> Done:
    """In processes of their own."""
    calls = (
        (index, (work.game, work.study, work.overlay, work.seed, numbers)) for index, numbers in work.left
    )
    return in_processes(count, calls, cores)


def in_processes(
    job: Callable[..., Result],
    calls: Iterable[tuple[Name, tuple[Any, ...]]],
    cores: int,
    ready: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[tuple[Name, Result]]:
    """Each call by its name with what it gave, as they end; whoever stops asking stops those under way.

    ``ready(*given)`` is called once in each process.
    """
    pool = ProcessPoolExecutor(
        cores, mp_context=get_context("spawn"), initializer=_quiet, initargs=(ready, given)
    )
    waiting: dict[Future[Result], Name] = {}
    left = iter(calls)
    try:
        while True:
            while len(waiting) < AHEAD * cores and (call := next(left, None)) is not None:
                waiting[pool.submit(job, *call[1])] = call[0]
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    except BrokenProcessPool:
        raise HorahError("WORKER_LOST") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _quiet(ready: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began them stops them
    if ready is not None:
        ready(*given)


def on_cluster(work: Work, address: str) -> Done:
    """On the workers of a Dask scheduler; what a lost worker had is counted again by another."""
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
            count,
            work.game,
            work.study,
            work.overlay,
            work.seed,
            numbers,
            key=key,
            pure=True,
            retries=RETRIES,
        )
        return index, job

    try:
        workers = max(1, sum(client.ncores().values()))
        first = [pair for _ in range(AHEAD * workers) if (pair := begun())]
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


def counted(work: Work, *, cores: int | None = None, cluster: str | None = None) -> Done:
    """Every chunk that is left, wherever it is counted."""
    if cluster is not None:
        return on_cluster(work, cluster)
    cores = min(cores or os.cpu_count() or 1, max(1, len(work.left)))
    return here(work) if cores == 1 else on_cores(work, cores)
