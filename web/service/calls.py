"""To be called when it is one's turn: asked for by a seat, tried, hushed, taken back. Off until asked.

What is sent tells whose turn it is at which table, and no more than anybody may see who watches there. It
leads to the table's public address, or to where the owner's own device knows his seat; never to the seat.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from secrets import randbelow
from typing import get_args
from urllib.parse import urlsplit

from generator.table import Seat
from schemas.errors import HorahError
from web.storage import calls as storage
from web.storage.calls import Kind, Letter, StoredCall, Way
from web.storage.records import later, now
from web.storage.repository import Taken

from . import mail, push, quiet, reach
from .context import Context
from .errors import Conflict, Forbidden, NotHere
from .seats import Sitting, at
from .secrecy import new_id

WAYS: tuple[Way, ...] = get_args(Way)
FORMS = ("json", "discord")
MOST_CALLS = 5  # of one seat
MOST_SEATS = 200  # that are called at one address
TRIALS, HOUR = 6, 3600  # trial messages to one address in an hour
LETTERS, DAY = 3, 24 * 3600  # letters to an address that has not said yes, in a day
GUESSES = 6
FIGURES = 8


@dataclass(frozen=True, slots=True)
class Listed:
    """A way in which a seat is called, and what became of the last message."""

    call: StoredCall
    last: Letter | None

    @property
    def place(self) -> str:
        """As much of the address as its owner needs to know it by."""
        call = self.call
        if call.way == "mail":
            return call.address
        address = push_endpoint(call.address) if call.way == "push" else call.address
        return urlsplit(address).hostname or ""


def push_endpoint(address: str) -> str:
    """Where a browser's push service is."""
    return str(json.loads(address)["endpoint"])


def offered(context: Context) -> tuple[Way, ...]:
    """The ways that there are here; letters only where there is a server for them and an address to name."""
    post = context.post
    letters = bool(post.smtp and post.sender and post.public)
    return tuple(way for way in WAYS if way in post.ways and (way != "mail" or letters))


def listed(context: Context, here: Sitting) -> list[Listed]:
    """How whoever sits here is called."""
    own = storage.of_link(context.repository, _seated(context, here))
    last = storage.latest(context.repository, [each.id for each in own])
    return [Listed(each, last.get(each.id)) for each in own]


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to be called."""

    way: str
    address: str
    form: str = ""
    lang: str = "en"
    zone: str = ""


def ask(context: Context, here: Sitting, wish: Wish, there: str, stop: Callable[[str], str]) -> StoredCall:
    """Call a seat from now on, and send a trial at once; a mail address is asked whether it wants that."""
    own = storage.of_link(context.repository, _seated(context, here))
    way, address, form = _sound(context, wish)
    digest = _digest(way, address)
    for each in own:
        if each.address_hash == digest and each.form == form:
            storage.end(context.repository, each.id)  # asked for again, it begins anew
            own = [other for other in own if other is not each]
    if len(own) >= MOST_CALLS:
        raise Conflict("CALLS_FULL", most=MOST_CALLS)
    if storage.to_address(context.repository, digest) >= MOST_SEATS:
        raise Conflict("CALLS_CROWDED", most=MOST_SEATS)
    before = own[0] if own else None
    call_id, code = new_id(), f"{randbelow(10**FIGURES):0{FIGURES}}" if way == "mail" else ""
    call = StoredCall(
        call_id,
        here.table,
        here.seat,
        here.key,
        way,
        form,
        address,
        digest,
        wish.lang,
        there,
        stop(call_id),
        before.zone if before else _zone_or_usual(wish.zone),
        before.quiet_from if before else 0,
        before.quiet_to if before else 0,
        _code_hash(call_id, code) if code else "",
        0,
        "",
        now(),
    )
    storage.add(context.repository, call)
    try:
        _put(context, call, "confirm" if code else "trial", code)
    except HorahError:
        storage.end(context.repository, call_id)
        raise
    return call


def confirm(context: Context, here: Sitting, call_id: str, typed: str) -> None:
    """Say by the code of a letter that it arrived where it was meant to."""
    call = _own(context, here, call_id)
    if not call.code_hash:
        return
    if not storage.guess(context.repository, call_id, GUESSES):
        raise Conflict("CALLS_GUESSED")
    code = "".join(one for one in typed if one.isascii() and one.isdigit())
    if not hmac.compare_digest(_code_hash(call_id, code), call.code_hash):
        raise HorahError("CALLS_CODE", figures=FIGURES)
    storage.change(context.repository, call_id, code_hash="")


def trial(context: Context, here: Sitting, call_id: str) -> None:
    """Send a message to see whether it comes; whoever could not be reached is tried again."""
    call = _own(context, here, call_id)
    if call.code_hash:
        raise Conflict("CALLS_UNCONFIRMED")
    _put(context, call, "trial", "")


def hush(context: Context, here: Sitting, zone: str, start: str, end: str) -> None:
    """Say when one is not to be called; without hours one always is."""
    key = _seated(context, here)
    place = quiet.zone(zone)
    hours = (quiet.minutes(start), quiet.minutes(end)) if start.strip() or end.strip() else (0, 0)
    storage.hush(context.repository, key, place, *hours)


def end(context: Context, here: Sitting, call_id: str) -> None:
    """Take it back."""
    storage.end(context.repository, _own(context, here, call_id).id)


def renew(context: Context, old: str, new: str) -> None:
    """Call a browser by its new subscription wherever it was called by the old one.

    Who knows the old one whole is that browser. Whether anybody is called by it, nobody is told.
    """
    inside = context.post.inside
    before, after = (push.subscription(each, inside=inside) for each in (old, new))
    digests = _digest("push", before), _digest("push", after)
    if sum(storage.to_address(context.repository, each) for each in digests) > MOST_SEATS:
        raise Conflict("CALLS_CROWDED", most=MOST_SEATS)
    if before != after:
        storage.move(context.repository, digests[0], after, digests[1])


def stoppable(context: Context, call_id: str) -> StoredCall:
    """A call by the address that its letters name."""
    found = storage.find(context.repository, call_id)
    if found is None:
        raise NotHere
    return found


def stop(context: Context, call_id: str) -> None:
    """End a call by the address that its letters name."""
    storage.end(context.repository, stoppable(context, call_id).id)


def _put(context: Context, call: StoredCall, kind: Kind, body: str) -> None:
    most, span = (LETTERS, DAY) if kind == "confirm" else (TRIALS, HOUR)
    moment = now()
    letter = Letter(call.id, kind, 0, call.address_hash, body, "waiting", 0, moment, moment, "")
    try:
        fits = storage.post(context.repository, letter, most, later(-span))
    except Taken:
        return  # asked for twice at once
    if not fits:
        raise Conflict("CALLS_OFTEN")


def _sound(context: Context, wish: Wish) -> tuple[Way, str, str]:
    """A way that there is, and an address that fits it."""
    inside = context.post.inside
    way = next((each for each in offered(context) if each == wish.way), None)
    if way == "push":
        return way, push.subscription(wish.address, inside=inside), ""
    if way == "mail":
        return way, mail.address_of(wish.address), ""
    if way == "webhook" and wish.form in FORMS:
        try:
            reach.checked(wish.address.strip(), inside=inside)
        except reach.Inside:
            raise HorahError("BAD_HOOK") from None
        return way, wish.address.strip(), wish.form
    raise HorahError("NO_SUCH_WAY", given=wish.way)


def _digest(way: Way, address: str) -> str:
    """By what an address is found again."""
    return sha256(f"{way} {address.casefold() if way == 'mail' else address}".encode()).hexdigest()


def _zone_or_usual(name: str) -> str:
    return name if name in quiet.zones() else quiet.USUAL


def _seated(context: Context, here: Sitting) -> str:
    """The hash of the link of a player; whoever else looks is called by nobody."""
    with at(context, here) as live:
        persons: tuple[Seat, ...] = live.session.persons
    if here.together or not here.key or here.seat not in persons:
        raise Forbidden("NOT_A_PERSON")
    return here.key


def _own(context: Context, here: Sitting, call_id: str) -> StoredCall:
    key = _seated(context, here)
    found = storage.find(context.repository, call_id)
    if found is None or not hmac.compare_digest(found.link_hash, key):
        raise NotHere
    return found


def _code_hash(call_id: str, code: str) -> str:
    return sha256(f"{call_id} {code}".encode()).hexdigest()
