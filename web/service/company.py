"""Who sits at a table: invitations, seats that change hands, codes to recover them, names, notes, closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from generator.table import EVERYONE, REFEREE, Seat
from schemas.errors import HorahError
from web.storage import tickets as storage
from web.storage.records import Event, EventKind, StoredSeat, StoredTicket, TicketKind, now
from web.storage.repository import Taken

from .around import TOGETHER
from .context import Context
from .errors import Busy, Conflict, Forbidden, NotHere
from .replay import Live, held
from .seats import Sitting, at, enter, played
from .secrecy import code_of, derived, is_link, link_hash, new_code, new_link
from .tables import TRIES, check_open, happen
from .tickets import made, word_of

MOST_NOTES = 300  # of one table
MOST_SEATS = 60  # of one code, and of one list
Standing = Literal["yours", "taken", "invited", "free"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table, as one who sits there sees it."""

    seat: Seat
    name: str
    state: Standing
    since: str = ""
    invitation: str = ""  # its word, for who made it
    hand_over: str = ""
    handing: bool = False  # it is offered to another


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a word invites to."""

    table: str
    procedure: str
    title: str
    seat: Seat
    kind: TicketKind
    by: str  # the name of who gave it out
    used: bool


def chairs(context: Context, here: Sitting, link: str) -> list[Chair]:
    """Every seat that a person has or may have, and that of a referee where there is one."""
    tickets = storage.of_table(context.repository, here.table)
    given = {each.seat for each in storage.seats_of(context.repository, here.table)}
    with at(context, here) as live:
        around, persons = live.history.around, live.session.persons
        together = TOGETHER in given and [seat for seat in persons if seat not in around.holders]
        found = []
        for seat in (*persons, REFEREE):
            open_ones = [each for each in tickets if each.seat == seat and not each.used_at]
            words = {each.kind: word_of(link, each) for each in open_ones}
            mine = seat == here.seat or bool(here.together and seat in (together or ()))
            taken = seat in given or seat in (together or ())
            state: Standing = (
                "yours" if mine else "taken" if taken else "invited" if "invite" in words else "free"
            )
            if seat == REFEREE and state == "free":
                continue
            found.append(
                Chair(
                    seat,
                    around.names.get(seat, ""),
                    state,
                    around.sat.get(seat, ""),
                    words.get("invite", ""),
                    words.get("hand", ""),
                    "hand" in words,
                )
            )
    return found


def invite(context: Context, here: Sitting, link: str, seat: Seat) -> str:
    """A word by which somebody takes a seat that nobody has; one made before is void."""
    with at(context, here) as live:
        check_seated(here)
        if seat not in (*live.session.persons, REFEREE):
            raise HorahError("NO_SUCH_SEAT", given=seat)
    given = {each.seat for each in storage.seats_of(context.repository, here.table)}
    if seat in given or (TOGETHER in given and seat != REFEREE):
        raise Conflict("SEAT_TAKEN", seat=seat)
    return _issue(context, here, link, seat, "invite")


def hand_over(context: Context, here: Sitting, link: str, seat: Seat) -> str:
    """A word by which somebody takes over one's own seat; until he does, one keeps it."""
    _check_own(context, here, seat)
    return _issue(context, here, link, seat, "hand")


def keep(context: Context, here: Sitting, seat: Seat) -> None:
    """Hand nothing over after all."""
    _check_own(context, here, seat)
    storage.withdraw(context.repository, StoredTicket("", here.table, seat, "hand", 0, "", ""))


def _issue(context: Context, here: Sitting, link: str, seat: Seat, kind: TicketKind) -> str:
    before = [each for each in storage.of_table(context.repository, here.table) if each.seat == seat]
    number = max((each.n for each in before if each.kind == kind), default=-1) + 1
    ticket, word = made(link, here.table, seat, kind, number)
    storage.issue(context.repository, [ticket])
    return word


def invitation(context: Context, word: str) -> Invitation:
    """What a word invites to; a wrong one finds nothing."""
    ticket = _ticket(context, word)
    with held(context, ticket.table_id) as live:
        names, stored = live.history.around.names, live.stored
        giver = context.repository.seat(ticket.by)
        by = names.get(giver.seat, "") if giver else ""
        return Invitation(
            stored.id, stored.procedure, stored.title, ticket.seat, ticket.kind, by, bool(ticket.used_at)
        )


def claim(context: Context, word: str, name: str, secret: str = "") -> str:
    """Take the seat that a word gives; its link. Who comes again with the same secret gets the same link."""
    ticket = _ticket(context, word)
    link = derived(word, "hora-h claim", secret) if secret else new_link()
    if ticket.used_at:
        if secret and context.repository.seat(link_hash(link)):
            return link
        raise Conflict("CLAIMED")
    _take(context, ticket, link, name)
    return link


def recovery_code(context: Context, links: Sequence[str]) -> str:
    """A code that gives these seats back, once; it is told here and never again. Those before are void."""
    if not 1 <= len(links) <= MOST_SEATS:
        raise HorahError("NO_SEATS", most=MOST_SEATS)
    code = new_code()
    digest, moment, new = link_hash(code_of(code)), now(), {}
    for link in links:
        here = enter(context, link)
        with at(context, here):
            check_seated(here)
        seat = TOGETHER if here.together else here.seat
        new[here.table, seat] = StoredTicket(digest, here.table, seat, "recover", 0, here.key, moment)
    storage.issue(context.repository, list(new.values()))
    return code


def recover(context: Context, typed: str, secret: str = "") -> list[str]:
    """New links for the seats of a code; the links before them end, for what is lost may be found."""
    code = code_of(typed)
    found = storage.of_hash(context.repository, link_hash(code)) if code else []
    tickets = [each for each in found if each.kind == "recover"]
    if not tickets:
        raise HorahError("NO_CODE")
    links = []
    for ticket in tickets:
        words = ("hora-h recovery", ticket.table_id, ticket.seat, secret)
        link = derived(code, *words) if secret else new_link()
        if not ticket.used_at:
            _take(context, ticket, link, None)
        elif not (secret and context.repository.seat(link_hash(link))):
            continue
        links.append(link)
    if not links:
        raise Conflict("CODE_USED")
    return links


def _take(context: Context, ticket: StoredTicket, link: str, name: str | None) -> None:
    """Sit down with a new link, all or nothing."""
    seat = StoredSeat(link_hash(link), ticket.table_id, ticket.seat)
    for _ in range(TRIES):
        try:
            with held(context, ticket.table_id) as live:
                called = live.history.around.names.get(ticket.seat, "") if name is None else name
                events = live.wish("sit", ticket.seat, {"name": called, "key": seat.link_hash})
                storage.use(context.repository, ticket, seat, events)
                return
        except storage.Used:
            raise Conflict("CLAIMED") from None
        except Taken:
            continue
    raise Busy


def rename(context: Context, here: Sitting, seat: Seat, name: str) -> None:
    """Say how one is called."""
    _check_own(context, here, seat)
    _say(context, here, "name", seat, {"name": name})


def remark(context: Context, here: Sitting, text: str, *, private: bool) -> None:
    """Write a note beside the log, for all or for oneself."""

    def write(live: Live) -> list[Event]:
        if here.seat == EVERYONE:
            raise Forbidden("NOT_A_PERSON")
        check_open(live)
        if len(live.history.around.remarks) >= MOST_NOTES:
            raise Conflict("NOTES_FULL", most=MOST_NOTES)
        return live.wish("note", here.seat, {"text": text, "private": private})

    if not text:
        raise HorahError("EMPTY_NOTE")
    happen(context, here, write)


def close(context: Context, here: Sitting) -> None:
    """End a table: it is shown as it stands and takes no answers. Whoever sits there opens it again."""
    check_seated(here)
    _say(context, here, "close", here.seat, {})


def reopen(context: Context, here: Sitting) -> None:
    """Go on after all."""
    check_seated(here)
    _say(context, here, "reopen", here.seat, {})


def _say(context: Context, here: Sitting, kind: EventKind, seat: Seat, body: Mapping[str, Any]) -> None:
    happen(context, here, lambda live: live.wish(kind, seat, body))


def check_seated(here: Sitting) -> None:
    """Whoever only watches changes nothing."""
    if here.seat == EVERYONE and not here.together:
        raise Forbidden("NOT_A_PERSON")


def _check_own(context: Context, here: Sitting, seat: Seat) -> None:
    with at(context, here) as live:
        mine = live.session.persons if here.together else (here.seat,)
        free = not here.together or seat not in live.history.around.holders
        if seat == EVERYONE or seat not in mine or not free:
            raise Forbidden("NOT_YOURS")


def _ticket(context: Context, word: str) -> StoredTicket:
    found = storage.of_hash(context.repository, link_hash(word)) if is_link(word) else []
    if len(found) != 1 or found[0].kind == "recover":
        raise NotHere
    played(context, found[0].table_id)
    return found[0]
