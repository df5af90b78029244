"""RS.5, the secret choice, as a game of two: the odds of every pair of orders of battle, and how to mix them.

Both choose at once and neither sees the other's. Random battles are rolled up with each pair, fought out by
two plain commanders, and the matrix of odds is solved. Fights come in stages: the first gives every pair
some, each later one gives more to the pairs that either side may still want.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from generator.equilibrium import Equilibrium, column_costs, row_costs, solved
from generator.session import begin
from generator.studying import in_processes
from generator.table import NO_ANSWER, Answer, Prompt, Table
from schemas.errors import HorahError

from ..battle.card import card_of
from ..battle.definition import BATTLE
from ..battle.matchups import legal_orders_of_battle
from ..battle.procedure import new_battle
from ..battle.settings import Settings
from ..rehearsal.outcome import play_out

FORMAT, FIGHTS = "hora-h/choice/1", "hora-h/fights/1"
NEAR = 0.05  # answers that give away no more are looked at again
Cell = tuple[int, int]
Progress = Callable[[int, int], bool]
Task = tuple[Cell, int]  # a pair, and the number of a fight of it
Fought = dict[Task, bool]  # whether the axis won


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
    session = begin(BATTLE, catalog, pairing.settings(), seed)
    table = session.table
    table.fill([Chosen(axis, allied), *session.answerers])
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
    fought: Fought | None = None,
) -> dict[str, Any] | None:
    """The matrix and its equilibrium; ``stages`` says up to how many fights a pair has after each.

    A fight is known by its pair and number alone. What ``fought`` has already is not fought again, and what
    is fought goes there at once: whoever stops (None) can go on with it, and ends with the same numbers.
    """
    known: Fought = {} if fought is None else fought
    axis, allied = options(catalog, pairing)
    wins = [[0] * len(allied) for _ in axis]
    fights = [[0] * len(allied) for _ in axis]
    cells: list[Cell] = [(row, column) for row in range(len(axis)) for column in range(len(allied))]
    for goal in stages:
        tasks = [(cell, number) for cell in cells for number in range(fights[cell[0]][cell[1]], goal)]
        left = [task for task in tasks if task not in known]
        done = len(tasks) - len(left)
        if not progress(done, len(tasks)):
            return None
        for place, (task, won) in enumerate(_fought(catalog, pairing, axis, allied, seed, left, cores)):
            known[task] = won
            if not progress(done + place + 1, len(tasks)):
                return None
        for cell, number in tasks:
            wins[cell[0]][cell[1]] += known[cell, number]
            fights[cell[0]][cell[1]] += 1
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


def _fought(
    catalog: Catalog,
    pairing: Pairing,
    axis: Sequence[str],
    allied: Sequence[str],
    seed: str,
    tasks: Sequence[Task],
    cores: int | None,
) -> Iterator[tuple[Task, bool]]:
    """Every task with whether the axis won; the seed of a fight is its pair's and its number's."""
    calls = [
        (task, (pairing, axis[task[0][0]], allied[task[0][1]], f"{seed}-{task[0][0]}-{task[0][1]}-{task[1]}"))
        for task in tasks
    ]
    cores = min(cores or os.cpu_count() or 1, max(1, len(tasks)))
    if cores == 1:
        return ((task, axis_wins(catalog, *call)) for task, call in calls)
    overlays = tuple(str(folder.parent) for folder in catalog.store.overlays)
    return in_processes(_one, calls, cores, _ready, (overlays,))


_CATALOG: list[Catalog] = []


def _ready(overlays: tuple[str, ...]) -> None:
    _CATALOG[:] = [load(Path(overlays[0]) if overlays else None)]


def _one(pairing: Pairing, axis: str, allied: str, seed: str) -> bool:
    return axis_wins(_CATALOG[0], pairing, axis, allied, seed)


def written(pairing: Pairing, seed: str, catalog: str, fought: Fought) -> dict[str, Any]:
    """Fights as they are kept; the numbers depend on nothing but what stands beside them."""
    pairs: dict[Cell, dict[int, bool]] = {}
    for (cell, number), won in sorted(fought.items()):
        pairs.setdefault(cell, {})[number] = won
    return {
        "format": FIGHTS,
        "pairing": asdict(pairing),
        "seed": seed,
        "version": version("hora-h"),
        "catalog": catalog,
        "fought": [
            [*cell, list(found), [int(won) for won in found.values()]] for cell, found in pairs.items()
        ],
    }


def read(data: Any, pairing: Pairing, seed: str, catalog: str) -> Fought | None:
    """The fights that were kept; None where they are not of this pairing, seed, version and catalogue."""
    try:
        fought: Fought = {
            ((row, column), number): bool(won)
            for row, column, numbers, wins in data["fought"]
            for number, won in zip(numbers, wins, strict=True)
        }
        return fought if data == written(pairing, seed, catalog, fought) else None
    except (KeyError, TypeError, ValueError):
        return None


def advice(found: Mapping[str, Any], side: str) -> list[tuple[str, float, float]]:
    """For a side: each order of battle, how often to choose it, and what choosing it costs."""
    rows = zip(found["options"][side], found["mixtures"][side], found["costs"][side], strict=True)
    return sorted(
        ((name, share, max(0.0, cost)) for name, share, cost in rows), key=lambda one: (-one[1], one[2])
    )
