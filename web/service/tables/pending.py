"""Pending actions of a table: which seats it waits for, and which of them to notify."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.table import Seat
from web.storage import subscriptions
from web.storage.records import later
from web.storage.subscriptions import Kind, Matter
from web.storage.tables import Work

from ..context import Context
from .history import History
from .live import Live
from .view import View

#: (matter, number) -> seats that must act.
PendingActions = Mapping[tuple[Matter, int], set[Seat]]
TO_PLAY: tuple[Matter, ...] = ("turn", "report")


def pending_actions(live: Live) -> PendingActions:
    """Return everything that a table waits for; empty if it is closed."""
    history, persons = live.history, set(live.session.persons)
    if history.around.closed:
        return {}
    actions: dict[tuple[Matter, int], set[Seat]] = {}
    yours = {seat for seat in persons if View(live, seat).yours}
    if history.proposal is None:
        actions["turn", 0] = yours
    else:
        actions["report", history.proposal.number] = yours
    if history.undo:
        actions["undo", min(history.undo.values())] = _missing_undo_seats(history, persons)
    if history.reveal and not live.revealed:
        actions["reveal", 0] = persons - history.reveal
    if (met := history.around.evening) is not None:
        actions["evening", met.n] = persons - {met.seat, *met.agreed}
    return actions


def _missing_undo_seats(history: History, persons: set[Seat]) -> set[Seat]:
    """Return the seats that have not requested the same undo as all others."""
    wished = history.undo
    return {seat for seat in persons if any(to != wished.get(seat) for to in wished.values())}


def is_awaited(live: Live, seat: Seat, matter: Kind) -> bool:
    """Return whether a table waits for this seat in a matter."""
    return any(kind == matter and seat in seats for (kind, _), seats in pending_actions(live).items())


def pending_matters(live: Live, seats: Collection[Seat]) -> list[Matter]:
    """Return the matters that wait for one of these seats, except a turn to play."""
    return [
        matter
        for (matter, _), awaited in pending_actions(live).items()
        if matter != "turn" and awaited & set(seats)
    ]


def make_notifications(context: Context, live: Live, before: PendingActions, doer: Seat) -> Work | None:
    """Return the work that queues notifications for newly awaited seats, or None."""
    busy = {seat for (matter, _), seats in before.items() if matter in TO_PLAY for seat in seats}
    new: dict[Matter, set[Seat]] = {}
    for (matter, number), seats in pending_actions(live).items():
        known = busy if matter == "turn" else before.get((matter, number), set())
        if fresh := seats - known - {doer}:
            new[matter] = fresh
    if not new:
        return None
    return subscriptions.queue_for_seats(live.stored.id, new, live.version, later(context.post.after))
