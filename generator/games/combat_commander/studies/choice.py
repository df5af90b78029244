"""RS.5, the secret choice, as a game of two: the odds of every pair of orders of battle, and how to mix them.

Both choose at once and neither sees the other's. Random battles are rolled up with each pair, fought out by
two plain commanders, and the matrix of odds is solved. Fights come in stages: the first gives every pair
some, each later one gives more to the pairs that either side may still want.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from generator.equilibrium import Equilibrium, column_costs, row_costs, solved
from generator.table import NO_ANSWER, Answer, Prompt, Table, run
from schemas.errors import HorahError

from ..battle.card import card_of
from ..battle.make import answerers
from ..battle.matchups import legal_orders_of_battle
from ..battle.procedure import fight, new_battle
from ..battle.settings import Settings
from ..rehearsal.outcome import play_out

FORMAT = "hora-h/choice/1"
NEAR = 0.05  # answers that give away no more are looked at again
Cell = tuple[int, int]
Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, when, and how good they are."""

    axis: str
    allied: str
    year: int
    axis_quality: str = "line"
    allied_quality: str = "line"

    def settings(self) -> Settings:
        return Settings(
            axis=self.axis,
            allied=self.allied,
            years=(self.year,),
            axis_qualities=(self.axis_quality,),  # type: ignore[arg-type]
            allied_qualities=(self.allied_quality,),  # type: ignore[arg-type]
        )

    def name(self) -> str:
        return f"{self.axis}-{self.allied}-{self.year}-{self.axis_quality}-{self.allied_quality}"


class Chosen:
    """RS.5: the choice that is studied; everything else is left to others."""

    by = "study"

    def __init__(self, axis: str, allied: str) -> None:
        self.answers = {"axis": axis, "allied": allied}

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.answers[prompt.seat] if prompt.ask == "order_of_battle" else NO_ANSWER


def options(catalog: Catalog, pairing: Pairing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """RS.5: what either side may choose from."""
    new_battle(catalog, pairing.settings())  # refuses what the tables do not allow
    axis = legal_orders_of_battle(
        catalog, pairing.axis, pairing.year, pairing.axis_quality, pairing.allied, ()
    )
    allied = legal_orders_of_battle(
        catalog, pairing.allied, pairing.year, pairing.allied_quality, pairing.axis, ()
    )
    if not axis or not allied:
        raise HorahError("NO_CHOICE")
    return tuple(each.id for each in axis), tuple(each.id for each in allied)


def axis_wins(catalog: Catalog, pairing: Pairing, axis: str, allied: str, seed: str) -> bool:
    """One battle with these two orders of battle, fought out."""
    settings = pairing.settings()
    start = new_battle(catalog, settings)
    table = run(lambda: fight(start), (), [Chosen(axis, allied), *answerers(catalog, settings, seed)])
    assert table.state is not None
    return play_out(card_of(table.state, table, seed), catalog, f"{seed}-fight").winner == "axis"


def studied(
    catalog: Catalog,
    pairing: Pairing,
    seed: str,
    stages: Sequence[int],
    *,
    cores: int | None = None,
    progress: Progress = lambda done, of: True,
) -> dict[str, Any]:
    """The matrix and its equilibrium; ``stages`` says up to how many fights a pair has after each."""
    axis, allied = options(catalog, pairing)
    wins = [[0] * len(allied) for _ in axis]
    fights = [[0] * len(allied) for _ in axis]
    cells: list[Cell] = [(row, column) for row in range(len(axis)) for column in range(len(allied))]
    for goal in stages:
        tasks = [(cell, number) for cell in cells for number in range(fights[cell[0]][cell[1]], goal)]
        for place, (cell, won) in enumerate(_fought(catalog, pairing, axis, allied, seed, tasks, cores)):
            wins[cell[0]][cell[1]] += won
            fights[cell[0]][cell[1]] += 1
            if not progress(place + 1, len(tasks)):
                raise HorahError("STUDY_STOPPED")
        cells = _open(_odds(wins, fights))
    return document(pairing, seed, catalog.version, axis, allied, wins, fights)


def _odds(wins: Sequence[Sequence[int]], fights: Sequence[Sequence[int]]) -> list[list[float]]:
    """The odds of the axis in each pair; one win and one loss are added, so that few fights prove nothing."""
    return [
        [(won + 1) / (of + 2) for won, of in zip(*rows, strict=True)]
        for rows in zip(wins, fights, strict=True)
    ]


def _open(matrix: Sequence[Sequence[float]]) -> list[Cell]:
    """The pairs of answers that either side may still want."""
    found = solved(matrix)
    rows = [place for place, cost in enumerate(row_costs(matrix, found)) if cost <= NEAR]
    columns = [place for place, cost in enumerate(column_costs(matrix, found)) if cost <= NEAR]
    return [(row, column) for row in rows for column in columns]


def document(
    pairing: Pairing,
    seed: str,
    catalog: str,
    axis: Sequence[str],
    allied: Sequence[str],
    wins: Sequence[Sequence[int]],
    fights: Sequence[Sequence[int]],
) -> dict[str, Any]:
    """What was fought, and what follows from it."""
    matrix = _odds(wins, fights)
    found: Equilibrium = solved(matrix)
    return {
        "format": FORMAT,
        "pairing": asdict(pairing),
        "seed": seed,
        "version": version("hora-h"),
        "catalog": catalog,
        "options": {"axis": list(axis), "allied": list(allied)},
        "wins": [list(row) for row in wins],
        "fights": [list(row) for row in fights],
        "value": found.value,
        "mixtures": {"axis": list(found.rows), "allied": list(found.columns)},
        "costs": {"axis": list(row_costs(matrix, found)), "allied": list(column_costs(matrix, found))},
    }


Task = tuple[Cell, int]


def _fought(
    catalog: Catalog,
    pairing: Pairing,
    axis: Sequence[str],
    allied: Sequence[str],
    seed: str,
    tasks: Sequence[Task],
    cores: int | None,
) -> Iterator[tuple[Cell, bool]]:
    """Every task with whether the axis won; the seed of a fight is its pair's and its number's."""
    calls = [
        (pairing, axis[row], allied[column], f"{seed}-{row}-{column}-{number}")
        for (row, column), number in tasks
    ]
    cores = min(cores or os.cpu_count() or 1, max(1, len(tasks)))
    if cores == 1:
        for (cell, _), call in zip(tasks, calls, strict=True):
            yield cell, axis_wins(catalog, *call)
        return
    overlays = tuple(str(folder) for folder in catalog.store.overlays)
    with ProcessPoolExecutor(
        cores, mp_context=get_context("spawn"), initializer=_ready, initargs=(overlays,)
    ) as pool:
        for (cell, _), won in zip(tasks, pool.map(_one, calls), strict=True):
            yield cell, won


_CATALOG: list[Catalog] = []


def _ready(overlays: tuple[str, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _CATALOG[:] = [load(Path(overlays[0]) if overlays else None)]


def _one(call: tuple[Pairing, str, str, str]) -> bool:
    return axis_wins(_CATALOG[0], *call)


def advice(found: Mapping[str, Any], side: str) -> list[tuple[str, float, float]]:
    """For a side: each order of battle, how often to choose it, and what choosing it costs."""
    rows = zip(found["options"][side], found["mixtures"][side], found["costs"][side], strict=True)
    return sorted(
        ((name, share, max(0.0, cost)) for name, share, cost in rows), key=lambda one: (-one[1], one[2])
    )
