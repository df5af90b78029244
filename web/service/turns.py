"""Whose turn came about: written down with what brought it about, for whoever calls them later."""

from __future__ import annotations

from collections.abc import Collection

from generator.table import Seat
from web.storage import calls
from web.storage.records import later
from web.storage.together import Adding

from .context import Context
from .replay import Live
from .view import View


def awaited(live: Live) -> set[Seat]:
    """The players that a table waits for; nobody at one that is closed."""
    if live.history.around.closed:
        return set()
    return {seat for seat in live.session.persons if View(live, seat).yours}


def notice(context: Context, live: Live, new: Collection[Seat]) -> Adding | None:
    """What is to be written for those whose turn it has become; one statement, and nothing is sent by it."""
    if not new:
        return None
    return calls.turn(live.stored.id, new, live.version, later(context.post.after))
