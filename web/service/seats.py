"""Who comes in: a secret link leads to its seat, the public one to where all may watch.

Where a link leads never changes while it counts, so that it is kept in memory. Whether the table is there,
and whether the seat has changed hands since, is asked by whatever is done at it (:func:`at`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from generator.game import procedure
from generator.table import EVERYONE, Seat

from .around import TOGETHER
from .context import Context
from .errors import NotHere
from .replay import Live, held
from .secrecy import find_by_link, is_link, link_hash


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table, the seat from which it is seen, and what is played there."""

    table: str
    seat: Seat
    procedure: str = ""  # where it is known already
    key: str = ""  # the hash of the link that led here; none: not by a link
    together: bool = False  # one device for several players: whose eyes it has is for them to say


@contextmanager
def at(context: Context, sitting: Sitting) -> Iterator[Live]:
    """The table, for who sits there; nobody does by a link that another took the seat of."""
    with held(context, sitting.table) as live:
        around = live.history.around
        here = TOGETHER if sitting.together else sitting.seat
        given_away = sitting.together and sitting.seat in around.holders
        if given_away or not around.lets(here, sitting.key):
            raise NotHere
        yield live


def seen_by(sitting: Sitting, seat: Seat) -> Sitting:
    """A device for several players with the eyes of one of them."""
    return replace(sitting, seat=seat)


def enter(context: Context, link: str) -> Sitting:
    """Follow a link: a seat's secret one, or the public one to watch."""
    if not is_link(link):
        raise NotHere
    digest = link_hash(link)
    known = context.sittings.get(digest)
    if known is None:
        known = _found(context, link)
        context.sittings.put(digest, known)
    return known


def _found(context: Context, link: str) -> Sitting:
    found = find_by_link(link, context.repository.seat)
    if found is None:
        return Sitting(link, EVERYONE, played(context, link))
    together = found.seat == TOGETHER
    seat = EVERYONE if together else found.seat
    return Sitting(found.table_id, seat, played(context, found.table_id), found.link_hash, together)


def played(context: Context, table_id: str) -> str:
    """The procedure that is played at a table."""
    found = context.repository.procedure(table_id)
    if found is None:
        raise NotHere
    return found


def sit(
    context: Context, table_id: str, link: str | None, fits: Callable[[str], bool] | None = None
) -> Sitting:
    """Sit down at a table by its id; without a link one may watch, and a wrong link finds nothing.

    A table at which something is played that does not fit the address is not found either.
    """
    sitting = enter(context, table_id if link is None else link)
    there = not sitting.key if link is None else sitting.table == table_id
    if not there or (fits and not fits(procedure(sitting.procedure).kind)):
        raise NotHere
    return sitting
