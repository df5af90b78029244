"""Storage of notification subscriptions and of the outbox."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from sqlalchemy import (
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from .records import now
from .schema import events, outbox, subscriptions
from .tables import Repository, Taken, Work, as_row

Channel = Literal["push", "webhook", "mail"]
Matter = Literal["turn", "report", "undo", "reveal", "evening"]  # matters that a table waits for
Kind = Matter | Literal["trial", "confirm"]
MATTERS: tuple[Matter, ...] = get_args(Matter)
State = Literal["waiting", "sent", "dropped", "failed"]
# gone: the address no longer exists; refused: the server refuses messages; inside: not a public address;
# silent: all attempts failed
Trouble = Literal["", "gone", "refused", "inside", "silent"]


@dataclass(frozen=True, slots=True)
class StoredSubscription:
    """A notification subscription of a seat."""

    id: str
    table_id: str
    seat: str
    link_hash: str
    channel: Channel
    format: str
    address: str
    address_hash: str
    lang: str
    url: str
    unsubscribe_url: str
    zone: str
    quiet_from: int
    quiet_to: int
    code_hash: str
    guesses: int
    trouble: Trouble
    made_at: str

    @property
    def is_active(self) -> bool:
        """Return whether the address is confirmed and reachable."""
        return not self.code_hash and not self.trouble


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message in the outbox."""

    subscription_id: str
    kind: Kind
    n: int
    address_hash: str
    body: str
    state: State
    attempts: int
    made_at: str
    due_at: str
    claimed_until: str


def add(repository: Repository, subscription: StoredSubscription) -> None:
    repository.add((subscriptions, [subscription]))


def find(repository: Repository, subscription_id: str) -> StoredSubscription | None:
    return repository.find(
        StoredSubscription, select(subscriptions).where(subscriptions.c.id == subscription_id)
    )


def find_by_link(repository: Repository, link_hash: str) -> list[StoredSubscription]:
    """Return the subscriptions of the holder of a link, the oldest first."""
    query = (
        select(subscriptions)
        .where(subscriptions.c.link_hash == link_hash)
        .order_by(subscriptions.c.made_at, subscriptions.c.id)
    )
    return repository.every(StoredSubscription, query)


def count_by_address(repository: Repository, address_hash: str) -> int:
    """Return the number of subscriptions with an address."""
    query = (
        select(func.count()).select_from(subscriptions).where(subscriptions.c.address_hash == address_hash)
    )
    return int(repository.scalar(query))


def change(repository: Repository, subscription_id: str, **values: Any) -> None:
    repository.execute(update(subscriptions).where(subscriptions.c.id == subscription_id).values(values))


def set_quiet_hours(
    repository: Repository, link_hash: str, zone: str, quiet_from: int, quiet_to: int
) -> None:
    """Set the quiet hours of the holder of a link."""
    values = {"zone": zone, "quiet_from": quiet_from, "quiet_to": quiet_to}
    repository.execute(update(subscriptions).where(subscriptions.c.link_hash == link_hash).values(values))


def replace_address(repository: Repository, before: str, address: str, digest: str) -> None:
    """Replace an address in all subscriptions; drop those of seats that have the new one already."""
    taken = select(subscriptions.c.link_hash).where(subscriptions.c.address_hash == digest)
    old = subscriptions.c.address_hash == before
    with repository.writing() as connection:
        taken_links = list(connection.scalars(taken))
        connection.execute(delete(subscriptions).where(old, subscriptions.c.link_hash.in_(taken_links)))
        values = {"address": address, "address_hash": digest, "trouble": ""}
        connection.execute(update(subscriptions).where(old).values(values))


def remove(repository: Repository, subscription_id: str) -> None:
    """End a subscription and drop its waiting messages. Sent messages stay known for a while."""
    waiting = and_(outbox.c.subscription_id == subscription_id, outbox.c.state == "waiting")
    repository.execute(
        delete(subscriptions).where(subscriptions.c.id == subscription_id),
        update(outbox).where(waiting).values(state="dropped", body=""),
    )


def count_guess(repository: Repository, subscription_id: str, most: int) -> bool:
    """Count a guess of a code; return False after too many."""
    may_guess = and_(subscriptions.c.id == subscription_id, subscriptions.c.guesses < most)
    return (
        repository.execute(update(subscriptions).where(may_guess).values(guesses=subscriptions.c.guesses + 1))
        == 1
    )


def find_name(repository: Repository, table_id: str, seat: str) -> str:
    """Return the name of the person at a seat, without replaying the table."""
    named = and_(events.c.table_id == table_id, events.c.seat == seat, events.c.kind.in_(("sit", "name")))
    body = repository.scalar(select(events.c.body).where(named).order_by(events.c.n.desc()).limit(1))
    return str(body["name"]) if body else ""


# ---------------------------------------------------------------------------------------------------- outbox


QUEUE_STATEMENT = insert(outbox).from_select(
    [column.name for column in outbox.columns],
    select(
        subscriptions.c.id,
        bindparam("kind", type_=String),
        bindparam("version", type_=Integer),
        subscriptions.c.address_hash,
        literal(""),
        literal("waiting"),
        literal(0),
        bindparam("moment", type_=String),
        bindparam("due", type_=String),
        literal(""),
    ).where(
        subscriptions.c.table_id == bindparam("table", type_=String),
        subscriptions.c.seat == bindparam("at_seat", type_=String),
        subscriptions.c.code_hash == "",
        subscriptions.c.trouble == "",
    ),
)


def queue_for_seats(table_id: str, new: Mapping[Matter, Collection[str]], version: int, due_at: str) -> Work:
    """Return the work that queues messages for seats, to run in the transaction of their cause."""
    facts = {"table": table_id, "version": version, "moment": now(), "due": due_at}
    rows = [{**facts, "kind": kind, "at_seat": seat} for kind, seats in new.items() for seat in sorted(seats)]

    def write(connection: Connection) -> None:
        connection.execute(QUEUE_STATEMENT, rows)

    return write


def queue_message(repository: Repository, message: OutboxMessage, most: int, since: str) -> bool:
    """Queue a message; return False if too many of its kind went to its address since then."""
    same = and_(outbox.c.address_hash == message.address_hash, outbox.c.kind == message.kind)
    recent = select(func.count()).select_from(outbox).where(same, outbox.c.made_at >= since)
    last = select(func.max(outbox.c.n)).where(
        outbox.c.subscription_id == message.subscription_id, outbox.c.kind == message.kind
    )
    try:
        with repository.writing() as connection:
            if connection.execute(recent).scalar_one() >= most:
                return False
            n = connection.execute(last).scalar_one()
            row = as_row(replace(message, n=0 if n is None else n + 1))
            connection.execute(insert(outbox), row)
    except IntegrityError as fault:
        raise Taken from fault
    return True


def last_messages(repository: Repository, subscription_ids: Collection[str]) -> dict[str, OutboxMessage]:
    """Return the last message of each subscription."""
    query = (
        select(outbox)
        .where(outbox.c.subscription_id.in_(sorted(subscription_ids)))
        .order_by(outbox.c.made_at)
    )
    with repository.reading() as connection:
        return {row.subscription_id: OutboxMessage(*row) for row in connection.execute(query)}


def claim(repository: Repository, moment: str, until: str) -> OutboxMessage | None:
    """Claim the message that has been due for longest and that no process holds."""
    free = and_(outbox.c.state == "waiting", outbox.c.due_at <= moment, outbox.c.claimed_until < moment)
    query = select(outbox).where(free).order_by(outbox.c.due_at, outbox.c.subscription_id).limit(1)
    if repository.scalar(query) is None:
        return None  # usual, and it avoids the write lock
    with repository.writing() as connection:
        row = connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        message = OutboxMessage(*row)
        connection.execute(update(outbox).where(_is_message(message)).values(claimed_until=until))
    return replace(message, claimed_until=until)


def is_superseded(repository: Repository, message: OutboxMessage) -> bool:
    """Return whether a newer message of the same kind exists for the subscription."""
    newer = and_(
        outbox.c.subscription_id == message.subscription_id,
        outbox.c.kind == message.kind,
        outbox.c.n > message.n,
    )
    return repository.scalar(select(outbox.c.n).where(newer).limit(1)) is not None


def save_result(repository: Repository, message: OutboxMessage, before: str) -> bool:
    """Store the result of a message; return False if another process has taken it over."""
    mine = and_(_is_message(message), outbox.c.claimed_until == before, outbox.c.state == "waiting")
    values = {
        "state": message.state,
        "attempts": message.attempts,
        "due_at": message.due_at,
        "claimed_until": message.claimed_until,
        "body": message.body if message.state == "waiting" else "",
    }
    return repository.execute(update(outbox).where(mine).values(values)) == 1


def delete_old(repository: Repository, before: str) -> int:
    """Delete old messages that are not waiting."""
    old = and_(outbox.c.state != "waiting", outbox.c.made_at < before)
    if repository.scalar(select(outbox.c.n).where(old).limit(1)) is None:
        return 0  # usual, and it avoids the write lock
    return repository.execute(delete(outbox).where(old))


def _is_message(message: OutboxMessage) -> Any:
    return and_(
        outbox.c.subscription_id == message.subscription_id,
        outbox.c.kind == message.kind,
        outbox.c.n == message.n,
    )
