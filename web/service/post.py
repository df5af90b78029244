"""The post: takes what is due out of the outbox and sends it, apart from everything that answers people.

Several processes may do it at once; each letter is held by one of them, for a while. Whoever is stopped in
the middle of one leaves it to another. What cannot be delivered is tried again, each time after a longer
while, and given up in the end; whose turn has passed in the meantime is not called any more.
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
from web.storage import calls as storage
from web.storage.calls import MATTERS, Letter, StoredCall, Trouble, Way
from web.storage.records import StoredTable, later, now, stamp

from . import mail, push, quiet, reach
from .context import Context, Post
from .letters import Message, message, stopping
from .replay import held
from .turns import waited

HOLD = 120  # seconds without a sign of life before another takes a letter over
DELAYS = (30, 120, 600, 3600, 4 * 3600, 12 * 3600)  # seconds before each try after the first
LONGEST_WAIT = 24 * 3600  # however long a server asks us to wait
PAUSE = 5.0  # seconds between two looks into the outbox
CARRIERS = 3  # at once in a process: one that waits for a slow server does not hold up the others
HOUR = 3600
KEPT = 7 * 24 * 3600  # seconds that is known what was sent
log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a try: delivered, to be tried again, or never."""

    delivered: bool = False
    trouble: Trouble = ""
    wait: int = 0  # seconds that the other side asked for


def deliver(context: Context, moment: Callable[[], datetime] = lambda: datetime.now(UTC)) -> int:
    """Send all that is due; how many letters were looked at."""
    count = 0
    while (letter := storage.claim(context.repository, stamp(moment()), later(HOLD))) is not None:
        count += 1
        before = letter.held_until
        try:
            settled = _carry(context, letter, moment())
        except Exception as fault:  # whatever it is, the others are to be sent; no address into a log
            log.error("A letter was not sent: %s", type(fault).__name__)
            settled = _again(letter, moment(), 0)
        storage.settle(context.repository, settled, before)
        if settled.state == "failed":
            _give_up(context, settled)
    return count


def _carry(context: Context, letter: Letter, moment: datetime) -> Letter:
    """One letter: still wanted, not in quiet hours, sent."""
    dropped = replace(letter, state="dropped")
    call = storage.find(context.repository, letter.call_id)
    table = context.repository.table(call.table_id) if call else None
    if call is None or table is None or context.repository.seat(call.link_hash) is None:
        return dropped
    if letter.kind in MATTERS:
        if not call.counts or not _still(context, call, letter):
            return dropped
        ends = quiet.until(moment, call.zone, call.quiet_from, call.quiet_to)
        if ends is not None:
            return replace(letter, due_at=stamp(ends), held_until="")
    outcome = _sent(context, call, letter, table)
    if outcome.delivered:
        if call.trouble:
            storage.change(context.repository, call.id, trouble="")
        return replace(letter, state="sent")
    if outcome.trouble:
        storage.change(context.repository, call.id, trouble=outcome.trouble)
        return replace(letter, state="failed")
    return _again(letter, moment, outcome.wait)


def _still(context: Context, call: StoredCall, letter: Letter) -> bool:
    """Is this seat still waited for? Where nothing has happened since it is, and nobody need look."""
    if storage.superseded(context.repository, letter):
        return False
    if context.repository.version(call.table_id) == letter.n:
        return True
    try:
        with held(context, call.table_id) as live:
            return waited(live, call.seat, letter.kind)
    except HorahError:
        return False


def _again(letter: Letter, moment: datetime, wait: int) -> Letter:
    """Later, each time after a longer while; in the end no more."""
    if letter.tries >= len(DELAYS):
        return replace(letter, state="failed", tries=letter.tries + 1)
    seconds = max(DELAYS[letter.tries], min(wait, LONGEST_WAIT))
    due = stamp(moment + timedelta(seconds=seconds))
    return replace(letter, tries=letter.tries + 1, due_at=due, held_until="")


def _give_up(context: Context, letter: Letter) -> None:
    call = storage.find(context.repository, letter.call_id)
    if call is not None and not call.trouble:
        storage.change(context.repository, call.id, trouble="silent")


# ------------------------------------------------------------------------------------------------- the ways


def _sent(context: Context, call: StoredCall, letter: Letter, table: StoredTable) -> Outcome:
    name = storage.name_at(context.repository, call.table_id, call.seat) if letter.kind in MATTERS else ""
    said = message(context, call, letter, table, name)
    try:
        return SENDING[call.way](context, call, letter, table, said)
    except reach.Inside:
        return Outcome(trouble="inside")
    except reach.Unreachable:
        return Outcome()


def _push(context: Context, call: StoredCall, letter: Letter, table: StoredTable, said: Message) -> Outcome:
    told = {
        "title": said.title,
        "body": said.text,
        "url": said.there,
        "tag": call.table_id if letter.kind != "evening" else f"{call.table_id}.evening",
        "lang": call.lang,
    }
    whom = _whom(context.post)
    reply = push.send(context.repository, call.address, told, whom, inside=context.post.inside)
    return _heard(reply)


def _webhook(
    context: Context, call: StoredCall, letter: Letter, table: StoredTable, said: Message
) -> Outcome:
    told = _discord(said) if call.form == "discord" else said.facts
    body = json.dumps(told, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    return _heard(reach.send(call.address, body, headers, inside=context.post.inside))


def _discord(said: Message) -> Mapping[str, object]:
    """As Discord takes it; what somebody wrote into a title calls nobody's name there."""
    return {
        "username": "Hora H",
        "content": f"{said.text}\n<{said.there}>",
        "allowed_mentions": {"parse": []},
    }


def _mail(context: Context, call: StoredCall, letter: Letter, table: StoredTable, said: Message) -> Outcome:
    post = context.post
    if letter.kind == "confirm":  # no word of a stranger's in it, and nothing to press
        text, stop = said.text, ""
    else:
        text, stop = f"{said.text}\n\n{said.there}\n\n{stopping(context, call, table)}", call.stop
    try:
        mail.send(post.smtp, mail.letter(post.sender, call.address, said.title, text + "\n", call.lang, stop))
    except mail.Unsent as fault:
        return Outcome(trouble="refused" if fault.for_good else "")
    return Outcome(delivered=True)


SENDING: Mapping[Way, Callable[[Context, StoredCall, Letter, StoredTable, Message], Outcome]] = {
    "push": _push,
    "webhook": _webhook,
    "mail": _mail,
}


def _heard(reply: reach.Reply) -> Outcome:
    """What an answer means: done, nobody there, not wanted, or later."""
    if 200 <= reply.status < 300:
        return Outcome(delivered=True)
    if reply.status in (404, 410):
        return Outcome(trouble="gone")
    if reply.status in (408, 425, 429) or reply.status >= 500:
        return Outcome(wait=_seconds(reply.retry_after))
    return Outcome(trouble="refused")


def _seconds(told: str) -> int:
    """How long a server asks us to wait: seconds, or a time."""
    if told.isascii() and told.isdigit() and len(told) < 10:
        return int(told)
    try:
        then = parsedate_to_datetime(told)
        return max(0, int((then - datetime.now(UTC)).total_seconds()))
    except (ValueError, TypeError, OverflowError):
        return 0


def _whom(post: Post) -> str:
    """Whom a push service may turn to about us."""
    if post.sender:
        return f"mailto:{parseaddr(post.sender)[1]}"
    return post.public if post.public.startswith("https://") else push.NOBODY


# ----------------------------------------------------------------------------------------------- the rounds


@dataclass(slots=True)
class Round:
    """Carriers who look into the outbox every few seconds until they are stopped."""

    context: Context
    ended: Event = field(default_factory=Event)
    carriers: list[Thread] = field(default_factory=list)

    def start(self) -> Round:
        for number in range(CARRIERS):
            carrier = Thread(target=self._go, args=(number,), daemon=True, name=f"post {number}")
            self.carriers.append(carrier)
            carrier.start()
        return self

    def stop(self, seconds: float = 2.0) -> None:
        """End the rounds; what is just being sent may be sent again by another."""
        self.ended.set()
        for carrier in self.carriers:
            carrier.join(seconds)

    def _go(self, number: int) -> None:
        """They go one after the other, so that nobody waits for long; each tidies up once an hour."""
        pause, tidied = PAUSE * number / CARRIERS, ""
        while not self.ended.wait(pause):
            pause = PAUSE
            try:
                if tidied < later(-HOUR):
                    storage.tidy(self.context.repository, later(-KEPT))
                    tidied = now()
                deliver(self.context)
            except Exception as fault:  # a database that is away comes back
                log.error("The post waits: %s", type(fault).__name__)


def start(context: Context) -> Round:
    """Begin to send in this process."""
    return Round(context).start()
