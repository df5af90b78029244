"""Participants of a table: invitations, hand-overs, recovery codes, names, notes, closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from generator.table import EVERYONE, REFEREE, Seat
from schemas.errors import HorahError
from web.storage import invitations as storage
from web.storage.records import Event, EventKind, SeatTokenKind, StoredSeat, StoredSeatToken, now
from web.storage.tables import Taken

from ..context import Context
from ..errors import Busy, Conflict, Forbidden, NotHere
from ..tokens import derive_link, is_link, link_hash, new_code, new_link, normalize_code
from . import MAX_ATTEMPTS, check_open, store_events
from .access import Sitting, enter, find_table_procedure, use_table
from .invitations import derive_token, make_seat_token
from .live import Live, lock_table
from .metadata import TOGETHER

MAX_NOTES = 300  # notes of one table
MAX_SEATS = 60  # seats of one recovery code, and of one list
SeatState = Literal["yours", "taken", "invited", "free"]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a table, as a participant sees it."""

    seat: Seat
    name: str
    state: SeatState
    since: str = ""
    invitation: str = ""  # its token, for the person who made it
    hand_over: str = ""
    handing: bool = False  # it is offered to another person


@dataclass(frozen=True, slots=True)
class Invitation:
    """The table and seat that an invitation gives access to."""

    table: str
    procedure: str
    title: str
    seat: Seat
    kind: SeatTokenKind
    by: str  # name of the person who made it
    used: bool


def list_seats(context: Context, here: Sitting, link: str) -> list[SeatInfo]:
    """Return every seat of a person, and the referee's if there is one."""
    seat_tokens = storage.list_seat_tokens(context.repository, here.table)
    linked = {token.seat for token in storage.list_seats(context.repository, here.table)}
    with use_table(context, here) as live:
        around, persons = live.history.around, live.session.persons
        together = TOGETHER in linked and [seat for seat in persons if seat not in around.holders]
        infos = []
        for seat in (*persons, REFEREE):
            open_tokens = [token for token in seat_tokens if token.seat == seat and not token.used_at]
            words = {token.kind: derive_token(link, token) for token in open_tokens}
            mine = seat == here.seat or bool(here.together and seat in (together or ()))
            taken = seat in linked or seat in (together or ())
            state: SeatState = (
                "yours" if mine else "taken" if taken else "invited" if "invite" in words else "free"
            )
            if seat == REFEREE and state == "free":
                continue
            infos.append(
                SeatInfo(
                    seat,
                    around.names.get(seat, ""),
                    state,
                    around.sat.get(seat, ""),
                    words.get("invite", ""),
                    words.get("hand", ""),
                    "hand" in words,
                )
            )
    return infos


def invite(context: Context, here: Sitting, link: str, seat: Seat) -> str:
    """Return the token of an invitation for a free seat; an earlier one becomes void."""
    with use_table(context, here) as live:
        check_seated(here)
        if seat not in (*live.session.persons, REFEREE):
            raise HorahError("NO_SUCH_SEAT", given=seat)
    linked = {row.seat for row in storage.list_seats(context.repository, here.table)}
    if seat in linked or (TOGETHER in linked and seat != REFEREE):
        raise Conflict("SEAT_TAKEN", seat=seat)
    return _issue_token(context, here, link, seat, "invite")


def hand_over(context: Context, here: Sitting, link: str, seat: Seat) -> str:
    """Return a token by which another person takes over one's seat; until then the owner keeps it."""
    _check_own(context, here, seat)
    return _issue_token(context, here, link, seat, "hand")


def withdraw_hand_over(context: Context, here: Sitting, seat: Seat) -> None:
    """Withdraw the hand-over of a seat."""
    _check_own(context, here, seat)
    storage.withdraw(context.repository, StoredSeatToken("", here.table, seat, "hand", 0, "", ""))


def _issue_token(context: Context, here: Sitting, link: str, seat: Seat, kind: SeatTokenKind) -> str:
    before = [each for each in storage.list_seat_tokens(context.repository, here.table) if each.seat == seat]
    number = max((each.n for each in before if each.kind == kind), default=-1) + 1
    token, word = make_seat_token(link, here.table, seat, kind, number)
    storage.issue(context.repository, [token])
    return word


def find_invitation(context: Context, word: str) -> Invitation:
    """Return the details of an invitation; raise NotHere for a wrong token."""
    token = _find_seat_token(context, word)
    with lock_table(context, token.table_id) as live:
        names, stored = live.history.around.names, live.stored
        giver = context.repository.seat(token.issuer_hash)
        by = names.get(giver.seat, "") if giver else ""
        return Invitation(
            stored.id, stored.procedure, stored.title, token.seat, token.kind, by, bool(token.used_at)
        )


def claim(context: Context, word: str, name: str, secret: str = "") -> str:
    """Take the seat of a token and return its link; the same browser secret gives the same link again."""
    token = _find_seat_token(context, word)
    link = derive_link(word, "hora-h claim", secret) if secret else new_link()
    if token.used_at:
        if secret and context.repository.seat(link_hash(link)):
            return link
        raise Conflict("CLAIMED")
    _take_seat(context, token, link, name)
    return link


def make_recovery_code(context: Context, links: Sequence[str]) -> str:
    """Return a code that gives these seats back once.

    It is shown only here, and earlier codes become void.
    """
    if not 1 <= len(links) <= MAX_SEATS:
        raise HorahError("NO_SEATS", most=MAX_SEATS)
    code = new_code()
    digest, moment, new = link_hash(normalize_code(code)), now(), {}
    for link in links:
        here = enter(context, link)
        with use_table(context, here):
            check_seated(here)
        seat = TOGETHER if here.together else here.seat
        new[here.table, seat] = StoredSeatToken(digest, here.table, seat, "recover", 0, here.key, moment)
    storage.issue(context.repository, list(new.values()))
    return code


def recover(context: Context, typed: str, secret: str = "") -> list[str]:
    """Return new links for the seats of a code.

    The old links end, since a lost link may be found by others.
    """
    code = normalize_code(typed)
    stored = storage.find_seat_tokens(context.repository, link_hash(code)) if code else []
    seat_tokens = [each for each in stored if each.kind == "recover"]
    if not seat_tokens:
        raise HorahError("NO_CODE")
    links = []
    for token in seat_tokens:
        words = ("hora-h recovery", token.table_id, token.seat, secret)
        link = derive_link(code, *words) if secret else new_link()
        if not token.used_at:
            _take_seat(context, token, link, None)
        elif not (secret and context.repository.seat(link_hash(link))):
            continue
        links.append(link)
    if not links:
        raise Conflict("CODE_USED")
    return links


def _take_seat(context: Context, token: StoredSeatToken, link: str, name: str | None) -> None:
    """Take a seat with a new link, in one transaction."""
    seat = StoredSeat(link_hash(link), token.table_id, token.seat)
    for _ in range(MAX_ATTEMPTS):
        try:
            with lock_table(context, token.table_id) as live:
                called = live.history.around.names.get(token.seat, "") if name is None else name
                events = live.apply_event("sit", token.seat, {"name": called, "key": seat.link_hash})
                storage.use(context.repository, token, seat, events)
                return
        except storage.AlreadyUsed:
            raise Conflict("CLAIMED") from None
        except Taken:
            continue
    raise Busy


def rename(context: Context, here: Sitting, seat: Seat, name: str) -> None:
    """Set the name of a person."""
    _check_own(context, here, seat)
    _store_event(context, here, "name", seat, {"name": name})


def add_note(context: Context, here: Sitting, text: str, *, private: bool) -> None:
    """Write a note beside the log, public or private."""

    def write(live: Live) -> list[Event]:
        if here.seat == EVERYONE:
            raise Forbidden("NOT_A_PERSON")
        check_open(live)
        if len(live.history.around.remarks) >= MAX_NOTES:
            raise Conflict("NOTES_FULL", most=MAX_NOTES)
        return live.apply_event("note", here.seat, {"text": text, "private": private})

    if not text:
        raise HorahError("EMPTY_NOTE")
    store_events(context, here, write)


def close(context: Context, here: Sitting) -> None:
    """Close a table: it is still shown but takes no answers. Any participant can reopen it."""
    check_seated(here)
    _store_event(context, here, "close", here.seat, {})


def close_as_operator(context: Context, table_id: str) -> None:
    """Close a table on behalf of the operator."""
    with lock_table(context, table_id) as live:
        if not live.history.around.closed:
            context.repository.append(live.apply_event("close", REFEREE, {}))


def reopen(context: Context, here: Sitting) -> None:
    """Reopen a closed table."""
    check_seated(here)
    _store_event(context, here, "reopen", here.seat, {})


def _store_event(
    context: Context, here: Sitting, kind: EventKind, seat: Seat, body: Mapping[str, Any]
) -> None:
    store_events(context, here, lambda live: live.apply_event(kind, seat, body))


def check_seated(here: Sitting) -> None:
    """Raise Forbidden for watchers."""
    if here.seat == EVERYONE and not here.together:
        raise Forbidden("NOT_A_PERSON")


def _check_own(context: Context, here: Sitting, seat: Seat) -> None:
    with use_table(context, here) as live:
        mine = live.session.persons if here.together else (here.seat,)
        free = not here.together or seat not in live.history.around.holders
        if seat == EVERYONE or seat not in mine or not free:
            raise Forbidden("NOT_YOURS")


def _find_seat_token(context: Context, word: str) -> StoredSeatToken:
    seat_tokens = storage.find_seat_tokens(context.repository, link_hash(word)) if is_link(word) else []
    if len(seat_tokens) != 1 or seat_tokens[0].kind == "recover":
        raise NotHere
    find_table_procedure(context, seat_tokens[0].table_id)
    return seat_tokens[0]
