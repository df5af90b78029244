"""Tables that people share: open, view, answer, undo, reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs import Catalog, Language
from catalogs.owner_data import apply_owner_data
from exports.game import formatter
from generator.game import Document, find_procedure
from generator.settings_check import check_settings
from generator.table import EVERYONE, REFEREE, Seat
from schemas.errors import HorahError
from schemas.messages import say
from web.storage.records import Event, StoredSeat, StoredSeatToken, StoredTable, document_bytes, now
from web.storage.tables import Taken, event_bytes

from .. import drafts
from ..context import Context
from ..documents import resolve_settings
from ..errors import Busy, Conflict, Forbidden, NotHere
from ..quota import check_quota
from ..rendering import Rendering, RenderRequest, render
from ..tokens import commitments, link_hash, new_id, new_link, new_table_seed
from . import agreements
from .access import Sitting as Sitting
from .access import enter as enter
from .access import find_sitting as find_sitting
from .access import use_table
from .invitations import make_seat_token
from .live import Live, TableSlot, load_with_installed_catalogs, lock_table, open_session
from .metadata import TOGETHER as TOGETHER
from .own_catalogs import keep_catalog
from .pending import make_notifications, pending_actions
from .view import View as View

TABLE_BYTES = 1000  # of a table in the database besides its documents
MAX_EVENTS = 50_000  # of one table; a long campaign has a few thousand
MAX_ATTEMPTS = 20  # attempts if other events are stored first


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its id, which is also the public link, and the secret link of each seat.

    A host gets the link of one seat and invitations for the others.
    """

    id: str
    links: Mapping[Seat, str]
    commitments: Mapping[str, str]
    invitations: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Host:
    """The person who opens a table and gets only one seat, or a device that all players share."""

    seat: Seat
    name: str = ""
    referee: bool = False  # also invite a referee
    link: str = ""  # of the host's seat, if it is known already


def open_table(
    context: Context,
    name: str,
    settings: Mapping[str, Any] | None = None,
    title: str = "",
    owner_data: Mapping[str, Any] | None = None,
    host: Host | None = None,
    owner: str = "",
) -> Opened:
    """Open a table for a procedure; the links are returned only here.

    Owner data is copied: later changes to it do not change the table.
    """
    kind = find_procedure(name)
    catalog = apply_owner_data(context.catalogs[kind.game], owner_data)
    resolved = resolve_settings(context, kind, settings or {})
    chosen = kind.read(catalog, kind.at_a_table(check_settings(kind, catalog, resolved)))
    moment, own_settings = now(), kind.write(chosen)
    stored = StoredTable(
        new_id(),
        name,
        title,
        own_settings,
        new_table_seed(),
        catalog.version,
        moment,
        owner_data,
        owner,
        document_bytes(own_settings, owner_data) + TABLE_BYTES,
        moment,
    )
    check_quota(context, owner, stored.size)
    keep_catalog(context, catalog)
    live = open_session(context, stored)
    first = live.fill()
    if host is None:
        links = {seat: new_link() for seat in (*kind.seats, REFEREE)}
        tokens: dict[Seat, tuple[StoredSeatToken, str]] = {}
    else:
        own = _host_seat(host, kind.seats, live.session.persons)
        links = {own: host.link or new_link()}
        tokens = _make_invitations(stored.id, live.session.persons, host, own, links[own])
        first += live.apply_event("sit", own, {"name": host.name, "key": link_hash(links[own])})
    seats = [StoredSeat(link_hash(link), stored.id, seat) for seat, link in links.items()]
    seat_tokens = [token for token, _ in tokens.values()]
    stored = replace(stored, size=stored.size + event_bytes(first))
    live.stored = stored
    context.repository.add_table(stored, seats, first, seat_tokens)
    context.lives.put(stored.id, TableSlot(live=live))
    invitations = {seat: word for seat, (_, word) in tokens.items()}
    return Opened(stored.id, {**links, EVERYONE: stored.id}, commitments(stored.seed), invitations)


def _host_seat(host: Host, seats: Sequence[Seat], persons: tuple[Seat, ...]) -> Seat:
    """Return the seat of the host; a single player needs no shared device."""
    if host.seat == TOGETHER and len(persons) == 1:
        return persons[0]
    if host.seat in seats and host.seat not in persons:
        raise HorahError("NO_SUCH_SEAT.nobody", seat=host.seat)
    if host.seat not in (*persons, REFEREE, TOGETHER):
        raise HorahError("NO_SUCH_SEAT", given=host.seat)
    return host.seat


def _make_invitations(
    table: str, persons: tuple[Seat, ...], host: Host, own: Seat, link: str
) -> dict[Seat, tuple[StoredSeatToken, str]]:
    """Return invitations for the remaining seats."""
    players = () if own == TOGETHER else tuple(seat for seat in persons if seat != own)
    judges = (REFEREE,) if host.referee and own != REFEREE else ()
    return {seat: make_seat_token(link, table, seat, "invite", 0) for seat in (*players, *judges)}


def version(context: Context, sitting: Sitting) -> int:
    """Return the number of events: one cheap query, for pages that poll."""
    events = context.repository.version(sitting.table)
    if not events and context.repository.table(sitting.table) is None:
        raise NotHere
    return events


@contextmanager
def view_table(context: Context, sitting: Sitting) -> Iterator[View]:
    """Yield a view of a table; everything read from it belongs to the same state."""
    with use_table(context, sitting) as live:
        yield View(live, sitting.seat)


def state(context: Context, sitting: Sitting) -> Document:
    """Return the state of the table for a seat."""
    with view_table(context, sitting) as view:
        return view.state


def prompts(context: Context, sitting: Sitting) -> list[Document]:
    """Return the questions to the seat, with everything needed to answer them."""
    with view_table(context, sitting) as view:
        return view.prompts


def log(context: Context, sitting: Sitting) -> list[Document]:
    """Return the log as the seat may see it: answers, and notes on what followed by rule."""
    with view_table(context, sitting) as view:
        return list(view.log)


def answer(context: Context, sitting: Sitting, number: int, value: Any) -> Document:
    """Take the answer of a seat to the question with this number; return the state after it."""
    return answer_with(context, sitting, number, lambda view: value)


def answer_with(context: Context, sitting: Sitting, number: int, make: Callable[[View], Any]) -> Document:
    """Take an answer that is computed from the view of the table."""

    def take_answer(live: Live) -> list[Event]:
        _check_asked(live, sitting.seat, number)
        value = make(View(live, sitting.seat))
        if agreements.wants_agreement(live, sitting.seat):
            return agreements.propose(live, sitting.seat, value)
        return [*live.answer(sitting.seat, value), *live.fill()]

    return change(context, sitting, take_answer)


def undo(context: Context, sitting: Sitting, answers: int = 1) -> Document:
    """Request to take back the last answers of people; done when every person requests the same."""

    def ask(live: Live) -> list[Event]:
        check_person(live, sitting.seat)
        to = _undo_goal(live, answers)
        if live.history.undo.get(sitting.seat) == to:
            return []
        wish = {"to": to, "seed": new_table_seed()} if live.table.finished else {"to": to}
        return [*live.apply_event("undo", sitting.seat, wish), *live.fill()]

    return change(context, sitting, ask)


def reveal(context: Context, sitting: Sitting) -> Document:
    """Request to reveal all secrets of a finished game; done when every person has requested it."""

    def say(live: Live) -> list[Event]:
        check_person(live, sitting.seat)
        if not live.table.finished:
            raise Conflict("NOT_FINISHED")
        if sitting.seat in live.history.reveal:
            return []
        return live.apply_event("reveal", sitting.seat, {})

    return change(context, sitting, say)


def cards(context: Context, sitting: Sitting) -> list[Document]:
    """Return the finished documents as the seat may see them.

    A battle has one, a campaign one for each battle.
    """
    with view_table(context, sitting) as view:
        return [view.card(number) for number in range(1, view.ready + 1)]


def card(context: Context, sitting: Sitting, number: int | None = None) -> Document:
    """Return the last document, or the one with a number counted from 1."""
    with view_table(context, sitting) as view:
        return view.card(_card_number(view, number))


def _card_number(view: View, number: int | None) -> int:
    """Return the number of an existing document, of the last one if none is given."""
    if number is None and not view.ready:
        raise Conflict("NOT_FINISHED")
    if number is not None and not 1 <= number <= view.ready:
        raise NotHere
    return view.ready if number is None else number


def render_card(
    context: Context, sitting: Sitting, wish: RenderRequest, number: int | None = None
) -> Rendering:
    """Render a document of the table for a seat; it says if the catalogues have changed since."""
    stored = context.repository.table(sitting.table)
    made_at = stored.opened_at if stored else ""
    wish = replace(wish, note=_changes_note(context, sitting, wish.lang), made_at=made_at)
    stand = context.repository.last_event_key(sitting.table)
    key = ("table", sitting.table, stand, sitting.seat, str(number), *wish.key())

    def document() -> Document:
        if wish.kind == "pack":
            return {"views": card_views(context, sitting, number)}
        return card(context, sitting, number)

    return render(context, catalog_of(context, sitting), key, document, wish)


def _changes_note(context: Context, sitting: Sitting, lang: Language) -> str:
    """Return a sentence that the catalogues have changed since the table was played; empty if not."""
    with view_table(context, sitting) as view:
        if view.live.has_own_catalogs:
            return ""
        words = formatter(view.live.installed, lang)
        return words.say(say("sheet.tables_changed", there=view.live.catalog, tables=list(view.changes)))


def card_views(context: Context, sitting: Sitting, number: int | None = None) -> dict[Seat, Document]:
    """Return a document as everyone sees it and as this seat does; for a referee, as each seat does."""
    with view_table(context, sitting) as view:
        own = view.procedure.seats if view.eye == REFEREE else (sitting.seat,)
        which = _card_number(view, number)
        return {eye: View(view.live, eye).card(which) for eye in dict.fromkeys((EVERYONE, *own))}


def catalog_of(context: Context, sitting: Sitting) -> Catalog:
    """Return the catalogues of a table, with its owner data."""
    with use_table(context, sitting) as live:
        return live.session.catalog


def record(context: Context, sitting: Sitting) -> Document:
    """Return everything needed to verify the dice elsewhere: see :mod:`generator.verify`."""
    with view_table(context, sitting) as view:
        return view.record


def finished_record(context: Context, sitting: Sitting) -> Document:
    """Return the full record of a finished table, for a check that does not show it."""
    with view_table(context, sitting) as view:
        if not view.live.session.finished:
            raise Conflict("NOT_FINISHED")
        stored = view.live.stored
        whole: Document = {"settings": dict(stored.settings), "sealed_settings": [], "box": stored.owner_data}
        return {**view.record, **whole}


def change(context: Context, sitting: Sitting, make: Callable[[Live], list[Event]]) -> Document:
    """Make and store events of the play, if the table is open and belongs to our catalogues."""

    def guarded(live: Live) -> list[Event]:
        check_open(live)
        _check_catalogs(live)
        return make(live)

    return store_events(context, sitting, guarded)


def store_events(context: Context, sitting: Sitting, make: Callable[[Live], list[Event]]) -> Document:
    """Make and store events; try again if another event was stored first."""
    for _ in range(MAX_ATTEMPTS):
        try:
            with use_table(context, sitting) as live:
                before, answers = pending_actions(live), len(live.table.entries)
                if live.version >= MAX_EVENTS:
                    raise Conflict("TABLE_FULL", most=MAX_EVENTS)
                new = make(live)
                context.repository.append(new, make_notifications(context, live, before, sitting.seat))
                drafts.delete_answered(context, live, answers, new)
                return View(live, sitting.seat).state
        except Taken:
            continue
    raise Busy


def adopt(context: Context) -> tuple[int, int]:
    """Adopt this service's catalogues at every table that belongs to others, if its answers fit.

    Return the number of adopted tables and of those that do not fit.
    """
    adopted = unfit = 0
    for table_id in context.repository.table_ids():
        try:
            with lock_table(context, table_id) as live:
                if not live.has_own_catalogs:
                    moved = load_with_installed_catalogs(context, live.stored)
                    keep_catalog(context, moved.installed)
                    context.repository.append(moved.adopt())
                    adopted += 1
        except (HorahError, Taken):  # Taken: another process stored an answer at this moment
            unfit += 1
    return adopted, unfit


def _check_catalogs(live: Live) -> None:
    """Raise Conflict if the table belongs to other catalogues."""
    if not live.has_own_catalogs:
        raise Conflict("OTHER_TABLES.table", here=live.installed.version, there=live.catalog)


def _check_asked(live: Live, seat: Seat, number: int) -> None:
    """Raise unless the seat is asked the question with this number."""
    if live.session.finished:
        raise Conflict("FINISHED")
    if number != live.number:
        raise Conflict("ANSWERED")
    if seat in live.table.sealed:
        raise Conflict("SEALED")
    if live.session.asked(seat) is None:
        raise Forbidden("NOT_ASKED.seat")


def check_open(live: Live) -> None:
    """Raise Conflict if the table is closed."""
    if live.history.around.closed:
        raise Conflict("CLOSED")


def check_person(live: Live, seat: Seat) -> None:
    if seat not in live.session.persons:
        raise Forbidden("NOT_A_PERSON")


def _undo_goal(live: Live, answers: int) -> int:
    places = live.history.by_people
    if not 1 <= answers <= len(places):
        raise Conflict("UNDO.people", most=len(places), given=answers)
    return live.session.check_undo(places[-answers])
