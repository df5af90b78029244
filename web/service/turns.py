"""What a table waits for, and of whom: written down with what brought it about, to be told later."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.table import Seat
from web.storage import calls
from web.storage.calls import Kind, Matter
from web.storage.records import later
from web.storage.repository import Work

from .context import Context
from .history import History
from .replay import Live
from .view import View

#: What is waited for, by its number among those of its kind, and the players whose word it needs.
Waits = Mapping[tuple[Matter, int], set[Seat]]
TO_PLAY: tuple[Matter, ...] = ("turn", "report")


def waits(live: Live) -> Waits:
    """All that a table waits for; nothing at one that is closed."""
    history, persons = live.history, set(live.session.persons)
    if history.around.closed:
        return {}
    found: dict[tuple[Matter, int], set[Seat]] = {}
    yours = {seat for seat in persons if View(live, seat).yours}
    if history.proposal is None:
        found["turn", 0] = yours
    else:
        found["report", history.proposal.number] = yours
    if history.undo:
        found["undo", min(history.undo.values())] = _unlike(history, persons)
    if history.reveal and not live.revealed:
        found["reveal", 0] = persons - history.reveal
    if (met := history.around.evening) is not None:
        found["evening", met.n] = persons - {met.seat, *met.agreed}
    return found


def _unlike(history: History, persons: set[Seat]) -> set[Seat]:
    """Those who have not asked to go back to where all the others would."""
    wished = history.undo
    return {seat for seat in persons if any(to != wished.get(seat) for to in wished.values())}


def waited(live: Live, seat: Seat, matter: Kind) -> bool:
    """Does a table wait for the word of this seat in such a matter?"""
    return any(kind == matter and seat in seats for (kind, _), seats in waits(live).items())


def wanted(live: Live, seats: Collection[Seat]) -> list[Matter]:
    """What waits for the word of one of these seats, apart from a turn to play."""
    return [
        matter for (matter, _), awaited in waits(live).items() if matter != "turn" and awaited & set(seats)
    ]


def notice(context: Context, live: Live, before: Waits, doer: Seat) -> Work | None:
    """Return what writes letters to all who are waited for now and were not before, or None."""
    busy = {seat for (matter, _), seats in before.items() if matter in TO_PLAY for seat in seats}
    new: dict[Matter, set[Seat]] = {}
    for (matter, number), seats in waits(live).items():
        known = busy if matter == "turn" else before.get((matter, number), set())
        if fresh := seats - known - {doer}:
            new[matter] = fresh
    if not new:
        return None
    return calls.told(live.stored.id, new, live.version, later(context.post.after))
