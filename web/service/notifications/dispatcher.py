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
from web.storage.subscriptions import MATTERS, Channel, OutboxMessage, StoredCall, Trouble

from ..context import Context, NotificationSettings
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
    while (letter := storage.claim(context.repository, stamp(moment()), later(CLAIM_SECONDS))) is not None:
        count += 1
        before = letter.held_until
        try:
            settled = _handle(context, letter, moment())
        except Exception as fault:  # send the others; log no address
            log.error("A letter was not sent: %s", type(fault).__name__)
            settled = _schedule_retry(letter, moment(), 0)
        storage.save_result(context.repository, settled, before)
        if settled.state == "failed":
            _give_up(context, settled)
    return count


def _handle(context: Context, letter: OutboxMessage, moment: datetime) -> OutboxMessage:
    """Handle one message: drop it if it is no longer wanted, delay it in quiet hours, or send it."""
    dropped = replace(letter, state="dropped")
    call = storage.find(context.repository, letter.call_id)
    table = context.repository.table(call.table_id) if call else None
    if call is None or table is None or context.repository.seat(call.link_hash) is None:
        return dropped
    if letter.kind in MATTERS:
        if not call.is_active or not _is_still_awaited(context, call, letter):
            return dropped
        ends = quiet_hours.quiet_end(moment, call.zone, call.quiet_from, call.quiet_to)
        if ends is not None:
            return replace(letter, due_at=stamp(ends), held_until="")
    outcome = _send(context, call, letter, table)
    if outcome.delivered:
        if call.trouble:
            storage.change(context.repository, call.id, trouble="")
        return replace(letter, state="sent")
    if outcome.trouble:
        storage.change(context.repository, call.id, trouble=outcome.trouble)
        return replace(letter, state="failed")
    return _schedule_retry(letter, moment, outcome.wait)


def _is_still_awaited(context: Context, call: StoredCall, letter: OutboxMessage) -> bool:
    """Return whether the seat is still awaited; without new events since the message it is."""
    if storage.superseded(context.repository, letter):
        return False
    if context.repository.version(call.table_id) == letter.n:
        return True
    try:
        with lock_table(context, call.table_id) as live:
            return is_awaited(live, call.seat, letter.kind)
    except HorahError:
        return False


def _schedule_retry(letter: OutboxMessage, moment: datetime, wait: int) -> OutboxMessage:
    """Schedule the next attempt with a longer delay, or give up."""
    if letter.tries >= len(RETRY_DELAYS_SECONDS):
        return replace(letter, state="failed", tries=letter.tries + 1)
    seconds = max(RETRY_DELAYS_SECONDS[letter.tries], min(wait, MAX_RETRY_AFTER_SECONDS))
    due = stamp(moment + timedelta(seconds=seconds))
    return replace(letter, tries=letter.tries + 1, due_at=due, held_until="")


def _give_up(context: Context, letter: OutboxMessage) -> None:
    call = storage.find(context.repository, letter.call_id)
    if call is not None and not call.trouble:
        storage.change(context.repository, call.id, trouble="silent")


# ------------------------------------------------------------------------------------------------- channels


def _send(context: Context, call: StoredCall, letter: OutboxMessage, table: StoredTable) -> Outcome:
    name = storage.find_name(context.repository, call.table_id, call.seat) if letter.kind in MATTERS else ""
    notification = make_message(context, call, letter, table, name)
    try:
        return SENDERS[call.way](context, call, letter, table, notification)
    except safe_http.NotPublic:
        return Outcome(trouble="inside")
    except safe_http.Unreachable:
        return Outcome()


def _send_push(
    context: Context, call: StoredCall, letter: OutboxMessage, table: StoredTable, notification: Notification
) -> Outcome:
    told = {
        "title": notification.title,
        "body": notification.text,
        "url": notification.there,
        "tag": call.table_id if letter.kind != "evening" else f"{call.table_id}.evening",
        "lang": call.lang,
    }
    whom = _contact(context.post)
    reply = web_push.send(context.repository, call.address, told, whom, inside=context.post.inside)
    return _read_reply(reply)


def _send_webhook(
    context: Context, call: StoredCall, letter: OutboxMessage, table: StoredTable, notification: Notification
) -> Outcome:
    told = _discord_payload(notification) if call.form == "discord" else notification.facts
    body = json.dumps(told, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    return _read_reply(safe_http.send(call.address, body, headers, inside=context.post.inside))


def _discord_payload(notification: Notification) -> Mapping[str, object]:
    """Return the payload for Discord; mentions in titles are disabled."""
    return {
        "username": "Hora H",
        "content": f"{notification.text}\n<{notification.there}>",
        "allowed_mentions": {"parse": []},
    }


def _send_mail(
    context: Context, call: StoredCall, letter: OutboxMessage, table: StoredTable, notification: Notification
) -> Outcome:
    post = context.post
    if letter.kind == "confirm":  # the address is unconfirmed: no user text and no links
        text, stop = notification.text, ""
    else:
        text, stop = (
            f"{notification.text}\n\n{notification.there}\n\n{unsubscribe_line(context, call, table)}",
            call.stop,
        )
    try:
        email.send(
            post.smtp,
            email.make_email(post.sender, call.address, notification.title, text + "\n", call.lang, stop),
        )
    except email.SendFailed as fault:
        return Outcome(trouble="refused" if fault.for_good else "")
    return Outcome(delivered=True)


SENDERS: Mapping[
    Channel, Callable[[Context, StoredCall, OutboxMessage, StoredTable, Notification], Outcome]
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


def _parse_retry_after(told: str) -> int:
    """Parse a Retry-After header: seconds, or a date."""
    if told.isascii() and told.isdigit() and len(told) < 10:
        return int(told)
    try:
        then = parsedate_to_datetime(told)
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
                    tidied = now()
                deliver(self.context)
            except Exception as fault:  # the database may come back
                log.error("The post waits: %s", type(fault).__name__)


def start(context: Context) -> Dispatcher:
    """Start the dispatcher of this process."""
    return Dispatcher(context).start()
