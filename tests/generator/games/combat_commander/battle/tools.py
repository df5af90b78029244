"""Helpers: a battle in progress, and one step run over scripted answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander import load
from generator.chance import Script
from generator.games.combat_commander.battle.procedure import new_battle
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle, Force, Steps
from generator.table import Note, Table, run

CATALOG = load()


def battle(settings: Settings | None = None, **changes: Any) -> Battle:
    """Return a battle of Germans against Russians in 1942 on map 1, Axis at the top; changes override."""
    start = new_battle(CATALOG, settings or Settings())
    standard: dict[str, Any] = {
        "map": CATALOG.maps[1],
        "edges": {"first": "top", "second": "bottom"},
        "year": 1942,
        "axis": Force("axis", faction="german", quality="line"),
        "allied": Force("allied", faction="russian", quality="line"),
        "secret": {"axis": (), "allied": ()},
    }
    return replace(start, **{**standard, **changes})


def step(do: Callable[[Battle], Steps], state: Battle, answers: Sequence[Any] = ()) -> Table[Battle]:
    """Run one rule step over answers; further prompts stay pending."""
    return run(lambda: do(state), (), [Script(answers)])


def done(do: Callable[[Battle], Steps], state: Battle, answers: Sequence[Any] = ()) -> Battle:
    table = step(do, state, answers)
    assert table.finished, f"still asked: {table.pending}"
    assert table.state is not None
    return table.state


def notes(table: Table[Battle]) -> list[str]:
    return [line.what for line, _ in table.log if isinstance(line, Note)]
