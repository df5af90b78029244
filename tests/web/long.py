"""Tables with many answers."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from random import Random

import pytest

from web.service import tables
from web.service.context import Context
from web.service.tables.live import lock_table

LANES = ("road", "wood", "river")


def allow_rounds(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Let the settings of the toy game offer as many rounds as a long table needs."""
    (rounds,) = (
        each for each in fields(import_module("generator.games.toy").Settings) if each.name == "rounds"
    )
    monkeypatch.setattr(rounds, "metadata", {**rounds.metadata, "choices": tuple(range(1, most + 1))})


def table_of(context: Context, answers: int) -> tables.Opened:
    """Return a table with at least this many answers and an open question."""
    opened = tables.open_table(context, "toy/1", {"rounds": answers})
    chosen, events = Random(answers), []
    with lock_table(context, opened.id) as live:
        while len(live.table.entries) < answers:
            for seat in ("red", "blue"):
                events += live.answer(seat, chosen.choice(LANES))
            events += live.fill()
        context.repository.append(events)
    return opened
