"""How far the odds of a card depend on taste: every style against every style, the same number of fights."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side

from .check import check_rehearsable
from .evidence import make_verdict
from .fight_builder import Document
from .outcome import make_fight_seed, simulate_fight
from .rehearse import Progress, create_process_pool, simulate_chunk
from .state import SIDES

FORMAT = "hora-h/styles/1"


@dataclass(frozen=True, slots=True)
class Pairing:
    """The fights of two styles."""

    axis: str
    allied: str
    fights: int
    wins: int  # of the Axis

    def get_style(self, side: Side) -> str:
        return self.axis if side == "axis" else self.allied


def fight_styles(
    card: Document,
    catalog: Catalog,
    seed: str,
    times: int,
    *,
    cores: int | None = None,
    progress: Progress = lambda done, of: True,
) -> list[Pairing]:
    """Fight about so many times, each pair of styles equally often; if stopped, return what is finished."""
    check_rehearsable(card, catalog)
    styles = tuple(catalog.commander_styles)
    rounds = max(1, round(times / len(styles) ** 2))
    pairs = [(axis, allied) for axis in styles for allied in styles]
    total = rounds * len(pairs)
    cores = cores or os.cpu_count() or 1
    found: list[Pairing] = []
    run = _fight_in_process if cores == 1 else _fight_in_processes
    for pairing in run(card, catalog, seed, pairs, rounds, cores):
        found.append(pairing)
        if not progress(rounds * len(found), total):
            break
    return sorted(found, key=lambda pairing: (styles.index(pairing.axis), styles.index(pairing.allied)))


def _fight_in_process(
    card: Document, catalog: Catalog, seed: str, pairs: Sequence[tuple[str, str]], rounds: int, _: int
) -> Iterator[Pairing]:
    for place, (axis, allied) in enumerate(pairs):
        kinds: dict[Side, str] = {"axis": axis, "allied": allied}
        seeds = (make_fight_seed(seed, number) for number in _get_numbers(place, rounds))
        wins = sum(simulate_fight(card, catalog, each, kinds).winner == "axis" for each in seeds)
        yield Pairing(axis, allied, rounds, wins)


def _fight_in_processes(
    card: Document, catalog: Catalog, seed: str, pairs: Sequence[tuple[str, str]], rounds: int, cores: int
) -> Iterator[Pairing]:
    pool = create_process_pool(catalog, cores)
    try:
        waiting = {
            pool.submit(
                simulate_chunk,
                dict(card),
                seed,
                _get_numbers(place, rounds),
                {"axis": axis, "allied": allied},
            ): (axis, allied)
            for place, (axis, allied) in enumerate(pairs)
        }
        for future in as_completed(waiting):
            axis, allied = waiting[future]
            wins = sum(outcome.winner == "axis" for outcome in future.result())
            yield Pairing(axis, allied, rounds, wins)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _get_numbers(place: int, rounds: int) -> range:
    """Return the numbers of the fights of a pair, so that every fight has its own dice."""
    return range(place * rounds, (place + 1) * rounds)


def summarise_styles(pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Return how often the Axis wins when a side plays in each style, and the spread between them."""
    fights, wins = sum(pairing.fights for pairing in pairings), sum(pairing.wins for pairing in pairings)
    square = compute_spread_square(pairings)
    return {
        "format": FORMAT,
        "fights": fights,
        "verdict": make_verdict(wins, fights),
        "styles": {
            style: {
                side: {"wins": won, "fights": fought}
                for side in SIDES
                for won, fought in [_sum_style(pairings, side, style)]
            }
            for style in dict.fromkeys(pairing.axis for pairing in pairings)
        },
        "spread": round(100 * sqrt(max(0.0, square)), 1),
    }


def compute_spread_square(pairings: Sequence[Pairing]) -> float:
    """Return the variance of the odds over the styles of both sides, without the noise of the dice.

    It may come out below zero where there is less difference than the dice alone would make.
    """
    total = 0.0
    for side in SIDES:
        styles = dict.fromkeys(pairing.get_style(side) for pairing in pairings)
        counts = [_sum_style(pairings, side, style) for style in styles]
        known = [(won / fought, fought) for won, fought in counts if fought > 1]
        if len(known) > 1:
            noise = fmean(share * (1 - share) / (fought - 1) for share, fought in known)
            total += variance([share for share, _ in known]) - noise
    return total


def _sum_style(pairings: Sequence[Pairing], side: Side, style: str) -> tuple[int, int]:
    """Return the wins of the Axis and the fights in which a side played in a style."""
    own = [pairing for pairing in pairings if pairing.get_style(side) == style]
    return sum(pairing.wins for pairing in own), sum(pairing.fights for pairing in own)
