"""RS.5: study the secret choice of orders of battle as a two-player game, and how to mix the options.

Both sides choose at once. Random battles are rolled up for each pair of orders of battle and fought by two
plain commanders; then the matrix of odds is solved. Fights run in stages: the first gives every pair the same
number, each later stage only adds fights to the pairs that either side may still choose.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.equilibrium import Equilibrium, column_costs, row_costs, solve_game
from generator.session import begin
from generator.study_runner import run_in_processes
from generator.table import NO_ANSWER, Answer, Prompt, Table
from schemas.errors import HorahError

from ..battle.card import make_card
from ..battle.definition import BATTLE
from ..battle.matchups import list_orders_of_battle
from ..battle.procedure import new_battle
from ..battle.settings import Settings
from ..rehearsal.outcome import simulate_fight
from ..rehearsal.rehearse import create_process_pool, get_worker_catalog

FORMAT, FIGHTS = "hora-h/choice/1", "hora-h/fights/1"
MAX_OPEN_COST = 0.05  # probability of winning; options that cost no more stay open
Cell = tuple[int, int]
Progress = Callable[[int, int], bool]
Task = tuple[Cell, int]  # a pair and the number of one of its fights
FightResults = dict[Task, bool]  # True if the axis won


@dataclass(frozen=True, slots=True)
class Pairing:
    """The two factions, the year and their qualities."""

    axis: str
    allied: str
    year: int
    axis_quality: str = "line"
    allied_quality: str = "line"

    def to_settings(self) -> Settings:
        return Settings(
            axis=self.axis,
            allied=self.allied,
            years=(self.year,),
            axis_qualities=(self.axis_quality,),  # type: ignore[arg-type]
            allied_qualities=(self.allied_quality,),  # type: ignore[arg-type]
        )

    def get_name(self) -> str:
        return f"{self.axis}-{self.allied}-{self.year}-{self.axis_quality}-{self.allied_quality}"


class FixedChoice:
    """RS.5: answer with the studied choice; leave every other question to the next answerer."""

    by = "study"

    def __init__(self, axis: str, allied: str) -> None:
        self.answers = {"axis": axis, "allied": allied}

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.answers[prompt.seat] if prompt.ask == "order_of_battle" else NO_ANSWER


def list_options(catalog: Catalog, pairing: Pairing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """RS.5: return the orders of battle that either side may choose."""
    new_battle(catalog, pairing.to_settings())  # raises an error for what the tables do not allow
    axis = list_orders_of_battle(
        catalog, pairing.axis, pairing.year, pairing.axis_quality, pairing.allied, ()
    )
    allied = list_orders_of_battle(
        catalog, pairing.allied, pairing.year, pairing.allied_quality, pairing.axis, ()
    )
    if not axis or not allied:
        raise HorahError("NO_CHOICE")
    return tuple(order.id for order in axis), tuple(order.id for order in allied)


def simulate_axis_win(catalog: Catalog, pairing: Pairing, axis: str, allied: str, seed: str) -> bool:
    """Simulate one battle with these two orders of battle and return whether the axis won."""
    session = begin(BATTLE, catalog, pairing.to_settings(), seed)
    table = session.table
    table.fill([FixedChoice(axis, allied), *session.answerers])
    assert table.state is not None
    return simulate_fight(make_card(table.state, table, seed), catalog, f"{seed}-fight").winner == "axis"


def run_choice_study(
    catalog: Catalog,
    pairing: Pairing,
    seed: str,
    stages: Sequence[int],
    *,
    cores: int | None = None,
    progress: Progress = lambda done, of: True,
    earlier: FightResults | None = None,
) -> dict[str, Any] | None:
    """Return the matrix and its equilibrium, or None if stopped; ``stages`` are fights per pair.

    A fight is identified by its pair and number. Results in ``earlier`` are not simulated again, and new
    results are added to it at once, so a stopped study can continue and ends with the same numbers.
    """
    results: FightResults = {} if earlier is None else earlier
    axis, allied = list_options(catalog, pairing)
    wins = [[0] * len(allied) for _ in axis]
    fights = [[0] * len(allied) for _ in axis]
    cells: list[Cell] = [(row, column) for row in range(len(axis)) for column in range(len(allied))]
    for goal in stages:
        tasks = [(cell, number) for cell in cells for number in range(fights[cell[0]][cell[1]], goal)]
        left = [task for task in tasks if task not in results]
        done = len(tasks) - len(left)
        if not progress(done, len(tasks)):
            return None
        for index, (task, won) in enumerate(
            _simulate_tasks(catalog, pairing, axis, allied, seed, left, cores)
        ):
            results[task] = won
            if not progress(done + index + 1, len(tasks)):
                return None
        for cell, number in tasks:
            wins[cell[0]][cell[1]] += results[cell, number]
            fights[cell[0]][cell[1]] += 1
        cells = _list_open_pairs(_estimate_odds(wins, fights))
    return to_document(pairing, seed, catalog.version, axis, allied, wins, fights)


def _estimate_odds(wins: Sequence[Sequence[int]], fights: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return the axis odds of each pair; one win and one loss are added to damp small samples."""
    return [
        [(won + 1) / (of + 2) for won, of in zip(*rows, strict=True)]
        for rows in zip(wins, fights, strict=True)
    ]


def _list_open_pairs(matrix: Sequence[Sequence[float]]) -> list[Cell]:
    """Return the pairs that either side may still choose."""
    equilibrium = solve_game(matrix)
    rows = [index for index, cost in enumerate(row_costs(matrix, equilibrium)) if cost <= MAX_OPEN_COST]
    columns = [index for index, cost in enumerate(column_costs(matrix, equilibrium)) if cost <= MAX_OPEN_COST]
    return [(row, column) for row in rows for column in columns]


def to_document(
    pairing: Pairing,
    seed: str,
    catalog: str,
    axis: Sequence[str],
    allied: Sequence[str],
    wins: Sequence[Sequence[int]],
    fights: Sequence[Sequence[int]],
) -> dict[str, Any]:
    """Return the fights and the resulting equilibrium as a document."""
    matrix = _estimate_odds(wins, fights)
    equilibrium: Equilibrium = solve_game(matrix)
    return {
        "format": FORMAT,
        "pairing": asdict(pairing),
        "seed": seed,
        "version": version("hora-h"),
        "catalog": catalog,
        "options": {"axis": list(axis), "allied": list(allied)},
        "wins": [list(row) for row in wins],
        "fights": [list(row) for row in fights],
        "value": equilibrium.value,
        "mixtures": {"axis": list(equilibrium.rows), "allied": list(equilibrium.columns)},
        "costs": {
            "axis": list(row_costs(matrix, equilibrium)),
            "allied": list(column_costs(matrix, equilibrium)),
        },
    }


def _simulate_tasks(
    catalog: Catalog,
    pairing: Pairing,
    axis: Sequence[str],
    allied: Sequence[str],
    seed: str,
    tasks: Sequence[Task],
    cores: int | None,
) -> Iterator[tuple[Task, bool]]:
    """Yield every task with whether the axis won; the seed of a fight depends on its pair and number."""
    calls = [
        (task, (pairing, axis[task[0][0]], allied[task[0][1]], f"{seed}-{task[0][0]}-{task[0][1]}-{task[1]}"))
        for task in tasks
    ]
    cores = min(cores or os.cpu_count() or 1, max(1, len(tasks)))
    if cores == 1:
        return ((task, simulate_axis_win(catalog, *call)) for task, call in calls)
    return run_in_processes(_simulate_in_worker, calls, create_process_pool(catalog, cores), cores)


def _simulate_in_worker(pairing: Pairing, axis: str, allied: str, seed: str) -> bool:
    return simulate_axis_win(get_worker_catalog(), pairing, axis, allied, seed)


def save_results(pairing: Pairing, seed: str, catalog: str, results: FightResults) -> dict[str, Any]:
    """Return the fights as a JSON document."""
    pairs: dict[Cell, dict[int, bool]] = {}
    for (cell, number), won in sorted(results.items()):
        pairs.setdefault(cell, {})[number] = won
    return {
        "format": FIGHTS,
        "pairing": asdict(pairing),
        "seed": seed,
        "version": version("hora-h"),
        "catalog": catalog,
        "fought": [
            [*cell, list(wins_by_number), [int(won) for won in wins_by_number.values()]]
            for cell, wins_by_number in pairs.items()
        ],
    }


def load_results(data: Any, pairing: Pairing, seed: str, catalog: str) -> FightResults | None:
    """Return the saved fights; None if they belong to another pairing, seed, version or catalogue."""
    try:
        results: FightResults = {
            ((row, column), number): bool(won)
            for row, column, numbers, wins in data["fought"]
            for number, won in zip(numbers, wins, strict=True)
        }
        return results if data == save_results(pairing, seed, catalog, results) else None
    except (KeyError, TypeError, ValueError):
        return None


def list_advice(study: Mapping[str, Any], side: str) -> list[tuple[str, float, float]]:
    """Return for a side each order of battle, how often to choose it, and the cost of choosing it."""
    rows = zip(study["options"][side], study["mixtures"][side], study["costs"][side], strict=True)
    return sorted(
        ((name, share, max(0.0, cost)) for name, share, cost in rows), key=lambda entry: (-entry[1], entry[2])
    )
