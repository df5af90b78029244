"""A table that people share: open it, sit down, see, answer, take back, reveal."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catalogs import Catalog
from generator.chance import open_part
from generator.game import Document, Maker, Procedure, procedure
from generator.table import EVERYONE, REFEREE, Refused, Seat, view_entry
from generator.table import seen as shown
from schemas.errors import HorahError
from web.storage.records import Event, StoredSeat, StoredTable, now
from web.storage.repository import Taken

from .context import Context
from .errors import Busy, Conflict, Forbidden, NotHere, ServiceError
from .printing import Printed, Wish, render
from .replay import Live, give_back, open_session, take
from .secrecy import commitments, is_link, link_hash, new_id, new_link, table_seed
from .settings import plain

TRIES = 20  # how often an answer is tried again when another one came first


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table and the seat from which it is seen."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its id, which is also the public link, and the secret link of each seat."""

    id: str
    links: Mapping[Seat, str]
    commitments: Mapping[str, str]


def open_table(
    context: Context, name: str, settings: Mapping[str, Any] | None = None, title: str = ""
) -> Opened:
    """Open a table for a procedure; the links are given out here and never again."""
    kind = procedure(name)
    catalog = context.catalogs[kind.game]
    chosen = kind.read(catalog, kind.at_a_table(plain(settings or {})))
    stored = StoredTable(
        new_id(), name, title, kind.write(chosen), table_seed(), catalog.version, now(), True
    )
    live = open_session(context, stored)
    first = live.fill()
    links = {seat: new_link() for seat in (*kind.seats, REFEREE)}
    seats = [StoredSeat(link_hash(link), stored.id, seat) for seat, link in links.items()]
    context.repository.add_table(stored, seats, first)
    return Opened(stored.id, {**links, EVERYONE: stored.id}, commitments(stored.seed))


def enter(context: Context, link: str) -> Sitting:
    """Follow a link: a seat's secret one, or the public one to watch."""
    if not is_link(link):
        raise NotHere
    digest = link_hash(link)
    found = context.repository.seat(digest)
    if found is not None and hmac.compare_digest(found.link_hash, digest):
        return Sitting(found.table_id, found.seat)
    if context.repository.table(link) is None:
        raise NotHere
    return Sitting(link, EVERYONE)


def sit(
    context: Context, table_id: str, link: str | None, fits: Callable[[str], bool] | None = None
) -> Sitting:
    """Sit down at a table by its id; without a link one may watch, and a wrong link finds nothing.

    A table at which something is played that does not fit the address is not found either.
    """
    sitting = _sit(context, table_id, link)
    stored = context.repository.table(sitting.table) if fits else None
    if fits and stored is not None and not fits(procedure(stored.procedure).kind):
        raise NotHere
    return sitting


def _sit(context: Context, table_id: str, link: str | None) -> Sitting:
    if link is None:
        sitting = enter(context, table_id)
        if sitting.seat != EVERYONE:
            raise NotHere
        return sitting
    sitting = enter(context, link)
    if sitting.table != table_id:
        raise NotHere
    return sitting


def version(context: Context, sitting: Sitting) -> int:
    """A number that grows with everything that happens: one cheap question, for pages that follow along."""
    return context.repository.version(sitting.table)


@contextmanager
def seen(context: Context, sitting: Sitting) -> Iterator[View]:
    """One look at a table: everything that is asked of it inside comes from the same replay."""
    live = take(context, sitting.table)
    try:
        yield View(live, sitting.seat)
    finally:
        give_back(context, live)


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
        return view.log


def answer(context: Context, sitting: Sitting, number: int, value: Any) -> Document:
    """Take the answer of a seat to what is asked under a number; the state after it."""

    def take_answer(live: Live) -> list[Event]:
        _check_asked(live, sitting.seat, number)
        return [*live.answer(sitting.seat, value), *live.fill()]

    return _change(context, sitting, take_answer)


def undo(context: Context, sitting: Sitting, answers: int = 1) -> Document:
    """Ask to take back the last answers that people gave; it is done when every person asks for the same."""

    def ask(live: Live) -> list[Event]:
        _check_person(live, sitting.seat)
        to = _undo_goal(live, answers)
        if live.undo.get(sitting.seat) == to:
            return []
        wish = {"to": to, "seed": table_seed()} if live.table.finished else {"to": to}
        return [*live.wish("undo", sitting.seat, wish), *live.fill()]

    return _change(context, sitting, ask)


def reveal(context: Context, sitting: Sitting) -> Document:
    """Say that the game is over and its secrets may be shown; done when every person has said so."""

    def say(live: Live) -> list[Event]:
        _check_person(live, sitting.seat)
        if not live.table.finished:
            raise _not_finished()
        if sitting.seat in live.reveal:
            return []
        return live.wish("reveal", sitting.seat, {})

    return _change(context, sitting, say)


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
    return render(context, catalog_of(context, sitting), key, lambda: card(context, sitting, number), wish)


def catalog_of(context: Context, sitting: Sitting) -> Catalog:
    """The catalogues of the game that is played at a table."""
    stored = context.repository.table(sitting.table)
    if stored is None:
        raise NotHere
    return context.catalogs[procedure(stored.procedure).game]


def record(context: Context, sitting: Sitting) -> Document:
    """All that is needed to check the dice elsewhere: see :mod:`web.service.verify`."""
    with seen(context, sitting) as view:
        return view.record


def finished_record(context: Context, sitting: Sitting) -> Document:
    """The record of a table where everything has been answered."""
    found = record(context, sitting)
    if not found["finished"]:
        raise _not_finished()
    return found


def _change(context: Context, sitting: Sitting, change: Callable[[Live], list[Event]]) -> Document:
    """Make events and store them; if another event came first, look again and try again."""
    for _ in range(TRIES):
        live = take(context, sitting.table)
        before = live.last
        try:
            events = [*_at_home(live), *change(live)]
            context.repository.append(events)
        except (Refused, ServiceError):
            if live.last is before:  # a refusal changes nothing
                give_back(context, live)
            raise
        except Taken:
            continue
        state = View(live, sitting.seat).state
        give_back(context, live)
        return state
    raise Busy


def adopt(context: Context) -> tuple[int, int]:
    """Let every table that is played with other catalogues go on with those of here, where its answers fit.

    How many do now, and how many do not fit.
    """
    adopted = unfit = 0
    for table_id in context.repository.table_ids():
        try:
            live = take(context, table_id)
            if not live.at_home:
                context.repository.append(live.adopt())
                adopted += 1
            give_back(context, live)
        except (HorahError, Taken):  # or somebody answered this very moment, with the tables it belongs to
            unfit += 1
    return adopted, unfit


def _at_home(live: Live) -> list[Event]:
    """Only its own catalogues may change a table; one of version 0.1 belongs to those that go on with it."""
    if live.at_home:
        return []
    if live.bound:
        raise Conflict("OTHER_TABLES.table", here=live.session.catalog.version, there=live.catalog)
    return live.adopt()


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


def _check_person(live: Live, seat: Seat) -> None:
    if seat not in live.session.persons:
        raise Forbidden("NOT_A_PERSON")


def _undo_goal(live: Live, answers: int) -> int:
    if not 1 <= answers <= len(live.by_people):
        raise Conflict("UNDO.people", most=len(live.by_people), given=answers)
    return live.by_people[-answers]


def _not_finished() -> Conflict:
    return Conflict("NOT_FINISHED")


@dataclass(frozen=True)
class View:
    """A table as a seat sees it."""

    live: Live
    seat: Seat

    @property
    def procedure(self) -> Procedure:
        return self.live.session.procedure

    @property
    def by_people(self) -> list[int]:
        """The answers that people gave."""
        return self.live.by_people

    @property
    def eye(self) -> Seat:
        """With whose eyes the seat sees: when all is revealed, with the referee's."""
        return REFEREE if self.live.revealed else self.seat

    @property
    def prompts(self) -> list[Document]:
        """What the seat is asked now, with everything it needs to answer."""
        pending = self.live.table.pending
        return [shown.whole(p, self.live.number) for p in pending if shown.may_read(p, self.seat)]

    @property
    def log(self) -> list[Document]:
        """Everything that happened: answers, and notes of what followed by rule."""
        return self.live.session.log(self.eye)

    @cached_property
    def _makers(self) -> Sequence[Maker]:
        """A document names the seed, which tells the dice to come: not before there are none."""
        session = self.live.session
        return session.ready(session.seed if session.finished and len(session.seeds) == 1 else None)

    @property
    def ready(self) -> int:
        """How many documents are ready."""
        return len(self._makers)

    def card(self, number: int) -> Document:
        """The document of a number counted from 1."""
        return self.live.session.procedure.view(self._makers[number - 1](), self.eye)

    @property
    def seeds(self) -> list[Document]:
        """The hash of every seed from the start; when the last die is cast the open part, which tells every
        roll that all could see; and the whole seed when all is revealed."""
        session = self.live.session
        return [
            {
                "from": start,
                "commitments": commitments(seed),
                "seed": None if not session.finished else seed if self.eye == REFEREE else open_part(seed),
            }
            for start, seed in session.seeds
        ]

    @property
    def state(self) -> Document:
        live, stored, table = self.live, self.live.stored, self.live.table
        return {
            "id": stored.id,
            "procedure": stored.procedure,
            "title": stored.title,
            "opened_at": stored.opened_at,
            "settings": dict(stored.settings),
            "seat": self.seat,
            "version": live.version,
            "number": live.number,
            "answers": len(table.entries),
            "asked": [shown.outline(prompt) for prompt in table.pending],
            "sealed": sorted(table.sealed),
            "yours": live.session.asked(self.seat) is not None,
            "finished": table.finished,
            "seeds": self.seeds,
            "persons": list(live.session.persons),
            "undo": {who: _people_after(live, to) for who, to in live.undo.items()},
            "undone": [{"from": had, "to": keep} for had, keep in live.undone],
            "reveal": sorted(live.reveal),
            "revealed": live.revealed,
            "catalog": live.catalog,
            "playable": live.at_home or not live.bound,
            "adopted": [start for start, _ in live.adopted],
            "state": live.session.standing(self.eye),
        }

    @property
    def record(self) -> Document:
        """All that is needed to check the dice elsewhere."""
        stored, session = self.live.stored, self.live.session
        return {
            "format": "hora-h/table/1",
            "procedure": stored.procedure,
            "catalog": self.live.catalog,
            "settings": dict(stored.settings),
            "seeds": self.seeds,
            "finished": session.finished,
            "entries": [view_entry(entry, self.eye).json() for entry in session.table.entries],
        }


def _people_after(live: Live, to: int) -> int:
    """How many answers of people an undo would take back."""
    return sum(place >= to for place in live.by_people)
