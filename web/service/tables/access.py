"""Access to tables: a secret link leads to its seat, the public one lets everybody watch.

The target of a valid link never changes, so it is cached. :func:`use_table` checks on every use that the
table exists and that the seat was not handed over since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from generator.game import find_procedure
from generator.table import EVERYONE, Seat

from ..context import Context
from ..errors import NotHere
from ..tokens import find_by_link, is_link, link_hash
from .live import Live, lock_table
from .metadata import TOGETHER


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table, the seat from which it is seen, and the procedure played there."""

    table: str
    seat: Seat
    procedure: str = ""  # if it is known already
    key: str = ""  # hash of the secret link; empty for watchers
    together: bool = False  # one device for several players, who choose whose view it shows


@contextmanager
def use_table(context: Context, sitting: Sitting) -> Iterator[Live]:
    """Yield the table for a seat; raise NotHere if another person has taken the seat over."""
    with lock_table(context, sitting.table) as live:
        around = live.history.around
        here = TOGETHER if sitting.together else sitting.seat
        given_away = sitting.together and sitting.seat in around.holders
        if given_away or not around.accepts_link(here, sitting.key):
            raise NotHere
        yield live


def view_as(sitting: Sitting, seat: Seat) -> Sitting:
    """Return the sitting of a shared device from the view of one of its players."""
    return replace(sitting, seat=seat)


def enter(context: Context, link: str) -> Sitting:
    """Follow a link: a seat's secret one, or the public one to watch."""
    if not is_link(link):
        raise NotHere
    digest = link_hash(link)
    known = context.sittings.get(digest)
    if known is None:
        known = _load_sitting(context, link)
        context.sittings.put(digest, known)
    return known


def _load_sitting(context: Context, link: str) -> Sitting:
    stored = find_by_link(link, context.repository.seat)
    if stored is None:
        return Sitting(link, EVERYONE, find_table_procedure(context, link))
    together = stored.seat == TOGETHER
    seat = EVERYONE if together else stored.seat
    return Sitting(
        stored.table_id, seat, find_table_procedure(context, stored.table_id), stored.link_hash, together
    )


def find_table_procedure(context: Context, table_id: str) -> str:
    """Return the procedure of a table."""
    name = context.repository.procedure(table_id)
    if name is None:
        raise NotHere
    return name


def find_sitting(
    context: Context, table_id: str, link: str | None, fits: Callable[[str], bool] | None = None
) -> Sitting:
    """Return the sitting at a table by its id; without a link one may watch, a wrong link raises NotHere.

    ``fits`` checks the kind of procedure against the URL.
    """
    sitting = enter(context, table_id if link is None else link)
    there = not sitting.key if link is None else sitting.table == table_id
    if not there or (fits and not fits(find_procedure(sitting.procedure).kind)):
        raise NotHere
    return sitting
