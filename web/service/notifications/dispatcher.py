"""Notification dispatcher: sends due messages from the outbox in background threads.

Several processes may run it at once; each message is claimed by one of them for a limited time, so another
takes over after a crash. A failed message is retried with growing delays and finally given up. A message
that is no longer needed is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr, parsedate_to_datetime
from logging import getLogger
from threading import Event, Thread

from schemas.errors import HorahError
from web.storage import subscriptions as storage
from web.storage.records import StoredTable, later, now, stamp
from web.storage.subscriptions import MATTERS, Channel, OutboxMessage, StoredSubscription, Trouble

from ..context import Context, NotificationSettings
from ..expiry import delete_expired
from ..tables.live import lock_table
from ..tables.pending import is_awaited
from . import email, quiet_hours, safe_http, web_push
from .messages import Notification, make_message, unsubscribe_line

CLAIM_SECONDS = 120  # seconds before another process takes over a claimed message
RETRY_DELAYS_SECONDS = (30, 120, 600, 3600, 4 * 3600, 12 * 3600)  # seconds before each retry
MAX_RETRY_AFTER_SECONDS = 24 * 3600  # seconds; limit for a server's Retry-After
POLL_INTERVAL_SECONDS = 5.0  # seconds between two checks of the outbox
THREAD_COUNT = 3  # threads in a process, so that a slow server does not delay other messages
CLEANUP_INTERVAL_SECONDS = 3600
KEEP_SENT_SECONDS = 7 * 24 * 3600  # seconds that sent messages stay in the outbox
log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one attempt: delivered, to be retried, or failed for good."""

    delivered: bool = False
    trouble: Trouble = ""
    wait: int = 0  # seconds that the server asked for


def deliver(context: Context, moment: Callable[[], datetime] = lambda: datetime.now(UTC)) -> int:
    """Send all due messages; return how many were handled."""
    count = 0
    while (message := storage.claim(context.repository, stamp(moment()), later(CLAIM_SECONDS))) is not None:
        count += 1
        before = message.claimed_until
        try:
            settled = _handle(context, message, moment())
        except Exception as fault:  # send the others; log no address
            log.error("A letter was not sent: %s", type(fault).__name__)
            settled = _schedule_retry(message, moment(), 0)
        storage.save_result(context.repository, settled, before)
        if settled.state == "failed":
            _give_up(context, settled)
    return count


def _handle(context: Context, message: OutboxMessage, moment: datetime) -> OutboxMessage:
    """Handle one message: drop it if it is no longer wanted, delay it in quiet hours, or send it."""
    dropped = replace(message, state="dropped")
    subscription = storage.find(context.repository, message.subscription_id)
    table = context.repository.table(subscription.table_id) if subscription else None
    if subscription is None or table is None or context.repository.seat(subscription.link_hash) is None:
        return dropped
    if message.kind in MATTERS:
        if not subscription.is_active or not _is_still_awaited(context, subscription, message):
            return dropped
        ends = quiet_hours.quiet_end(
            moment, subscription.zone, subscription.quiet_from, subscription.quiet_to
        )
        if ends is not None:
            return replace(message, due_at=stamp(ends), claimed_until="")
    outcome = _send(context, subscription, message, table)
    if outcome.delivered:
        if subscription.trouble:
            storage.change(context.repository, subscription.id, trouble="")
        return replace(message, state="sent")
    if outcome.trouble:
        storage.change(context.repository, subscription.id, trouble=outcome.trouble)
        return replace(message, state="failed")
    return _schedule_retry(message, moment, outcome.wait)


def _is_still_awaited(context: Context, subscription: StoredSubscription, message: OutboxMessage) -> bool:
    """Return whether the seat is still awaited; without new events since the message it is."""
    if storage.is_superseded(context.repository, message):
        return False
    if context.repository.version(subscription.table_id) == message.n:
        return True
    try:
        with lock_table(context, subscription.table_id) as live:
            return is_awaited(live, subscription.seat, message.kind)
    except HorahError:
        return False


def _schedule_retry(message: OutboxMessage, moment: datetime, wait: int) -> OutboxMessage:
    """Schedule the next attempt with a longer delay, or give up."""
    if message.attempts >= len(RETRY_DELAYS_SECONDS):
        return replace(message, state="failed", attempts=message.attempts + 1)
    seconds = max(RETRY_DELAYS_SECONDS[message.attempts], min(wait, MAX_RETRY_AFTER_SECONDS))
    due = stamp(moment + timedelta(seconds=seconds))
    return replace(message, attempts=message.attempts + 1, due_at=due, claimed_until="")


def _give_up(context: Context, message: OutboxMessage) -> None:
    subscription = storage.find(context.repository, message.subscription_id)
    if subscription is not None and not subscription.trouble:
        storage.change(context.repository, subscription.id, trouble="silent")


# ------------------------------------------------------------------------------------------------- channels


def _send(
    context: Context, subscription: StoredSubscription, message: OutboxMessage, table: StoredTable
) -> Outcome:
    name = (
        storage.find_name(context.repository, subscription.table_id, subscription.seat)
        if message.kind in MATTERS
        else ""
    )
    notification = make_message(context, subscription, message, table, name)
    try:
        return SENDERS[subscription.channel](context, subscription, message, table, notification)
    except safe_http.NotPublic:
        return Outcome(trouble="inside")
    except safe_http.Unreachable:
        return Outcome()


def _send_push(
    context: Context,
    subscription: StoredSubscription,
    message: OutboxMessage,
    table: StoredTable,
    notification: Notification,
) -> Outcome:
    payload = {
        "title": notification.title,
        "body": notification.text,
        "url": notification.url,
        "tag": subscription.table_id if message.kind != "evening" else f"{subscription.table_id}.evening",
        "lang": subscription.lang,
    }
    contact = _contact(context.post)
    reply = web_push.send(
        context.repository, subscription.address, payload, contact, inside=context.post.inside
    )
    return _read_reply(reply)


def _send_webhook(
    context: Context,
    subscription: StoredSubscription,
    message: OutboxMessage,
    table: StoredTable,
    notification: Notification,
) -> Outcome:
    payload = _discord_payload(notification) if subscription.format == "discord" else notification.facts
    body = json.dumps(payload, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    return _read_reply(safe_http.send(subscription.address, body, headers, inside=context.post.inside))


def _discord_payload(notification: Notification) -> Mapping[str, object]:
    """Return the payload for Discord; mentions in titles are disabled."""
    return {
        "username": "Hora H",
        "content": f"{notification.text}\n<{notification.url}>",
        "allowed_mentions": {"parse": []},
    }


def _send_mail(
    context: Context,
    subscription: StoredSubscription,
    message: OutboxMessage,
    table: StoredTable,
    notification: Notification,
) -> Outcome:
    post = context.post
    if message.kind == "confirm":  # the address is unconfirmed: no user text and no links
        text, stop = notification.text, ""
    else:
        text, stop = (
            f"{notification.text}\n\n{notification.url}\n\n{unsubscribe_line(context, subscription, table)}",
            subscription.unsubscribe_url,
        )
    try:
        email.send(
            post.smtp,
            email.make_email(
                post.sender, subscription.address, notification.title, text + "\n", subscription.lang, stop
            ),
        )
    except email.SendFailed as fault:
        return Outcome(trouble="refused" if fault.for_good else "")
    return Outcome(delivered=True)


SENDERS: Mapping[
    Channel, Callable[[Context, StoredSubscription, OutboxMessage, StoredTable, Notification], Outcome]
] = {
    "push": _send_push,
    "webhook": _send_webhook,
    "mail": _send_mail,
}


def _read_reply(reply: safe_http.Reply) -> Outcome:
    """Return the outcome that an HTTP response means."""
    if 200 <= reply.status < 300:
        return Outcome(delivered=True)
    if reply.status in (404, 410):
        return Outcome(trouble="gone")
    if reply.status in (408, 425, 429) or reply.status >= 500:
        return Outcome(wait=_parse_retry_after(reply.retry_after))
    return Outcome(trouble="refused")


def _parse_retry_after(header: str) -> int:
    """Parse a Retry-After header: seconds, or a date."""
    if header.isascii() and header.isdigit() and len(header) < 10:
        return int(header)
    try:
        then = parsedate_to_datetime(header)
        return max(0, int((then - datetime.now(UTC)).total_seconds()))
    except (ValueError, TypeError, OverflowError):
        return 0


def _contact(post: NotificationSettings) -> str:
    """Return the contact address for push services."""
    if post.sender:
        return f"mailto:{parseaddr(post.sender)[1]}"
    return post.public if post.public.startswith("https://") else web_push.DEFAULT_CONTACT


# -------------------------------------------------------------------------------------------------- threads


@dataclass(slots=True)
class Dispatcher:
    """Threads that check the outbox every few seconds until they are stopped."""

    context: Context
    ended: Event = field(default_factory=Event)
    carriers: list[Thread] = field(default_factory=list)

    def start(self) -> Dispatcher:
        for number in range(THREAD_COUNT):
            carrier = Thread(target=self._run, args=(number,), daemon=True, name=f"post {number}")
            self.carriers.append(carrier)
            carrier.start()
        return self

    def stop(self, seconds: float = 2.0) -> None:
        """Stop the threads; a message that is being sent may be sent again by another process."""
        self.ended.set()
        for carrier in self.carriers:
            carrier.join(seconds)

    def _run(self, number: int) -> None:
        """Check the outbox in turn with the other threads; clean up once an hour."""
        pause, tidied = POLL_INTERVAL_SECONDS * number / THREAD_COUNT, ""
        while not self.ended.wait(pause):
            pause = POLL_INTERVAL_SECONDS
            try:
                if tidied < later(-CLEANUP_INTERVAL_SECONDS):
                    storage.delete_old(self.context.repository, later(-KEEP_SENT_SECONDS))
                    delete_expired(self.context)
                    tidied = now()
                deliver(self.context)
            except Exception as fault:  # the database may come back
                log.error("The post waits: %s", type(fault).__name__)


def start(context: Context) -> Dispatcher:
    """Start the dispatcher of this process."""
    return Dispatcher(context).start()
