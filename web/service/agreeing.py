"""What one side tells and the others confirm, at the table itself.

An answer that a procedure wants agreed is a proposal first. It becomes the very answer that the seat gave
when every other person agrees, so that a transcript never tells it from any other.
"""

from __future__ import annotations

from typing import Any

from generator.table import Seat
from generator.table.answers import check
from web.storage.records import Event

from .errors import Conflict
from .replay import Live
from .secrecy import table_seed


def propose(live: Live, seat: Seat, value: Any) -> list[Event]:
    """An answer that counts when the others agree; the same said by another is his agreement."""
    prompt = live.session.asked(seat)
    assert prompt is not None
    fit = check(prompt, value)
    return proposed(live, seat, {"value": fit})


def wants_agreement(live: Live, seat: Seat) -> bool:
    """Does the answer of a seat wait for others? The referee's word counts at once."""
    prompt = live.session.asked(seat)
    persons = live.session.persons
    return bool(
        prompt
        and prompt.ask in live.session.procedure.agreed
        and seat in persons
        and any(other != seat for other in persons)
    )


def proposed(live: Live, seat: Seat, body: dict[str, Any]) -> list[Event]:
    """A proposal beside those of before: one seat has one, and two cannot differ."""
    found = live.history.proposal
    if found is not None and found.seat != seat:
        if (found.value, found.place) == (body["value"], body.get("place")):
            return agreed(live, seat)
        raise Conflict("PROPOSED")
    return live.wish("propose", seat, body)


def agreed(live: Live, seat: Seat) -> list[Event]:
    """One more agrees; when all do, it is done."""
    events = live.wish("agree", seat, {})
    found = live.history.proposal
    assert found is not None
    if not set(live.session.persons) <= {found.seat, *found.agreed}:
        return events
    if found.place is None:
        return [*events, *live.answer(found.seat, found.value), *live.fill()]
    return [*events, *correct(live, found.seat, found.place, found.value)]


def correct(live: Live, seat: Seat, place: int, value: Any) -> list[Event]:
    seed = table_seed() if live.table.finished else None
    return [*live.correct(seat, place, value, seed), *live.fill()]
