"""Answers that every person at the table must confirm.

An answer that a procedure wants agreed is stored as a proposal first. When every other person agrees, it
becomes an ordinary answer of the seat, so the transcript does not differ.
"""

from __future__ import annotations

from typing import Any

from generator.table import Seat
from generator.table.answers import check_answer
from web.storage.records import Event

from ..errors import Conflict
from ..tokens import new_table_seed
from .live import Live


def propose(live: Live, seat: Seat, value: Any) -> list[Event]:
    """Propose an answer; the same proposal by another seat counts as agreement."""
    prompt = live.session.asked(seat)
    assert prompt is not None
    fit = check_answer(prompt, value)
    return add_proposal(live, seat, {"value": fit})


def wants_agreement(live: Live, seat: Seat) -> bool:
    """Return whether the answer of a seat needs the others' agreement; a referee's never does."""
    prompt = live.session.asked(seat)
    persons = live.session.persons
    return bool(
        prompt
        and prompt.ask in live.session.procedure.agreed
        and seat in persons
        and any(other != seat for other in persons)
    )


def add_proposal(live: Live, seat: Seat, body: dict[str, Any]) -> list[Event]:
    """Add a proposal.

    There is one proposal at a time; an equal one counts as agreement, another is refused.
    """
    proposal = live.history.proposal
    if proposal is not None and proposal.seat != seat:
        if (proposal.value, proposal.place) == (body["value"], body.get("place")):
            return add_agreement(live, seat)
        raise Conflict("PROPOSED")
    return live.apply_event("propose", seat, body)


def add_agreement(live: Live, seat: Seat) -> list[Event]:
    """Record the agreement of a seat; when all persons agree, apply the proposal."""
    events = live.apply_event("agree", seat, {})
    proposal = live.history.proposal
    assert proposal is not None
    if not set(live.session.persons) <= {proposal.seat, *proposal.agreed}:
        return events
    if proposal.place is None:
        return [*events, *live.answer(proposal.seat, proposal.value), *live.fill()]
    return [*events, *correct(live, proposal.seat, proposal.place, proposal.value)]


def correct(live: Live, seat: Seat, place: int, value: Any) -> list[Event]:
    seed = new_table_seed() if live.table.finished else None
    return [*live.correct(seat, place, value, seed), *live.fill()]
