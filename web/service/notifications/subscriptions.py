"""Notification subscriptions of a seat: create, test, quiet hours, end. Off by default.

A message says whose turn it is at which table, and nothing that watchers cannot see. It links to the public
page of the table, or to a page that finds the seat on the owner's device; never to the seat itself.
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
from web.storage import subscriptions as storage
from web.storage.records import later, now
from web.storage.subscriptions import Channel, Kind, OutboxMessage, StoredSubscription
from web.storage.tables import Taken

from ..context import Context
from ..errors import Conflict, Forbidden, NotHere
from ..tables.access import Sitting, use_table
from ..tokens import new_id
from . import email, quiet_hours, safe_http, web_push

CHANNELS: tuple[Channel, ...] = get_args(Channel)
WEBHOOK_FORMATS = ("json", "discord")
MAX_SUBSCRIPTIONS = 5  # subscriptions of one seat
MAX_SEATS_PER_ADDRESS = 200  # seats subscribed with one address
MAX_TESTS_PER_HOUR, HOUR_SECONDS = 6, 3600  # test messages to one address in an hour
MAX_CONFIRMATIONS_PER_DAY, DAY_SECONDS = 3, 24 * 3600  # e-mails to an unconfirmed address in a day
MAX_GUESSES = 6
CODE_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription of a seat and the last message sent for it."""

    stored: StoredSubscription
    last: OutboxMessage | None

    @property
    def place(self) -> str:
        """Return as much of the address as its owner needs to recognise it."""
        stored = self.stored
        if stored.channel == "mail":
            return stored.address
        address = push_endpoint(stored.address) if stored.channel == "push" else stored.address
        return urlsplit(address).hostname or ""


def push_endpoint(address: str) -> str:
    """Return the URL of a browser's push service."""
    return str(json.loads(address)["endpoint"])


def available_channels(context: Context) -> tuple[Channel, ...]:
    """Return the available channels; e-mail needs a mail server, a sender and a public address."""
    post = context.post
    has_mail = bool(post.smtp and post.sender and post.public)
    return tuple(channel for channel in CHANNELS if channel in post.ways and (channel != "mail" or has_mail))


def list_subscriptions(context: Context, here: Sitting) -> list[Subscription]:
    """Return the subscriptions of a seat."""
    own = storage.find_by_link(context.repository, _player_key(context, here))
    last = storage.last_messages(context.repository, [each.id for each in own])
    return [Subscription(each, last.get(each.id)) for each in own]


@dataclass(frozen=True, slots=True)
class SubscriptionRequest:
    """A requested subscription."""

    channel: str
    address: str
    format: str = ""
    lang: str = "en"
    zone: str = ""


def subscribe(
    context: Context,
    here: Sitting,
    wish: SubscriptionRequest,
    url: str,
    unsubscribe_url: Callable[[str], str],
) -> StoredSubscription:
    """Subscribe a seat and send a test message; an e-mail address must first be confirmed."""
    own = storage.find_by_link(context.repository, _player_key(context, here))
    channel, address, format_ = _check_request(context, wish)
    digest = address_hash(channel, address)
    for each in own:
        if each.address_hash == digest and each.format == format_:
            storage.remove(context.repository, each.id)  # a repeated request replaces the old subscription
            own = [other for other in own if other is not each]
    if len(own) >= MAX_SUBSCRIPTIONS:
        raise Conflict("CALLS_FULL", most=MAX_SUBSCRIPTIONS)
    if storage.count_by_address(context.repository, digest) >= MAX_SEATS_PER_ADDRESS:
        raise Conflict("CALLS_CROWDED", most=MAX_SEATS_PER_ADDRESS)
    before = own[0] if own else None
    subscription_id, code = (
        new_id(),
        f"{randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}" if channel == "mail" else "",
    )
    subscription = StoredSubscription(
        subscription_id,
        here.table,
        here.seat,
        here.key,
        channel,
        format_,
        address,
        digest,
        wish.lang,
        url,
        unsubscribe_url(subscription_id),
        before.zone if before else _zone_or_default(wish.zone),
        before.quiet_from if before else 0,
        before.quiet_to if before else 0,
        _code_hash(subscription_id, code) if code else "",
        0,
        "",
        now(),
    )
    storage.add(context.repository, subscription)
    try:
        _queue_message(context, subscription, "confirm" if code else "trial", code)
    except HorahError:
        storage.remove(context.repository, subscription_id)
        raise
    return subscription


def confirm(context: Context, here: Sitting, subscription_id: str, typed: str) -> None:
    """Confirm an e-mail address by the code that was sent to it."""
    subscription = _own_subscription(context, here, subscription_id)
    if not subscription.code_hash:
        return
    if not storage.count_guess(context.repository, subscription_id, MAX_GUESSES):
        raise Conflict("CALLS_GUESSED")
    code = "".join(one for one in typed if one.isascii() and one.isdigit())
    if not hmac.compare_digest(_code_hash(subscription_id, code), subscription.code_hash):
        raise HorahError("CALLS_CODE", figures=CODE_DIGITS)
    storage.change(context.repository, subscription_id, code_hash="")


def send_test(context: Context, here: Sitting, subscription_id: str) -> None:
    """Send a test message; this also retries an address that failed before."""
    subscription = _own_subscription(context, here, subscription_id)
    if subscription.code_hash:
        raise Conflict("CALLS_UNCONFIRMED")
    _queue_message(context, subscription, "trial", "")


def set_quiet_hours(context: Context, here: Sitting, zone: str, start: str, end: str) -> None:
    """Set the quiet hours of a seat; empty hours mean none."""
    key = _player_key(context, here)
    place = quiet_hours.check_zone(zone)
    hours = (
        (quiet_hours.parse_time(start), quiet_hours.parse_time(end))
        if start.strip() or end.strip()
        else (0, 0)
    )
    storage.set_quiet_hours(context.repository, key, place, *hours)


def unsubscribe(context: Context, here: Sitting, subscription_id: str) -> None:
    """End a subscription of a seat."""
    storage.remove(context.repository, _own_subscription(context, here, subscription_id).id)


def renew_push(context: Context, old: str, new: str) -> None:
    """Replace a browser's push subscription by a new one in all subscriptions.

    Only that browser knows the whole old subscription. The caller does not learn whether there were any.
    """
    inside = context.post.inside
    before, after = (web_push.parse_subscription(each, inside=inside) for each in (old, new))
    digests = address_hash("push", before), address_hash("push", after)
    if sum(storage.count_by_address(context.repository, each) for each in digests) > MAX_SEATS_PER_ADDRESS:
        raise Conflict("CALLS_CROWDED", most=MAX_SEATS_PER_ADDRESS)
    if before != after:
        storage.replace_address(context.repository, digests[0], after, digests[1])


def find_subscription(context: Context, subscription_id: str) -> StoredSubscription:
    """Return a subscription by the id in its e-mails."""
    subscription = storage.find(context.repository, subscription_id)
    if subscription is None:
        raise NotHere
    return subscription


def unsubscribe_by_id(context: Context, subscription_id: str) -> None:
    """End a subscription by the id in its e-mails."""
    storage.remove(context.repository, find_subscription(context, subscription_id).id)


def _queue_message(context: Context, subscription: StoredSubscription, kind: Kind, body: str) -> None:
    most, span = (
        (MAX_CONFIRMATIONS_PER_DAY, DAY_SECONDS) if kind == "confirm" else (MAX_TESTS_PER_HOUR, HOUR_SECONDS)
    )
    moment = now()
    message = OutboxMessage(
        subscription.id, kind, 0, subscription.address_hash, body, "waiting", 0, moment, moment, ""
    )
    try:
        fits = storage.queue_message(context.repository, message, most, later(-span))
    except Taken:
        return  # two requests at the same moment: one message is enough
    if not fits:
        raise Conflict("CALLS_OFTEN")


def _check_request(context: Context, wish: SubscriptionRequest) -> tuple[Channel, str, str]:
    """Check the channel, address and format of a requested subscription."""
    inside = context.post.inside
    channel = next((each for each in available_channels(context) if each == wish.channel), None)
    if channel == "push":
        return channel, web_push.parse_subscription(wish.address, inside=inside), ""
    if channel == "mail":
        return channel, email.parse_address(wish.address), ""
    if channel == "webhook" and wish.format in WEBHOOK_FORMATS:
        try:
            safe_http.check_url(wish.address.strip(), inside=inside)
        except safe_http.NotPublic:
            raise HorahError("BAD_HOOK") from None
        return channel, wish.address.strip(), wish.format
    raise HorahError("NO_SUCH_WAY", given=wish.channel)


def address_hash(channel: Channel, address: str) -> str:
    """Return the hash by which an address is found again."""
    return sha256(f"{channel} {address.casefold() if channel == 'mail' else address}".encode()).hexdigest()


def _zone_or_default(name: str) -> str:
    return name if name in quiet_hours.list_zones() else quiet_hours.DEFAULT_ZONE


def _player_key(context: Context, here: Sitting) -> str:
    """Return the hash of a player's link; refuse everyone else."""
    with use_table(context, here) as live:
        persons: tuple[Seat, ...] = live.session.persons
    if here.together or not here.key or here.seat not in persons:
        raise Forbidden("NOT_A_PERSON")
    return here.key


def _own_subscription(context: Context, here: Sitting, subscription_id: str) -> StoredSubscription:
    key = _player_key(context, here)
    subscription = storage.find(context.repository, subscription_id)
    if subscription is None or not hmac.compare_digest(subscription.link_hash, key):
        raise NotHere
    return subscription


def _code_hash(subscription_id: str, code: str) -> str:
    return sha256(f"{subscription_id} {code}".encode()).hexdigest()
