"""Requests of a seat and how they end: agree, refuse, withdraw, correct."""

from __future__ import annotations

from typing import Any

from generator.game import Document
from generator.table import REFEREE, Prompt, Seat
from generator.table.answers import check_answer
from web.storage.records import Event

from ..context import Context
from ..errors import Conflict, Forbidden
from . import agreements, change
from .access import Sitting
from .history import Proposal
from .live import Live

REQUESTS = ("undo", "reveal", "proposal")


def agree(context: Context, sitting: Sitting, number: int) -> Document:
    """Agree to a proposal."""

    def act(live: Live) -> list[Event]:
        proposal = _proposal(live, number)
        if sitting.seat == proposal.seat or sitting.seat not in live.session.persons:
            raise Forbidden("NOT_A_PERSON")
        return agreements.add_agreement(live, sitting.seat)

    return change(context, sitting, act)


def refuse(context: Context, sitting: Sitting, what: str, why: str = "") -> Document:
    """Refuse a request or a proposal of another seat."""

    def act(live: Live) -> list[Event]:
        _check_request(live, sitting.seat, what, others=True)
        return live.apply_event("refuse", sitting.seat, {"what": what, "why": why})

    return change(context, sitting, act)


def withdraw(context: Context, sitting: Sitting, what: str) -> Document:
    """Withdraw one's own request before the others have agreed."""

    def act(live: Live) -> list[Event]:
        _check_request(live, sitting.seat, what, others=False)
        return live.apply_event("withdraw", sitting.seat, {"what": what})

    return change(context, sitting, act)


def correct(context: Context, sitting: Sitting, place: int, value: Any) -> Document:
    """Replace an agreed answer; the rules replay everything after it."""

    def act(live: Live) -> list[Event]:
        seat = sitting.seat
        if seat not in (*live.session.persons, REFEREE):
            raise Forbidden("NOT_A_PERSON")
        fit = check_answer(find_question(live, place), value)
        if seat == REFEREE or live.session.persons == (seat,):
            return agreements.correct(live, seat, place, fit)
        return agreements.add_proposal(live, seat, {"value": fit, "place": place})

    return change(context, sitting, act)


def find_question(live: Live, place: int) -> Prompt:
    """Return the question of an answer that can be corrected."""
    entries = live.table.entries
    if not 0 <= place < len(entries) or entries[place].ask not in live.session.procedure.agreed:
        raise Conflict("NOT_CORRECTABLE")
    return live.cached(("asked at", place), lambda: live.session.asked_at(place))


def _proposal(live: Live, number: int) -> Proposal:
    proposal = live.history.proposal
    if proposal is None or proposal.number != number:
        raise Conflict("NO_PROPOSAL")
    return proposal


def _check_request(live: Live, seat: Seat, what: str, *, others: bool) -> None:
    """Raise Conflict unless there is such a request, of another seat or of this one."""
    history = live.history
    if seat not in live.session.persons:
        raise Forbidden("NOT_A_PERSON")
    waiting: dict[str, set[Seat]] = {
        "undo": set(history.undo),
        "reveal": set() if live.revealed else history.reveal,
        "proposal": {history.proposal.seat} if history.proposal else set(),
    }
    asking = waiting[what]
    if not (asking - {seat} if others else asking & {seat}):
        raise Conflict("NO_REQUEST")
