"""A table that people share: open it, sit down, see, answer, take back, reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from catalogs import Catalog
from catalogs.box import boxed
from generator.game import Document, procedure
from generator.settled import checked
from generator.table import EVERYONE, REFEREE, Seat
from schemas.errors import HorahError
from web.storage.records import Event, StoredSeat, StoredTable, StoredTicket, now
from web.storage.repository import Taken

from . import agreeing, drafts
from .around import TOGETHER as TOGETHER
from .context import Context
from .documents import with_documents
from .errors import Busy, Conflict, Forbidden, NotHere
from .printing import Printed, Wish, render
from .replay import Live, Place, held, open_session
from .seats import Sitting as Sitting
from .seats import at
from .seats import enter as enter
from .seats import sit as sit
from .secrecy import commitments, link_hash, new_id, new_link, table_seed
from .tickets import made as ticket_made
from .turns import notice, waits
from .view import View as View

TRIES = 20  # how often an answer is tried again when another one came first


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its id, which is also the public link, and the secret link of each seat.

    A host has the link of his own seat and invitations for the others.
    """

    id: str
    links: Mapping[Seat, str]
    commitments: Mapping[str, str]
    invitations: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Host:
    """Who opens a table, and does not get the others' links: his seat, or all of them on one device."""

    seat: Seat
    name: str = ""
    referee: bool = False  # somebody else is asked to be one
    link: str = ""  # of his seat, if it is known already


def open_table(
    context: Context,
    name: str,
    settings: Mapping[str, Any] | None = None,
    title: str = "",
    box: Mapping[str, Any] | None = None,
    host: Host | None = None,
) -> Opened:
    """Open a table for a procedure; the links are given out here and never again.

    With an owner's box it keeps a copy of it: what he changes later changes no table.
    """
    kind = procedure(name)
    catalog = boxed(context.catalogs[kind.game], box)
    given = with_documents(context, kind, settings or {})
    chosen = kind.read(catalog, kind.at_a_table(checked(kind, catalog, given)))
    stored = StoredTable(new_id(), name, title, kind.write(chosen), table_seed(), catalog.version, now(), box)
    live = open_session(context, stored)
    first = live.fill()
    if host is None:
        links = {seat: new_link() for seat in (*kind.seats, REFEREE)}
        made: dict[Seat, tuple[StoredTicket, str]] = {}
    else:
        own = _chosen(host, kind.seats, live.session.persons)
        links = {own: host.link or new_link()}
        made = _invited(stored.id, live.session.persons, host, own, links[own])
        first += live.wish("sit", own, {"name": host.name, "key": link_hash(links[own])})
    seats = [StoredSeat(link_hash(link), stored.id, seat) for seat, link in links.items()]
    tickets = [ticket for ticket, _ in made.values()]
    context.repository.add_table(stored, seats, first, tickets)
    context.lives.put(stored.id, Place(live=live))
    invitations = {seat: word for seat, (_, word) in made.items()}
    return Opened(stored.id, {**links, EVERYONE: stored.id}, commitments(stored.seed), invitations)


def _chosen(host: Host, seats: Sequence[Seat], persons: tuple[Seat, ...]) -> Seat:
    """Where the host sits; who plays alone needs no screen between seats."""
    if host.seat == TOGETHER and len(persons) == 1:
        return persons[0]
    if host.seat in seats and host.seat not in persons:
        raise HorahError("NO_SUCH_SEAT.nobody", seat=host.seat)
    if host.seat not in (*persons, REFEREE, TOGETHER):
        raise HorahError("NO_SUCH_SEAT", given=host.seat)
    return host.seat


def _invited(
    table: str, persons: tuple[Seat, ...], host: Host, own: Seat, link: str
) -> dict[Seat, tuple[StoredTicket, str]]:
    """Invitations for all who are still to come."""
    players = () if own == TOGETHER else tuple(seat for seat in persons if seat != own)
    judges = (REFEREE,) if host.referee and own != REFEREE else ()
    return {seat: ticket_made(link, table, seat, "invite", 0) for seat in (*players, *judges)}


def version(context: Context, sitting: Sitting) -> int:
    """A number that grows with everything that happens: one cheap question, for pages that follow along."""
    found = context.repository.version(sitting.table)
    if not found and context.repository.table(sitting.table) is None:
        raise NotHere
    return found


@contextmanager
def seen(context: Context, sitting: Sitting) -> Iterator[View]:
    """One look at a table: everything that is asked of it inside comes from the same replay."""
    with at(context, sitting) as live:
        yield View(live, sitting.seat)


def state(context: Context, sitting: Sitting) -> Document:
    """How the table stands, for a seat."""
    with seen(context, sitting) as view:
        return view.state


def prompts(context: Context, sitting: Sitting) -> list[Document]:
    """What the seat is asked now, with everything it needs to answer."""
    with seen(context, sitting) as view:
        return view.prompts


def log(context: Context, sitting: Sitting) -> list[Document]:
    """Everything that happened, as the seat may see it: answers, and notes of what followed by rule."""
    with seen(context, sitting) as view:
        return list(view.log)


def answer(context: Context, sitting: Sitting, number: int, value: Any) -> Document:
    """Take the answer of a seat to what is asked under a number; the state after it."""
    return answer_made(context, sitting, number, lambda view: value)


def answer_made(context: Context, sitting: Sitting, number: int, make: Callable[[View], Any]) -> Document:
    """The same, with an answer that is made out of what is asked."""

    def take_answer(live: Live) -> list[Event]:
        _check_asked(live, sitting.seat, number)
        value = make(View(live, sitting.seat))
        if agreeing.wants_agreement(live, sitting.seat):
            return agreeing.propose(live, sitting.seat, value)
        return [*live.answer(sitting.seat, value), *live.fill()]

    return change(context, sitting, take_answer)


def undo(context: Context, sitting: Sitting, answers: int = 1) -> Document:
    """Ask to take back the last answers that people gave; it is done when every person asks for the same."""

    def ask(live: Live) -> list[Event]:
        check_person(live, sitting.seat)
        to = _undo_goal(live, answers)
        if live.history.undo.get(sitting.seat) == to:
            return []
        wish = {"to": to, "seed": table_seed()} if live.table.finished else {"to": to}
        return [*live.wish("undo", sitting.seat, wish), *live.fill()]

    return change(context, sitting, ask)


def reveal(context: Context, sitting: Sitting) -> Document:
    """Say that the game is over and its secrets may be shown; done when every person has said so."""

    def say(live: Live) -> list[Event]:
        check_person(live, sitting.seat)
        if not live.table.finished:
            raise _not_finished()
        if sitting.seat in live.history.reveal:
            return []
        return live.wish("reveal", sitting.seat, {})

    return change(context, sitting, say)


def cards(context: Context, sitting: Sitting) -> list[Document]:
    """The documents that are ready, as the seat may see them.

    One of a battle, one for each of a campaign's.
    """
    with seen(context, sitting) as view:
        return [view.card(number) for number in range(1, view.ready + 1)]


def card(context: Context, sitting: Sitting, number: int | None = None) -> Document:
    """The last document, or the one of a number counted from 1."""
    with seen(context, sitting) as view:
        if number is None and not view.ready:
            raise _not_finished()
        if number is not None and not 1 <= number <= view.ready:
            raise NotHere
        return view.card(view.ready if number is None else number)


def printed(context: Context, sitting: Sitting, wish: Wish, number: int | None = None) -> Printed:
    """A card of the table, printed for its seat."""
    stand = context.repository.stand(sitting.table)
    key = ("table", sitting.table, stand, sitting.seat, str(number), *wish.key())

    def document() -> Document:
        if wish.kind == "pack":
            return {"views": views(context, sitting, number)}
        return card(context, sitting, number)

    return render(context, catalog_of(context, sitting), key, document, wish)


def views(context: Context, sitting: Sitting, number: int | None = None) -> dict[Seat, Document]:
    """A card as all may see it, and as each seat does whose eyes this one has: its own, a referee's all."""
    with seen(context, sitting) as view:
        own = view.procedure.seats if view.eye == REFEREE else (sitting.seat,)
        if number is None and not view.ready:
            raise _not_finished()
        wanted = view.ready if number is None else number
        if not 1 <= wanted <= view.ready:
            raise NotHere
        return {eye: View(view.live, eye).card(wanted) for eye in dict.fromkeys((EVERYONE, *own))}


def catalog_of(context: Context, sitting: Sitting) -> Catalog:
    """The catalogues of the game that is played at a table, with its owner's box."""
    with at(context, sitting) as live:
        return live.session.catalog


def record(context: Context, sitting: Sitting) -> Document:
    """All that is needed to check the dice elsewhere: see :mod:`web.service.verify`."""
    with seen(context, sitting) as view:
        return view.record


def finished_record(context: Context, sitting: Sitting) -> Document:
    """The record of a table where everything has been answered, for a check that shows none of it."""
    with seen(context, sitting) as view:
        if not view.live.session.finished:
            raise _not_finished()
        return {**view.record, "settings": dict(view.live.stored.settings), "sealed_settings": []}


def change(context: Context, sitting: Sitting, make: Callable[[Live], list[Event]]) -> Document:
    """Make events of the play and store them."""

    def at_home(live: Live) -> list[Event]:
        check_open(live)
        _check_at_home(live)
        return make(live)

    return happen(context, sitting, at_home)


def happen(context: Context, sitting: Sitting, make: Callable[[Live], list[Event]]) -> Document:
    """Make events and store them; if another event came first, look again and try again."""
    for _ in range(TRIES):
        try:
            with at(context, sitting) as live:
                before, answers = waits(live), len(live.table.entries)
                new = make(live)
                context.repository.append(new, notice(context, live, before, sitting.seat))
                drafts.delete_answered(context, live, answers, new)
                return View(live, sitting.seat).state
        except Taken:
            continue
    raise Busy


def adopt(context: Context) -> tuple[int, int]:
    """Let every table that is played with other catalogues go on with those of here, where its answers fit.

    How many do now, and how many do not fit.
    """
    adopted = unfit = 0
    for table_id in context.repository.table_ids():
        try:
            with held(context, table_id) as live:
                if not live.at_home:
                    context.repository.append(live.adopt())
                    adopted += 1
        except (HorahError, Taken):  # or somebody answered this very moment, with the tables it belongs to
            unfit += 1
    return adopted, unfit


def _check_at_home(live: Live) -> None:
    """Refuse to change a table with other catalogues than its own."""
    if not live.at_home:
        raise Conflict("OTHER_TABLES.table", here=live.session.catalog.version, there=live.catalog)


def _check_asked(live: Live, seat: Seat, number: int) -> None:
    """Is the seat asked something under this number?"""
    if live.session.finished:
        raise Conflict("FINISHED")
    if number != live.number:
        raise Conflict("ANSWERED")
    if seat in live.table.sealed:
        raise Conflict("SEALED")
    if live.session.asked(seat) is None:
        raise Forbidden("NOT_ASKED.seat")


def check_open(live: Live) -> None:
    """Is the table still played at?"""
    if live.history.around.closed:
        raise Conflict("CLOSED")


def check_person(live: Live, seat: Seat) -> None:
    if seat not in live.session.persons:
        raise Forbidden("NOT_A_PERSON")


def _undo_goal(live: Live, answers: int) -> int:
    given = live.history.by_people
    if not 1 <= answers <= len(given):
        raise Conflict("UNDO.people", most=len(given), given=answers)
    return given[-answers]


def _not_finished() -> Conflict:
    return Conflict("NOT_FINISHED")
