"""Tables at which much has been answered."""

from __future__ import annotations

from random import Random

from web.service import tables
from web.service.context import Context
from web.service.replay import held

LANES = ("road", "wood", "river")


def table_of(context: Context, answers: int) -> tables.Opened:
    """A table with at least so many answers, and a question open."""
    opened = tables.open_table(context, "toy/1", {"rounds": answers})
    chosen, events = Random(answers), []
    with held(context, opened.id) as live:
        while len(live.table.entries) < answers:
            for seat in ("red", "blue"):
                events += live.answer(seat, chosen.choice(LANES))
            events += live.fill()
        context.repository.append(events)
    return opened
