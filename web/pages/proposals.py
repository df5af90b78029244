"""A proposal that waits for confirmation, prepared for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exports.kit.messages import MessageFormatter
from generator.table.visibility import view_prompt as whole_prompt
from web.games.table_ui import table_ui_of
from web.service import tables
from web.service.tables.proposals import find_question


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal ready for a page."""

    number: int
    seat: str
    mine: bool
    asks: bool  # this seat must confirm it
    rows: Sequence[str]
    before: Sequence[str] = ()  # the answer that it corrects
    corrects: bool = False


def pending_proposal(view: tables.View, words: MessageFormatter) -> Proposed | None:
    """Return the pending proposal as this seat may read it."""
    proposal, live = view.live.history.proposal, view.live
    if proposal is None:
        return None
    describe, persons = table_ui_of(view.procedure.game).describe_answer, live.session.persons
    reads = view.seat in persons or view.seat == "referee"
    corrects = proposal.place is not None
    rows: Sequence[str] = ()
    before: Sequence[str] = ()
    if reads:
        prompt = (
            live.session.asked(proposal.seat)
            if proposal.place is None
            else find_question(live, proposal.place)
        )
        assert prompt is not None
        whole = whole_prompt(prompt, live.number)
        rows = describe(whole, proposal.value, words)
        if proposal.place is not None:
            before = describe(whole, live.table.entries[proposal.place].answer, words)
    asks = view.seat in persons and view.seat != proposal.seat and view.seat not in proposal.agreed
    return Proposed(proposal.number, proposal.seat, view.seat == proposal.seat, asks, rows, before, corrects)
