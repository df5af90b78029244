"""What waits at a table for the others to confirm, ready for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exports.kit.scribe import Scribe
from generator.table.seen import whole as whole_prompt
from web.desk import desk_of
from web.service import tables
from web.service.proposals import asked_at


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal ready for a page."""

    number: int
    seat: str
    mine: bool
    asks: bool  # this seat is to confirm it
    rows: Sequence[str]
    before: Sequence[str] = ()  # what it corrects
    corrects: bool = False


def proposed(view: tables.View, words: Scribe) -> Proposed | None:
    """What waits to be confirmed, as this seat may read it."""
    found, live = view.live.history.proposal, view.live
    if found is None:
        return None
    told, persons = desk_of(view.procedure.game).told, live.session.persons
    reads = view.seat in persons or view.seat == "referee"
    corrects = found.place is not None
    rows: Sequence[str] = ()
    before: Sequence[str] = ()
    if reads:
        prompt = live.session.asked(found.seat) if found.place is None else asked_at(live, found.place)
        assert prompt is not None
        shown = whole_prompt(prompt, live.number)
        rows = told(shown, found.value, words)
        if found.place is not None:
            before = told(shown, live.table.entries[found.place].answer, words)
    asks = view.seat in persons and view.seat != found.seat and view.seat not in found.agreed
    return Proposed(found.number, found.seat, view.seat == found.seat, asks, rows, before, corrects)
