"""Requests of a seat and their end: confirm, object, withdraw, correct what was confirmed."""

from __future__ import annotations

from typing import Any

from generator.game import Document
from generator.table import REFEREE, Prompt, Seat
from generator.table.answers import check
from generator.table.seen import whole
from web.storage.records import Event

from . import agreeing
from .context import Context
from .errors import Conflict, Forbidden
from .history import Proposal
from .replay import Live
from .seats import Sitting
from .tables import change, seen

REQUESTS = ("undo", "reveal", "proposal")


def agree(context: Context, sitting: Sitting, number: int) -> Document:
    """Say that it was so."""

    def act(live: Live) -> list[Event]:
        found = _proposal(live, number)
        if sitting.seat == found.seat or sitting.seat not in live.session.persons:
            raise Forbidden("NOT_A_PERSON")
        return agreeing.agreed(live, sitting.seat)

    return change(context, sitting, act)


def refuse(context: Context, sitting: Sitting, what: str, why: str = "") -> Document:
    """Say no to what another asked for or told."""

    def act(live: Live) -> list[Event]:
        _check(live, sitting.seat, what, others=True)
        return live.wish("refuse", sitting.seat, {"what": what, "why": why})

    return change(context, sitting, act)


def withdraw(context: Context, sitting: Sitting, what: str) -> Document:
    """Take back one's own request before the others have agreed."""

    def act(live: Live) -> list[Event]:
        _check(live, sitting.seat, what, others=False)
        return live.wish("withdraw", sitting.seat, {"what": what})

    return change(context, sitting, act)


def correct(context: Context, sitting: Sitting, place: int, value: Any) -> Document:
    """Another answer in the place of one that all had agreed to; the rules play on from there."""

    def act(live: Live) -> list[Event]:
        seat = sitting.seat
        if seat not in (*live.session.persons, REFEREE):
            raise Forbidden("NOT_A_PERSON")
        fit = check(asked_at(live, place), value)
        if seat == REFEREE or live.session.persons == (seat,):
            return agreeing.correct(live, seat, place, fit)
        return agreeing.proposed(live, seat, {"value": fit, "place": place})

    return change(context, sitting, act)


def asked_at(live: Live, place: int) -> Prompt:
    """What an answer that can be corrected was asked as."""
    entries = live.table.entries
    if not 0 <= place < len(entries) or entries[place].ask not in live.session.procedure.agreed:
        raise Conflict("NOT_CORRECTABLE")
    return live.kept(("asked at", place), lambda: live.session.asked_at(place))


def told(context: Context, sitting: Sitting, place: int) -> tuple[Document, Any]:
    """The question and the answer of a place, for whoever is to correct it or to agree."""
    with seen(context, sitting) as view:
        return whole(asked_at(view.live, place), view.live.number), view.live.table.entries[place].answer


def _proposal(live: Live, number: int) -> Proposal:
    found = live.history.proposal
    if found is None or found.number != number:
        raise Conflict("NO_PROPOSAL")
    return found


def _check(live: Live, seat: Seat, what: str, *, others: bool) -> None:
    """Is there such a request, of the seat itself or of somebody else?"""
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
