"""Many fights of one card: on all cores, in any order, with the same figures however they were divided."""

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

from .begin import Document
from .check import check
from .outcome import Outcome, play_out, seed_of

SHARE = 4  # fights that a process takes at a time
Progress = Callable[[int, int], bool]  # done and all; False stops


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The fights that were fought, by their number."""

    seed: str
    asked: int
    outcomes: Mapping[int, Outcome]

    def all(self) -> Sequence[Outcome]:
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
) -> Rehearsed:
    """Fights number ``start`` to ``start + times`` of a seed; what is stopped keeps what it has."""
    check(card, catalog)
    cores = min(cores or os.cpu_count() or 1, max(1, times // SHARE))
    found: dict[int, Outcome] = {}
    fights = _here if cores == 1 else apart
    for numbers, outcomes in fights(card, catalog, seed, range(start, start + times), cores, kinds):
        found.update(zip(numbers, outcomes, strict=True))
        if not progress(len(found), times):
            break
    return Rehearsed(seed, times, dict(sorted(found.items())))


def _here(
    card: Document, catalog: Catalog, seed: str, numbers: range, _: int, kinds: Mapping[Side, str] | None
) -> Iterator[tuple[Sequence[int], Sequence[Outcome]]]:
    for number in numbers:
        yield [number], [play_out(card, catalog, seed_of(seed, number), kinds)]


def apart(
    card: Document,
    catalog: Catalog,
    seed: str,
    numbers: range,
    cores: int,
    kinds: Mapping[Side, str] | None = None,
    *,
    calm: int = 0,
) -> Iterator[tuple[Sequence[int], Sequence[Outcome]]]:
    """Fights in processes of their own, in the order in which they end; ``calm`` ones let others go first."""
    shares = [numbers[at : at + SHARE] for at in range(0, len(numbers), SHARE)]
    pool = processes(catalog, cores, calm)
    try:
        waiting: dict[Future[list[Outcome]], range] = {}
        left = iter(shares)
        for share in left:
            waiting[pool.submit(_share, dict(card), seed, share, kinds)] = share
            if len(waiting) >= 2 * cores:
                break
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
            for share in left:
                waiting[pool.submit(_share, dict(card), seed, share, kinds)] = share
                if len(waiting) >= 2 * cores:
                    break
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def processes(catalog: Catalog, cores: int, calm: int = 0) -> ProcessPoolExecutor:
    """Processes with the same catalogues."""
    overlays = tuple(str(folder.parent) for folder in catalog.store.overlays)
    return ProcessPoolExecutor(
        cores, mp_context=get_context("spawn"), initializer=_ready, initargs=(overlays, calm)
    )


def catalog_here() -> Catalog:
    """The catalogues of a process that was made for fights."""
    return _CATALOG[0]


_CATALOG: list[Catalog] = []


def _ready(overlays: tuple[str, ...], calm: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began them stops them
    os.nice(calm)
    _CATALOG[:] = [load(Path(overlays[0]) if overlays else None)]


def _share(card: Document, seed: str, numbers: range, kinds: Mapping[Side, str] | None) -> list[Outcome]:
    return [play_out(card, catalog_here(), seed_of(seed, number), kinds) for number in numbers]
